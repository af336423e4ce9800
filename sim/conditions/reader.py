"""Reading a condition word by word, with complaints that say where it went wrong."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NoReturn

from sim.errors import UserError

_PAGE = "docs/conditions.md"


class Reader:
    """The words of a condition, read from left to right.

    Parameters
    ----------
    text : str
        The condition.

    Examples
    --------
    >>> reader = Reader("position 1 (holds)")
    >>> reader.take("position"), reader.words
    (True, ['position', '1', '(', 'holds', ')'])
    """

    def __init__(self, text: str) -> None:
        self.words = re.findall(r"[()]|[^\s()]+", text)
        self.place = 0

    @property
    def next(self) -> str:
        """The next word; empty after the last."""
        return self.words[self.place] if self.place < len(self.words) else ""

    def take(self, *words: str) -> bool:
        """Read these words if they come next."""
        if not self.comes(*words):
            return False
        self.place += len(words)
        return True

    def comes(self, *words: str) -> bool:
        """Whether these words come next."""
        return self.words[self.place : self.place + len(words)] == list(words)

    def expect(self, *words: str) -> None:
        """Read these words, or complain."""
        for word in words:
            if not self.take(word):
                self.complain(f"write {' '.join(words)}")

    def read(self, what: str, understood: Callable[[str], bool]) -> str:
        """Read a word that can be understood, or complain of what is wanted."""
        word = self.next
        if not word or not understood(word):
            self.complain(f"write {what}")
        self.place += 1
        return word

    def number(self, what: str) -> int:
        """Read a whole number."""
        return int(self.read(what, is_number))

    def complain(self, advice: str, place: int | None = None) -> NoReturn:
        """Refuse the word at a place, the next one by default.

        Raises
        ------
        UserError
            Always.
        """
        at = self.place if place is None else place
        if at < len(self.words):
            before = " ".join(self.words[max(0, at - 3) : at])
            where = f'at word {at + 1}, "{self.words[at]}"' + (f' after "{before}"' if at else "")
        else:
            where = f'at its end, after "{" ".join(self.words[-3:])}"' if self.words else "empty"
        raise UserError(f"{where}: {advice} ({_PAGE} has all that can be said)")


def is_number(word: str) -> bool:
    """Whether a word is a whole number."""
    return word.isascii() and word.isdigit()
