"""The referee's examination: what a revoke costs, and which ones a numbered deal has."""

from __future__ import annotations

import itertools
from dataclasses import replace
from fractions import Fraction

import pytest

from tests import referee
from tests.referee import BASIC, Acts, Foul, House, Rung, judge_deal
from tests.referee.play import place_in_a_pack_with_trump
from tests.rules.referee_deals import FIVE_TRICKS, HOYLE, STRONG, TABLE, auction, cards, hand


class TestRevokes:
    """A revoke ends the deal at once."""

    FOUR = auction("four pass pass pass")

    def test_a_defender_pays_for_all(self) -> None:
        """Four players: 3 times 4, from him alone; the declarer has won one trick."""
        plays = [*FIVE_TRICKS[:6], "5D"]
        acts = Acts(hands=TABLE, calls=self.FOUR, plays=plays, revoked=3)
        verdict = judge_deal(BASIC, acts)
        assert verdict.payments == (0, 12, 0, -12)
        assert (verdict.tricks, verdict.made, verdict.revoked) == (1, True, 3)
        assert verdict.course[-1] == referee.Trick(1, ("KS", "4D", "5D"), None)
        assert verdict.unplayed[1] == hand("QS JS 9C")
        assert verdict.unplayed[3] == hand("8C AC TS")

    SPADES_AND_CLUBS = (TABLE[0], hand("AS KS QS 9C TC"), TABLE[2], TABLE[3])
    TWO_TRICKS = cards("AS 4S 5S 2S | KS 4D TS 3D")

    def test_a_defender_pays_what_the_contract_is_worth_if_made(self) -> None:
        """Nap brings ten from each of three and costs five; the declarer's own costs that."""
        acts = Acts(hands=TABLE, calls=auction("nap pass pass pass"), plays=["AS", "4D"], revoked=2)
        assert judge_deal(HOYLE, acts).payments == (0, 30, -30, 0)
        plays = [*self.TWO_TRICKS, *cards("9C 7C AC 4C | 8C 2C QS")]
        acts = replace(acts, hands=self.SPADES_AND_CLUBS, plays=plays, revoked=1)
        assert judge_deal(HOYLE, acts).payments == (5, -15, 5, 5)

    def test_the_declarer_s_own_breaks_the_contract(self) -> None:
        """Eldest trumps the club that he could follow, after two tricks."""
        plays = [*self.TWO_TRICKS, *cards("9C 7C AC 4C | 8C 2C QS")]
        acts = Acts(hands=self.SPADES_AND_CLUBS, calls=self.FOUR, plays=plays, revoked=1)
        verdict = judge_deal(BASIC, acts)
        assert verdict.payments == (4, -12, 4, 4)
        assert (verdict.tricks, verdict.made, verdict.revoked) == (2, False, 1)

    def test_even_with_tricks_enough(self) -> None:
        """The same cards, where two tricks were all that he promised."""
        house = House(ladder=(Rung(name="two", target=2, made=2, failed=2),))
        plays = [*self.TWO_TRICKS, *cards("9C 7C AC 4C | 8C 2C QS")]
        acts = Acts(hands=self.SPADES_AND_CLUBS, calls=auction("two pass pass pass"), plays=plays)
        verdict = judge_deal(house, replace(acts, revoked=1))
        assert (verdict.tricks, verdict.payments) == (2, (2, -6, 2, 2))

    @pytest.mark.parametrize(
        ("plays", "revoked", "sentence"),
        [
            ([*FIVE_TRICKS[:6], "5D"], None, "7 cards were played, not 20"),
            ([*FIVE_TRICKS[:6], "5D", "3D"], 3, "cards were played after a revoke"),
            ([*FIVE_TRICKS[:6], "5D"], 2, "position 3 revoked: 5D on spades"),
            (FIVE_TRICKS, 3, "position 3 is said to have revoked, and has not"),
            (FIVE_TRICKS[:7], 3, "position 0 did not play to trick 2"),
        ],
    )
    def test_fouls(self, plays: list[str], revoked: int | None, sentence: str) -> None:
        acts = Acts(hands=TABLE, calls=self.FOUR, plays=plays, revoked=revoked)
        with pytest.raises(Foul, match=sentence):
            judge_deal(BASIC, acts)


