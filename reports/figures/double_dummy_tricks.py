"""How many tricks a hand can take with all hands open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from pipelines.tables import Tables
from reports.chart import Chart
from reports.conditions import footer_of, level_text, speakers_of
from reports.estimates import Share
from reports.grid import Panel, draw_grid
from reports.language import tr, trn
from reports.solved import is_solved, rows_of, solved_clusters_in_words, solved_in_words
from reports.style import MADE
from reports.trick_bars import TrickBar, bars_panel
from reports.wording import count, counted, in_percent, percent, position_name, prose


def double_dummy_tricks(tables: Tables) -> Chart | None:
    """Draw the distribution of the most tricks that each position's hand can take."""
    if not is_solved(tables):
        return None
    rows = rows_of(tables.double_dummy_tricks)
    of_position = [
        [row for row in rows if row["position"] == position]
        for position in speakers_of(tables.provenance)
    ]
    return Chart(
        name="double-dummy-tricks",
        title=_finding(rows),
        caption=prose(
            tr(
                "Bar: share of the position’s hands that can take just so many tricks as declarer "
                "and no more, with all hands open and best play by both sides; the best suit is "
                "led and is trump; thin line: {level} interval.",
                level=level_text(tables.provenance),
            ),
            solved_clusters_in_words(tables),
            tr("The bars of a panel add up to one; n is the number of hands."),
            solved_in_words(tables),
        ),
        alt=prose(
            tr("Most tricks that a hand can take with all hands open."),
            f"{'; '.join(map(_in_words, of_position))}.",
        ),
        footer=footer_of(tables),
        paint=partial(draw_grid, panels=[_panel(each) for each in of_position]),
    )


def _panel(rows: Sequence[Mapping[str, Any]]) -> Panel:
    return bars_panel(
        [TrickBar(tricks=row["tricks"], share=_share(row), colour=MADE) for row in rows],
        heading=position_name(rows[0]["position"]),
        detail=f"n = {count(rows[0]['dealt'])}",
        label=tr("most tricks that the hand can take"),
    )


def _share(row: Mapping[str, Any]) -> Share:
    return Share.from_share(row, "hands", "dealt")


def _in_words(rows: Sequence[Mapping[str, Any]]) -> str:
    shares = (f"{counted(row['tricks'], 'trick')} {percent(_share(row))}" for row in rows)
    name = position_name(rows[0]["position"])
    return tr("{name}: {values}", name=name, values=", ".join(shares))


def _finding(rows: Sequence[Mapping[str, Any]]) -> str:
    """Say how many tricks most hands can take."""
    hands: dict[int, int] = {}
    for row in rows:
        hands[row["tricks"]] = hands.get(row["tricks"], 0) + row["hands"]
    tricks = max(hands, key=lambda number: hands[number])
    return trn(
        "With all hands open, a hand most often takes {n} trick at best: {share} of hands",
        "With all hands open, a hand most often takes {n} tricks at best: {share} of hands",
        tricks,
        share=in_percent(100 * hands[tricks] / sum(hands.values()), 0),
    )
