"""What a comparison says on the terminal: readable at 80 columns, whatever it came to."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

from pipelines.commands.verdict_list import verdict_list
from pipelines.comparisons.schema import comparison_schemas
from pipelines.comparisons.tables import ComparisonProvenance, ComparisonTables
from tests.cli.command import assert_as_before


def a_difference(first: str, second: str, verdict: str, **changes: Any) -> dict[str, Any]:
    return {
        "players": 4,
        "first": first,
        "second": second,
        "units": 1000,
        "deals": 1000,
        "difference": -0.12344,
        "standard_error": 0.01,
        "low": -0.14,
        "high": -0.11,
        "anytime_low": -0.16,
        "anytime_high": -0.09,
        "differing": 400,
        "differing_share": 0.4,
        "gain": 3.14,
        "verdict": verdict,
        "more_deals": None,
        **changes,
    }


DIFFERENCES = [
    a_difference("bold", "standard", "worse"),
    a_difference("bold", "cautious", "better", difference=12.5, low=12.0, high=13.0, gain=1.5,
                 anytime_low=11.5, anytime_high=13.5),
    a_difference("standard", "cautious", "not decided", anytime_low=-0.3, anytime_high=0.1,
                 more_deals=1_234_567),
    a_difference("one", "other", "not decided", anytime_low=None, anytime_high=None, low=None,
                 high=None, difference=0.0, gain=None),
    a_difference("same", "again", "equal", difference=0.0, low=0.0, high=0.0, anytime_low=0.0,
                 anytime_high=0.0, gain=None),
    a_difference("counting:standard (four=3.5, five=4.25, side=0.75)",
                 "counting:standard (four=3.25, five=4.75, side=0.85)", "worse"),
]  # fmt: skip


def tables(
    differences: list[dict[str, Any]],
    sweep: list[dict[str, Any]] | None = None,
    *,
    swept: tuple[str, ...] = (),
    **changes: Any,
) -> ComparisonTables:
    provenance: dict[str, Any] = {
        "name": "styles",
        "design": "challenger",
        "profile": "basic",
        "seed": 7,
        "level": 0.95,
        "unit": "deal",
        "sizes": (4,),
        "deals": {4: 1000},
        "cap": {4: 1_000_000},
        "stopped_early": {4: False},
        "identities": {4: "0" * 64},
        "field": "standard",
        "policies": (),
        "swept": swept,
        **changes,
    }
    schemas = comparison_schemas(swept)
    empty = {name: pl.DataFrame(schema=schemas[name].dtypes) for name in schemas}
    return ComparisonTables(
        provenance=ComparisonProvenance(**provenance),
        differences=pl.DataFrame(differences, schema=schemas["differences"].dtypes),
        scores=empty["scores"],
        behaviour=empty["behaviour"],
        positions=empty["positions"],
        calibration=empty["calibration"],
        sweep=None if sweep is None else pl.DataFrame(sweep, schema=schemas["sweep"].dtypes),
    )


def a_grid(size: int) -> ComparisonTables:
    """Points of which the last three may be the best, and the one before the last is."""
    points = [
        {
            "players": 4,
            "entry": f"five={point}.5",
            "five": point + 0.5,
            "difference": 0.1,
            "low": 0.0,
            "high": 0.2,
            "is_best": point == size - 2,
            "may_be_best": point > size - 4,
        }
        for point in range(size)
    ]
    differences = [a_difference(str(point["entry"]), "standard", "worse") for point in points]
    return tables(differences, points, swept=("five",))


def test_every_kind_of_verdict_is_told_within_eighty_columns() -> None:
    told = verdict_list(tables(DIFFERENCES), fixed=False)
    assert max(map(len, told.splitlines())) <= 80
    assert_as_before("verdicts", told + "\n")


def test_fixed_intervals_are_those_of_a_single_look() -> None:
    told = verdict_list(tables(DIFFERENCES[:1]), fixed=True)
    assert "-0.1400 to -0.1100" in told
    assert "for a single look" in told


@pytest.mark.parametrize(
    ("changes", "rows", "heading"),
    [
        ({}, DIFFERENCES, "4 players: 1,000 deals, the cap is 1,000,000"),
        ({}, DIFFERENCES[:2], "4 players: 1,000 deals, all that was asked for"),
        ({"stopped_early": {4: True}}, DIFFERENCES[:2], "4 players: 1,000 deals, all is decided"),
    ],
)
def test_the_heading_tells_why_it_ended(
    changes: dict[str, Any], rows: list[dict[str, Any]], heading: str
) -> None:
    assert verdict_list(tables(rows, **changes), fixed=False).splitlines()[0] == heading


def test_sessions_are_named_where_they_are_what_counts() -> None:
    assert "a session counts as one" in verdict_list(
        tables(DIFFERENCES, unit="session"), fixed=False
    )


def test_a_sweep_lists_its_points_and_marks_the_best() -> None:
    told = verdict_list(a_grid(5), fixed=False).splitlines()
    assert [line.split()[0] for line in told[2:7]] == ["0.5", "1.5", "2.5", "3.5", "4.5"]
    assert [line.endswith("may be best") for line in told[2:7]] == [False, False, True, False, True]
    assert told[5].endswith("  best")


def test_of_a_large_sweep_only_points_that_may_be_best_are_listed() -> None:
    told = verdict_list(a_grid(100), fixed=False)
    assert "  97 more points stand in tables/sweep.csv" in told
    assert len(told.splitlines()) < 12
