"""How often each contract is made, against the share at which its stakes break even."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from pipelines.tables import Tables
from reports.chart import Chart
from reports.conditions import (
    clusters_in_words,
    footer_of,
    headline_contract,
    headline_name,
    is_headline,
    level_text,
)
from reports.dot_panel import dots_across_sheet
from reports.dots import Dot, share_dot
from reports.estimates import Share, side_of
from reports.options import takes_float, with_float
from reports.scale import scale_of_shares
from reports.style import GREEN, HEADLINE
from reports.wording import contract_name, counted, percent, percent_of

NEVER_PLAYED = "never played"


def success_by_contract(tables: Tables) -> Chart:
    """Draw, for each contract of the ladder, the share of its deals that the declarer made."""
    provenance = tables.provenance
    rows = [*_in_pairs({row["contract"]: row for row in tables.contracts.rows(named=True)})]
    headline = headline_contract(tables)
    dots = [_dot(row, tables) for row in rows]
    scale = scale_of_shares("made, % of the deals played in the contract", "break-even")
    columns = ("made", f"{level_text(provenance)} interval", "made of played")
    caption = (
        f"Dot: share of the deals played in the contract that its declarer made; line: "
        f"{level_text(provenance)} interval, hidden by the dot where it is narrower. "
        f"{clusters_in_words(provenance)}Upright line: break-even, the share at which the stakes "
        f"for making and failing cancel.{_pool_in_words(tables)}"
    )
    words = (_in_words(dot, row) for dot, row in zip(dots, rows, strict=True))
    return Chart(
        name="success-by-contract",
        title=success_finding(next(row for row in rows if row["contract"] == headline), tables),
        caption=caption,
        alt=f"How often each contract is made. {'; '.join(words)}.",
        footer=footer_of(tables),
        paint=partial(dots_across_sheet, dots, scale, columns),
    )


def _in_pairs(rows: Mapping[str, dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the contracts, lowest first, each followed by the same with the float if there is."""
    for contract, row in rows.items():
        if not takes_float(contract):
            yield row
            if with_float(contract) in rows:
                yield rows[with_float(contract)]


def _dot(row: Mapping[str, Any], tables: Tables) -> Dot:
    contract = row["contract"]
    return share_dot(
        "with float" if takes_float(contract) else contract_name(contract),
        Share.from_family(row, "made", "played"),
        absent=NEVER_PLAYED,
        colour=HEADLINE if is_headline(contract, tables) else GREEN,
        minor=takes_float(contract),
        reference=row["break_even"],
    )


def _in_words(dot: Dot, row: Mapping[str, Any]) -> str:
    words = replace(dot, label=contract_name(row["contract"])).in_words
    if row["break_even"] is None:
        return words
    return f"{words}, break-even {percent_of(row['break_even'])}"


def _pool_in_words(tables: Tables) -> str:
    """Say that a pool is no stake, where there is one."""
    if tables.pool is None:
        return ""
    return " What a contract for all tricks brings from the pool is not in it."


def success_finding(row: Mapping[str, Any], tables: Tables) -> str:
    """Say how often the headline is made and on which side of its break-even, if any, that lies.

    Parameters
    ----------
    row
        The contract's row of the table ``contracts``.
    """
    name, made = headline_name(tables), Share.from_family(row, "made", "played")
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
    side = side_of(made, row["break_even"], tables.provenance.level)
    breaks_even = (
        "that breaks even" if tables.pool is None else "at which the stakes alone break even"
    )
    verdict = {
        1: f"above the {break_even} {breaks_even}",
        -1: f"below the {break_even} {breaks_even}",
        None: f"which cannot be told from the {break_even} {breaks_even}",
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
