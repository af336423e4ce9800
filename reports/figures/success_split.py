"""How often each contract is made, split by the declarer's position or policy."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import polars as pl

from pipelines.tables import Tables
from reports.behind import behind_policies, behind_positions
from reports.chart import Chart, Examples
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
from reports.language import marked, tr
from reports.left_out import left_out_in_words, played_contracts
from reports.wording import contract_name, position_in_prose, position_name, prose


@dataclass(frozen=True, kw_only=True)
class _Sentences:
    """What is said of a way to split, in texts that are translated where they are used.

    Attributes
    ----------
    dot
        What the dots are, with the ``level`` of their intervals.
    alt
        What the figure shows.
    no_difference
        That none makes the ``contract`` more often than another.
    """

    dot: str
    alt: str
    no_difference: str


_BY_POSITION: Final = _Sentences(
    dot=marked(
        "Dot: share of the deals played in the contract that its declarer made, by declarer's "
        "position, in speaking order; line: {level} interval of that dot alone."
    ),
    alt=marked("How often each contract is made by declarer's position, in speaking order."),
    no_difference=marked("No position is shown to make {contract} more often than another"),
)
_BY_POLICY: Final = _Sentences(
    dot=marked(
        "Dot: share of the deals played in the contract that its declarer made, by declarer's "
        "policy; line: {level} interval of that dot alone."
    ),
    alt=marked("How often each contract is made by declarer's policy."),
    no_difference=marked("No policy is shown to make {contract} more often than another"),
)


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
        subject=position_in_prose,
        said=_BY_POSITION,
        examples=behind_positions(tables),
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
        subject=str,
        said=_BY_POLICY,
        examples=behind_policies(tables),
    )


def _split_chart(
    tables: Tables,
    frame: pl.DataFrame,
    *,
    name: str,
    split: str,
    keys: Sequence[Any],
    label: Callable[[Any], str],
    subject: Callable[[Any], str],
    said: _Sentences,
    examples: Examples | None,
) -> Chart:
    rows = {(row["contract"], row[split]): row for row in frame.rows(named=True)}
    shown = played_contracts(tables)
    panels_and_words = [
        made_panel(contract, [(label(key), rows[contract, key]) for key in keys], tables)
        for contract in shown
    ]
    panels, words = zip(*panels_and_words, strict=True)
    left_out = left_out_in_words(tables, shown, "Never played")
    caption = prose(
        tr(said.dot, level=level_text(tables.provenance)),
        clusters_in_words(tables.provenance),
        tr("Upright line: break-even."),
        tr("Every panel has its own scale; n is the least and the most deals behind a dot."),
        left_out,
    )
    shares = {
        contract: [Share.from_family(rows[contract, key], "made", "played") for key in keys]
        for contract in tables.contracts["contract"].to_list()
    }
    return Chart(
        name=name,
        title=_finding(tables, shares, [subject(key) for key in keys], said),
        caption=caption,
        alt=prose(tr(said.alt), f"{'; '.join(words)}.", left_out),
        footer=footer_of(tables),
        paint=partial(draw_grid, panels=panels),
        examples=examples,
    )


def _finding(
    tables: Tables,
    shares: Mapping[str, Sequence[Share]],
    subjects: Sequence[str],
    said: _Sentences,
) -> str:
    """Say who makes the headline contract most often, or why that cannot be said."""
    headline = headline_contract(tables)
    name = contract_name(headline)
    places = sum(share.of > 0 for share in shares[headline])
    if not places:
        return tr("{contract} was never played, so there is nothing to compare", contract=name)
    if places < 2:
        return tr("{contract} was played too seldom for a comparison", contract=name)
    return who_most_often(
        shares,
        subjects,
        headline=headline,
        verb="made",
        level=tables.provenance.level,
        otherwise=tr(said.no_difference, contract=name),
    )
