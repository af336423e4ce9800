"""A condition on deals: what a scenario's ``given`` says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sim.conditions.grammar import parse
from sim.conditions.statements import All, Holds, Part, Statement

if TYPE_CHECKING:
    from sim.game.rules import Rules


@dataclass(frozen=True)
class Condition:
    """What must be true of a deal for it to count.

    Attributes
    ----------
    stated : Statement
        What it says.

    Examples
    --------
    >>> one = Condition.of("eldest holds  AKQ of a suit and at least 2 aces")
    >>> str(one)
    'position 1 holds AKQ of a suit and position 1 holds at least 2 aces'
    >>> one == Condition.of(str(one)), one.needs_tries
    (True, False)
    """

    stated: Statement

    @classmethod
    def of(cls, text: str) -> Condition:
        """Return the condition that a text says.

        Raises
        ------
        UserError
            If it cannot be read.
        """
        return cls(parse(text))

    def __str__(self) -> str:
        return str(self.stated)

    @property
    def clauses(self) -> tuple[Statement, ...]:
        """The statements that must all be true."""
        return self.stated.stated if isinstance(self.stated, All) else (self.stated,)

    @property
    def hand_clauses(self) -> dict[int, tuple[Statement, ...]]:
        """Those that are about the hand of one position alone, by position."""
        found: dict[int, tuple[Statement, ...]] = {}
        for clause in self.clauses:
            position = _only_position(clause)
            if position is not None:
                found[position] = (*found.get(position, ()), clause)
        return found

    @property
    def needs_tries(self) -> bool:
        """Whether deals must be tried until one fits: one hand alone does not tell."""
        about_one_hand = sum(len(clauses) for clauses in self.hand_clauses.values())
        return len(self.hand_clauses) > 1 or about_one_hand < len(self.clauses)

    def complaints(self, rules: Rules) -> Iterator[str]:
        """Yield what is wrong with it under some rules."""
        if rules.session_matters:
            yield (
                "a condition needs deals that stand alone, but here they depend on each other "
                f"({_why_session_matters(rules)})"
            )
        for part in self.parts():
            complaint = part.complaint(rules)
            if complaint:
                yield f"{part}: {complaint}"

    def parts(self) -> Iterator[Part]:
        """Yield the single statements that it is made of."""
        return self.stated.parts()


def _only_position(clause: Statement) -> int | None:
    """Return whose hand a clause is about; None if it is about more than that."""
    parts = list(clause.parts())
    positions = {part.position for part in parts if isinstance(part, Holds)}
    is_about_hands = all(isinstance(part, Holds) for part in parts)
    return positions.pop() if is_about_hands and len(positions) == 1 else None


def _why_session_matters(rules: Rules) -> str:
    reasons = {
        'shuffle = "after-nap"': rules.shuffle == "after-nap",
        "a pool": rules.has_pool,
        "chips": rules.chips > 0,
    }
    return ", ".join(reason for reason, holds in reasons.items() if holds)
