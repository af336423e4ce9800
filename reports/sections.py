"""The parts of the page, each with its question: remarks, numbers in large type, figures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pipelines.tables import Tables
from reports.chart import Chart
from reports.key_figures import KeyFigure, pool_figures
from reports.remarks import of_pool, of_sessions, of_success

_QUESTIONS: Final = (
    (
        "success",
        "How often does a bid succeed?",
        (
            "success-by-contract",
            "success-by-position",
            "success-by-policy",
            "tricks-taken",
            "convergence",
        ),
    ),
    ("bidding", "Who bids what?", ("calls-by-position",)),
    (
        "acts",
        "What do players do before they bid?",
        (
            "acts-by-position",
            "success-by-exchange",
            "success-by-float",
            "success-by-peep",
            "success-by-extra-hand",
        ),
    ),
    ("pool", "What becomes of the pool?", ()),
    (
        "expectation",
        "What is a position worth, and what a player?",
        ("expectation-by-position", "expectation-by-player"),
    ),
    (
        "sessions",
        "How does a session end?",
        (
            "balances",
            "balance-after-deals",
            "ruin",
            "win-shares",
            "session-lengths",
            "broke",
            "rebuys",
        ),
    ),
)
"""Anchor, heading and figures of each section, in the order of the page."""

_REMARKS: Final[dict[str, Callable[[Tables], Iterator[str]]]] = {
    "success": of_success,
    "pool": of_pool,
    "sessions": of_sessions,
}


@dataclass(frozen=True, kw_only=True)
class Section:
    """A part of the page: its anchor, its question, and what answers it."""

    anchor: str
    heading: str
    remarks: tuple[str, ...]
    key_figures: tuple[KeyFigure, ...]
    charts: tuple[Chart, ...]


def sections(tables: Tables, charts: Sequence[Chart]) -> tuple[Section, ...]:
    """Make the sections that have anything to show."""
    by_name = {chart.name: chart for chart in charts}
    made = (
        Section(
            anchor=anchor,
            heading=heading,
            remarks=tuple(_REMARKS[anchor](tables)) if anchor in _REMARKS else (),
            key_figures=pool_figures(tables) if anchor == "pool" else (),
            charts=tuple(by_name[name] for name in names if name in by_name),
        )
        for anchor, heading, names in _QUESTIONS
    )
    return tuple(part for part in made if part.remarks or part.key_figures or part.charts)
