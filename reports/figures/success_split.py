"""How often each contract is made, split by the declarer's position or policy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import polars as pl

from pipelines.tables import Tables
from reports.chart import Chart
from reports.conditions import (
    clusters_in_words,
    footer_of,
    headline_contract,
    level_text,
    policies_of,
    speakers_of,
)
from reports.estimates import Share
from reports.figures.made_panel import made_panel
from reports.findings import who_most_often
from reports.grid import draw_grid
from reports.left_out import left_out_in_words, played_contracts
from reports.wording import contract_name, position_in_prose, position_name


def success_by_position(tables: Tables) -> Chart:
    """Draw the share made of each contract for every position of the declarer."""
    order = speakers_of(tables.provenance)
    return _split_chart(
        tables,
        tables.contracts_by_position,
        name="success-by-position",
        split="position",
        keys=order,
        label=position_name,
        title=_finding(tables, tables.contracts_by_position, "position", order, position_in_prose),
        rows_are="declarer's position, in speaking order",
    )


def success_by_policy(tables: Tables) -> Chart | None:
    """Draw the share made of each contract for every policy; None where all follow the same."""
    policies = policies_of(tables.provenance)
    if len(policies) == 1:
        return None
    return _split_chart(
        tables,
        tables.contracts_by_policy,
        name="success-by-policy",
        split="policy",
        keys=policies,
        label=str,
        title=_finding(tables, tables.contracts_by_policy, "policy", policies, str),
        rows_are="declarer's policy",
    )


def _split_chart(
    tables: Tables,
    frame: pl.DataFrame,
    *,
    name: str,
    split: str,
    keys: Sequence[Any],
    label: Callable[[Any], str],
    title: str,
    rows_are: str,
) -> Chart:
    rows = {(row["contract"], row[split]): row for row in frame.rows(named=True)}
    shown = played_contracts(tables)
    panels_and_words = [
        made_panel(contract, [(label(key), rows[contract, key]) for key in keys], tables)
        for contract in shown
    ]
    panels, words = zip(*panels_and_words, strict=True)
    left_out = left_out_in_words(tables, shown, "Never played")
    caption = (
        f"Dot: share of the deals played in the contract that its declarer made, by "
        f"{rows_are}; line: {level_text(tables.provenance)} interval of that dot alone. "
        f"{clusters_in_words(tables.provenance)}Upright line: break-even. Every panel has its own "
        f"scale; n is the least and the most deals behind a dot.{left_out}"
    )
    return Chart(
        name=name,
        title=title,
        caption=caption,
        alt=f"How often each contract is made by {rows_are}. {'; '.join(words)}.{left_out}",
        footer=footer_of(tables),
        paint=partial(draw_grid, panels=panels),
    )


def _finding(
    tables: Tables,
    frame: pl.DataFrame,
    split: str,
    keys: Sequence[Any],
    subject: Callable[[Any], str],
) -> str:
    """Say who makes the headline contract most often, or why that cannot be said."""
    rows = {(row["contract"], row[split]): row for row in frame.rows(named=True)}
    shares = {
        contract: [Share.from_family(rows[contract, key], "made", "played") for key in keys]
        for contract in tables.contracts["contract"].to_list()
    }
    headline = headline_contract(tables)
    name = contract_name(headline)
    if sum(share.of > 0 for share in shares[headline]) < 2:
        return f"{name} was played too seldom for a comparison"
    return who_most_often(
        shares,
        [subject(key) for key in keys],
        headline=headline,
        verb="made",
        level=tables.provenance.level,
        otherwise=f"No {split} is shown to make {name} more often than another",
    )
