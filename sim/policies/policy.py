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

from sim.engine import bits, card_masks, philox, view
from sim.engine.bits import ZERO, either, lane_function, lowest_bit, popcount, u64, where
from sim.engine.calls import MOST_DISCARDS
from sim.engine.card_masks import lowest_rank, suit_mask
from sim.errors import UserError
from sim.game.cards import SUITS

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


@lane_function
def decline(view):  # type: ignore[no-untyped-def]
    """Say no to an offer that may be refused."""
    return lowest_bit(view.legal)


@lane_function
def throw_lowest(view):  # type: ignore[no-untyped-def]
    """Throw no more cards than one must, those of lowest rank."""
    thrown = ZERO
    for number in range(MOST_DISCARDS):
        lowest = lowest_rank(view.hand & ~thrown)
        thrown |= where(u64(number) < view.fewest, lowest)
    return thrown


@lane_function
def name_longest_suit(view):  # type: ignore[no-untyped-def]
    """Name the suit of most cards, clubs before diamonds before hearts before spades."""
    longest = ZERO
    named = ZERO
    for suit in range(SUITS):
        length = popcount(view.hand & suit_mask(u64(suit)))
        longer = length > longest
        longest = either(longer, length, longest)
        named = either(longer, suit_mask(u64(suit)), named)
    return view.legal & named


@dataclass(frozen=True, kw_only=True)
class Decisions:
    """The decisions of a player, each a function of what he sees.

    All but ``discard`` give one bit of ``view.legal``. A decision may take the policy's table as a
    second argument; one that does not is made once for all settings of the policy at a table.

    Attributes
    ----------
    bid : lane function
        A call, from a :class:`~sim.engine.view.BidView`.
    opening_lead : lane function
        The declarer's first card, from a :class:`~sim.engine.view.PlayView`.
    lead, follow : lane functions
        A card led to a later trick, or played to a trick that another player has led.
    discard : lane function
        A set of cards to throw away, from a :class:`~sim.engine.view.DiscardView`.
    look, peep, take : lane functions
        Whether to pay for a look at the float, to pay for the peep card, to take the extra hand:
        ``YES`` or ``NO`` of :mod:`sim.engine.view`, from a ``BidView``.
    name_trump : lane function
        The joker's place in the suit that becomes trump, from a ``PlayView``; asked only where a
        contract has the trump suit named.
    """

    bid: Any
    opening_lead: Any
    lead: Any
    follow: Any
    discard: Any = throw_lowest
    look: Any = decline
    peep: Any = decline
    take: Any = decline
    name_trump: Any = name_longest_suit


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
        How it decides under the rules that need no more than the base game.
    decisions_under : callable, optional
        Gives the decisions for other rules, so that what a profile leaves out costs nothing; they
        decide alike wherever the base game's could. They stand in the same files.
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
    decisions_under: Callable[[Rules], Decisions] | None = None

    def decisions_for(self, rules: Rules) -> Decisions:
        """The decisions under some rules."""
        return self.decisions if self.decisions_under is None else self.decisions_under(rules)

    @cached_property
    def code_digest(self) -> str:
        """SHA-256, in hexadecimal, of all source files on which the decisions depend.

        These are the files of the decisions and of the table, and those of what every policy is
        written with: the view, random draws, sets of cards, and bits.
        """
        functions = [function.py_func for function in vars(self.decisions).values()]
        parts = (*functions, self.table, view, philox, card_masks, bits)
        files = sorted({file for part in parts for file in _files_with(part)})
        digest = hashlib.sha256()
        for file in files:
            digest.update(file.read_bytes())
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


def _files_with(part: Any) -> set[Path]:
    """The file in which something stands; of a policy with a folder of its own the whole folder."""
    file = Path(inspect.getsourcefile(part) or "")
    has_folder = file.parent.parent == Path(__file__).parent
    return set(file.parent.glob("*.py")) if has_folder else {file}


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
