"""A policy in one line of text: its name, its preset, and its parameters in braces."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from sim.errors import UserError
from sim.mistakes import KeyPath, Mistake, shown
from sim.policies import Policy, make_policy
from sim.toml_writer import toml_pair


def policy_of(
    text: str, parameters: Mapping[str, Any] | None = None, folder: Path | None = None
) -> Policy:
    """Return the policy that a text means.

    Parameters
    ----------
    text : str
        ``name`` or ``name:preset``, and behind it, if any are to be changed, parameters in braces.
    parameters : mapping, optional
        The parameters, where a file gives them in a table; not both.
    folder : Path, optional
        Where the files of users' policies are looked for; the current folder if not given.

    Raises
    ------
    UserError
        If there is no such policy or parameter, a value is out of range, or the braces are not
        understood.

    Examples
    --------
    >>> policy_of("counting:bold{five=4.5, four=3}").label
    'counting:bold (four=3, five=4.5)'
    >>> policy_of("counting{five=}")
    Traceback (most recent call last):
    ...
    sim.errors.UserError: "{five=}" are no parameters; write them as in "counting{five=4.5}"
    """
    name, in_braces = split_text(text)
    if in_braces and parameters:
        raise UserError("give parameters in braces or in a table, not both")
    return make_policy(name, {**in_braces, **(parameters or {})}, folder)


def split_text(text: str) -> tuple[str, dict[str, Any]]:
    """Return the name of a policy, with its preset, and the parameters in braces behind it.

    Examples
    --------
    >>> split_text("counting:bold{five=4.5}")
    ('counting:bold', {'five': 4.5})
    """
    name, brace, rest = text.partition("{")
    if not brace:
        return name.strip(), {}
    try:
        read = tomllib.loads(f"parameters = {{{rest}")
    except tomllib.TOMLDecodeError:
        read = {}
    if [*read] != ["parameters"] or not rest.rstrip().endswith("}"):
        raise UserError(
            f"{shown(brace + rest)} are no parameters; "
            f'write them as in "{name.strip() or "counting"}{{five=4.5}}"'
        )
    return name.strip(), read["parameters"]


def text_of(policy: Policy) -> str:
    """Return a text that means a policy, with the parameters that differ from its preset.

    Policies of users' files are looked for in the folder ``policies``, where copies are kept.

    Examples
    --------
    >>> text_of(policy_of("counting:bold{five=4.5, four=3}"))
    'counting:bold{four = 3.0, five = 4.5}'
    >>> text_of(policy_of("random"))
    'random'
    """
    changes = ", ".join(toml_pair(name, value) for name, value in changed_parameters(policy))
    return policy.text_by_copies + (f"{{{changes}}}" if changes else "")


def with_parameters(policy: Policy, parameters: Mapping[str, float]) -> Policy:
    """Return a policy with other parameters than those that the user had changed.

    >>> with_parameters(policy_of("counting:bold{five=4.5}"), {"four": 3.0}).label
    'counting:bold (four=3)'
    """
    if not policy.source:
        return make_policy(policy.text, parameters)
    file = Path(policy.source)
    return make_policy(policy.text, parameters, file.parent)


def changed_parameters(policy: Policy) -> list[tuple[str, float]]:
    """Return the parameters that a user has changed, with their values."""
    values = dict(policy.parameters)
    return [(name, values[name]) for name in policy.changed]


def text_mistakes(
    text: str,
    parameters: Mapping[str, Any],
    folder: Path,
    *,
    at: KeyPath,
    in_table: KeyPath,
) -> Iterator[Mistake]:
    """Yield what is wrong with a policy, or with each of its parameters.

    Parameters
    ----------
    text, parameters, folder : str, mapping and Path
        As for :func:`policy_of`.
    at, in_table : KeyPath
        Where the text stands, and the table of parameters.
    """
    try:
        name, in_braces = split_text(text)
        make_policy(name, folder=folder)
    except UserError as error:
        yield Mistake(str(error), (at,))
        return
    if in_braces and parameters:
        yield Mistake("give parameters in braces or in a table, not both", (in_table, at))
    for place, given in ((None, in_braces), (in_table, parameters)):
        for key, value in given.items():
            try:
                make_policy(name, {key: value}, folder)
            except UserError as error:
                yield Mistake(str(error), (at if place is None else (*place, key),))
