"""What a deal came to: contract, declarer, made or failed, and what everybody receives.

All of it follows from the auction and the declarer's tricks, so files of outcomes need not say it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sim.errors import UserError
from sim.ladder import PASS
from sim.rules import Rules


@dataclass(frozen=True, kw_only=True)
class Result:
    """How one deal ended.

    Attributes
    ----------
    contract : int
        Number of the final contract on the ladder; 0 if the deal was passed out.
    declarer : int or None
        Position of the declarer; None if passed out.
    made : bool or None
        Whether the declarer kept the contract; None if passed out.
    payments : tuple of int
        Units that each position receives, the dealer first; they sum to zero.
    """

    contract: int
    declarer: int | None
    made: bool | None
    payments: tuple[int, ...]


def position_of_turn(turn: int, players: int) -> int:
    """The position that speaks at this turn, counted from 0: eldest first, the dealer last."""
    return (turn + 1) % players


def calls_of(auction: str, rules: Rules) -> tuple[int, ...]:
    """The contract numbers of a written auction, in speaking order.

    Raises
    ------
    UserError
        If it is not a complete, legal auction.

    Examples
    --------
    >>> from sim.rules import load_rules
    >>> calls_of("pass three pass nap", load_rules("basic", 4))
    (0, 1, 0, 3)
    >>> calls_of("pass four three pass", load_rules("basic", 4))
    Traceback (most recent call last):
    ...
    sim.errors.UserError: auction 'pass four three pass': 'three' is not legal there
    """
    words = auction.split(" ")
    if len(words) != rules.players:
        raise UserError(f"auction {auction!r} has {len(words)} calls for {rules.players} players")
    calls: list[int] = []
    for word in words:
        legal = {rules.ladder.calls[call]: call for call in rules.ladder.legal_bids(calls)}
        if word not in legal:
            raise UserError(f"auction {auction!r}: {word!r} is not legal there")
        calls.append(legal[word])
    return tuple(calls)


def result_of(calls: Sequence[int], tricks: int, rules: Rules) -> Result:
    """How a deal with these calls and this many tricks of the declarer ended.

    Parameters
    ----------
    calls : sequence of int
        Contract numbers in speaking order, of a legal auction.
    tricks : int
        The declarer's tricks; of no meaning if all have passed.
    rules : Rules

    Examples
    --------
    The worked example of the rules: Four with all five tricks, then with three.

    >>> from sim.rules import load_rules
    >>> rules = load_rules("basic", 4)
    >>> result_of((1, 2, 0, 0), 5, rules).payments
    (-4, -4, 12, -4)
    >>> result_of((1, 2, 0, 0), 3, rules).payments
    (4, 4, -12, 4)
    """
    contract = max(calls)
    if contract == PASS:
        return Result(contract=PASS, declarer=None, made=None, payments=(0,) * rules.players)
    declarer = position_of_turn(calls.index(contract), rules.players)
    promise = rules.ladder[contract]
    made = promise.keeps(tricks)
    stake = promise.made if made else -promise.failed
    payments = tuple(
        stake * rules.opponents if position == declarer else -stake
        for position in range(rules.players)
    )
    return Result(contract=contract, declarer=declarer, made=made, payments=payments)
