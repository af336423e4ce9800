"""Shards: contiguous ranges of sessions, the pieces in which a run is simulated and stored.

The cut depends on nothing but the number of sessions: not on workers, machines or time. A run
that grows keeps the shards it has, and adds new ones behind them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

MOST_DEALS_PER_SHARD: Final = 1_000_000
"""About a quarter of a second of work, and 2.2 MB in two files."""

FEWEST_DEALS_PER_SHARD: Final = 50_000
"""Below this, files and messages cost more than the deals."""

SHARDS_WANTED: Final = 32
"""Small runs are cut so finely, to keep many CPUs busy to the end."""

FIRST_LOOK_DEALS: Final = 10_000
"""About so many deals make the first shard of a run that stops when it is precise enough."""

LOOKS_A_DOUBLING: Final = 10
"""So many shards later such a run has twice as many deals, until shards are as long as any."""


@dataclass(frozen=True, slots=True)
class Shard:
    """A range of sessions.

    Attributes
    ----------
    number : int
        Its place among the shards of the run, from 0.
    first_session : int
        Number of its first session.
    sessions : int
        How many sessions it holds, at least 1.
    """

    number: int
    first_session: int
    sessions: int

    @property
    def name(self) -> str:
        """Its name, in files and messages.

        >>> Shard(number=7, first_session=875_000, sessions=125_000).name
        'shard-000007'
        """
        return f"shard-{self.number:06d}"

    @property
    def file_name(self) -> str:
        """The name of its files; there is one for deals and one for sessions."""
        return f"{self.name}.parquet"


def sessions_per_shard(sessions: int, deals_per_session: int) -> int:
    """Return how many sessions a shard should hold when so many are to be simulated.

    >>> sessions_per_shard(sessions=125_000_000, deals_per_session=8)
    125000
    >>> sessions_per_shard(sessions=1_000, deals_per_session=8)
    6250
    """
    share = sessions * deals_per_session // SHARDS_WANTED
    deals = min(max(share, FEWEST_DEALS_PER_SHARD), MOST_DEALS_PER_SHARD)
    return -(-deals // deals_per_session)


def plan_shards(
    sessions: int, sessions_per_shard: int, *, first_session: int = 0, first_number: int = 0
) -> Iterator[Shard]:
    """Cut a range of sessions into shards; the last one may be short.

    >>> [shard.sessions for shard in plan_shards(sessions=10, sessions_per_shard=4)]
    [4, 4, 2]
    """
    for place, start in enumerate(range(0, sessions, sessions_per_shard)):
        yield Shard(
            number=first_number + place,
            first_session=first_session + start,
            sessions=min(sessions_per_shard, sessions - start),
        )


@dataclass(frozen=True, slots=True)
class Stretch:
    """Sessions that follow each other, cut into shards of one size."""

    sessions: int
    sessions_per_shard: int

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

    Examples
    --------
    >>> plan = Plan.of(sessions=10_000, deals_per_session=8).grown(sessions=16_000)
    >>> [(shard.first_session, shard.sessions) for shard in plan.shards()]
    [(0, 6250), (6250, 3750), (10000, 6000)]
    """

    deals_per_session: int
    stretches: tuple[Stretch, ...]

    @classmethod
    def of(cls, *, sessions: int, deals_per_session: int, by_tenths: bool = False) -> Plan:
        """Return the plan of a new run; see :meth:`grown`."""
        return cls(deals_per_session, ()).grown(sessions=sessions, by_tenths=by_tenths)

    @classmethod
    def from_json(cls, fields: Mapping[str, Any]) -> Plan:
        """Return the plan that :meth:`to_json` described.

        Raises
        ------
        KeyError, TypeError, ValueError
            If it is no such description, or one that contradicts itself.
        """
        stretches = tuple(
            Stretch(_positive(part, "sessions"), _positive(part, "sessions_per_shard"))
            for part in fields["stretches"]
        )
        plan = cls(_positive(fields, "deals_per_session"), stretches)
        for name, total in (("sessions", plan.sessions), ("deals", plan.deals)):
            if _positive(fields, name) != total:
                raise ValueError(f"its {name} are {fields[name]}, those of its stretches {total}")
        return plan

    def to_json(self) -> dict[str, Any]:
        """Return the plan as values that JSON can hold."""
        return {
            "deals": self.deals,
            "deals_per_session": self.deals_per_session,
            "sessions": self.sessions,
            "stretches": [
                {"sessions": part.sessions, "sessions_per_shard": part.sessions_per_shard}
                for part in self.stretches
            ],
        }

    @property
    def sessions(self) -> int:
        """Sessions in all."""
        return sum(stretch.sessions for stretch in self.stretches)

    @property
    def deals(self) -> int:
        """Deals in all."""
        return self.sessions * self.deals_per_session

    def __len__(self) -> int:
        """Shards in all."""
        return sum(stretch.shards for stretch in self.stretches)

    def shards(self) -> Iterator[Shard]:
        """Yield every shard in order."""
        session = number = 0
        for stretch in self.stretches:
            yield from plan_shards(
                stretch.sessions,
                stretch.sessions_per_shard,
                first_session=session,
                first_number=number,
            )
            session += stretch.sessions
            number += stretch.shards

    def grown(self, *, sessions: int, by_tenths: bool = False) -> Plan:
        """Return this plan made longer, to so many sessions in all; no shard of it changes.

        Parameters
        ----------
        sessions : int
            How many there are to be in all.
        by_tenths : bool
            Whether the run may stop after any shard. Then a shard adds at most a tenth to what is
            there before it, so that a run stops soon after it might, and yet a long run has few
            shards: 10,000 deals, then ten shards to each doubling, up to the longest of shards.

        Examples
        --------
        >>> plan = Plan.of(sessions=5_000, deals_per_session=8, by_tenths=True)
        >>> [(stretch.sessions, stretch.sessions_per_shard) for stretch in plan.stretches]
        [(1250, 1250), (1250, 125), (2500, 250)]
        """
        added = sessions - self.sessions
        if added <= 0:
            return self
        stretch = self._by_tenths(added) if by_tenths else self._evenly(added)
        grown = Plan(self.deals_per_session, (*self.stretches, stretch))
        return grown.grown(sessions=sessions, by_tenths=by_tenths)

    def _evenly(self, added: int) -> Stretch:
        return Stretch(added, sessions_per_shard(added, self.deals_per_session))

    def _by_tenths(self, added: int) -> Stretch:
        """Return the next stretch that doubles the run, or less if that is too much."""
        longest = MOST_DEALS_PER_SHARD // self.deals_per_session
        first = -(-FIRST_LOOK_DEALS // self.deals_per_session)
        if self.sessions < first:
            wanted = min(first - self.sessions, added)
            return Stretch(wanted, wanted)
        tenth = -(-self.sessions // LOOKS_A_DOUBLING)
        if tenth >= longest:
            return Stretch(added, longest)
        return Stretch(min(LOOKS_A_DOUBLING * tenth, added), tenth)


def _positive(fields: Mapping[str, Any], name: str) -> int:
    value = fields[name]
    if type(value) is not int or value < 1:
        raise ValueError(f"{name} is {value!r}, not a whole number from 1 on")
    return value
