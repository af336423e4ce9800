"""Quantiles of whole-number histograms."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.quantiles import percentiles

histograms = st.dictionaries(st.integers(-100, 100), st.integers(1, 40), min_size=1, max_size=30)


@given(histograms, st.integers(0, 100))
def test_agree_with_the_inverted_distribution_function_of_numpy(histogram, percent):
    values = sorted(histogram)
    counts = [histogram[value] for value in values]
    listed = np.repeat(values, counts)
    # NumPy takes q as a float; the fraction percent/100 is exact here
    wanted = listed[max(0, -(-percent * len(listed) // 100) - 1)]
    assert percentiles(values, counts, [percent]) == [wanted]
    if percent % 25 == 0:
        assert np.quantile(listed, percent / 100, method="inverted_cdf") == wanted


def test_are_exact_for_counts_beyond_any_float():
    half = 2**80
    assert percentiles([-5, 7], [half, half], [50]) == [-5]
    assert percentiles([-5, 7], [half, half + 1], [50]) == [7]


def test_0_and_100_are_the_least_and_the_greatest_that_occurred():
    assert percentiles([1, 2, 3, 4], [0, 5, 5, 0], [0, 100]) == [2, 3]


def test_parts_of_a_percentage_are_exact_too():
    per_mille = Fraction(1, 10)
    assert percentiles([-5, 7], [2**60, 999 * 2**60], [per_mille]) == [-5]
    assert percentiles([-5, 7], [2**60 - 1, 999 * 2**60 + 1], [per_mille]) == [7]


@pytest.mark.parametrize(
    ("values", "counts", "percent"),
    [([], [], 50), ([1, 2], [0, 0], 50), ([2, 1], [1, 1], 50), ([1, 2], [1, 1], 101)],
)
def test_refuse_what_is_no_histogram(values, counts, percent):
    with pytest.raises(ValueError, match=r"histogram|percent"):
        percentiles(values, counts, [percent])
