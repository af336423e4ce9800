"""What is seen at a step, field by field for all lanes: the views of NumPy and Python policies.

The fields are those of :mod:`sim.engine.view`, as signed whole numbers like those of scalar
policies. A field is worked out when it is first looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from numba import int64, types

from sim.engine import block as rows
from sim.engine.bits import u64
from sim.engine.calls import BID, DISCARD, ESTIMATE, LOOK, PEEP, TAKE
from sim.engine.compiled import compile_kernel
from sim.engine.philox import POLICY, random_words
from sim.engine.view import BidView, DiscardView, PlayView
from sim.policies.written.signed import CARD_PLACES, SUIT_FIELDS

Block = npt.NDArray[np.int64]
"""Shape (ROWS, LANES)."""
Facts = npt.NDArray[np.int64]
Column = Callable[[Block, Facts], Any]
"""Gives an int64 array with an entry a lane, or one whole number for all lanes."""


def _row(row: int) -> Column:
    return lambda block, facts: block[row]


def _suit(row: int) -> Column:
    return lambda block, facts: block[row] & CARD_PLACES


def _fact(place: int) -> Column:
    return lambda block, facts: int(facts[place])


def _shown(card: int, seen: int) -> Column:
    """A card that lies face down, for those who have seen it."""
    return lambda block, facts: block[card] * ((block[seen] >> int(facts[rows.FACT_TURN])) & 1)


def _speaker_position(block: Block, facts: Facts) -> Any:
    return block[rows.POSITION]


def _speaking_turn(block: Block, facts: Facts) -> Any:
    seats = int(facts[rows.FACT_SEATS])
    return (block[rows.POSITION] + seats - 1) % seats


def _position_in_trick(block: Block, facts: Facts) -> Any:
    speaker = block[rows.LEADER] + int(facts[rows.FACT_TURN])
    players = int(facts[rows.FACT_PLAYERS])
    return (speaker - players * (speaker >= players) + 1) % int(facts[rows.FACT_SEATS])


def _misere(block: Block, facts: Facts) -> Any:
    return (int(facts[rows.FACT_MISERES]) >> block[rows.CONTRACT]) & 1


def _chance(position: Column) -> Column:
    """The random word, halved, of whoever stands at a position."""

    def chance(block: Block, facts: Facts) -> Any:
        words = np.empty(block.shape[1], np.int64)
        positions = np.ascontiguousarray(position(block, facts))
        _draw_chances()(block[rows.DEAL], positions, facts, words)
        return words

    return chance


def draw_chances(deals, positions, facts, words):  # type: ignore[no-untyped-def]
    """Fill ``words`` with the random word of each lane's player for this decision, halved."""
    seed = u64(facts[rows.FACT_SEED])
    stream = u64(facts[rows.FACT_STREAM]) + u64(POLICY)
    decision = u64(facts[rows.FACT_DECISION])
    for lane in range(words.shape[0]):
        of_player = stream + u64(positions[lane])
        word, _ = random_words(seed, of_player, u64(deals[lane]), decision)
        words[lane] = int64(word >> u64(1))


@cache
def _draw_chances() -> Callable[..., Any]:
    shown = types.Array(int64, 1, "C", readonly=True)
    return compile_kernel(types.void(shown, shown, shown, int64[::1]), draw_chances)


_COMMON: Final[Mapping[str, Column]] = {
    "hand": _row(rows.OWN),
    "legal": _row(rows.LEGAL),
    "contract": _row(rows.CONTRACT),
    "auction": _row(rows.AUCTION),
    "turn": _fact(rows.FACT_TURN),
    "players": _fact(rows.FACT_PLAYERS),
    "hand_size": _fact(rows.FACT_HAND_SIZE),
    "pack": _row(rows.PACK),
    "bid_contracts": _row(rows.BID_CONTRACTS),
    "exchanged": _row(rows.EXCHANGED),
    "pool": _row(rows.POOL),
}

