"""Policies as NumPy functions: each decides for all lanes of a block at once."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.engine.block import LANES, LEGAL
from sim.engine.calls import ESTIMATE
from sim.policies.block_functions import BlockFunction
from sim.policies.written.callback import Callback, Words
from sim.policies.written.columns import LanesView
from sim.policies.written.failures import note_failure
from sim.policies.written.game import Game, game_of
from sim.policies.written.header import settings_of
from sim.policies.written.kind import WrittenKind, word_for

if TYPE_CHECKING:
    from sim.game.rules import Rules

_PER_TRICK = 256.0


@dataclass(frozen=True, kw_only=True)
class NumpyPolicy(WrittenKind):
    """A policy given as functions of what is seen at many tables, as arrays.

    The functions are called like those of a :class:`~sim.policies.written.scalar.ScalarPolicy`,
    but every field of the view is an int64 array with an entry a table, or one number if it is the
    same at all of them; they return such an array. Their answers count only where the player's turn
    it is: he is asked at all tables, to keep in step.

    Attributes
    ----------
    bid, opening_lead, lead, follow : functions
    discard, look, peep, take, name_trump : functions, optional
    estimate : function, optional
    """

    bid: Callable[..., Any] | None = None
    opening_lead: Callable[..., Any] | None = None
    lead: Callable[..., Any] | None = None
    follow: Callable[..., Any] | None = None
    discard: Callable[..., Any] | None = None
    look: Callable[..., Any] | None = None
    peep: Callable[..., Any] | None = None
    take: Callable[..., Any] | None = None
    name_trump: Callable[..., Any] | None = None
    estimate: Callable[..., Any] | None = None

    def author_gives(self, word: str) -> Any:
        """The function of a decision."""
        return getattr(self, word)

    @property
    def answers_in_python(self) -> bool:
        """Python answers."""
        return True

    @property
    def written_in(self) -> tuple[Any, ...]:
        """The functions that are given."""
        return self.functions_given()

    def compiled(self, decision: int, values: Mapping[str, float], rules: Rules) -> BlockFunction:
        """Make a decision callable by the engine."""
        settings = settings_of(values, self.parameters)
        function = self.author_gives(word_for(decision))
        return NumpyDecision(decision, function, settings, game_of(rules))


class NumpyDecision(Callback):
    """A decision of a NumPy policy with its settings."""

    def __init__(
        self, decision: int, function: Callable[..., Any], settings: Any, game: Game
    ) -> None:
        super().__init__(decision)
        self._function_of_author = function
        self._also = (settings, game)[: len(inspect.signature(function).parameters) - 1]

    def answer(self, block: Words, facts: Words, slot: int) -> Any:
        """Ask the function; if it raises, find the lane at which it does."""
        try:
            return self._answers(block, facts)
        except Exception as error:
            note_failure(error)
            return self._answers_up_to_failure(block, facts)

    def _answers(self, block: Words, facts: Words) -> Any:
        view = LanesView(self.decision, block, facts)
        answers = np.asarray(self._function_of_author(view, *self._also))
        if self.decision == ESTIMATE:
            return in_256ths(answers)
        if answers.dtype.kind not in "iub":
            raise TypeError(f"answers must be whole numbers, not {answers.dtype}")
        if answers.shape not in ((), (block.shape[1],)):
            raise TypeError(
                f"answers have shape {answers.shape}; there are {block.shape[1]} tables"
            )
        return answers

    def _answers_up_to_failure(self, block: Words, facts: Words) -> Words:
        """Ask lane by lane; the first at which it raises has no answer, nor have those behind."""
        answers = np.full(LANES, -1, np.int64)
        for lane in range(LANES):
            try:
                answers[lane] = self._answers(block[:, lane : lane + 1], facts).reshape(-1)[0]
            except Exception:
                break
        if (answers >= 0).all():  # it fails for many at once only: any one of them will do
            answers[np.argmax(block[LEGAL] != 0)] = -1
        return answers


def in_256ths(tricks: Any) -> Any:
    """Estimates as they are kept, in 1/256 trick: rounded as those of scalar policies are.

    >>> in_256ths(np.array([1.5, 1 / 512, -1.0])).tolist()
    [384, 1, 0]
    """
    return np.floor(_PER_TRICK * np.maximum(tricks, 0.0) + 0.5).astype(np.int64)
