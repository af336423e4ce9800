"""Whether sessions are what the deals filed beside them make them, one by one."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pipelines.consistency import InconsistentSessionsError
from pipelines.deals import Deals
from pipelines.shard_rows import ShardRows
from sim.game.rules import FEWEST_PLAYERS, Rules

__all__ = ["MOST_EXTRA_DEALS", "check_sessions"]

MOST_EXTRA_DEALS = 20
"""After so many extra deals those who still lead share the win."""

Whole = npt.NDArray[np.int64]


def check_sessions(deals: Deals, rules: Rules) -> None:
    """See that nothing in the sessions contradicts their deals.

    Raises
    ------
    InconsistentSessionsError
        If it does; the message names the first such session.
    """
    _check_pool(deals, rules)
    _check_units(deals, rules)
    if deals.stacks is not None:
        _check_ends(deals.rows, deals.stacks.after)
    if rules.may_rebuy:
        _check_stacks_bought(deals, rules)
    if rules.ties == "extra deal":
        _check_winners(deals.rows, rules)


def _refuse(rows: ShardRows, wrong: npt.NDArray[np.bool_], complaint: str) -> None:
    if wrong.any():
        number = rows.session_numbers[int(wrong.argmax())]
        raise InconsistentSessionsError(f"session {number}: {complaint}")


def _check_pool(deals: Deals, rules: Rules) -> None:
    """See that the pool is what the last deal left, less what was shared out."""
    if rules.has_pool:
        rows = deals.rows
        left = rows.deal_columns["pool"][rows.first_deals[1:] - 1].astype(np.int64)
        shares = left // rules.players if rules.pool_end == "split" else 0 * left
        _refuse(rows, rows.session_columns["split"] != shares, "the pool is shared out wrongly")
        wrong = rows.session_columns["pool"] != left - rules.players * shares
        _refuse(rows, wrong, "the pool is not what its deals and its end leave")


def _check_units(deals: Deals, rules: Rules) -> None:
    """See that players and positions have what the deals gave them, and players their share."""
    rows = deals.rows
    shares = rows.session_columns.get("split", np.zeros(len(rows.first_dealer)))
    by_player = _sums_of_sessions(deals.by_player(deals.units), rows) + shares[:, None]
    by_position = _sums_of_sessions(deals.units, rows)
    for who, expected, filed in (
        ("player", by_player, rows.player_units.T),
        ("position", by_position, rows.position_units.T),
    ):
        wrong = (expected != filed).any(axis=1)
        _refuse(rows, wrong, f"units by {who} are not those of the deals beside it")


def _sums_of_sessions(values: Whole, rows: ShardRows) -> Whole:
    sums: Whole = np.add.reduceat(values, rows.first_deals[:-1], axis=0)
    return sums


def _check_ends(rows: ShardRows, stacks: Whole) -> None:
    """See that only sessions with too few players end early."""
    ended_early = rows.deals_of_session < rows.deals_per_session
    enough = (stacks > 0).sum(axis=1) >= FEWEST_PLAYERS
    _refuse(rows, ended_early & enough, "it ends although three players have chips")


def _check_stacks_bought(deals: Deals, rules: Rules) -> None:
    """See that each player bought as many stacks as keep him from falling below 0.

    In a deal everything is paid before anything is received.
    """
    rows = deals.rows
    units = deals.by_player(deals.units)
    paid = deals.by_player(np.minimum(deals.stakes, 0) - deals.antes - deals.prices)
    after = np.cumsum(units, axis=0)
    at_start = (after - units)[rows.first_deals[:-1]]
    lowest_in_deal = after - units - at_start[rows.session_places] + paid
    lowest = np.minimum.reduceat(lowest_in_deal, rows.first_deals[:-1], axis=0)
    needed = np.maximum(-(lowest // rules.chips) - 1, 0)
    bought = [rows.session_columns[f"rebuys_{player}"] for player in range(rules.players)]
    wrong = (np.stack(bought, axis=1) != needed).any(axis=1)
    _refuse(rows, wrong, "stacks bought are not those that the deals made necessary")


def _check_winners(rows: ShardRows, rules: Rules) -> None:
    """See that the winners are of those who lead, one alone unless extra deals ran out."""
    won = np.stack([rows.session_columns[f"won_{player}"] for player in range(rules.players)])
    leading = rows.player_units == rows.player_units.max(axis=0)
    extra_deals = rows.session_columns["extra_deals"]
    _refuse(rows, (won & ~leading).any(axis=0), "a player wins it who does not lead")
    tied = leading.sum(axis=0) > 1
    wrong = (extra_deals > MOST_EXTRA_DEALS) | (tied != (extra_deals > 0))
    _refuse(rows, wrong, "extra deals that its balances do not call for")
    winners = won.sum(axis=0)
    too_many = (winners > 1) & (extra_deals < MOST_EXTRA_DEALS)
    _refuse(rows, (winners == 0) | too_many, "its winners are not those whom extra deals leave")
