"""Counts as people type them (users of simulators type 1_000_000, 1e6 and 10M)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.errors import UserError
from sim.scenarios.quantities import parse_count


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("1", 1),
        (" 12 ", 12),
        ("1_000_000", 1_000_000),
        ("1,000,000", 1_000_000),
        ("1e6", 1_000_000),
        ("1E6", 1_000_000),
        ("1e+6", 1_000_000),
        ("2.5e6", 2_500_000),
        ("10k", 10_000),
        ("10K", 10_000),
        ("10M", 10_000_000),
        ("10 M", 10_000_000),
        ("2.5M", 2_500_000),
        ("1B", 1_000_000_000),
        ("1_000k", 1_000_000),
        ("3.0", 3),
        ("1e12", 10**12),
        (1e6, 1_000_000),
        (7, 7),
    ],
)
def test_the_usual_ways_to_write_a_count_are_understood(written: str | float, meant: int) -> None:
    assert parse_count(written) == meant


@pytest.mark.parametrize(
    "written", ["0.5", "2.5", "1.5e0", "1.0001k", "1.00000000000000000001M", 2.5]
)
def test_a_fraction_of_a_deal_is_refused(written: str | float) -> None:
    with pytest.raises(UserError, match="is not whole; allowed: a whole number"):
        parse_count(written)


@pytest.mark.parametrize(
    "written", ["0", "-1", "-10M", "1e16", "1e999", "2_000_000B", 0, -3, 1e300]
)
def test_what_is_too_small_or_too_large_is_refused(written: str | float) -> None:
    with pytest.raises(UserError, match="is out of range; allowed: a whole number from 1 to 1e12"):
        parse_count(written)


@pytest.mark.parametrize(
    "written",
    [
        *("", " ", "many", "M", "1e", "e6", "1e6M", "10Q", "1e-3", "0x10", "nan", "inf", "--1"),
        *("1,00", "1,0000", "1.5,000", "1__0", "_1", "+-1", "١٢", "9" * 99),
        *(float("nan"), float("inf"), True),
    ],
)
def test_nonsense_is_refused(written: str | float) -> None:
    with pytest.raises(UserError, match="is no number to count with; allowed: a whole number"):
        parse_count(written)


@given(st.integers(1, 10**12))
def test_every_whole_number_is_read_exactly_in_every_writing(count: int) -> None:
    for written in (count, str(count), f"{count:_}", f"{count:,}", f"{count}e0", f"{count}.0"):
        assert parse_count(written) == count


@given(st.integers(1, 10**9))
def test_thousandths_of_a_suffix_are_exact(thousandths: int) -> None:
    assert parse_count(f"{thousandths // 1000}.{thousandths % 1000:03}k") == thousandths
