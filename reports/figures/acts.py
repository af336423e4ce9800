"""What players do before they bid, and how often contracts are made after it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import polars as pl

from pipelines.tables import Tables
from reports.acts import ACTS, Act
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
from reports.findings import who_most_often
from reports.grid import Panel, draw_grid
from reports.scale import Scale, scale_around
from reports.style import GREEN, HEADLINE, INK
from reports.wording import (
    contract_name,
    least_to_most,
    percent,
    position_in_prose,
    position_name,
)

_NARROWEST_PERCENT = 4.0


def acts_by_position(tables: Tables) -> Chart | None:
    """Draw how often each position does what; None where there is nothing to be done."""
    if tables.acts_by_position is None:
        return None
    order = speakers_of(tables.provenance)
    shares: dict[str, list[Share]] = {}
    panels, words = [], []
    for name in tables.acts_by_position["act"].unique(maintain_order=True).to_list():
        of_act = tables.acts_by_position.filter(act=name)
        rows = _in_order(of_act, order)
        shares[name] = [Share.from_family(row, "done", "deals") for row in rows]
        dots = [
            share_dot(position_name(position), share, absent="no deal")
            for position, share in zip(order, shares[name], strict=True)
        ]
        scale = scale_around(dots, label="% of deals", percent=True, from_zero=True)
        panels.append(_panel(ACTS[name].heading, dots, scale, [row["deals"] for row in rows]))
        words.append(f"{ACTS[name].heading}: {', '.join(dot.in_words for dot in dots)}")
    for panel, in_words in _cards_exchanged(tables, order):
        panels.append(panel)
        words.append(in_words)
    return Chart(
        name="acts-by-position",
        title=_who_acts_most(shares, order, tables.provenance.level),
        caption=(
            f"Dot: share of the deals in which whoever is in the position does it, positions in "
            f"speaking order{_of_cards(tables)}; line: {level_text(tables.provenance)} interval of "
            f"that dot alone. {clusters_in_words(tables.provenance)}Every panel has its own "
            f"scale, from zero; n is the number of deals behind each dot."
        ),
        alt=f"What each position does before it bids. {'; '.join(words)}.",
        footer=footer_of(tables),
        paint=partial(draw_grid, panels=panels),
    )


def _in_order(frame: pl.DataFrame, order: Sequence[int]) -> list[dict[str, Any]]:
    rows = {row["position"]: row for row in frame.rows(named=True)}
    return [rows[position] for position in order]


def _panel(heading: str, dots: Sequence[Dot], scale: Scale, deals: Sequence[int]) -> Panel:
    return Panel(
        heading=heading,
        detail=f"n = {least_to_most(deals)}",
        height=panel_height(dots),
        paint=partial(dots_in_panel, dots, scale),
    )


def _cards_exchanged(tables: Tables, order: Sequence[int]) -> Iterator[tuple[Panel, str]]:
    """Yield the panel of the cards that positions exchange, and its words, if they exchange."""
    if tables.exchange_by_position is None:
        return
    rows = _in_order(tables.exchange_by_position, order)
    dots = [amount_dot(position_name(row["position"]), cards_exchanged(row)) for row in rows]
    scale = scale_around(
        dots, label="cards exchanged per deal", percent=False, from_zero=True, signed=False
    )
    heading = "Cards exchanged"
    yield (
        _panel(heading, dots, scale, [row["deals"] for row in rows]),
        f"{heading} per deal: {', '.join(dot.in_words for dot in dots)}",
    )


def cards_exchanged(row: Mapping[str, Any]) -> Mean:
    """Read how many cards a position exchanges per deal."""
    return Mean.from_row(row, "cards_per_deal", "cards_low", "cards_high", clusters="deals")


def _of_cards(tables: Tables) -> str:
    return "" if tables.exchange_by_position is None else ", or mean number of cards"


def _who_acts_most(
    shares: Mapping[str, Sequence[Share]], order: Sequence[int], level: float
) -> str:
    """Say who does the first act for which a difference is shown."""
    for name, of_act in shares.items():
        found = extremes(of_act, level, times=len(shares))
        if found is None:
            continue
        most, least = (
            f"{position_in_prose(order[place])} ({percent(of_act[place])})"
            for place in (found.highest, found.lowest)
        )
        if found.alone:
            return f"{ACTS[name].happens} most often by {most}, least often by {least}"
        return f"{ACTS[name].happens} more often by {most} than by {least}"
    first = next(iter(shares))
    return f"No position is shown to {ACTS[first].to_do} more often than another"


def success_by_acts(tables: Tables) -> list[Chart]:
    """Draw for each act how often contracts are made with and without it, where both occur."""
    if tables.success_by_act is None:
        return []
    names = tables.success_by_act["act"].unique(maintain_order=True).to_list()
    charts = (_success_by_act(tables, name) for name in names)
    return [chart for chart in charts if chart is not None]


def _success_by_act(tables: Tables, name: str) -> Chart | None:
    """Draw the contracts that were played by declarers who did it and by others."""
    assert tables.success_by_act is not None
    by_contract: dict[str, dict[int, dict[str, Any]]] = {}
    for row in tables.success_by_act.filter(act=name).rows(named=True):
        by_contract.setdefault(row["contract"], {})[row["amount"]] = row
    compared = {contract: rows for contract, rows in by_contract.items() if len(rows) > 1}
    if not compared:
        return None
    act, headline = ACTS[name], headline_contract(tables)
    break_even = dict(tables.contracts.select("contract", "break_even").rows())
    panels, words = [], []
    for contract, rows in compared.items():
        colour = HEADLINE if contract == headline else GREEN
        dots = [
            share_dot(
                act.label(amount),
                Share.from_family(row, "made", "played"),
                absent="never played",
                colour=colour,
                reference=break_even[contract],
            )
            for amount, row in sorted(rows.items())
        ]
        panels.append(_success_panel(contract, dots, [*rows.values()], contract == headline))
        words.append(f"{contract_name(contract)}: {', '.join(dot.in_words for dot in dots)}")
    return Chart(
        name=f"success-by-{name.replace(' ', '-')}",
        title=_who_makes_most(compared, act, tables),
        caption=(
            f"Dot: share of the deals played in the contract that its declarer made, by what he "
            f"did before he bid; line: {level_text(tables.provenance)} interval of that dot "
            f"alone. {clusters_in_words(tables.provenance)}Upright line: break-even. Every panel "
            f"has its own scale; n is the least and the most deals behind a dot. Players choose "
            f"by their cards, so a difference is not what the act itself does."
        ),
        alt=f"{act.heading}: how often each contract is made after it. {'; '.join(words)}.",
        footer=footer_of(tables),
        paint=partial(draw_grid, panels=panels),
    )


def _success_panel(
    contract: str, dots: Sequence[Dot], rows: Sequence[Mapping[str, Any]], is_headline: bool
) -> Panel:
    scale = scale_around(
        dots, label="made, % of deals played", percent=True, narrowest=_NARROWEST_PERCENT
    )
    return Panel(
        heading=contract_name(contract),
        detail=f"n = {least_to_most([row['played'] for row in rows])}",
        height=panel_height(dots),
        paint=partial(dots_in_panel, dots, scale),
        colour=HEADLINE if is_headline else INK,
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
        [act.declarers(amount) for amount in amounts],
        headline=headline,
        verb="made",
        level=tables.provenance.level,
        otherwise=act.otherwise(contract_name(about)),
    )
