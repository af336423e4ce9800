"""How the counting policy gets better cards: looks, the extra hand, exchanges and discards."""

from __future__ import annotations

from sim.engine.bits import ONE, ZERO, either, highest_bit, lane_function, u64, where
from sim.engine.view import NO, YES
from sim.policies.counting.bidding import best_worth
from sim.policies.counting.layout import (
    BIDS,
    BIDS_BY_SAFETY,
    FRESH_CARD,
    LAST_ESTIMATE,
    LEAST_HOPE,
    NEAR_FLOAT,
    NEAR_PEEP,
    PRICE_OF_EXCHANGE,
    REQUIRES_NOTHING,
    TAKE_FROM,
)
from sim.policies.counting.worth import (
    SAFETY,
    TRICKS,
    least_useful,
    way_of,
    without_least_useful,
    worth_of,
)


@lane_function
def look(view, table):  # type: ignore[no-untyped-def]
    """Look at the float if it may lead to a higher bid; the dealer does so free."""
    deals = view.position == ZERO
    return accept(view, deals | raises_bid(view, u64(table[NEAR_FLOAT]), table))


@lane_function
def peep(view, table):  # type: ignore[no-untyped-def]
    """Look at the peep card if it may lead to a higher bid."""
    return accept(view, raises_bid(view, u64(table[NEAR_PEEP]), table))


@lane_function
def take(view, table):  # type: ignore[no-untyped-def]
    """Take the extra hand if nap with it promises more than a bid on the own hand."""
    estimate = best_worth(view.hand | view.peep_card, view, TRICKS, table)
    return accept(view, estimate >= u64(table[u64(TAKE_FROM) + view.contract]))


@lane_function
def accept(view, wanted):  # type: ignore[no-untyped-def]
    """Accept what is wanted, if it is offered."""
    return either(wanted & ((view.legal & YES) != ZERO), YES, NO)


@lane_function
def raises_bid(view, near, table):  # type: ignore[no-untyped-def]
    """Whether so many tricks more would be worth a higher bid than the present hand.

    Contracts that require another are left out: they cannot be counted on.
    """
    estimate = best_worth(view.hand | view.float_card, view, TRICKS, table)
    hoped = min(estimate + near, u64(LAST_ESTIMATE))
    above = u64(table[REQUIRES_NOTHING]) & ~((ONE << (view.contract + ONE)) - ONE)
    now = u64(table[u64(BIDS) + estimate]) & above
    then = u64(table[u64(BIDS) + hoped]) & above
    return highest_bit(then | ONE) > highest_bit(now | ONE)


@lane_function
def discard(view, table):  # type: ignore[no-untyped-def]
    """The cards that are least useful to the contract; in an exchange those worth changing."""
    if view.contract == ZERO:
        return exchange(view, table)
    way = way_of(view.contract, table)
    return view.hand ^ without_least_useful(view.hand, view.fewest, way, table)


@lane_function
def exchange(view, table):  # type: ignore[no-untyped-def]
    """The cards that promise less than a fresh one, if what is hoped for is worth the price.

    A hand that is worth a misère as it is stays together.
    """
    fresh = u64(table[FRESH_CARD])
    kept = view.hand
    worth = worth_of(kept, TRICKS, table)
    hoped = worth
    exchanged = ZERO
    while exchanged < view.most:
        card = least_useful(kept, TRICKS, table)
        worth_without = worth_of(kept ^ card, TRICKS, table)
        if worth_without + fresh <= worth:
            break
        hoped += worth_without + fresh - worth
        worth = worth_without
        kept ^= card
        exchanged += ONE
    gains = hoped >= worth_of(view.hand, TRICKS, table) + u64(table[PRICE_OF_EXCHANGE])
    hopes = hoped >= u64(table[LEAST_HOPE])
    plays_misere = u64(table[u64(BIDS_BY_SAFETY) + worth_of(view.hand, SAFETY, table)]) != ZERO
    return where(gains & hopes & ~plays_misere, view.hand ^ kept)
