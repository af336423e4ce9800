"""The settlement of a deal as text: who gets what, and what that leaves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from sim.game.result import position_of_turn
from sim.replay.accounts import is_made
from sim.replay.wording import counted, joined, signed, table

if TYPE_CHECKING:
    from sim.acts import Acts
    from sim.game.ladder import Contract
    from sim.replay.standing import Standing


def settlement_lines(standing: Standing, acts: Acts, names: Sequence[str]) -> Iterator[str]:
    """Write down how a deal ended.

    Parameters
    ----------
    standing : Standing
        What the deal began with.
    acts : Acts
    names : sequence of str
        The players by position.
    """
    if acts.declarer is None and not any(standing.accounts(acts).in_all):
        yield "Settlement: passed out, nobody pays"
        return
    over = standing.after(acts)
    order = [position_of_turn(turn, len(names)) for turn in range(len(names))]
    columns = {
        title: [cells[position] for position in order]
        for title, cells in _columns(standing, acts, over)
    }
    yield f"Settlement: {_ending(standing, acts, names)} (units)"
    yield from table([names[position] for position in order], columns)
    if standing.has_pool:
        yield f"  pool: {counted(acts.pool, 'unit')}"
    broke = [names[position] for position in order if over.is_out(standing.seating[position])]
    if broke:
        yield f"  out: {joined(broke)}"


def _ending(standing: Standing, acts: Acts, names: Sequence[str]) -> str:
    if acts.declarer is None:
        return "passed out"
    contract = standing.rules.ladder[acts.contract]
    made = is_made(standing.rules, acts)
    result = f"{contract.name} {'made' if made else 'failed'}"
    if acts.revoker is None:
        return f"{result} with {counted(acts.tricks, 'trick')}, {needed(contract)}"
    revoker = names[position_of_turn(acts.revoker, len(names))]
    return f"{result}, {revoker} revoked" + made * " and pays for all"


def needed(contract: Contract) -> str:
    """The tricks that keep a contract, as a transcript says it."""
    if contract.judged == "at least":
        return f"{contract.target} needed"
    return f"exactly {contract.target} needed" if contract.target else "none allowed"


def _columns(standing: Standing, acts: Acts, over: Standing) -> Iterator[tuple[str, list[str]]]:
    """Yield the columns of the settlement, by position, as far as there is anything in them."""
    accounts = standing.accounts(acts)
    parts = {"contract": accounts.contract, **accounts.costs}
    if accounts.pool and any(accounts.pool):
        parts["pool"] = accounts.pool
    if len(parts) > 1:
        parts["in all"] = accounts.in_all
    for title, units in parts.items():
        yield title, [*map(signed, units)]
    if standing.rules.may_rebuy:
        bought = (over.stacks[player] - standing.stacks[player] for player in standing.seating)
        yield "bought", [*map(str, bought)]
    if standing.rules.chips:
        yield "chips left", [f"{over.chips(player)}" for player in standing.seating]
