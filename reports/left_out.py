"""Contracts that a run has nothing to show of: they are named, and get no empty panels and rows."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, Literal

from pipelines.tables import Tables
from reports.conditions import headline_contract
from reports.language import marked, tr
from reports.wording import contract_name, listed

_SENTENCES: Final = {
    "Never bid": marked("Never bid: {contracts}."),
    "Never played": marked("Never played: {contracts}."),
}


def bid_contracts(tables: Tables) -> list[str]:
    """List the contracts that were ever bid, and the headline, lowest first."""
    return _with_any(tables, "bid")


def played_contracts(tables: Tables) -> list[str]:
    """List the contracts that were ever played, and the headline, lowest first."""
    return _with_any(tables, "played")


def _with_any(tables: Tables, column: str) -> list[str]:
    headline = headline_contract(tables)
    rows = tables.contracts.select("contract", column).rows()
    return [contract for contract, number in rows if number or contract == headline]


def left_out_in_words(
    tables: Tables, shown: Collection[str], why: Literal["Never bid", "Never played"]
) -> str:
    """Name the contracts that are not shown, as a sentence; or nothing.

    Parameters
    ----------
    why
        What they have in common.
    """
    left_out = [
        contract_name(contract)
        for contract in tables.contracts["contract"].to_list()
        if contract not in shown
    ]
    return tr(_SENTENCES[why], contracts=listed(left_out)) if left_out else ""
