"""What the kinds of written policies have in common, in whichever way they are written."""

from __future__ import annotations

import hashlib
import inspect
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sim.engine.calls import DECISIONS, ESTIMATE
from sim.errors import UserError
from sim.policies.block_functions import BlockFunction, lanes_answer
from sim.policies.kind import Kind, Table, digest_of
from sim.policies.policy import Decisions
from sim.policies.written.header import table_of
from sim.policies.written.sources import files_of_the_way, source_files

if TYPE_CHECKING:
    from sim.game.rules import Rules

REQUIRED: Final = ("bid", "opening_lead", "lead", "follow")
"""What every policy must decide; for the rest there are the defaults of :class:`Decisions`."""

DEFAULTS: Final = {
    each.name: each.default for each in fields(Decisions) if each.name not in REQUIRED
}


def word_for(decision: int) -> str:
    """Return the name under which an author gives a decision, or the estimate."""
    return "estimate" if decision == ESTIMATE else DECISIONS[decision]


@dataclass(frozen=True, kw_only=True)
class WrittenKind(Kind):
    """A policy that is written against the kit (:mod:`sim.policies.kit`).

    Attributes
    ----------
    name : str
        Left empty by authors: a policy is called by where it is found.
    most_seconds : float
        Longest time that one decision may take, in seconds.
    """

    name: str = ""
    most_seconds: float = 30.0

    @abstractmethod
    def author_gives(self, word: str) -> Any:
        """What the author has given for a decision; None if nothing."""

    @property
    @abstractmethod
    def written_in(self) -> tuple[Any, ...]:
        """The functions or classes by which the files of the policy are found."""

    @abstractmethod
    def compiled(self, decision: int, values: Mapping[str, float], rules: Rules) -> BlockFunction:
        """The author's decision, ready to be called by the engine."""

    def check(self) -> None:
        """See that everything is given that a policy needs.

        Raises
        ------
        UserError
            If it is not; the message says what is missing.
        """
        missing = [word for word in REQUIRED if self.author_gives(word) is None]
        if missing:
            raise UserError(f"{self.name}: gives no {', '.join(missing)}; every policy needs them")
        if not isinstance(self.version, int) or self.version < 1:
            raise UserError(
                f"{self.name}: its version is {self.version!r}; give a whole number from 1 on, "
                "and raise it whenever the policy decides anything differently"
            )
        for preset in self.presets:
            self.settings(preset, {})

    @cached_property
    def code_digest(self) -> str:
        """SHA-256 of the policy's files, of what they import from beside them, and of the kit."""
        found = {Path(inspect.getsourcefile(each) or "") for each in self.written_in}
        files = {file for each in found for file in source_files(each)}
        parts = (digest_of(files), digest_of(files_of_the_way()))
        return hashlib.sha256(" ".join(parts).encode()).hexdigest()

    def functions_given(self) -> tuple[Any, ...]:
        """All that the author has given, in the order of the decisions."""
        given = (self.author_gives(word) for word in (*DECISIONS, word_for(ESTIMATE)))
        return tuple(each for each in given if each is not None)

    @property
    def seconds(self) -> float:
        """Longest time in seconds that a decision may take."""
        return self.most_seconds

    def numbers(self, values: Mapping[str, float], rules: Rules) -> Table:
        """The pulse, the settings and the game."""
        return table_of(values, self.parameters, rules)

    def reads_settings(self, decision: int, rules: Rules) -> bool:
        """Take it so: each slot then has a pulse of its own."""
        return True

    def estimates(self, rules: Rules) -> bool:
        """Whether the author gives an estimate."""
        return self.author_gives("estimate") is not None

    def answers(self, decision: int, values: Mapping[str, float], rules: Rules) -> BlockFunction:
        """The author's decision, or the default."""
        word = word_for(decision)
        if self.author_gives(word) is None:
            return lanes_answer(DEFAULTS[word], decision, "default")
        return self.compiled(decision, values, rules)