_BID: Final[Mapping[str, Column]] = {
    **_COMMON,
    "position": _speaker_position,
    "peep_card": _shown(rows.PEEP_CARD, rows.PEEPED),
    "float_card": _shown(rows.FLOAT_CARD, rows.LOOKED),
    "peeped": _row(rows.PEEPED),
    "looked": _row(rows.LOOKED),
    "chance": _chance(_speaker_position),
}

_DISCARD: Final[Mapping[str, Column]] = {
    **_COMMON,
    "position": _speaker_position,
    "fewest": _row(rows.FEWEST),
    "most": _row(rows.MOST),
    "contract": _row(rows.FOR_CONTRACT),
    "turn": _speaking_turn,
    "chance": _chance(_speaker_position),
}

_PLAY: Final[Mapping[str, Column]] = {
    **_COMMON,
    "winning": _row(rows.WINNING),
    "trump": _suit(rows.TRUMP),
    "led_suit": _suit(rows.LED_SUIT),
    "best": _row(rows.BEST),
    "winner": _row(rows.WINNER),
    "seen": _row(rows.SEEN),
    "voids": _row(rows.VOIDS),
    **{f"played_{turn}": _row(rows.PLAYED + turn) for turn in range(rows.MOST_PLAYERS)},
    **{f"card_{turn}": _row(rows.CARD + turn) for turn in range(rows.MOST_PLAYERS)},
    "tricks": _row(rows.TRICKS),
    "trick": _fact(rows.FACT_TRICK),
    "misere": _misere,
    "declarer_turn": _row(rows.DECLARER_TURN),
    "leader": _row(rows.LEADER),
    "position": _position_in_trick,
    "chance": _chance(_position_in_trick),
}


def _of(view: Any, columns: Mapping[str, Column]) -> dict[str, Column]:
    return {name: columns[name] for name in view._fields}


_AT_OTHER_DECISIONS: Final = {
    **dict.fromkeys((BID, LOOK, PEEP, TAKE, ESTIMATE), _of(BidView, _BID)),
    DISCARD: _of(DiscardView, _DISCARD),
}
_AT_PLAY: Final = _of(PlayView, _PLAY)
assert {"trump", "led_suit"} == set(SUIT_FIELDS)


def columns_at(decision: int) -> Mapping[str, Column]:
    """Return the fields of what is seen at a decision."""
    return _AT_OTHER_DECISIONS.get(decision, _AT_PLAY)


class LanesView:
    """What is seen at a step in all lanes: fields are int64 arrays, or one number for all lanes."""

    def __init__(self, decision: int, block: Block, facts: Facts) -> None:
        self._made_of = (columns_at(decision), block, facts)

    def __getattr__(self, name: str) -> Any:
        """Work a field out, once."""
        columns, block, facts = self._made_of
        if name not in columns:
            raise AttributeError(f"a view has no {name!r}; it has {', '.join(columns)}")
        values = columns[name](block, facts)
        self.__dict__[name] = values
        return values


class LaneLists:
    """The same as lists with an entry a lane, for policies that look at one lane at a time."""

    def __init__(self, view: LanesView, lanes: int) -> None:
        self._view = view
        self._lanes = lanes

    def __getattr__(self, name: str) -> list[int]:
        """Make the list of a field, once."""
        values = getattr(self._view, name)
        listed: list[int]
        listed = values.tolist() if isinstance(values, np.ndarray) else [values] * self._lanes
        self.__dict__[name] = listed
        return listed


def _field(name: str) -> property:
    return property(lambda view: getattr(view.lists, name)[view.lane])


class OneView:
    """What one player sees: the fields of one lane as Python's whole numbers."""

    __slots__ = ("lane", "lists")

    lane: int
    lists: Any


def view_class(decision: int) -> type[OneView]:
    """Make the class of what one player sees at a decision."""
    fields = {name: _field(name) for name in columns_at(decision)}
    return type("View", (OneView,), {"__slots__": (), **fields})
