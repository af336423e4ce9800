"""The panel of one contract: how often it is made, by whatever its declarers are split."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from pipelines.tables import Tables
from reports.conditions import is_headline
from reports.dot_panel import dots_in_panel, panel_height
from reports.dots import share_dot
from reports.estimates import Share
from reports.grid import Panel
from reports.language import tr
from reports.scale import scale_around
from reports.style import GREEN, HEADLINE, INK
from reports.wording import contract_name, least_to_most

_NARROWEST_PERCENT: Final = 4.0


def made_panel(
    contract: str, rows: Sequence[tuple[str, Mapping[str, Any]]], tables: Tables
) -> tuple[Panel, str]:
    """Make the panel of a contract, and its part of the figure's alternative text.

    Parameters
    ----------
    rows
        Labels, and rows of a table that hold ``played`` and the rate ``made``.
    """
    headline = is_headline(contract, tables)
    break_even = tables.contracts.filter(contract=contract)["break_even"].item()
    dots = [
        share_dot(
            label,
            Share.from_family(row, "made", "played"),
            absent=tr("no deal"),
            colour=HEADLINE if headline else GREEN,
            reference=break_even,
        )
        for label, row in rows
    ]
    scale = scale_around(
        dots, label=tr("made, % of deals played"), percent=True, narrowest=_NARROWEST_PERCENT
    )
    panel = Panel(
        heading=contract_name(contract),
        detail=f"n = {least_to_most([row['played'] for _, row in rows])}",
        height=panel_height(dots),
        paint=partial(dots_in_panel, dots, scale),
        colour=HEADLINE if headline else INK,
    )
    words = ", ".join(dot.in_words for dot in dots)
    return panel, tr("{name}: {values}", name=contract_name(contract), values=words)
