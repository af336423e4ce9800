"""How many tricks the declarer takes in each contract."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from pipelines.tables import Tables
from reports.behind import behind_tricks
from reports.chart import Chart
from reports.conditions import (
    clusters_in_words,
    footer_of,
    headline_contract,
    headline_name,
    is_headline,
    level_text,
)
from reports.estimates import Share
from reports.figures.success import NEVER_PLAYED
from reports.grid import Panel, draw_grid
from reports.language import tr, trn
from reports.left_out import left_out_in_words, played_contracts
from reports.style import FAILED, HEADLINE, INK, MADE
from reports.trick_bars import TrickBar, bars_panel
from reports.wording import (
    contract_name,
    count,
    counted,
    in_percent,
    percent,
    prose,
)

_ENOUGH_FOR_PERCENT = 100


def tricks_taken(tables: Tables) -> Chart:
    """Draw the distribution of the declarer's tricks for each contract."""
    provenance = tables.provenance
    rows_of: dict[str, list[dict[str, Any]]] = {}
    for row in tables.tricks.rows(named=True):
        rows_of.setdefault(row["contract"], []).append(row)
    headline, shown = headline_contract(tables), played_contracts(tables)
    left_out = left_out_in_words(tables, shown, "Never played")
    return Chart(
        name="tricks-taken",
        title=_finding(rows_of[headline], tables),
        caption=prose(
            tr(
                "Bar: share of the deals played in the contract in which the declarer takes that "
                "many tricks, in percent; green: {green}, grey: the other numbers; thin line: "
                "{level} interval.",
                green=_green(tables),
                level=level_text(provenance),
            ),
            clusters_in_words(provenance),
            tr(
                "The bars of a panel add up to one; n is the number of deals played in the "
                "contract."
            ),
            left_out,
        ),
        alt=prose(
            tr("Tricks taken by the declarer."),
            *(_in_words(rows_of[contract]) for contract in shown),
            left_out,
        ),
        footer=footer_of(tables),
        paint=partial(
            draw_grid,
            panels=[_panel(rows_of[contract], is_headline(contract, tables)) for contract in shown],
        ),
        examples=behind_tricks(tables),
    )


def _green(tables: Tables) -> str:
    """Say what the made contract's bars have in common; a revoke ends a deal before that."""
    if tables.revokes_by_player is None:
        return tr("the contract is made")
    return tr(
        "as many as the contract needs (a deal that a revoke ends counts the tricks until then)"
    )


def _panel(rows: Sequence[Mapping[str, Any]], headline: bool) -> Panel:
    played = rows[0]["played"]
    return bars_panel(
        [
            TrickBar(
                tricks=row["tricks"],
                share=Share.from_columns(row, "deals", "played"),
                colour=MADE if row["makes"] else FAILED,
            )
            for row in rows
        ],
        heading=contract_name(rows[0]["contract"]),
        detail=f"n = {count(played)}" if played else tr(NEVER_PLAYED),
        label=tr("tricks taken by the declarer"),
        colour=HEADLINE if headline else INK,
    )


def _finding(rows: Sequence[Mapping[str, Any]], tables: Tables) -> str:
    """Say how the failures of the headline divide: by one trick, by more."""
    name, played = headline_name(tables), rows[0]["played"]
    if played == 0:
        return tr("No deal was played in {contract}, so its tricks are not known", contract=name)
    failures = sum(row["deals"] for row in rows if not row["makes"])
    if tables.revokes_by_player is not None:
        return trn(
            "The declarer of {contract} takes the tricks that it needs in {enough} of {n} deal",
            "The declarer of {contract} takes the tricks that it needs in {enough} of {n} deals",
            played,
            contract=name,
            enough=count(played - failures),
        )
    if failures == 0:
        return trn(
            "{contract} was made in every one of {n} deal",
            "{contract} was made in every one of {n} deals",
            played,
            contract=name,
        )
    by_one = sum(row["deals"] for row in rows if _misses_by_one(row["tricks"], rows))
    return _how_failures_divide(name, failures, by_one)


def _how_failures_divide(contract: str, failures: int, by_one: int) -> str:
    if failures == 1 and by_one:
        return tr("{contract} failed once, by a single trick", contract=contract)
    if failures == 1:
        return tr("{contract} failed once, by more than one trick", contract=contract)
    if failures < _ENOUGH_FOR_PERCENT:
        return trn(
            "{contract} failed in {n} deal, in {by_one} of them by a single trick",
            "{contract} failed in {n} deals, in {by_one} of them by a single trick",
            failures,
            contract=contract,
            by_one=count(by_one),
        )
    return tr(
        "When {contract} fails, it is by a single trick in {share} of deals",
        contract=contract,
        share=in_percent(100 * by_one / failures, 0),
    )


def _misses_by_one(tricks: int, rows: Sequence[Mapping[str, Any]]) -> bool:
    """Whether this number of tricks breaks the contract, and one more or one less keeps it."""
    keeping = {row["tricks"] for row in rows if row["makes"]}
    return tricks not in keeping and not keeping.isdisjoint({tricks - 1, tricks + 1})


def _in_words(rows: Sequence[Mapping[str, Any]]) -> str:
    name, played = contract_name(rows[0]["contract"]), rows[0]["played"]
    if played == 0:
        return tr("{contract}: never played.", contract=name)
    return trn(
        "{contract}, {n} deal: {shares}.",
        "{contract}, {n} deals: {shares}.",
        played,
        contract=name,
        shares=", ".join(map(_share_in_words, rows)),
    )


def _share_in_words(row: Mapping[str, Any]) -> str:
    tricks = counted(row["tricks"], "trick")
    share = percent(Share.from_columns(row, "deals", "played"))
    if row["makes"]:
        return tr("{tricks} {share} (made)", tricks=tricks, share=share)
    return f"{tricks} {share}"
