"""The page: the answer, the figures, the tables, the method, the provenance; one HTML file."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from pipelines.tables import Tables
from reports.answer import missing_in_words, opening_sentence
from reports.chart import Chart
from reports.conditions import footer_of, headline_contract, level_text, lineup_in_words
from reports.drawing import svg_for_page
from reports.estimates import Share
from reports.reading import reading_tables
from reports.sheet import BROAD, NARROW
from reports.style import PALETTE
from reports.wording import DASH, contract_name, count, percent, percent_interval, sentence

_TEMPLATES: Final = Path(__file__).parent / "templates"

_INTERVAL: Final = re.compile(rf"[\d.]+{DASH}[\d.]+(?:\s%)?")

_SECTIONS: Final = (
    (
        "success",
        "How often does a bid succeed?",
        ("success-by-contract", "success-by-position", "success-by-policy", "tricks-taken"),
    ),
    ("bidding", "Who bids what?", ("calls-by-position",)),
    (
        "expectation",
        "What is a position worth, and what a player?",
        ("expectation-by-position", "expectation-by-player"),
    ),
    ("sessions", "How does a session end?", ("balances", "win-shares")),
)
"""Anchor, heading and figures of each section, in the order of the page."""


@dataclass(frozen=True, kw_only=True)
class KeyFigure:
    """A rate that the page shows in large type."""

    name: str
    number: str
    interval: str
    basis: str


@dataclass(frozen=True, kw_only=True)
class DrawnChart:
    """A chart with its two drawings for the page."""

    chart: Chart
    broad: Markup
    narrow: Markup


@dataclass(frozen=True, kw_only=True)
class Section:
    """A part of the page: its anchor, its question, its figures."""

    anchor: str
    heading: str
    figures: tuple[DrawnChart, ...]


def render_page(tables: Tables, charts: Sequence[Chart], versions: Mapping[str, str]) -> str:
    """Write the whole page.

    Parameters
    ----------
    tables
        What it reports.
    charts
        The figures; each is drawn twice, for broad and for narrow windows.
    versions
        Names and versions of the software that made the run.
    """
    provenance = tables.provenance
    return (
        _environment()
        .get_template("page.html.j2")
        .render(
            answer=opening_sentence(tables),
            missing=missing_in_words(tables),
            key_figures=key_figures(tables),
            sections=_sections(charts),
            tables=reading_tables(tables),
            provenance=provenance,
            lineup=sentence(lineup_in_words(provenance)),
            conditions=footer_of(provenance),
            headline=contract_name(headline_contract(tables)),
            level=level_text(provenance),
            versions=dict(sorted(versions.items())),
            palette=PALETTE,
        )
    )


def _measures(headline: str) -> dict[str, str]:
    """Name the key figures by the measures of the table, in their order on the page."""
    name = contract_name(headline)
    return {
        f"{headline} bid": f"{name} is bid",
        f"{headline} played": f"{name} is played",
        f"{headline} made": f"{name} is made",
        "contract made": "Any contract is made",
        "passed out": "Passed out",
    }


def key_figures(tables: Tables) -> tuple[KeyFigure, ...]:
    """Read the rates of the table ``overview`` as they are shown in large type."""
    rows = {row["measure"]: row for row in tables.overview.rows(named=True)}
    return tuple(
        _key_figure(name, Share.from_columns(rows[measure], "successes", "n"), rows[measure]["of"])
        for measure, name in _measures(headline_contract(tables)).items()
        if measure in rows
    )


def _key_figure(name: str, share: Share, of: str) -> KeyFigure:
    if share.rate is None:
        return KeyFigure(name=name, number="unknown", interval="", basis=f"of no {of}")
    return KeyFigure(
        name=name,
        number=percent(share),
        interval=percent_interval(share),
        basis=f"{count(share.successes)} of {count(share.of)} {of}",
    )


def _sections(charts: Sequence[Chart]) -> tuple[Section, ...]:
    by_name = {chart.name: chart for chart in charts}
    return tuple(
        Section(
            anchor=anchor,
            heading=heading,
            figures=tuple(_drawn(by_name[name]) for name in names if name in by_name),
        )
        for anchor, heading, names in _SECTIONS
    )


def _drawn(chart: Chart) -> DrawnChart:
    return DrawnChart(
        chart=chart,
        broad=Markup(svg_for_page(chart, BROAD)),
        narrow=Markup(svg_for_page(chart, NARROW)),
    )


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
    return environment
