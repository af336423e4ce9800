"""The referee's examination: exchange, float, peep card, extra hand, and what may be bid."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests import referee
from tests.referee import BASIC, Acts, Foul, judge_deal, legal_calls
from tests.rules.referee_deals import (
    ALL_FIVE,
    FIVE_TRICKS,
    FOUR_SPADES,
    HOYLE,
    STRONG,
    TABLE,
    auction,
    cards,
    hand,
)

ALL_PASS = auction("pass pass pass pass")


class TestLadder:
    @pytest.mark.parametrize(
        ("calls", "legal"),
        [
            ("", "pass three misere four nap"),
            ("three", "pass misere four nap"),
            ("misere", "pass four nap"),
            ("nap", "pass wellington"),
            ("nap pass wellington", "pass blucher"),
            ("nap wellington blucher", "pass"),
        ],
    )
    def test_bids_rise_and_each_of_the_last_wants_the_one_before(
        self, calls: str, legal: str
    ) -> None:
        assert legal_calls(HOYLE, auction(calls)) == auction(legal)

    def test_blucher_over_nap_is_foul(self) -> None:
        with pytest.raises(Foul, match="position 2 bid blucher before anybody had bid wellington"):
            referee.hear_auction(HOYLE, auction("nap blucher pass"), 3)

    def test_a_dealer_who_sits_out_does_not_speak(self) -> None:
        house = replace(BASIC, dealer_sits_out=True)
        heard = referee.hear_auction(house, auction("pass three pass"), players=4)
        assert heard is not None
        assert heard[1] == 2
        with pytest.raises(Foul, match="3 players spoke 4 times"):
            referee.hear_auction(house, ALL_PASS, players=4)


class TestFloat:
    """The next card of the stock; the dealer looks free, the others for a price."""

    HOUSE = replace(BASIC, float_card=True)

    def deal(self, calls: str, looks: str = "0000", **acts: object) -> Acts:
        return Acts(
            hands=TABLE,
            float_card="TC",
            looks=[look == "1" for look in looks],
            calls=auction(calls),
            **acts,
        )

    def test_the_ladder_holds_every_contract_twice_the_float_below(self) -> None:
        assert [rung.name for rung in self.HOUSE.rungs] == auction(
            "three-float three four-float four nap-float nap wellington-float wellington"
        )

    @pytest.mark.parametrize(
        ("calls", "legal"),
        [
            ("nap-float", "pass nap wellington-float wellington"),
            ("nap", "pass wellington-float wellington"),
            ("four", "pass nap-float nap"),
            ("nap-float wellington-float", "pass wellington"),
        ],
    )
    def test_a_requirement_is_met_with_the_float_or_without(self, calls: str, legal: str) -> None:
        assert legal_calls(self.HOUSE, auction(calls)) == auction(legal)

    def test_who_has_not_looked_may_not_bid_with_it(self) -> None:
        assert legal_calls(self.HOUSE, ["three"], looked=False) == auction("pass four nap")
        acts = self.deal("pass four-float pass pass", looks="1000", plays=FIVE_TRICKS)
        with pytest.raises(Foul, match="position 2 bid four-float without having looked"):
            judge_deal(self.HOUSE, acts)

    def test_the_dealer_looks_free_and_the_others_pay_into_the_pool(self) -> None:
        house = replace(self.HOUSE, float_price=3)
        verdict = judge_deal(house, self.deal("pass pass pass pass", looks="0101"))
        assert verdict.looked == (True, False, True, False)
        assert verdict.payments == (0, 0, -3, 0)
        assert verdict.pool == 3

    def test_who_looks_must_be_able_to_pay(self) -> None:
        acts = self.deal("pass pass pass pass", looks="0101")
        assert judge_deal(self.HOUSE, acts, purses=[0, 0, 1, 0]).pool == 1
        with pytest.raises(Foul, match="position 2 cannot pay 1 for the float"):
            judge_deal(self.HOUSE, acts, purses=[0, 0, 0, 0])

    def test_the_declarer_takes_it_and_throws_a_card(self) -> None:
        """Eldest gives the nine of clubs for the ten, which third's ace still beats."""
        plays = [card.replace("9C", "TC") for card in FIVE_TRICKS]
        acts = self.deal("four-float pass pass pass", looks="1000", plays=plays)
        verdict = judge_deal(self.HOUSE, replace(acts, declarer_throws=hand("9C")))
        assert (verdict.contract, verdict.tricks, verdict.made) == ("four-float", 4, True)
        assert verdict.payments == (-4, 12 - 1, -4, -4)

    def test_he_may_throw_the_float_itself(self) -> None:
        acts = self.deal("four-float pass pass pass", looks="1000", plays=FIVE_TRICKS)
        assert judge_deal(self.HOUSE, replace(acts, declarer_throws=hand("TC"))).made

    @pytest.mark.parametrize(
        ("thrown", "sentence"),
        [
            ("", "position 1 threw 0 cards, not 1"),
            ("9C TC", "position 1 threw 2 cards, not 1"),
            ("AC", "position 1 threw AC, which is not in that hand"),
        ],
    )
    def test_he_throws_one_card_of_his_own(self, thrown: str, sentence: str) -> None:
        acts = self.deal("four-float pass pass pass", looks="1000", plays=FIVE_TRICKS)
        with pytest.raises(Foul, match=sentence):
            judge_deal(self.HOUSE, replace(acts, declarer_throws=hand(thrown)))

    def test_a_contract_without_it_leaves_it_there(self) -> None:
        acts = self.deal("four pass pass pass", looks="1000", plays=FIVE_TRICKS)
        assert judge_deal(self.HOUSE, acts).made
        with pytest.raises(Foul, match="position 1 threw 1 cards, not 0"):
            judge_deal(self.HOUSE, replace(acts, declarer_throws=hand("9C")))


