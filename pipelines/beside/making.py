"""From several runs to the tables that put them side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import polars as pl

from pipelines.beside.conditions import differing_conditions, policies_in_short
from pipelines.beside.dependence import PAIRED, Dependence, deals_a_unit, dependence
from pipelines.beside.estimating import Between, found_in, interval_between
from pipelines.beside.pair_sums import PairSums, pair_sums
from pipelines.beside.quantities import Quantity, common_quantities
from pipelines.beside.schema import BESIDE_SCHEMAS
from pipelines.beside.tables import BesideProvenance, BesideTables, ComparedRun
from pipelines.beside.units import Units, units_of_run
from pipelines.tables import Provenance, Tables
from sim.errors import UserError
from sim.experiment import Experiment
from sim.runs.directory import RunDirectory
from sim.runs.shards import Shard

__all__ = ["RunBeside", "beside_tables"]

Row = dict[str, Any]


@dataclass(frozen=True)
class RunBeside:
    """A run that is put beside others.

    Attributes
    ----------
    label : str
        What it is called; no two have the same.
    run : RunDirectory
    tables : Tables
        Of all its shards.
    """

    label: str
    run: RunDirectory
    tables: Tables

    @property
    def provenance(self) -> Provenance:
        """Where its tables come from."""
        return self.tables.provenance

    @cached_property
    def shards(self) -> tuple[Shard, ...]:
        """The shards that were counted, in their order."""
        counted = self.provenance.shards_used
        return tuple(shard for shard in self.run.plan.shards() if shard.number < counted)

    @property
    def keeps_rows(self) -> bool:
        """Whether the rows of all counted deals are kept."""
        return all(shard.keeps_rows for shard in self.shards)

    @cached_property
    def experiment(self) -> Experiment:
        """What was sampled."""
        return self.run.scenario(to_simulate=False).experiment

    def units(self, quantities: Sequence[Quantity], deals: int) -> Iterator[Units]:
        """Read what its units of so many deals show."""
        return units_of_run(self.run, self.shards, self.experiment, quantities, deals)


@dataclass(frozen=True, kw_only=True)
class _Beside:
    """A run with what was found between it and the first one."""

    number: int
    run: RunBeside
    dependence: Dependence
    unit: int | None
    common: int | None
    between: tuple[Between, ...]


def beside_tables(runs: Sequence[RunBeside]) -> BesideTables:
    """Compare all runs with the first.

    Parameters
    ----------
    runs : sequence of RunBeside
        Two or more; those whose deals can be put beside each other are read.

    Raises
    ------
    UserError
        If rows are damaged, or are not those of which a run's tables were made.
    """
    first = runs[0]
    compared = [_beside(number, first, other) for number, other in enumerate(runs[1:], start=1)]
    provenance = BesideProvenance(
        level=first.provenance.level,
        runs=(
            ComparedRun(label=first.label, provenance=first.provenance),
            *(
                ComparedRun(
                    label=each.run.label,
                    provenance=each.run.provenance,
                    dependence=each.dependence,
                    unit=each.unit,
                    common=each.common,
                )
                for each in compared
            ),
        ),
    )
    return BesideTables(
        provenance=provenance,
        runs=_frame("runs", _runs(provenance)),
        conditions=_frame("conditions", _conditions(provenance)),
        contracts=_of_runs("contracts", runs, [run.tables.contracts for run in runs]),
        positions=_of_runs("positions", runs, [r.tables.expectation_by_position for r in runs]),
        differences=_frame("differences", _differences(compared, provenance.level)),
    )


def _beside(number: int, first: RunBeside, other: RunBeside) -> _Beside:
    rows_kept = first.keeps_rows and other.keeps_rows
    depends = dependence(first.provenance, other.provenance, rows_kept=rows_kept)
    quantities = common_quantities(first.provenance, other.provenance)
    unit = deals_a_unit(first.provenance, other.provenance) if depends == PAIRED else None
    sums: list[PairSums] | list[None] = [None] * len(quantities)
    if unit is not None:
        sums = pair_sums(*(run.units(quantities, unit) for run in (first, other)))
    same = (first.provenance.identity, first.provenance.deal_numbers) == (
        other.provenance.identity,
        other.provenance.deal_numbers,
    )
    between = tuple(
        Between(
            quantity=quantity,
            first=found_in(first.tables, quantity),
            other=found_in(other.tables, quantity),
            dependence=depends,
            sums=of_quantity,
            deals_a_unit=unit or 1,
            same=same,
        )
        for quantity, of_quantity in zip(quantities, sums, strict=True)
    )
    for each in between:
        _check(each, first, other)
    return _Beside(
        number=number,
        run=other,
        dependence=depends,
        unit=unit,
        common=sums[0].common if sums[0] is not None else None,
        between=between,
    )


def _check(between: Between, first: RunBeside, other: RunBeside) -> None:
    """See that the rows tell what the tables say."""
    if between.sums is None:
        return
    for run, rows, table in (
        (first, between.sums.first, between.first),
        (other, between.sums.other, between.other),
    ):
        if (rows.y, rows.x) != (table.y, table.x):
            raise UserError(
                f"{run.run.tables}: says {between.quantity.what} {table.y} of {table.x}, the rows "
                f"of the run say {rows.y} of {rows.x}; make the tables again: "
                f"nap aggregate {run.run.path}"
            )


# Rows of the tables -------------------------------------------------------------------------------


def _frame(name: str, rows: Iterator[Row]) -> pl.DataFrame:
    schema = BESIDE_SCHEMAS[name]
    return schema.conform(pl.DataFrame(list(rows), schema=schema.dtypes))


def _of_runs(name: str, runs: Sequence[RunBeside], frames: Sequence[pl.DataFrame]) -> pl.DataFrame:
    """Put the rows that each run has of a table below each other."""
    schema = BESIDE_SCHEMAS[name]
    return pl.concat(
        [
            schema.conform(
                frame.with_columns(
                    pl.lit(number, pl.Int64).alias("run"), pl.lit(run.label).alias("label")
                )
            )
            for number, (run, frame) in enumerate(zip(runs, frames, strict=True))
        ]
    )


def _runs(provenance: BesideProvenance) -> Iterator[Row]:
    for number, each in enumerate(provenance.runs):
        run = each.provenance
        yield {
            "run": number,
            "label": each.label,
            "profile": run.profile,
            "players": run.players,
            "policies": policies_in_short(run.lineup),
            "seed": str(run.seed),
            "first_deal": run.first_deal,
            "deals": run.deals,
            "sessions": run.sessions,
            "identity": run.identity,
            "dependence": each.dependence,
            "unit": each.unit,
            "common": each.common,
        }


def _conditions(provenance: BesideProvenance) -> Iterator[Row]:
    found = differing_conditions([each.provenance for each in provenance.runs])
    for condition, values in found.items():
        for number, (each, value) in enumerate(zip(provenance.runs, values, strict=True)):
            yield {"condition": condition, "run": number, "label": each.label, "value": value}


def _differences(compared: Sequence[_Beside], level: float) -> Iterator[Row]:
    rows = sum(len(each.between) for each in compared)
    for each in compared:
        for between in each.between:
            yield {"run": each.number, "label": each.run.label, **_difference(between, level, rows)}


def _difference(between: Between, level: float, rows: int) -> Row:
    """Return a row; ``rows`` of them hold at once at the level (Bonferroni)."""
    sums = between.sums
    alone = interval_between(between, level)
    at_once = interval_between(between, 1 - (1 - level) / rows)
    return {
        "what": between.quantity.what,
        "contract": between.quantity.contract,
        "position": between.quantity.position,
        "first": between.first.value,
        "other": between.other.value,
        "difference": between.difference,
        "low": None if alone is None else alone[0],
        "high": None if alone is None else alone[1],
        "all_low": None if at_once is None else at_once[0],
        "all_high": None if at_once is None else at_once[1],
        "first_n": between.first.x,
        "other_n": between.other.x,
        "differing": None if sums is None else sums.differing,
        "gain": None if sums is None else sums.gain,
        "verdict": _verdict(between, at_once),
    }


def _verdict(between: Between, at_once: tuple[float, float] | None) -> str:
    if between.difference is None:
        return "not told"
    if between.same:
        return "equal"
    if at_once is None or at_once[0] <= 0 <= at_once[1]:
        return "not told"
    return "higher" if at_once[0] > 0 else "lower"
