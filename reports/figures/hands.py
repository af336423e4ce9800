"""How often a contract is made with which hand: a heat map for each contract."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from pipelines.tables import Tables
from reports.chart import Chart
from reports.conditions import footer_of, level_text
from reports.estimates import Share
from reports.language import tr, trn
from reports.sheet import Box, Sheet, text_width, widest
from reports.style import AMBER, BLUE, INK, MUTED, RULE, Colour
from reports.wording import contract_name, count, decimal, in_percent, percent, percent_of, prose

__all__ = ["hands_charts"]

ENOUGH: Final = 100
"""A cell of fewer deals is grey: its share could be ten points off."""

_ROW: Final = 40.0
_WIDEST_CELL: Final = 124.0
_LINES_ABOVE: Final = 46.0
_GAP: Final = 12.0
_INSET: Final = 1.5
_FAINTEST: Final = 0.08
_STRONGEST: Final = 0.42
"""On dark paper, too, ink on it has a contrast of 4.5 (amber: 5.0)."""
_FARTHEST: Final = 0.4
"""So far from break-even the tint is strongest."""
_SMALLEST: Final = 9.5
_THOUSAND: Final = 1000


@dataclass(frozen=True, kw_only=True)
class _Map:
    """The cells of a contract: hands by lengths of suits (rows) and honours (columns)."""

    cells: Mapping[tuple[str, int], Share]
    lengths: tuple[str, ...]
    honours: tuple[int, ...]
    break_even: float | None
    has_trump: bool

    @classmethod
    def of(cls, rows: Sequence[Mapping[str, Any]], break_even: float | None) -> _Map:
        """Read the rows of one contract."""
        honours = [row["honours"] for row in rows]
        return cls(
            cells={
                (row["lengths"], row["honours"]): Share.from_family(row, "made", "played")
                for row in rows
            },
            lengths=tuple(dict.fromkeys(row["lengths"] for row in rows)),
            honours=tuple(range(min(honours), max(honours) + 1)),
            break_even=break_even,
            has_trump=rows[0]["has_trump"],
        )

    @property
    def row_name(self) -> str:
        return tr("trumps | side suits") if self.has_trump else tr("lengths of suits")

    @property
    def column_name(self) -> str:
        return tr("honours in trumps") if self.has_trump else tr("honours in hand")

    def row_label(self, lengths: str) -> str:
        """Write the lengths of suits, trumps apart from the others."""
        trumps, _, sides = lengths.partition("-")
        return f"{trumps} | {sides}" if self.has_trump else lengths


def hands_charts(tables: Tables) -> Iterator[Chart]:
    """Draw a heat map for each contract that was played among the deals dealt again."""
    if tables.hands is None:
        return
    break_even = dict(tables.contracts.select("contract", "break_even").rows())
    for (contract,), rows in tables.hands.group_by("contract", maintain_order=True):
        drawn = _Map.of(rows.rows(named=True), break_even[contract])
        yield _chart(str(contract), drawn, tables)


def _chart(contract: str, drawn: _Map, tables: Tables) -> Chart:
    name = contract_name(contract)
    return Chart(
        name=f"hands-{contract}",
        title=_finding(name, drawn),
        caption=prose(
            tr(
                "Share of the deals in which the declarer makes {contract}, by his hand; below "
                "it, n: the deals with such a hand (k: thousands, M: millions).",
                contract=name,
            ),
            _axes_in_words(drawn),
            _tints_in_words(drawn),
            tr(
                "Cells of fewer than {n} deals are grey. Hands are those of {sample} deals, of "
                "which the cards were dealt again; intervals ({level}) are in the table.",
                n=count(ENOUGH),
                sample=count(sum(share.of for share in drawn.cells.values())),
                level=level_text(tables.provenance),
            ),
        ),
        alt=prose(
            tr("How often {contract} is made, by the declarer’s hand.", contract=name),
            *(_row_in_words(lengths, drawn) for lengths in drawn.lengths),
        ),
        footer=footer_of(tables),
        paint=partial(_draw, drawn),
    )


def _axes_in_words(drawn: _Map) -> str:
    if drawn.has_trump:
        return tr(
            "Rows: how many trumps he holds, then the lengths of his other suits; columns: how "
            "many of his trumps are honours (ace, king, queen, jack; a joker is one too)."
        )
    return tr(
        "Rows: the lengths of his suits, the longest first; columns: how many of his cards are "
        "honours (ace, king, queen, jack; a joker is one too)."
    )


def _tints_in_words(drawn: _Map) -> str:
    return tr(
        "Blue: more often than the stakes need to break even ({share}); amber: less often; the "
        "farther from it, the stronger.",
        share=percent_of(_reference(drawn)),
    )


def _reference(drawn: _Map) -> float:
    return 0.5 if drawn.break_even is None else drawn.break_even


def _finding(name: str, drawn: _Map) -> str:
    """Say what the most frequent hand is worth: no choice among results biases that."""
    (lengths, honours), share = max(drawn.cells.items(), key=lambda cell: cell[1].of)
    if share.of < ENOUGH:
        return tr("Too few deals were played in {contract} to tell by hand", contract=name)
    trumps, _, sides = lengths.partition("-")
    if drawn.has_trump:
        return tr(
            "{contract} is made in {share} with its most frequent hand (trumps {trumps}, side "
            "suits {sides}, honours in trumps {n})",
            contract=name,
            share=percent(share),
            trumps=trumps,
            sides=sides,
            n=honours,
        )
    return tr(
        "{contract} is made in {share} with its most frequent hand (suits {suits}, honours {n})",
        contract=name,
        share=percent(share),
        suits=lengths,
        n=honours,
    )


def _row_in_words(lengths: str, drawn: _Map) -> str:
    told = [
        trn(
            "{honours} honour {share} of {n}",
            "{honours} honours {share} of {n}",
            honours,
            honours=honours,
            share=percent(share),
            n=count(share.of),
        )
        for honours in drawn.honours
        if (share := drawn.cells.get((lengths, honours))) is not None and share.of >= ENOUGH
    ]
    if not told:
        return ""
    return tr("{name}: {values}.", name=drawn.row_label(lengths), values=", ".join(told))


def _draw(drawn: _Map, sheet: Sheet) -> None:
    size, small = sheet.canvas.text, sheet.canvas.small
    labels = {lengths: drawn.row_label(lengths) for lengths in drawn.lengths}
    name = drawn.row_name
    beside = max(widest(labels.values(), size), min(text_width(name, small), 120.0)) + _GAP
    cell = min(_WIDEST_CELL, (sheet.canvas.width - beside) / len(drawn.honours))
    left, top = sheet.margin + beside, sheet.bottom + _LINES_ABOVE
    middle = left + cell * len(drawn.honours) / 2
    sheet.write(drawn.column_name, middle, top - 34, ha="center", size=small, colour=MUTED)
    sheet.write(name, sheet.margin, top - 12, size=small, colour=MUTED)
    for column, honours in enumerate(drawn.honours):
        x = left + (column + 0.5) * cell
        sheet.write(str(honours), x, top - 12, ha="center", colour=MUTED)
    for row, lengths in enumerate(drawn.lengths):
        sheet.write(labels[lengths], sheet.margin, top + (row + 0.5) * _ROW)
        for column, honours in enumerate(drawn.honours):
            share = drawn.cells.get((lengths, honours))
            place = Box(
                left=left + column * cell + _INSET,
                top=top + row * _ROW + _INSET,
                width=cell - 2 * _INSET,
                height=_ROW - 2 * _INSET,
            )
            if share is not None:
                _draw_cell(sheet, share, place, _reference(drawn))
    sheet.bottom = max(sheet.bottom, top + _ROW * len(drawn.lengths))
    _draw_key(sheet)


def _draw_cell(sheet: Sheet, share: Share, place: Box, reference: float) -> None:
    enough = share.of >= ENOUGH
    if enough and share.rate is not None:
        far = min(1.0, abs(share.rate - reference) / _FARTHEST)
        colour = BLUE if share.rate >= reference else AMBER
        tint = _FAINTEST + (_STRONGEST - _FAINTEST) * far
        sheet.rectangle(place, facecolor=colour.light, alpha=tint, linewidth=0)
    else:
        sheet.rectangle(place, facecolor=RULE.light, alpha=0.5, linewidth=0)
    middle = place.left + place.width / 2
    size = sheet.canvas.text if enough else sheet.canvas.small
    sheet.write(
        in_percent(100 * (share.rate or 0.0), 0),
        middle,
        place.top + 0.34 * place.height,
        ha="center",
        size=size,
        colour=INK if enough else MUTED,
    )
    sheet.write(
        brief_count(share.of),
        middle,
        place.top + 0.76 * place.height,
        ha="center",
        size=_SMALLEST,
        colour=INK if enough else MUTED,
    )


def brief_count(number: int) -> str:
    """Write a count in a few letters.

    >>> [brief_count(number) for number in (950, 4321, 41_317, 1_171_225)]
    ['950', '4.3k', '41k', '1.2M']
    """
    if number < _THOUSAND:
        return count(number)
    unit, letter = (_THOUSAND, "k") if number < 999_500 else (_THOUSAND**2, "M")
    value = number / unit
    return f"{decimal(value, 0 if value >= 9.95 else 1)}{letter}"


def _draw_key(sheet: Sheet) -> None:
    small = sheet.canvas.small
    samples: tuple[tuple[Colour, float, str], ...] = (
        (BLUE, _STRONGEST, tr("more often than break-even")),
        (AMBER, _STRONGEST, tr("less often")),
        (RULE, 0.5, tr("fewer than {n} deals", n=count(ENOUGH))),
    )
    x, y = sheet.margin, sheet.bottom + 20
    for colour, tint, meaning in samples:
        needed = 34 + text_width(meaning, small)
        if x > sheet.margin and x + needed > sheet.margin + sheet.canvas.width:
            x, y = sheet.margin, y + 22
        sample = Box(left=x + 1, top=y - 8, width=25, height=16)
        sheet.rectangle(sample, facecolor=colour.light, alpha=tint, linewidth=0)
        sheet.write(meaning, x + 34, y, size=small, colour=MUTED)
        x += needed + 18
    sheet.bottom = max(sheet.bottom, y + 12)
