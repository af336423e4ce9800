"""Policies as Python objects: the slow way, for trying ideas."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from sim.engine.block import (
    CONTRACT,
    DEAL,
    EVERY_LANE,
    FACT_PLAYERS,
    FACT_SLOTS,
    FACT_TURN,
    LANES,
    LEADER,
    LEGAL,
    MOST,
)
from sim.engine.calls import (
    DISCARD,
    ESTIMATE,
    FOLLOW,
    LEAD,
    NAME_TRUMP,
    ONE_SLOT,
    OPENING_LEAD,
    SLOT_BITS,
)
from sim.errors import UserError
from sim.policies.block_functions import BlockFunction
from sim.policies.written.callback import Callback, Words
from sim.policies.written.columns import LaneLists, LanesView, view_class
from sim.policies.written.failures import failure_in_words, note_failure
from sim.policies.written.game import game_of
from sim.policies.written.header import settings_of
from sim.policies.written.kind import WrittenKind, word_for

if TYPE_CHECKING:
    from sim.game.rules import Rules

_PLAY: Final = (OPENING_LEAD, LEAD, FOLLOW, NAME_TRUMP)
_PER_TRICK: Final = 256.0
_OWN: Final = ("version", "idea", "parameters", "presets", "most_seconds")
"""What a class may say of its policy."""


@dataclass(frozen=True, kw_only=True)
class ObjectPolicy(WrittenKind):
    """A policy given as a class with a method a decision.

    Its methods are called like the functions of a
    :class:`~sim.policies.written.scalar.ScalarPolicy`: ``bid(view)``, ``bid(view, settings)`` or
    ``bid(view, settings, game)``. A class that has something to work out beforehand has an
    ``__init__(settings, game)``. Objects must not remember anything from one decision to the next:
    deals come in any order, many at a time. A player who has but one legal act is not asked.

    Attributes
    ----------
    author_class : type
    """

    author_class: type

    @classmethod
    def of(cls, author_class: type) -> ObjectPolicy:
        """The policy of a class: its attributes say version, idea, parameters and presets."""
        said = {name: getattr(author_class, name) for name in _OWN if hasattr(author_class, name)}
        idea = " ".join((author_class.__doc__ or "").split()) or author_class.__name__
        return cls(author_class=author_class, **{"version": 0, "idea": idea, **said})

    def author_gives(self, word: str) -> Any:
        """The method of a decision."""
        return getattr(self.author_class, word, None)

    @property
    def answers_in_python(self) -> bool:
        """Python answers."""
        return True

    @property
    def written_in(self) -> tuple[Any, ...]:
        """The class."""
        return (self.author_class,)

    def compiled(self, decision: int, values: Mapping[str, float], rules: Rules) -> BlockFunction:
        """Make an object, and its method callable by the engine.

        Raises
        ------
        UserError
            If the object cannot be made.
        """
        told = (settings_of(values, self.parameters), game_of(rules))
        is_told = bool(inspect.signature(self.author_class).parameters)
        try:
            player = self.author_class(*told) if is_told else self.author_class()
        except Exception as error:
            raise UserError(
                f"{self.name}: cannot be made with (settings, game): {failure_in_words(error)}"
            ) from error
        return ObjectDecision(decision, of_view(getattr(player, word_for(decision)), told))


def different_tables(block: Words) -> int:
    """Return how many lanes there are until the last table is only repeated."""
    repeats = np.argmax((block[DEAL] != block[DEAL, -1])[::-1])
    return LANES - int(repeats) + 1 if repeats else 1


def of_view(method: Callable[..., Any], told: tuple[Any, Any]) -> Callable[[Any], Any]:
    """Make a method one of the view alone; settings and game are added if it takes them."""
    taken = told[: len(inspect.signature(method).parameters) - 1]
    return (lambda view: method(view, *taken)) if taken else method


class ObjectDecision(Callback):
    """A decision of an object."""

    def __init__(self, decision: int, method: Any) -> None:
        super().__init__(decision)
        self._method = method
        self._view: Any = view_class(decision)()

    def answer(self, block: Words, facts: Words, slot: int) -> Any:
        """Ask at every table at which it is the player's turn and he has a choice."""
        method, view = self._method, self._view
        view.lists = LaneLists(LanesView(self.decision, block, facts), LANES)
        tables = LANES if self.decision == ESTIMATE else different_tables(block)
        answers: list[int] = (block[LEGAL, :tables] & -block[LEGAL, :tables]).tolist()
        lanes = np.flatnonzero(self._asked(block, facts, slot)[:tables]).tolist()
        try:
            if self.decision == ESTIMATE:
                for lane in lanes:
                    view.lane = lane
                    answers[lane] = int(_PER_TRICK * max(method(view), 0.0) + 0.5)
            else:
                for lane in lanes:
                    view.lane = lane
                    answers[lane] = index(method(view))
        except Exception as error:
            note_failure(error)
            answers[view.lane] = -1
        return answers + answers[-1:] * (LANES - tables)

    @property
    def lane(self) -> int:  # type: ignore[override]
        """The lane that is being answered."""
        return int(getattr(self._view, "lane", -1))

    def _asked(self, block: Words, facts: Words, slot: int) -> Any:
        """At which tables he is asked: his turn, and more than one thing that he may do."""
        if self.decision == ESTIMATE:
            return np.ones(LANES, np.bool_)
        legal = block[LEGAL]
        asked = (legal & (legal - 1)) != 0
        if self.decision == DISCARD:
            asked = block[MOST] != 0
        elif self.decision in _PLAY:
            asked &= block[CONTRACT] != 0
        if facts[FACT_SLOTS] != EVERY_LANE:
            speaker = (block[LEADER] + facts[FACT_TURN]) % facts[FACT_PLAYERS]
            slots = (facts[FACT_SLOTS] >> (SLOT_BITS * speaker)) & int(ONE_SLOT)
            asked &= slots == slot
        return asked
