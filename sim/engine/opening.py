"""Between auction and play: the declarer's discards, the trump suit, what he may lead.

Of these phases the base game needs none but :func:`declarer_takes_the_lead`.
"""

from __future__ import annotations

from sim.engine.bits import (
    ONE,
    ZERO,
    either,
    i64,
    lane_function,
    lowest_bit,
    modulo_once,
    phase,
    popcount,
    u64,
    where,
)
from sim.engine.block import (
    ASIDE,
    BEST,
    CARD,
    CONTRACT,
    DEALT,
    DECLARER,
    DECLARER_TURN,
    FACT_DECISION,
    FACT_TRICK,
    FACT_TURN,
    FEWEST,
    FLOAT_CARD,
    FOR_CONTRACT,
    HAND,
    JOKER_CARD,
    LANES,
    LEAD_IS_TRUMP,
    LEADER,
    LED_SUIT,
    LEGAL,
    MOST,
    OWN,
    PEEP_CARD,
    PEEPED,
    PLAYED,
    POSITION,
    SEEN,
    TRICKS,
    TRUMP,
    VOIDS,
    WINNER,
    WINNING,
)
from sim.engine.calls import (
    DISCARD,
    NAME_TRUMP,
    ask_players,
    lawful_answer,
    lawful_discard,
    note_faults,
)
from sim.engine.card_masks import JOKER_PLACES, cards_of_rank, ranks_of, suit_mask, suit_of
from sim.engine.events import DECLARER_THREW, NAMED_TRUMP, log_event
from sim.engine.rule_numbers import (
    ASIDES,
    LEAD_MODE,
    LOWEST_NON_TRUMP,
    LOWEST_TRUMP,
    NAMED_SUIT,
    NO_TRUMP_SUIT,
    SEATS,
    TRUMP_MODE,
    WITH_FLOAT,
)
from sim.engine.speaking import show_pack
from sim.engine.turning import turn_rows
from sim.engine.view import DECLARER_DISCARD_WORD, NAME_TRUMP_WORD
from sim.game.cards import SUITS


@lane_function
def declarer_takes_the_lead(block, rules, players):  # type: ignore[no-untyped-def]
    """Turn the hands from speaking order so that the declarer is turn 0; forget earlier deals."""
    for lane in range(LANES):
        block[LEADER, lane] = block[DECLARER, lane]
        block[DECLARER_TURN, lane] = ZERO
        block[TRUMP, lane] = ZERO
        block[LEAD_IS_TRUMP, lane] = ~ZERO
        block[LED_SUIT, lane] = ZERO
        block[BEST, lane] = ZERO
        block[WINNER, lane] = ZERO
        block[SEEN, lane] = ZERO
        block[VOIDS, lane] = ZERO
        block[TRICKS, lane] = ZERO
        turn_rows(block, lane, HAND, players, block[DECLARER, lane])
        for turn in range(players):
            block[PLAYED + turn, lane] = ZERO
            block[CARD + turn, lane] = ZERO
    if rules[ASIDES] > 0:
        turn_asides(block, players, DECLARER)


@phase
def turn_asides(block, players, row):  # type: ignore[no-untyped-def]
    """Turn what each turn knows to be out of play so that the turn in a row comes first."""
    for lane in range(LANES):
        turn_rows(block, lane, ASIDE, players, block[row, lane])


@phase
def keep_hands(block, players):  # type: ignore[no-untyped-def]
    """Remember the hands in speaking order, as they are after the auction."""
    for turn in range(players):
        for lane in range(LANES):
            block[DEALT + turn, lane] = block[HAND + turn, lane]


@lane_function
def contracts_that(ladder, column, mode):  # type: ignore[no-untyped-def]
    """The contracts with a certain number in a column, as bits."""
    contracts = ZERO
    for number in range(1, ladder.shape[0]):
        contracts |= where(ladder[number, column] == mode, ONE << u64(number))
    return contracts


@phase
def pick_up(  # type: ignore[no-untyped-def]
    block, facts, rules, deciders, players, ladder, pack, events, places
):
    """Let the declarer pick up the float and the peep card that are his, and throw as many."""
    facts[FACT_TURN] = 0
    facts[FACT_DECISION] = DECLARER_DISCARD_WORD
    with_float = contracts_that(ladder, WITH_FLOAT, 1)
    for lane in range(LANES):
        declarer = block[DECLARER, lane]
        plays_float = (with_float >> block[CONTRACT, lane]) & ONE
        has_peeped = (block[PEEPED, lane] >> declarer) & ONE
        declares = u64(block[CONTRACT, lane] != ZERO)
        float_card = where(plays_float, block[FLOAT_CARD, lane])
        picked_up = float_card | where(has_peeped & declares, block[PEEP_CARD, lane])
        block[HAND, lane] |= picked_up
        block[OWN, lane] = block[HAND, lane]
        block[FEWEST, lane] = popcount(picked_up)
        block[MOST, lane] = popcount(picked_up)
        block[FOR_CONTRACT, lane] = block[CONTRACT, lane]
        block[POSITION, lane] = modulo_once(declarer + ONE, u64(rules[SEATS]))
    show_pack(block, 0, pack)
    ask_players(block, facts, deciders, DISCARD, 0, players)
    faults = ZERO
    for lane in range(LANES):
        thrown, fault = lawful_discard(block, lane)
        faults |= fault
        block[HAND, lane] ^= thrown
        block[ASIDE, lane] |= thrown
        block[DEALT + i64(block[DECLARER, lane]), lane] = block[HAND, lane]
        log_event(events, places, lane, DECLARER_THREW, thrown)
    if faults != ZERO:
        note_faults(block, players, DISCARD, 0, 0)


