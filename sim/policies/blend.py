"""A policy with faults: any other policy that errs now and then, or bids too much or too little.

Errors are uniform among the legal acts and drawn from random words of their own, so that the
policy underneath plays the same deals in the same way but for them: its strength is known exactly
where the other's is, which makes blends the yardstick of comparisons.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from llvmlite import ir
from numba import carray, types
from numba.extending import intrinsic

from sim.engine.bits import (
    LOW_WORD,
    ONE,
    ZERO,
    either,
    highest_bit,
    lane_function,
    lowest_bit,
    nth_bit_by_halving,
    popcount,
    u64,
)
from sim.engine.block import ANSWER, FACT_DECISION, FACTS, LANES, ROWS
from sim.engine.calls import (
    BID,
    DECISION_SIGNATURE,
    DECISIONS,
    DISCARD,
    UNANSWERED,
    emit_call,
)
from sim.engine.compiled import compile_pointer, specialised
from sim.engine.philox import bounded_part
from sim.engine.view import play_view, read_facts
from sim.game.ladder import MOST_CONTRACTS
from sim.policies.block_functions import BlockFunction, view_maker
from sim.policies.kind import Kind, Table, digest_of
from sim.policies.parameter import Parameter
from sim.policies.random import any_legal_discard

if TYPE_CHECKING:
    from sim.game.rules import Rules

BLEND = "blend"
"""What the names of blends begin with, before a colon and the policy underneath."""

PARAMETERS = (
    Parameter(
        name="errors",
        meaning="share of cards, discards and other acts of play that are any legal one",
        default=0.0,
        low=0.0,
        high=1.0,
    ),
    Parameter(
        name="bid_errors",
        meaning="share of calls and answers to offers that are any legal one",
        default=0.0,
        low=0.0,
        high=1.0,
    ),
    Parameter(
        name="overbid",
        meaning="tricks that bids are raised by, a fraction now and then; negative: lowered",
        default=0.0,
        low=-7.0,
        high=7.0,
    ),
)

ERROR_WORDS = 64
"""Random words of a player from this number on are those of his errors."""
CALLS = MOST_CONTRACTS + 1

INNER = 0
"""Sections of the table: the addresses of the decisions underneath, …"""
ERROR_RATES = INNER + len(DECISIONS)
"""… by decision the probability of an error in 2**-32, …"""
FRACTION = ERROR_RATES + len(DECISIONS)
"""… the probability in 2**-32 that a bid is moved by the larger number of tricks, …"""
MOVED_LESS = FRACTION + 1
MOVED_MORE = MOVED_LESS + CALLS
"""… and by contract number what it becomes if moved by the smaller or the larger number: the calls
that may be made instead, as bits."""
LENGTH = MOVED_MORE + CALLS

make_view: Any = None
any_act: Any = None
moved: Any = None
WHICH = 0
"""Stand for the decision's own until the function is specialised."""


@intrinsic
def call_underneath(
    typing_context: Any, address: Any, block: Any, facts: Any, table: Any, slot: Any
) -> Any:
    """Call the decision underneath, with the part of the table that is its own."""
    signature = types.void(types.int64, block, facts, table, types.int64)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address, block, facts, table, slot = arguments
        own = builder.gep(table, [ir.Constant(ir.IntType(64), LENGTH)])
        emit_call(builder, address, [block, facts, own, slot])
        return context.get_dummy_value()

    return signature, generate


def answer_blended(block_pointer, facts_pointer, table_pointer, slot):  # type: ignore[no-untyped-def]
    """Let the policy underneath answer, then move its bids, then make its errors."""
    block = carray(block_pointer, (ROWS, LANES))
    numbers = carray(facts_pointer, (FACTS,))
    table = carray(table_pointer, (LENGTH,))
    call_underneath(table[INNER + WHICH], block_pointer, facts_pointer, table_pointer, slot)
    word = numbers[FACT_DECISION]
    numbers[FACT_DECISION] = word + ERROR_WORDS
    facts = read_facts(numbers)
    numbers[FACT_DECISION] = word
    rate = u64(table[ERROR_RATES + WHICH])
    for lane in range(LANES):
        view = make_view(block, facts, lane)
        answer = block[ANSWER + slot, lane]
        errs = ((view.chance & LOW_WORD) < rate) & (answer != UNANSWERED)
        answer = either(errs, any_act(view), moved(answer, view, table))
        block[ANSWER + slot, lane] = answer


@lane_function
def unmoved(answer, view, table):  # type: ignore[no-untyped-def]
    """An answer as it was given."""
    return answer


@lane_function
def moved_bid(answer, view, table):  # type: ignore[no-untyped-def]
    """The bid moved by some tricks; an answer that is no legal call stays as it is."""
    number = popcount(answer - ONE) & u64(CALLS - 1)
    is_bid = ((answer & view.legal) != ZERO) & (answer == lowest_bit(answer)) & (answer != ONE)
    more = (view.chance >> u64(32)) < u64(table[FRACTION])
    section = either(more, u64(MOVED_MORE), u64(MOVED_LESS))
    instead = u64(table[section + number]) & view.legal
    upwards = (instead >> number) != ZERO
    nearest = either(upwards, lowest_bit(instead), highest_bit(instead | ONE))
    return either(is_bid & (instead != ZERO), nearest, answer)


@lane_function
def any_legal_act(view):  # type: ignore[no-untyped-def]
    """One of the legal acts, each with equal probability, by the upper half of the word."""
    place = bounded_part(view.chance, popcount(view.legal))
    return nth_bit_by_halving(view.legal, place)


