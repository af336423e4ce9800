"""Profiles: named sets of rules, written as TOML files beside this module."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Final

from sim.game.options import merged, option_mistakes
from sim.mistakes import Mistake, MistakesError, shown, unknown

PROFILE_KEYS: Final = ("base", "title", "players", "rules")
"""Keys of a profile file; a user's must have a base and may leave out the others."""


@dataclass(frozen=True)
class Profile:
    """A set of rules as its file and the files under it give it.

    Attributes
    ----------
    shipped : str
        Name of the shipped profile, or for a user's profile of the shipped one it starts from.
    title : str
        What the profile is, in one line.
    players : tuple of int
        Numbers of players for which it is meant.
    options : mapping
        Its complete ``[rules]`` table.
    """

    shipped: str
    title: str
    players: tuple[int, ...]
    options: Mapping[str, Any]


def profile_names() -> tuple[str, ...]:
    """Return the names of the shipped profiles, in alphabetical order.

    Examples
    --------
    >>> "basic" in profile_names()
    True
    """
    files = (entry.name for entry in _folder().iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in files if name.endswith(".toml")))


def profile_text(name: str) -> str:
    """Return the file of a shipped profile, comments included, as TOML to copy.

    Raises
    ------
    UserError
        If no profile of this name ships.
    """
    if name not in profile_names():
        raise MistakesError([Mistake(unknown(name, profile_names()), (("profile",),))])
    return (_folder() / f"{name}.toml").read_text(encoding="utf-8")


@lru_cache
def shipped_profile(name: str) -> Profile:
    """Return a shipped profile.

    Raises
    ------
    UserError
        If no profile of this name ships.

    Examples
    --------
    >>> shipped_profile("basic").options["pack"]
    52
    """
    content = tomllib.loads(profile_text(name))
    base = shipped_profile(content["base"]) if "base" in content else _NOTHING
    return replace(_laid_over(base, content), shipped=name)


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
    >>> user_profile({"base": "basic", "rules": {"pack": 40}}).options["pack"]
    40
    """
    mistakes = [*_header_mistakes(content)]
    if isinstance(content.get("rules"), Mapping):
        mistakes += option_mistakes(content["rules"])
    if mistakes:
        raise MistakesError(mistakes)
    return _laid_over(shipped_profile(content["base"]), content)


_NOTHING: Final = Profile(shipped="", title="", players=(), options={})


def _laid_over(base: Profile, content: Mapping[str, Any]) -> Profile:
    return Profile(
        shipped=base.shipped,
        title=content.get("title", base.title),
        players=tuple(content.get("players", base.players)),
        options=merged(base.options, content.get("rules", {})),
    )


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
    players = content.get("players", [3])
    if not isinstance(players, list) or not players or not all(map(_is_table, players)):
        yield Mistake(
            f"{shown(players)} is not allowed; allowed: a list of numbers from 3 to 7",
            (("players",),),
        )


def _is_table(players: object) -> bool:
    return type(players) is int and 3 <= players <= 7


def _folder() -> Traversable:
    return resources.files("sim.game").joinpath("profiles")
