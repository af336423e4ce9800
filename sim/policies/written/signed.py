"""Views, settings and the game as a scalar function sees them: signed whole numbers.

Numba makes a floating number of a sum of signed and unsigned ones, so policies of users see no
unsigned numbers. No card and no call needs the uppermost bits: the places of suits are cut to those
of cards, and the random word is halved.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from sim.engine.view import BidView, DiscardView, PlayView
from sim.policies.written.game import Game
from sim.policies.written.header import settings_class

CARD_PLACES: Final = 0x3FFF_3FFF_3FFF_3FFF
"""All places of cards: 13 ranks and a joker in each suit."""

SUIT_FIELDS: Final = ("trump", "led_suit")
"""Fields of views that are whole suits, or none."""

_WORD: Final = ir.IntType(64)
_VIEWS: Final = (BidView, DiscardView, PlayView)


@intrinsic
def signed(typing_context: Any, view: Any) -> Any:
    """The same view with signed fields."""
    assert view.instance_class in _VIEWS
    kind = types.NamedUniTuple(types.int64, view.count, view.instance_class)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        (seen,) = arguments
        for place, name in enumerate(view.fields):
            field = builder.extract_value(seen, place)
            if name in SUIT_FIELDS:
                field = builder.and_(field, ir.Constant(_WORD, CARD_PLACES))
            elif name == "chance":
                field = builder.lshr(field, ir.Constant(_WORD, 1))
            seen = builder.insert_value(seen, field, place)
        return seen

    return kind(view), generate


@cache
def reader_of_settings(parameters: tuple[tuple[str, bool], ...]) -> Any:
    """Make the intrinsic that reads settings at a pointer; parameters by name and wholeness."""
    names = tuple(name for name, _ in parameters)
    fields = tuple(types.int64 if whole else types.float64 for _, whole in parameters)
    return _reader(fields, settings_class(names))


@cache
def reader_of_game() -> Any:
    """Make the intrinsic that reads the game at a pointer."""
    return _reader((types.int64,) * len(Game._fields), Game)


def _reader(fields: tuple[Any, ...], kind: Any) -> Any:
    """An intrinsic that reads a named tuple from words that lie one behind the other."""
    result = types.BaseTuple.from_types(fields, kind)

    @intrinsic
    def read(typing_context: Any, pointer: Any, place: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            start = builder.gep(arguments[0], [arguments[1]])
            values = []
            for number, field in enumerate(fields):
                word = builder.load(builder.gep(start, [ir.Constant(_WORD, number)]))
                is_whole = field == types.int64
                values.append(word if is_whole else builder.bitcast(word, ir.DoubleType()))
            return context.make_tuple(builder, result, values)

        return result(pointer, types.int64), generate

    return read