@dataclass(frozen=True)
class BlendedDecision:
    """A blended decision, with the one underneath."""

    inner: BlockFunction
    compiled: Any

    @property
    def address(self) -> int:
        """Where its code is."""
        return int(self.compiled.address)

    @property
    def lane(self) -> int:
        """The lane that the policy underneath is answering, where that is known."""
        return int(getattr(self.inner, "lane", -1))


@dataclass(frozen=True, kw_only=True)
class Blend(Kind):
    """Another policy with faults. It has that one's presets and parameters, and its own.

    Attributes
    ----------
    inner : Kind
        The policy underneath.
    """

    inner: Kind

    @classmethod
    def of(cls, inner: Kind) -> Blend:
        """The blends of a policy."""
        return cls(
            name=f"{BLEND}:{inner.name}",
            version=1,
            idea=f"Errs now and then, bids too much or too little; else it is {inner.name}.",
            parameters=(*PARAMETERS, *inner.parameters),
            presets=inner.presets,
            inner=inner,
        )

    @cached_property
    def code_digest(self) -> str:
        """SHA-256 of this file and of the code underneath."""
        parts = (digest_of([Path(__file__)]), self.inner.code_digest, str(self.inner.version))
        return hashlib.sha256(" ".join(parts).encode()).hexdigest()

    @property
    def answers_in_python(self) -> bool:
        """Whether Python answers for the policy underneath."""
        return self.inner.answers_in_python

    @property
    def seconds(self) -> float | None:
        """Longest time that the policy underneath may take."""
        return self.inner.seconds

    @property
    def pulse_at(self) -> int:
        """Where the pulse of the policy underneath is."""
        return LENGTH + self.inner.pulse_at

    def numbers(self, values: Mapping[str, float], rules: Rules) -> Table:
        """The table: rates and moves, then that of the policy underneath."""
        from sim.policies.slots import decisions_asked

        table = np.zeros(LENGTH, np.int64)
        for decision in decisions_asked(rules):
            table[INNER + decision] = self._underneath(decision, values, rules).address
            bids = view_maker(decision) is not play_view and decision != DISCARD
            rate = values["bid_errors" if bids else "errors"]
            table[ERROR_RATES + decision] = round(rate * 2**32)
        less = int(np.floor(values["overbid"]))
        table[FRACTION] = round((values["overbid"] - less) * 2**32)
        for number in range(1, len(rules.ladder) + 1):
            table[MOVED_LESS + number] = calls_instead(number, less, rules)
            table[MOVED_MORE + number] = calls_instead(number, less + 1, rules)
        return np.concatenate([table, self.inner.numbers(values, rules)])

    def reads_settings(self, decision: int, rules: Rules) -> bool:
        """A blend always does."""
        return True

    def estimates(self, rules: Rules) -> bool:
        """Whether the policy underneath does."""
        return self.inner.estimates(rules)

    def answers(self, decision: int, values: Mapping[str, float], rules: Rules) -> BlockFunction:
        """The blended decision."""
        return BlendedDecision(self._underneath(decision, values, rules), compiled(decision))

    def without_faults(self, values: Mapping[str, float]) -> tuple[Kind, dict[str, float]]:
        """The policy underneath, with its settings."""
        return self.inner, {each.name: values[each.name] for each in self.inner.parameters}

    def _underneath(
        self, decision: int, values: Mapping[str, float], rules: Rules
    ) -> BlockFunction:
        _, own = self.without_faults(values)
        key = (self.inner.name, self.inner.code_digest, decision, tuple(own.items()), rules)
        if key not in _underneath:
            _underneath[key] = self.inner.answers(decision, own, rules)
        return _underneath[key]


_underneath: dict[Any, BlockFunction] = {}
"""Decisions underneath: a blend's table has their addresses, so they are never made twice."""


def calls_instead(number: int, tricks: int, rules: Rules) -> int:
    """The calls that a bid may become when it is moved by some tricks, as bits.

    Raised, it becomes the lowest legal one of these; lowered, the highest, at worst a pass. A
    contract for an exact number of tricks is not moved, nor does a bid become one; without one to
    move to, a bid stays as it is.

    >>> from sim.game.rules import load_rules
    >>> rules = load_rules("basic", 4)
    >>> calls_instead(1, 1, rules), calls_instead(2, 0, rules), calls_instead(2, -1, rules)
    (28, 4, 3)
    """
    contract = rules.ladder[number]
    if tricks == 0 or contract.judged == "exactly":
        return 1 << number
    wanted = contract.target + tricks
    others = [
        (other, each.target)
        for other, each in enumerate(rules.ladder, start=1)
        if each.judged == "at least" and each.with_float == contract.with_float
    ]
    if tricks > 0:
        most = max(target for _, target in others)
        return sum(1 << other for other, target in others if target >= min(wanted, most))
    return 1 + sum(1 << other for other, target in others if target <= wanted)


@cache
def compiled(decision: int) -> Any:
    """The compiled loop that blends a decision."""
    function = specialised(
        answer_blended,
        f"answer_blend_{DECISIONS[decision]}",
        make_view=view_maker(decision),
        any_act=any_legal_discard if decision == DISCARD else any_legal_act,
        moved=moved_bid if decision == BID else unmoved,
        WHICH=decision,
    )
    return compile_pointer(DECISION_SIGNATURE, function)
