"""How often each contract could be made with all hands open, beside how often it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from pipelines.tables import Tables
from reports.chart import Chart
from reports.conditions import (
    footer_of,
    headline_contract,
    headline_name,
    is_headline,
    level_text,
    speakers_of,
)
from reports.dot_panel import dots_across_sheet, dots_in_panel, panel_height
from reports.dots import Dot, share_dot
from reports.estimates import Share
from reports.findings import who_most_often
from reports.grid import Panel, draw_grid
from reports.language import tr, trn
from reports.left_out import bid_contracts, left_out_in_words
from reports.scale import scale_around, scale_of_shares
from reports.solved import (
    bid,
    headline_row,
    is_solved,
    made,
    of_deals,
    of_hands,
    of_played,
    rows_of,
    solved_clusters_in_words,
    solved_in_words,
)
from reports.style import BLUE, GREEN, HEADLINE, INK
from reports.wording import (
    contract_name,
    least_to_most,
    percent,
    position_in_prose,
    position_name,
    prose,
)

Row = Mapping[str, Any]

_COULD: Final = GREEN
_DID: Final = BLUE
_DID_MARKER: Final = "s"


def makeable(tables: Tables) -> Chart | None:
    """Draw how often each contract could be made, is bid, and is made; None if nothing is known."""
    if not is_solved(tables):
        return None
    rows = rows_of(tables.makeable)
    dots = [dot for row in rows for dot in _could_and_did(row)]
    level = level_text(tables.provenance)
    columns = (tr("share"), tr("{level} interval", level=level), "")
    return Chart(
        name="makeable",
        title=_could_and_was(tables),
        caption=prose(
            tr(
                "Round dot: what could be made with all hands open and best play by both sides; "
                "square: what is bid and made."
            ),
            tr(
                "In bold: of all hands, those with which their player could make the contract as "
                "declarer; below it shares of deals, and of the deals played out in the contract, "
                "as they stood at the opening lead."
            ),
            tr("Line: {level} interval, hidden by the dot where it is narrower.", level=level),
            solved_clusters_in_words(tables),
            solved_in_words(tables),
        ),
        alt=prose(
            tr("How often each contract could be made with all hands open, is bid, and is made."),
            f"{'; '.join(map(_in_words, rows))}.",
        ),
        footer=footer_of(tables),
        paint=partial(
            dots_across_sheet, dots, scale_of_shares(tr("% of hands, or of deals")), columns
        ),
    )


def _could_and_did(row: Row) -> list[Dot]:
    """Make the rows of a contract: what could be made of it, and what was."""
    never, nothing = tr("never played out"), tr("no deal")
    return [
        share_dot(contract_name(row["contract"]), of_hands(row), absent=nothing, colour=_COULD),
        share_dot(tr("somebody could"), of_deals(row), absent=nothing, colour=_COULD, minor=True),
        _did(tr("somebody bids it"), bid(row), absent=nothing),
        share_dot(
            tr("played out: could be"), of_played(row), absent=never, colour=_COULD, minor=True
        ),
        _did(tr("played out: was made"), made(row), absent=never),
    ]


def _in_words(row: Row) -> str:
    of_all, *others = _could_and_did(row)
    whole = replace(of_all, label=tr("{contract}, of all hands", contract=of_all.label))
    return ", ".join(dot.in_words for dot in (whole, *others))


def _did(label: str, share: Share, *, absent: str) -> Dot:
    return share_dot(label, share, absent=absent, colour=_DID, marker=_DID_MARKER, minor=True)


def _could_and_was(tables: Tables) -> str:
    """Say what of the headline could be made where it is played, and what is."""
    row, contract = headline_row(tables), headline_name(tables)
    could, was = of_played(row), made(row)
    if not could.of:
        return tr(
            "{contract} could be made with {share} of hands, and is never played out",
            contract=contract,
            share=percent(of_hands(row)),
        )
    return trn(
        "Of {n} solved deal played out in {contract}, {could} could be made and {made} are made",
        "Of {n} solved deals played out in {contract}, {could} could be made and {made} are made",
        could.of,
        contract=contract,
        could=percent(could),
        made=percent(was),
    )


def makeable_by_position(tables: Tables) -> Chart | None:
    """Draw how often each position could make each contract, and bids it."""
    if not is_solved(tables):
        return None
    order, shown = speakers_of(tables.provenance), bid_contracts(tables)
    rows = {(row["contract"], row["position"]): row for row in rows_of(tables.makeable_by_position)}
    panels_and_words = [
        _panel(contract, [rows[contract, position] for position in order], tables)
        for contract in shown
    ]
    panels, words = zip(*panels_and_words, strict=True)
    left_out = left_out_in_words(tables, shown, "Never bid")
    return Chart(
        name="makeable-by-position",
        title=_who_could_most(rows, order, shown, tables),
        caption=prose(
            tr(
                "Round dot: share of the position’s hands with which it could make the contract as "
                "declarer, all hands open; square: share of deals in which it bids it, overcalled "
                "or not; positions in speaking order; line: {level} interval of that dot alone.",
                level=level_text(tables.provenance),
            ),
            solved_clusters_in_words(tables),
            tr(
                "Every panel has its own scale, from zero; n is the least and the most deals "
                "behind a dot."
            ),
            solved_in_words(tables),
            left_out,
        ),
        alt=prose(
            tr("How often each position could make each contract, and bids it."),
            f"{'; '.join(words)}.",
            left_out,
        ),
        footer=footer_of(tables),
        paint=partial(draw_grid, panels=panels),
    )


def _panel(contract: str, rows: Sequence[Row], tables: Tables) -> tuple[Panel, str]:
    """Make the panel of a contract, two rows a position, and its part of the alternative text."""
    absent, headline = tr("no deal"), is_headline(contract, tables)
    dots = [
        dot
        for row in rows
        for dot in (
            share_dot(position_name(row["position"]), of_hands(row), absent=absent, colour=_COULD),
            _did(tr("bids it"), Share.from_share(row, "bid", "hands", "bid_"), absent=absent),
        )
    ]
    scale = scale_around(dots, label=tr("% of deals"), percent=True, from_zero=True)
    name = contract_name(contract)
    panel = Panel(
        heading=name,
        detail=f"n = {least_to_most([row['hands'] for row in rows])}",
        height=panel_height(dots),
        paint=partial(dots_in_panel, dots, scale),
        colour=HEADLINE if headline else INK,
    )
    return panel, tr("{name}: {values}", name=name, values=", ".join(dot.in_words for dot in dots))


def _who_could_most(
    rows: Mapping[tuple[str, int], Row],
    order: Sequence[int],
    contracts: Sequence[str],
    tables: Tables,
) -> str:
    """Say who could make the headline most often; nobody if that is not shown."""
    headline = headline_contract(tables)
    nobody = tr(
        "No position is shown to be able to make {contract} more often than another",
        contract=contract_name(headline),
    )
    return who_most_often(
        {contract: [of_hands(rows[contract, place]) for place in order] for contract in contracts},
        [position_in_prose(place) for place in order],
        headline=headline,
        verb="makeable",
        level=tables.provenance.level,
        otherwise=nobody,
    )
