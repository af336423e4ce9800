"""Contracts that a run has nothing to show of: they are named, and get no empty panels and rows."""

from __future__ import annotations

from collections.abc import Collection

from pipelines.tables import Tables
from reports.conditions import headline_contract
from reports.wording import contract_name, listed


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


def left_out_in_words(tables: Tables, shown: Collection[str], why: str) -> str:
    """Name the contracts that are not shown, as a sentence with a space before it; or nothing.

    Parameters
    ----------
    why
        What they have in common: "Never bid" or "Never played".
    """
    left_out = [
        contract_name(contract)
        for contract in tables.contracts["contract"].to_list()
        if contract not in shown
    ]
    return f" {why}: {listed(left_out)}." if left_out else ""
