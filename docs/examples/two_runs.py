"""Two runs side by side: how often each contract is bid and made, and by how much they differ.

    python docs/examples/two_runs.py data/runs/quickstart data/runs/traditional --out DIR

writes ``two-runs.md`` and ``two-runs.png`` into DIR. The intervals of a difference are Newcombe's
(Statistics in Medicine 17, 1998, method 10), built from the intervals of the two runs: where deals
of a session depend on each other, those come from sessions as clusters, and so do these.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot
from pathlib import Path

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, NullLocator

from pipelines.table_files import load_tables
from pipelines.tables import Tables
from reports.style import AXIS, BLUE, INK, RED, figure_style

RATES = {"bid": "bid, of all deals", "made": "made, of the deals played in it"}


@dataclass(frozen=True)
class Difference:
    """One rate in two runs, in percent.

    Attributes
    ----------
    contract, rate : str
        Which rate of which contract.
    one, other : tuple of float
        Estimate, lower and upper end of the 95 % interval in each run.
    """

    contract: str
    rate: str
    one: tuple[float, float, float]
    other: tuple[float, float, float]

    @property
    def estimate(self) -> tuple[float, float, float]:
        """The other run's rate minus the one's, with its 95 % interval (Newcombe 1998)."""
        (p, p_low, p_high), (q, q_low, q_high) = self.one, self.other
        low = q - p - hypot(q - q_low, p_high - p)
        high = q - p + hypot(q_high - q, p - p_low)
        return q - p, low, high


def differences(one: Tables, other: Tables) -> Iterator[Difference]:
    """Yield every rate of the contracts that both runs have."""
    contracts = other.contracts["contract"].to_list()
    for contract in one.contracts["contract"]:
        if contract in contracts:
            for rate in RATES:
                values = tuple(_percent(run.contracts, contract, rate) for run in (one, other))
                if None not in values:
                    yield Difference(contract, rate, *values)


def _percent(table: pl.DataFrame, contract: str, rate: str) -> tuple[float, float, float] | None:
    columns = [f"{rate}_rate", f"{rate}_low", f"{rate}_high"]
    estimate, low, high = table.filter(pl.col("contract") == contract).select(columns).row(0)
    return None if estimate is None else (100 * estimate, 100 * low, 100 * high)


def markdown(one: Tables, other: Tables) -> str:
    """The comparison as a Markdown table."""
    names = [run.provenance.scenario for run in (one, other)]
    sizes = [
        f"{run.provenance.deals:,} deals in {run.provenance.sessions:,} sessions"
        for run in (one, other)
    ]
    lines = [
        f"| | {names[0]} | {names[1]} | difference |",
        "|---|---|---|---|",
        f"| size | {sizes[0]} | {sizes[1]} | |",
    ]
    for row in differences(one, other):
        cells = [_words(*values) for values in (row.one, row.other)]
        change = _words(*row.estimate, sign="+")
        lines.append(f"| {row.contract}, {RATES[row.rate]} | {cells[0]} | {cells[1]} | {change} |")
    return "\n".join(lines) + "\n"


def _words(estimate: float, low: float, high: float, sign: str = "") -> str:
    return f"{estimate:{sign}.3f} % ({low:{sign}.3f} to {high:{sign}.3f})"


def figure(one: Tables, other: Tables) -> Figure:
    """Dots and 95 % intervals of both runs: how often contracts are bid, and how often made."""
    rows = list(differences(one, other))
    drawing = Figure(figsize=(8, 3.4), layout="constrained")
    for place, rate in enumerate(RATES):
        axes = drawing.add_subplot(1, 2, place + 1)
        _panel(axes, [row for row in rows if row.rate == rate], one, other)
        axes.set_xlabel(f"{RATES[rate]} (%)")
        if rate == "bid":
            axes.set_xscale("log")
            axes.xaxis.set_major_locator(FixedLocator([0.001, 0.01, 0.1, 1, 10, 100]))
            axes.xaxis.set_major_formatter("{x:g}")
            axes.xaxis.set_minor_locator(NullLocator())
    drawing.axes[0].legend(loc="lower left", frameon=False)
    return drawing


def _panel(axes: Axes, rows: list[Difference], one: Tables, other: Tables) -> None:
    runs = ((one, "one", BLUE, "o", 0.12), (other, "other", RED, "s", -0.12))
    for run, side, colour, marker, offset in runs:
        values = [getattr(row, side) for row in rows]
        axes.errorbar(
            [value for value, _, _ in values],
            [place + offset for place in range(len(rows))],
            xerr=[[v - low for v, low, _ in values], [high - v for v, _, high in values]],
            fmt=marker,
            markersize=5,
            color=colour.light,
            label=run.provenance.scenario,
        )
    axes.set_yticks(range(len(rows)), [row.contract for row in rows])
    axes.tick_params(axis="y", labelcolor=INK.light)
    axes.spines["bottom"].set_color(AXIS.light)


def main() -> None:
    """Compare two runs that have been aggregated."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("runs", nargs=2, type=Path)
    parser.add_argument("--out", type=Path, default=Path())
    told = parser.parse_args()
    one, other = (load_tables(run) for run in told.runs)
    told.out.mkdir(parents=True, exist_ok=True)
    (told.out / "two-runs.md").write_text(markdown(one, other), encoding="utf-8")
    with figure_style("two runs"):
        figure(one, other).savefig(
            told.out / "two-runs.png", dpi=144, facecolor="white", metadata={"Software": None}
        )
    print(markdown(one, other), end="")


if __name__ == "__main__":
    main()
