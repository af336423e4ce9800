"""Rows of differences and scores."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pipelines.comparisons.contrasts import ContrastSums, contrast_sums, deals_per_unit
from pipelines.comparisons.verdicts import Judging, verdict
from pipelines.intervals import Mean, mean_of_clusters
from sim.comparisons.comparison import Comparison
from sim.comparisons.sums import ComparisonSums

__all__ = ["differences", "scores"]


def differences(
    comparison: Comparison, sums: ComparisonSums, judging: Judging, level: float
) -> Iterator[dict[str, Any]]:
    """Yield a row for each contrast; `pipelines.comparisons.schema` describes the columns."""
    for number, contrast in enumerate(comparison.contrasts):
        found = contrast_sums(comparison, sums, number)
        yield {
            "players": comparison.players,
            "first": contrast.first,
            "second": contrast.second,
            "units": sums.units,
            "deals": sums.deals,
            **_estimate("difference", found.mean(level)),
            **_judged(found, judging),
        }


def _judged(found: ContrastSums, judging: Judging) -> dict[str, Any]:
    judged = verdict(found, judging)
    return {
        "anytime_low": judged.low,
        "anytime_high": judged.high,
        "differing": found.differing,
        "differing_share": found.differing / found.units if found.units else None,
        "gain": found.gain,
        "verdict": judged.outcome,
        "more_deals": judged.more_deals,
    }


def scores(comparison: Comparison, sums: ComparisonSums, level: float) -> Iterator[dict[str, Any]]:
    """Yield a row for each entry: what its studied player wins."""
    parts = comparison.players * deals_per_unit(comparison)
    for number, entry in enumerate(comparison.entries):
        mean = mean_of_clusters(
            clusters=sums.units,
            total=int(sums.scores[number]),
            squares=int(sums.products[number, number]),
            level=level,
        ).per(parts)
        yield {
            "players": comparison.players,
            "entry": entry.label,
            "policy": entry.studied.label,
            "units": sums.units,
            "deals": sums.deals,
            **_estimate("score", mean),
        }


def _estimate(name: str, mean: Mean) -> dict[str, float | None]:
    return {
        name: mean.estimate,
        "standard_error": mean.standard_error,
        "low": mean.low,
        "high": mean.high,
    }
