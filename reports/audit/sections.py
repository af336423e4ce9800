"""The parts of the audit page: what must be so, what was counted, and how far it is off."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from pipelines.audit.verdict import Verdict
from pipelines.tables import Tables
from reports.audit.words import (
    broken_line,
    check_in_words,
    exact_text,
    item_in_words,
    place_in_words,
    z_text,
)
from reports.language import tr
from reports.reading.cells import Cell, ReadingTable, text_cells
from reports.wording import NOTHING, count, sentence

__all__ = ["AuditSection", "audit_sections"]

Row = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class AuditSection:
    """A part of the audit page.

    Attributes
    ----------
    anchor, heading
        Where links lead, and what stands above it.
    remarks
        What is said above its tables, a sentence each.
    tables
        Its tables for reading.
    """

    anchor: str
    heading: str
    remarks: tuple[str, ...]
    tables: tuple[ReadingTable, ...]


def audit_sections(tables: Tables) -> tuple[AuditSection, ...]:
    """Make the parts of the audit page; none where a run has no audit."""
    if tables.audit is None:
        return ()
    page = _Page(tables, tables.audit)
    sections = (page.failures(), page.hands(), page.deals(), page.dealers(), page.play())
    made = (*sections, page.sums())
    return tuple(section for section in made if section.remarks or section.tables)


class _Page:
    def __init__(self, tables: Tables, audit: pl.DataFrame) -> None:
        self._provenance = tables.provenance
        self._audit = audit

    def failures(self) -> AuditSection:
        """Say what failed."""
        failed = Verdict.of(self._audit).failed
        return AuditSection(
            anchor="failed",
            heading=tr("What failed"),
            remarks=tuple(sentence(broken_line(row, self._provenance)) + "." for row in failed),
            tables=(),
        )

    def hands(self) -> AuditSection:
        """Show what each position was dealt."""
        tables = (
            self._by_place(
                "audit_cards",
                tr("Cards by position"),
                tr(
                    "First column: the chi-square of how often each card of the pack came to the "
                    "position; on average it is the number of its degrees of freedom. Then cards "
                    "of each suit. Below each number: what it is on average, and how many "
                    "standard deviations it is off. Cards are drawn without replacement, so that "
                    "h of N vary by (N − h) / (N − 1) less than independent ones."
                ),
                ("card", "suit", "joker"),
            ),
            self._by_place(
                "audit_aces",
                tr("Aces in a hand"),
                tr(
                    "Hands of the position with so many aces; below: on average, by the "
                    "hypergeometric law."
                ),
                ("aces",),
            ),
            self._by_place(
                "audit_patterns",
                sentence(tr("lengths of suits")),
                tr(
                    "Hands of the position whose suits have these lengths; below: on average, by "
                    "products of binomial coefficients."
                ),
                ("pattern",),
            ),
            self._by_place(
                "audit_lay_downs",
                sentence(tr("lay-down hands")),
                tr(
                    "A lay-down hand takes every trick whatever the others hold; all such hands "
                    "of the pack are counted one by one."
                ),
                ("lay-down",),
            ),
        )
        return AuditSection(
            anchor="hands",
            heading=tr("Is every hand equally probable?"),
            remarks=(),
            tables=tuple(table for table in tables if table is not None),
        )

    def deals(self) -> AuditSection:
        """Show what concerns whole deals."""
        table = self._listed(
            "audit_deals",
            tr("Whole deals"),
            tr(
                "Aces in all hands together; cards that eldest holds in a deal of even number and "
                "in the next one; and a mark that depends on every card of a deal: deals that "
                "come again would heap up on some of its 256 values."
            ),
            ("aces in play", "shared", "mark"),
        )
        return AuditSection(
            anchor="deals",
            heading=tr("Are deals independent of each other?"),
            remarks=(),
            tables=() if table is None else (table,),
        )

    def dealers(self) -> AuditSection:
        """Show who deals first."""
        table = self._listed(
            "audit_dealers",
            tr("First dealer of a session"),
            tr("Every seat is equally probable; each count has a binomial law."),
            ("first dealer",),
        )
        return AuditSection(
            anchor="dealers",
            heading=tr("Does every seat deal first equally often?"),
            remarks=(),
            tables=() if table is None else (table,),
        )

    def play(self) -> AuditSection:
        """Show what the hands make certain."""
        table = self._listed(
            "audit_play",
            tr("What the hands make certain"),
            tr(
                "A trump above all trumps of the others takes the trick in which it is played, "
                "whatever anybody does. These deals tie the hands that were dealt again to the "
                "play that was filed; n counts the deals in which it is certain."
            ),
            ("trump held", "high trumps win", "a higher trump wins"),
        )
        return AuditSection(
            anchor="play",
            heading=tr("Does the play agree with the cards?"),
            remarks=(),
            tables=() if table is None else (table,),
        )

    def sums(self) -> AuditSection:
        """Show the sums that must agree, those of one kind in a row."""
        elsewhere = ("trump held", "high trumps win", "a higher trump wins")
        kinds: dict[str, list[Row]] = {}
        for row in self._audit.filter(pl.col("must_equal")).rows(named=True):
            if row["check"] not in elsewhere:
                kinds.setdefault(row["check"], []).append(row)
        table = ReadingTable(
            name="audit_sums",
            title=tr("Sums that must agree"),
            note=tr(
                "Each number is made in two ways from what was counted; a row may stand for "
                "several, one for each player, position or contract. n is how many things the "
                "largest of them counts."
            ),
            columns=(tr("what"), tr("compared"), tr("equal"), tr("n")),
            names=1,
            rows=tuple(
                text_cells(
                    sentence(check_in_words(check)),
                    count(len(rows)),
                    count(sum(row["observed"] == row["expected"] for row in rows)),
                    count(max(row["n"] for row in rows)),
                )
                for check, rows in kinds.items()
            ),
        )
        return AuditSection(
            anchor="sums", heading=tr("Do all sums agree?"), remarks=(), tables=(table,)
        )

    def _of(self, checks: Sequence[str]) -> Sequence[Row]:
        return self._audit.filter(pl.col("check").is_in(checks)).rows(named=True)

    def _by_place(
        self, name: str, title: str, note: str, checks: Sequence[str]
    ) -> ReadingTable | None:
        """Show positions as rows and what is counted of each as columns."""
        rows = self._of(checks)
        if not rows:
            return None
        kinds = list(dict.fromkeys((row["check"], row["item"]) for row in rows))
        places = self._speaking(sorted({row["place"] for row in rows}))
        found = {(row["place"], row["check"], row["item"]): row for row in rows}
        return ReadingTable(
            name=name,
            title=title,
            note=note,
            columns=(tr("position"), tr("n, deals"), *(_heading(*kind) for kind in kinds)),
            names=1,
            rows=tuple(
                (
                    *text_cells(
                        place_in_words("card", place, self._provenance), count(rows[0]["n"])
                    ),
                    *(_cell(found[place, *kind]) for kind in kinds),
                )
                for place in places
            ),
        )

    def _listed(
        self, name: str, title: str, note: str, checks: Sequence[str]
    ) -> ReadingTable | None:
        """Show a line a row."""
        rows = self._of(checks)
        if not rows:
            return None
        return ReadingTable(
            name=name,
            title=title,
            note=note,
            columns=(tr("what"), tr("observed"), tr("exact"), tr("z"), tr("n")),
            names=1,
            rows=tuple(text_cells(*self._texts(row)) for row in rows),
        )

    def _texts(self, row: Row) -> Iterator[str]:
        about = (
            check_in_words(row["check"]),
            item_in_words(row["check"], row["item"]),
            place_in_words(row["check"], row["place"], self._provenance),
        )
        yield sentence(", ".join(filter(None, about)))
        yield exact_text(row["observed"])
        yield exact_text(row["expected"])
        yield tr("must be equal") if row["must_equal"] else _z_or_nothing(row)
        yield count(row["n"])

    @staticmethod
    def _speaking(places: Sequence[int]) -> list[int]:
        """Sort positions as they speak, the dealer last."""
        return sorted(places, key=lambda place: (place == 0, place))


def _heading(check: str, item: str) -> str:
    short: Mapping[str, Callable[[], str]] = {
        "card": lambda: tr("chi-square"),
        "joker": lambda: tr("joker"),
        "lay-down": lambda: tr("lay-down"),
    }
    return short[check]() if check in short else item_in_words(check, item)


def _cell(row: Row) -> Cell:
    expected = exact_text(row["expected"])
    if row["must_equal"]:
        return Cell(
            text=exact_text(row["observed"]), interval=tr("must be {number}", number=expected)
        )
    return Cell(
        text=exact_text(row["observed"]),
        interval=tr("{expected}; z {z}", expected=expected, z=_z_or_nothing(row)),
    )


def _z_or_nothing(row: Row) -> str:
    """Write the deviation; a dash where there are too few deals to judge it."""
    return NOTHING if row["chance"] is None else z_text(row["z"])
