"""Policies: how players bid and play; the bundled ones, and how others are found."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sim.errors import UserError
from sim.policies.kind import Kind
from sim.policies.loading import bundled_names, find_kind, kind_from, offered_names
from sim.policies.parameter import Parameter
from sim.policies.policy import Decisions, Policy, PolicyKind
from sim.policies.written.blocks import NumpyPolicy
from sim.policies.written.game import Game
from sim.policies.written.scalar import ScalarPolicy

__all__ = [
    "Decisions",
    "Game",
    "Kind",
    "NumpyPolicy",
    "Parameter",
    "Policy",
    "PolicyKind",
    "ScalarPolicy",
    "describe_policy",
    "kind_of",
    "make_policy",
    "offered_names",
    "policy_kind",
    "policy_names",
]


def policy_names() -> tuple[str, ...]:
    """The names of all bundled policies, weakest first."""
    return bundled_names()


def policy_kind(text: str) -> Kind:
    """The kind of policy that is called for; see :mod:`sim.policies.loading`.

    Raises
    ------
    UserError
        If there is none; with the nearest name.
    """
    return find_kind(text).kind


def kind_of(policy: Policy) -> Kind:
    """The kind of a policy.

    Raises
    ------
    UserError
        If its source has changed since the policy was made.
    """
    kind = kind_from(policy.name, policy.source)
    if kind.code_digest != policy.code_digest:
        where = policy.source or policy.name
        raise UserError(f"{where}: has changed since {policy.name} was read; start anew")
    return kind


def make_policy(
    text: str, parameters: Mapping[str, Any] | None = None, folder: Path | None = None
) -> Policy:
    """Make a policy from what it is called by, perhaps with a preset, and the parameters to change.

    Parameters
    ----------
    text : str
        Such as ``counting:bold`` or ``my_bots.py:Sly``; see :mod:`sim.policies.loading`.
    parameters : mapping, optional
        Parameters that differ from the preset.
    folder : Path, optional
        Where files are looked for; the current folder if not given.

    Raises
    ------
    UserError
        If the policy, the preset or a parameter does not exist, or a value is out of range.

    Examples
    --------
    >>> make_policy("counting:bold").label
    'counting:bold'
    >>> make_policy("counting", {"five": 4.5}).label
    'counting:standard (five=4.5)'
    >>> make_policy("blend:counting", {"errors": 0.1}).label
    'blend:counting:standard (errors=0.1)'
    """
    found = find_kind(text, folder)
    kind = found.kind
    preset = found.preset or next(iter(kind.presets), "")
    changes = parameters or {}
    settings = kind.settings(preset, changes)
    return Policy(
        name=kind.name,
        preset=preset,
        parameters=tuple(settings.items()),
        version=kind.version,
        code_digest=kind.code_digest,
        changed=tuple(parameter for parameter in settings if parameter in changes),
        source=found.source,
    )


def describe_policy(text: str) -> str:
    """A policy's idea, presets and parameters as text for the terminal.

    Raises
    ------
    UserError
        If there is no such policy.
    """
    kind = policy_kind(text)
    lines = [f"{kind.name} (version {kind.version})", f"  {kind.idea}"]
    if kind.presets:
        lines.append("  presets:")
    for preset, changes in kind.presets.items():
        said = ", ".join(f"{key} {value:g}" for key, value in changes.items()) or "the defaults"
        lines.append(f"    {kind.name}:{preset}  {said}")
    if kind.parameters:
        lines.append("  parameters:")
    for parameter in kind.parameters:
        lines.append(
            f"    {parameter.name} = {parameter.default:g}  ({parameter.allowed})  "
            f"{parameter.meaning}"
        )
    return "\n".join(lines)
