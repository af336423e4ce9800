"""The referee's examination: extra deals among the tied players of a session."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from tests import referee
from tests.referee import Acts, Foul, House
from tests.rules.referee_sessions import (
    SEED,
    SESSION,
    SHORT,
    judged,
    played,
    played_session,
    revoke,
)


class TestExtraDeals:
    """Three players; eldest fails in nap, and the other two are tied at five units."""

    HOUSE = replace(SHORT, ties="extra deal", pool_ante=1)
    FIRST = referee.first_dealer(SEED, SESSION, 3)
    TIED = tuple(sorted([FIRST, (FIRST + 2) % 3]))

    def deals(self) -> list[Acts]:
        return played_session(self.HOUSE, 3, "nap pass pass", "pass pass pass")

    def extra(self, number: int, calls: str, house: House = SHORT, players: int = 2) -> Acts:
        """Extra deals have the number of the session, and streams 256 further each time."""
        return played(house, SESSION, players, calls, stream=256 * (number + 1))

    def dealer(self, number: int) -> int:
        word = next(referee.random_words(SEED, 1 + 256 * (number + 1), SESSION))
        return self.TIED[word * 2 >> 64]

    def wins(self, *seats: int) -> tuple[bool, ...]:
        return tuple(seat in seats for seat in range(3))

    def test_who_leads_after_one_wins_alone(self) -> None:
        """Eldest of the two fails in nap, so their dealer wins; no balance moves."""
        extra = self.extra(0, "nap pass")
        verdict = judged(self.HOUSE, 3, self.deals(), extra_deals=[extra])
        assert verdict.extra_deals[0].verdict.payments == (5, -5)
        assert verdict.extra_deals[0].dealer == self.dealer(0)
        assert verdict.winners == self.wins(self.dealer(0))
        shared = judged(replace(self.HOUSE, ties="share"), 3, self.deals())
        assert verdict.balances == shared.balances
        assert shared.winners == self.wins(*self.TIED)
        assert sorted(shared.balances) == [-10, 5, 5]

    def test_a_deal_passed_out_is_followed_by_another_with_a_new_dealer(self) -> None:
        extra = [self.extra(number, "pass pass") for number in range(5)]
        extra.append(self.extra(5, "nap pass"))
        verdict = judged(self.HOUSE, 3, self.deals(), extra_deals=extra)
        dealers = [deal.dealer for deal in verdict.extra_deals]
        assert dealers == [self.dealer(number) for number in range(6)]
        assert set(dealers) == set(self.TIED)
        assert verdict.winners == self.wins(self.dealer(5))

    def test_a_tie_after_twenty_is_shared(self) -> None:
        extra = [self.extra(number, "pass pass") for number in range(21)]
        verdict = judged(self.HOUSE, 3, self.deals(), extra_deals=extra[:20])
        assert verdict.winners == self.wins(*self.TIED)
        assert sorted(verdict.shares) == [0, Fraction(1, 2), Fraction(1, 2)]
        with pytest.raises(Foul, match="after 19 extra deals the tie is not broken"):
            judged(self.HOUSE, 3, self.deals(), extra_deals=extra[:19])
        with pytest.raises(Foul, match="extra deal 20 was played although nothing was left"):
            judged(self.HOUSE, 3, self.deals(), extra_deals=extra)

    def test_foul_extra_deals(self) -> None:
        lead = self.extra(0, "nap pass")
        after = self.extra(1, "pass pass")
        with pytest.raises(Foul, match="extra deal 1 was played although nothing was left"):
            judged(self.HOUSE, 3, self.deals(), extra_deals=[lead, after])
        with pytest.raises(Foul, match=r"position 0 has .*, but was dealt"):
            judged(self.HOUSE, 3, self.deals(), extra_deals=[after])
        with pytest.raises(Foul, match="extra deal 0 has 3 players, but 2 tied"):
            three = self.extra(0, "pass pass pass", players=3)
            judged(self.HOUSE, 3, self.deals(), extra_deals=[three])
        with pytest.raises(Foul, match="had extra deals without a tie to break"):
            judged(replace(self.HOUSE, ties="share"), 3, self.deals(), extra_deals=[lead])

    def test_prices_count_and_nobody_sits_out(self) -> None:
        """All three are level, though one sat out each time: two peep, and the dealer wins."""
        house = replace(SHORT, ties="extra deal", peep=True, dealer_sits_out=True)
        passed_out = [
            replace(acts, peeps=[False, False])
            for acts in played_session(house, 3, "pass pass", "pass pass")
        ]
        everybody_plays = replace(house, dealer_sits_out=False)
        extra = self.extra(0, "pass pass pass", everybody_plays, players=3)
        extra = replace(extra, peeps=[True, True, False])
        verdict = judged(house, 3, passed_out, extra_deals=[extra])
        only = verdict.extra_deals[0]
        assert only.verdict.payments == (0, -1, -1)
        assert verdict.winners == self.wins(only.dealer)
        assert verdict.balances == (0, 0, 0)

    def test_revokes_of_an_extra_deal_have_streams_of_their_own(self) -> None:
        """The player who is second in it revokes; the deals of the session were passed out."""
        house = replace(SHORT, ties="extra deal")
        passed_out = played_session(house, 3, *["pass pass pass"] * 2)
        followed = self.extra(0, "nap pass pass", players=3)
        revoked = revoke(followed, SESSION, stream=2 + 256)
        seats = [
            (seat + referee.extra_deal_dealer(SEED, SESSION, 0, range(3))) % 3 for seat in range(3)
        ]
        rates = [float(seat == seats[2]) for seat in range(3)]
        verdict = judged(house, 3, passed_out, extra_deals=[revoked], revoke_rates=rates)
        assert verdict.extra_deals[0].verdict.payments == (0, 10, -10)
        assert verdict.winners == self.wins(seats[1])
        with pytest.raises(Foul, match="was to revoke with"):
            judged(house, 3, passed_out, extra_deals=[followed], revoke_rates=[1.0] * 3)

    def test_there_is_no_pool_to_win(self) -> None:
        """Eldest pays for the peep card and makes nap, by a revoke; the price is gone."""
        house = replace(SHORT, ties="extra deal", peep=True)
        passed_out = played_session(house, 3, *["pass pass pass"] * 2)
        acts = self.extra(0, "nap pass pass", house, players=3)
        revoked = revoke(acts, SESSION, stream=2 + 256)
        revoked = replace(revoked, peeps=[True, False, False], declarer_throws={acts.peep_card})
        verdict = judged(house, 3, passed_out, extra_deals=[revoked], revoke_rates=[1.0] * 3)
        assert verdict.extra_deals[0].verdict.payments == (0, 10 - 1, -10)
