"""Which sessions of a run are solved."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np
import numpy.typing as npt

from sim.errors import UserError
from sim.mistakes import shown

WAYS_TO_SOLVE: Final = "true, false, or a share of the sessions from 0 to 1, such as 0.01"
"""What is allowed, for messages."""

_FINEST: Final = Fraction(1, 10**12)
"""The smallest share: no run has so many deals that less would ever be solved."""


@dataclass(frozen=True, slots=True)
class SolvedShare:
    """Which sessions are solved: so many of them, evenly spread over their numbers.

    Session *s* is solved if the whole part of (s + 1) times the share is above that of s times the
    share. So its number alone tells, whatever else is simulated, and by whom.

    Attributes
    ----------
    share : Fraction
        From 0, none, to 1, all; exactly what was written.

    Examples
    --------
    >>> SolvedShare.of(0.25).sessions(0, 12).tolist()
    [3, 7, 11]
    >>> SolvedShare.of(0.25).count(3, 5), str(SolvedShare.of(True)), bool(SOLVE_NONE)
    (2, 'true', False)
    """

    share: Fraction

    @classmethod
    def of(cls, written: object) -> SolvedShare:
        """Return what somebody wrote.

        Raises
        ------
        UserError
            If it is none of the ways to write it.

        Examples
        --------
        >>> SolvedShare.of(2)
        Traceback (most recent call last):
        ...
        sim.errors.UserError: 2 is not allowed; allowed: true, false, or a share of the sessions \
from 0 to 1, such as 0.01
        """
        if isinstance(written, int | float) and math.isfinite(written):
            # What is meant is the decimal number that was written, not the nearest binary one.
            share = Fraction(str(written)) if isinstance(written, float) else Fraction(written)
            if share == 0 or _FINEST <= share <= 1:
                return cls(share)
        raise UserError(f"{shown(written)} is not allowed; allowed: {WAYS_TO_SOLVE}")

    @property
    def written(self) -> bool | float:
        """What a file says: true, false or the share."""
        return self.share == 1 if self.share in (0, 1) else float(self.share)

    def __bool__(self) -> bool:
        """Whether any session is solved."""
        return self.share > 0

    def __str__(self) -> str:
        written = self.written
        return str(written).lower() if isinstance(written, bool) else repr(written)

    def count(self, first_session: int, sessions: int) -> int:
        """Return how many of so many sessions from a number on are solved."""
        return math.floor((first_session + sessions) * self.share) - self._before(first_session)

    def sessions(self, first_session: int, sessions: int) -> npt.NDArray[np.uint64]:
        """Return the numbers of those that are solved among so many from a number on."""
        before = self._before(first_session)
        solved = range(before + 1, before + 1 + self.count(first_session, sessions))
        return np.array([math.ceil(number / self.share) - 1 for number in solved], np.uint64)

    def _before(self, session: int) -> int:
        return math.floor(session * self.share)


SOLVE_NONE: Final = SolvedShare(Fraction(0))
