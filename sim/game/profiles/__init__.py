"""Profiles: named sets of rules, written as TOML files beside this module."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Final

from sim.game.options import merged
from sim.mistakes import Mistake, MistakesError, unknown

TABLE_SIZES: Final = (3, 4, 5, 6, 7)
"""Numbers of players for which a profile can be meant."""


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
        Its complete ``[rules]`` table by number of players, ``[tables.N]`` laid over it.
    """

    shipped: str
    title: str
    players: tuple[int, ...]
    options: Mapping[int, Mapping[str, Any]]

    def options_at(self, players: int) -> Mapping[str, Any]:
        """Return the complete options at a table; those of the nearest size if there is none."""
        return self.options[min(max(players, TABLE_SIZES[0]), TABLE_SIZES[-1])]


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
    """Return the file of a shipped profile, comments included, as a user's profile to change.

    It differs from the file by its base: a copy starts from the profile itself.

    Raises
    ------
    UserError
        If no profile of this name ships.
    """
    text, bases = _file_text(name), _bases(name)
    own_base = f'base = "{name}"'
    if not bases:
        return f"{own_base}\n\n{text}"
    others = " and then ".join(f"`{base}`" for base in bases)
    heading = (
        f"# `{name}` as a profile of your own: change any option.\n"
        f"# What is not said here is as in {others}."
    )
    copy = text.replace(f'base = "{bases[0]}"', own_base)
    return f"{heading}\n\n{copy}"


@lru_cache
def shipped_profile(name: str) -> Profile:
    """Return a shipped profile.

    Raises
    ------
    UserError
        If no profile of this name ships.

    Examples
    --------
    >>> shipped_profile("basic").options_at(4)["pack"]
    52
    """
    content = tomllib.loads(_file_text(name))
    base = shipped_profile(content["base"]) if "base" in content else _NOTHING
    return replace(laid_over(base, content), shipped=name)


def changes_at(content: Mapping[str, Any], players: int) -> dict[str, Any]:
    """Return what a profile file changes in its base at a number of players.

    Examples
    --------
    >>> content = {"rules": {"pack": 32}, "tables": {"6": {"pack": 36}}}
    >>> changes_at(content, 5), changes_at(content, 6)
    ({'pack': 32}, {'pack': 36})
    """
    return merged(content.get("rules", {}), content.get("tables", {}).get(str(players), {}))


_NOTHING: Final = Profile(
    shipped="", title="", players=(), options={players: {} for players in TABLE_SIZES}
)


def laid_over(base: Profile, content: Mapping[str, Any]) -> Profile:
    """Return the profile of a file without mistakes that starts from a base."""
    return Profile(
        shipped=base.shipped,
        title=content.get("title", base.title),
        players=tuple(sorted({*content.get("players", base.players)})),
        options={
            players: merged(options, changes_at(content, players))
            for players, options in base.options.items()
        },
    )


def _bases(name: str) -> tuple[str, ...]:
    """Return the shipped profiles that a shipped one is made from, the nearest first."""
    base = tomllib.loads(_file_text(name)).get("base")
    return () if base is None else (base, *_bases(base))


def _file_text(name: str) -> str:
    if name not in profile_names():
        raise MistakesError([Mistake(unknown(name, profile_names()), (("profile",),))])
    return (_folder() / f"{name}.toml").read_text(encoding="utf-8")


def _folder() -> Traversable:
    return resources.files("sim.game").joinpath("profiles")
