"""Mistakes in what a user wrote: what is wrong, at which key, and how it is worded."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from sim.errors import UserError
from sim.toml_writer import toml_key, toml_value

_LONGEST_SHOWN: Final = 60

KeyPath = tuple[str | int, ...]
"""Way to a value of a TOML document; numbers count the entries of an array from 0."""


@dataclass(frozen=True)
class Mistake:
    """One thing that is wrong.

    Attributes
    ----------
    complaint : str
        What is wrong and what is allowed.
    keys : tuple of KeyPath
        Keys at fault, the likeliest first: two options that disagree are both named, and the
        first that the user's file has is where he is sent.
    """

    complaint: str
    keys: tuple[KeyPath, ...]

    def __str__(self) -> str:
        """Return the mistake without a place in a file."""
        return f"{dotted(self.keys[0])}: {self.complaint}"


class MistakesError(UserError):
    """Everything that is wrong with one input, found in one reading.

    Examples
    --------
    >>> MistakesError([Mistake("41 is no pack", (("rules", "pack"),))]).args
    ('rules.pack: 41 is no pack',)
    """

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        self.mistakes = tuple(mistakes)
        super().__init__("\n".join(str(mistake) for mistake in self.mistakes))

    def __reduce__(self) -> tuple[type[MistakesError], tuple[tuple[Mistake, ...]]]:
        """Travel between processes with the list, not only the message."""
        return MistakesError, (self.mistakes,)


def dotted(path: KeyPath) -> str:
    """Return a key path as people write it; entries of an array count from 1.

    Examples
    --------
    >>> dotted(("rules", "stakes", "nap", "made")), dotted(("player", 0, "policy"))
    ('rules.stakes.nap.made', 'player[1].policy')
    """
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step + 1}]"
        else:
            text += f".{toml_key(step)}" if text else toml_key(step)
    return text


def shown(value: object) -> str:
    r"""Return a value as messages show it: on one line, a long one cut short.

    Examples
    --------
    >>> shown("two\nlines"), shown(7), len(shown("long " * 100))
    ('"two\\nlines"', '7', 61)
    """
    text = toml_value(value) if isinstance(value, str | bool) else str(value)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"


def untold(later: Iterable[Mistake], told: Sequence[Mistake]) -> list[Mistake]:
    """Return the mistakes that do not merely follow from one that is told already.

    A value that is wrong is taken out before the rest is looked at; that it is missing then, or
    something in its table, is no news.

    Examples
    --------
    >>> wrong = Mistake("7 is no policy", (("player", 0, "policy"),))
    >>> missing = Mistake("missing", (("player", 0, "policy"),))
    >>> untold([missing, Mistake("missing", (("profile",),))], [wrong])
    [Mistake(complaint='missing', keys=(('profile',),))]
    """

    def follows(mistake: Mistake) -> bool:
        path = mistake.keys[0]
        both_ways = [(path, earlier.keys[0]) for earlier in told]
        return any(one[: len(two)] == two[: len(one)] for one, two in both_ways)

    return [mistake for mistake in later if not follows(mistake)]


def unknown(word: str, allowed: Sequence[str]) -> str:
    """Word the complaint about a name that does not exist.

    Examples
    --------
    >>> unknown("basik", ["basic", "hoyle"])
    'unknown "basik"; did you mean "basic"? allowed: basic, hoyle'
    """
    close = difflib.get_close_matches(word, allowed, n=1)
    guess = f' did you mean "{close[0]}"?' if close else ""
    return f"unknown {shown(word)};{guess} allowed: {', '.join(allowed)}"
