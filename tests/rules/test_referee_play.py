"""The referee's examination: trump and opening lead, misère, the joker, revokes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests import referee
from tests.referee import Acts, Foul, Verdict, judge_deal
from tests.referee.play import check_opening_lead, trump_of
from tests.rules.referee_deals import HOYLE, auction, cards, hand

MISERE = HOYLE.rung("misere")
WELLINGTON = HOYLE.rung("wellington")
BLUCHER = HOYLE.rung("blucher")


class TestOpeningLead:
    def sound(self, contract: str, held: str, lead: str, named: str | None) -> bool:
        rung = HOYLE.rung(contract)
        trump = trump_of(rung, lead, named)
        try:
            check_opening_lead(rung, hand(held), lead, trump)
        except Foul as foul:
            assert f"is not the {rung.lead} of" in str(foul)
            return False
        return True

    @pytest.mark.parametrize("lead", cards("AS KS 5S AH 2D"))
    def test_any_card_where_the_contract_asks_nothing(self, lead: str) -> None:
        for contract in ("three", "misere", "nap"):
            assert self.sound(contract, "AS KS 5S AH 2D", lead, None)

    @pytest.mark.parametrize(
        ("lead", "sound"), [("5S", True), ("AH", True), ("2D", True), ("KS", False), ("AS", False)]
    )
    def test_lowest_trump_is_the_lowest_card_of_a_suit_held(self, lead: str, sound: bool) -> None:
        assert self.sound("wellington", "AS KS 5S AH 2D", lead, None) == sound

    @pytest.mark.parametrize(
        ("lead", "named", "sound"),
        [
            ("JO", "C", True),  # no other club is held: the joker is the lowest
            ("JO", "S", False),
            ("JO", "D", False),
            ("5S", None, True),
            ("2D", None, True),
            ("KS", None, False),
        ],
    )
    def test_lowest_trump_with_the_joker(self, lead: str, named: str | None, sound: bool) -> None:
        assert self.sound("wellington", "JO KS 5S AH 2D", lead, named) == sound

    @pytest.mark.parametrize(
        ("held", "named", "sound_leads"),
        [
            ("AS KS 5H 5D 9C", "S", "5H 5D"),  # among equals any
            ("AS KS 2S QD 9C", "S", "9C"),  # the deuce is trump
            ("AS KS QS JS 9S", "S", "9S"),  # nothing but trumps: the lowest of all
            ("AS KS QS JS 9S", "H", "9S"),  # one suit, and another named
            ("JO 5S QH 9C 8S", "S", "9C"),
            ("JO 5S QS 9S 8S", "S", "5S"),  # the joker is the highest of trumps
            ("JO 5S QS 9S 8S", "H", "5S"),
        ],
    )
    def test_lowest_non_trump(self, held: str, named: str, sound_leads: str) -> None:
        sound = [lead for lead in held.split() if self.sound("blucher", held, lead, named)]
        assert sound == sound_leads.split()

    def test_the_trump_suit_must_be_named_where_it_is_not_led(self) -> None:
        for rung, lead in ((BLUCHER, "AS"), (HOYLE.rung("nap"), "JO")):
            for named in (None, "X", "spades"):
                with pytest.raises(Foul, match="names no trump suit"):
                    trump_of(rung, lead, named)

    @pytest.mark.parametrize(
        ("contract", "lead"), [("nap", "AS"), ("misere", "AS"), ("misere", "JO")]
    )
    def test_and_nowhere_else(self, contract: str, lead: str) -> None:
        with pytest.raises(Foul, match="yet names a trump suit"):
            trump_of(HOYLE.rung(contract), lead, "S")

    @pytest.mark.parametrize(
        ("contract", "lead", "named", "trump"),
        [
            ("nap", "AS", None, "S"),
            ("nap", "JO", "H", "H"),
            ("misere", "AS", None, None),
            ("misere", "JO", None, None),
            ("blucher", "9C", "S", "S"),
            ("blucher", "JO", "S", "S"),
        ],
    )
    def test_trump(self, contract: str, lead: str, named: str | None, trump: str | None) -> None:
        assert trump_of(HOYLE.rung(contract), lead, named) == trump

    def test_a_named_trump_with_any_lead(self) -> None:
        rung = replace(BLUCHER, lead="any")
        for lead in cards("AS 9C JO"):
            check_opening_lead(rung, hand("AS KS JO QD 9C"), lead, trump_of(rung, lead, "S"))

    @pytest.mark.parametrize(
        ("trump", "lead"),
        [("named", "lowest trump"), ("none", "lowest trump"), ("suit led", "lowest non-trump")],
    )
    def test_a_lead_that_its_trump_does_not_allow_makes_no_contract(
        self, trump: str, lead: str
    ) -> None:
        with pytest.raises(Foul, match="although its trump is"):
            replace(BLUCHER, trump=trump, lead=lead)

    BLUCHER_ACTS = Acts(
        hands=[hand("AS KS QS JS 9C"), hand("5C 6C 4S 4D 5D"), hand("2C 3C 4C 2S 3D")],
        calls=auction("nap wellington blucher"),
        named="S",
        plays=cards("9C 5C 2C | AS 4S 2S | KS 4D 3C | QS 5D 4C | JS 6C 3D"),
    )

    def test_blucher_made_with_a_nine_of_clubs_that_nobody_beats(self) -> None:
        verdict = judge_deal(HOYLE, self.BLUCHER_ACTS)
        assert (verdict.contract, verdict.declarer, verdict.made) == ("blucher", 0, True)
        assert (verdict.trump, verdict.payments) == ("spades", (20, -10, -10))

    def test_blucher_failed_because_somebody_does(self) -> None:
        hands = [self.BLUCHER_ACTS.hands[0], hand("TC 6C 4S 4D 5D"), self.BLUCHER_ACTS.hands[2]]
        plays = cards("9C TC 2C | 6C 3C JS | AS 4S 2S | KS 4D 4C | QS 5D 3D")
        verdict = judge_deal(HOYLE, replace(self.BLUCHER_ACTS, hands=hands, plays=plays))
        assert (verdict.tricks, verdict.payments) == (4, (-40, 20, 20))

    def test_blucher_does_not_begin_with_the_trumps(self) -> None:
        first_trick_last = [*self.BLUCHER_ACTS.plays[3:], *self.BLUCHER_ACTS.plays[:3]]
        with pytest.raises(Foul, match="AS of blucher is not the lowest non-trump of"):
            judge_deal(HOYLE, replace(self.BLUCHER_ACTS, plays=first_trick_last))


class TestMisere:
    """Exactly no trick, without trump."""

    HANDS = (hand("QC JC QD JD AH"), hand("2C 3C 4D 5D 2H"), hand("TC AC KC AD KD"))
    PLAYS = cards("2C AC QC | KC JC 3C | AD QD 5D | KD JD 4D | TC AH 2H")

    def deal(self, hands: object, plays: list[str]) -> Verdict:
        return judge_deal(HOYLE, Acts(hands=hands, calls=auction("misere pass pass"), plays=plays))

    def test_made_without_a_trick(self) -> None:
        verdict = self.deal(self.HANDS, self.PLAYS)
        assert (verdict.tricks, verdict.made, verdict.trump) == (0, True, None)
        assert verdict.payments == (-3, 6, -3)

    def test_one_trick_breaks_it_and_all_the_rest_is_played_out(self) -> None:
        hands = [self.HANDS[0], hand("2C AC 4D 5D 2H"), hand("TC 3C KC AD KD")]
        plays = cards("AC 3C QC | 2C KC JC | AD QD 5D | KD JD 4D | TC AH 2H")
        verdict = self.deal(hands, plays)
        assert (verdict.tricks, verdict.made) == (1, False)
        assert verdict.payments == (3, -6, 3)
        with pytest.raises(Foul, match="3 cards were played, not 15"):
            self.deal(hands, plays[:3])

    def test_no_suit_is_trump(self) -> None:
        """Clubs are led first, and the dealer's club does not take the diamonds later."""
        hands = [hand("QC JC 9D JD AH"), self.HANDS[1], self.HANDS[2]]
        plays = cards("2C TC QC | 9D 4D AD | AC JC 3C | KC JD 5D | KD AH 2H")
        course = self.deal(hands, plays).course
        assert [trick.winner for trick in course] == [0, 2, 2, 2, 2]

    def test_where_the_house_has_it_the_suit_led_is_trump(self) -> None:
        """The declarer's last club takes a diamond trick, and the misère is lost."""
        house = replace(HOYLE, ladder=(replace(MISERE, trump="suit led"),))
        hands = [hand("QC JC 9D JD AH"), hand("2C 3C 2D 5H 2H"), self.HANDS[2]]
        plays = cards("2C AC JC | AD 9D 2D | KD JD 3C | 2H KC AH | TC QC 5H")
        acts = Acts(hands=hands, calls=auction("misere pass pass"), plays=plays)
        verdict = judge_deal(house, acts)
        assert (verdict.trump, verdict.tricks, verdict.made) == ("clubs", 1, False)
        assert verdict.course[2].winner == 1


