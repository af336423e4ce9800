"""How often each contract is made, against the share at which its stakes break even."""

from __future__ import annotations

from functools import partial
from typing import Any

from pipelines.tables import Provenance, Tables
from reports.chart import Chart
from reports.conditions import footer_of, headline_contract, level_text
from reports.dot_panel import dots_across_sheet
from reports.dots import Dot, share_dot
from reports.estimates import Share, side_of
from reports.scale import scale_of_shares
from reports.style import GREEN, HEADLINE
from reports.wording import contract_name, counted, percent, percent_of

NEVER_PLAYED = "never played"


def success_by_contract(tables: Tables) -> Chart:
    """Draw, for each contract of the ladder, the share of its deals that the declarer made."""
    provenance = tables.provenance
    rows = tables.contracts.rows(named=True)
    headline = headline_contract(tables)
    dots = [
        share_dot(
            contract_name(row["contract"]),
            Share.from_family(row, "made", "played"),
            absent=NEVER_PLAYED,
            colour=HEADLINE if row["contract"] == headline else GREEN,
            reference=row["break_even"],
        )
        for row in rows
    ]
    scale = scale_of_shares("made, % of the deals played in the contract", "break-even")
    columns = ("made", f"{level_text(provenance)} interval", "made of played")
    caption = (
        f"Dot: share of the deals played in the contract that its declarer made; line: "
        f"{level_text(provenance)} interval, hidden by the dot where it is narrower. "
        f"Upright line: break-even, the share at which the stakes for making and failing cancel."
    )
    words = (_in_words(dot, row) for dot, row in zip(dots, rows, strict=True))
    return Chart(
        name="success-by-contract",
        title=success_finding(next(row for row in rows if row["contract"] == headline), provenance),
        caption=caption,
        alt=f"How often each contract is made. {'; '.join(words)}.",
        footer=footer_of(provenance),
        paint=partial(dots_across_sheet, dots, scale, columns),
    )


def _in_words(dot: Dot, row: dict[str, Any]) -> str:
    if row["break_even"] is None:
        return dot.in_words
    return f"{dot.in_words}, break-even {percent_of(row['break_even'])}"


def success_finding(row: dict[str, Any], provenance: Provenance) -> str:
    """Say how often a contract is made and on which side of its break-even, if any, that lies.

    Parameters
    ----------
    row
        The contract's row of the table ``contracts``.
    """
    name, made = contract_name(row["contract"]), Share.from_family(row, "made", "played")
    if row["bid"] == 0:
        return f"{name} was never bid in {counted(row['deals'], 'deal')}"
    if made.of == 0:
        return f"{name} was bid {_times(row['bid'])} but never played: it was always overcalled"
    if made.of == 1:
        return f"{name} was played once, and {'made' if made.successes else 'failed'}"
    finding = f"{name} is made in {share_in_words(made)}"
    if row["break_even"] is None:
        return finding
    break_even = percent_of(row["break_even"])
    side = side_of(made, row["break_even"], provenance.level)
    verdict = {
        1: f"above the {break_even} that breaks even",
        -1: f"below the {break_even} that breaks even",
        None: f"which cannot be told from its break-even of {break_even}",
    }[side]
    return f"{finding}, {verdict}"


def share_in_words(made: Share) -> str:
    """Say how many of its deals a contract was made in; whole counts where all or none were."""
    if made.successes == 0:
        return f"none of its {counted(made.of, 'deal')}"
    if made.successes == made.of:
        return f"all of its {counted(made.of, 'deal')}"
    return f"{percent(made)} of its deals"


def _times(number: int) -> str:
    return "once" if number == 1 else counted(number, "time")