class TestNumberedRevokes:
    """Which card decision is a revoke, and with which card, follows from seed and number."""

    SEED, DEAL = 5, 99
    OTHERS = ("2C", "5C", "9H")

    def words(self, trick: int, turn: int) -> list[int]:
        words = referee.random_words(self.SEED, 2, self.DEAL, block=7 * trick + turn)
        return list(itertools.islice(words, 2))

    def card(self, rate: float, trick: int, turn: int) -> str | None:
        revokes = referee.Revokes(seed=self.SEED, number=self.DEAL, rates=[0.0, rate])
        happens = revokes.happen(1, trick, turn)
        return revokes.card(trick, turn, self.OTHERS) if happens else None

    @pytest.mark.parametrize(("trick", "turn"), [(0, 1), (0, 6), (1, 1), (4, 3)])
    def test_the_first_word_of_the_decision_is_held_against_the_rate(
        self, trick: int, turn: int
    ) -> None:
        first, second = self.words(trick, turn)
        threshold = Fraction(first >> 11, 2**53)
        revoke = self.OTHERS[second * 3 >> 64]
        assert self.card(0.0, trick, turn) is None
        assert self.card(float(threshold), trick, turn) is None
        assert self.card(float(threshold + Fraction(1, 2**53)), trick, turn) == revoke
        assert self.card(1.0, trick, turn) == revoke

    def test_every_other_card_is_drawn_about_equally_often(self) -> None:
        """3000 deals: each count within 5 sd (130) of 1000."""
        drawn = [
            referee.Revokes(seed=1, number=deal, rates=[1.0]).card(2, 1, self.OTHERS)
            for deal in range(3000)
        ]
        assert all(abs(drawn.count(card) - 1000) < 130 for card in self.OTHERS)

    def played(self, rates: list[float], plays: list[str], revoked: int | None) -> None:
        layout = referee.numbered_layout(BASIC, self.SEED, self.DEAL, players=4)
        layout = replace(layout, hands=STRONG)
        revokes = referee.Revokes(seed=self.SEED, number=self.DEAL, rates=rates)
        acts = Acts(hands=STRONG, calls=auction("nap pass pass pass"), plays=plays, revoked=revoked)
        judge_deal(BASIC, acts, chance=referee.Chance(layout, revokes))

    def test_a_revoke_that_was_to_be(self) -> None:
        """Second follows the ace of spades or, at rate 1, plays one of 5C 6C 7C 4D."""
        _, second = self.words(trick=0, turn=1)
        wanted = ["5C", "6C", "7C", "4D"][second * 4 >> 64]
        self.played([0, 0, 1, 0], ["AS", wanted], revoked=2)
        with pytest.raises(Foul, match=f"played 4S, but was to revoke with {wanted}"):
            self.played([0, 0, 1, 0], ["AS", "4S"], revoked=2)
        for other in {"5C", "6C", "7C", "4D"} - {wanted}:
            with pytest.raises(Foul, match=f"played {other}, but was to revoke with {wanted}"):
                self.played([0, 0, 1, 0], ["AS", other], revoked=2)
        with pytest.raises(Foul, match="position 2 revoked with 5C, but was to follow suit"):
            self.played([1, 1, 0, 1], ["AS", "5C"], revoked=2)

    def test_who_holds_nothing_but_the_suit_led_cannot_revoke(self) -> None:
        revokes = referee.Revokes(seed=self.SEED, number=self.DEAL, rates=[1.0, 1.0])
        hands = [hand("3S 4S"), hand("AS KS")]
        three = BASIC.rung("three")
        play = referee.watch_play(hands, three, 1, cards("AS 3S KS 4S"), revokes=revokes)
        assert play.ended_by is None

    @pytest.mark.parametrize(
        ("trump", "ascending_cards"),
        [("S", "2C 9C 3D 4H JO"), (None, "2C JO 3D 4H")],
        ids=["spades", "none"],
    )
    def test_the_other_cards_stand_in_the_order_of_the_pack(
        self, trump: str | None, ascending_cards: str
    ) -> None:
        """The joker above the ace of trumps, without trump above the ace of clubs."""
        ascending = ascending_cards.split()
        in_another_order = ascending[2:] + ascending[:2]
        in_another_order.sort(key=lambda card: place_in_a_pack_with_trump(card, trump))
        assert in_another_order == ascending