class TestPeep:
    HOUSE = replace(BASIC, peep=True)

    def deal(self, calls: str, peeps: str, **acts: object) -> Acts:
        return Acts(
            hands=TABLE,
            peep_card="TC",
            peeps=[peep == "1" for peep in peeps],
            calls=auction(calls),
            **acts,
        )

    def test_everybody_may_pay_for_a_look_the_dealer_too(self) -> None:
        verdict = judge_deal(self.HOUSE, self.deal("pass pass pass pass", "0101"))
        assert verdict.peeped == (True, False, True, False)
        assert verdict.payments == (-1, 0, -1, 0)
        assert verdict.pool == 2

    def test_the_declarer_swaps_it_for_a_card(self) -> None:
        plays = [card.replace("9C", "TC") for card in FIVE_TRICKS]
        acts = self.deal("four pass pass pass", "1000", plays=plays, declarer_throws=hand("9C"))
        assert judge_deal(self.HOUSE, acts).payments == (-4, 11, -4, -4)

    def test_or_leaves_it(self) -> None:
        acts = self.deal("four pass pass pass", "1100", plays=FIVE_TRICKS)
        assert judge_deal(self.HOUSE, replace(acts, declarer_throws=hand("TC"))).made

    def test_who_has_not_peeped_may_not(self) -> None:
        acts = self.deal("four pass pass pass", "0111", plays=FIVE_TRICKS)
        assert judge_deal(self.HOUSE, acts).made
        with pytest.raises(Foul, match="position 1 threw 1 cards, not 0"):
            judge_deal(self.HOUSE, replace(acts, declarer_throws=hand("9C")))

    def test_with_float_and_peep_card_he_picks_up_two(self) -> None:
        house = replace(self.HOUSE, float_card=True)
        plays = [card.replace("9C", "TC") for card in FIVE_TRICKS]
        acts = self.deal("four-float pass pass pass", "1000", plays=plays)
        acts = replace(acts, float_card="7H", looks=[True, False, False, False])
        verdict = judge_deal(house, replace(acts, declarer_throws=hand("7H 9C")))
        assert verdict.payments == (-4, 12 - 2, -4, -4)
        with pytest.raises(Foul, match="position 1 threw 1 cards, not 2"):
            judge_deal(house, replace(acts, declarer_throws=hand("9C")))

    def test_who_peeps_must_be_able_to_pay(self) -> None:
        with pytest.raises(Foul, match="position 0 cannot pay 1 for the peep card"):
            judge_deal(self.HOUSE, self.deal("pass pass pass pass", "0001"), purses=[0, 9, 9, 9])

    def test_one_answer_a_turn(self) -> None:
        with pytest.raises(Foul, match="of 4 turns, 3 say what became of the peep card"):
            judge_deal(self.HOUSE, self.deal("pass pass pass pass", "000"))


