"""The main figures of a run for the terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

from pipelines.tables import Tables
from reports.answer import missing_in_words, opening_sentence
from reports.conditions import level_text
from reports.estimates import Share
from reports.wording import contract_name, percent, percent_interval, percent_of

_WIDTH = 80


def summary(tables: Tables) -> str:
    """Return the answer in a sentence and a table of contracts, as plain text."""
    sentences = [opening_sentence(tables), missing_in_words(tables)]
    wrapped = [textwrap.fill(sentence, _WIDTH) for sentence in sentences if sentence]
    rows = [_row(row) for row in tables.contracts.rows(named=True)]
    headings = ("contract", "played", "made", level_text(tables.provenance), "break-even")
    return "\n\n".join([*wrapped, _in_columns([headings, *rows])])


def _row(contract: dict[str, Any]) -> tuple[str, ...]:
    played = Share.from_family(contract, "played", "deals")
    made = Share.from_family(contract, "made", "played")
    return (
        contract_name(contract["contract"]),
        percent(played),
        percent(made),
        percent_interval(made),
        percent_of(contract["break_even"]),
    )


def _in_columns(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )
