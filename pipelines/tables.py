"""The final tables of a run, with where they come from.

Light on purpose: to load tables neither the statistics nor the simulator is needed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from fractions import Fraction
from typing import Any

import polars as pl

__all__ = ["Asked", "Provenance", "SeatedPlayer", "Stake", "StatedCondition", "Tables"]


@dataclass(frozen=True, kw_only=True)
class SeatedPlayer:
    """One entry of the line-up: his name, and the label of the policy that he follows."""

    name: str
    policy: str


@dataclass(frozen=True, kw_only=True)
class Stake:
    """What a contract of the ladder needs, in tricks, and brings or costs, in units an opponent.

    It needs "at least" the target, or "exactly" so many.
    """

    contract: str
    target: int
    made: int
    failed: int
    judged: str = "at least"


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A target of precision, and how far it is reached.

    Attributes
    ----------
    target : str
        What was asked for, as people write it: "nap made ±0.001".
    estimate, half_width : float or None
        The number that it is about, and half the width of its interval: a probability, or units
        per deal. None where there is none.
    n : int
        Trials of a rate, sessions of an expectation.
    reached : bool
        Whether the interval is narrow enough, and rests on enough deals.
    deals_needed : int or None
        About how many deals it takes; None where nothing tells.
    """

    target: str
    estimate: float | None
    half_width: float | None
    n: int
    reached: bool
    deals_needed: int | None


@dataclass(frozen=True, kw_only=True)
class StatedCondition:
    """What every deal of a run satisfies, and how probable that is.

    Attributes
    ----------
    text : str
        The condition.
    drawn : int
        How many hands satisfy what is said of the one hand that is drawn from a list, …
    possible : int
        … of how many; both are 1 where no hand is drawn so.
    tries : int or None
        Deals that were tried for the rest of the condition; None if there is no rest.
    share, low, high : float or None
        Share of the tries that satisfied it, and the ends of its interval.
    """

    text: str
    drawn: int
    possible: int
    tries: int | None = None
    share: float | None = None
    low: float | None = None
    high: float | None = None

    @property
    def exact(self) -> Fraction:
        """The probability of what is drawn from the list."""
        return Fraction(self.drawn, self.possible)


@dataclass(frozen=True, kw_only=True)
class Provenance:
    """Where tables come from: which experiment, and how much of it.

    Attributes
    ----------
    identity : str
        SHA-256 of everything that defines the distribution, hexadecimal.
    scenario, profile : str
        Names.
    players : int
        Seats at the table.
    seed : int
        Master seed.
    seating : str
        "fixed" or "rotate".
    lineup : tuple of SeatedPlayer
        Who plays.
    stakes : tuple of Stake
        The ladder, lowest contract first.
    deals_per_session, sessions, deals : int
        Length of a session, and what was counted.
    shards_planned, shards_used, shards_missing, shards_beyond_gap : int
        Counted are the shards before the first gap, so that what finishes early has no more
        weight than what finishes late. Missing ones are not simulated yet; those beyond the gap
        are, but wait.
    level : float
        Confidence level of every interval.
    clustered : bool
        Whether deals of a session depend on each other, so that only sessions are independent:
        all intervals then come from sessions.
    first_deal : int
        Number of the first deal: 0, unless other runs hold those before it.
    most_deals : int
        Planned deals of the whole run, of which fewer count where it stopped early.
    asked : tuple of Asked
        The targets of precision of the run, if it has any.
    stopped_by_precision : bool
        Whether the run ended because all its targets were reached. What is planned, used and
        missing is then counted among the shards up to that.
    options : mapping
        The options of the rules that have one value each, under the names that files give them.
    given : StatedCondition or None
        What every deal satisfies: all figures are conditional on it.
    solve : bool or float
        Which share of the sessions was solved: False for none, True for all.
    """

    identity: str
    scenario: str
    profile: str
    players: int
    seed: int
    seating: str
    lineup: tuple[SeatedPlayer, ...]
    stakes: tuple[Stake, ...]
    deals_per_session: int
    sessions: int
    deals: int
    shards_planned: int
    shards_used: int
    shards_missing: int
    shards_beyond_gap: int
    level: float
    clustered: bool = False
    first_deal: int = 0
    most_deals: int = 0
    asked: tuple[Asked, ...] = ()
    stopped_by_precision: bool = False
    options: Mapping[str, Any] = field(default_factory=dict)
    given: StatedCondition | None = None
    solve: bool | float = False

    @property
    def complete(self) -> bool:
        """Whether everything that was planned, up to where the run stopped, has been counted."""
        return self.shards_used == self.shards_planned

    @property
    def deal_numbers(self) -> range:
        """The numbers of what was counted, of deals that were not played too."""
        return range(self.first_deal, self.first_deal + self.sessions * self.deals_per_session)

    def to_json(self) -> dict[str, Any]:
        """Return the provenance as values that JSON can hold."""
        values = asdict(self)
        if self.given is None:
            del values["given"]
        if self.solve is False:
            del values["solve"]
        return values

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Provenance:
        """Return the provenance that `to_json` described.

        Raises
        ------
        KeyError, TypeError
            If it is no such description.
        """
        lineup = tuple(SeatedPlayer(**player) for player in values["lineup"])
        stakes = tuple(Stake(**stake) for stake in values["stakes"])
        asked = tuple(Asked(**target) for target in values.get("asked", ()))
        given = StatedCondition(**values["given"]) if values.get("given") else None
        return cls(**{**values, "lineup": lineup, "stakes": stakes, "asked": asked, "given": given})


