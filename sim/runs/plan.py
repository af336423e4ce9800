"""The plan of a run: all its shards, those to come too.

A run that grows keeps the shards it has, and adds new ones behind them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from sim.double_dummy import SOLVE_NONE, SolvedShare
from sim.errors import UserError
from sim.runs.kept_outcomes import KEEP_ALL, KeptOutcomes
from sim.runs.shards import MOST_DEALS_PER_SHARD, Shard, plan_shards, sessions_per_shard

FIRST_LOOK_DEALS: Final = 10_000
"""About so many deals make the first shard of a run that stops when it is precise enough."""

LOOKS_A_DOUBLING: Final = 10
"""So many shards later such a run has twice as many deals, until shards are as long as any."""


class Ranges(NamedTuple):
    """The shards of a plan, in order: arrays, shape (shards,).

    Attributes
    ----------
    first_sessions, sessions : uint64 arrays
        The sessions of each.
    keep_rows : bool array
        Which of them keep their rows.
    """

    first_sessions: npt.NDArray[np.uint64]
    sessions: npt.NDArray[np.uint64]
    keep_rows: npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Stretch:
    """Sessions that follow each other, cut into shards of one size."""

    sessions: int
    sessions_per_shard: int
    outcomes: KeptOutcomes = KEEP_ALL
    """Which of its shards keep their rows."""

    @property
    def shards(self) -> int:
        """How many shards it is cut into."""
        return -(-self.sessions // self.sessions_per_shard)


@dataclass(frozen=True)
class Plan:
    """All shards of a run.

    Attributes
    ----------
    deals_per_session : int
        Deals in every session.
    stretches : tuple of Stretch
        One for the run as it began, and one for each time it was made longer; several each time
        where the run may stop early.
    first_session : int
        Number of the first session: 0, unless other machines simulate those before it.

    Examples
    --------
    >>> plan = Plan.of(sessions=10_000, deals_per_session=8).grown(sessions=16_000)
    >>> [(shard.first_session, shard.sessions) for shard in plan.shards()]
    [(0, 6250), (6250, 3750), (10000, 6000)]
    """

    deals_per_session: int
    stretches: tuple[Stretch, ...]
    first_session: int = 0

    @classmethod
    def of(
        cls,
        *,
        sessions: int,
        deals_per_session: int,
        outcomes: KeptOutcomes = KEEP_ALL,
        first_session: int = 0,
        by_tenths: bool = False,
        solve: SolvedShare = SOLVE_NONE,
    ) -> Plan:
        """Return the plan of a new run; see :meth:`grown`."""
        empty = cls(deals_per_session, (), first_session)
        return empty.grown(sessions=sessions, outcomes=outcomes, by_tenths=by_tenths, solve=solve)

    @classmethod
    def from_json(cls, fields: Mapping[str, Any]) -> Plan:
        """Return the plan that :meth:`to_json` described.

        Raises
        ------
        KeyError, TypeError, ValueError
            If it is no such description, or one that contradicts itself.
        """
        stretches = tuple(
            Stretch(
                _positive(part, "sessions"), _positive(part, "sessions_per_shard"), _outcomes(part)
            )
            for part in fields["stretches"]
        )
        first_session = _whole(fields, "first_session", 0) if "first_session" in fields else 0
        plan = cls(_positive(fields, "deals_per_session"), stretches, first_session)
        for name, total in (("sessions", plan.sessions), ("deals", plan.deals)):
            if _positive(fields, name) != total:
                raise ValueError(f"its {name} are {fields[name]}, those of its stretches {total}")
        return plan

    def to_json(self) -> dict[str, Any]:
        """Return the plan as values that JSON can hold.

        A first session of 0 is not written down: older runs, and most, know of no other.
        """
        fields: dict[str, Any] = {
            "deals": self.deals,
            "deals_per_session": self.deals_per_session,
            "sessions": self.sessions,
            "stretches": [
                {
                    "sessions": part.sessions,
                    "sessions_per_shard": part.sessions_per_shard,
                    "outcomes": str(part.outcomes),
                }
                for part in self.stretches
            ],
        }
        return {**fields, "first_session": self.first_session} if self.first_session else fields

    @property
    def sessions(self) -> int:
        """Sessions in all."""
        return sum(stretch.sessions for stretch in self.stretches)

    @property
    def deals(self) -> int:
        """Deals in all."""
        return self.sessions * self.deals_per_session

    @property
    def deal_numbers(self) -> range:
        """The numbers of all deals, of sessions that end early too.

        >>> Plan.of(sessions=100, deals_per_session=8, first_session=50).deal_numbers
        range(400, 1200)
        """
        first = self.first_session * self.deals_per_session
        return range(first, first + self.deals)

    def __len__(self) -> int:
        """Shards in all."""
        return sum(stretch.shards for stretch in self.stretches)

    def shards(self) -> Iterator[Shard]:
        """Yield every shard in order."""
        session, number = self.first_session, 0
        for stretch in self.stretches:
            yield from plan_shards(
                stretch.sessions,
                stretch.sessions_per_shard,
                first_session=session,
                first_number=number,
                outcomes=stretch.outcomes,
            )
            session += stretch.sessions
            number += stretch.shards

    def ranges(self) -> Ranges:
        """Return the sessions of every shard, in order."""
        parts, kept = [np.zeros(0, np.uint64)], [np.zeros(0, np.bool_)]
        for part in self.stretches:
            sizes = np.full(part.shards, part.sessions_per_shard, np.uint64)
            sizes[-1] = part.sessions - (part.shards - 1) * part.sessions_per_shard
            parts.append(sizes)
            kept.append(part.outcomes.by_places(part.shards))
        sizes = np.concatenate(parts)
        first_sessions = np.cumsum(sizes) - sizes + np.uint64(self.first_session)
        return Ranges(first_sessions, sizes, np.concatenate(kept))

    @property
    def outcomes(self) -> KeptOutcomes:
        """Which shards keep their rows among those that were asked for last."""
        return self.stretches[-1].outcomes if self.stretches else KEEP_ALL

    def cut(self, end: int) -> Plan:
        """Return this plan without the shards that do not end before a session.

        Examples
        --------
        >>> Plan.of(sessions=20_000, deals_per_session=8).cut(13_000).sessions
        12500
        """
        stretches: list[Stretch] = []
        first = self.first_session
        for stretch in self.stretches:
            fits = min(stretch.sessions, max(end - first, 0))
            if fits < stretch.sessions:
                fits -= fits % stretch.sessions_per_shard
            if fits:
                stretches.append(replace(stretch, sessions=fits))
            first += stretch.sessions
        return replace(self, stretches=tuple(stretches))

    def grown(
        self,
        *,
        sessions: int,
        outcomes: KeptOutcomes | None = None,
        by_tenths: bool = False,
        solve: SolvedShare = SOLVE_NONE,
    ) -> Plan:
        """Return this plan made longer, to so many sessions in all; no shard of it changes.

        Parameters
        ----------
        sessions : int
            How many there are to be in all.
        outcomes : KeptOutcomes, optional
            Which shards of what is added keep their rows; as before if not given.
        by_tenths : bool
            Whether the run may stop after any shard. Then a shard adds at most a tenth to what is
            there before it, so that a run stops soon after it might, and yet a long run has few
            shards: 10,000 deals, then ten shards to each doubling, up to the longest of shards.
        solve : SolvedShare
            Which sessions are solved: the more, the shorter a shard may be.

        Examples
        --------
        >>> plan = Plan.of(sessions=5_000, deals_per_session=8, by_tenths=True)
        >>> [(stretch.sessions, stretch.sessions_per_shard) for stretch in plan.stretches]
        [(1250, 1250), (1250, 125), (2500, 250)]
        """
        added = sessions - self.sessions
        if added <= 0:
            return self
        kept = outcomes or self.outcomes
        evenly = sessions_per_shard(added, self.deals_per_session, kept, solve)
        stretch = self._by_tenths(added, evenly) if by_tenths else (added, evenly)
        stretches = (*self.stretches, Stretch(*stretch, kept))
        grown = Plan(self.deals_per_session, stretches, self.first_session)
        return grown.grown(sessions=sessions, outcomes=kept, by_tenths=by_tenths, solve=solve)

    def _by_tenths(self, added: int, evenly: int) -> tuple[int, int]:
        """Return sessions, and sessions a shard, that double the run, or less if that is too much.

        Shards grow to what they are when they are all of one size, if that is longer than usual.
        """
        longest = max(MOST_DEALS_PER_SHARD // self.deals_per_session, evenly)
        first = -(-FIRST_LOOK_DEALS // self.deals_per_session)
        if self.sessions < first:
            wanted = min(first - self.sessions, added)
            return wanted, wanted
        tenth = -(-self.sessions // LOOKS_A_DOUBLING)
        if tenth >= longest:
            return added, longest
        return min(LOOKS_A_DOUBLING * tenth, added), tenth


def _outcomes(fields: Mapping[str, Any]) -> KeptOutcomes:
    """Return which shards keep their rows; runs of versions without a choice keep all."""
    try:
        return KeptOutcomes.of(fields.get("outcomes", "all"))
    except UserError as error:
        raise ValueError(f"its outcomes: {error}") from None


def _positive(fields: Mapping[str, Any], name: str) -> int:
    return _whole(fields, name, 1)


def _whole(fields: Mapping[str, Any], name: str, least: int) -> int:
    value = fields[name]
    if type(value) is not int or value < least:
        raise ValueError(f"{name} is {value!r}, not a whole number from {least} on")
    return value
