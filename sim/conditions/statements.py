"""Conditions as statements about a deal, combined by and, or, not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np
import numpy.typing as npt

from sim.conditions.holdings import Holding
from sim.conditions.pack import Masks, Pack, Truths
from sim.game.ladder import PASS

if TYPE_CHECKING:
    from sim.game.rules import Rules

OR_HIGHER: Final = " or higher"
NO_CONTRACT: Final = "none"
"""Stands for the contract of a deal in which all pass."""
A_PASS: Final = "pass"


@dataclass(frozen=True)
class Situation:
    """Some deals, as far as conditions look at them.

    Attributes
    ----------
    rules : Rules
    hands : uint64 array, shape (deals, hands)
        Hands as dealt, by speaking turn.
    calls : uint8 array, shape (deals, hands), or None
        Contract numbers by speaking turn, 0 for a pass; None before the auction.
    """

    rules: Rules
    hands: Masks
    calls: npt.NDArray[np.uint8] | None = None

    def calls_of_all(self) -> npt.NDArray[np.uint8]:
        """Return the calls, which are there where anything asks for them."""
        assert self.calls is not None
        return self.calls


class Statement(Protocol):
    """Something that is true of a deal or not; its text is the canonical one."""

    def true_of(self, situation: Situation) -> Truths:
        """Return of which deals it is true."""
        ...

    def parts(self) -> Iterator[Part]:
        """Yield the single statements that it is made of."""
        ...


@dataclass(frozen=True)
class Holds:
    """A position holds something, as dealt."""

    position: int
    holding: Holding

    def __str__(self) -> str:
        return f"position {self.position} holds {self.holding}"

    def true_of(self, situation: Situation) -> Truths:
        """Return in which deals it does."""
        turn = turn_of(self.position, situation.rules)
        hands = np.ascontiguousarray(situation.hands[:, turn])
        return self.holding.held_by(hands, Pack.of(situation.rules))

    def parts(self) -> Iterator[Part]:
        """Yield itself."""
        yield self

    def complaint(self, rules: Rules) -> str | None:
        """Return what is wrong with it under some rules."""
        wrong = _no_such_position(self.position, rules)
        if wrong is None:
            wrong = self.holding.complaint(Pack.of(rules))
        return wrong


@dataclass(frozen=True)
class Bids:
    """A position bids a contract, or passes."""

    position: int
    call: str
    or_higher: bool = False

    def __str__(self) -> str:
        if self.call == A_PASS:
            return f"position {self.position} passes"
        return f"position {self.position} bids {self.call}{OR_HIGHER * self.or_higher}"

    def true_of(self, situation: Situation) -> Truths:
        """Return in which deals it does."""
        calls = situation.calls_of_all()[:, turn_of(self.position, situation.rules)]
        return _is_contract(calls, self.call, self.or_higher, situation.rules)

    def parts(self) -> Iterator[Part]:
        """Yield itself."""
        yield self

    def complaint(self, rules: Rules) -> str | None:
        """Return what is wrong with it under some rules."""
        return _no_such_position(self.position, rules) or _no_such_contract(self.call, rules)


@dataclass(frozen=True)
class Contract:
    """The highest bid of a deal is a contract, or nobody bids."""

    contract: str
    or_higher: bool = False

    def __str__(self) -> str:
        if self.contract == NO_CONTRACT:
            return "passed out"
        return f"contract {self.contract}{OR_HIGHER * self.or_higher}"

    def true_of(self, situation: Situation) -> Truths:
        """Return in which deals it is."""
        highest = situation.calls_of_all().max(axis=1)
        return _is_contract(highest, self.contract, self.or_higher, situation.rules)

    def parts(self) -> Iterator[Part]:
        """Yield itself."""
        yield self

    def complaint(self, rules: Rules) -> str | None:
        """Return what is wrong with it under some rules."""
        return _no_such_contract(self.contract, rules)


Part = Holds | Bids | Contract
"""A statement without and, or, not."""


@dataclass(frozen=True)
class Not:
    """The contrary of a statement."""

    stated: Statement

    def __str__(self) -> str:
        inner = f"({self.stated})" if isinstance(self.stated, All | AnyOf) else str(self.stated)
        return f"not {inner}"

    def true_of(self, situation: Situation) -> Truths:
        """Return of which deals it is true."""
        return ~self.stated.true_of(situation)

    def parts(self) -> Iterator[Part]:
        """Yield the single statements of what it denies."""
        yield from self.stated.parts()


@dataclass(frozen=True)
class All:
    """Several statements that must all be true."""

    stated: tuple[Statement, ...]

    def __str__(self) -> str:
        texts = (f"({each})" if isinstance(each, AnyOf) else str(each) for each in self.stated)
        return " and ".join(texts)

    def true_of(self, situation: Situation) -> Truths:
        """Return of which deals all of them are true."""
        return reduce(np.logical_and, (each.true_of(situation) for each in self.stated))

    def parts(self) -> Iterator[Part]:
        """Yield the single statements of all of them."""
        for each in self.stated:
            yield from each.parts()


@dataclass(frozen=True)
class AnyOf:
    """Several statements of which one at least must be true."""

    stated: tuple[Statement, ...]

    def __str__(self) -> str:
        return " or ".join(map(str, self.stated))

    def true_of(self, situation: Situation) -> Truths:
        """Return of which deals any of them is true."""
        return reduce(np.logical_or, (each.true_of(situation) for each in self.stated))

    def parts(self) -> Iterator[Part]:
        """Yield the single statements of all of them."""
        for each in self.stated:
            yield from each.parts()


def turn_of(position: int, rules: Rules) -> int:
    """Return when a position speaks, 0 first: eldest, who is position 1."""
    return (position - 1) % rules.players


def _is_contract(
    numbers: npt.NDArray[np.uint8], contract: str, or_higher: bool, rules: Rules
) -> Truths:
    wanted = PASS if contract in (A_PASS, NO_CONTRACT) else rules.ladder.number(contract)
    result: Truths = numbers >= wanted if or_higher else numbers == wanted
    return result


def _no_such_position(position: int, rules: Rules) -> str | None:
    if position >= rules.players:
        return f"there is no position {position} at a table of {rules.players}"
    if position == 0 and rules.dealer_sits_out:
        return "the dealer sits out: position 0 has no cards and does not bid"
    return None


def _no_such_contract(contract: str, rules: Rules) -> str | None:
    names = rules.ladder.names
    if contract in (A_PASS, NO_CONTRACT, *names):
        return None
    return f"{contract} is not on the ladder; its contracts: {', '.join(names)}"
