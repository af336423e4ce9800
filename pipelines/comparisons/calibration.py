"""Rows of calibration: the tricks that a policy expected, and those that it took."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pipelines.intervals import mean_of_clusters, rate
from sim.comparisons.comparison import Comparison
from sim.comparisons.sums import CALIBRATION_BINS, ComparisonSums

__all__ = ["calibration"]

_BINS_A_TRICK: Final = 4
_PARTS_OF_A_TRICK: Final = 256


def calibration(
    comparison: Comparison, sums: ComparisonSums, level: float
) -> Iterator[dict[str, Any]]:
    """Yield a row for each entry and bin of estimates that occurred.

    Contracts are taken for independent where deals are: two contracts of one deal, played at
    different rotations, are played on different hands. Otherwise there are no intervals.
    """
    independent = comparison.unit == "deal"
    for number, entry in enumerate(comparison.entries):
        for bin_number in range(CALIBRATION_BINS):
            contracts, estimates, tricks, squares, made = sums.calibration[
                number, bin_number
            ].tolist()
            if not contracts:
                continue
            mean = mean_of_clusters(
                clusters=contracts, total=tricks, squares=squares, level=level
            ).within(comparison.rules.hand_size, level)
            kept = rate(made, contracts, level)
            yield {
                "players": comparison.players,
                "entry": entry.label,
                "bin": bin_number,
                "estimate_low": bin_number / _BINS_A_TRICK,
                "estimate_high": (bin_number + 1) / _BINS_A_TRICK,
                "contracts": contracts,
                "estimate": estimates / (contracts * _PARTS_OF_A_TRICK),
                "tricks": mean.estimate,
                "tricks_low": mean.low if independent else None,
                "tricks_high": mean.high if independent else None,
                "made": made,
                "made_rate": kept.estimate,
                "made_low": kept.low if independent else None,
                "made_high": kept.high if independent else None,
            }
