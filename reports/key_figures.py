"""Numbers that the page shows in large type: of the headline contract, and of the pool."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pipelines.tables import Tables
from reports.conditions import headline_contract, headline_name
from reports.estimates import Mean, Share
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
        f"{headline} bid": f"{name} is bid",
        f"{headline} played": f"{name} is played",
        f"{headline} made": f"{name} is made",
        "contract made": "Any contract is made",
        "passed out": "Passed out",
    }
    figures = [
        _of_share(
            label,
            Share.from_columns(rows[measure], "successes", "n"),
            "deals played in it" if measure == f"{headline} made" else rows[measure]["of"],
        )
        for measure, label in named.items()
        if measure in rows
    ]
    return (*figures[:3], *_with_float(tables, with_float(headline)), *figures[3:])


def _with_float(tables: Tables, contract: str) -> Iterator[KeyFigure]:
    """Yield how often the headline contract is made with the float, where there is one."""
    for row in tables.contracts.filter(contract=contract).rows(named=True):
        made = Share.from_family(row, "made", "played")
        yield _of_share(f"{contract_name(contract)} is made", made, "deals played in it")


def _of_share(name: str, share: Share, of: str) -> KeyFigure:
    if share.rate is None:
        return KeyFigure(name=name, number="unknown", interval="", basis=f"of no {of}")
    return KeyFigure(
        name=name,
        number=percent(share),
        interval=percent_interval(share),
        basis=f"{count(share.successes)} of {count(share.of)} {of}",
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
    return (
        _of_share("The pool is won", won, "deals"),
        *_of_units("Units in a pool won", rows["units won"], "wins"),
        *(_of_units("Antes, units a deal", rows["antes"], "deals") if antes else []),
        *_of_units("Prices, units a deal", rows["prices"], "deals"),
        *_of_units("Shared out, units a session", rows["split"], "sessions"),
        *_of_units("Left over, units a session", rows["left"], "sessions"),
    )


def _of_units(name: str, row: Mapping[str, Any], of: str) -> Iterator[KeyFigure]:
    """Yield a mean of units; nothing where there were none at all."""
    if not row["total"]:
        return
    mean = Mean(value=row["mean"], low=row["low"], high=row["high"], clusters=row["n"])
    yield KeyFigure(
        name=name,
        number=amount_value(mean),
        interval="" if mean.low is None else amount_interval(mean),
        basis=f"{counted(row['total'], 'unit')} in {count(row['n'])} {of}",
    )
