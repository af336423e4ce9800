"""The tables of runs side by side, with where they come from.

Light on purpose: to load tables neither the statistics nor the simulator is needed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import polars as pl

from pipelines.tables import Provenance

__all__ = ["BesideProvenance", "BesideTables", "ComparedRun"]


@dataclass(frozen=True, kw_only=True)
class ComparedRun:
    """One of the runs.

    Attributes
    ----------
    label : str
        What it is called: the name of its folder, or as much of its path as tells it apart.
    provenance : Provenance
        Where its tables come from.
    dependence : str or None
        On the first run: "paired", "independent" or "unknown"; None of the first itself.
    unit : int or None
        Deals of a unit that is paired; None if none is.
    common : int or None
        Units that both runs have; None likewise.
    """

    label: str
    provenance: Provenance
    dependence: str | None = None
    unit: int | None = None
    common: int | None = None


@dataclass(frozen=True, kw_only=True)
class BesideProvenance:
    """Where the tables come from: the runs, the first being what all others are compared with.

    Attributes
    ----------
    level : float
        Confidence level of each interval, and of all those together that hold at once.
    runs : tuple of ComparedRun
        Two or more.
    """

    level: float
    runs: tuple[ComparedRun, ...]

    @property
    def first(self) -> ComparedRun:
        """What the others are compared with."""
        return self.runs[0]

    @property
    def others(self) -> tuple[ComparedRun, ...]:
        """What is compared with the first."""
        return self.runs[1:]

    def to_json(self) -> dict[str, Any]:
        """Return the provenance as values that JSON can hold."""
        runs = [{**asdict(run), "provenance": run.provenance.to_json()} for run in self.runs]
        return {"level": self.level, "runs": runs}

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> BesideProvenance:
        """Return the provenance that `to_json` described.

        Raises
        ------
        KeyError, TypeError
            If it is no such description.
        """
        runs = tuple(
            ComparedRun(**{**run, "provenance": Provenance.from_json(run["provenance"])})
            for run in values["runs"]
        )
        return cls(level=values["level"], runs=runs)


@dataclass(frozen=True, kw_only=True)
class BesideTables:
    """All tables of runs side by side; `pipelines.beside.schema` describes every column."""

    provenance: BesideProvenance
    runs: pl.DataFrame
    conditions: pl.DataFrame
    contracts: pl.DataFrame
    positions: pl.DataFrame
    differences: pl.DataFrame

    def frames(self) -> dict[str, pl.DataFrame]:
        """Return the tables by name, in the order in which they are written."""
        return {
            "runs": self.runs,
            "conditions": self.conditions,
            "contracts": self.contracts,
            "positions": self.positions,
            "differences": self.differences,
        }
