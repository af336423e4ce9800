"""Whether deals are possible by the rules, and their units what the rules make them."""

from __future__ import annotations

import numpy as np

from pipelines.acts import EXCHANGE, EXTRA_HAND, FLOAT, Act
from pipelines.chips import refuse_deals
from pipelines.deals import Deals
from pipelines.dimension import NOBODY
from sim.experiment import Experiment
from sim.game.ladder import PASS
from sim.game.rules import NAP, Rules

__all__ = ["check_deals"]


def check_deals(deals: Deals, experiment: Experiment) -> None:
    """See that nothing in the deals contradicts the rules or anything else in them.

    Raises
    ------
    ImpossibleDealsError
        If it does; the message names the first such deal.
    """
    _check_play(deals, experiment.rules)
    for act in deals.acts:
        _check_act(act, deals, experiment.rules)
    if experiment.rules.has_pool:
        _check_pool(deals, experiment.rules)
    if not experiment.pays_by_ladder:
        _check_units(deals, experiment.rules)


def _check_play(deals: Deals, rules: Rules) -> None:
    """See that tricks and revokes are possible."""
    passed_out, revoked = ~deals.bid, deals.revoked != NOBODY
    positions = range(NOBODY, rules.players)
    impossible = ~np.isin(deals.revoked, positions) | (revoked & passed_out)
    refuse_deals(deals.rows, impossible, "a revoke that cannot be")
    has_cards = np.take_along_axis(deals.dealt, np.maximum(deals.revoked, 0)[:, None], axis=1)
    refuse_deals(deals.rows, revoked & ~has_cards[:, 0], "a revoke by a position without cards")
    most = np.where(passed_out, 0, rules.hand_size - revoked)
    refuse_deals(deals.rows, deals.tricks > most, "more tricks than were played")


def _check_act(act: Act, deals: Deals, rules: Rules) -> None:
    """See that only those with cards did it, and no more than the rules allow."""
    by_others = ((act.amounts != 0) & ~deals.dealt).any(axis=1)
    refuse_deals(deals.rows, by_others, f"{act.name} by a position without cards")
    if act.name == EXCHANGE:
        _check_exchange(act, deals, rules)
    if act.name == FLOAT:
        with_float = np.array([False, *(promise.with_float for promise in rules.ladder)])
        bid_with_it = with_float[np.maximum(deals.said.calls, PASS)]
        unseen = (bid_with_it & (act.amounts == 0)).any(axis=1)
        refuse_deals(deals.rows, unseen, "a bid with the float by one who has not looked at it")
    if act.name == EXTRA_HAND:
        taker = deals.rows.deal_columns["extra_hand"]
        unbound = ((act.amounts == 1) & (deals.said.calls != rules.ladder.number(NAP))).any(axis=1)
        impossible = ~np.isin(taker, range(NOBODY, rules.players)) | unbound
        refuse_deals(deals.rows, impossible, f"an extra hand taken by one who did not bid {NAP}")


def _check_exchange(act: Act, deals: Deals, rules: Rules) -> None:
    too_many = (act.amounts > rules.exchange_cards).any(axis=1)
    refuse_deals(deals.rows, too_many, "more cards exchanged than allowed")
    hands_less = rules.hands - deals.dealt.sum(axis=1)
    short = act.amounts.sum(axis=1) > rules.stock + rules.hand_size * hands_less
    refuse_deals(deals.rows, short, "more cards exchanged than the stock has")


def _check_pool(deals: Deals, rules: Rules) -> None:
    """See that antes and prices fill the pool, and that a made all-trick contract takes it."""
    pool = deals.rows.deal_columns["pool"].astype(np.int64)
    before = np.concatenate([[0], pool[:-1]])
    before[deals.rows.first_deals[:-1]] = 0
    filled = before + (deals.antes + deals.prices).sum(axis=1)
    all_tricks = np.array(rules.ladder.targets)[deals.said.contract] == rules.hand_size
    taken = deals.made & all_tricks
    refuse_deals(deals.rows, deals.pool_won != filled * taken, "the pool is not won as it must be")
    complaint = "the pool is not what antes and prices make it"
    refuse_deals(deals.rows, pool != filled * ~taken, complaint)


def _check_units(deals: Deals, rules: Rules) -> None:
    """See that everybody receives what contract, antes, prices and pool make it."""
    columns = [deals.rows.deal_columns[f"units_{place}"] for place in range(rules.players)]
    wrong = (np.stack(columns, axis=1) != deals.units).any(axis=1)
    refuse_deals(deals.rows, wrong, "units that do not follow from contract, antes and prices")
