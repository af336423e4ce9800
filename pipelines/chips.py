"""Who sits where, deal after deal, where players whose chips have run out leave the table.

Players keep their order round the table whatever the seating, so everything is told by players of
the line-up: the next seat is the next player.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from pipelines.shard_rows import ShardRows
from sim.game.rules import FEWEST_PLAYERS

__all__ = ["ImpossibleDealsError", "Stacks", "follow_chips", "refuse_deals"]

Whole = npt.NDArray[np.int64]


class ImpossibleDealsError(ValueError):
    """Deals that the rules do not allow, or that contradict the deals before them."""


def refuse_deals(rows: ShardRows, wrong: Any, complaint: str) -> None:
    """Refuse deals of which any is wrong, naming the first.

    Parameters
    ----------
    rows : ShardRows
        The deals.
    wrong : bool array, shape (deals,)
        Which of them are.
    complaint : str
        What is wrong with them.

    Raises
    ------
    ImpossibleDealsError
        If there is one.
    """
    if wrong.any():
        number = rows.deal_numbers[int(wrong.argmax())]
        raise ImpossibleDealsError(f"deal {number}: {complaint}")


@dataclass(frozen=True, kw_only=True)
class Stacks:
    """The table in every deal of some sessions; all arrays are int64.

    Attributes
    ----------
    order : array, shape (deals, players)
        Players of the line-up by position; behind those at the table, those who have left it.
    before : array, shape (deals, players)
        Chips before the deal, by position; 0 for those who have left.
    after : array, shape (sessions, players)
        Chips after the session's last deal, by player of the line-up.
    """

    order: Whole
    before: Whole
    after: Whole


def follow_chips(rows: ShardRows, first: Whole, units: Whole, chips: int) -> Stacks:
    """Follow the chips of every session from deal to deal.

    Parameters
    ----------
    rows : ShardRows
        The sessions.
    first : int64 array, shape (sessions,)
        The player who deals first.
    units : int64 array, shape (deals, players)
        What each position wins in each deal.
    chips : int
        With how many every player starts.

    Raises
    ------
    ImpossibleDealsError
        If a stack falls below 0, or a deal is played by fewer than three.
    """
    deals, players = units.shape
    order, before = np.empty((deals, players), np.int64), np.empty((deals, players), np.int64)
    stacks = np.full((len(first), players), chips, np.int64)
    dealer = first.astype(np.int64)
    for deal in range(int(rows.deals_of_session.max())):
        playing = np.flatnonzero(rows.deals_of_session > deal)
        row = rows.first_deals[playing] + deal
        clockwise = (dealer[playing, None] + np.arange(players)) % players
        held = np.take_along_axis(stacks[playing], clockwise, axis=1)
        present_first = np.argsort(held == 0, axis=1, kind="stable")
        order[row] = np.take_along_axis(clockwise, present_first, axis=1)
        before[row] = np.take_along_axis(held, present_first, axis=1)
        left = before[row] + units[row]
        stacks[playing[:, None], order[row]] = left
        next_position = 1 + (left[:, 1:] > 0).argmax(axis=1)
        dealer[playing] = np.take_along_axis(order[row], next_position[:, None], axis=1)[:, 0]
    after_deal = before + units
    refuse_deals(rows, (after_deal < 0).any(axis=1), "a player pays more chips than he has")
    too_few = (before > 0).sum(axis=1) < FEWEST_PLAYERS
    refuse_deals(rows, too_few, "fewer than three players have chips")
    return Stacks(order=order, before=before, after=stacks)
