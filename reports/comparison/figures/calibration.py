"""The policies' own estimates of their tricks, against the tricks that they took."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import sqrt
from typing import Any, Final

from scipy.stats import norm

from pipelines.comparisons.tables import ComparisonTables
from reports.chart import Chart
from reports.comparison.conditions import footer_of, level_text
from reports.comparison.estimate_panel import FEW, PANEL_HEIGHT, EstimateDot, draw_estimates
from reports.comparison.ranking import Standings
from reports.comparison.shown import ShownEntries
from reports.comparison.wording import opening
from reports.grid import Panel, draw_grid
from reports.scale import Scale
from reports.wording import count, counted

_LONGEST_NAME: Final = 240.0
_MOST_PANELS: Final = 9

Bins = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, kw_only=True)
class Calibrated:
    """The line-ups of a table size whose studied policy gives an estimate, with their bins."""

    players: int
    bins: Mapping[str, Bins]
    silent: tuple[str, ...]
    """Those whose policy gives none, or that played no contract."""
    left_out: str
    shown: ShownEntries


def calibrated(tables: ComparisonTables, of_size: Standings, shown: ShownEntries) -> Calibrated:
    """Read the bins of the line-ups that are shown."""
    frame = tables.calibration.filter(players=of_size.players).sort("entry", "bin")
    found: dict[str, list[Mapping[str, Any]]] = {}
    for row in frame.rows(named=True):
        found.setdefault(row["entry"], []).append(row)
    bins = {entry: found[entry] for entry in shown.entries if entry in found}
    kept = dict([*bins.items()][:_MOST_PANELS])
    further = len(bins) - len(kept)
    text = f"{counted(further, 'more line-up')} with estimates are in the table." if further else ""
    return Calibrated(
        players=of_size.players,
        bins=kept,
        silent=tuple(entry for entry in shown.entries if entry not in found),
        left_out=" ".join(filter(None, (shown.left_out, text))),
        shown=shown,
    )


def calibration_charts(tables: ComparisonTables, found: Calibrated) -> Iterator[Chart]:
    """Yield what the estimates come to: in tricks, and in contracts made; nothing without any."""
    if not found.bins:
        return
    rows = [row for bins in found.bins.values() for row in bins]
    low = min(row["estimate_low"] for row in rows)
    high = max(row["estimate"] for row in rows)
    across = Scale(
        low=low - 0.1, high=high + 0.25, label="estimated tricks", percent=False, signed=False
    )
    taken = [row["tricks"] for row in rows] + [
        end
        for row in rows
        if row["contracts"] >= FEW
        for end in (row["tricks_low"], row["tricks_high"])
        if end is not None
    ]
    up = Scale(
        low=min(low, *taken) - 0.1,
        high=max(high, *taken) + 0.2,
        label="tricks taken",
        percent=False,
        signed=False,
    )
    level = level_text(tables.provenance)
    common = (
        f" Line: {level} interval; hollow and grey: fewer than {FEW} contracts. Bars: contracts "
        f"in each quarter of a trick.{' ' + found.left_out if found.left_out else ''}"
        f"{found.shown.key(_LONGEST_NAME, bold=True)}"
    )
    yield _chart(
        tables,
        found,
        name="calibration",
        title=_finding(found, tables.provenance.level),
        caption=(
            "Dot: mean of the tricks that the studied player took as declarer, for contracts of "
            "about the same estimate of his own; on the rising line the two are equal." + common
        ),
        across=across,
        up=up,
        measure="tricks",
    )
    yield _chart(
        tables,
        found,
        name="made-by-estimate",
        title=_finding_made(found),
        caption=(
            "Dot: share of the contracts that the studied player made, of those of about the same "
            "estimate, whatever was bid." + common
        ),
        across=across,
        up=Scale(low=-2, high=102, label="made, % of contracts", percent=True),
        measure="made",
    )


def _chart(
    tables: ComparisonTables,
    found: Calibrated,
    *,
    name: str,
    title: str,
    caption: str,
    across: Scale,
    up: Scale,
    measure: str,
) -> Chart:
    names = found.shown.short(_LONGEST_NAME, bold=True)
    panels, words = [], []
    for entry, bins in found.bins.items():
        dots = [_dot(row, measure) for row in bins]
        panels.append(
            Panel(
                heading=names[entry],
                detail=f"n = {count(sum(dot.n for dot in dots))}",
                height=PANEL_HEIGHT,
                paint=partial(draw_estimates, dots, across, up, measure == "tricks"),
            )
        )
        words.append(f"{entry}: {', '.join(_in_words(dot, measure) for dot in dots)}")
    return Chart(
        name=f"{name}-{found.players}",
        title=title,
        caption=caption,
        alt=f"By estimated tricks: {'; '.join(words)}.",
        footer=footer_of(tables.provenance, [found.players]),
        paint=partial(draw_grid, panels=panels),
    )


def _dot(row: Mapping[str, Any], measure: str) -> EstimateDot:
    if measure == "tricks":
        value, low, high = row["tricks"], row["tricks_low"], row["tricks_high"]
    else:
        value, low, high = (
            None if row[name] is None else 100 * row[name]
            for name in ("made_rate", "made_low", "made_high")
        )
    return EstimateDot(
        estimate=row["estimate"], value=value, low=low, high=high, n=row["contracts"]
    )


def _in_words(dot: EstimateDot, measure: str) -> str:
    happened = f"{dot.value:.2f} tricks" if measure == "tricks" else f"{dot.value:.1f} % made"
    return f"estimate {dot.estimate:.2f}, {happened}, n = {count(dot.n)}"


@dataclass(frozen=True, kw_only=True)
class Bias:
    """How many tricks more than expected were taken on average; the half width of its interval."""

    value: float
    half_width: float


def bias_of(bins: Bins, level: float, comparisons: int) -> Bias | None:
    """Work out how far the estimates are off, all contracts together; None without intervals.

    The bins' intervals are taken for normal ones, and widened so that `comparisons` of them hold
    at once (Bonferroni).
    """
    n = sum(row["contracts"] for row in bins)
    known = [row for row in bins if row["tricks_low"] is not None]
    if not known or n == 0:
        return None
    off = sum(row["contracts"] * (row["tricks"] - row["estimate"]) for row in bins)
    squares = sum(
        (row["contracts"] * (row["tricks_high"] - row["tricks_low"]) / 2) ** 2 for row in known
    )
    stretch = norm.isf((1 - level) / comparisons / 2) / norm.isf((1 - level) / 2)
    return Bias(value=off / n, half_width=float(stretch) * sqrt(squares) / n)


def _finding(found: Calibrated, level: float) -> str:
    """Name whose estimates are farthest off, if any are."""
    biases = {
        entry: bias
        for entry, bins in found.bins.items()
        if (bias := bias_of(bins, level, len(found.bins))) is not None
    }
    off = {entry: bias for entry, bias in biases.items() if abs(bias.value) > bias.half_width}
    if not off:
        return f"{opening(found.players)} nobody’s estimate is shown to be off on average"
    entry = max(off, key=lambda entry: abs(off[entry].value))
    value, farthest = off[entry].value, found.shown.name(entry)
    way = "more" if value > 0 else "fewer"
    also = f"; {len(off)} of {len(biases)} are off on average" if len(off) > 1 else ""
    return (
        f"{opening(found.players)} {farthest} takes {abs(value):.2f} tricks {way} than it "
        f"expects{also}"
    )


def _finding_made(found: Calibrated) -> str:
    """Say from which estimate on the first line-up is shown to make more than half."""
    entry, bins = next(iter(found.bins.items()))
    entry = found.shown.name(entry)
    enough = [row for row in bins if row["contracts"] >= FEW]
    from_here = None
    for row in reversed(enough):
        if row["made_low"] is None or row["made_low"] <= 0.5:
            break
        from_here = row["estimate_low"]
    if from_here is None:
        return (
            f"{opening(found.players)} {entry} is not shown to make more than half of its "
            f"contracts at its highest estimates"
        )
    if not enough or from_here == enough[0]["estimate_low"]:
        return (
            f"{opening(found.players)} {entry} makes more than half of its contracts at "
            f"every estimate"
        )
    return (
        f"{opening(found.players)} {entry} makes more than half of its contracts from an estimate "
        f"of {from_here:g} tricks on"
    )