class TestSirGarnet:
    """The extra hand: five cards more, five thrown, nap bid on the rest."""

    HOUSE = replace(BASIC, sir_garnet=True)
    EXTRA = hand("AC 2H 3H 4H 5H")
    HANDS = (TABLE[0], TABLE[1], TABLE[2], hand("8C TC TS 5S 5D"))
    ELDEST_NAPS = cards(f"{FOUR_SPADES} | AC 7C TC 4C")

    def deal(self, calls: str, taker: int | None, thrown: str, plays: object = ()) -> Acts:
        return Acts(
            hands=self.HANDS,
            extra_hand=self.EXTRA,
            calls=auction(calls),
            taker=taker,
            taker_throws=hand(thrown),
            plays=plays,
        )

    def test_the_taker_keeps_the_best_five_of_ten(self) -> None:
        acts = self.deal("nap pass pass pass", 1, "9C 2H 3H 4H 5H", self.ELDEST_NAPS)
        verdict = judge_deal(self.HOUSE, acts)
        assert verdict.taker == 1
        assert verdict.payments == (-5, 15, -5, -5)

    @pytest.mark.parametrize(
        ("calls", "taker", "thrown", "sentence"),
        [
            ("four pass pass pass", 1, "9C 2H 3H 4H 5H", "took the extra hand and said four"),
            ("pass pass pass pass", 1, "9C 2H 3H 4H 5H", "took the extra hand and said pass"),
            ("nap pass pass pass", 1, "2H 3H 4H 5H", "position 1 threw 4 cards, not 5"),
            ("nap pass pass pass", 1, "9C 2H 3H 4H 6H", "threw 6H, which is not in that hand"),
            ("nap wellington pass pass", 2, "2H 3H 4H 5H AC", "took the extra hand where"),
            ("nap pass pass pass", 4, "2H 3H 4H 5H AC", "position 4 has no turn"),
            ("nap pass pass pass", None, "2H 3H 4H 5H AC", "nobody took the extra hand"),
        ],
    )
    def test_foul_takings(self, calls: str, taker: int | None, thrown: str, sentence: str) -> None:
        with pytest.raises(Foul, match=sentence):
            judge_deal(self.HOUSE, self.deal(calls, taker, thrown, self.ELDEST_NAPS))

    def test_it_may_be_taken_over_a_four_and_overcalled_by_wellington(self) -> None:
        """Third declares wellington over the nap that second had to bid."""
        acts = self.deal("four nap wellington pass", 2, "5C 2H 3H 4H 5H")
        plays = cards("TS 2S AS 4S | KS AC 5S 2C | QS 4D 5D 3C | JS 6C 8C 4C | 9C 7C TC 3D")
        verdict = judge_deal(self.HOUSE, replace(acts, plays=plays))
        assert (verdict.contract, verdict.declarer, verdict.made) == ("wellington", 3, False)
        assert verdict.payments == (10, 10, 10, -30)

    def test_nap_with_the_float_stands_in_its_way(self) -> None:
        house = replace(self.HOUSE, float_card=True)
        acts = replace(
            self.deal("nap-float nap pass pass", 2, "2H 3H 4H 5H AC"),
            float_card="6H",
            looks=[True, False, False, False],
        )
        with pytest.raises(Foul, match="position 2 took the extra hand where it cannot bid nap"):
            judge_deal(house, acts)

    def test_the_taker_may_not_bid_nap_with_the_float(self) -> None:
        house = replace(self.HOUSE, float_card=True)
        acts = replace(
            self.deal("nap-float pass pass pass", 1, "9C 2H 3H 4H 5H"),
            float_card="6H",
            looks=[True, False, False, False],
        )
        with pytest.raises(Foul, match="position 1 took the extra hand and said nap-float"):
            judge_deal(house, acts)

    def test_nap_may_be_bid_without_it(self) -> None:
        acts = self.deal("nap pass pass pass", None, "", cards(f"{FOUR_SPADES} | 9C 7C TC 4C"))
        assert judge_deal(self.HOUSE, acts).made is False


