"""Everything that was counted of a run, and how sure its rates and means are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import polars as pl

from pipelines.dimension import Dimension
from pipelines.double_dummy.parts import SOLVED
from pipelines.facts import Facts, facts_of
from pipelines.intervals import Mean, Rate, rate
from pipelines.lineup import Group, policy_of_player
from pipelines.moments import Moments
from pipelines.number_bins import BINNED, OF
from pipelines.partial_tables import PartialTables
from pipelines.ratio_sums import RATIO_COUNTS
from pipelines.ratios import RatioSums, rate_of_clusters, ratio_of_clusters
from sim.experiment import Experiment
from sim.game.rules import Rules

__all__ = ["RatioName", "Totals"]

_NOTHING = RatioSums(y=0, x=0, yy=0, xy=0, xx=0, clusters=0, some=0, rest=0)


@dataclass(frozen=True)
class RatioName:
    """By what a ratio is known: see `pipelines.session_counts.Counting`."""

    what: str
    who: str = ""
    member: int = 0
    first: int = 0
    second: int = 0


@dataclass(frozen=True, kw_only=True)
class Totals:
    """Everything that was counted of a run.

    Attributes
    ----------
    experiment : Experiment
        What was sampled.
    facts : Facts
        What was said and played, with the policies of the players.
    sums : polars.DataFrame
        See `session_sums` and `histograms`.
    first_sessions : polars.DataFrame
        See `pipelines.firsts.first_sessions`; empty where that is not known.
    ratios : mapping of RatioName to RatioSums
        What was counted session by session; in a plain run, of solved sessions alone.
    level : float
        Confidence level of every interval.
    """

    experiment: Experiment
    facts: Facts
    sums: pl.DataFrame
    first_sessions: pl.DataFrame
    ratios: Mapping[RatioName, RatioSums]
    level: float

    @classmethod
    def of(cls, total: PartialTables, experiment: Experiment, level: float) -> Totals:
        """Return the totals that partial tables add up to."""
        keys = ("what", "who", "member", "first", "second")
        ratios = {
            RatioName(*row[: len(keys)]): RatioSums(
                **dict(zip(RATIO_COUNTS, row[len(keys) :], strict=True))
            )
            for row in total.ratios.select(*keys, *RATIO_COUNTS).rows()
        }
        facts = facts_of(total.census, Dimension(experiment.rules))
        return cls(
            experiment=experiment,
            facts=facts.with_policies(policy_of_player(experiment)),
            sums=total.sums,
            first_sessions=total.first_sessions,
            ratios=ratios,
            level=level,
        )

    @property
    def rules(self) -> Rules:
        """The rules of the experiment."""
        return self.experiment.rules

    @property
    def clustered(self) -> bool:
        """Whether only sessions, not the deals in them, are independent of each other."""
        return self.rules.session_matters

    @cached_property
    def sessions(self) -> int:
        """Sessions in all."""
        histogram = self.sums.filter(quantity="balance", of="player", first=0)
        return int(histogram["value"].sum())

    @cached_property
    def binned(self) -> Mapping[int, Mapping[str, RatioSums]]:
        """The rates of the headline contract by bin of numbers; see `pipelines.number_bins.OF`.

        Of independent deals y and x alone are told. Empty where some shards were counted, and
        their rows not kept, by a version that did not count by number.
        """
        counted = self._ratios_by_bin() if self.clustered else self._deals_by_bin()
        found = {number: counted[number] for number in sorted(counted)}
        deals = sum(rates["bid"].x for rates in found.values())
        return found if deals == self.facts.deals else {}

    def _ratios_by_bin(self) -> dict[int, dict[str, RatioSums]]:
        names = {f"{BINNED} {what}": what for what in OF}
        bins = {name.first for name in self.ratios if name.what in names}
        return {
            number: {
                what: self.ratio(RatioName(name, first=number)) for name, what in names.items()
            }
            for number in bins
        }

    def _deals_by_bin(self) -> dict[int, dict[str, RatioSums]]:
        rows = self.sums.filter(quantity=BINNED).select("first", "of", "value").rows()
        deals = {(number, of): value for number, of, value in rows}
        return {
            number: {
                what: replace(_NOTHING, y=deals[number, what], x=deals[number, of])
                for what, of in OF.items()
            }
            for number in {number for number, _ in deals}
        }

    @cached_property
    def tries(self) -> int | None:
        """Deals that were tried until all satisfied the condition; None where none were."""
        tried = self.sums.filter(quantity="tries")
        return int(tried["value"].sum()) if self.experiment.needs_tries else None

    @cached_property
    def moments(self) -> Mapping[str, Moments]:
        """Moments of players and of positions; only a plain run has them."""
        return {who: Moments.of(self.sums, who) for who in ("player", "position")}

    @cached_property
    def plain(self) -> bool:
        """Whether deals were counted outcome by outcome, as `is_plain` says they can be."""
        return all(name.what.startswith(SOLVED) for name in self.ratios)

    def at_table(self, group: Group) -> tuple[int, int]:
        """Return how many deals the members of a group had at the table, added up.

        Returns
        -------
        tuple of int
            All of them, and those in which anybody bid.
        """
        if not group.who:
            return self.facts.deals, self.facts.deals - self.facts.passed_out
        by_position = group.who == "position"
        seated = [
            seat
            for seat in self.facts.seated
            if (seat.position if by_position else seat.player) in group.members
        ]
        return sum(seat.deals for seat in seated), sum(seat.played for seat in seated)

    def described(self, groups: Sequence[Group]) -> pl.DataFrame:
        """Return the labels of groups as a table, and how many deals each took part in.

        Returns
        -------
        polars.DataFrame
            The labels; member, the group's number; deals, in which it was at the table (of
            policies and of all together: all deals); player_deals, the deals of its players added
            up; sharing, the players who share a policy (1 for others).
        """
        rows = [
            {
                **group.labels,
                "member": group.number,
                "deals": self.facts.deals if group.who == "policy" else player_deals,
                "player_deals": player_deals,
                "sharing": len(group.members) if group.who == "policy" else 1,
            }
            for group in groups
            for player_deals, _ in [self.at_table(group)]
        ]
        return pl.DataFrame(rows, infer_schema_length=None)

    def ratio(self, name: RatioName) -> RatioSums:
        """Return the sums of a ratio; all 0 where nothing was counted."""
        return self.ratios.get(name, _NOTHING)

    def rate(self, name: RatioName, successes: int, trials: int, among: int = 1) -> Rate:
        """Return a rate with its interval, from the deals or from the sessions.

        Parameters
        ----------
        name : RatioName
            What it is called among the ratios.
        successes, trials : int
            How often it happened, and could have happened.
        among : int
            By how many players who share a policy the trials were multiplied: at most one of them
            can do it in a deal, so that deals are the independent trials.

        Raises
        ------
        ValueError
            If sessions and deals do not tell the same.
        """
        if not self.clustered:
            return rate(successes, trials // among, self.level).shared(among)
        sums = self.ratio(name)
        if (sums.y, sums.x) != (successes, trials):
            raise ValueError(f"{name}: {sums.y} of {sums.x} in sessions, {successes} of {trials}")
        return rate_of_clusters(sums, self.level)

    def counted_rate(self, name: RatioName) -> Rate:
        """Return the rate of something that only the sessions tell."""
        sums = self.ratio(name)
        return self.rate(name, sums.y, sums.x)

    def mean(self, name: RatioName) -> Mean:
        """Return a ratio of two sums over sessions."""
        return ratio_of_clusters(self.ratio(name), self.level)
