"""Numbers that the page shows in large type: of the headline contract, and of the pool."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pipelines.tables import Tables
from reports.conditions import headline_contract, headline_name
from reports.estimates import Mean, Share
from reports.language import marked, marked_many, tr, trn
from reports.options import options_of, with_float
from reports.wording import (
    amount_interval,
    amount_value,
    contract_name,
    count,
    counted,
    percent,
    percent_interval,
)

_NONE: Final = {
    "deals": marked("of no deals"),
    "deals not passed out": marked("of no deals not passed out"),
    "played in it": marked("of no deals played in it"),
}
_OF: Final = {
    "deals": marked_many("{part} of {n} deal", "{part} of {n} deals"),
    "deals not passed out": marked_many(
        "{part} of {n} deal not passed out", "{part} of {n} deals not passed out"
    ),
    "played in it": marked_many(
        "{part} of {n} deal played in it", "{part} of {n} deals played in it"
    ),
}
"""What a share is of."""
_UNITS: Final = {
    "units won": (
        marked("Units in a pool won"),
        marked_many("{units} in {n} win", "{units} in {n} wins"),
    ),
    "antes": (
        marked("Antes, units a deal"),
        marked_many("{units} in {n} deal", "{units} in {n} deals"),
    ),
    "prices": (
        marked("Prices, units a deal"),
        marked_many("{units} in {n} deal", "{units} in {n} deals"),
    ),
    "split": (
        marked("Shared out, units a session"),
        marked_many("{units} in {n} session", "{units} in {n} sessions"),
    ),
    "left": (
        marked("Left over, units a session"),
        marked_many("{units} in {n} session", "{units} in {n} sessions"),
    ),
}
"""What the pool takes in and gives out: how it is called, and what its mean rests on."""


@dataclass(frozen=True, kw_only=True)
class KeyFigure:
    """A number in large type: what it is, its interval if it has one, and what it rests on."""

    name: str
    number: str
    interval: str
    basis: str


def headline_figures(tables: Tables) -> tuple[KeyFigure, ...]:
    """Give the rates of the table ``overview``, and what the float makes of the headline."""
    headline, name = headline_contract(tables), headline_name(tables)
    rows = {row["measure"]: row for row in tables.overview.rows(named=True)}
    named = {
        f"{headline} bid": tr("{contract} is bid", contract=name),
        f"{headline} played": tr("{contract} is played", contract=name),
        f"{headline} made": tr("{contract} is made", contract=name),
        "contract made": tr("Any contract is made"),
        "passed out": tr("Passed out"),
    }
    figures = [
        _of_share(
            label,
            Share.from_columns(rows[measure], "successes", "n"),
            "played in it" if measure == f"{headline} made" else rows[measure]["of"],
        )
        for measure, label in named.items()
        if measure in rows
    ]
    return (*figures[:3], *_with_float(tables, with_float(headline)), *figures[3:])


def _with_float(tables: Tables, contract: str) -> Iterator[KeyFigure]:
    """Yield how often the headline contract is made with the float, where there is one."""
    for row in tables.contracts.filter(contract=contract).rows(named=True):
        made = Share.from_family(row, "made", "played")
        name = tr("{contract} is made", contract=contract_name(contract))
        yield _of_share(name, made, "played in it")


def _of_share(name: str, share: Share, of: str) -> KeyFigure:
    if share.rate is None:
        return KeyFigure(name=name, number=tr("unknown"), interval="", basis=tr(_NONE[of]))
    one, many = _OF[of]
    return KeyFigure(
        name=name,
        number=percent(share),
        interval=percent_interval(share),
        basis=trn(one, many, share.of, part=count(share.successes)),
    )


def pool_figures(tables: Tables) -> tuple[KeyFigure, ...]:
    """Give what goes into the pool and what comes out of it; nothing where there is no pool."""
    if tables.pool is None:
        return ()
    rows = {row["measure"]: row for row in tables.pool.rows(named=True)}
    won = Share(
        successes=rows["won"]["total"],
        of=rows["won"]["n"],
        rate=rows["won"]["mean"],
        low=rows["won"]["low"],
        high=rows["won"]["high"],
    )
    antes = options_of(tables.provenance)["pool_ante"] > 0
    measures = [measure for measure in _UNITS if measure != "antes" or antes]
    return (
        _of_share(tr("The pool is won"), won, "deals"),
        *(figure for measure in measures for figure in _of_units(measure, rows[measure])),
    )


def _of_units(measure: str, row: Mapping[str, Any]) -> Iterator[KeyFigure]:
    """Yield a mean of units; nothing where there were none at all."""
    if not row["total"]:
        return
    name, (one, many) = _UNITS[measure]
    mean = Mean(value=row["mean"], low=row["low"], high=row["high"], clusters=row["n"])
    yield KeyFigure(
        name=tr(name),
        number=amount_value(mean),
        interval="" if mean.low is None else amount_interval(mean),
        basis=trn(one, many, row["n"], units=counted(row["total"], "unit")),
    )
