"""Rows of a sweep: every point against the field, and which points may be the best.

A point stays unless the difference from the point of the highest estimate is shown to be negative.
So the true best is lost only if its own difference from some other point is misjudged: of k points
k - 1 differences are judged together, each at the level 1 - alpha / (k - 1). These are multiple
comparisons with the best (Edwards and Hsu, Journal of the American Statistical Association 78
(1983) 965), here by Bonferroni.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pipelines.comparisons.contrasts import ContrastSums, contrast_sums, weighted_sums
from pipelines.comparisons.verdicts import Judging, verdict
from sim.comparisons.comparison import Comparison, Contrast
from sim.comparisons.sums import ComparisonSums

__all__ = ["Grid", "sweep"]


@dataclass(frozen=True, kw_only=True)
class Grid:
    """Which entries of a comparison are points of a sweep.

    Attributes
    ----------
    parameters : tuple of str
        Names of the swept parameters of the studied policy.
    points : int
        How many entries, from the first on, are points. The reference is the last entry of the
        comparison, the field's own policy, whether it is one of the points or follows them.
    """

    parameters: tuple[str, ...]
    points: int


def sweep(
    comparison: Comparison,
    sums: ComparisonSums,
    grid: Grid,
    *,
    level: float,
    sizes: int,
    cap_units: int,
) -> Iterator[dict[str, Any]]:
    """Yield a row for each point of the grid.

    Parameters
    ----------
    comparison : Comparison
    sums : ComparisonSums
    grid : Grid
    level : float
        Confidence that all intervals hold together, and likewise all sets of what may be best.
    sizes : int
        How many sizes of table are swept together.
    cap_units : int
        Most units that will be simulated.

    Raises
    ------
    ValueError
        If a contrast of a point with the reference is missing.
    """
    to_field = [_to_field(comparison, sums, point) for point in range(grid.points)]
    estimates = [found.mean().estimate for found in to_field]
    best = _highest(estimates)
    of_intervals = Judging(level=level, differences=grid.points * sizes, cap_units=cap_units)
    of_best = Judging(level=level, differences=max(grid.points - 1, 1) * sizes, cap_units=cap_units)
    for point in range(grid.points):
        entry = comparison.entries[point]
        values = dict(entry.studied.parameters)
        judged = verdict(to_field[point], of_intervals)
        from_best = _between(comparison, sums, to_field, point, best)
        yield {
            "players": comparison.players,
            "entry": entry.label,
            **{name: values[name] for name in grid.parameters},
            "difference": estimates[point],
            "low": judged.low,
            "high": judged.high,
            "is_best": sums.units > 0 and estimates[point] == estimates[best],
            "may_be_best": verdict(from_best, of_best).outcome != "worse",
        }


def _highest(estimates: list[float | None]) -> int:
    known = [(value, -point) for point, value in enumerate(estimates) if value is not None]
    return -max(known)[1] if known else 0


def _to_field(comparison: Comparison, sums: ComparisonSums, point: int) -> ContrastSums:
    """Return the difference of a point from the last entry, as the comparison counts it."""
    last = len(comparison.entries) - 1
    wanted = _pair(comparison, point, last)
    if point == last:
        return weighted_sums(comparison, sums, wanted, differing=0)
    for number, contrast in enumerate(comparison.contrasts):
        if contrast.weights == wanted.weights and contrast.divisor == 1:
            return contrast_sums(comparison, sums, number)
    raise ValueError(f"the comparison has no contrast of {wanted.first} with {wanted.second}")


def _between(
    comparison: Comparison,
    sums: ComparisonSums,
    to_field: list[ContrastSums],
    point: int,
    best: int,
) -> ContrastSums:
    """Return the difference of two points.

    In how many units two points differ is not counted. It is taken for as many as give the sum of
    squares of their difference, if they differ by as much as the points do from the field.
    """
    pair = _pair(comparison, point, best)
    found = weighted_sums(comparison, sums, pair, differing=0)
    sides = [side for side in (to_field[point], to_field[best]) if side.squares]
    differing = [found.squares * side.differing // side.squares for side in sides]
    return weighted_sums(comparison, sums, pair, differing=min(differing, default=0))


def _pair(comparison: Comparison, one: int, other: int) -> Contrast:
    weights = [0] * len(comparison.entries)
    weights[one] += 1
    weights[other] -= 1
    labels = [comparison.entries[entry].label for entry in (one, other)]
    return Contrast(first=labels[0], second=labels[1], weights=tuple(weights))
