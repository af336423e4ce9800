"""What a policy is: a kind of player with every parameter settled; and kinds of lane functions."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.engine import bits, card_masks, philox, view
from sim.engine.bits import ZERO, either, lane_function, lowest_bit, popcount, u64, where
from sim.engine.calls import DECISIONS, ESTIMATE, MOST_DISCARDS
from sim.engine.card_masks import lowest_rank, suit_mask
from sim.game.cards import SUITS
from sim.policies.block_functions import BlockFunction, lanes_answer, takes_table
from sim.policies.kind import Kind, Table, digest_of

if TYPE_CHECKING:
    from sim.game.rules import Rules


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
    estimate : lane function, optional
        The tricks that the player expects to take as declarer of the contract in the view, in
        1/256 trick, from a ``BidView`` of his hand; never asked in a game, but for calibration.
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
    estimate: Any = None


def _no_table(parameters: Mapping[str, float], rules: Rules) -> Table:
    return np.zeros(1, np.int64)


@dataclass(frozen=True, kw_only=True)
class PolicyKind(Kind):
    """A policy given as lane functions, as the bundled ones are.

    Attributes
    ----------
    decisions : Decisions
        How it decides under the rules that need no more than the base game.
    decisions_under : callable, optional
        Gives the decisions for other rules, so that what a profile leaves out costs nothing; they
        decide alike wherever the base game's could. They stand in the same files.
    table : callable
        Works out, from parameters and rules, the whole numbers that the decisions read.
    """

    decisions: Decisions
    table: Callable[[Mapping[str, float], Rules], Table] = _no_table
    decisions_under: Callable[[Rules], Decisions] | None = None

    def decisions_for(self, rules: Rules) -> Decisions:
        """The decisions under some rules."""
        return self.decisions if self.decisions_under is None else self.decisions_under(rules)

    def function_for(self, decision: int, rules: Rules) -> Any:
        """The lane function of a decision, or of the estimate, under some rules."""
        name = "estimate" if decision == ESTIMATE else DECISIONS[decision]
        return getattr(self.decisions_for(rules), name)

    @cached_property
    def code_digest(self) -> str:
        """SHA-256, in hexadecimal, of all source files on which the decisions depend.

        These are the files of the decisions and of the table, and those of what every policy is
        written with: the view, random draws, sets of cards, and bits.
        """
        functions = [each.py_func for each in vars(self.decisions).values() if each is not None]
        parts = (*functions, self.table, view, philox, card_masks, bits)
        return digest_of({file for part in parts for file in _files_with(part)})

    def numbers(self, values: Mapping[str, float], rules: Rules) -> Table:
        """The policy's table; it is kept, and must not be written in."""
        return _table_worked_out(self.table, tuple(values.items()), rules)

    def reads_settings(self, decision: int, rules: Rules) -> bool:
        """Whether the decision takes the table."""
        return takes_table(self.function_for(decision, rules))

    def estimates(self, rules: Rules) -> bool:
        """Whether there is an estimate."""
        return self.function_for(ESTIMATE, rules) is not None

    def answers(self, decision: int, values: Mapping[str, float], rules: Rules) -> BlockFunction:
        """The compiled decision."""
        function = self.function_for(decision, rules)
        return lanes_answer(function, decision, f"{self.name}_{self.code_digest[:12]}")


@lru_cache(maxsize=256)
def _table_worked_out(
    table: Callable[[Mapping[str, float], Rules], Table],
    values: tuple[tuple[str, float], ...],
    rules: Rules,
) -> Table:
    """A table that takes some hundredths of a second; line-ups of a comparison ask for few of them.

    At most 256 are kept: 100 MB of the longest, those for rules with further cards.
    """
    worked_out = table(dict(values), rules)
    worked_out.flags.writeable = False
    return worked_out


def _files_with(part: Any) -> set[Path]:
    """The file in which something stands; of a policy with a folder of its own the whole folder."""
    file = Path(inspect.getsourcefile(part) or "")
    has_folder = file.parent.parent == Path(__file__).parent
    return set(file.parent.glob("*.py")) if has_folder else {file}


COPIES = "policies"
"""Folder beside a scenario in which copies of policies' files are kept."""


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
        Digest of the kind's source.
    changed : tuple of str
        The parameters that the user has changed.
    source : str
        Where the kind is loaded from: a file, if it is not found by its name alone.
    """

    name: str
    preset: str
    parameters: tuple[tuple[str, float], ...]
    version: int
    code_digest: str
    changed: tuple[str, ...] = ()
    source: str = field(default="", compare=False)

    @property
    def text(self) -> str:
        """Name and preset as they are written."""
        return f"{self.name}:{self.preset}" if self.preset else self.name

    @property
    def text_by_copies(self) -> str:
        """The same where the files of policies are kept in the folder ``policies``."""
        if not self.source:
            return self.text
        file = Path(self.source).name
        return self.text.replace(file, f"{COPIES}/{file}", 1)

    @property
    def label(self) -> str:
        """The policy in few words: name, preset, and the parameters that were changed."""
        values = dict(self.parameters)
        changes = ", ".join(f"{name}={_exactly(values[name])}" for name in self.changed)
        return f"{self.text} ({changes})" if changes else self.text


def _exactly(value: float) -> str:
    """A number in as few digits as tell it from all others."""
    short = f"{value:g}"
    return short if float(short) == value else repr(value)
