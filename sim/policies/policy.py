"""What a policy is: a named, versioned set of decisions with typed parameters."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from sim.engine import bits, card_masks, view
from sim.errors import UserError

if TYPE_CHECKING:
    from sim.game.rules import Rules

Table = npt.NDArray[np.int64]
"""Whole numbers that a policy works out once from its parameters and the rules."""


@dataclass(frozen=True, kw_only=True)
class Parameter:
    """A number that a user may set.

    Attributes
    ----------
    name, meaning : str
        As written in scenarios, and in one sentence, with its unit.
    default, low, high : float
        The value if nothing is said, and the range allowed, ends included.
    """

    name: str
    meaning: str
    default: float
    low: float
    high: float


@dataclass(frozen=True, kw_only=True)
class Decisions:
    """The four decisions, each a function of the view that gives one bit of ``view.legal``.

    A decision may take the policy's table as a second argument; one that does not is made once
    for all settings of the policy at a table.

    Attributes
    ----------
    bid : lane function
        A call, from a :class:`~sim.engine.view.BidView`.
    opening_lead : lane function
        The declarer's first card, whose suit is trump, from a :class:`~sim.engine.view.PlayView`.
    lead, follow : lane functions
        A card led to a later trick, or played to a trick that another player has led.
    """

    bid: Any
    opening_lead: Any
    lead: Any
    follow: Any


def _no_table(parameters: Mapping[str, float], rules: Rules) -> Table:
    return np.zeros(1, np.int64)


@dataclass(frozen=True, kw_only=True)
class PolicyKind:
    """A policy as its author gives it: what can be set, and how it decides.

    Attributes
    ----------
    name : str
        As written in scenarios.
    version : int
        Raised whenever the policy decides anything differently.
    idea : str
        What it does, in a sentence or two.
    decisions : Decisions
    parameters : tuple of Parameter
    presets : mapping of str to mapping
        Named settings; each gives the parameters that differ from the defaults.
    table : callable
        Works out, from parameters and rules, the whole numbers that the decisions read.
    """

    name: str
    version: int
    idea: str
    decisions: Decisions
    parameters: tuple[Parameter, ...] = ()
    presets: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    table: Callable[[Mapping[str, float], Rules], Table] = _no_table

    @cached_property
    def code_digest(self) -> str:
        """SHA-256, in hexadecimal, of all source files on which the decisions depend.

        These are the files of the decisions and of the table, and those of what every policy is
        written with: the view, sets of cards, and bits.
        """
        functions = [function.py_func for function in vars(self.decisions).values()]
        parts = (*functions, self.table, view, card_masks, bits)
        files = sorted({inspect.getsourcefile(part) or "" for part in parts})
        digest = hashlib.sha256()
        for file in files:
            digest.update(Path(file).read_bytes())
        return digest.hexdigest()

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
        values = {parameter.name: parameter.default for parameter in self.parameters}
        values.update(self.presets.get(preset, {}))
        for name, value in changes.items():
            values[name] = self._checked(name, value)
        return values

    def _checked(self, name: str, value: Any) -> float:
        for parameter in self.parameters:
            if parameter.name == name:
                number = isinstance(value, int | float) and not isinstance(value, bool)
                if number and parameter.low <= value <= parameter.high:
                    return float(value)
                raise UserError(
                    f"parameter {name} of policy {self.name} is {value!r}; allowed: "
                    f"a number from {parameter.low:g} to {parameter.high:g}"
                )
        known = ", ".join(parameter.name for parameter in self.parameters) or "none"
        raise UserError(f"policy {self.name} has no parameter {name!r}; it has: {known}")


@dataclass(frozen=True)
class Policy:
    """A policy as a player uses it: a kind with every parameter settled.

    Attributes
    ----------
    name : str
        Name of its kind.
    preset : str
        Preset that it starts from; empty if the kind has none.
    parameters : tuple of (str, float)
        All parameters in the kind's order.
    version : int
        Version of the kind.
    code_digest : str
        Digest of the kind's source, see :attr:`PolicyKind.code_digest`.
    changed : tuple of str
        The parameters that the user has changed.
    """

    name: str
    preset: str
    parameters: tuple[tuple[str, float], ...]
    version: int
    code_digest: str
    changed: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """The policy in few words: name, preset, and the parameters that were changed."""
        values = dict(self.parameters)
        changes = ", ".join(f"{name}={_exactly(values[name])}" for name in self.changed)
        label = f"{self.name}:{self.preset}" if self.preset else self.name
        return f"{label} ({changes})" if changes else label


def _exactly(value: float) -> str:
    """A number in as few digits as tell it from all others."""
    short = f"{value:g}"
    return short if float(short) == value else repr(value)
