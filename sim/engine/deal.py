"""One deal of a block, from the antes to the settlement: the phases in their order."""

from __future__ import annotations

from sim.engine.auction import PASS_BIT, close_auction, hold_auction
from sim.engine.bits import ZERO, lane_function, phase, u64
from sim.engine.block import (
    ASIDE,
    AUCTION,
    BID_CONTRACTS,
    CONTRACT,
    DECLARER,
    EXCHANGED,
    EXTRA_HAND,
    FACT_TRICK,
    FAULT,
    FLOAT_CARD,
    HAND,
    JOKER_CARD,
    LANES,
    LEADER,
    LOOKED,
    PEEP_CARD,
    PEEPED,
    RESHUFFLE,
    REVOKE_CARD,
    REVOKE_STEP,
    REVOKED,
    TAKER,
)
from sim.engine.dealing import deal_hands, take_given_hands
from sim.engine.events import (
    LOG_EXTRA_HAND,
    LOG_FLOAT_CARD,
    LOG_PEEP_CARD,
    LOG_REVOKE_CARD,
    LOG_REVOKE_STEP,
    log_event,
)
from sim.engine.exchange import exchange_cards, look_at_float
from sim.engine.money import is_made, open_accounts, settle_accounts
from sim.engine.opening import declarer_takes_the_lead, keep_hands, pick_up, settle_trumps
from sim.engine.packs import deal_from_packs, gather_packs
from sim.engine.philox import CARDS
from sim.engine.rule_numbers import (
    AFTER_NAP,
    ALL_TRICKS,
    ASIDES,
    EXCHANGE_CARDS,
    HAND_SIZE,
    HAS_FLOAT,
    HAS_JOKER,
    HAS_PEEP,
    KEEPS_MONEY,
    OPENINGS,
    PACK_SIZE,
    REVOKES,
    STREAM,
)
from sim.engine.settlement import settle
from sim.engine.stock import lay_out
from sim.engine.tricks import play_tricks
from sim.game.cards import JOKER


@lane_function
def play_deal(  # type: ignore[no-untyped-def]
    block,
    facts,
    rules,
    deciders,
    players,
    ladder,
    seed,
    pack,
    packs,
    gathered,
    seating,
    dealing_seat,
    speaker_rates,
    given,
    kept,
    places,
):
    """Take every lane through one deal; the results stand in the block's rows.

    ``players`` hands are dealt; ``seating`` has the players present clockwise, of whom
    ``dealing_seat`` deals; ``packs`` and ``gathered`` are room for packs that are not shuffled.
    """
    open_deal(block, facts, rules, players, pack)
    if rules[KEEPS_MONEY] > 0:
        open_accounts(block, rules, seating, dealing_seat)
    if given.hands.shape[0] > 0:
        take_given_hands(block, players, pack, given.hands, places)
    elif rules[AFTER_NAP] > 0:
        deal_from_packs(block, facts, rules, players, packs, pack)
    else:
        stream = u64(rules[STREAM]) + u64(CARDS)
        deal_hands(block, players, seed, stream, pack, rules[PACK_SIZE], rules[HAND_SIZE])
    if kept.hands.shape[0] > 0:
        log_hands(block, players, kept.hands, places)
    if rules[ASIDES] > 0:
        lay_out(block, facts, rules, players, packs)
        log_laid_out(block, kept.events, places)
    if rules[EXCHANGE_CARDS] > 0:
        exchange_cards(block, facts, rules, deciders, players, packs, pack, kept.events, places)
    if rules[HAS_FLOAT] > 0:
        look_at_float(block, facts, rules, deciders, players, pack)
    hold_auction(
        block, facts, rules, deciders, players, ladder, pack, given.bids, kept.events, places
    )
    if rules[ASIDES] > 0:
        close_auction(block, ladder, players)
    if rules[AFTER_NAP] > 0:
        keep_hands(block, players)
    declarer_takes_the_lead(block, rules, players)
    if rules[HAS_FLOAT] + rules[HAS_PEEP] > 0:
        pick_up(block, facts, rules, deciders, players, ladder, pack, kept.events, places)
    if rules[OPENINGS] > 0:
        settle_trumps(block, facts, rules, deciders, players, ladder, pack, kept.events, places)
    play_tricks(
        block,
        facts,
        rules,
        deciders,
        players,
        ladder,
        pack,
        speaker_rates,
        gathered,
        kept.cards,
        places,
    )
    if rules[KEEPS_MONEY] > 0:
        settle_accounts(block, rules, ladder, seating, dealing_seat)
    else:
        settle(block, rules, players, ladder)
    if rules[REVOKES] > 0:
        log_revokes(block, kept.events, places)
    if rules[AFTER_NAP] > 0:
        gather_packs(block, rules, players, packs, gathered, pack)
        decide_to_shuffle(block, ladder)


