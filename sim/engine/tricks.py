"""The play: trick after trick, the declarer leading first; the winner leads to the next."""

from __future__ import annotations

from sim.engine.bits import (
    ONE,
    ZERO,
    either,
    lane_function,
    modulo_once,
    phase,
    trailing_zeros,
    u64,
    where,
)
from sim.engine.block import (
    BEST,
    CARD,
    DECLARER_TURN,
    FACT_DECISION,
    FACT_TRICK,
    FACT_TURN,
    HAND,
    LANES,
    LEAD_IS_TRUMP,
    LEADER,
    LED_SUIT,
    LEGAL,
    OWN,
    PLAYED,
    REVOKED,
    SEEN,
    TRICKS,
    TRUMP,
    VOID_BITS,
    VOIDS,
    WINNER,
    WINNING,
)
from sim.engine.calls import FOLLOW, LEAD, OPENING_LEAD, ask_players, lawful_answer, note_faults
from sim.engine.card_masks import cards_that_follow, cards_that_win, suit_of
from sim.engine.opening import restrict_opening_lead, seat_joker_by_lead, turn_asides
from sim.engine.packs import put_down
from sim.engine.revokes import count_tricks_before_revokes, revoke_at_times
from sim.engine.rule_numbers import (
    AFTER_NAP,
    ASIDES,
    HAND_SIZE,
    HAS_JOKER,
    OPENINGS,
    REVOKES,
)
from sim.engine.speaking import show_pack
from sim.engine.turning import turn_rows
from sim.engine.view import FIRST_CARD_WORD


@lane_function
def play_tricks(  # type: ignore[no-untyped-def]
    block,
    facts,
    rules,
    deciders,
    players,
    ladder,
    pack,
    speaker_rates,
    gathered,
    card_log,
    places,
):
    """Play all tricks out. ``card_log[place, n]`` gets the bit of the n-th card, if it has rows."""
    hand_size = rules[HAND_SIZE]
    pack_varies = rules[ASIDES] + rules[HAS_JOKER] > 0
    for trick in range(hand_size):
        facts[FACT_TRICK] = trick
        facts[FACT_DECISION] = FIRST_CARD_WORD + trick
        facts[FACT_TURN] = 0
        for lane in range(LANES):
            face_the_lead(block, lane)
        if pack_varies:
            show_pack(block, 0, pack)
        decision = LEAD
        if trick == 0:
            decision = OPENING_LEAD
            if rules[OPENINGS] > 0:
                restrict_opening_lead(block, ladder)
        ask_players(block, facts, deciders, decision, 0, players)
        if trick == 0 and rules[HAS_JOKER] > 0:
            seat_joker_by_lead(block, players)
        faults = ZERO
        for lane in range(LANES):
            card, fault = lawful_answer(block, lane)
            faults |= fault
            lead_card(block, lane, trick, card)
        if faults != ZERO:
            note_faults(block, players, decision, 0, trick + 1)
        if rules[AFTER_NAP] > 0:
            put_trick_down(block, 0, gathered)
        for turn in range(1, players):
            facts[FACT_TURN] = turn
            for lane in range(LANES):
                face_the_trick(block, lane, turn)
            if pack_varies:
                show_pack(block, turn, pack)
            if rules[REVOKES] > 0:
                revoke_at_times(block, facts, rules, speaker_rates, players, turn, trick, gathered)
            ask_players(block, facts, deciders, FOLLOW, turn, players)
            faults = ZERO
            for lane in range(LANES):
                card, fault = lawful_answer(block, lane)
                faults |= fault
                follow_with_card(block, lane, turn, card)
            if faults != ZERO:
                note_faults(block, players, FOLLOW, turn, trick + 1)
            if rules[AFTER_NAP] > 0:
                put_trick_down(block, turn, gathered)
        for lane in range(LANES):
            block[TRICKS, lane] += u64(block[WINNER, lane] == block[DECLARER_TURN, lane])
        if card_log.shape[0] > 0:
            log_trick(block, players, trick, card_log, places)
        if trick + 1 < hand_size:
            for lane in range(LANES):
                remember_trick(block, lane, players)
                winner_takes_the_lead(block, lane, players)
            if rules[ASIDES] > 0:
                turn_asides(block, players, WINNER)
    if rules[REVOKES] > 0:
        count_tricks_before_revokes(block)


