"""A user's profile in a file of its own: read, checked, and its mistakes told with their lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from sim.errors import UserError
from sim.game.ladder_options import ladder_mistakes
from sim.game.profiles import Profile, changes_at, shipped_profile
from sim.game.profiles.user_profile import user_profile
from sim.game.rules import load_rules
from sim.mistakes import KeyPath, Mistake, MistakesError
from sim.scenarios.located import located, parse_toml, read_text


def read_profile(file: Path) -> Profile:
    """Return the profile of a user's file.

    Raises
    ------
    UserError
        With everything that is wrong in the file, one line each.
    """
    text = read_text(file)
    content = parse_toml(text, str(file))
    try:
        profile = user_profile(content)
        mistakes = [
            _placed(mistake, content, players)
            for players in profile.players
            for mistake in _mistakes_at(profile, content, players)
        ]
        if mistakes:
            raise MistakesError(mistakes)
    except MistakesError as error:
        raise UserError("\n".join(located(error.mistakes, text, str(file)))) from None
    return profile


def named_profile(name: str | None, folder: Path) -> Profile:
    """Return the profile that a file names under its key ``profile``.

    Parameters
    ----------
    name : str or None
        A shipped profile, or a user's file, looked for in the folder. Without a name there is
        nothing more to tell.

    Raises
    ------
    MistakesError
        If there is none, or something is wrong with it; told at the key.
    """
    if name is None:
        raise MistakesError([])
    if not name.endswith(".toml"):
        return shipped_profile(name)
    try:
        return read_profile(folder / name)
    except UserError as error:
        complaints = str(error).splitlines()
        raise MistakesError(Mistake(line, (("profile",),)) for line in complaints) from None


def _mistakes_at(profile: Profile, content: Mapping[str, Any], players: int) -> Iterator[Mistake]:
    """Yield what is wrong with the options at a number of players, each of them being allowed.

    What only the size of the table makes wrong, such as a pack too small for seven, is no mistake
    of a profile that nobody plays there: the smallest table must be right, for the others only the
    ladder.
    """
    of_ladder = [*ladder_mistakes(profile.options_at(players), changes_at(content, players))]
    yield from of_ladder
    if not of_ladder and players == profile.players[0]:
        try:
            load_rules(profile, players)
        except MistakesError as error:
            yield from error.mistakes


def _placed(mistake: Mistake, content: Mapping[str, Any], players: int) -> Mistake:
    """Point to ``[tables.N]`` where an option stands there."""
    keys: list[KeyPath] = []
    for key in mistake.keys:
        in_table: KeyPath = ("tables", str(players), *key[1:])
        if key[0] == "rules" and _has(content, in_table):
            keys.append(in_table)
        keys.append(key)
    return Mistake(mistake.complaint, tuple(keys))


def _has(content: Any, path: KeyPath) -> bool:
    for step in path:
        if not isinstance(content, Mapping) or step not in content:
            return False
        content = content[step]
    return True