class TestExchange:
    """Before the auction; each throws once, and draws as many from the top of the stock."""

    HOUSE = replace(BASIC, exchange_cards=3)
    KEEPS = ((), ())

    def deal(
        self, exchanges: object, plays: object = (), calls: str = "pass pass pass pass"
    ) -> Acts:
        return Acts(hands=TABLE, calls=auction(calls), exchanges=exchanges, plays=plays)

    def test_what_was_drawn_is_played(self) -> None:
        """Third throws his ace: eldest's nine of clubs wins the last trick, nap, and the pool."""
        keeps = self.KEEPS
        plays = cards(f"{FOUR_SPADES} | 9C 7C 2H 4C")
        acts = self.deal([keeps, keeps, (hand("AC"), hand("2H")), keeps])
        acts = replace(acts, calls=auction("nap pass pass pass"), plays=plays)
        verdict = judge_deal(self.HOUSE, acts)
        assert verdict.made
        assert verdict.exchanged == (0, 0, 0, 1)
        assert verdict.payments == (-5, 15 + 1, -5, -5 - 1)

    @pytest.mark.parametrize(("per", "paid"), [("card", 6), ("exchange", 2)])
    def test_the_price_is_per_card_or_per_exchange(self, per: str, paid: int) -> None:
        house = replace(self.HOUSE, exchange_price=2, exchange_price_per=per)
        threw_three = (hand("9C JS QS"), hand("2H 3H 4H"))
        verdict = judge_deal(house, self.deal([threw_three, self.KEEPS, self.KEEPS, self.KEEPS]))
        assert verdict.payments == (0, -paid, 0, 0)
        assert verdict.pool == paid

    @pytest.mark.parametrize(
        ("exchange", "sentence"),
        [
            (("9C JS QS KS", "2H 3H 4H 5H"), "position 1 threw 4 cards of at most 3"),
            (("9C JS", "2H"), "position 1 threw 2 cards and drew 1"),
            (("9C", "2H 3H"), "position 1 threw 1 cards and drew 2"),
            (("2C", "2H"), "position 1 threw 2C, which is not in that hand"),
            (("9C", "AC"), "position 1 drew AC, which the stock does not have"),
            (("9C", "9C"), "position 1 drew 9C, which the stock does not have"),
        ],
    )
    def test_foul_exchanges(self, exchange: tuple[str, str], sentence: str) -> None:
        thrown, drawn = map(hand, exchange)
        with pytest.raises(Foul, match=sentence):
            judge_deal(self.HOUSE, self.deal([(thrown, drawn), *[self.KEEPS] * 3]))

    def test_discards_and_cards_drawn_do_not_come_back(self) -> None:
        for drawn in ("9C", "2H"):
            exchanges = [(hand("9C"), hand("2H")), (hand("5C"), hand(drawn))]
            with pytest.raises(Foul, match=f"position 2 drew {drawn}"):
                judge_deal(self.HOUSE, self.deal([*exchanges, self.KEEPS, self.KEEPS]))

    def test_a_short_stock_gives_what_is_left(self) -> None:
        """Of 24 cards, three hands and eight in exchange leave one."""
        house = replace(self.HOUSE, pack=24, exchange_cards=5)
        hands = [hand("9C TC JC QC KC"), hand("9D TD JD QD KD"), hand("9H TH JH QH KH")]
        all_of_eldest = (hands[1], hand("AC AD AH AS 9S"))
        three_of_second = (hand("9H TH JH"), hand("TS JS QS"))
        acts = Acts(
            hands=hands,
            calls=auction("pass pass pass"),
            exchanges=[all_of_eldest, three_of_second, (hand("9C"), hand("KS"))],
        )
        assert judge_deal(house, acts).exchanged == (1, 5, 3)
        greedy = [all_of_eldest, three_of_second, (hand("9C TC"), hand("KS 9D"))]
        with pytest.raises(Foul, match="position 0 threw 2 cards of at most 1"):
            judge_deal(house, replace(acts, exchanges=greedy))

    def test_who_exchanges_must_be_able_to_pay(self) -> None:
        exchanges = [(hand("9C JS"), hand("2H 3H")), *[self.KEEPS] * 3]
        assert judge_deal(self.HOUSE, self.deal(exchanges), purses=[9, 2, 9, 9]).pool == 2
        with pytest.raises(Foul, match="position 1 cannot pay 2 for the exchange"):
            judge_deal(self.HOUSE, self.deal(exchanges), purses=[9, 1, 9, 9])


def test_an_extra_hand_is_offered_only_where_nap_could_be_bid() -> None:
    """A house whose ladder has no nap, or where nap wants another bid first."""
    extra = hand("2H 3H 4H 5H 6H")
    acts = Acts(
        hands=STRONG,
        extra_hand=extra,
        calls=auction("nap pass pass pass"),
        taker=1,
        taker_throws=extra,
        plays=ALL_FIVE,
    )
    house = replace(BASIC, sir_garnet=True)
    assert judge_deal(house, acts).made
    three, four, nap, wellington = BASIC.ladder
    for ladder in ([three, four], [three, four, replace(nap, requires="four"), wellington]):
        with pytest.raises(Foul, match="took the extra hand where it cannot bid nap"):
            judge_deal(replace(house, ladder=tuple(ladder)), acts)
