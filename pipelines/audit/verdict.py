"""What the audit of a run comes to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import polars as pl

from pipelines.audit.lines import FALSE_ALARM

__all__ = ["Verdict"]


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What the audit of a run comes to.

    Attributes
    ----------
    agreements : int
        Pairs of numbers that must be equal.
    judged : int
        Numbers whose law is known, and which were judged by it.
    dealt_again : int or None
        Deals whose hands were looked at; None where hands do not follow from the deals' numbers.
    largest : float or None
        The deviation with the smallest chance, in standard deviations; None if none is judged.
    chance : float or None
        Its chance times the number of those judged, 1 at most: about how often so large a
        deviation is among them in sound runs, or rarer.
    failed : tuple of mapping
        The rows that a sound run would not have.
    """

    agreements: int
    judged: int
    dealt_again: int | None
    largest: float | None
    chance: float | None
    failed: tuple[Mapping[str, Any], ...]

    @classmethod
    def of(cls, audit: pl.DataFrame) -> Self:
        """Read the table of an audit; see `pipelines.audit.table.audit_table`."""
        judged = audit.filter(pl.col("chance").is_not_null()).sort("chance", maintain_order=True)
        dealt = audit.filter(check="deals dealt again")
        return cls(
            agreements=int(audit["must_equal"].sum()),
            judged=len(judged),
            dealt_again=int(dealt["observed"][0]) if len(dealt) else None,
            largest=judged["z"][0] if len(judged) else None,
            chance=min(1.0, judged["chance"][0] * len(judged)) if len(judged) else None,
            failed=tuple(audit.filter(~pl.col("sound")).rows(named=True)),
        )

    @property
    def sound(self) -> bool:
        """Whether nothing failed."""
        return not self.failed

    @property
    def reports_a_false_alarm(self) -> int:
        """In how many reports of sound runs one, at most, is called unsound."""
        return round(1 / FALSE_ALARM)
