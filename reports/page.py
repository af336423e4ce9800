"""The page: the answer, the figures, the tables, the method, the provenance; one HTML file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pipelines.tables import Tables
from reports.answer import missing_in_words, opening_sentence
from reports.chart import Chart
from reports.conditions import (
    conditions_in_words,
    footer_of,
    headline_contract,
    level_text,
    session_in_words,
)
from reports.environment import page_environment
from reports.key_figures import headline_figures
from reports.options import may_end_early, play_moves_cards, takes_float
from reports.precision import asked_in_words, how_it_ended
from reports.reading import reading_tables
from reports.record import RunRecord
from reports.rules_in_words import rules_in_words, why_clustered
from reports.sections import sections
from reports.style import PALETTE
from reports.wording import contract_name


@dataclass(frozen=True, kw_only=True)
class Seated:
    """A player as the page lists him; how often he revokes is empty where he never does."""

    name: str
    policy: str
    revokes: str


def render_page(tables: Tables, charts: Sequence[Chart], record: RunRecord) -> str:
    """Write the whole page.

    Parameters
    ----------
    tables
        What it reports.
    charts
        The figures; each is drawn twice, for broad and for narrow windows.
    record
        What the run recorded of itself.
    """
    provenance = tables.provenance
    return (
        page_environment()
        .get_template("page.html.j2")
        .render(
            answer=opening_sentence(tables),
            conditions=conditions_in_words(tables),
            missing=missing_in_words(tables),
            asked=asked_in_words(provenance),
            how_it_ended=how_it_ended(provenance),
            key_figures=headline_figures(tables),
            sections=sections(tables, charts),
            tables=reading_tables(tables),
            provenance=provenance,
            players=_players(tables, record),
            stakes=[stake for stake in provenance.stakes if not takes_float(stake.contract)],
            with_float=any(takes_float(stake.contract) for stake in provenance.stakes),
            rules=rules_in_words(tables, record),
            session_length=session_in_words(provenance),
            why_clustered=why_clustered(tables),
            has_pool=tables.pool is not None,
            play_moves_cards=play_moves_cards(provenance),
            may_end_early=may_end_early(provenance),
            footer=footer_of(tables),
            headline=contract_name(headline_contract(tables)),
            level=level_text(provenance),
            versions=dict(sorted(record.versions.items())),
            palette=PALETTE,
        )
    )


def _players(tables: Tables, record: RunRecord) -> list[Seated]:
    return [
        Seated(
            name=seated.name,
            policy=seated.policy,
            revokes=f"revokes with probability {rate:g} where he can" if rate else "",
        )
        for seated, rate in zip(tables.provenance.lineup, record.revoke_rates, strict=True)
    ]
