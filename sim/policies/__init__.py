"""The bundled policies, and making one from its name, preset and parameters."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any

from sim.errors import UserError
from sim.policies.counting import COUNTING
from sim.policies.foster import FOSTER
from sim.policies.hoffmann import HOFFMANN
from sim.policies.peel import PEEL
from sim.policies.policy import Decisions, Parameter, Policy, PolicyKind
from sim.policies.random import RANDOM
from sim.policies.sure_tricks import SURE_TRICKS
from sim.policies.tracker import TRACKER

__all__ = [
    "Decisions",
    "Parameter",
    "Policy",
    "PolicyKind",
    "describe_policy",
    "make_policy",
    "policy_kind",
    "policy_names",
]

_KINDS = {
    kind.name: kind
    for kind in (
        RANDOM,
        SURE_TRICKS,
        PEEL,
        FOSTER,
        HOFFMANN,
        COUNTING,
        TRACKER,
    )
}


def policy_names() -> tuple[str, ...]:
    """The names of all policies, weakest first."""
    return tuple(_KINDS)


def policy_kind(name: str) -> PolicyKind:
    """The kind of policy of that name.

    Raises
    ------
    UserError
        If there is none; with the nearest name.
    """
    if name not in _KINDS:
        near = difflib.get_close_matches(name, _KINDS, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise UserError(f"there is no policy {name!r}; allowed: {', '.join(_KINDS)}{hint}")
    return _KINDS[name]


def make_policy(text: str, parameters: Mapping[str, Any] | None = None) -> Policy:
    """Make a policy from its name, or ``name:preset``, and the parameters to change.

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
    """
    name, _, preset = text.partition(":")
    kind = policy_kind(name)
    preset = preset or next(iter(kind.presets), "")
    changes = parameters or {}
    settings = kind.settings(preset, changes)
    return Policy(
        name=name,
        preset=preset,
        parameters=tuple(settings.items()),
        version=kind.version,
        code_digest=kind.code_digest,
        changed=tuple(parameter for parameter in settings if parameter in changes),
    )


def describe_policy(name: str) -> str:
    """A policy's idea, presets and parameters as text for the terminal.

    Raises
    ------
    UserError
        If there is no such policy.
    """
    kind = policy_kind(name)
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
            f"    {parameter.name} = {parameter.default:g}"
            f"  ({parameter.low:g} to {parameter.high:g})  {parameter.meaning}"
        )
    return "\n".join(lines)
