"""Which shards keep their outcomes row by row, and of which only the counts are kept."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from sim.errors import UserError
from sim.mistakes import shown
from sim.scenarios.quantities import parse_count

WAYS_TO_KEEP: Final = '"all", "none" or "1 in N", such as "1 in 100"'
"""What is allowed, for messages."""

_SHARE: Final = re.compile(r"1 in (?P<number>.+)")


@dataclass(frozen=True, slots=True)
class KeptOutcomes:
    """Which shards keep their rows. It is a matter of storage: no number of a report changes.

    Attributes
    ----------
    one_in : int
        The first shard keeps its rows, and after it every so manieth; 1: all do, 0: none does.

    Examples
    --------
    >>> kept = KeptOutcomes.of("1 in 100")
    >>> [kept.by(place) for place in (0, 1, 100)], str(kept)
    ([True, False, True], '1 in 100')
    """

    one_in: int

    @classmethod
    def of(cls, written: str) -> KeptOutcomes:
        """Return what somebody wrote.

        Raises
        ------
        UserError
            If it is none of the ways to write it.

        Examples
        --------
        >>> [KeptOutcomes.of(text).one_in for text in ("all", "none", "1 in 1_000")]
        [1, 0, 1000]
        >>> KeptOutcomes.of("some")
        Traceback (most recent call last):
        ...
        sim.errors.UserError: "some" is not allowed; allowed: "all", "none" or "1 in N", such as \
"1 in 100"
        """
        if written in ("all", "none"):
            return KEEP_ALL if written == "all" else KEEP_NONE
        share = _SHARE.fullmatch(written)
        try:
            return cls(parse_count(share["number"] if share else ""))
        except UserError:
            message = f"{shown(written)} is not allowed; allowed: {WAYS_TO_KEEP}"
            raise UserError(message) from None

    def __str__(self) -> str:
        return {0: "none", 1: "all"}.get(self.one_in, f"1 in {self.one_in}")

    def by(self, place: int) -> bool:
        """Whether the shard at a place, counted from 0, keeps its rows."""
        return self.one_in > 0 and place % self.one_in == 0

    def by_places(self, shards: int) -> npt.NDArray[np.bool_]:
        """Whether each of so many shards keeps its rows: bool array, shape (shards,)."""
        kept = np.zeros(shards, np.bool_)
        if self.one_in:
            kept[:: self.one_in] = True
        return kept


KEEP_ALL: Final = KeptOutcomes(1)
KEEP_NONE: Final = KeptOutcomes(0)
