"""Policies as scalar functions: written for one player, compiled for all lanes of a block."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from llvmlite import ir
from numba import carray, njit, types
from numba.core.errors import NumbaError, NumbaTypeError, UnsupportedBytecodeError
from numba.extending import intrinsic

from sim.engine.bits import i64, u64
from sim.engine.block import ANSWER, FACTS, LANES, ROWS
from sim.engine.calls import DECISION_SIGNATURE, ESTIMATE, UNANSWERED
from sim.engine.compiled import compile_pointer, specialised
from sim.engine.view import read_facts
from sim.errors import UserError
from sim.policies.block_functions import BlockFunction, view_maker
from sim.policies.written.header import BLOCK, CALLS, DECISION, PULSE_LENGTH
from sim.policies.written.kind import WrittenKind, word_for
from sim.policies.written.reasons import reason_of
from sim.policies.written.signed import reader_of_game, reader_of_settings, signed

if TYPE_CHECKING:
    from sim.game.rules import Rules

_WORD = ir.IntType(64)
_PER_TRICK = 256.0

decide: Any = None
make_view: Any = None
as_answer: Any = None
read_settings: Any = None
read_game: Any = None
WHICH = 0
SETTINGS_AT = PULSE_LENGTH
GAME_AT = 0
"""Stand for the policy's own until a function is specialised."""


@dataclass(frozen=True, kw_only=True)
class ScalarPolicy(WrittenKind):
    """A policy given as functions of what one player sees; Numba compiles them.

    A function takes the view; if it wants them also the settings, and the facts of the game:
    ``follow(view)``, ``follow(view, settings)`` or ``follow(view, settings, game)``. It may call
    what is in :mod:`sim.policies.kit` and functions decorated with ``numba.njit``. It is asked in
    deals that were passed out, too, to keep in step (``view.contract`` is 0 then): such answers do
    not matter.

    Attributes
    ----------
    bid, opening_lead, lead, follow : functions
        They return one bit of ``view.legal``.
    discard, look, peep, take, name_trump : functions, optional
        Asked only where the rules have it.
    estimate : function, optional
        The tricks that are expected by the declarer of ``view.contract``; may be a fraction.
    """

    bid: Callable[..., int] | None = None
    opening_lead: Callable[..., int] | None = None
    lead: Callable[..., int] | None = None
    follow: Callable[..., int] | None = None
    discard: Callable[..., int] | None = None
    look: Callable[..., int] | None = None
    peep: Callable[..., int] | None = None
    take: Callable[..., int] | None = None
    name_trump: Callable[..., int] | None = None
    estimate: Callable[..., float] | None = None

    def author_gives(self, word: str) -> Any:
        """The function of a decision."""
        return getattr(self, word)

    @property
    def written_in(self) -> tuple[Any, ...]:
        """The functions that are given."""
        return tuple(map(plain_function, self.functions_given()))

    def compiled(self, decision: int, values: Mapping[str, float], rules: Rules) -> BlockFunction:
        """Compile a decision; settings are read when it runs.

        Raises
        ------
        UserError
            If it cannot be compiled, with the reason in one line.
        """
        function = self.author_gives(word_for(decision))
        parameters = tuple((each.name, each.whole) for each in self.parameters)
        try:
            compiled: BlockFunction = _compiled(
                function, decision, parameters, f"{self.name}_{self.code_digest[:12]}"
            )
        except (NumbaError, UnsupportedBytecodeError) as error:
            raise UserError(
                f"{self.name}: {word_for(decision)} cannot be compiled: {reason_of(error)}; "
                "mend it, or write the policy as a Python object"
            ) from None
        return compiled


def plain_function(function: Any) -> Any:
    """The Python function behind one that is compiled already."""
    return getattr(function, "py_func", function)


@cache
def _compiled(
    function: Any, decision: int, parameters: tuple[tuple[str, bool], ...], whose: str
) -> Any:
    name = re.sub(r"\W", "_", f"answer_{whose}_{word_for(decision)}")
    inlined = njit(forceinline=True)(plain_function(function))
    way = _WAYS[len(inspect.signature(plain_function(function)).parameters) - 1]
    asked = njit(forceinline=True)(specialised(way, f"{name}_asked", decide=inlined))
    loop = specialised(
        answer_scalar,
        name,
        decide=asked,
        make_view=view_maker(decision),
        as_answer=expected_tricks if decision == ESTIMATE else whole,
        read_settings=reader_of_settings(parameters),
        read_game=reader_of_game(),
        WHICH=decision,
        GAME_AT=PULSE_LENGTH + len(parameters),
    )
    return compile_pointer(DECISION_SIGNATURE, loop)


def answer_scalar(block_pointer, facts_pointer, table_pointer, slot):  # type: ignore[no-untyped-def]
    """Answer one decision for every lane of a block, with a pulse."""
    block = carray(block_pointer, (ROWS, LANES))
    facts = read_facts(carray(facts_pointer, (FACTS,)))
    settings = read_settings(table_pointer, SETTINGS_AT)
    game = read_game(table_pointer, GAME_AT)
    pulse = carray(table_pointer, (PULSE_LENGTH,))
    pulse[DECISION] = WHICH
    pulse[BLOCK] = address_of(block_pointer)
    for lane in range(LANES):
        block[ANSWER + slot, lane] = UNANSWERED
    begun = (pulse[CALLS] + 1) | 1
    store_in_order(table_pointer, CALLS, begun)
    for lane in range(LANES):
        view = signed(make_view(block, facts, lane))
        block[ANSWER + slot, lane] = as_answer(decide(view, settings, game))
    store_in_order(table_pointer, CALLS, begun + 1)


def with_view(view, settings, game):  # type: ignore[no-untyped-def]
    """Ask a function of the view."""
    return decide(view)


def with_settings(view, settings, game):  # type: ignore[no-untyped-def]
    """Ask a function of view and settings."""
    return decide(view, settings)


def with_game(view, settings, game):  # type: ignore[no-untyped-def]
    """Ask a function of view, settings and game."""
    return decide(view, settings, game)


_WAYS = (with_view, with_settings, with_game)


@intrinsic
def whole(typing_context: Any, answer: Any) -> Any:
    """An answer as the engine takes it; the compiler refuses fractions."""
    if not isinstance(answer, types.Integer | types.Boolean):
        raise NumbaTypeError(f"an answer must be a whole number, not {answer}")

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return context.cast(builder, arguments[0], answer, types.uint64)

    return types.uint64(answer), generate


@njit(forceinline=True)
def expected_tricks(answer):  # type: ignore[no-untyped-def]
    """An estimate as it is kept, in 1/256 trick."""
    return u64(i64(_PER_TRICK * max(answer, 0.0) + 0.5))


@intrinsic
def address_of(typing_context: Any, pointer: Any) -> Any:
    """A pointer as a number."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ptrtoint(arguments[0], _WORD)

    return types.int64(pointer), generate


@intrinsic
def store_in_order(typing_context: Any, pointer: Any, place: Any, number: Any) -> Any:
    """Store a number so that whoever watches sees it after all that was stored before."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        at = builder.gep(arguments[0], [context.cast(builder, arguments[1], place, types.int64)])
        builder.store_atomic(arguments[2], at, ordering="seq_cst", align=8)
        return context.get_dummy_value()

    return types.void(pointer, place, types.int64), generate
