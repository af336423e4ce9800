"""The ladder of strength: policies in order, and which steps between them are shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from pipelines.comparisons.tables import ComparisonTables
from reports.chart import Chart
from reports.comparison.conditions import footer_of, how_far, level_text
from reports.comparison.difference import Difference
from reports.comparison.ladder_panel import LONGEST_LABEL, LadderRow, Step, draw_ladder
from reports.comparison.names import ShortNames, short_names
from reports.comparison.outliers import beyond_in_words, scale_for_most, within
from reports.comparison.ranking import Rung, Standings
from reports.comparison.verdicts import COLOURS, TEXT_COLOURS, WORDS
from reports.comparison.wording import at_tables, decimals_of, interval_of, still_needed
from reports.dots import Dot
from reports.language import tr
from reports.scale import Scale
from reports.sheet import BROAD, text_width
from reports.style import INK, MUTED
from reports.wording import NOTHING, count, prose, sentence, signed

_FEWEST: Final = 4
"""Of fewer, the differences themselves say as much."""


def ladders(tables: ComparisonTables, standings: Sequence[Standings]) -> Iterator[Chart]:
    """Yield the ladder of each table size, where there are enough to make one."""
    for of_size in standings:
        if is_ladder(of_size):
            yield _ladder(tables, of_size)


def is_ladder(of_size: Standings) -> bool:
    """Whether there are enough policies to make a ladder."""
    return len(of_size.subjects) >= _FEWEST


def _ladder(tables: ComparisonTables, of_size: Standings) -> Chart:
    rungs, names = of_size.ladder(), _names(of_size)
    labels = [f"{place}. {names.of[rung.subject]}" for place, rung in enumerate(rungs, start=1)]
    rows = [_row(label, rung, of_size) for label, rung in zip(labels, rungs, strict=True)]
    dots = [row.dot for row in rows]
    scale = scale_for_most(dots, label=tr("wins less ← units per deal → wins more"))
    return Chart(
        name=f"ladder-{of_size.players}",
        title=_finding(of_size, rungs),
        caption=prose(
            _caption(tables, of_size),
            beyond_in_words(dots, scale),
            names.key,
        ),
        alt=prose(
            tr("Policies by strength, in units per deal."),
            f"{'; '.join(_in_words(rung, of_size) for rung in rungs)}.",
        ),
        footer=footer_of(tables.provenance, [of_size.players]),
        paint=partial(draw_ladder, rows=_cut(rows, scale), scale=scale),
    )


def _names(of_size: Standings) -> ShortNames:
    room = LONGEST_LABEL - text_width(f"{len(of_size.subjects)}. ", BROAD.text, bold=True)
    return short_names(of_size.strongest_first, room, BROAD.text)


def _cut(rows: Sequence[LadderRow], scale: Scale) -> list[LadderRow]:
    """Mark at the edge what lies beyond the scale."""
    dots = within([row.dot for row in rows], scale)
    return [replace(row, dot=dot) for row, dot in zip(rows, dots, strict=True)]


def _row(label: str, rung: Rung, of_size: Standings) -> LadderRow:
    step = None if rung.step is None else _step(rung.step)
    against = rung.against
    if against is None:
        dot = Dot(
            label=label,
            value=0.0,
            low=None,
            high=None,
            number="0",
            interval="",
            colour=INK,
            marker="D",
            reference=0.0,
        )
        return LadderRow(dot=dot, verdict=reference_named(of_size), colour=MUTED, step=step)
    low, high = against.anytime or (None, None)
    dot = Dot(
        label=label,
        value=against.value,
        low=low,
        high=high,
        number=_number(against),
        interval=interval_of(against),
        colour=COLOURS[against.verdict],
        reference=0.0,
        hollow=not against.decided,
    )
    verdict = tr(WORDS[against.verdict])
    return LadderRow(dot=dot, verdict=verdict, colour=TEXT_COLOURS[against.verdict], step=step)


def reference_named(of_size: Standings) -> str:
    """Name what all are held against."""
    return tr("the field") if of_size.field else tr("the strongest")


def _number(difference: Difference) -> str:
    if difference.value is None:
        return NOTHING
    return signed(difference.value, decimals_of(difference))


def _step(difference: Difference) -> Step:
    """Write a step; a question mark stands before one that is not shown."""
    number, shown = _number(difference), difference.verdict in ("better", "worse")
    return Step(
        number=number if shown else f"? {number}", interval=interval_of(difference), shown=shown
    )


def _finding(of_size: Standings, rungs: Sequence[Rung]) -> str:
    """Say who is on top, and how many steps are shown."""
    best, *weaker = of_size.strongest_first
    pairs = [of_size.pairs[best, other] for other in weaker if (best, other) in of_size.pairs]
    if all(pair.verdict == "better" for pair in pairs):
        top = tr("{best} wins more than every other", best=best)
    else:
        top = tr("{best} has the highest estimate", best=best)
    steps = [rung.step for rung in rungs if rung.step is not None]
    shown = tr(
        "steps that are shown: {shown} of {all}",
        shown=count(sum(step.verdict == "better" for step in steps)),
        all=count(len(steps)),
    )
    return at_tables([of_size.players], f"{top}; {shown}")


def _caption(tables: ComparisonTables, of_size: Standings) -> str:
    provenance = tables.provenance
    return prose(
        tr(
            "Policies by strength, the strongest on top. Dot: units per deal that the policy wins "
            "more than {reference}, on the same cards and at every seat; filled where it is "
            "decided.",
            reference=of_size.reference,
        ),
        tr(
            "Step: what a policy wins more than the next one below it; a full line where that is "
            "shown, a dashed one and a question mark where it is not."
        ),
        tr(
            "Thick line: {level} interval that holds at any time of looking and for all "
            "differences of the comparison at once.",
            level=level_text(provenance),
        ),
        f"{sentence(how_far(provenance, of_size.players))}.",
    )


def _in_words(rung: Rung, of_size: Standings) -> str:
    """Say where a policy stands, and the step below it."""
    if rung.against is None:
        values = reference_named(of_size)
    else:
        values = f"{_number(rung.against)} ({interval_of(rung.against)})"
    where = tr("{name}: {values}", name=rung.subject, values=values)
    if rung.step is None:
        return where
    step = f"{_number(rung.step)} ({interval_of(rung.step)})"
    if rung.step.verdict in ("better", "worse"):
        return tr("{where}, step {step}, shown", where=where, step=step)
    if rung.step.verdict == "equal":
        return tr("{where}, no step: it never differs from the next", where=where)
    needed = still_needed(rung.step)
    return tr("{where}, step {step}, not shown: {needed}", where=where, step=step, needed=needed)
