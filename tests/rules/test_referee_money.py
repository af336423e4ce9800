"""The referee's examination: pool, chips, and who pays whom."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests import referee
from tests.referee import BASIC, Acts, Foul, House, Verdict, judge_deal
from tests.rules.referee_deals import (
    ALL_FIVE,
    FIVE_TRICKS,
    HOYLE,
    STRONG,
    TABLE,
    THREE_ONLY,
    WEAK,
    auction,
)

NAP_MADE = Acts(hands=STRONG, calls=auction("nap pass pass pass"), plays=ALL_FIVE)
NAP_FAILED = Acts(hands=TABLE, calls=auction("nap pass pass pass"), plays=FIVE_TRICKS)
FOUR_WITH_FIVE = Acts(hands=STRONG, calls=auction("four pass pass pass"), plays=ALL_FIVE)
FOUR_FAILED = Acts(hands=WEAK, calls=auction("four pass pass pass"), plays=THREE_ONLY)
PASSED_OUT = Acts(hands=TABLE, calls=auction("pass pass pass pass"))
REVOKED = Acts(
    hands=TABLE, calls=auction("nap pass pass pass"), plays=[*FIVE_TRICKS[:6], "5D"], revoked=3
)


class TestStakes:
    @pytest.mark.parametrize(
        ("contract", "made", "failed"),
        [
            ("three", 3, 3),
            ("misere", 3, 3),
            ("four", 4, 4),
            ("nap", 10, 5),
            ("wellington", 10, 10),
            ("blucher", 10, 20),
        ],
    )
    def test_made_and_failed_have_stakes_of_their_own(
        self, contract: str, made: int, failed: int
    ) -> None:
        rung = HOYLE.rung(contract)
        assert referee.settle(rung, 0, made=True, players=3) == (2 * made, -made, -made)
        assert referee.settle(rung, 0, made=False, players=3) == (-2 * failed, failed, failed)

    def test_a_dealer_who_sits_out_pays_and_receives_like_the_others(self) -> None:
        """Four players with cards and a dealer without: the declarer has four opponents."""
        house = replace(BASIC, dealer_sits_out=True)
        hands = [set(), STRONG[1], STRONG[2], STRONG[3], STRONG[0]]
        acts = Acts(hands=hands, calls=auction("four pass pass pass"), plays=ALL_FIVE)
        assert judge_deal(house, acts).payments == (-4, 16, -4, -4, -4)
        hands = [set(), WEAK[1], WEAK[2], WEAK[3], WEAK[0]]
        acts = Acts(hands=hands, calls=auction("four pass pass pass"), plays=THREE_ONLY)
        assert judge_deal(house, acts).payments == (4, -16, 4, 4, 4)

    def test_a_defender_who_revokes_pays_for_the_dealer_who_sits_out_too(self) -> None:
        house = replace(BASIC, dealer_sits_out=True)
        hands = [set(), TABLE[1], TABLE[2], TABLE[3], TABLE[0]]
        acts = replace(REVOKED, hands=hands)
        assert judge_deal(house, acts).payments == (0, 20, 0, -20, 0)


class TestPool:
    HOUSE = replace(BASIC, pool_ante=1)

    def judged(self, acts: Acts, pool: int, house: House = HOUSE) -> Verdict:
        verdict = judge_deal(house, acts, pool=pool)
        assert sum(verdict.payments) == pool - verdict.pool
        return verdict

    def test_everybody_pays_the_ante_when_all_pass_too(self) -> None:
        verdict = self.judged(PASSED_OUT, pool=10)
        assert verdict.payments == (-1, -1, -1, -1)
        assert (verdict.pool, verdict.pool_won) == (14, 0)

    def test_a_dealer_who_sits_out_pays_it_too(self) -> None:
        house = replace(self.HOUSE, dealer_sits_out=True)
        acts = Acts(hands=[set(), *TABLE[1:]], calls=auction("pass pass pass"))
        assert self.judged(acts, pool=0, house=house).payments == (-1, -1, -1, -1)

    def test_nap_made_takes_all_that_lies_there(self) -> None:
        """Ten units from before and the four antes of this deal; three opponents pay five."""
        verdict = self.judged(NAP_MADE, pool=10)
        assert verdict.payments == (-6, 15 - 1 + 14, -6, -6)
        assert (verdict.pool, verdict.pool_won) == (0, 14)

    @pytest.mark.parametrize(
        ("acts", "payments"),
        [
            (NAP_FAILED, (4, -16, 4, 4)),
            (FOUR_WITH_FIVE, (-5, 11, -5, -5)),  # five tricks on a lower bid
            (FOUR_FAILED, (3, -13, 3, 3)),
        ],
        ids=["nap failed", "four with five tricks", "four failed"],
    )
    def test_nothing_else_does(self, acts: Acts, payments: tuple[int, ...]) -> None:
        verdict = self.judged(acts, pool=10)
        assert (verdict.payments, verdict.pool, verdict.pool_won) == (payments, 14, 0)

    def test_wellington_takes_it_and_so_does_a_nap_that_a_defender_revoked_against(self) -> None:
        wellington = replace(NAP_MADE, calls=auction("pass pass nap wellington"))
        wellington = replace(wellington, hands=[STRONG[1], *STRONG[2:], STRONG[0]])
        assert self.judged(wellington, pool=0).payments == (30 - 1 + 4, -11, -11, -11)
        assert self.judged(REVOKED, pool=0).payments == (-1, 15 - 1 + 4, -1, -15 - 1)

    def test_the_declarer_s_own_revoke_leaves_it(self) -> None:
        hands = [TABLE[0], {"AS", "KS", "QS", "9C", "TC"}, TABLE[2], TABLE[3]]
        plays = [*FIVE_TRICKS[:8], "9C", "7C", "AC", "4C", "8C", "2C", "QS"]
        acts = replace(NAP_MADE, hands=hands, plays=plays, revoked=1)
        verdict = self.judged(acts, pool=10)
        assert (verdict.payments, verdict.pool) == ((4, -16, 4, 4), 14)

    @pytest.mark.parametrize(("contract", "won"), [("six", False), ("seven", True)])
    def test_in_seven_card_nap_only_seven_takes_it(self, contract: str, won: bool) -> None:
        """Seven spades from the top win all tricks."""
        house = replace(
            self.HOUSE,
            hand_size=7,
            ladder=(
                referee.Rung(name="six", target=6, made=18, failed=9),
                referee.Rung(name="seven", target=7, made=24, failed=12),
            ),
        )
        clubs, spades, hearts = (
            [rank + suit for rank in ranks]
            for ranks, suit in (("2345678", "C"), ("AKQJT98", "S"), ("2345678", "H"))
        )
        tricks = zip(spades, hearts, clubs, strict=True)
        acts = Acts(
            hands=[clubs, spades, hearts],
            calls=[contract, "pass", "pass"],
            plays=[card for trick in tricks for card in trick],
        )
        assert (self.judged(acts, pool=10, house=house).pool_won == 13) == won

    def test_where_there_is_no_pool_prices_are_lost(self) -> None:
        """So it is in a deal that breaks a tie."""
        house = replace(BASIC, peep=True)
        acts = replace(NAP_MADE, peep_card="2H", peeps=[False, True, False, False])
        verdict = judge_deal(house, acts, pool=None)
        assert verdict.payments == (-5, 15, -6, -5)
        assert (verdict.pool, verdict.pool_won) == (None, 0)


class TestOutWhenBroke:
    """A player pays what he has, clockwise from his left."""

    HOUSE = replace(BASIC, chips=100, when_broke="out")

    @pytest.mark.parametrize(
        ("chips", "payments"),
        [
            (20, (5, -15, 5, 5)),
            (15, (5, -15, 5, 5)),
            (14, (4, -14, 5, 5)),
            (7, (0, -7, 5, 2)),
            (5, (0, -5, 5, 0)),
            (1, (0, -1, 1, 0)),
        ],
    )
    def test_a_declarer_pays_his_left_hand_neighbour_first(
        self, chips: int, payments: tuple[int, ...]
    ) -> None:
        verdict = judge_deal(self.HOUSE, NAP_FAILED, purses=[9, chips, 9, 9])
        assert verdict.payments == payments

    def test_opponents_pay_what_they_have(self) -> None:
        verdict = judge_deal(self.HOUSE, NAP_MADE, purses=[5, 1, 3, 0])
        assert verdict.payments == (-5, 8, -3, 0)

    def test_a_defender_who_revokes_pays_what_he_has(self) -> None:
        assert judge_deal(self.HOUSE, REVOKED, purses=[9, 9, 9, 40]).payments == (0, 15, 0, -15)
        assert judge_deal(self.HOUSE, REVOKED, purses=[9, 9, 9, 8]).payments == (0, 8, 0, -8)

    def test_antes_and_prices_come_first(self) -> None:
        """Eldest has six: two for the ante, one for the peep, three for his neighbour."""
        house = replace(self.HOUSE, pool_ante=2, peep=True)
        acts = replace(
            NAP_FAILED,
            peep_card="2H",
            peeps=[True, False, False, False],
            declarer_throws={"2H"},
        )
        verdict = judge_deal(house, acts, purses=[1, 6, 9, 9])
        assert verdict.payments == (-1, -6, 3 - 2, -2)
        assert verdict.pool == 1 + 2 + 2 + 2 + 1
        with pytest.raises(Foul, match="position 1 cannot pay 1 for the peep card"):
            judge_deal(house, acts, purses=[1, 2, 9, 9])

    def test_who_has_paid_his_last_unit_pays_no_more(self) -> None:
        """All are broke by the antes: the declarer gets the pool, and nothing else."""
        house = replace(self.HOUSE, pool_ante=1)
        verdict = judge_deal(house, NAP_MADE, purses=[1, 1, 1, 1], pool=6)
        assert verdict.payments == (-1, -1 + 10, -1, -1)


class TestRebuy:
    """Who cannot pay buys stacks until he can."""

    HOUSE = replace(BASIC, chips=10, when_broke="rebuy")

    @pytest.mark.parametrize(
        ("chips", "stacks"), [(20, 0), (15, 0), (14, 1), (5, 1), (4, 2), (0, 2)]
    )
    def test_payments_are_full_and_stacks_counted(self, chips: int, stacks: int) -> None:
        """A failed nap costs fifteen; with exactly fifteen nothing need be bought."""
        verdict = judge_deal(self.HOUSE, NAP_FAILED, purses=[0, chips, 0, 0])
        assert verdict.payments == (5, -15, 5, 5)
        assert verdict.rebuys == (0, stacks, 0, 0)

    def test_for_a_price_or_an_ante_too(self) -> None:
        house = replace(self.HOUSE, pool_ante=1, float_card=True, float_price=10)
        acts = replace(PASSED_OUT, float_card="2H", looks=[True, False, False, True])
        verdict = judge_deal(house, acts, purses=[1, 1, 0, 5])
        assert verdict.payments == (-1, -11, -1, -1)
        assert verdict.rebuys == (0, 1, 1, 0)

    def test_without_limit_nobody_buys(self) -> None:
        assert judge_deal(BASIC, NAP_FAILED).rebuys == (0, 0, 0, 0)
