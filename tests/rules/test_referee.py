"""The referee's own examination.

The referee judges the simulator, so it is itself held to the printed examples of the rules, to
the published vectors of its random generator and to one example of every rule and every foul of
the basic game.
"""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction

import pytest

from tests import referee
from tests.referee import BASIC, Foul, House, judge, judge_session
from tests.rules.referee_deals import (
    ALL_FIVE,
    DEALER,
    ELDEST,
    FIVE_TRICKS,
    SECOND,
    STRONG,
    TABLE,
    THIRD,
    THREE_ONLY,
    WEAK,
    auction,
    cards,
    hand,
)


class TestGenerator:
    """Philox4x32-10 against the known-answer vectors published with Random123."""

    @pytest.mark.parametrize(
        ("counter", "key", "answer"),
        [
            ("00000000 00000000 00000000 00000000", "00000000 00000000",
             "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
            ("ffffffff ffffffff ffffffff ffffffff", "ffffffff ffffffff",
             "408f276d 41c83b0e a20bc7c6 6d5451fd"),
            ("243f6a88 85a308d3 13198a2e 03707344", "a4093822 299f31d0",
             "d16cfe09 94fdcceb 5001e420 24126ea1"),
        ],
    )  # fmt: skip
    def test_known_answers(self, counter: str, key: str, answer: str) -> None:
        def words(text: str) -> tuple[int, ...]:
            return tuple(int(word, 16) for word in text.split())

        assert referee.philox4x32(words(counter), words(key)) == words(answer)

    def test_the_first_two_words_are_the_first_block(self) -> None:
        words = referee.random_words(seed=0, stream=0, index=0)
        assert next(words) == 0xE169C58D_6627E8D5
        assert next(words) == 0x9B00DBD8_BC57AC4C

    def test_seed_and_index_use_all_64_bits(self) -> None:
        low, high = 0x2545F491, 0x9E3779B9

        def first_word(seed: int, index: int) -> int:
            return next(referee.random_words(seed, 7, index))

        expected = referee.philox4x32((0, 7, low, high), (high, low))
        word = first_word(seed=high | low << 32, index=low | high << 32)
        assert (word & 0xFFFFFFFF, word >> 32) == expected[:2]

    def test_a_draw_splits_the_words_evenly(self) -> None:
        top = 1 << 64
        assert referee.draw_below(52, 0)[0] == 0
        assert referee.draw_below(52, top - 1)[0] == 51
        assert referee.draw_below(4, top // 4 - 1)[0] == 0
        assert referee.draw_below(4, top // 4)[0] == 1

    def test_the_next_draw_uses_what_the_first_has_left(self) -> None:
        draw, rest = referee.draw_below(10, (3 << 64) // 10 + 5)
        assert draw == 3
        assert rest < 10 * 6


class TestPackAndDeal:
    def test_the_whole_pack_in_order(self) -> None:
        pack = referee.pack_of(52)
        assert (pack[0], pack[12], pack[13], pack[51]) == ("2C", "AC", "2D", "AS")
        assert len(set(pack)) == 52

    @pytest.mark.parametrize(
        ("size", "lowest"), [(40, "5"), (36, "6"), (32, "7"), (28, "8"), (24, "9")]
    )
    def test_stripped_packs_lose_their_lowest_ranks(self, size: int, lowest: str) -> None:
        ranks = {card[0] for card in referee.pack_of(size)}
        assert min(ranks, key=referee.RANKS.index) == lowest
        assert len(referee.pack_of(size)) == size

    def test_a_pack_of_uneven_suits_is_refused(self) -> None:
        with pytest.raises(Foul, match="50 cards"):
            referee.pack_of(50)

    @pytest.mark.parametrize("players", range(2, 8))
    def test_every_deal_gives_five_different_cards_to_everybody(self, players: int) -> None:
        pack = referee.pack_of(52)
        for deal in range(200):
            hands = referee.deal_cards(2026, deal, players, pack)
            referee.check_hands(BASIC, hands)
            assert len(hands) == players

    def test_eldest_is_dealt_first_and_the_dealer_last(self) -> None:
        """One hand less on the table changes no hand of those who are dealt before it."""
        pack = referee.pack_of(52)
        three = referee.deal_cards(11, 5, 3, pack)
        seven = referee.deal_cards(11, 5, 7, pack)
        assert three[1:] == seven[1:3]
        assert three[0] == seven[3]

    def test_each_draw_takes_the_card_counted_in_the_order_of_the_pack(self) -> None:
        word = next(referee.random_words(seed=3, stream=referee.CARDS_STREAM, index=8))
        left = list(referee.pack_of(52))
        expected = set()
        for bound in (52, 51, 50, 49, 48):
            expected.add(left.pop(word * bound >> 64))
            word = word * bound % (1 << 64)
        assert referee.deal_cards(3, 8, 4, referee.pack_of(52))[1] == expected

    def test_the_deal_moves_one_seat_clockwise_after_every_deal(self) -> None:
        opening = referee.first_dealer(seed=9, session=2, players=5)
        dealers = [referee.dealer_of(9, deal, 5, deals_per_session=8) for deal in range(16, 24)]
        assert dealers == [(opening + deal) % 5 for deal in range(8)]

    def test_every_seat_deals_first_about_equally_often(self) -> None:
        """10,000 sessions: each count lies within 4.5 sd, false alarm about 1 in 30,000 a seat."""
        counts = Counter(referee.first_dealer(1, session, 5) for session in range(10_000))
        assert sorted(counts) == [0, 1, 2, 3, 4]
        assert all(abs(count - 2000) < 4.5 * 40 for count in counts.values())


class TestAuction:
    @pytest.mark.parametrize(
        ("bids", "contract", "declarer"),
        [
            ("pass three pass pass", "three", 2),
            ("three four nap wellington", "wellington", 0),
            ("pass pass pass nap", "nap", 0),
            ("nap pass wellington pass", "wellington", 3),
            ("four pass pass pass", "four", 1),
        ],
    )
    def test_the_highest_bid_names_contract_and_declarer(
        self, bids: str, contract: str, declarer: int
    ) -> None:
        heard = referee.hear_auction(BASIC, auction(bids), 4)
        assert heard is not None
        assert (heard[0].name, heard[1]) == (contract, declarer)

    def test_all_pass(self) -> None:
        verdict = judge(BASIC, TABLE, auction("pass pass pass pass"), [])
        assert verdict.payments == (0, 0, 0, 0)
        assert verdict.contract is None

    @pytest.mark.parametrize(
        ("bids", "sentence"),
        [
            ("four three pass pass", "position 2 bid three, which is not above four"),
            ("three three pass pass", "position 2 bid three, which is not above three"),
            ("pass pass wellington pass", "position 3 bid wellington before anybody had bid nap"),
            ("four wellington pass pass", "position 2 bid wellington before anybody had bid nap"),
            ("nap wellington nap pass", "position 3 bid nap, which is not above wellington"),
            ("three pass pass", "4 players spoke 3 times"),
            ("three pass pass pass four", "4 players spoke 5 times"),
            ("misere pass pass pass", "there is no contract 'misere'"),
        ],
    )
    def test_foul_bids(self, bids: str, sentence: str) -> None:
        with pytest.raises(Foul, match=sentence):
            judge(BASIC, TABLE, auction(bids), FIVE_TRICKS)

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_the_list_of_auctions_is_exactly_what_is_not_foul(self, players: int) -> None:
        words = ["pass", "three", "four", "nap", "wellington"]
        sound = []
        for bids in itertools.product(words, repeat=players):
            try:
                referee.hear_auction(BASIC, bids, players)
            except Foul:
                continue
            sound.append(bids)
        assert sorted(referee.all_auctions(BASIC, players)) == sorted(sound)


class TestPlay:
    def test_the_suit_of_the_first_card_is_trump_and_belongs_to_the_first_trick(self) -> None:
        verdict = judge(BASIC, TABLE, auction("four pass pass pass"), FIVE_TRICKS)
        assert verdict.trump == "spades"
        assert verdict.course[0].cards == ("AS", "4S", "5S", "2S")

    def test_highest_of_the_suit_led_wins_when_nobody_trumps(self) -> None:
        verdict = judge(BASIC, TABLE, auction("four pass pass pass"), FIVE_TRICKS)
        assert verdict.course[4].winner == 3

    def test_a_discard_never_wins(self) -> None:
        assert not referee.beats("AD", "2H", trump="S")

    def test_a_trump_beats_any_card_of_the_suit_led(self) -> None:
        assert referee.beats("2S", "AH", trump="S")
        assert not referee.beats("AH", "2S", trump="S")

    def test_the_higher_of_two_trumps_wins(self) -> None:
        assert referee.beats("TS", "9S", trump="S")
        assert not referee.beats("9S", "TS", trump="S")

    @pytest.mark.parametrize("suit", "CDHS")
    def test_ranks_from_ace_down_to_two(self, suit: str) -> None:
        falling = [rank + suit for rank in "AKQJT98765432"]
        for high, low in itertools.combinations(falling, 2):
            assert referee.beats(high, low, trump="C")
            assert not referee.beats(low, high, trump="C")

    def test_the_winner_leads_to_the_next_trick(self) -> None:
        course = judge(BASIC, WEAK, auction("three pass pass pass"), THREE_ONLY).course
        assert [trick.leader for trick in course] == [1, 1, 1, 1, 2]
        assert [trick.winner for trick in course] == [1, 1, 1, 2, 3]

    def test_who_is_void_may_keep_his_trumps(self) -> None:
        """No duty to trump: the second player is void in hearts and discards a club."""
        hands = [hand("2C 3C"), hand("2H AS"), hand("4C 5S")]
        rules = House(ladder=BASIC.ladder, hand_size=2)
        verdict = judge(rules, hands, auction("three pass pass"), cards("AS 5S 2C | 2H 4C 3C"))
        assert verdict.tricks == 2

    def test_who_is_void_may_ruff_and_be_overruffed(self) -> None:
        hands = [hand("3S 9C"), hand("2H AS"), hand("4S 5S")]
        rules = House(ladder=BASIC.ladder, hand_size=2)
        verdict = judge(rules, hands, auction("three pass pass"), cards("AS 4S 3S | 2H 5S 9C"))
        assert verdict.course[1].winner == 2
        hands[0] = hand("3S 6S")
        verdict = judge(rules, hands, auction("three pass pass"), cards("AS 4S 3S | 2H 5S 6S"))
        assert verdict.course[1].winner == 0

    @pytest.mark.parametrize(
        ("changes", "sentence"),
        [
            ({1: "4D"}, "position 2 revoked: 4D on spades"),
            ({0: "2C"}, "position 1 played 2C, which is not in that hand"),
            ({4: "AS"}, "position 1 played AS, which is not in that hand"),
            ({1: "TS", 6: "4S"}, "position 2 played TS, which is not in that hand"),
        ],
    )
    def test_foul_cards(self, changes: dict[int, str], sentence: str) -> None:
        plays = list(FIVE_TRICKS)
        for place, card in changes.items():
            plays[place] = card
        with pytest.raises(Foul, match=sentence):
            judge(BASIC, TABLE, auction("four pass pass pass"), plays)

    def test_a_revoke_late_in_the_deal_is_seen(self) -> None:
        """Third has the ten of spades left when spades are led again."""
        plays = list(FIVE_TRICKS)
        plays[6], plays[10] = plays[10], plays[6]
        with pytest.raises(Foul, match="position 3 revoked: 5D on spades"):
            judge(BASIC, TABLE, auction("four pass pass pass"), plays)

    def test_all_tricks_are_played_out(self) -> None:
        with pytest.raises(Foul, match="16 cards were played, not 20"):
            judge(BASIC, TABLE, auction("four pass pass pass"), FIVE_TRICKS[:16])

    def test_nobody_plays_after_a_pass_out(self) -> None:
        with pytest.raises(Foul, match="although everybody passed"):
            judge(BASIC, TABLE, auction("pass pass pass pass"), FIVE_TRICKS)

    @pytest.mark.parametrize(
        ("cards_of_third", "sentence"),
        [
            ("8C AC TS 5S", "position 3 was dealt 4 cards"),
            ("8C AC TS 5S 5D 6D", "position 3 was dealt 6 cards"),
            ("8C AC TS 5S AS", "position 3 was dealt AS, which another hand holds"),
            ("8C AC TS 5S 1D", "position 3 was dealt 1D, which is not in the pack"),
        ],
    )
    def test_foul_hands(self, cards_of_third: str, sentence: str) -> None:
        with pytest.raises(Foul, match=sentence):
            judge(BASIC, [*TABLE[:3], hand(cards_of_third)], auction("pass pass pass pass"), [])

    def test_a_stripped_pack_has_no_low_cards(self) -> None:
        with pytest.raises(Foul, match="not in the pack"):
            judge(House(ladder=BASIC.ladder, pack=32), TABLE, auction("pass pass pass pass"), [])


class TestSettlement:
    """The payments of the rule book; losses and gains are the same units with opposite sign."""

    def test_worked_example_four_takes_all_five(self) -> None:
        """Four takes all five tricks, four players: declarer +12, the others -4 each."""
        verdict = judge(BASIC, STRONG, auction("four pass pass pass"), ALL_FIVE)
        assert verdict.tricks == 5
        assert verdict.payments == (-4, 12, -4, -4)

    def test_worked_example_three_tricks_only(self) -> None:
        """Four takes three tricks only: -12, and +4 to each defender."""
        verdict = judge(BASIC, WEAK, auction("four pass pass pass"), THREE_ONLY)
        assert verdict.tricks == 3
        assert verdict.payments == (4, -12, 4, 4)

    def test_exactly_the_tricks_promised_is_enough(self) -> None:
        verdict = judge(BASIC, TABLE, auction("four pass pass pass"), FIVE_TRICKS)
        assert (verdict.tricks, verdict.made) == (4, True)
        verdict = judge(BASIC, WEAK, auction("three pass pass pass"), THREE_ONLY)
        assert (verdict.tricks, verdict.made) == (3, True)

    def test_nap_needs_all_five(self) -> None:
        assert judge(BASIC, STRONG, auction("nap pass pass pass"), ALL_FIVE).made
        assert not judge(BASIC, TABLE, auction("nap pass pass pass"), FIVE_TRICKS).made

    def test_only_the_last_and_highest_bid_is_played(self) -> None:
        """Eldest overbids nobody and second declares: his own tricks count, eldest's do not."""
        hands = [DEALER, SECOND, ELDEST, THIRD]
        plays = cards("AS 5S 2S 4S | KS TS 3D 4D | QS 5D 2C 5C | JS 8C 3C 6C | 9C AC 4C 7C")
        verdict = judge(BASIC, hands, auction("three four pass pass"), plays)
        assert (verdict.contract, verdict.declarer, verdict.tricks) == ("four", 2, 4)
        assert verdict.payments == (-4, -4, 12, -4)

    @pytest.mark.parametrize("players", range(2, 8))
    @pytest.mark.parametrize(
        ("contract", "stake"), [("three", 3), ("four", 4), ("nap", 5), ("wellington", 10)]
    )
    def test_every_opponent_pays_or_is_paid_the_same(
        self, contract: str, stake: int, players: int
    ) -> None:
        rung = BASIC.rung(contract)
        won = referee.settle(rung, 1, made=True, players=players)
        lost = referee.settle(rung, 1, made=False, players=players)
        assert won[1] == stake * (players - 1)
        assert {paid for position, paid in enumerate(won) if position != 1} == {-stake}
        assert lost == tuple(-paid for paid in won)
        assert sum(won) == 0


class TestSession:
    def test_balances_follow_the_players_round_the_table(self) -> None:
        """Three players, seat 2 deals first: the positions of the seats turn with the deal."""
        paid = [(6, -3, -3), (-4, 8, -4), (5, 5, -10)]
        reckoning = judge_session(paid, session=0, opening_dealer=2)
        assert reckoning.by_position == (7, 10, -17)
        # Dealers are seats 2, 0, 1; seat 0 is in positions 1, 0, 2.
        assert reckoning.by_player == (-3 - 4 - 10, -3 + 8 + 5, 6 - 4 + 5)

    def test_rotating_players_move_one_seat_a_session(self) -> None:
        paid = [(6, -3, -3)]
        fixed = judge_session(paid, session=4, opening_dealer=1, seating="fixed")
        rotating = judge_session(paid, session=4, opening_dealer=1, seating="rotate")
        assert fixed.by_player == (-3, 6, -3)
        assert rotating.by_player == (6, -3, -3)

    @pytest.mark.parametrize("seating", ["fixed", "rotate"])
    @pytest.mark.parametrize("players", range(3, 8))
    def test_every_position_has_one_player(self, players: int, seating: str) -> None:
        for session, dealer in itertools.product(range(players + 1), range(players)):
            seated = {
                referee.player_at_position(position, dealer, session, players, seating)
                for position in range(players)
            }
            assert seated == set(range(players))

    def test_one_winner_takes_the_whole_win(self) -> None:
        assert referee.winners_shares([5, -3, -2]) == (1, 0, 0)

    def test_ties_share_the_win(self) -> None:
        assert referee.winners_shares([4, 4, -8]) == (Fraction(1, 2), Fraction(1, 2), 0)
        assert referee.winners_shares([0, 0, 0]) == (Fraction(1, 3),) * 3

    def test_payments_that_do_not_sum_to_zero_are_foul(self) -> None:
        with pytest.raises(Foul, match="do not sum to zero"):
            judge_session([(6, -3, -2)], session=0, opening_dealer=0)
