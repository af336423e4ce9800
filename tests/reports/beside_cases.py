"""The invented runs side by side that pages and figures are tried on."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from functools import lru_cache
from types import SimpleNamespace

import polars as pl

from pipelines.beside.making import beside_tables
from pipelines.beside.tables import BesideTables
from reports.beside.report import rendered
from reports.chart import Chart
from reports.forms import INDEX, Rendered
from tests.reports.conftest import built, tables_of

LONG = '<b>data/runs</b>/"a name" {{ 7*7 }} $x^2$ that is longer than anybody'
MANY = ("usual", "three players", "seven players", "one session", "uneven stakes")
BESIDE = {
    "sizes": {"four": "usual", "three": "three players", "seven": "seven players"},
    "profiles": {"basic": "usual", "hoyle": "hoyle at six"},
    "never bid": {"usual": "usual", "never": "nap never bid"},
    "always": {"made": "nap always made", "failed": "nap never made"},
    "hostile": {f"{LONG} needs": "usual", f"{LONG} wants": "one session", "漢字": "three players"},
    "eight": {f"run number {number}": MANY[number % len(MANY)] for number in range(8)},
}


@lru_cache
def beside_of(name: str) -> BesideTables:
    """Runs of which no rows are kept; those of one seed depend on each other, nobody knows how."""
    runs = [
        SimpleNamespace(
            label=label,
            tables=tables_of(of),
            provenance=replace(tables_of(of).provenance, identity=_identity(of)),
            keeps_rows=False,
        )
        for label, of in BESIDE[name].items()
    ]
    return beside_tables(runs)


def _identity(name: str) -> str:
    """Invented runs may be of one identity; whatever is not the same run gets one of its own."""
    return hashlib.sha256(name.encode()).hexdigest()


def as_if_paired(tables: BesideTables) -> BesideTables:
    """The same as if deals had been put beside each other, and one number were the same in all."""
    provenance = tables.provenance
    others = [
        replace(run, dependence="paired", unit=unit, common=1000)
        for unit, run in zip((1, 40, 1, 8, 8, 1, 40), provenance.others, strict=False)
    ]
    equal = pl.col("what") == "passed out"
    return replace(
        tables,
        provenance=replace(provenance, runs=(provenance.first, *others)),
        differences=tables.differences.with_columns(
            gain=pl.when(equal).then(None).otherwise(3.42),
            differing=pl.when(equal).then(0).otherwise(700),
            verdict=pl.when(equal).then(pl.lit("equal")).otherwise(pl.col("verdict")),
        ),
    )


@lru_cache
def rendered_beside(name: str, *, paired: bool = False) -> Rendered:
    tables = beside_of(name)
    records = [built(of)[1] for of in BESIDE[name].values()]
    return rendered(as_if_paired(tables) if paired else tables, records)


def page_beside(name: str, *, paired: bool = False) -> str:
    return rendered_beside(name, paired=paired).pages[INDEX]


def charts_beside(name: str) -> dict[str, Chart]:
    return {chart.name: chart for chart in rendered_beside(name).charts}