class TestJoker:
    """It belongs to the trump suit and is its highest card."""

    HOUSE = replace(HOYLE, joker=True)

    def judged(self, hands: object, calls: str, plays: str, **acts: object) -> Verdict:
        return judge_deal(
            self.HOUSE, Acts(hands=hands, calls=auction(calls), plays=cards(plays), **acts)
        )

    LED = (hand("TS 6C 7C 8C 9D"), hand("JO KS 5S AH 2D"), hand("AS 9S 3H 4H 5C"))
    LED_PLAYS = "JO 9S TS | KS AS 6C | 3H 7C AH | 5S 4H 8C | 2D 5C 9D"

    def test_led_to_the_first_trick_it_names_trump_and_wins(self) -> None:
        verdict = self.judged(self.LED, "three pass pass", self.LED_PLAYS, named="S")
        assert verdict.trump == "spades"
        assert [trick.winner for trick in verdict.course] == [1, 2, 1, 1, 0]
        assert verdict.payments == (-3, 6, -3)

    def test_it_calls_for_trumps(self) -> None:
        plays = self.LED_PLAYS.replace("9S", "3H", 1)
        with pytest.raises(Foul, match="position 2 revoked: 3H on spades"):
            self.judged(self.LED, "three pass pass", plays, named="S")

    def test_the_declarer_must_name_a_suit_with_it(self) -> None:
        with pytest.raises(Foul, match="leads JO and names no trump suit"):
            self.judged(self.LED, "three pass pass", self.LED_PLAYS)

    def test_a_suit_that_he_does_not_hold_may_be_named(self) -> None:
        """Clubs are trumps, and the dealer's clubs take the ace of hearts and what he leads."""
        plays = "JO 5C 6C | AH 3H 7C | 8C 2D 4H | 9D KS 9S | TS 5S AS"
        verdict = self.judged(self.LED, "three pass pass", plays, named="C")
        assert (verdict.trump, verdict.tricks) == ("clubs", 1)

    HELD = (hand("TS 6C 7C 8C 9D"), hand("AS KS QS AH 2D"), hand("JO 9H 3H 4H 5C"))

    def test_it_beats_the_ace_of_trumps_and_must_follow_trumps(self) -> None:
        plays = "AS JO TS | 9H 9D AH | KS 3H 6C | QS 4H 7C | 2D 5C 8C"
        verdict = self.judged(self.HELD, "four pass pass", plays)
        assert verdict.course[0].winner == 2
        assert (verdict.tricks, verdict.made) == (4, True)
        with pytest.raises(Foul, match="position 2 revoked: 3H on spades"):
            self.judged(self.HELD, "four pass pass", plays.replace("JO", "3H", 1))

    def test_it_does_not_follow_another_suit(self) -> None:
        """Hearts are trumps; whoever holds the suit led may not play the joker."""
        plays = "AH 3H 9D | AS JO TS | 9H 6C 2D | 4H 7C KS | 5C 8C QS"
        verdict = self.judged(self.HELD, "three pass pass", plays)
        assert [trick.winner for trick in verdict.course] == [1, 2, 2, 2, 0]
        hands = [self.HELD[0], self.HELD[1], hand("JO 9H 3H 4H 5S")]
        with pytest.raises(Foul, match="position 2 revoked: JO on spades"):
            self.judged(hands, "three pass pass", plays.replace("5C", "5S"))

    def test_who_holds_only_the_joker_of_trumps_must_play_it(self) -> None:
        assert not referee.beats("AS", "JO", trump="S")
        assert referee.beats("JO", "AS", trump="S")
        assert referee.beats("JO", "AH", trump="S")

    MISERE = (hand("QC JC QD JD AH"), hand("2C 3C 4D 5D 2H"), hand("JO AC KC AD KD"))

    def test_without_trump_it_wins_and_when_led_the_others_play_any_card(self) -> None:
        """The dealer keeps both clubs and both diamonds, and lets the ace of hearts go."""
        plays = "2C AC QC | JO AH 2H | KC JC 3C | AD QD 5D | KD JD 4D"
        verdict = self.judged(self.MISERE, "misere pass pass", plays)
        assert verdict.course[1].winner == 2
        assert verdict.payments == (-3, 6, -3)

    def test_without_trump_it_does_not_follow_suit(self) -> None:
        plays = "2C JO QC | AC JC 3C | KC AH 2H | AD QD 5D | KD JD 4D"
        with pytest.raises(Foul, match="position 2 revoked: JO on clubs"):
            self.judged(self.MISERE, "misere pass pass", plays)

    def test_without_trump_who_cannot_follow_may_play_it(self) -> None:
        plays = "2H JO AH | AC QC 2C | KC JC 3C | AD QD 5D | KD JD 4D"
        verdict = self.judged(self.MISERE, "misere pass pass", plays)
        assert verdict.course[0].winner == 2
        assert verdict.made

    def test_a_misere_with_the_joker_in_hand_is_lost_if_it_is_led(self) -> None:
        hands = [self.MISERE[0], hand("JO 3C 4D 5D 2H"), hand("2C AC KC AD KD")]
        plays = "JO AD JD | 3C AC QC | KC JC 4D | KD QD 5D | 2C AH 2H"
        verdict = self.judged(hands, "misere pass pass", plays)
        assert (verdict.tricks, verdict.payments) == (1, (3, -6, 3))

    def test_in_a_misere_with_trump_it_is_a_trump(self) -> None:
        house = replace(self.HOUSE, ladder=(replace(MISERE, trump="suit led"),))
        plays = cards("2C JO QC | AC JC 3C | KC AH 2H | AD QD 5D | KD JD 4D")
        acts = Acts(hands=self.MISERE, calls=auction("misere pass pass"), plays=plays)
        verdict = judge_deal(house, acts)
        assert (verdict.trump, verdict.made) == ("clubs", True)
