"""The referee's examination: numbered sessions, and everything that passes from deal to deal.

The cards are those of the numbers; everybody plays his first card that follows, and what the
declarers come to is written down here.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest

from tests import referee
from tests.referee import BASIC, Acts, Foul, judge_numbered_session
from tests.rules.referee_deals import any_play, auction
from tests.rules.referee_sessions import (
    SEED,
    SESSION,
    SHORT,
    judged,
    played,
    played_session,
    revoke,
)


class TestBalances:
    def test_deals_and_dealers_follow_from_the_numbers(self) -> None:
        verdict = judged(BASIC, 5, played_session(BASIC, 5, *["pass " * 5] * 8))
        first = referee.first_dealer(SEED, SESSION, 5)
        assert [deal.number for deal in verdict.deals] == list(range(24, 32))
        assert [deal.dealer for deal in verdict.deals] == [(first + i) % 5 for i in range(8)]
        assert verdict.balances == verdict.by_position == (0,) * 5
        assert verdict.shares == (Fraction(1, 5),) * 5

    def test_balances_are_of_the_players_wherever_they_sit(self) -> None:
        """Eldest fails in nap in both deals: fifteen down as declarer, five up as the other."""
        deals = played_session(SHORT, 4, *["nap pass pass pass"] * 2)
        fixed = judged(SHORT, 4, deals)
        assert [deal.verdict.made for deal in fixed.deals] == [False, False]
        first = referee.first_dealer(SEED, SESSION, 4)
        by_seat = [10, 10, 10, 10]
        by_seat[(first + 1) % 4] = by_seat[(first + 2) % 4] = -10
        assert fixed.balances == tuple(by_seat)
        assert fixed.by_position == (10, -30, 10, 10)
        rotated = judged(SHORT, 4, deals, seating="rotate")
        assert rotated.balances == tuple(by_seat[(player + SESSION) % 4] for player in range(4))
        assert rotated.by_position == fixed.by_position

    def test_a_session_has_all_its_deals_and_no_more(self) -> None:
        deals = played_session(BASIC, 3, *["pass pass pass"] * 8)
        with pytest.raises(Foul, match="session 3 ended after 7 deals"):
            judged(BASIC, 3, deals[:7])
        with pytest.raises(Foul, match="deal 32 was played after the end of its session"):
            judged(BASIC, 3, [*deals, deals[0]])

    def test_deals_in_another_order_are_foul(self) -> None:
        deals = played_session(SHORT, 3, *["pass pass pass"] * 2)
        with pytest.raises(Foul, match=r"deal 6: position 0 has .*, but was dealt"):
            judged(SHORT, 3, deals[::-1])

    def test_players_too_many_are_foul(self) -> None:
        deals = played_session(SHORT, 4, *["pass pass pass pass"] * 2)
        with pytest.raises(Foul, match="deal 6 has 4 players, but 3 are present"):
            judged(SHORT, 3, deals)


class TestPool:
    PEEP = replace(SHORT, pool_ante=1, peep=True)

    def deals(self) -> list[Acts]:
        """Two deals passed out, with three looks at the peep card by eldest and second."""
        first, second = played_session(self.PEEP, 4, *["pass pass pass pass"] * 2)
        first = replace(first, peeps=[True, True, False, False])
        return [first, replace(second, peeps=[True, False, False, False])]

    def test_the_split_is_in_the_balances_and_not_in_the_positions(self) -> None:
        """Eight antes and three prices: two to each of four, and three stay."""
        verdict = judged(self.PEEP, 4, self.deals())
        assert (verdict.split, verdict.pool) == (2, 3)
        assert [deal.verdict.pool for deal in verdict.deals] == [6, 11]
        assert verdict.by_position == (-2, -2 - 2, -2 - 1, -2)
        first = referee.first_dealer(SEED, SESSION, 4)
        by_seat = [0, 0, 0, 0]
        by_seat[(first + 1) % 4] = -1
        by_seat[(first + 2) % 4] = -2  # second in the first deal, eldest in the second
        assert verdict.balances == tuple(by_seat)
        assert sum(verdict.balances) + verdict.pool == 0

    def test_or_all_of_it_stays(self) -> None:
        house = replace(self.PEEP, pool_end="stay")
        verdict = judged(house, 4, self.deals())
        assert (verdict.split, verdict.pool, sum(verdict.balances)) == (0, 11, -11)

    def test_it_passes_from_deal_to_deal_until_a_nap_is_made(self) -> None:
        """Of the numbers of this seed, the first nap that any play makes."""
        house = replace(SHORT, pool_ante=1)
        session, acts = next(
            (number // 2, acts)
            for number in itertools.count(1, 2)
            for acts in [played(house, number, 3, "nap pass pass")]
            if referee.judge(BASIC, acts.hands, acts.calls, acts.plays).made
        )
        deals = [played(house, 2 * session, 3, "pass pass pass"), acts]
        verdict = judge_numbered_session(house, players=3, seed=SEED, session=session, deals=deals)
        assert [deal.verdict.pool for deal in verdict.deals] == [3, 0]
        assert verdict.deals[1].verdict.pool_won == 6
        assert verdict.by_position == (-1 - 1 - 5, -1 - 1 + 10 + 6, -1 - 1 - 5)


class TestOutWhenBroke:
    HOUSE = replace(BASIC, chips=5)

    def test_the_broke_leave_and_the_others_close_up(self) -> None:
        """Eldest loses all to his neighbour, leaves, and the deal passes over his seat.

        In the second deal three are left; eldest again loses all, and two do not play on.
        """
        deals = played_session(self.HOUSE, 4, "nap pass pass pass")
        deals.append(played(self.HOUSE, 25, 3, "nap pass pass"))
        verdict = judged(self.HOUSE, 4, deals)
        first = referee.first_dealer(SEED, SESSION, 4)
        clockwise = [(first + step) % 4 for step in range(4)]
        assert [deal.seats for deal in verdict.deals] == [
            tuple(clockwise),
            (clockwise[2], clockwise[3], clockwise[0]),
        ]
        assert [deal.verdict.payments for deal in verdict.deals] == [(0, -5, 5, 0), (0, -5, 5)]
        assert verdict.by_position == (0, -10, 10, 0)
        units = dict(zip(clockwise, (5, -5, 5, -5), strict=True))
        assert verdict.balances == tuple(units[seat] for seat in range(4))

    def test_the_session_ends_there(self) -> None:
        deals = played_session(self.HOUSE, 4, "nap pass pass pass")
        deals.append(played(self.HOUSE, 25, 3, "nap pass pass"))
        with pytest.raises(Foul, match="deal 26 was played after the end of its session"):
            judged(self.HOUSE, 4, [*deals, played(self.HOUSE, 26, 2, "pass pass")])
        with pytest.raises(Foul, match="session 3 ended after 1 deals"):
            judged(self.HOUSE, 4, deals[:1])
        with pytest.raises(Foul, match="deal 25 has 4 players, but 3 are present"):
            judged(self.HOUSE, 4, [*deals[:1], played(self.HOUSE, 25, 4, "pass " * 4)])

    def test_seats_that_went_out_have_a_share_of_the_pool(self) -> None:
        """All are broke by the antes of the first deal, and get them back."""
        house = replace(BASIC, chips=1, pool_ante=1)
        verdict = judged(house, 3, played_session(house, 3, "pass pass pass"))
        assert len(verdict.deals) == 1
        assert (verdict.split, verdict.pool, verdict.balances) == (1, 0, (0, 0, 0))


class TestRebuy:
    HOUSE = replace(SHORT, chips=7, when_broke="rebuy")

    def test_stacks_are_counted_by_player_and_do_not_touch_the_balance(self) -> None:
        """The same seat, eldest and then dealer, fails in nap twice and pays 15 each time.

        Two stacks more leave 6 of 21 units, and again two more leave 5 of 20.
        """
        deals = played_session(self.HOUSE, 4, "nap pass pass pass", "pass pass pass nap")
        verdict = judged(self.HOUSE, 4, deals, seating="rotate")
        assert verdict.balances == judged(SHORT, 4, deals, seating="rotate").balances
        assert sorted(verdict.balances) == [-30, 10, 10, 10]
        seat = (referee.first_dealer(SEED, SESSION, 4) + 1) % 4
        by_seat = [4 * (other == seat) for other in range(4)]
        assert verdict.rebuys == tuple(by_seat[(player + SESSION) % 4] for player in range(4))

    def test_who_has_nothing_left_stays(self) -> None:
        """Seven units for the antes of one deal, and a stack for those of the next."""
        house = replace(self.HOUSE, pool_ante=7)
        verdict = judged(house, 3, played_session(house, 3, *["pass pass pass"] * 2))
        assert [deal.seats for deal in verdict.deals] == [(1, 2, 0), (2, 0, 1)]
        assert verdict.rebuys == (1, 1, 1)


def test_revoke_rates_belong_to_the_players() -> None:
    """With rotating seats, who follows eldest is some player of the line-up: he alone revokes."""
    followed, second = played_session(SHORT, 4, "nap pass pass pass", "pass pass pass pass")
    revoked = revoke(followed, SESSION * 2)
    seat = (referee.first_dealer(SEED, SESSION, 4) + 2) % 4
    rates = [float((player + SESSION) % 4 == seat) for player in range(4)]
    verdict = judged(SHORT, 4, [revoked, second], seating="rotate", revoke_rates=rates)
    assert verdict.deals[0].verdict.payments == (0, 15, -15, 0)
    with pytest.raises(Foul, match=r"deal 6: position 2 played .*, but was to revoke with"):
        judged(SHORT, 4, [followed, second], seating="rotate", revoke_rates=rates)
    with pytest.raises(Foul, match=r"deal 6: position 2 revoked with .*, but was to follow suit"):
        judged(SHORT, 4, [revoked, second], seating="fixed", revoke_rates=rates)
    with pytest.raises(Foul, match="3 rates of revokes are told of 4 players"):
        judged(SHORT, 4, [followed, second], revoke_rates=[0.0] * 3)


class TestShuffleAfterNap:
    HOUSE = replace(BASIC, deals_per_session=3, shuffle="after-nap", pack=24)
    PAIR = replace(HOUSE, deals_per_session=2)

    def dealt(self, pack: Sequence[str], calls: str) -> Acts:
        hands = referee.layout_in_packets(self.HOUSE, pack, 3).hands
        acts = Acts(hands=hands, calls=auction(calls))
        return acts if calls == "pass pass pass" else replace(acts, plays=any_play(hands, 1))

    def test_the_pack_passes_on_from_the_first_shuffle(self) -> None:
        """A pass-out, gathered by hand, cut; then fifteen cards played, and cut again."""
        first, second, third = (SESSION * 3 + place for place in range(3))
        pack = referee.shuffled_pack(SEED, first, referee.pack_of(24))
        deals = [self.dealt(pack, "pass pass pass")]
        by_suit_and_rank = sorted(
            pack, key=lambda card: ("CDHS".index(card[1]), "9TJQKA".index(card[0]))
        )
        pack = [
            card
            for position in (1, 2, 0)
            for card in by_suit_and_rank
            if card in deals[0].hands[position]
        ] + pack[15:]
        pack = referee.cut_pack(pack, SEED, second)
        deals.append(self.dealt(pack, "three pass pass"))
        pack = [*deals[1].plays, *pack[15:]]
        pack = referee.cut_pack(pack, SEED, third)
        deals.append(self.dealt(pack, "pass pass pass"))
        assert len(judged(self.HOUSE, 3, deals).deals) == 3
        new = self.dealt(referee.shuffled_pack(SEED, third, referee.pack_of(24)), "pass pass pass")
        with pytest.raises(Foul, match=f"deal {third}: position 0 has"):
            judged(self.HOUSE, 3, [*deals[:2], new])

    @pytest.mark.parametrize("made", [True, False])
    def test_a_nap_made_is_followed_by_a_shuffle_and_a_nap_failed_is_not(self, made: bool) -> None:
        """The first session of two deals of which any play makes, or fails in, the first nap."""
        session, nap, pack = self.first_nap(made)
        shuffled = referee.shuffled_pack(SEED, 2 * session + 1, referee.pack_of(24))
        gathered = referee.cut_pack([*nap.plays, *pack[15:]], SEED, 2 * session + 1)
        assert self.goes_on(session, nap, shuffled) == made
        assert self.goes_on(session, nap, gathered) == (not made)

    def test_five_tricks_on_a_lower_bid_are_not_followed_by_a_shuffle(self) -> None:
        session, nap, pack = self.first_nap(made=True)
        four = replace(nap, calls=auction("four pass pass"))
        gathered = referee.cut_pack([*nap.plays, *pack[15:]], SEED, 2 * session + 1)
        assert self.goes_on(session, four, gathered)

    def test_a_nap_that_a_defender_revoked_against_is(self) -> None:
        """At rate 1 second, who can follow, revokes on the first card."""
        pack = referee.shuffled_pack(SEED, 0, referee.pack_of(24))
        nap = revoke(self.dealt(pack, "nap pass pass"), 0)
        shuffled = referee.shuffled_pack(SEED, 1, referee.pack_of(24))
        assert self.goes_on(0, nap, shuffled, rate=1.0)

    def first_nap(self, made: bool) -> tuple[int, Acts, list[str]]:
        """Find the first session that begins with a nap that is made, or that fails."""
        for session in itertools.count():
            pack = referee.shuffled_pack(SEED, 2 * session, referee.pack_of(24))
            nap = self.dealt(pack, "nap pass pass")
            if referee.judge(self.HOUSE, nap.hands, nap.calls, nap.plays).made == made:
                break
        return session, nap, pack

    def goes_on(self, session: int, first: Acts, pack: Sequence[str], rate: float = 0.0) -> bool:
        """Say whether the second deal may come from this pack."""
        try:
            judge_numbered_session(
                self.PAIR,
                players=3,
                seed=SEED,
                session=session,
                deals=[first, self.dealt(pack, "pass pass pass")],
                revoke_rates=[rate] * 3,
            )
        except Foul as foul:
            assert "but was dealt" in str(foul)
            return False
        return True
