"""Comparisons asked for on the command line: policies, or a file, and options beside it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from sim.comparisons.sweeps import WAYS_TO_WRITE
from sim.errors import UserError
from sim.policies import policy_names
from sim.scenarios.comparison_file import comparison_of, load_comparison
from sim.scenarios.planned_comparison import PlannedComparison
from sim.scenarios.policy_text import policy_of, split_text
from sim.scenarios.shipped import COMPARISONS

DEFAULT_PROFILE: Final = "basic"
DEFAULT_PLAYERS: Final = 4
_LONGEST_NAME: Final = 60


def compared(given: Sequence[str], options: Mapping[str, Any]) -> PlannedComparison:
    """Return the comparison of some policies, or of one file.

    Parameters
    ----------
    given : sequence of str
        Two policies or more; or a comparison file, or the name of a shipped one; or, with a
        ``field`` among the options, a single policy.
    options : mapping
        Keys of a comparison file that replace the file's own; None for what is not given.

    Raises
    ------
    UserError
        With everything that is wrong.
    """
    keys = {**options, "players": _sizes(options.get("players"))}
    if len(given) == 1 and _is_comparison(given[0]):
        return load_comparison(COMPARISONS.file(given[0]), {**keys, "profile": _found(keys)})
    policies = [{"policy": text} for text in given]
    return comparison_of({**_with_defaults(keys), "policy": policies}, _name(given))


def swept(policy: str, parameters: Sequence[str], options: Mapping[str, Any]) -> PlannedComparison:
    """Return the sweep of a policy over parameters that are given as ``name=values``.

    Raises
    ------
    UserError
        With everything that is wrong.
    """
    grid: dict[str, str] = {}
    for written in parameters:
        name, is_there, values = (part.strip() for part in written.partition("="))
        if not is_there or name in grid:
            fault = "comes twice" if is_there else "has no values"
            raise UserError(f"--parameter {written}: {name} {fault}; write {WAYS_TO_WRITE}")
        grid[name] = values
    keys = {**_with_defaults(options), "players": _sizes(options.get("players"))}
    keys["players"] = keys["players"] or DEFAULT_PLAYERS
    keys["sweep"] = {"policy": policy, "parameters": grid}
    return comparison_of(keys, _shortened(f"{_label(policy)} by {' and '.join(grid)}"))


def _with_defaults(keys: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options for a comparison that has no file."""
    return {
        **keys,
        "profile": keys.get("profile") or DEFAULT_PROFILE,
        "players": keys.get("players") or DEFAULT_PLAYERS,
    }


def _sizes(written: str | None) -> list[int | str] | None:
    """Return the numbers of "3,4,5"; a part that is none is left for the complaint."""
    if written is None:
        return None
    parts = [part.strip() for part in written.split(",")]
    return [int(part) if re.fullmatch(r"[0-9]{1,9}", part) else part for part in parts]


def _found(keys: Mapping[str, Any]) -> str | None:
    """Return the profile of the command line, a file of the working folder by its whole path."""
    profile: str | None = keys.get("profile")
    return str(Path(profile).absolute()) if profile and profile.endswith(".toml") else profile


def _is_comparison(text: str) -> bool:
    """Whether a single argument means a file: it looks like one, or can be no policy."""
    if Path(text).suffix == ".toml" or text in COMPARISONS.names:
        return True
    bare, _ = split_text(text)
    return ":" not in bare and bare not in policy_names()


def _name(given: Sequence[str]) -> str:
    """Return a name for a comparison of policies: all of them, or how many there are."""
    labels = [_label(text) for text in given]
    name = " and ".join([", ".join(labels[:-1]), labels[-1]]) if len(labels) > 1 else labels[0]
    return _shortened(
        name if len(name) <= _LONGEST_NAME else f"{labels[0]} and {len(labels) - 1} more"
    )


def _label(text: str) -> str:
    try:
        return policy_of(text).label
    except UserError:
        return text


def _shortened(name: str) -> str:
    printable = "".join(letter for letter in name if letter.isprintable()).strip()
    return printable if len(printable) <= _LONGEST_NAME else printable[:_LONGEST_NAME].rstrip()
