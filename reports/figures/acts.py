"""What players do before they bid, and how often contracts are made after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import polars as pl

from pipelines.tables import Tables
from reports.acts import ACTS, Act, compared_acts
from reports.chart import Chart
from reports.conditions import (
    clusters_in_words,
    footer_of,
    headline_contract,
    level_text,
    speakers_of,
)
from reports.dot_panel import dots_in_panel, panel_height
from reports.dots import Dot, amount_dot, share_dot
from reports.estimates import Mean, Share, extremes
from reports.figures.made_panel import made_panel
from reports.findings import who_most_often
from reports.grid import Panel, draw_grid
from reports.language import tr
from reports.scale import Scale, scale_around
from reports.wording import (
    contract_name,
    least_to_most,
    percent,
    position_in_prose,
    position_name,
    prose,
)


def acts_by_position(tables: Tables) -> Chart | None:
    """Draw how often each position does what; None where there is nothing to be done."""
    if tables.acts_by_position is None:
        return None
    order = speakers_of(tables.provenance)
    names = tables.acts_by_position["act"].unique(maintain_order=True).to_list()
    rows = {name: _in_order(tables.acts_by_position.filter(act=name), order) for name in names}
    panels_and_words = [_done_panel(name, of_act) for name, of_act in rows.items()]
    dots_are = tr(
        "Dot: share of the deals in which whoever is in the position does it, positions in "
        "speaking order; line: {level} interval of that dot alone.",
        level=level_text(tables.provenance),
    )
    if tables.exchange_by_position is not None:
        panels_and_words.append(_cards_panel(_in_order(tables.exchange_by_position, order)))
        dots_are = tr(
            "Dot: share of the deals in which whoever is in the position does it, or mean number "
            "of cards, positions in speaking order; line: {level} interval of that dot alone.",
            level=level_text(tables.provenance),
        )
    panels, words = zip(*panels_and_words, strict=True)
    return Chart(
        name="acts-by-position",
        title=_who_acts_most(rows, tables.provenance.level),
        caption=prose(
            dots_are,
            clusters_in_words(tables.provenance),
            tr(
                "Every panel has its own scale, from zero; n is the number of deals behind each "
                "dot."
            ),
        ),
        alt=prose(tr("What each position does before it bids."), f"{'; '.join(words)}."),
        footer=footer_of(tables),
        paint=partial(draw_grid, panels=panels),
    )


def _in_order(frame: pl.DataFrame, order: Sequence[int]) -> list[dict[str, Any]]:
    rows = {row["position"]: row for row in frame.rows(named=True)}
    return [rows[position] for position in order]


def _done(row: Mapping[str, Any]) -> Share:
    return Share.from_family(row, "done", "deals")


def _done_panel(name: str, rows: Sequence[Mapping[str, Any]]) -> tuple[Panel, str]:
    """Make the panel of an act, one row a position, and its part of the alternative text."""
    absent = tr("no deal")
    dots = [share_dot(position_name(row["position"]), _done(row), absent=absent) for row in rows]
    scale = scale_around(dots, label=tr("% of deals"), percent=True, from_zero=True)
    return _panel(tr(ACTS[name].heading), dots, scale, rows)


def _cards_panel(rows: Sequence[Mapping[str, Any]]) -> tuple[Panel, str]:
    """Make the panel of the cards exchanged, and its part of the alternative text."""
    dots = [amount_dot(position_name(row["position"]), cards_exchanged(row)) for row in rows]
    scale = scale_around(
        dots, label=tr("cards per deal"), percent=False, from_zero=True, signed=False
    )
    return _panel(tr("Cards exchanged per deal"), dots, scale, rows)


def _panel(
    heading: str, dots: Sequence[Dot], scale: Scale, rows: Sequence[Mapping[str, Any]]
) -> tuple[Panel, str]:
    panel = Panel(
        heading=heading,
        detail=f"n = {least_to_most([row['deals'] for row in rows])}",
        height=panel_height(dots),
        paint=partial(dots_in_panel, dots, scale),
    )
    words = ", ".join(dot.in_words for dot in dots)
    return panel, tr("{name}: {values}", name=heading, values=words)


def cards_exchanged(row: Mapping[str, Any]) -> Mean:
    """Read how many cards a position exchanges per deal."""
    return Mean.from_row(row, "cards_per_deal", "cards_low", "cards_high", clusters="deals")


def _who_acts_most(rows: Mapping[str, Sequence[Mapping[str, Any]]], level: float) -> str:
    """Say who does the first act for which a difference is shown."""
    for name, of_act in rows.items():
        shares = [_done(row) for row in of_act]
        found = extremes(shares, level, times=len(rows))
        if found is None:
            continue
        most, least = (
            f"{position_in_prose(of_act[place]['position'])} ({percent(shares[place])})"
            for place in (found.highest, found.lowest)
        )
        if found.alone:
            return tr(ACTS[name].most_and_least, most=most, least=least)
        return tr(ACTS[name].more_often, most=most, least=least)
    return tr(ACTS[next(iter(rows))].no_one)


def success_by_acts(tables: Tables) -> list[Chart]:
    """Draw for each act how often contracts are made with and without it, where both occur."""
    compared = compared_acts(tables)
    if compared is None:
        return []
    names = compared["act"].unique(maintain_order=True).to_list()
    return [_success_by_act(name, compared.filter(act=name), tables) for name in names]


def _success_by_act(name: str, frame: pl.DataFrame, tables: Tables) -> Chart:
    compared: dict[str, dict[int, dict[str, Any]]] = {}
    for row in frame.rows(named=True):
        compared.setdefault(row["contract"], {})[row["amount"]] = row
    act = ACTS[name]
    panels_and_words = [
        made_panel(
            contract, [(act.label(amount), row) for amount, row in sorted(rows.items())], tables
        )
        for contract, rows in compared.items()
    ]
    panels, words = zip(*panels_and_words, strict=True)
    return Chart(
        name=f"success-by-{name.replace(' ', '-')}",
        title=_who_makes_most(compared, act, tables),
        caption=prose(
            tr(
                "Dot: share of the deals played in the contract that its declarer made, by what "
                "he did before he bid; line: {level} interval of that dot alone.",
                level=level_text(tables.provenance),
            ),
            clusters_in_words(tables.provenance),
            tr("Upright line: break-even."),
            tr("Every panel has its own scale; n is the least and the most deals behind a dot."),
            tr("Players choose by their cards, so a difference is not what the act itself does."),
        ),
        alt=prose(
            tr("{act}: how often each contract is made after it.", act=tr(act.heading)),
            f"{'; '.join(words)}.",
        ),
        footer=footer_of(tables),
        paint=partial(draw_grid, panels=panels),
    )


def _who_makes_most(
    compared: Mapping[str, Mapping[int, Mapping[str, Any]]], act: Act, tables: Tables
) -> str:
    """Say after how much of the act a contract is made most often."""
    amounts = sorted({amount for rows in compared.values() for amount in rows})
    nothing = Share(successes=0, of=0, rate=None, low=0.0, high=1.0)
    shares = {
        contract: [
            Share.from_family(rows[amount], "made", "played") if amount in rows else nothing
            for amount in amounts
        ]
        for contract, rows in compared.items()
    }
    headline = headline_contract(tables)
    about = headline if headline in compared else next(iter(compared))
    return who_most_often(
        shares,
        [act.declarers_of(amount) for amount in amounts],
        headline=headline,
        verb="made",
        level=tables.provenance.level,
        otherwise=tr(act.no_difference, contract=contract_name(about)),
    )
