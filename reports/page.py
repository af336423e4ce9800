"""The pages: each question with its answer, figures, tables, method, provenance; and the first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pipelines.audit.verdict import Verdict
from pipelines.tables import Tables
from reports.answer import basis_in_words, missing_in_words
from reports.audit import audit_sections, audit_verdict, audit_verdict_in_full
from reports.chart import Chart
from reports.conditions import (
    conditions_in_words,
    footer_of,
    level_text,
    seating_named,
    session_in_words,
)
from reports.environment import page_environment
from reports.forms import INDEX
from reports.language import tr
from reports.options import may_end_early, play_moves_cards, takes_float
from reports.precision import asked_in_words, how_it_ended
from reports.questions import QUESTIONS, Question
from reports.reading import ReadingTable, reading_tables
from reports.record import RunRecord
from reports.rules_in_words import rules_in_words, why_clustered
from reports.sections import sections
from reports.style import PALETTE
from reports.wording import general

AUDIT: Final = "audit.html"
"""The page that says whether the run is sound."""


@dataclass(frozen=True, kw_only=True)
class Seated:
    """A player as the page lists him; how often he revokes is empty where he never does."""

    name: str
    policy: str
    revokes: str


@dataclass(frozen=True, kw_only=True)
class Link:
    """A page as the navigation names it."""

    file: str
    short: str


@dataclass(frozen=True, kw_only=True)
class Card:
    """A question on the first page, with its answer."""

    file: str
    heading: str
    answer: tuple[str, ...]


def render_pages(tables: Tables, charts: Sequence[Chart], record: RunRecord) -> dict[str, str]:
    """Write all pages of the report of a run.

    Parameters
    ----------
    tables
        What it reports.
    charts
        The figures; each is placed by its name (`reports.questions`), and drawn for broad and
        for narrow windows.
    record
        What the run recorded of itself.

    Returns
    -------
    dict of str to str
        Names of files and their content; the page that leads to the others comes first.
    """
    environment = page_environment()
    common = _of_all_pages(tables, record)
    to_read = reading_tables(tables)
    first = environment.get_template("index.html.j2").render(
        **common,
        page=INDEX,
        cards=[
            Card(
                file=each.file,
                heading=tr(each.heading),
                answer=each.answer(tables),
            )
            for each in QUESTIONS
        ],
    )
    pages = {
        question.file: environment.get_template("question.html.j2").render(
            **common, **_of_page(question, tables, charts, to_read)
        )
        for question in QUESTIONS
    }
    if tables.audit is not None:
        pages[AUDIT] = environment.get_template("audit.html.j2").render(
            **common,
            page=AUDIT,
            answer=_audit_answer(tables),
            sections=audit_sections(tables),
        )
    return {INDEX: first, **pages}


def _of_page(
    question: Question, tables: Tables, charts: Sequence[Chart], to_read: Sequence[ReadingTable]
) -> Mapping[str, Any]:
    """Fill in what a page alone has."""
    can_tell = question.can_tell(tables)
    return {
        "page": question.file,
        "heading": tr(question.heading),
        "following": _following(question),
        "method": question.method,
        "sessions": question.sessions(tables) if can_tell else tables.provenance.sessions,
        "answer": question.answer(tables),
        "can_tell": can_tell,
        "how_to": question.how_to,
        "key_figures": question.key_figures(tables) if can_tell else (),
        "sections": sections(question.parts, tables, charts) if can_tell else (),
        "tables": [table for name in question.tables for table in to_read if table.name == name]
        if can_tell
        else [],
    }


def _audit_answer(tables: Tables) -> tuple[str, ...]:
    """Give the verdict, and in a paragraph of its own what it rests on."""
    verdict = audit_verdict(tables)
    return verdict, audit_verdict_in_full(tables).removeprefix(verdict).strip()


def _following(question: Question) -> Link | None:
    """Name the question that is read after this one."""
    place = QUESTIONS.index(question) + 1
    if place == len(QUESTIONS):
        return None
    return Link(file=QUESTIONS[place].file, short=tr(QUESTIONS[place].heading))


def _of_all_pages(tables: Tables, record: RunRecord) -> Mapping[str, Any]:
    """Fill in what all pages share."""
    provenance, audit = tables.provenance, tables.audit
    return {
        "sound": audit is None or Verdict.of(audit).sound,
        "verdict": audit_verdict(tables),
        "audit": AUDIT,
        "pages": [
            Link(file=INDEX, short=tr("Overview")),
            *(Link(file=each.file, short=tr(each.short)) for each in QUESTIONS),
            *([] if audit is None else [Link(file=AUDIT, short=tr("Audit"))]),
        ],
        "basis": basis_in_words(provenance),
        "conditions": conditions_in_words(tables),
        "missing": missing_in_words(tables),
        "asked": asked_in_words(provenance),
        "how_it_ended": how_it_ended(provenance),
        "provenance": provenance,
        "players": _players(tables, record),
        "stakes": [stake for stake in provenance.stakes if not takes_float(stake.contract)],
        "with_float": any(takes_float(stake.contract) for stake in provenance.stakes),
        "seating": seating_named(provenance),
        "rules": rules_in_words(tables, record),
        "session_length": session_in_words(provenance),
        "why_clustered": why_clustered(tables),
        "has_pool": tables.pool is not None,
        "play_moves_cards": play_moves_cards(provenance),
        "may_end_early": may_end_early(provenance),
        "footer": footer_of(tables),
        "level": level_text(provenance),
        "versions": dict(sorted(record.versions.items())),
        "palette": PALETTE,
    }


def _players(tables: Tables, record: RunRecord) -> list[Seated]:
    return [
        Seated(
            name=seated.name,
            policy=seated.policy,
            revokes=tr("revokes with probability {rate} where he can", rate=general(rate))
            if rate
            else "",
        )
        for seated, rate in zip(tables.provenance.lineup, record.revoke_rates, strict=True)
    ]