@phase
def settle_trumps(  # type: ignore[no-untyped-def]
    block, facts, rules, deciders, players, ladder, pack, events, places
):
    """Fix the trumps of all contracts whose trump suit is not that of the opening lead."""
    without = contracts_that(ladder, TRUMP_MODE, NO_TRUMP_SUIT)
    for lane in range(LANES):
        has_none = (without >> block[CONTRACT, lane]) & ONE
        block[TRUMP, lane] = where(has_none, block[JOKER_CARD, lane])
        block[LEAD_IS_TRUMP, lane] = has_none - ONE
    if contracts_that(ladder, TRUMP_MODE, NAMED_SUIT) != ZERO:
        name_trumps(block, facts, rules, deciders, players, ladder, pack, events, places)


@lane_function
def name_trumps(  # type: ignore[no-untyped-def]
    block, facts, rules, deciders, players, ladder, pack, events, places
):
    """Ask for the trump suit where the contract has it named."""
    facts[FACT_TURN] = 0
    facts[FACT_TRICK] = 0
    facts[FACT_DECISION] = NAME_TRUMP_WORD
    for lane in range(LANES):
        block[OWN, lane] = block[HAND, lane]
        block[LEGAL, lane] = JOKER_PLACES
        block[WINNING, lane] = ZERO
    show_pack(block, 0, pack)
    ask_players(block, facts, deciders, NAME_TRUMP, 0, players)
    named = contracts_that(ladder, TRUMP_MODE, NAMED_SUIT)
    faults = ZERO
    for lane in range(LANES):
        is_named = (named >> block[CONTRACT, lane]) & ONE
        answer, fault = lawful_answer(block, lane)
        faults |= fault
        suit = where(is_named, suit_of(answer))
        block[TRUMP, lane] |= suit
        block[LEAD_IS_TRUMP, lane] &= is_named - ONE
        log_event(events, places, lane, NAMED_TRUMP, where(is_named, answer))
        seat_joker(block, lane, suit, players)
    if faults != ZERO:
        note_faults(block, players, NAME_TRUMP, 0, 0)


@lane_function
def seat_joker(block, lane, trump, players):  # type: ignore[no-untyped-def]
    """Put the joker, wherever it is, to its place in the trump suit; 0 leaves it where it is."""
    before = block[JOKER_CARD, lane]
    after = either(trump != ZERO, trump & JOKER_PLACES, before)
    after = where(before != ZERO, after)
    for turn in range(players):
        hand = block[HAND + turn, lane]
        held = (hand & before) != ZERO
        block[HAND + turn, lane] = either(held, (hand & ~before) | after, hand)
        aside = block[ASIDE + turn, lane]
        lies = (aside & before) != ZERO
        block[ASIDE + turn, lane] = either(lies, (aside & ~before) | after, aside)
    block[JOKER_CARD, lane] = after


@phase
def restrict_opening_lead(block, ladder):  # type: ignore[no-untyped-def]
    """Put into LEGAL what the contract allows the declarer to lead to the first trick."""
    lowest_trump = contracts_that(ladder, LEAD_MODE, LOWEST_TRUMP)
    lowest_non_trump = contracts_that(ladder, LEAD_MODE, LOWEST_NON_TRUMP)
    for lane in range(LANES):
        contract = block[CONTRACT, lane]
        hand = block[HAND, lane]
        joker = where(block[LEAD_IS_TRUMP, lane] != ZERO, block[JOKER_CARD, lane])
        names_with_joker = (hand & joker) != ZERO
        leads = either(names_with_joker, hand | JOKER_PLACES, hand)
        leads = either((lowest_trump >> contract) & ONE, lowest_of_each_suit(leads), leads)
        side_cards = hand & ~block[TRUMP, lane]
        lowest = cards_of_lowest_rank(either(side_cards != ZERO, side_cards, hand))
        leads = either((lowest_non_trump >> contract) & ONE, lowest, leads)
        block[LEGAL, lane] = leads
        block[WINNING, lane] = leads


@lane_function
def lowest_of_each_suit(cards):  # type: ignore[no-untyped-def]
    """The lowest card of every suit held."""
    lowest = ZERO
    for suit in range(SUITS):
        lowest |= lowest_bit(cards & suit_mask(u64(suit)))
    return lowest


@lane_function
def cards_of_lowest_rank(cards):  # type: ignore[no-untyped-def]
    """All cards of the lowest rank held."""
    return cards_of_rank(cards, lowest_bit(ranks_of(cards)))


@phase
def seat_joker_by_lead(block, players):  # type: ignore[no-untyped-def]
    """Put the joker to its place in the suit of the opening lead where that becomes trump."""
    for lane in range(LANES):
        card, _ = lawful_answer(block, lane)
        seat_joker(block, lane, suit_of(card) & block[LEAD_IS_TRUMP, lane], players)
