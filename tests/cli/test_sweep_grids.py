"""Grids of sweeps: exact decimal steps, both ends included."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.comparisons.sweeps import MOST_POINTS, Swept, points
from sim.errors import UserError


@pytest.mark.parametrize(
    ("written", "values"),
    [
        ("3.6:4.8:0.2", (3.6, 3.8, 4.0, 4.2, 4.4, 4.6, 4.8)),
        ("0:0.3:0.1", (0.0, 0.1, 0.2, 0.3)),
        ("1:1:5", (1.0,)),
        ("-1:1:1", (-1.0, 0.0, 1.0)),
        ("4.2, 3.6,4", (4.2, 3.6, 4.0)),
        ([3, 3.5], (3.0, 3.5)),
        (4, (4.0,)),
    ],
)
def test_values_are_what_people_write(written: object, values: tuple[float, ...]) -> None:
    assert Swept.of("five", written).values == values


@given(
    low=st.integers(-10_000, 10_000),
    step=st.integers(1, 500),
    steps=st.integers(0, MOST_POINTS - 1),
)
def test_every_value_of_a_range_is_the_decimal_that_it_looks_like(
    low: int, step: int, steps: int
) -> None:
    """Floating steps would give 3.8000000000000003, another policy than 3.8."""
    hundredths = [low + number * step for number in range(steps + 1)]
    written = ":".join(str(Decimal(part) / 100) for part in (low, hundredths[-1], step))
    values = Swept.of("five", written).values
    assert values == tuple(float(Decimal(part) / 100) for part in hundredths)


def test_a_range_that_ends_between_two_steps_is_refused() -> None:
    with pytest.raises(UserError, match=r"whole step; the last value below is 4\.6"):
        Swept.of("five", "3.6:4.8:0.5")


def test_points_are_named_by_their_values_the_last_parameter_fastest() -> None:
    grid = points([Swept("five", (4.0, 4.25)), Swept("four", (3.0, 3.5))])
    assert [label for label, _ in grid] == [
        "five=4.0, four=3.0",
        "five=4.0, four=3.5",
        "five=4.25, four=3.0",
        "five=4.25, four=3.5",
    ]
    assert grid[3][1] == {"five": 4.25, "four": 3.5}
