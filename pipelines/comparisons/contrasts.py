"""What the sums say of one contrast, in whole numbers of any size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pipelines.intervals import LEVEL, Mean, mean_of_clusters
from sim.comparisons.comparison import Comparison, Contrast
from sim.comparisons.sums import ComparisonSums
from sim.experiment import policy_fields
from sim.policies import Policy

__all__ = ["ContrastSums", "contrast_sums", "deals_per_unit", "weighted_sums"]


@dataclass(frozen=True, kw_only=True)
class ContrastSums:
    """Sums over independent units of a weighted sum of scores.

    Attributes
    ----------
    units : int
        Independent units: deals or sessions with all their rotations.
    total, squares : int
        Sums of the weighted score of a unit, and of its square.
    unpaired : int
        players x units x (units - 1) times what the variance of a unit's weighted score would be
        if every entry had, at every rotation, cards of its own.
    differing : int
        Units in which the entries differ at any rotation.
    players : int
        Seats, and rotations.
    deals_per_unit : int
    divisor : int
        What the weighted score is divided by, beside players and deals of a unit.
    zero : bool
        Whether it is zero by design, as where the entries have the same policies.

    Examples
    --------
    Of 1,000 deals with four players the first wins 12 units more in 300, 4 less in 100:

    >>> sums = ContrastSums(
    ...     units=1_000,
    ...     total=12 * 300 - 4 * 100,
    ...     squares=12**2 * 300 + 4**2 * 100,
    ...     unpaired=414_720_000,
    ...     differing=400,
    ...     players=4,
    ...     deals_per_unit=1,
    ...     divisor=1,
    ...     zero=False,
    ... )
    >>> mean = sums.mean()
    >>> mean.estimate, round(mean.low, 3), round(mean.high, 3)
    (0.8, 0.709, 0.891)
    >>> sums.gain
    3.0
    """

    units: int
    total: int
    squares: int
    unpaired: int
    differing: int
    players: int
    deals_per_unit: int
    divisor: int
    zero: bool

    @property
    def per(self) -> int:
        """Weighted score of a unit for a difference of one unit of money per deal."""
        return self.players * self.deals_per_unit * self.divisor

    @property
    def variance(self) -> float | None:
        """Of a unit's weighted score; None with fewer than two units."""
        if self.units < 2:
            return None
        return self._deviations / (self.units * (self.units - 1))

    @property
    def gain(self) -> float | None:
        """How many times as many deals would be needed without pairing; None without spread.

        The variance if every table had been dealt cards of its own, over the variance as it is.
        """
        return self.unpaired / (self.players * self._deviations) if self._deviations else None

    def mean(self, level: float = LEVEL) -> Mean:
        """Return the difference in units of money per deal, with Student's interval.

        Zero by design is zero without a doubt.
        """
        if self.zero:
            return Mean(clusters=self.units, estimate=0.0, standard_error=0.0, low=0.0, high=0.0)
        mean = mean_of_clusters(
            clusters=self.units, total=self.total, squares=self.squares, level=level
        )
        return mean.per(self.per)

    @property
    def _deviations(self) -> int:
        return self.units * self.squares - self.total * self.total


def deals_per_unit(comparison: Comparison) -> int:
    """Return how many deals are planned for an independent unit."""
    return comparison.rules.deals_per_session if comparison.unit == "session" else 1


def contrast_sums(comparison: Comparison, sums: ComparisonSums, number: int) -> ContrastSums:
    """Return what the sums say of the comparison's contrast of this number, from 0."""
    contrast = comparison.contrasts[number]
    return weighted_sums(comparison, sums, contrast, differing=int(sums.differing[number]))


def weighted_sums(
    comparison: Comparison, sums: ComparisonSums, contrast: Contrast, *, differing: int
) -> ContrastSums:
    """Return what the sums say of any contrast of the entries that differ in so many units."""
    weights = {entry: weight for entry, weight in enumerate(contrast.weights) if weight}
    scores = {entry: int(sums.scores[entry]) for entry in weights}
    return ContrastSums(
        units=sums.units,
        total=sum(weight * scores[entry] for entry, weight in weights.items()),
        squares=sum(
            one * other * int(sums.products[entry, with_entry])
            for entry, one in weights.items()
            for with_entry, other in weights.items()
        ),
        unpaired=sum(
            weight**2
            * (sums.units * comparison.players * int(sums.squares[entry]) - scores[entry] ** 2)
            for entry, weight in weights.items()
        ),
        differing=differing,
        players=comparison.players,
        deals_per_unit=deals_per_unit(comparison),
        divisor=contrast.divisor,
        zero=_is_zero_by_design(comparison, contrast.weights),
    )


def _is_zero_by_design(comparison: Comparison, weights: Sequence[int]) -> bool:
    """Whether the weights of the entries of each line-up add up to zero."""
    of_lineup: Counter[tuple[str, ...]] = Counter()
    for entry, weight in zip(comparison.entries, weights, strict=True):
        of_lineup[tuple(map(_what_defines, entry.policies))] += weight
    return not any(of_lineup.values())


def _what_defines(policy: Policy) -> str:
    """Equal for policies that decide alike, however their settings were written."""
    return repr(policy_fields(policy))
