"""From the sums of a comparison, size by size, to its tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from pipelines.comparisons.behaviour import behaviour, positions
from pipelines.comparisons.calibration import calibration
from pipelines.comparisons.contrasts import deals_per_unit
from pipelines.comparisons.differences import differences, scores
from pipelines.comparisons.schema import comparison_schemas
from pipelines.comparisons.sweep import Grid, sweep
from pipelines.comparisons.tables import ComparedPolicy, ComparisonProvenance, ComparisonTables
from pipelines.comparisons.verdicts import Judging
from pipelines.intervals import LEVEL
from pipelines.table_schema import TableSchema
from sim.comparisons.comparison import Comparison, Contrast, Entry
from sim.comparisons.sums import ComparisonSums

__all__ = ["ComparedDeals", "comparison_tables"]

Row = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class ComparedDeals:
    """What a comparison at one size of table came to.

    Attributes
    ----------
    comparison : Comparison
    sums : ComparisonSums
        Of the contiguous prefix of its shards.
    cap_units : int
        Most units of analysis that were allowed: deals, or sessions.
    stopped_early : bool
        Whether it stopped because everything was decided.
    """

    comparison: Comparison
    sums: ComparisonSums
    cap_units: int
    stopped_early: bool = False


def comparison_tables(
    found: Sequence[ComparedDeals], *, level: float = LEVEL, grid: Grid | None = None
) -> ComparisonTables:
    """Return the tables of a comparison at tables of one or several sizes.

    Parameters
    ----------
    found : sequence of ComparedDeals
        One for each size of table, at least one.
    level : float
        Confidence level: of each fixed-n interval, and of all verdicts together.
    grid : Grid, optional
        Where the comparison is a sweep.

    Raises
    ------
    UserError
        If a swept parameter has the name of a column of the table of sweeps.
    """
    found = sorted(found, key=lambda each: each.comparison.players)
    contrasts = sum(len(each.comparison.contrasts) for each in found)
    schemas = comparison_schemas(grid.parameters if grid else ())

    def frame(name: str, rows_of: Callable[[ComparedDeals], Iterator[Row]]) -> pl.DataFrame:
        return _frame(schemas[name], [row for each in found for row in rows_of(each)])

    def judging(each: ComparedDeals) -> Judging:
        return Judging(level=level, differences=contrasts, cap_units=each.cap_units)

    def of_sweep(each: ComparedDeals, grid: Grid) -> Iterator[Row]:
        return sweep(
            each.comparison,
            each.sums,
            grid,
            level=level,
            sizes=len(found),
            cap_units=each.cap_units,
        )

    return ComparisonTables(
        provenance=_provenance(found, level, grid),
        differences=frame(
            "differences",
            lambda each: differences(each.comparison, each.sums, judging(each), level),
        ),
        scores=frame("scores", lambda each: scores(each.comparison, each.sums, level)),
        behaviour=frame("behaviour", lambda each: behaviour(each.comparison, each.sums, level)),
        positions=frame("positions", lambda each: positions(each.comparison, each.sums, level)),
        calibration=frame(
            "calibration", lambda each: calibration(each.comparison, each.sums, level)
        ),
        sweep=frame("sweep", lambda each: of_sweep(each, grid)) if grid else None,
    )


def _frame(schema: TableSchema, rows: list[Row]) -> pl.DataFrame:
    return schema.conform(pl.DataFrame(rows, schema=schema.dtypes))


def _provenance(
    found: Sequence[ComparedDeals], level: float, grid: Grid | None
) -> ComparisonProvenance:
    first = found[0].comparison
    challenged = first.design == "challenger"
    return ComparisonProvenance(
        name=first.name,
        design=first.design,
        profile=first.rules.profile,
        seed=first.seed,
        level=level,
        unit=first.unit,
        sizes=tuple(each.comparison.players for each in found),
        deals={each.comparison.players: each.sums.deals for each in found},
        cap={
            each.comparison.players: each.cap_units * deals_per_unit(each.comparison)
            for each in found
        },
        stopped_early={each.comparison.players: each.stopped_early for each in found},
        identities={each.comparison.players: each.comparison.identity.digest for each in found},
        field=first.entries[0].policies[1].label if challenged else None,
        policies=_policies(first),
        swept=grid.parameters if grid else (),
    )


def _policies(comparison: Comparison) -> tuple[ComparedPolicy, ...]:
    """Return what is compared under the names that the differences have, each once."""
    named: dict[str, Entry] = {}
    for contrast in comparison.contrasts:
        for label, entry in _sides(comparison, contrast):
            named.setdefault(label, entry)
    return tuple(
        ComparedPolicy(
            label=label,
            policy=_policy_text(comparison, entry),
            version=entry.studied.version,
        )
        for label, entry in named.items()
    )


def _sides(comparison: Comparison, contrast: Contrast) -> Iterator[tuple[str, Entry]]:
    """Yield both names of a difference, each with an entry in which it is studied."""
    for entry, weight in zip(comparison.entries, contrast.weights, strict=True):
        if weight:
            yield (contrast.first if weight > 0 else contrast.second), entry


def _policy_text(comparison: Comparison, entry: Entry) -> str:
    if comparison.design == "line-ups":
        return ", ".join(policy.label for policy in entry.policies)
    return entry.studied.label
