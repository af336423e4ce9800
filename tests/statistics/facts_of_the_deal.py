"""What can be counted on dealt hands, one function for each family of exact values.

A family function looks at a block of deals and returns one truth value for each *trial*: whether
the fact's event happened. Where the fact is conditional ("given that it is not in my hand"), the
deals in which the condition does not hold are no trials and are left out.

One hand of every deal is "mine" and there is at most one trial a deal, so trials are independent.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

import numpy as np

from tests.statistics.dealt_hands import (
    JOKER,
    RANKS,
    SUIT_WIDTH,
    SUITS,
    Deals,
    Truths,
    cards,
    field,
    of_suit,
    size,
)
from tests.statistics.lay_down import is_lay_down

HAND_SIZE = 5
ACES = cards("AC AD AH AS")
TOP_THREE = np.array([cards(of_suit("AKQ", suit)) for suit in SUITS])
ROYALS = np.array([cards(of_suit("AKQJT", suit)) for suit in SUITS])


# Families ----------------------------------------------------------------------------------------

Family = Callable[..., Truths]
FAMILIES: dict[str, Family] = {}


def family(pattern: str) -> Callable[[Family], Family]:
    """Name the exact values that a function counts; named groups become its arguments."""

    def enter(function: Family) -> Family:
        FAMILIES[pattern] = function
        return function

    return enter


def trials_of(identifier: str, deals: Deals) -> Truths:
    """The trials of one exact value in a block of deals."""
    for pattern, function in FAMILIES.items():
        match = re.fullmatch(pattern, identifier)
        if match:
            return function(deals, **match.groupdict())
    raise LookupError(f"no family counts {identifier}")


# Where a given card is


@family(r"card_out_\d\d_N\d|hoffmann_card_out_N3")
def a_card_that_i_do_not_hold_is_out(deals: Deals) -> Truths:
    ace = cards("AS")
    return ((deals.out & ace) != 0)[(deals.mine & ace) == 0]


@family(r"joker_out_N\d_53")
def the_joker_is_out(deals: Deals) -> Truths:
    return ((deals.out & JOKER) != 0)[(deals.mine & JOKER) == 0]


@family(r"lho_has_card_52")
def my_left_hand_opponent_has_a_card_that_i_do_not_hold(deals: Deals) -> Truths:
    ten = cards("TH")
    return ((deals.next_opponent & ten) != 0)[(deals.mine & ten) == 0]


@family(r"hoffmann_card_in_play_N3")
def a_card_is_in_play(deals: Deals) -> Truths:
    return (deals.in_play & cards("7D")) != 0


@family(r"asleep(?P<number>[23])_52_N\d")
def cards_that_i_do_not_hold_are_all_asleep(deals: Deals, number: str) -> Truths:
    sleepers = cards(of_suit("AKQ"[: int(number)], "D"))
    return ((deals.out & sleepers) == 0)[(deals.mine & sleepers) == 0]


@family(r"aces_in_play_(?P<aces>\d)_N\d")
def so_many_aces_are_in_play(deals: Deals, aces: str) -> Truths:
    return size(deals.in_play & ACES) == int(aces)


@family(r"each_of_4_has_one_ace_52")
def everybody_has_one_ace(deals: Deals) -> Truths:
    return (size(deals.hands & ACES) == 1).all(axis=0)


@family(r"foster_KQ_ace_out_N4|foster_odds_N4")
def the_ace_over_my_king_and_queen_is_out(deals: Deals) -> Truths:
    """I hold king and queen of a suit without the ace; of two such suits the first counts."""
    tops = np.stack([field(deals.mine, suit) >> np.uint64(10) for suit in range(len(SUITS))])
    king_and_queen_alone = tops == 0b011
    suit = king_and_queen_alone.argmax(axis=0).astype(np.uint64)
    ace_out = (deals.out >> (suit * np.uint64(SUIT_WIDTH) + np.uint64(12))) & np.uint64(1)
    return (ace_out != 0)[king_and_queen_alone.any(axis=0)]


# What a hand looks like


@family(r"suitlen_(?P<length>\d)_52")
def i_have_so_many_spades(deals: Deals, length: str) -> Truths:
    return deals.lengths[SUITS.index("S"), 0] == int(length)


@family(r"pattern_[57]_(?P<pattern>\d{4})_\d\d")
def my_suits_have_the_pattern(deals: Deals, pattern: str) -> Truths:
    return deals.my_pattern == int(pattern)


@family(r"longest_ge3_52")
def i_have_three_cards_of_a_suit(deals: Deals) -> Truths:
    return deals.longest[0] >= 3


@family(r"has_void_52")
def i_am_void_somewhere(deals: Deals) -> Truths:
    return (deals.lengths[:, 0] == 0).any(axis=0)


@family(r"any_flush_52_N\d")
def somebody_has_five_of_a_suit(deals: Deals) -> Truths:
    return (deals.longest == HAND_SIZE).any(axis=0)


@family(r"four_flushes_distinct_52")
def everybody_has_five_of_a_suit_of_his_own(deals: Deals) -> Truths:
    return (deals.longest == HAND_SIZE).all(axis=0) & (deals.lengths.max(axis=1) > 0).all(axis=0)


@family(r"has_AKQ_\d\d")
def i_have_ace_king_and_queen_of_a_suit(deals: Deals) -> Truths:
    return ((deals.mine & TOP_THREE[:, None]) == TOP_THREE[:, None]).any(axis=0)


@family(r"laydown(_joker|7)?_prob_\d\d")
def i_have_a_lay_down_hand(deals: Deals) -> Truths:
    return is_lay_down(deals.mine, deals.table)


@family(r"laydown_any_\d\d_N\d")
def somebody_has_a_lay_down_hand(deals: Deals) -> Truths:
    return is_lay_down(deals.hands, deals.table).any(axis=0)


@family(r"garnet_royal_52")
def my_hand_and_the_next_contain_a_lay_down_nap(deals: Deals) -> Truths:
    """Ten cards that were dealt as two hands are as good as five and an extra hand."""
    ten_cards = deals.mine | deals.next_opponent
    return ((ten_cards & ROYALS[:, None]) == ROYALS[:, None]).any(axis=0)


# How the cards of my suit lie against me


@family(r"maxtrump_ge(?P<trumps>\d)_t(?P<held>\d)_\d\d_N\d")
def some_opponent_has_as_many_trumps(deals: Deals, trumps: str, held: str) -> Truths:
    return (deals.lengths_where_i_hold(int(held))[1:] >= int(trumps)).any(axis=0)


@family(r"opp_void_t(?P<held>\d)_52")
def my_left_hand_opponent_is_void(deals: Deals, held: str) -> Truths:
    return deals.lengths_where_i_hold(int(held))[1] == 0


@family(r"allvoid_(?P<held>\d)held_52_N\d")
def every_opponent_is_void(deals: Deals, held: str) -> Truths:
    return (deals.lengths_where_i_hold(int(held))[1:] == 0).all(axis=0)


@family(r"mis_singleton_allvoid_52_N\d")
def every_opponent_is_void_in_my_singleton(deals: Deals) -> Truths:
    return every_opponent_is_void(deals, held="1")


# Which layouts beat a hand that I hold; clubs are trump


def missing_ranks(mine: str) -> str:
    """The ranks of the trump suit that I do not hold, lowest first."""
    return "".join(rank for rank in RANKS if rank not in mine)


@cache
def trumps_that_beat(mine: str) -> Truths:
    """Whether an opponent takes a trick with a trump, by what he holds of the missing ones.

    I lead my trumps from the top. With k trumps an opponent follows k rounds and may keep his
    best for any of them: he wins if it outranks my k-th trump, or if he has a trump left when I
    have none.
    """
    my_ranks = sorted((RANKS.index(rank) for rank in mine), reverse=True)
    missing = [RANKS.index(rank) for rank in missing_ranks(mine)]

    def beaten_by(holding: int) -> bool:
        rounds = holding.bit_count()
        if rounds == 0 or rounds > HAND_SIZE:
            return False
        return rounds > len(my_ranks) or missing[holding.bit_length() - 1] > my_ranks[rounds - 1]

    return np.array([beaten_by(holding) for holding in range(1 << len(missing))])


def trumps_run(deals: Deals, mine: str) -> Truths:
    """Whether no opponent takes a trick with a trump."""
    return ~trumps_that_beat(mine)[deals.missing_trumps(len(mine))].any(axis=0)


@family(r"nap_flush_(?P<mine>\w{5})_52_N\d")
def five_trumps_take_five_tricks(deals: Deals, mine: str) -> Truths:
    return trumps_run(deals, mine)


@family(r"nap_4t_(?P<mine>\w{4})_side(?P<side>[AKQ])_52_N\d")
def four_trumps_and_a_side_card_take_five_tricks(deals: Deals, mine: str, side: str) -> Truths:
    """All cards above the side card must be asleep; the defence is the best there is."""
    above = cards(of_suit("AK"[: "AKQ".index(side)], "D"))
    return trumps_run(deals, mine) & ((deals.holding_trumps(4).out & above) == 0)


@family(r"nap_AKQJ_(?P<side>[AK])_52_N\d")
def four_top_trumps_and_a_side_card_take_five_tricks(deals: Deals, side: str) -> Truths:
    return four_trumps_and_a_side_card_take_five_tricks(deals, "AKQJ", side)


@family(r"nap_AKQ_AA_52_N\d")
def three_top_trumps_and_two_aces_take_five_tricks(deals: Deals) -> Truths:
    return trumps_run(deals, "AKQ")


@family(r"wellington_lowlead_(?P<mine>\w{5})_52_N\d")
def the_lowest_of_five_trumps_is_led_and_takes_the_trick(deals: Deals, mine: str) -> Truths:
    """Nobody holds a trump above my lowest; then nobody has one above the others either."""
    lowest = min(RANKS.index(rank) for rank in mine)
    lower = sum(RANKS.index(rank) < lowest for rank in missing_ranks(mine))
    return (deals.missing_trumps(5) < (1 << lower)).all(axis=0)


@family(r"bonaparte_offsuit_AKQJ_A_52_N\d")
def nobody_ruffs_the_side_ace_that_is_led_first(deals: Deals) -> Truths:
    side_suit = field(deals.holding_trumps(4).others, SUITS.index("D"))
    return ~((side_suit == 0) & (deals.missing_trumps(4) > 0)).any(axis=0)


@family(r"peel_AJT_52_N\d")
def nobody_guards_king_or_queen_against_ace_jack_ten(deals: Deals) -> Truths:
    missing = missing_ranks("AJT")
    honours = np.uint64(1 << missing.index("K") | 1 << missing.index("Q"))
    trumps = deals.missing_trumps(3)
    return ~(((trumps & honours) != 0) & (size(trumps) >= 2)).any(axis=0)
