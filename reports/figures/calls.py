"""What each position says in the auction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from pipelines.tables import Tables
from reports.chart import Chart
from reports.conditions import (
    clusters_in_words,
    footer_of,
    headline_contract,
    is_headline,
    level_text,
    speakers_of,
)
from reports.dot_panel import dots_in_panel, panel_height
from reports.dots import share_dot
from reports.estimates import Share
from reports.findings import who_most_often
from reports.grid import Panel, draw_grid
from reports.language import tr
from reports.left_out import bid_contracts, left_out_in_words
from reports.options import takes_float
from reports.scale import scale_around
from reports.style import GREEN, HEADLINE, INK, SLATE
from reports.wording import (
    contract_name,
    least_to_most,
    position_in_prose,
    position_name,
    prose,
)


def calls_by_position(tables: Tables) -> Chart:
    """Draw how often each call is spoken, for every position."""
    provenance = tables.provenance
    order = speakers_of(provenance)
    bid = bid_contracts(tables)
    # Beside each other stand each contract with and without the float, where there is one.
    calls = [*bid, "pass"] if any(map(takes_float, bid)) else ["pass", *bid]
    shares = {
        (row["call"], row["position"]): Share.from_columns(row, "calls", "spoken")
        for row in tables.calls_by_position.rows(named=True)
    }
    panels, words = [], []
    for call in calls:
        of_call = [(position, shares[call, position]) for position in order]
        panel, in_words = _panel(call, of_call, is_headline(call, tables))
        panels.append(panel)
        words.append(in_words)
    left_out = left_out_in_words(tables, bid, "Never bid")
    return Chart(
        name="calls-by-position",
        title=_finding(shares, order, tables),
        caption=prose(
            tr(
                "Dot: share of the deals in which the position makes the call, positions in "
                "speaking order; line: {level} interval of that dot alone.",
                level=level_text(provenance),
            ),
            clusters_in_words(provenance),
            tr(
                "Every panel has its own scale, from zero; n is the number of deals behind each "
                "dot."
            ),
            tr("A bid counts here even if it is overcalled later."),
            left_out,
        ),
        alt=prose(tr("How often each position makes each call."), f"{'; '.join(words)}.", left_out),
        footer=footer_of(tables),
        paint=partial(draw_grid, panels=panels),
    )


def _panel(call: str, shares: Sequence[tuple[int, Share]], headline: bool) -> tuple[Panel, str]:
    """Make the panel of a call, and its part of the alternative text."""
    colour = HEADLINE if headline else SLATE if call == "pass" else GREEN
    dots = [
        share_dot(position_name(position), share, absent=tr("no deal"), colour=colour)
        for position, share in shares
    ]
    scale = scale_around(dots, label=tr("% of deals"), percent=True, from_zero=True)
    panel = Panel(
        heading=contract_name(call),
        detail=f"n = {least_to_most([share.of for _, share in shares])}",
        height=panel_height(dots),
        paint=partial(dots_in_panel, dots, scale),
        colour=HEADLINE if headline else INK,
    )
    words = ", ".join(dot.in_words for dot in dots)
    return panel, tr("{name}: {values}", name=contract_name(call), values=words)


def _finding(shares: Mapping[tuple[str, int], Share], order: Sequence[int], tables: Tables) -> str:
    headline = headline_contract(tables)
    name = contract_name(headline)
    if all(shares[headline, position].successes == 0 for position in order):
        return tr("{contract} was never bid from any position", contract=name)
    return who_most_often(
        {
            contract: [shares[contract, position] for position in order]
            for contract in tables.contracts["contract"].to_list()
        },
        [position_in_prose(position) for position in order],
        headline=headline,
        verb="bid",
        level=tables.provenance.level,
        otherwise=tr(
            "No position is shown to bid {contract} more often than another", contract=name
        ),
    )