@phase
def log_trick(block, players, trick, card_log, places):  # type: ignore[no-untyped-def]
    """Keep the bit numbers of a trick's cards."""
    for turn in range(players):
        for lane in range(LANES):
            number = trailing_zeros(block[CARD + turn, lane])
            card_log[places[lane], trick * players + turn] = number


@phase
def put_trick_down(block, turn, gathered):  # type: ignore[no-untyped-def]
    """Lay the card of a turn on those gathered for the next deal, unless the deal has ended."""
    for lane in range(LANES):
        if block[REVOKED, lane] == ZERO:
            put_down(block, lane, gathered, block[CARD + turn, lane])


@lane_function
def face_the_lead(block, lane):  # type: ignore[no-untyped-def]
    """Show the leader his hand: every card of it is legal."""
    hand = block[HAND, lane]
    block[OWN, lane] = hand
    block[LEGAL, lane] = hand
    block[WINNING, lane] = hand


@lane_function
def face_the_trick(block, lane, turn):  # type: ignore[no-untyped-def]
    """Show a follower his hand, his legal cards, and those that would win so far."""
    hand = block[HAND + turn, lane]
    led_suit = block[LED_SUIT, lane]
    legal = cards_that_follow(hand, led_suit)
    block[OWN, lane] = hand
    block[LEGAL, lane] = legal
    block[WINNING, lane] = cards_that_win(legal, block[BEST, lane], block[TRUMP, lane], led_suit)


@lane_function
def lead_card(block, lane, trick, card):  # type: ignore[no-untyped-def]
    """Lead a card; to the first trick, its suit becomes trump unless trumps are settled."""
    suit = suit_of(card)
    if trick == 0:
        block[TRUMP, lane] |= suit & block[LEAD_IS_TRUMP, lane]
    trump = block[TRUMP, lane]
    block[LED_SUIT, lane] = either((card & trump) != ZERO, trump, suit & ~trump)
    block[BEST, lane] = card
    block[WINNER, lane] = ZERO
    put_card_down(block, lane, 0, card)


@lane_function
def follow_with_card(block, lane, turn, card):  # type: ignore[no-untyped-def]
    """Play a card; if it beats the best so far, its player is winning the trick."""
    wins = (card & block[WINNING, lane]) != ZERO
    block[BEST, lane] = either(wins, card, block[BEST, lane])
    block[WINNER, lane] = either(wins, u64(turn), block[WINNER, lane])
    put_card_down(block, lane, turn, card)


@lane_function
def put_card_down(block, lane, turn, card):  # type: ignore[no-untyped-def]
    """Move a card from a hand to the table."""
    block[HAND + turn, lane] ^= card
    block[CARD + turn, lane] = card
    block[SEEN, lane] |= card


@lane_function
def remember_trick(block, lane, players):  # type: ignore[no-untyped-def]
    """Add the trick to what each player has played, and to the suits he has shown to lack."""
    led_suit = block[LED_SUIT, lane]
    led_flag = suit_flag(led_suit)
    voids = block[VOIDS, lane]
    for turn in range(players):
        card = block[CARD + turn, lane]
        block[PLAYED + turn, lane] |= card
        voids |= where((card & led_suit) == ZERO, led_flag) << u64(VOID_BITS * turn)
    block[VOIDS, lane] = voids


@lane_function
def suit_flag(suit):  # type: ignore[no-untyped-def]
    """One bit of four for a suit given by all its places."""
    gathered = suit & u64(0x0008_0004_0002_0001)
    return (gathered | (gathered >> u64(16)) | (gathered >> u64(32)) | (gathered >> u64(48))) & u64(
        15
    )


@lane_function
def winner_takes_the_lead(block, lane, players):  # type: ignore[no-untyped-def]
    """Turn everything that is kept by turn so that the winner is turn 0 of the next trick."""
    winner = block[WINNER, lane]
    passed_by = u64(players) - winner
    turn_rows(block, lane, HAND, players, winner)
    turn_rows(block, lane, PLAYED, players, winner)
    voids = block[VOIDS, lane]
    turned = (voids >> (winner * u64(VOID_BITS))) | (voids << (passed_by * u64(VOID_BITS)))
    block[VOIDS, lane] = turned & ((ONE << u64(VOID_BITS * players)) - ONE)
    block[LEADER, lane] = modulo_once(block[LEADER, lane] + winner, u64(players))
    block[DECLARER_TURN, lane] = modulo_once(block[DECLARER_TURN, lane] + passed_by, u64(players))
