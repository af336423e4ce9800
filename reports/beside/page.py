"""The page: the answer, what differs, the figures, the tables, the method, the provenance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pipelines.beside.conditions import policies_in_short
from pipelines.beside.tables import BesideTables
from pipelines.tables import Provenance
from reports.beside.answer import answers, titles
from reports.beside.conditions import (
    conditions_table,
    footer_of,
    how_compared,
    how_positions_match,
    lacking_contracts,
    level_of,
)
from reports.beside.difference import Difference
from reports.beside.forests import bid_forests, made_forests, unit_forests
from reports.beside.panels import positions_by_run, success_by_run
from reports.beside.reading import beside_tables_to_read
from reports.environment import page_environment
from reports.language import tr, trn
from reports.record import RunRecord
from reports.sections import Section
from reports.style import PALETTE
from reports.wording import count, listed


@dataclass(frozen=True, kw_only=True)
class ListedRun:
    """A run as the provenance of the page lists it."""

    label: str
    facts: tuple[tuple[str, str], ...]


def beside_sections(tables: BesideTables, differences: Sequence[Difference]) -> tuple[Section, ...]:
    """Make the parts of the page, each with its question and the figures that answer it."""
    title = titles(tables, differences)
    units = tuple(unit_forests(tables, differences))
    made = (
        (
            "success",
            tr("How often does a bid succeed?"),
            lacking_contracts(tables.provenance),
            (success_by_run(tables, title), *made_forests(tables, differences)),
        ),
        ("bidding", tr("How often is what bid?"), (), (*bid_forests(tables, differences),)),
        (
            "seat",
            tr("What is a seat worth?"),
            how_positions_match(tables.provenance),
            (positions_by_run(tables, units[0].title), *units),
        ),
    )
    return tuple(
        Section(anchor=anchor, heading=heading, remarks=remarks, key_figures=(), charts=charts)
        for anchor, heading, remarks, charts in made
    )


def render_beside_page(
    tables: BesideTables,
    differences: Sequence[Difference],
    sections: tuple[Section, ...],
    records: Sequence[RunRecord],
) -> str:
    """Write the whole page.

    Parameters
    ----------
    tables
        What it reports.
    differences
        Those of the tables.
    sections
        Its parts with their figures.
    records
        What each run recorded of itself.
    """
    labels = [run.label for run in tables.provenance.runs]
    question = tr("What differs between {runs}?", runs=listed(labels))
    said = answers(tables, differences)
    return (
        page_environment()
        .get_template("beside.html.j2")
        .render(
            question=question,
            description=" ".join(said),
            title=question,
            answers=said,
            conditions=how_compared(tables.provenance),
            differing=conditions_table(tables),
            sections=sections,
            tables=beside_tables_to_read(tables, differences),
            level=level_of(tables.provenance),
            differences=len(differences),
            dependences={run.dependence for run in tables.provenance.others},
            runs=_listed_runs(tables, records),
            first=tables.provenance.first.label,
            palette=PALETTE,
            footer=footer_of(tables.provenance),
        )
    )


def _listed_runs(tables: BesideTables, records: Sequence[RunRecord]) -> tuple[ListedRun, ...]:
    return tuple(
        ListedRun(label=run.label, facts=_facts(run.provenance, record))
        for run, record in zip(tables.provenance.runs, records, strict=True)
    )


def _facts(run: Provenance, record: RunRecord) -> tuple[tuple[str, str], ...]:
    numbers = run.deal_numbers
    versions = [f"{name} {version[:12]}" for name, version in sorted(record.versions.items())]
    deals = trn(
        "{deals} in {n} session, numbered {least} to {most}",
        "{deals} in {n} sessions, numbered {least} to {most}",
        run.sessions,
        deals=count(run.deals),
        least=count(numbers.start),
        most=count(numbers.stop - 1),
    )
    return (
        (tr("Scenario"), run.scenario),
        (tr("Profile"), run.profile),
        (tr("Players"), f"{run.players}: {policies_in_short(run.lineup)}"),
        (tr("Deals"), deals),
        (tr("Seed"), str(run.seed)),
        (tr("Identity"), run.identity),
        (tr("Versions"), ", ".join(versions)),
    )