@dataclass(frozen=True, kw_only=True)
class Tables:
    """All final tables of a run; `pipelines.schema` describes every column.

    Tables that the profile does not have are None.
    """

    provenance: Provenance
    overview: pl.DataFrame
    contracts: pl.DataFrame
    contracts_by_position: pl.DataFrame
    contracts_by_player: pl.DataFrame
    contracts_by_policy: pl.DataFrame
    calls_by_position: pl.DataFrame
    calls_by_position_given_bid: pl.DataFrame
    calls_by_player: pl.DataFrame
    tricks: pl.DataFrame
    expectation_by_position: pl.DataFrame
    expectation_by_player: pl.DataFrame
    expectation_by_policy: pl.DataFrame
    balances: pl.DataFrame
    balance_summary: pl.DataFrame
    win_share_by_policy: pl.DataFrame
    acts_by_position: pl.DataFrame | None = None
    acts_by_player: pl.DataFrame | None = None
    success_by_act: pl.DataFrame | None = None
    exchange_by_position: pl.DataFrame | None = None
    pool: pl.DataFrame | None = None
    revokes_by_position: pl.DataFrame | None = None
    revokes_by_player: pl.DataFrame | None = None
    session_lengths: pl.DataFrame | None = None
    players_left: pl.DataFrame | None = None
    broke_by_player: pl.DataFrame | None = None
    rebuys_by_player: pl.DataFrame | None = None
    extra_deals: pl.DataFrame | None = None
    balances_after: pl.DataFrame | None = None
    ruin: pl.DataFrame | None = None
    convergence: pl.DataFrame | None = None
    hands: pl.DataFrame | None = None
    audit: pl.DataFrame | None = None
    examples: pl.DataFrame | None = None
    makeable: pl.DataFrame | None = None
    makeable_by_position: pl.DataFrame | None = None
    double_dummy_tricks: pl.DataFrame | None = None
    regret: pl.DataFrame | None = None
    regret_by_position: pl.DataFrame | None = None
    regret_by_trick: pl.DataFrame | None = None

    def frames(self) -> dict[str, pl.DataFrame]:
        """Return the tables that there are by name, in the order in which they are written."""
        names = (each.name for each in fields(self) if each.name != "provenance")
        frames = {name: getattr(self, name) for name in names}
        return {name: frame for name, frame in frames.items() if frame is not None}
