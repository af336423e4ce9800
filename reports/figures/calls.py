"""What each position says in the auction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from pipelines.tables import Tables
from reports.chart import Chart
from reports.conditions import footer_of, headline_contract, level_text
from reports.dot_panel import dots_in_panel
from reports.dots import Dot, share_dot
from reports.estimates import Share
from reports.findings import who_most_often
from reports.grid import Panel, draw_grid
from reports.scale import scale_around
from reports.style import GREEN, HEADLINE, INK, SLATE
from reports.wording import (
    contract_name,
    count,
    counted,
    position_in_prose,
    position_name,
    speaking_order,
)


def calls_by_position(tables: Tables) -> Chart:
    """Draw how often each call is spoken, for every position."""
    provenance = tables.provenance
    order = speaking_order(provenance.players)
    headline = headline_contract(tables)
    shares = {
        (row["call"], row["position"]): Share.from_columns(row, "calls", "spoken")
        for row in tables.calls_by_position.rows(named=True)
    }
    calls = ["pass", *tables.contracts["contract"].to_list()]
    panels, words = [], []
    for call in calls:
        colour = HEADLINE if call == headline else SLATE if call == "pass" else GREEN
        dots = [
            share_dot(
                position_name(position), shares[call, position], absent="no deal", colour=colour
            )
            for position in order
        ]
        panels.append(_panel(call, dots, call == headline, provenance.deals))
        words.append(f"{contract_name(call)}: {', '.join(dot.in_words for dot in dots)}")
    return Chart(
        name="calls-by-position",
        title=_finding(shares, order, tables),
        caption=(
            f"Dot: share of all deals in which the position makes the call, positions in speaking "
            f"order; line: {level_text(provenance)} interval of that dot alone. Every panel has "
            f"its own scale, from zero; n is {counted(provenance.deals, 'deal')} for each dot. "
            f"A bid counts here even if it is overcalled later."
        ),
        alt=f"How often each position makes each call. {'; '.join(words)}.",
        footer=footer_of(provenance),
        paint=partial(draw_grid, panels=panels),
    )


def _panel(call: str, dots: list[Dot], is_headline: bool, deals: int) -> Panel:
    scale = scale_around(dots, label="% of deals", percent=True, from_zero=True)

    return Panel(
        heading=contract_name(call),
        detail=f"n = {count(deals)}",
        paint=partial(dots_in_panel, dots, scale),
        colour=HEADLINE if is_headline else INK,
    )


def _finding(shares: Mapping[tuple[str, int], Share], order: Sequence[int], tables: Tables) -> str:
    headline = headline_contract(tables)
    if all(shares[headline, position].successes == 0 for position in order):
        return f"{contract_name(headline)} was never bid from any position"
    return who_most_often(
        {
            contract: [shares[contract, position] for position in order]
            for contract in tables.contracts["contract"].to_list()
        },
        [position_in_prose(position) for position in order],
        headline=headline,
        verb="bid",
        kind="position",
        level=tables.provenance.level,
    )
