"""The parts of a report as tests ask for them: figures, tables, sections, rules."""

from __future__ import annotations

from reports.chart import Chart
from reports.questions import QUESTIONS
from reports.reading import ReadingTable, reading_tables
from reports.rules_in_words import rules_in_words
from reports.sections import Section, sections
from tests.reports import conftest
from tests.reports.conftest import built, tables_of

NB = "\N{NO-BREAK SPACE}"


def charts_of(name: str) -> dict[str, Chart]:
    return {chart.name: chart for chart in conftest.charts_of(name)}


def shown_tables(name: str) -> dict[str, ReadingTable]:
    return {table.name: table for table in reading_tables(tables_of(name))}


def sections_of(name: str) -> dict[str, Section]:
    tables = tables_of(name)
    charts = conftest.charts_of(name)
    return {
        part.anchor: part
        for question in QUESTIONS
        for part in sections(question.parts, tables, charts)
    }


def remarks_of(name: str, section: str) -> str:
    return " ".join(sections_of(name)[section].remarks).replace(NB, " ")


def rules_of(name: str) -> str:
    return " ".join(rules_in_words(*built(name)))


def rows_of(table: ReadingTable) -> dict[str, tuple[str, ...]]:
    return {row[0].text: tuple(cell.text for cell in row) for row in table.rows}
