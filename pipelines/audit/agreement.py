"""Sums that must agree exactly, each made in two ways out of what was counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import polars as pl

from pipelines.audit.lines import Line, exactly
from pipelines.audit.sums import Sums
from pipelines.dealt.counting import positions_of_turns
from pipelines.dealt.sample import cards_stay, deals_in_sample
from pipelines.sessions import shares_of_a_win
from pipelines.totals import RatioName, Totals

__all__ = ["lines_of_agreement"]


def lines_of_agreement(totals: Totals, sums: Sums, numbers: range) -> Iterator[Line]:
    """Yield what must be equal in every run.

    Parameters
    ----------
    totals : Totals
    sums : Sums
        Those of the totals.
    numbers : range
        The numbers of all deals of the run, of deals that were not played too.
    """
    found = _Agreement(totals, sums, numbers)
    yield from found.sessions()
    yield from found.deals()
    yield from found.auctions()
    yield from found.balances()
    yield from found.money()
    yield from found.hands()


class _Agreement:
    def __init__(self, totals: Totals, sums: Sums, numbers: range) -> None:
        self._totals = totals
        self._sums = sums
        self._numbers = numbers
        self._players = range(totals.rules.players)
        self._planned = len(numbers) // totals.rules.deals_per_session

    def sessions(self) -> Iterator[Line]:
        """Every histogram of sessions has all sessions."""
        planned, sums = self._planned, self._sums
        for player in self._players:
            counted = sum(sums.by_second("balance", "player", player).values())
            yield self._equal("sessions by balance", planned, counted, player)
            counted = sum(sums.by_second("winners", "player", player).values())
            yield self._equal("sessions by winners", planned, counted, player)
        whole = shares_of_a_win(len(self._players))
        shares = sum(
            sessions * (whole // winners)
            for (_, winners), sessions in sums.of("winners", "player").items()
            if winners
        )
        yield exactly("shares of wins", n=planned, observed=shares, expected=whole * planned)
        for quantity in ("deals", "extra deals"):
            if sums.of(quantity, "session"):
                yield self._equal(f"sessions by {quantity}", planned, sums.one(quantity, "session"))
        for who in ("seat", "player"):
            if sums.of("first dealer", who):
                counted = sums.one("first dealer", who)
                yield self._equal(f"sessions by first dealer, {who}", planned, counted)

    def deals(self) -> Iterator[Line]:
        """There are as many deals as the sessions say, and everybody deals his share of them."""
        totals = self._totals
        lengths = self._sums.by_second("deals", "session")
        expected = sum(deals * sessions for deals, sessions in lengths.items())
        if not totals.rules.may_end_early:
            expected = len(self._numbers)
        yield self._equal("deals", expected, totals.facts.deals)
        if totals.rules.may_end_early or not self._sums.of("first dealer", "player"):
            return
        for player in self._players:
            counted = sum(
                seat.deals
                for seat in totals.facts.seated
                if (seat.position, seat.player) == (0, player)
            )
            yield self._equal("deals by dealer", self._deals_dealt_by(player), counted, player)

    def _deals_dealt_by(self, player: int) -> int:
        """Return how many deals a player deals, from who deals first in the sessions."""
        rounds, rest = divmod(self._totals.rules.deals_per_session, len(self._players))
        return sum(
            sessions * (rounds + ((player - first) % len(self._players) < rest))
            for first, sessions in self._sums.by_first("first dealer", "player").items()
        )

    def auctions(self) -> Iterator[Line]:
        """Every position speaks once in a deal, and every deal is played or passed out."""
        facts = self._totals.facts
        spoken = _by(facts.spoken, "position")
        at_table: Counter[int] = Counter()
        for seat in facts.seated:
            at_table[seat.position] += seat.deals
        for position in sorted(positions_of_turns(self._totals.rules)):
            counted = spoken.get(position, 0)
            yield self._equal("calls", at_table[position], counted, position)
        played = _by(facts.played, "contract")
        settled = sum(played.values()) + facts.passed_out
        yield self._equal("played or passed out", facts.deals, settled)
        if not self._totals.clustered:
            return
        made = _by(facts.played.filter(made=1), "contract")
        for number, contract in enumerate(self._totals.rules.ladder, start=1):
            for what, counts in (("played", played), ("made", made)):
                in_sessions = self._totals.ratio(RatioName(what, first=number)).y
                expected = counts.get(number, 0)
                yield self._equal(f"{what} in sessions", expected, in_sessions, None, contract.name)

    def balances(self) -> Iterator[Line]:
        """Nothing is won that nobody loses, and moments are those of the histograms."""
        sums, sessions = self._sums, self._planned
        if sums.has("unbalanced"):
            balanced = sessions - sums.one("unbalanced", "session")
            yield self._equal("sessions that balance", sessions, balanced)
        in_pool = self._totals.ratio(RatioName("pool left")).y
        won = sum(units * n for (_, units), n in sums.of("balance", "player").items())
        yield exactly("balances together", n=sessions, observed=won + in_pool, expected=0)
        if not self._totals.plain:
            return
        for who, moments in self._totals.moments.items():
            yield self._equal(f"sessions in moments, {who}", sessions, moments.sessions)
            everybody = [1 + place for place in self._players]
            squared = sum(moments.products[i][j] for i in everybody for j in everybody)
            check = f"squares of all balances, {who}"
            yield exactly(check, n=sessions, observed=squared, expected=0)
        products = self._totals.moments["player"].products
        for player in self._players:
            histogram = sums.by_second("balance", "player", player)
            for check, power, value in (
                ("sum of balances", 1, products[0][1 + player]),
                ("squares of balances", 2, products[1 + player][1 + player]),
            ):
                expected = sum(units**power * n for units, n in histogram.items())
                yield exactly(check, place=player, n=sessions, observed=value, expected=expected)

    def money(self) -> Iterator[Line]:
        """What players have is what the ladder pays for the contracts that were made and failed."""
        rules = self._totals.rules
        if rules.may_end_early:  # what a player cannot pay is not paid
            return
        for who in ("player", "position"):
            by_ladder = {place: self._as_declarer(who, place) for place in self._players}
            everybody = sum(by_ladder.values())
            for place in self._players:
                if self._totals.experiment.pays_by_ladder:
                    # Each opponent of a declarer pays one share: b = d - (t - d) / opponents.
                    others = everybody - by_ladder[place]
                    expected = by_ladder[place] - others // rules.opponents
                    observed = self._units(who, place)
                    check = f"units by {who}"
                else:
                    expected = by_ladder[place]
                    observed = self._totals.ratio(RatioName("declarer", who, place)).y
                    check = f"units as declarer by {who}"
                n = self._totals.facts.deals
                yield exactly(check, place=place, n=n, observed=observed, expected=expected)

    def _as_declarer(self, who: str, place: int) -> int:
        """Return what the ladder gives a declarer in all deals."""
        rules = self._totals.rules
        played = self._totals.facts.played.filter(pl.col(who) == place)
        per_opponent: int = sum(
            deals * (rules.ladder[contract].made if made else -rules.ladder[contract].failed)
            for contract, made, deals in played.select("contract", "made", "deals").rows()
        )
        return rules.opponents * per_opponent

    def _units(self, who: str, place: int) -> int:
        if who == "player":
            histogram = self._sums.by_second("balance", "player", place)
            return sum(units * sessions for units, sessions in histogram.items())
        if self._totals.plain:
            return self._totals.moments["position"].products[0][1 + place]
        return self._totals.ratio(RatioName("units", "position", place)).y

    def hands(self) -> Iterator[Line]:
        """Where all deals were dealt again, there is a declarer's hand of each that was played."""
        everything = deals_in_sample(self._numbers) == len(self._numbers)
        if not everything or not cards_stay(self._totals.experiment) or not self._sums.has("dealt"):
            return
        facts = self._totals.facts
        played, made = (_by(of, "contract") for of in (facts.played, facts.played.filter(made=1)))
        for number, contract in enumerate(self._totals.rules.ladder, start=1):
            hands = self._sums.of("hand", contract.name)
            good = sum(deals for (_, result), deals in hands.items() if result % 2)
            for check, expected, counted in (
                ("hands of declarers", played, sum(hands.values())),
                ("hands that made it", made, good),
            ):
                yield self._equal(check, expected.get(number, 0), counted, None, contract.name)

    @staticmethod
    def _equal(
        check: str, expected: int, observed: int, place: int | None = None, item: str = ""
    ) -> Line:
        """Return a line of two counts of the same things."""
        return exactly(
            check, n=expected, observed=observed, expected=expected, place=place, item=item
        )


def _by(frame: pl.DataFrame, key: str) -> Mapping[int, int]:
    """Add up deals by a column."""
    return dict(frame.group_by(key).agg(pl.col("deals").sum()).rows())
