"""A user's profile: a shipped one and what it changes, with everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from sim.game.options import option_mistakes
from sim.game.profiles import TABLE_SIZES, Profile, laid_over, profile_names, shipped_profile
from sim.mistakes import Mistake, MistakesError, shown, unknown

PROFILE_KEYS: Final = ("base", "title", "players", "rules", "tables")
"""Keys of a profile file; it must have a base and may leave out the others."""


def user_profile(content: Mapping[str, Any]) -> Profile:
    """Return the profile of a user's file: a shipped base and what it changes.

    Parameters
    ----------
    content : mapping
        The parsed file, with the keys ``PROFILE_KEYS``.

    Raises
    ------
    UserError
        With everything that is wrong with the keys and single options of the file.

    Examples
    --------
    >>> user_profile({"base": "basic", "rules": {"pack": 40}}).options_at(4)["pack"]
    40
    """
    mistakes = [*_header_mistakes(content), *_tables_mistakes(content)]
    if isinstance(content.get("rules"), Mapping):
        mistakes += option_mistakes(content["rules"])
    if mistakes:
        raise MistakesError(mistakes)
    return laid_over(shipped_profile(content["base"]), content)


def _header_mistakes(content: Mapping[str, Any]) -> Iterator[Mistake]:
    for key in content:
        if key not in PROFILE_KEYS:
            yield Mistake(unknown(key, PROFILE_KEYS), ((key,),))
    if "base" not in content:
        bases = ", ".join(profile_names())
        yield Mistake(f"missing; a profile starts from one of {bases}", (("base",),))
    elif content["base"] not in profile_names():
        yield Mistake(unknown(str(content["base"]), profile_names()), (("base",),))
    if not isinstance(content.get("title", ""), str):
        yield Mistake(f"{shown(content['title'])} is not allowed; allowed: a text", (("title",),))
    if not isinstance(content.get("rules", {}), Mapping):
        yield Mistake("is no table; allowed: a table [rules] of options", (("rules",),))
    players, allowed = content.get("players"), _base_players(content)
    if players is not None and not _is_list_of(players, allowed):
        numbers = ", ".join(map(str, allowed))
        complaint = f"{shown(players)} is not allowed; allowed: a list of numbers out of {numbers}"
        yield Mistake(complaint, (("players",),))


def _tables_mistakes(content: Mapping[str, Any]) -> Iterator[Mistake]:
    """Yield what is wrong with ``[tables.N]``."""
    tables, sizes = content.get("tables", {}), content.get("players", _base_players(content))
    if not isinstance(tables, Mapping):
        complaint = "is no table; allowed: a table [tables.N] of options where N players play"
        yield Mistake(complaint, (("tables",),))
        return
    for number, options in tables.items():
        if isinstance(sizes, list | tuple) and number not in map(str, sizes):
            numbers = ", ".join(map(str, sizes))
            complaint = f"the profile is not for {number} players; allowed: {numbers}"
            yield Mistake(complaint, (("tables", number),))
        elif not isinstance(options, Mapping):
            complaint = f"{shown(options)} is not allowed; allowed: a table of options"
            yield Mistake(complaint, (("tables", number),))
        else:
            yield from option_mistakes(options, ("tables", number))


def _base_players(content: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the numbers of players that the base is for; all if there is no such base."""
    base = content.get("base")
    return shipped_profile(str(base)).players if base in profile_names() else TABLE_SIZES


def _is_list_of(numbers: object, allowed: tuple[int, ...]) -> bool:
    if not isinstance(numbers, list) or not numbers:
        return False
    return all(type(number) is int and number in allowed for number in numbers)
