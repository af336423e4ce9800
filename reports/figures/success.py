"""How often each contract is made, against the share at which its stakes break even."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

from pipelines.tables import Tables
from reports.behind import behind_contracts
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
from reports.language import marked, tr, trn
from reports.options import takes_float, with_float
from reports.scale import scale_of_shares
from reports.style import GREEN, HEADLINE
from reports.wording import contract_name, percent, percent_of, prose

NEVER_PLAYED: Final = marked("never played")
"""Stands, translated, where a contract has nothing to show."""

_AGAINST_STAKES: Final = {
    1: marked("above the {share} that breaks even"),
    -1: marked("below the {share} that breaks even"),
    None: marked("which cannot be told from the {share} that breaks even"),
}
_AGAINST_STAKES_ALONE: Final = {
    1: marked("above the {share} at which the stakes alone break even"),
    -1: marked("below the {share} at which the stakes alone break even"),
    None: marked("which cannot be told from the {share} at which the stakes alone break even"),
}
"""The same where a pool is won too."""


def success_by_contract(tables: Tables) -> Chart:
    """Draw, for each contract of the ladder, the share of its deals that the declarer made."""
    provenance = tables.provenance
    rows = [*_in_pairs({row["contract"]: row for row in tables.contracts.rows(named=True)})]
    headline = headline_contract(tables)
    dots = [_dot(row, tables) for row in rows]
    scale = scale_of_shares(tr("made, % of the deals played in the contract"), tr("break-even"))
    level = level_text(provenance)
    columns = (tr("made"), tr("{level} interval", level=level), tr("made of played"))
    caption = prose(
        tr(
            "Dot: share of the deals played in the contract that its declarer made; line: {level} "
            "interval, hidden by the dot where it is narrower.",
            level=level,
        ),
        clusters_in_words(provenance),
        tr(
            "Upright line: break-even, the share at which the stakes for making and failing cancel."
        ),
        _pool_in_words(tables),
    )
    words = (_in_words(dot, row) for dot, row in zip(dots, rows, strict=True))
    return Chart(
        name="success-by-contract",
        title=success_finding(next(row for row in rows if row["contract"] == headline), tables),
        caption=caption,
        alt=prose(tr("How often each contract is made."), f"{'; '.join(words)}."),
        footer=footer_of(tables),
        paint=partial(dots_across_sheet, dots, scale, columns),
        examples=behind_contracts(tables),
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
        tr("with float") if takes_float(contract) else contract_name(contract),
        Share.from_family(row, "made", "played"),
        absent=tr(NEVER_PLAYED),
        colour=HEADLINE if is_headline(contract, tables) else GREEN,
        minor=takes_float(contract),
        reference=row["break_even"],
    )


def _in_words(dot: Dot, row: Mapping[str, Any]) -> str:
    words = replace(dot, label=contract_name(row["contract"])).in_words
    if row["break_even"] is None:
        return words
    break_even = percent_of(row["break_even"])
    return tr("{words}, break-even {share}", words=words, share=break_even)


def _pool_in_words(tables: Tables) -> str:
    """Say that a pool is no stake, where there is one."""
    if tables.pool is None:
        return ""
    return tr("What a contract for all tricks brings from the pool is not in it.")


def success_finding(row: Mapping[str, Any], tables: Tables) -> str:
    """Say how often the headline is made and on which side of its break-even, if any, that lies.

    Parameters
    ----------
    row
        The contract's row of the table ``contracts``.
    """
    name, made = headline_name(tables), Share.from_family(row, "made", "played")
    if row["bid"] == 0:
        return trn(
            "{contract} was never bid in {n} deal",
            "{contract} was never bid in {n} deals",
            row["deals"],
            contract=name,
        )
    if made.of == 0:
        return trn(
            "{contract} was bid once but never played: it was always overcalled",
            "{contract} was bid {n} times but never played: it was always overcalled",
            row["bid"],
            contract=name,
        )
    if made.of == 1:
        return _of_a_single_deal(name, made)
    finding = _how_often_made(name, made)
    if row["break_even"] is None:
        return finding
    side = side_of(made, row["break_even"], tables.provenance.level)
    verdict = (_AGAINST_STAKES if tables.pool is None else _AGAINST_STAKES_ALONE)[side]
    return tr(
        "{finding}, {verdict}",
        finding=finding,
        verdict=tr(verdict, share=percent_of(row["break_even"])),
    )


def _of_a_single_deal(contract: str, made: Share) -> str:
    if made.successes:
        return tr("{contract} was played once, and made", contract=contract)
    return tr("{contract} was played once, and failed", contract=contract)


def _how_often_made(contract: str, made: Share) -> str:
    """Say how many of its deals a contract was made in; whole counts where all or none were."""
    if made.successes == 0:
        return trn(
            "{contract} is made in none of its {n} deal",
            "{contract} is made in none of its {n} deals",
            made.of,
            contract=contract,
        )
    if made.successes == made.of:
        return trn(
            "{contract} is made in all of its {n} deal",
            "{contract} is made in all of its {n} deals",
            made.of,
            contract=contract,
        )
    return tr("{contract} is made in {share} of its deals", contract=contract, share=percent(made))
