"""The page: the answer, the figures, the tables, the method, the provenance; one HTML file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

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
from reports.drawing import svg_for_page
from reports.key_figures import headline_figures
from reports.options import may_end_early, play_moves_cards, takes_float
from reports.reading import reading_tables
from reports.record import RunRecord
from reports.rules_in_words import rules_in_words, why_clustered
from reports.sections import sections
from reports.sheet import BROAD, NARROW
from reports.style import PALETTE
from reports.wording import DASH, contract_name, count

_TEMPLATES: Final = Path(__file__).parent / "templates"

_INTERVAL: Final = re.compile(rf"[\d.]+{DASH}[\d.]+(?:\s%)?")


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
        _environment()
        .get_template("page.html.j2")
        .render(
            answer=opening_sentence(tables),
            conditions=conditions_in_words(tables),
            missing=missing_in_words(tables),
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


def drawn(chart: Chart) -> dict[str, Markup]:
    """Draw a chart for the page, for broad and for narrow windows."""
    return {canvas.name: Markup(svg_for_page(chart, canvas)) for canvas in (BROAD, NARROW)}


def unbroken(text: str) -> Markup:
    """Keep intervals on one line.

    >>> unbroken("made in 7–9 % < half")
    Markup('made in <span class="nb">7–9 %</span> &lt; half')
    """
    return Markup(_INTERVAL.sub(r'<span class="nb">\g<0></span>', str(escape(text))))


def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["count"] = count
    environment.filters["unbroken"] = unbroken
    environment.filters["contract"] = contract_name
    environment.filters["drawn"] = drawn
    return environment
