"""A kind of policy: what every one of them is to the rest of the program, however it is written."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from sim.errors import UserError
from sim.policies.block_functions import BlockFunction
from sim.policies.parameter import Parameter

if TYPE_CHECKING:
    from sim.game.rules import Rules

Table = npt.NDArray[np.int64]
"""Whole numbers that a policy works out once from its parameters and the rules."""


@dataclass(frozen=True, kw_only=True)
class Kind(ABC):
    """A policy as its author gives it: what can be set, and how it decides.

    Attributes
    ----------
    name : str
        As written in scenarios.
    version : int
        Raised whenever the policy decides anything differently.
    idea : str
        What it does, in a sentence or two.
    parameters : tuple of Parameter
    presets : mapping of str to mapping
        Named settings; each gives the parameters that differ from the defaults.
    """

    name: str
    version: int
    idea: str
    parameters: tuple[Parameter, ...] = ()
    presets: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    @property
    @abstractmethod
    def code_digest(self) -> str:
        """SHA-256, in hexadecimal, of the source on which the decisions depend."""

    @abstractmethod
    def numbers(self, values: Mapping[str, float], rules: Rules) -> Table:
        """The table that the compiled decisions are handed, for some settings and rules."""

    @abstractmethod
    def reads_settings(self, decision: int, rules: Rules) -> bool:
        """Whether a decision depends on the settings; else it is made once for all of them."""

    @abstractmethod
    def estimates(self, rules: Rules) -> bool:
        """Whether the policy can say how many tricks it expects."""

    @abstractmethod
    def answers(self, decision: int, values: Mapping[str, float], rules: Rules) -> BlockFunction:
        """The function by which the engine asks for a decision, or for the estimate."""

    def without_faults(self, values: Mapping[str, float]) -> tuple[Kind, dict[str, float]]:
        """The policy as it is without errors that were added to it, with its settings."""
        return self, dict(values)

    @property
    def answers_in_python(self) -> bool:
        """Whether Python answers for it: the more tables at once then, the better."""
        return False

    @property
    def seconds(self) -> float | None:
        """Longest time in seconds that a decision may take; None where nothing can hang."""
        return None

    @property
    def pulse_at(self) -> int:
        """Where in the table the pulse is that tells whether it hangs."""
        return 0

    def settings(self, preset: str, changes: Mapping[str, Any]) -> dict[str, float]:
        """All parameters: the defaults, changed by a preset, changed by the user.

        Raises
        ------
        UserError
            If the preset or a parameter does not exist, or a value is out of range.
        """
        if preset and preset not in self.presets:
            known = ", ".join(self.presets) or "none"
            raise UserError(f"policy {self.name} has no preset {preset!r}; it has: {known}")
        values = {parameter.name: float(parameter.default) for parameter in self.parameters}
        for given in (self.presets.get(preset, {}), changes):
            for name, value in given.items():
                values[name] = self._checked(name, value)
        return values

    def _checked(self, name: str, value: Any) -> float:
        for parameter in self.parameters:
            if parameter.name == name:
                if parameter.allows(value):
                    return float(value)
                raise UserError(
                    f"parameter {name} of policy {self.name} is {value!r}; "
                    f"allowed: {parameter.allowed}"
                )
        known = ", ".join(parameter.name for parameter in self.parameters) or "none"
        raise UserError(f"policy {self.name} has no parameter {name!r}; it has: {known}")


def digest_of(files: Iterable[Path]) -> str:
    """SHA-256, in hexadecimal, of the contents of some files."""
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(file.read_bytes())
    return digest.hexdigest()
