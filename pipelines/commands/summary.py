"""The main figures of a run for the terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import Any

import polars as pl

from pipelines.commands.columns import in_columns
from pipelines.tables import Tables
from reports.answer import missing_in_words, opening_sentence
from reports.conditions import level_text, which_deals
from reports.estimates import Share
from reports.given import condition_in_words
from reports.solved import (
    could_be_made_in_words,
    is_solved,
    none_solved_in_words,
    solved_in_words,
)
from reports.wording import contract_name, counted, percent, percent_interval, percent_of

_WIDTH = 80


def summary(tables: Tables) -> str:
    """Return the answer in a sentence and a table of contracts, as plain text.

    Remarks on what only some profiles have come last.
    """
    rows = [_row(row) for row in tables.contracts.rows(named=True)]
    headings = ("contract", "played", "made", level_text(tables.provenance), "break-even")
    table = in_columns([headings, *rows])
    return "\n\n".join([*_wrapped(answer_in_sentences(tables)), table, *_wrapped(remarks(tables))])


def _wrapped(sentences: Iterable[str]) -> list[str]:
    return [textwrap.fill(sentence, _WIDTH) for sentence in sentences]


def answer_in_sentences(tables: Tables) -> list[str]:
    """Return the answer, and what is to be said of the deals that were counted for it."""
    sentences = (
        opening_sentence(tables),
        condition_in_words(tables.provenance),
        which_deals(tables.provenance),
        missing_in_words(tables),
    )
    return [sentence for sentence in sentences if sentence]


def remarks(tables: Tables) -> Iterator[str]:
    """Yield what solved deals say, and profiles whose sessions are more than their deals."""
    provenance = tables.provenance
    if is_solved(tables):
        yield f"{solved_in_words(tables)} {could_be_made_in_words(tables)}"
    elif provenance.solve:
        yield none_solved_in_words(tables)
    if tables.pool is not None:
        won = tables.pool.row(by_predicate=pl.col("measure") == "won", named=True)
        units = tables.pool.row(by_predicate=pl.col("measure") == "units won", named=True)
        if won["total"]:
            wins = counted(won["total"], "deal")
            yield f"The pool is won in {wins}, {units['mean']:.1f} units on average."
        else:
            yield "The pool is never won."
    if tables.session_lengths is not None:
        length = provenance.deals / provenance.sessions
        yield (
            f"Who has no chips left leaves the table: a session lasts {length:.1f} deals on "
            f"average, of {provenance.deals_per_session} at most."
        )
    if provenance.clustered:
        yield (
            "The deals of a session depend on each other: the intervals come from the "
            f"differences between {counted(provenance.sessions, 'session')}."
        )


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
