"""The forest plots: by how much each run differs from the first, and what can be told of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import Final

from pipelines.beside.tables import BesideTables
from reports.beside.conditions import footer_of, level_of
from reports.beside.difference import COLOURS, Difference
from reports.chart import Chart
from reports.comparison.forest_panel import Forest, ForestGroup, ForestRow, draw_forest
from reports.comparison.outliers import beyond_in_words, scale_for_most, within
from reports.comparison.wording import gain_in_words
from reports.dots import Dot
from reports.language import tr, trn
from reports.scale import Scale, scale_around
from reports.wording import count

_MOST_ROWS: Final = 20
"""As many as can still be read when a figure is printed on one page."""


def made_forests(tables: BesideTables, differences: Sequence[Difference]) -> Iterator[Chart]:
    """Yield the differences of how often contracts are made."""
    shown = [each for each in differences if each.what in ("made", "contract made")]
    yield from _forests(
        tables,
        shown,
        name="differences-made",
        title=_title_of_rates(tables, shown, bid=False),
        subject=tr("the share of the deals played in a contract that its declarer made"),
    )


def bid_forests(tables: BesideTables, differences: Sequence[Difference]) -> Iterator[Chart]:
    """Yield the differences of how often contracts are bid."""
    shown = [each for each in differences if each.what in ("bid", "passed out")]
    yield from _forests(
        tables,
        shown,
        name="differences-bid",
        title=_title_of_rates(tables, shown, bid=True),
        subject=tr("the share of all deals in which a contract is bid, or all pass"),
    )


def unit_forests(tables: BesideTables, differences: Sequence[Difference]) -> Iterator[Chart]:
    """Yield the differences of what positions win."""
    shown = [each for each in differences if each.position is not None]
    told = sum(each.verdict in ("higher", "lower") for each in shown)
    yield from _forests(
        tables,
        shown,
        name="differences-units",
        title=trn(
            "{told} of {n} position is worth more or less than in {first}",
            "{told} of {n} positions are worth more or less than in {first}",
            len(shown),
            told=count(told),
            n=count(len(shown)),
            first=tables.provenance.first.label,
        ),
        subject=tr("what a position wins, in units per deal"),
    )


def _title_of_rates(tables: BesideTables, shown: Sequence[Difference], *, bid: bool) -> str:
    values = {
        "told": count(sum(each.verdict in ("higher", "lower") for each in shown)),
        "n": count(len(shown)),
        "first": tables.provenance.first.label,
    }
    if bid:
        return tr("{told} of {n} shares of bids and passes differ from those of {first}", **values)
    return tr("{told} of {n} shares of contracts made differ from those of {first}", **values)


def _forests(
    tables: BesideTables, shown: Sequence[Difference], *, name: str, title: str, subject: str
) -> Iterator[Chart]:
    parts = _parts(shown)
    for place, part in enumerate(parts, start=1):
        yield _forest(
            tables,
            part,
            name=name if len(parts) == 1 else f"{name}-{place}",
            title=title,
            subject=subject,
        )


def _parts(shown: Sequence[Difference]) -> list[list[Difference]]:
    """Put runs together as long as they fit one figure."""
    parts: list[list[Difference]] = []
    for _, of_run in groupby(shown, key=lambda each: each.run):
        rows = list(of_run)
        if parts and len(parts[-1]) + len(rows) <= _MOST_ROWS:
            parts[-1].extend(rows)
        else:
            parts.append(rows)
    return parts


def _forest(
    tables: BesideTables, shown: Sequence[Difference], *, name: str, title: str, subject: str
) -> Chart:
    rates = shown[0].is_rate
    unit = tr("percentage points") if rates else tr("units per deal")
    groups = [
        _group(tables, list(of_run)) for _, of_run in groupby(shown, key=lambda each: each.run)
    ]
    dots = [row.dot for group in groups for row in group.rows]
    axis = (
        tr("less often ← percentage points → more often")
        if rates
        else tr("wins less ← units per deal → wins more")
    )
    scale = _scale(groups, axis)
    level = level_of(tables.provenance)
    forest = Forest(
        groups=tuple(
            replace(
                group,
                rows=tuple(
                    replace(row, dot=dot)
                    for row, dot in zip(
                        group.rows, within([row.dot for row in group.rows], scale), strict=True
                    )
                ),
            )
            for group in groups
        ),
        headings=(unit, tr("{level} interval", level=level), tr("gain")),
        scale=scale,
    )
    caption = tr(
        "Dot: {subject}, in the run less in {first}; filled where it can be told which is higher. "
        "Thick line: interval that holds for all {n} differences of this report at once with "
        "{level}. Thin line with ends, and the interval in numbers: the {level} interval of that "
        "difference alone. Gain: how many times as many deals would be needed if the runs shared "
        "none; a dash where they are not compared deal by deal.",
        subject=subject,
        first=tables.provenance.first.label,
        n=count(len(tables.differences)),
        level=level,
    )
    words = "; ".join(_in_words(each) for each in shown)
    return Chart(
        name=name,
        title=title,
        caption=f"{caption}{beyond_in_words(dots, scale)}",
        alt=tr("Differences in {unit}. {words}.", unit=unit, words=words),
        footer=footer_of(tables.provenance),
        paint=partial(draw_forest, forest=forest),
    )


def _scale(groups: Sequence[ForestGroup], label: str) -> Scale:
    """Give a scale that holds all that can be told; what cannot may reach beyond it."""
    told = [row.dot for group in groups for row in group.rows if not row.dot.hollow]
    if told:
        return scale_around(told, label=label, percent=False)
    return scale_for_most([row.dot for group in groups for row in group.rows], label=label)


def _group(tables: BesideTables, shown: Sequence[Difference]) -> ForestGroup:
    heading = tr("{run} against {first}", run=shown[0].label, first=tables.provenance.first.label)
    return ForestGroup(heading=heading, rows=tuple(map(_row, shown)))


def _row(difference: Difference) -> ForestRow:
    factor = difference.factor
    low, high = difference.at_once or (None, None)
    alone = difference.alone
    dot = Dot(
        label=difference.name,
        value=None if difference.value is None else factor * difference.value,
        low=None if low is None else factor * low,
        high=None if high is None else factor * high,
        number=difference.number,
        interval=difference.interval,
        colour=COLOURS[difference.verdict],
        reference=0.0,
        inner=None if alone is None else (factor * alone[0], factor * alone[1]),
        hollow=difference.verdict == "not told" or difference.value is None,
    )
    return ForestRow(
        dot=dot,
        verdict=difference.verdict_in_words,
        colour=COLOURS[difference.verdict],
        still="",
        columns=(gain_in_words(difference.gain),),
        in_short="" if difference.gain is None else _gain(difference.gain),
    )


def _gain(gain: float) -> str:
    return tr("worth {gain} as many deals", gain=gain_in_words(gain))


def _in_words(difference: Difference) -> str:
    interval = f" ({difference.interval})" if difference.interval else ""
    words = (difference.label, f"{difference.name}: {difference.number}{interval}")
    return ", ".join((*words, difference.verdict_in_words))
