"""What a deal came to: contract, declarer, made or failed, and what everybody receives.

Under most rules all of it follows from the auction and the declarer's tricks, so files of outcomes
need not say it; `Rules.pays_by_ladder` says where. Plain Python that reads like the rules; the
engine settles by itself, and tests hold the two together.
"""

from __future__ import annotations

from dataclasses import dataclass

from sim.game.ladder import PASS, Ladder
from sim.game.rules import Rules


class ImpossibleOutcomeError(ValueError):
    """An auction or a number of tricks that the rules do not allow."""


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
    """Return the position that speaks at this turn, counted from 0: eldest first, dealer last.

    Where the dealer sits out there is no last turn.
    """
    return (turn + 1) % players


def spoken_calls(auction: str, rules: Rules) -> tuple[int, ...]:
    """Return the contract numbers of a written auction, in speaking order.

    Who has looked at the float is not written in an auction: anybody may have.

    Raises
    ------
    ImpossibleOutcomeError
        If it is not a complete, legal auction.

    Examples
    --------
    >>> from sim.game.rules import load_rules
    >>> spoken_calls("pass three pass nap", load_rules("basic", 4))
    (0, 1, 0, 3)
    """
    words = auction.split(" ")
    if len(words) != rules.hands:
        raise ImpossibleOutcomeError(
            f'auction "{auction}" has {len(words)} calls; {rules.hands} players speak'
        )
    calls: list[int] = []
    for word in words:
        calls.append(_legal_call(word, calls, auction, rules.ladder))
    return tuple(calls)


def _legal_call(word: str, before: list[int], auction: str, ladder: Ladder) -> int:
    if word not in ladder.calls:
        raise ImpossibleOutcomeError(
            f'auction "{auction}": "{word}" is no call; calls are {", ".join(ladder.calls)}'
        )
    call = ladder.calls.index(word)
    if call not in ladder.legal_bids(before):
        raise ImpossibleOutcomeError(f'auction "{auction}": "{word}" is not legal there')
    return call


def highest_bid(auction: str, rules: Rules) -> tuple[int, int | None]:
    """Return the final contract's number and the declarer's position; 0 and None if passed out.

    Raises
    ------
    ImpossibleOutcomeError
        If it is not a complete, legal auction.

    Examples
    --------
    >>> from sim.game.rules import load_rules
    >>> highest_bid("pass three pass nap", load_rules("basic", 4))
    (3, 0)
    """
    calls = spoken_calls(auction, rules)
    contract = max(calls)
    if contract == PASS:
        return PASS, None
    return contract, position_of_turn(calls.index(contract), rules.players)


def result_of(auction: str, tricks: int, rules: Rules) -> Result:
    """Return how a deal with this auction and this many tricks of the declarer ended.

    Nobody has revoked in it, so the tricks say whether the contract was made.

    Parameters
    ----------
    auction : str
        The calls in speaking order.
    tricks : int
        The declarer's tricks; 0 if all passed.
    rules : Rules
        Ladder, stakes, players; payments must follow from auction and tricks.

    Raises
    ------
    ImpossibleOutcomeError
        If the rules do not allow it.
    ValueError
        If under these rules payments do not follow from auction and tricks.

    Examples
    --------
    >>> from sim.game.rules import load_rules
    >>> result_of("three four pass pass", 5, load_rules("basic", 4)).payments
    (-4, -4, 12, -4)
    >>> dealer_out = load_rules("basic", 4, {"dealer_sits_out": True})
    >>> result_of("three four pass", 5, dealer_out).payments
    (-4, -4, 12, -4)
    """
    if not rules.pays_by_ladder:
        raise ValueError(
            "with a pool or limited chips, auction and tricks do not say who pays what"
        )
    contract, declarer = highest_bid(auction, rules)
    most = 0 if declarer is None else rules.hand_size
    if not 0 <= tricks <= most:
        raise ImpossibleOutcomeError(f'auction "{auction}" with {tricks} tricks of {most}')
    if declarer is None:
        nothing = (0,) * rules.players
        return Result(contract=PASS, declarer=None, made=None, payments=nothing)
    promise = rules.ladder[contract]
    made = promise.keeps(tricks)
    stake = promise.made if made else -promise.failed
    payments = tuple(
        stake * rules.opponents if position == declarer else -stake
        for position in range(rules.players)
    )
    return Result(contract=contract, declarer=declarer, made=made, payments=payments)
