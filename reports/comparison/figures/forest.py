"""The forest plot: what each wins more or less than another, and what is settled of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from pipelines.comparisons.tables import ComparisonTables
from reports.chart import Chart
from reports.comparison.conditions import footer_of, how_far, level_text
from reports.comparison.difference import Difference
from reports.comparison.figures.ladder import is_ladder
from reports.comparison.findings import finding
from reports.comparison.forest_panel import (
    LONGEST_LABEL,
    Forest,
    ForestGroup,
    ForestRow,
    draw_forest,
)
from reports.comparison.names import ShortNames, short_names
from reports.comparison.outliers import beyond_in_words, scale_for_most, within
from reports.comparison.ranking import Standings
from reports.comparison.verdicts import COLOURS, TEXT_COLOURS, WORDS
from reports.comparison.wording import (
    decimals_of,
    gain_in_words,
    interval_of,
    percent_of_deals,
    players_in_words,
    still_needed,
    verdict_in_words,
)
from reports.dots import Dot
from reports.language import marked, tr
from reports.scale import Scale
from reports.sheet import BROAD, text_width
from reports.wording import NOTHING, prose, sentence, signed

_MOST_ROWS: Final = 20
"""As many as can still be read when a figure is printed on one page."""
_LONGEST_NAME: Final = 250.0
_LONGEST_OF_TWO: Final = 118.0
_DIFFER: Final = {
    "deal": marked("of deals differ"),
    "session": marked("of sessions differ"),
}
_FIXED: Final = {
    "deal": marked(
        "Thin line with ends: the {level} interval of that difference alone, for a number of deals "
        "fixed beforehand."
    ),
    "session": marked(
        "Thin line with ends: the {level} interval of that difference alone, for a number of "
        "sessions fixed beforehand."
    ),
}
"""By the unit of analysis."""


@dataclass(frozen=True, kw_only=True)
class _Shown:
    """The differences of a table size that are shown."""

    of_size: Standings
    differences: tuple[Difference, ...]


def forests(tables: ComparisonTables, standings: Sequence[Standings]) -> Iterator[Chart]:
    """Yield the forest of all pairs; where these are too many, of few all against the reference.

    Of many the ladder shows those.
    """
    pairs = [_Shown(of_size=each, differences=each.all_pairs()) for each in standings]
    few = sum(len(each.differences) for each in pairs) <= _MOST_ROWS
    if few and not any(_names_of_two(each.of_size).numbered for each in pairs):
        yield _forest(tables, pairs, everything=True)
    elif not any(is_ladder(each) for each in standings):
        shown = [_Shown(of_size=each, differences=each.against_reference()) for each in standings]
        yield _forest(tables, shown, everything=False)


def _forest(tables: ComparisonTables, shown: Sequence[_Shown], *, everything: bool) -> Chart:
    provenance = tables.provenance
    groups = [_group(tables, each) for each in shown]
    dots = [row.dot for group in groups for row in group.rows]
    scale = scale_for_most(dots, label=tr("wins less ← units per deal → wins more"))
    forest = Forest(
        groups=tuple(_cut(group, scale) for group in groups),
        headings=(
            tr("units per deal"),
            tr("{level} interval", level=level_text(provenance)),
            tr(_DIFFER[provenance.unit]),
            tr("gain"),
        ),
        scale=scale,
    )
    words = [_in_words(each) for each in shown]
    return Chart(
        name="differences",
        title=finding([each.of_size for each in shown]),
        caption=prose(
            _caption(tables, shown, everything), beyond_in_words(dots, scale), _key(shown)
        ),
        alt=prose(tr("Differences in units per deal."), *words),
        footer=footer_of(provenance, [each.of_size.players for each in shown]),
        paint=partial(draw_forest, forest=forest),
    )


def _cut(group: ForestGroup, scale: Scale) -> ForestGroup:
    """Mark at the edge what lies beyond the scale."""
    dots = within([row.dot for row in group.rows], scale)
    rows = [replace(row, dot=dot) for row, dot in zip(group.rows, dots, strict=True)]
    return replace(group, rows=tuple(rows))


def _group(tables: ComparisonTables, shown: _Shown) -> ForestGroup:
    of_size = shown.of_size
    against = {each.second for each in shown.differences}
    labels = _labels(shown)
    heading = [
        sentence(players_in_words(of_size.players)),
        how_far(tables.provenance, of_size.players),
        *([tr("against {name}", name=against.pop())] if len(against) == 1 else []),
    ]
    rows = [_row(label, each) for label, each in zip(labels, shown.differences, strict=True)]
    return ForestGroup(heading=" · ".join(heading), rows=tuple(rows))


def _labels(shown: _Shown) -> list[str]:
    """Name the rows: by the first alone where all are held against the same."""
    subjects = shown.of_size.subjects
    if len({each.second for each in shown.differences}) == 1:
        alone = short_names(subjects, _LONGEST_NAME, BROAD.text).of
        return [alone[each.first] for each in shown.differences]
    short = _names_of_two(shown.of_size).of
    return [_label_of_two(each, short) for each in shown.differences]


def _label_of_two(difference: Difference, short: Mapping[str, str]) -> str:
    """Name both in full if there is room for that, else both shortly."""
    full = f"{difference.first} – {difference.second}"
    if text_width(full, BROAD.text, bold=True) <= LONGEST_LABEL:
        return full
    return f"{short[difference.first]} – {short[difference.second]}"


def _key(shown: Sequence[_Shown]) -> str:
    """Say what numbers stand for, where the rows need any to be told apart."""
    for each in shown:
        if len({difference.second for difference in each.differences}) == 1:
            return short_names(each.of_size.subjects, _LONGEST_NAME, BROAD.text).key
    return ""


def _names_of_two(of_size: Standings) -> ShortNames:
    return short_names(of_size.subjects, _LONGEST_OF_TWO, BROAD.text)


def _row(label: str, difference: Difference) -> ForestRow:
    low, high = difference.anytime or (None, None)
    number = NOTHING
    if difference.value is not None:
        number = signed(difference.value, decimals_of(difference))
    dot = Dot(
        label=label,
        value=difference.value,
        low=low,
        high=high,
        number=number,
        interval=interval_of(difference),
        colour=COLOURS[difference.verdict],
        reference=0.0,
        inner=difference.fixed,
        hollow=not difference.decided,
    )
    return ForestRow(
        dot=dot,
        verdict=tr(WORDS[difference.verdict]),
        colour=TEXT_COLOURS[difference.verdict],
        still="" if difference.decided else still_needed(difference),
        columns=(percent_of_deals(difference), gain_in_words(difference.gain)),
        in_short=_in_short(difference),
    )


def _in_short(difference: Difference) -> str:
    """Say what stands in the further columns, where there is no room for these."""
    share = percent_of_deals(difference)
    if difference.gain is None:
        return tr("{share} differ", share=share)
    gain = gain_in_words(difference.gain)
    return tr("{share} differ, worth {gain} as many deals", share=share, gain=gain)


def _in_words(shown: _Shown) -> str:
    name = sentence(players_in_words(shown.of_size.players))
    return tr("{name}: {values}.", name=name, values="; ".join(map(_told, shown.differences)))


def _told(difference: Difference) -> str:
    """Say a difference, with all that stands beside its dot."""
    number = f"{_row('', difference).dot.number} ({interval_of(difference)})"
    values = f"{number}, {verdict_in_words(difference)}; {_in_short(difference)}"
    pair = {"first": difference.first, "second": difference.second}
    return tr("{first} against {second}: {values}", **pair, values=values)


def _caption(tables: ComparisonTables, shown: Sequence[_Shown], everything: bool) -> str:
    provenance = tables.provenance
    level = level_text(provenance)
    has_fixed = any(each.fixed for part in shown for each in part.differences)
    return prose(
        tr(
            "Dot: units per deal that the row’s policy wins more than what it is held against, on "
            "the same cards and at every seat; filled where it is decided."
        ),
        tr(
            "Thick line: {level} interval that holds at any time of looking and for all "
            "differences of the comparison at once.",
            level=level,
        ),
        tr(_FIXED[provenance.unit], level=level) if has_fixed else "",
        tr("Gain: how many times as many deals would be needed without common cards."),
        "" if everything else tr("All other differences are in the matrix and in the table."),
    )
