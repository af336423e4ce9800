"""What a page of the report is made of: question, answer, and what is placed on it by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pipelines.tables import Tables
from reports.key_figures import KeyFigure


def _no_remarks(tables: Tables) -> Iterator[str]:
    return iter(())


def _no_figures(tables: Tables) -> tuple[KeyFigure, ...]:
    return ()


def _always(tables: Tables) -> bool:
    return True


def _all_sessions(tables: Tables) -> int:
    return tables.provenance.sessions


@dataclass(frozen=True, kw_only=True)
class Part:
    """A part of a page; it is left out where a run has nothing of it.

    Attributes
    ----------
    anchor, heading
        Where links lead, and what stands above it: a marked text.
    charts
        Names of figures, in order; one that ends in "*" stands for all that begin so.
    remarks
        What is said above them in sentences.
    key_figures
        What is shown in large type.
    """

    anchor: str
    heading: str
    charts: tuple[str, ...] = ()
    remarks: Callable[[Tables], Iterator[str]] = _no_remarks
    key_figures: Callable[[Tables], tuple[KeyFigure, ...]] = _no_figures


@dataclass(frozen=True, kw_only=True)
class Question:
    """A page of the report.

    Attributes
    ----------
    name
        Stem of the file.
    heading, short
        The question, and a word for it in the navigation: marked texts.
    answer
        Answers it in paragraphs, with intervals: the first is the answer, others add to it. The
        conditions are said after them.
    key_figures
        Numbers in large type below the answer.
    parts
        Its figures.
    tables
        Names of the tables for reading, in order.
    method
        Paragraphs of the method that its numbers need.
    can_tell
        Whether a run has anything on it; else the answer says so, and the page ends there.
    sessions
        How many sessions its numbers come from.
    how_to
        The template that says how to find out, of a page whose question not every run can answer.
    """

    name: str
    heading: str
    short: str
    answer: Callable[[Tables], tuple[str, ...]]
    key_figures: Callable[[Tables], tuple[KeyFigure, ...]]
    parts: tuple[Part, ...]
    tables: tuple[str, ...]
    method: frozenset[str]
    can_tell: Callable[[Tables], bool] = _always
    sessions: Callable[[Tables], int] = _all_sessions
    how_to: str = ""

    @property
    def file(self) -> str:
        """Name of its page."""
        return f"{self.name}.html"
