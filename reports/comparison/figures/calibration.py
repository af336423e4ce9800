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
from reports.comparison.shown import ShownEntries, entry_in_words
from reports.comparison.wording import at_tables
from reports.grid import Panel, draw_grid
from reports.language import tr, trn
from reports.scale import Scale
from reports.wording import count, decimal, general, in_percent, prose

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
    in_table = trn(
        "{n} more line-up with estimates are in the table.",
        "{n} more line-ups with estimates are in the table.",
        further,
    )
    return Calibrated(
        players=of_size.players,
        bins=kept,
        silent=tuple(entry for entry in shown.entries if entry not in found),
        left_out=prose(shown.left_out, in_table if further else ""),
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
        low=low - 0.1, high=high + 0.25, label=tr("estimated tricks"), percent=False, signed=False
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
        label=tr("tricks taken"),
        percent=False,
        signed=False,
    )
    level = level_text(tables.provenance)
    common = prose(
        tr(
            "Line: {level} interval; hollow and grey: fewer than {few} contracts.",
            level=level,
            few=FEW,
        ),
        tr("Bars: contracts in each quarter of a trick."),
        found.left_out,
        found.shown.key(_LONGEST_NAME, bold=True),
    )
    yield _chart(
        tables,
        found,
        name="calibration",
        title=_finding(found, tables.provenance.level),
        caption=prose(
            tr(
                "Dot: mean of the tricks that the studied player took as declarer, for contracts "
                "of about the same estimate of his own; on the rising line the two are equal."
            ),
            common,
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
        caption=prose(
            tr(
                "Dot: share of the contracts that the studied player made, of those of about the "
                "same estimate, whatever was bid."
            ),
            common,
        ),
        across=across,
        up=Scale(low=-2, high=102, label=tr("made, % of contracts"), percent=True),
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
        values = ", ".join(_in_words(dot, measure) for dot in dots)
        words.append(tr("{name}: {values}", name=entry_in_words(entry), values=values))
    return Chart(
        name=f"{name}-{found.players}",
        title=title,
        caption=caption,
        alt=tr("By estimated tricks: {values}.", values="; ".join(words)),
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
    estimate, n = decimal(dot.estimate, 2), count(dot.n)
    if measure == "tricks":
        return tr(
            "estimate {estimate}, {tricks} tricks, n = {n}",
            estimate=estimate,
            tricks=decimal(dot.value, 2),
            n=n,
        )
    return tr(
        "estimate {estimate}, {share} made, n = {n}",
        estimate=estimate,
        share=in_percent(dot.value, 1),
        n=n,
    )


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
        clause = tr("nobody’s estimate is shown to be off on average")
        return at_tables([found.players], clause)
    entry = max(off, key=lambda entry: abs(off[entry].value))
    clauses = [_off_in_words(found.shown.name(entry), off[entry].value)]
    if len(off) > 1:
        clauses.append(tr("{n} of {of} are off on average", n=len(off), of=len(biases)))
    return at_tables([found.players], "; ".join(clauses))


def _off_in_words(name: str, value: float) -> str:
    """Say by how many tricks the estimates of a line-up are off."""
    tricks = decimal(abs(value), 2)
    if value > 0:
        return tr("{name} takes {tricks} tricks more than it expects", name=name, tricks=tricks)
    return tr("{name} takes {tricks} tricks fewer than it expects", name=name, tricks=tricks)


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
        clause = tr(
            "{name} is not shown to make more than half of its contracts at its highest estimates",
            name=entry,
        )
    elif not enough or from_here == enough[0]["estimate_low"]:
        clause = tr("{name} makes more than half of its contracts at every estimate", name=entry)
    else:
        clause = tr(
            "{name} makes more than half of its contracts from an estimate of {tricks} tricks on",
            name=entry,
            tricks=general(from_here),
        )
    return at_tables([found.players], clause)
