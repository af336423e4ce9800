"""Which of what is compared is stronger, and with what the others are held against."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from pipelines.comparisons.tables import ComparisonProvenance, ComparisonTables
from reports.comparison.difference import Difference


@dataclass(frozen=True, kw_only=True)
class Rung:
    """One of what is compared, where it stands among the others by strength.

    Attributes
    ----------
    subject
        Its name.
    against
        What it wins more than the reference; None of the reference itself.
    step
        What it wins more than the next weaker one; None of the weakest.
    """

    subject: str
    against: Difference | None
    step: Difference | None


@dataclass(frozen=True, kw_only=True)
class Standings:
    """All differences at a table of one size.

    Attributes
    ----------
    players
        Seats at the table.
    subjects
        What is compared, in the order in which it was given.
    field
        The one among whose players the others sit; None where there is no such one.
    """

    players: int
    subjects: tuple[str, ...]
    field: str | None
    pairs: Mapping[tuple[str, str], Difference]

    @classmethod
    def of(cls, tables: ComparisonTables, players: int) -> Self:
        """Read the differences of a table size."""
        provenance = tables.provenance
        fixed_is_valid = not provenance.stopped_early[players]
        given = [
            Difference.from_row(row, fixed_is_valid=fixed_is_valid)
            for row in tables.differences.filter(players=players).rows(named=True)
        ]
        pairs = {(each.first, each.second): each for each in given}
        pairs |= {(each.second, each.first): each.swapped() for each in given}
        subjects = _in_order(tables, given)
        return cls(
            players=players, subjects=subjects, field=_field_of(provenance, subjects), pairs=pairs
        )

    @cached_property
    def strength(self) -> Mapping[str, float]:
        """What each wins more than the field, or else than the others on average."""
        return {subject: self._mean_of(subject) for subject in self.subjects}

    def _mean_of(self, subject: str) -> float:
        others = [self.field] if self.field else self.subjects
        pairs = [self.pairs.get((subject, other)) for other in others]
        values = [pair.value for pair in pairs if pair is not None and pair.value is not None]
        return sum(sorted(values)) / len(values) if values else 0.0

    @cached_property
    def strongest_first(self) -> tuple[str, ...]:
        """The subjects by strength; equally strong ones as given."""
        return tuple(sorted(self.subjects, key=lambda subject: -self.strength[subject]))

    @property
    def reference(self) -> str:
        """What the others are held against: the field, or else the strongest."""
        return self.field or self.strongest_first[0]

    def against_reference(self) -> tuple[Difference, ...]:
        """The difference of each to the reference, strongest first."""
        return tuple(
            self.pairs[subject, self.reference]
            for subject in self.strongest_first
            if (subject, self.reference) in self.pairs
        )

    def ladder(self) -> tuple[Rung, ...]:
        """Everything that is compared, strongest first, with the step down to the next."""
        order = self.strongest_first
        return tuple(
            Rung(
                subject=subject,
                against=self.pairs.get((subject, self.reference)),
                step=self.pairs.get((subject, weaker)) if weaker else None,
            )
            for subject, weaker in zip(order, (*order[1:], None), strict=True)
        )

    def all_pairs(self) -> tuple[Difference, ...]:
        """Every difference once: the stronger against the weaker, but all against the field."""
        order = [each for each in self.strongest_first if each != self.field]
        order += [self.field] if self.field else []
        return tuple(
            self.pairs[one, other]
            for place, one in enumerate(order)
            for other in order[place + 1 :]
            if (one, other) in self.pairs
        )


def _field_of(provenance: ComparisonProvenance, subjects: Sequence[str]) -> str | None:
    """Find what is compared under which name is the same policy as the field's players."""
    if provenance.field in subjects:
        return provenance.field
    labels = [each.label for each in provenance.policies if each.policy == provenance.field]
    return next((label for label in labels if label in subjects), None)


def _in_order(tables: ComparisonTables, given: Iterable[Difference]) -> tuple[str, ...]:
    """List what is compared as the provenance does, then what it does not name."""
    compared = dict.fromkeys(name for each in given for name in (each.first, each.second))
    named = dict.fromkeys(policy.label for policy in tables.provenance.policies)
    return tuple(label for label in {**named, **compared} if label in compared)


def standings_of(tables: ComparisonTables) -> tuple[Standings, ...]:
    """The standings of every table size, smallest table first."""
    return tuple(Standings.of(tables, players) for players in tables.provenance.sizes)
