"""The referee's examination: packs, numbered deals, packets, gathering and cutting."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import replace

import pytest

from tests import referee
from tests.referee import BASIC, JOKER, Acts, Foul, judge_deal
from tests.rules.referee_deals import DEALER, ELDEST, SECOND, TABLE, THIRD, auction, cards, hand

SEED, DEAL = 77, 2**40 + 5
WHOLE = 1 << 64


def first_words(number: int, stream: int = referee.CARDS_STREAM, index: int = DEAL) -> list[int]:
    return list(itertools.islice(referee.random_words(SEED, stream, index), number))


def take(left: list[str], word: int, draws: int) -> set[str]:
    """Draw up to five cards from one word, long-hand."""
    drawn = set()
    for _ in range(draws):
        drawn.add(left.pop(word * len(left) >> 64))
        word = word * (len(left) + 1) % WHOLE
    return drawn


class TestPack:
    @pytest.mark.parametrize("size", [52, 40, 36, 32, 28, 24])
    def test_the_joker_is_one_card_more_and_stands_after_the_ace_of_clubs(self, size: int) -> None:
        pack = referee.pack_of(size, joker=True)
        place = pack.index(JOKER)
        assert len(set(pack)) == size + 1
        assert (pack[place - 1], pack[place + 1][1]) == ("AC", "D")

    def test_without_the_option_there_is_no_joker(self) -> None:
        assert JOKER not in referee.pack_of(52)
        with pytest.raises(Foul, match="was dealt JO, which is not in the pack"):
            referee.check_hands(BASIC, [*TABLE[:3], hand("8C AC TS 5S JO")])


class TestNumberedDeals:
    def test_the_order_is_hands_extra_hand_peep_card_float(self) -> None:
        """Each takes a random word of its own; the hands begin with eldest."""
        house = replace(BASIC, joker=True, sir_garnet=True, peep=True, float_card=True)
        left = list(referee.pack_of(52, joker=True))
        dealt = [
            take(left, word, draws)
            for word, draws in zip(first_words(6), (5, 5, 5, 5, 1, 1), strict=True)
        ]
        layout = referee.numbered_layout(house, SEED, DEAL, players=3)
        assert layout.hands == [dealt[2], dealt[0], dealt[1]]
        assert layout.extra_hand == dealt[3]
        assert {layout.peep_card} == dealt[4]
        assert {layout.float_card} == dealt[5]

    def test_seven_cards_take_two_words_a_hand(self) -> None:
        house = replace(BASIC, hand_size=7)
        left = list(referee.pack_of(52))
        words = first_words(4)
        eldest = take(left, words[0], 5) | take(left, words[1], 2)
        second = take(left, words[2], 5) | take(left, words[3], 2)
        assert referee.numbered_layout(house, SEED, DEAL, players=3).hands[1:] == [eldest, second]

    def test_a_dealer_who_sits_out_gets_no_cards(self) -> None:
        house = replace(BASIC, dealer_sits_out=True)
        six = referee.numbered_layout(house, SEED, DEAL, players=6).hands
        five = referee.numbered_layout(BASIC, SEED, DEAL, players=5).hands
        assert six == [set(), *five[1:], five[0]]

    @pytest.mark.parametrize("before_him", [0, 1, 6])
    def test_every_turn_of_the_exchange_has_words_of_its_own(self, before_him: int) -> None:
        """Whatever eldest exchanged, second's cards come from the third and fourth word."""
        house = replace(BASIC, exchange_cards=6)
        words = first_words(7)
        left = list(referee.pack_of(52))
        for word in words[:3]:
            take(left, word, 5)
        stock = referee.numbered_layout(house, SEED, DEAL, players=3).stock
        eldest = take(left, words[3], min(before_him, 5)) | take(left, words[4], before_him // 6)
        assert stock.draw(before_him) == eldest
        assert stock.draw(6) == take(left, words[5], 5) | take(left, words[6], 1)

    def test_other_cards_than_those_on_top_of_the_stock_are_foul(self) -> None:
        house = replace(BASIC, exchange_cards=1)
        layout = referee.numbered_layout(house, SEED, DEAL, players=3)
        on_top = referee.numbered_layout(house, SEED, DEAL, players=3).stock.draw(1)
        other = max(set(referee.pack_of(52)).difference(on_top, *layout.hands))
        keeps = ((), ())
        acts = Acts(hands=layout.hands, calls=["pass"] * 3)
        chance = referee.Chance(layout, referee.Revokes(seed=SEED, number=DEAL, rates=[0, 0, 0]))
        exchange = ({min(layout.hands[1])}, {other})
        with pytest.raises(Foul, match=f"position 1 drew {other}, not {min(on_top)}"):
            judge_deal(house, replace(acts, exchanges=[exchange, keeps, keeps]), chance=chance)

    def test_other_cards_than_those_of_the_number_are_foul(self) -> None:
        house = replace(BASIC, sir_garnet=True, peep=True, float_card=True, pack=32)
        layout = referee.numbered_layout(house, SEED, DEAL, players=3)
        acts = Acts(
            hands=layout.hands,
            extra_hand=layout.extra_hand,
            peep_card=layout.peep_card,
            float_card=layout.float_card,
            looks=[False] * 3,
            peeps=[False] * 3,
            calls=["pass"] * 3,
        )
        chance = referee.Chance(layout, referee.Revokes(seed=SEED, number=DEAL, rates=[0, 0, 0]))
        assert judge_deal(house, acts, chance=chance).payments == (0, 0, 0)
        left = set(referee.pack_of(32)).difference(
            layout.extra_hand, {layout.peep_card, layout.float_card}, *layout.hands
        )
        other = min(left)
        changes = {
            "position 2 has .*, but was dealt": {
                "hands": [*layout.hands[:2], {other, *sorted(layout.hands[2])[1:]}]
            },
            "the extra hand is": {"extra_hand": {other, *sorted(layout.extra_hand)[1:]}},
            "the peep card is": {"peep_card": other},
            "the float is": {"float_card": other},
        }
        for sentence, change in changes.items():
            with pytest.raises(Foul, match=sentence):
                judge_deal(house, replace(acts, **change), chance=chance)


class TestCardsFaceDown:
    HOUSE = replace(BASIC, sir_garnet=True, peep=True, float_card=True)
    ACTS = Acts(
        hands=TABLE,
        extra_hand=hand("2H 3H 4H 5H 6H"),
        peep_card="7H",
        float_card="8H",
        looks=[False] * 4,
        peeps=[False] * 4,
        calls=auction("pass pass pass pass"),
    )

    def test_the_deal_is_sound(self) -> None:
        assert judge_deal(self.HOUSE, self.ACTS).contract is None

    @pytest.mark.parametrize(
        ("change", "sentence"),
        [
            ({"extra_hand": hand("2H 3H 4H 5H")}, "the extra hand has 4 cards"),
            ({"extra_hand": ()}, "the extra hand has 0 cards"),
            ({"peep_card": None}, "there is one peep card where the house knows it"),
            ({"float_card": None}, "there is one float where the house knows it"),
            ({"float_card": "7H"}, "a card that lies face down is dealt twice"),
            ({"peep_card": "AS"}, "a card that lies face down is dealt twice"),
            ({"extra_hand": hand("2H 3H 4H 5H JO")}, "JO lies face down, which is not in the pack"),
        ],
    )
    def test_foul_cards(self, change: dict[str, object], sentence: str) -> None:
        with pytest.raises(Foul, match=sentence):
            judge_deal(self.HOUSE, replace(self.ACTS, **change))

    @pytest.mark.parametrize(
        "change",
        [
            {"extra_hand": hand("2H 3H 4H 5H 6H")},
            {"peep_card": "7H"},
            {"float_card": "8H"},
            {"looks": [False] * 4},
            {"peeps": [False] * 4},
            {"exchanges": [((), ())] * 4},
            {"taker": 1},
            {"taker_throws": hand("AS")},
            {"declarer_throws": hand("AS")},
            {"named": "S"},
            {"revoked": 1},
        ],
        ids=lambda change: min(change),
    )
    def test_the_basic_game_knows_none_of_it(self, change: dict[str, object]) -> None:
        acts = Acts(hands=TABLE, calls=auction("pass pass pass pass"))
        with pytest.raises(Foul):
            judge_deal(BASIC, replace(acts, **change))

    def test_a_dealer_who_sits_out_has_no_hand(self) -> None:
        house = replace(BASIC, dealer_sits_out=True)
        referee.check_hands(house, [set(), ELDEST, SECOND, THIRD])
        with pytest.raises(Foul, match="position 0 was dealt 5 cards"):
            referee.check_hands(house, [DEALER, ELDEST, SECOND, THIRD])
        with pytest.raises(Foul, match="position 0 was dealt 0 cards"):
            referee.check_hands(BASIC, [set(), ELDEST, SECOND, THIRD])


class TestPackThatPassesOn:
    """Shuffle after nap: packets from the top, gathering, cutting."""

    PACK = cards("9C TC JC QC KC AC | 9D TD JD QD KD AD | 9H TH JH QH KH AH | 9S TS JS QS KS AS")

    HANDS = (hand("9D TD JD TH JH"), hand("9C TC JC QD KD"), hand("QC KC AC AD 9H"))

    def test_packets_of_three_and_two_from_eldest_round(self) -> None:
        layout = referee.layout_in_packets(BASIC, self.PACK, players=3)
        assert layout.hands == [*self.HANDS]

    def test_packets_of_three_two_and_two(self) -> None:
        house = replace(BASIC, hand_size=7)
        dealer, eldest, second = referee.layout_in_packets(house, self.PACK, players=3).hands
        assert eldest == hand("9C TC JC QD KD QH KH")
        assert second == hand("QC KC AC AD 9H AH 9S")
        assert dealer == hand("9D TD JD TH JH TS JS")

    def test_a_dealer_who_sits_out_is_passed_over(self) -> None:
        house = replace(BASIC, dealer_sits_out=True)
        assert referee.layout_in_packets(house, self.PACK, players=3).hands == [
            set(),
            hand("9C TC JC 9D TD"),
            hand("QC KC AC JD QD"),
        ]

    def test_extra_hand_peep_card_float_and_exchange_come_from_the_top(self) -> None:
        house = replace(BASIC, sir_garnet=True, peep=True, float_card=True, exchange_cards=3)
        layout = referee.layout_in_packets(house, self.PACK, players=3)
        assert layout.hands == [*self.HANDS]
        assert layout.extra_hand == hand("QH KH AH 9S TS")
        assert (layout.peep_card, layout.float_card) == ("JS", "QS")
        assert layout.stock.draw(0) == set()
        assert layout.stock.draw(1) == hand("KS")
        assert layout.stock.draw(1) == hand("AS")

    def test_played_cards_are_gathered_in_the_order_played_on_top_of_the_rest(self) -> None:
        plays = cards("9C QC 9D | KC TD TC | AD JD QD | AC TH JC | 9H JH KD")
        gathered = referee.gathered_pack(self.PACK, plays, [set(), set(), set()])
        assert gathered == plays + cards("QH KH AH 9S TS JS QS KS AS")

    def test_unplayed_hands_are_gathered_sorted_from_eldest_round(self) -> None:
        gathered = referee.gathered_pack(self.PACK, [], self.HANDS)
        assert gathered == cards(
            "9C TC JC QD KD | QC KC AC AD 9H | 9D TD JD TH JH | QH KH AH 9S TS JS QS KS AS"
        )

    def test_after_a_revoke_played_cards_lie_above_the_hands(self) -> None:
        left = [hand("9D TD JD TH JH"), hand("9C TC JC QD"), hand("QC KC AD 9H")]
        gathered = referee.gathered_pack(self.PACK, cards("KD AC"), left)
        assert gathered == cards(
            "KD AC | 9C TC JC QD | QC KC AD 9H | 9D TD JD TH JH | QH KH AH 9S TS JS QS KS AS"
        )

    def test_discards_lie_where_they_lay(self) -> None:
        """Eldest has thrown two clubs for the two hearts on top of the stock."""
        hands = [self.HANDS[0], hand("JC QD KD QH KH"), self.HANDS[2]]
        gathered = referee.gathered_pack(self.PACK, [], hands)
        assert gathered == cards(
            "JC QD KD QH KH | QC KC AC AD 9H | 9D TD JD TH JH | 9C TC AH 9S TS JS QS KS AS"
        )

    def test_the_joker_is_the_first_card_of_a_sorted_hand(self) -> None:
        pack = [*self.PACK, "JO"]
        hands = [set(), hand("AS 9H JO 9C AC"), set()]
        assert referee.gathered_pack(pack, [], hands)[:5] == cards("JO 9C AC 9H AS")

    @pytest.mark.parametrize("joker", [False, True])
    def test_a_shuffle_draws_the_pack_from_the_top(self, joker: bool) -> None:
        """Five cards from each word, the last card too: 52 take eleven words."""
        size = 52 + joker
        left = list(referee.pack_of(52, joker))
        words = first_words(11)
        expected = []
        for place in range(size):
            word = words[place // 5]
            expected.append(left.pop(word * len(left) >> 64))
            words[place // 5] = word * (len(left) + 1) % WHOLE
        assert referee.shuffled_pack(SEED, DEAL, referee.pack_of(52, joker)) == expected
        assert sorted(expected) == sorted(referee.pack_of(52, joker))

    def test_the_cut_takes_cards_from_the_top_to_the_bottom(self) -> None:
        word = next(referee.random_words(SEED, 3, DEAL))
        cut = 4 + (word * 17 >> 64)
        assert referee.cut_pack(self.PACK, SEED, DEAL) == self.PACK[cut:] + self.PACK[:cut]

    def test_every_allowed_cut_comes_equally_often(self) -> None:
        """17 cuts of 24 cards, 17,000 deals: each count within 5 sd (155) of 1000."""
        cuts = Counter(
            24 - referee.cut_pack(self.PACK, SEED, deal).index("9C") for deal in range(17_000)
        )
        assert sorted(cuts) == list(range(4, 21))
        assert all(abs(count - 1000) < 155 for count in cuts.values())
