"""From a comparison file, or policies on the command line, to a comparison."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from sim.errors import UserError
from sim.game.options import merged, option_mistakes
from sim.game.rules import Rules, load_rules
from sim.mistakes import KeyPath, Mistake, MistakesError, untold
from sim.policies.policy import COPIES
from sim.scenarios.comparison_entries import (
    field_of,
    lineups_of,
    policies_of,
    sizes_of,
    swept_of,
)
from sim.scenarios.comparison_keys import LAYOUT, ComparisonKeys, incomplete
from sim.scenarios.comparison_mistakes import entry_mistakes, mistakes_together
from sim.scenarios.located import parse_toml, read_text, told
from sim.scenarios.planned_comparison import PlannedComparison
from sim.scenarios.profile_file import named_profile
from sim.storage import Folder, folder_at
from sim.storage.local_copy import on_this_machine


def load_comparison(
    path: Folder | str, overrides: Mapping[str, Any] | None = None
) -> PlannedComparison:
    """Return the comparison of a file.

    Parameters
    ----------
    path : Path, ObjectPath or str
        The file. A user's profile that it names is looked for beside it; of a store, only the
        copies of policies in a comparison are found.
    overrides : mapping, optional
        Keys of the file that the command line sets instead (``players``, ``deals``, ``field``,
        ...); None leaves the file's own value.

    Raises
    ------
    UserError
        With everything that is wrong in the file, one line each: ``file:line: key: what is wrong
        and what is allowed``. Mistakes in overrides are shown as ``--key: ...``.
    """
    file = folder_at(path)
    text = read_text(file)
    given = {key: value for key, value in (overrides or {}).items() if value is not None}
    content = {**parse_toml(text, str(file)), **given}
    try:
        planned = _planned(content, on_this_machine(file.parent, COPIES), file.stem)
    except MistakesError as error:
        raise UserError("\n".join(told(error.mistakes, given, text, str(file)))) from None
    return replace(planned, folder=file.stem, text=text)


def comparison_of(content: Mapping[str, Any], name: str) -> PlannedComparison:
    """Return a comparison without a file, of keys as a file would give them.

    Raises
    ------
    UserError
        With everything that is wrong, a line each: ``--key: ...`` for options, and policies by the
        text that was given.
    """
    given = {key: value for key, value in content.items() if value is not None}
    try:
        planned = _planned(given, Path(), name)
    except MistakesError as error:
        lines = dict.fromkeys(_as_argument(mistake, given) for mistake in error.mistakes)
        raise UserError("\n".join(lines)) from None
    return replace(planned, folder=_folder_name(planned))


def _planned(content: Mapping[str, Any], folder: Path, name: str) -> PlannedComparison:
    keys, mistakes = LAYOUT.read(content)
    mistakes += untold([*incomplete(content), *entry_mistakes(keys, folder)], mistakes)
    try:
        rules = _rules(keys, folder)
    except MistakesError as error:
        mistakes += untold(error.mistakes, mistakes)
    if not mistakes:
        mistakes += mistakes_together(keys, folder)
    if mistakes:
        raise MistakesError(mistakes)
    planned = _put_together(keys, rules, name, folder)
    _ = planned.comparisons
    return planned


def _put_together(
    keys: ComparisonKeys, rules: tuple[Rules, ...], name: str, folder: Path
) -> PlannedComparison:
    """Return the comparison of keys without mistakes."""
    policies = policies_of(keys, folder)
    field = field_of(keys, policies, folder)
    return PlannedComparison(
        name=keys.name or name,
        design="line-ups" if keys.lineup else "round robin" if field is None else "challenger",
        rules=rules,
        seed=keys.seed,
        deals=keys.deals,
        policies=policies,
        field=field,
        lineups=lineups_of(keys, folder),
        swept=tuple(swept_of(keys)),
    )


def _rules(keys: ComparisonKeys, folder: Path) -> tuple[Rules, ...]:
    """Return the rules of each table size.

    Raises
    ------
    MistakesError
        With what is wrong at any of them.
    """
    try:
        profile = named_profile(keys.profile, folder)
    except MistakesError as error:
        raise MistakesError([*error.mistakes, *option_mistakes(keys.rules)]) from None
    mistakes = [*_table_mistakes(keys)]
    rules = []
    for players in sizes_of(keys):
        own = keys.tables.get(str(players), {})
        try:
            rules.append(load_rules(profile, players, merged(keys.rules, own)))
        except MistakesError as error:
            mistakes += [_placed(mistake, own, players) for mistake in error.mistakes]
    if mistakes:
        raise MistakesError(dict.fromkeys(mistakes))
    return tuple(rules)


def _table_mistakes(keys: ComparisonKeys) -> Iterator[Mistake]:
    for size in keys.tables:
        if size not in map(str, sizes_of(keys)):
            sizes = ", ".join(map(str, sizes_of(keys)))
            yield Mistake(f"no table has this size; allowed: {sizes}", (("tables", size),))


def _placed(mistake: Mistake, own: Mapping[str, Any], players: int) -> Mistake:
    """Point to ``[tables.N]`` where an option stands there."""
    keys: list[KeyPath] = []
    for key in mistake.keys:
        if key[0] == "rules" and len(key) > 1 and key[1] in own:
            keys.append(("tables", str(players), *key[1:]))
        keys.append(key)
    return Mistake(mistake.complaint, tuple(keys))


def _folder_name(planned: PlannedComparison) -> str:
    """Return a name for a directory: what is compared, in which field, at which tables."""
    parts = [planned.name]
    if planned.field is not None and not planned.swept:
        parts.append(f"among {planned.field[0]}")
    parts += [*map(str, planned.players), "players"]
    # Nothing that a shell or a file system minds.
    return re.sub(r"[^a-z0-9._]+", "-", " ".join(parts).lower()).strip("-.")


def _as_argument(mistake: Mistake, given: Mapping[str, Any]) -> str:
    """Return a mistake in what the command line gives, told by what was typed there."""
    first, *rest = mistake.keys[0]
    if first == "policy" and rest:
        typed = given["policy"][rest[0]]["policy"]
    elif rest == ["policy"]:
        typed = given["sweep"]["policy"]
    elif first == "sweep":
        typed = " ".join(["--parameter", *map(str, rest[1:])])
    elif first == "policy":
        return mistake.complaint
    else:
        typed = f"--{first}"
    is_told = mistake.complaint.startswith(f"{typed}:")
    return mistake.complaint if is_told else f"{typed}: {mistake.complaint}"