@lane_function
def open_deal(block, facts, rules, players, pack):  # type: ignore[no-untyped-def]
    """Forget the deal before, as far as its phases do not overwrite it."""
    facts[FACT_TRICK] = 0
    fill_row(block, FAULT, ZERO)
    fill_row(block, AUCTION, ZERO)
    fill_row(block, BID_CONTRACTS, PASS_BIT)
    fill_row(block, CONTRACT, ZERO)
    fill_row(block, DECLARER, ZERO)
    fill_row(block, LEADER, ZERO)
    if rules[HAS_JOKER] > 0:
        fill_row(block, JOKER_CARD, pack & u64(JOKER))
    if rules[ASIDES] + rules[REVOKES] > 0:
        forget_acts(block, players)


@lane_function
def fill_row(block, row, number):  # type: ignore[no-untyped-def]
    """Put the same number into all lanes of a row; row by row this is one block move each."""
    for lane in range(LANES):
        block[row, lane] = number


@phase
def forget_acts(block, players):  # type: ignore[no-untyped-def]
    """Forget what only some rules let players do."""
    for turn in range(players):
        fill_row(block, ASIDE + turn, ZERO)
    fill_row(block, EXCHANGED, ZERO)
    fill_row(block, LOOKED, ZERO)
    fill_row(block, PEEPED, ZERO)
    fill_row(block, TAKER, ZERO)
    fill_row(block, REVOKED, ZERO)
    fill_row(block, REVOKE_STEP, ZERO)
    fill_row(block, REVOKE_CARD, ZERO)


@phase
def decide_to_shuffle(block, ladder):  # type: ignore[no-untyped-def]
    """Note in which lanes an all-trick contract was made: their packs are shuffled."""
    for lane in range(LANES):
        promises_all = ladder[block[CONTRACT, lane], ALL_TRICKS] > 0
        block[RESHUFFLE, lane] = u64(promises_all and is_made(block, ladder, lane))


@phase
def log_hands(block, players, hand_log, places):  # type: ignore[no-untyped-def]
    """Keep the hands as they were dealt."""
    for turn in range(players):
        for lane in range(LANES):
            hand_log[places[lane], turn] = block[HAND + turn, lane]


@phase
def log_laid_out(block, events, places):  # type: ignore[no-untyped-def]
    """Keep the cards laid out beside the hands."""
    for lane in range(LANES):
        log_event(events, places, lane, LOG_EXTRA_HAND, block[EXTRA_HAND, lane])
        log_event(events, places, lane, LOG_PEEP_CARD, block[PEEP_CARD, lane])
        log_event(events, places, lane, LOG_FLOAT_CARD, block[FLOAT_CARD, lane])


@phase
def log_revokes(block, events, places):  # type: ignore[no-untyped-def]
    """Keep which card revoked, and when."""
    for lane in range(LANES):
        log_event(events, places, lane, LOG_REVOKE_STEP, block[REVOKE_STEP, lane])
        log_event(events, places, lane, LOG_REVOKE_CARD, block[REVOKE_CARD, lane])
