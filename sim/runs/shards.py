"""Shards: contiguous ranges of sessions, the pieces in which a run is simulated and stored.

The cut depends on nothing but the number of sessions: not on workers, machines or time. A run
that grows keeps the shards it has, and adds new ones behind them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sim.errors import UserError
from sim.runs.kept_outcomes import KEEP_ALL, KEEP_NONE, KeptOutcomes

MOST_DEALS_PER_SHARD: Final = 1_000_000
"""About a quarter of a second of work, and 2.2 MB in two files."""

FEWEST_DEALS_PER_SHARD: Final = 50_000
"""Below this, files and messages cost more than the deals."""

SHARDS_WANTED: Final = 32
"""Small runs are cut so finely, to keep many CPUs busy to the end."""

MOST_DEALS_WITHOUT_ROWS: Final = 64_000_000
"""A shard of which only counts are kept may be so large: about a quarter of a minute of work."""

SHARDS_ENOUGH: Final = 8_192
"""Where only counts are kept, shards become larger rather than more than this."""


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
    keeps_rows : bool
        Whether its deals and sessions are kept row by row, or only what is counted of them.
    """

    number: int
    first_session: int
    sessions: int
    keeps_rows: bool = True

    @property
    def name(self) -> str:
        """Its name, in files and messages.

        >>> Shard(number=7, first_session=875_000, sessions=125_000).name
        'shard-000007'
        """
        return f"shard-{self.number:06d}"

    @property
    def file_name(self) -> str:
        """The name of its files: one for deals, one for sessions, one for counts."""
        return f"{self.name}.parquet"


def sessions_per_shard(
    sessions: int, deals_per_session: int, outcomes: KeptOutcomes = KEEP_ALL
) -> int:
    """Return how many sessions a shard should hold when so many are to be simulated.

    Where no rows are kept, memory and files do not bound a shard: it is simulated and counted
    piece by piece.

    >>> sessions_per_shard(sessions=125_000_000, deals_per_session=8)
    125000
    >>> sessions_per_shard(sessions=1_000, deals_per_session=8)
    6250
    >>> sessions_per_shard(125_000_000_000, deals_per_session=8, outcomes=KEEP_NONE)
    8000000
    """
    planned = sessions * deals_per_session
    share = planned // SHARDS_WANTED
    deals = min(max(share, FEWEST_DEALS_PER_SHARD), MOST_DEALS_PER_SHARD)
    if outcomes == KEEP_NONE:
        deals = min(max(deals, -(-planned // SHARDS_ENOUGH)), MOST_DEALS_WITHOUT_ROWS)
    return -(-deals // deals_per_session)


def plan_shards(
    sessions: int,
    sessions_per_shard: int,
    *,
    first_session: int = 0,
    first_number: int = 0,
    outcomes: KeptOutcomes = KEEP_ALL,
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
            keeps_rows=outcomes.by(place),
        )


def pieces_of(shard: Shard, deals_per_session: int) -> Iterator[Shard]:
    """Cut a shard into pieces of which each fits into memory.

    >>> [piece.sessions for piece in pieces_of(Shard(0, 0, 300_000), deals_per_session=8)]
    [125000, 125000, 50000]
    """
    return plan_shards(
        shard.sessions,
        -(-MOST_DEALS_PER_SHARD // deals_per_session),
        first_session=shard.first_session,
    )


@dataclass(frozen=True, slots=True)
class Stretch:
    """Sessions that were asked for at one time, cut into shards of one size."""

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
        One for the run as it began, and one for each time it was made longer.

    Examples
    --------
    >>> plan = Plan.of(sessions=10_000, deals_per_session=8).grown(sessions=16_000)
    >>> [(shard.first_session, shard.sessions) for shard in plan.shards()]
    [(0, 6250), (6250, 3750), (10000, 6000)]
    """

    deals_per_session: int
    stretches: tuple[Stretch, ...]

    @classmethod
    def of(
        cls, *, sessions: int, deals_per_session: int, outcomes: KeptOutcomes = KEEP_ALL
    ) -> Plan:
        """Return the plan of a new run."""
        return cls(deals_per_session, ()).grown(sessions=sessions, outcomes=outcomes)

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
                {
                    "sessions": part.sessions,
                    "sessions_per_shard": part.sessions_per_shard,
                    "outcomes": str(part.outcomes),
                }
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
                outcomes=stretch.outcomes,
            )
            session += stretch.sessions
            number += stretch.shards

    @property
    def outcomes(self) -> KeptOutcomes:
        """Which shards keep their rows among those that were asked for last."""
        return self.stretches[-1].outcomes if self.stretches else KEEP_ALL

    def grown(self, *, sessions: int, outcomes: KeptOutcomes | None = None) -> Plan:
        """Return this plan made longer, to so many sessions in all; no shard of it changes.

        Of what is added, rows are kept as asked for here, or else as before.
        """
        added = sessions - self.sessions
        if added <= 0:
            return self
        kept = outcomes or self.outcomes
        size = sessions_per_shard(added, self.deals_per_session, kept)
        stretch = Stretch(added, size, kept)
        return Plan(self.deals_per_session, (*self.stretches, stretch))


def _outcomes(fields: Mapping[str, Any]) -> KeptOutcomes:
    """Return which shards keep their rows; runs of versions without a choice keep all."""
    try:
        return KeptOutcomes.of(fields.get("outcomes", "all"))
    except UserError as error:
        raise ValueError(f"its outcomes: {error}") from None


def _positive(fields: Mapping[str, Any], name: str) -> int:
    value = fields[name]
    if type(value) is not int or value < 1:
        raise ValueError(f"{name} is {value!r}, not a whole number from 1 on")
    return value
