"""The summary in the terminal: the numbers of the tables, at the level of their intervals."""

from __future__ import annotations

from dataclasses import replace

from pipelines.commands.summary import summary
from tests.reports.conftest import tables_of

NB = "\N{NO-BREAK SPACE}"


def line_of(contract: str, text: str) -> str:
    return next(line for line in text.splitlines() if line.startswith(f"{contract}  "))


def test_intervals_are_headed_by_their_level():
    tables = tables_of("three players")
    at_99 = replace(tables, provenance=replace(tables.provenance, level=0.99))
    assert f"95{NB}%" in line_of("contract", summary(tables))
    assert f"99{NB}%" in line_of("contract", summary(at_99))
    assert "95" not in line_of("contract", summary(at_99))


def test_break_even_has_the_decimals_that_it_needs():
    text = summary(tables_of("uneven stakes"))
    assert line_of("Nap", text).endswith(f" 33.33{NB}%")
    assert line_of("Three", text).endswith(f" 50{NB}%")


def test_a_contract_with_nothing_at_stake_has_a_dash():
    assert line_of("Nap", summary(tables_of("nothing at stake"))).endswith(" —")
