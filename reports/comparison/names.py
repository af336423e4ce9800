"""Names that fit a figure and can still be told apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reports.language import tr
from reports.sheet import shortened, text_width


@dataclass(frozen=True, kw_only=True)
class ShortNames:
    """Names as a figure has room for them.

    Attributes
    ----------
    of
        The short name of each name; no two are alike.
    numbered
        Whether they begin with numbers, because nothing else that has room tells them apart.
    """

    of: Mapping[str, str]
    numbered: bool

    @property
    def key(self) -> str:
        """Say what the numbers stand for, as a sentence; empty where there are none."""
        if not self.numbered:
            return ""
        names = "; ".join(f"{place}. {name}" for place, name in enumerate(self.of, start=1))
        return tr("Names in full: {names}.", names=names)


def short_names(
    names: Sequence[str], width: float, size: float, *, bold: bool = True
) -> ShortNames:
    """Shorten names to at most `width` CSS pixels in type of `size`, none like another.

    Names are cut at their end, or in the middle where their ends tell them apart; where that does
    not help either, they are numbered.
    """
    for cut in (_without_end, _without_middle):
        short = {name: cut(name, width, size, bold) for name in names}
        if len(set(short.values())) == len(short):
            return ShortNames(of=short, numbered=False)
    marks = {name: f"{place}. " for place, name in enumerate(dict.fromkeys(names), start=1)}
    short = {
        name: mark + _without_end(name, width - text_width(mark, size, bold=bold), size, bold)
        for name, mark in marks.items()
    }
    return ShortNames(of=short, numbered=True)


def _without_end(name: str, width: float, size: float, bold: bool) -> str:
    return shortened(name, width, size, bold=bold)


def _without_middle(name: str, width: float, size: float, bold: bool) -> str:
    """Keep beginning and end of a name, twice as much of the end as of the beginning."""
    if text_width(name, size, bold=bold) <= width:
        return name
    for kept in range(len(name) - 1, 1, -1):
        head = kept // 3
        text = f"{name[:head].rstrip()}…{name[len(name) - (kept - head) :].lstrip()}"
        if text_width(text, size, bold=bold) <= width:
            return text
    return "…"
