"""What two runs show together: whole-number sums over the units of both."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pipelines.beside.units import Units
from pipelines.ratio_sums import RATIO_COUNTS
from pipelines.ratios import RatioSums

__all__ = ["PairSums", "pair_sums"]

Whole = npt.NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class PairSums:
    """Sums of one quantity, Y / X, over the units of two runs of which some are common to both.

    Attributes
    ----------
    first, other : RatioSums
        Each run's own, over all its units.
    yy, yx, xy, xx : int
        Sums over the common units of products: y or x of the first times y or x of the other.
    first_units, other_units : int
        How many units each run has.
    common : int
        How many units both have.
    differing : int
        In how many of these they do not show the same.

    Examples
    --------
    Of ten deals both make three, and the other makes one more:

    >>> ones = dict(xx=10, x=10, clusters=10)
    >>> first = RatioSums(y=3, yy=3, xy=3, some=3, rest=7, **ones)
    >>> other = RatioSums(y=4, yy=4, xy=4, some=4, rest=6, **ones)
    >>> units = dict(first_units=10, other_units=10, common=10, differing=1)
    >>> sums = PairSums(first=first, other=other, yy=3, yx=3, xy=4, xx=10, **units)
    >>> round(sums.variance, 4), round(sums.correlation, 4), round(sums.gain, 1)
    (0.01, 0.8018, 5.0)
    """

    first: RatioSums
    other: RatioSums
    yy: int
    yx: int
    xy: int
    xx: int
    first_units: int
    other_units: int
    common: int
    differing: int

    @property
    def all_common(self) -> bool:
        """Whether neither run has units that the other has not."""
        return self.common == self.first_units == self.other_units

    @property
    def units(self) -> int:
        """Units that say anything of the quantity, in the run that has fewer of them."""
        return min(self.first.clusters, self.other.clusters)

    @property
    def variance(self) -> float | None:
        """Estimated variance of the difference of both ratios; None with fewer than two units.

        By linearisation, as in `pipelines.ratios`: every unit adds (y' - R' x') / X' of the other
        run less (y - R x) / X of the first, as far as it is in each.
        """
        if self.units < 2:
            return None
        return self._squares * self.units / ((self.units - 1) * (self.first.x * self.other.x) ** 4)

    @property
    def correlation(self) -> float:
        """Of the errors of both ratios, -1 to 1; 0 where one of them has none."""
        first, other = _squares_of(self.first), _squares_of(self.other)
        if not first or not other:
            return 0.0
        return max(-1.0, min(1.0, self._products / math.sqrt(first * other)))

    @property
    def gain(self) -> float | None:
        """How many times as many units it would take without common ones; None without spread."""
        return self._apart / self._squares if self._squares > 0 else None

    @property
    def _apart(self) -> int:
        """The variance if no unit were common, times (X X')^4."""
        first, other = self.first, self.other
        return _squares_of(first) * other.x**4 + _squares_of(other) * first.x**4

    @property
    def _squares(self) -> int:
        """The variance, times (X X')^4."""
        return self._apart - 2 * self._products * (self.first.x * self.other.x) ** 2

    @property
    def _products(self) -> int:
        """The covariance, times (X X')^2."""
        first, other = self.first, self.other
        return (
            first.x * other.x * self.yy
            - first.x * other.y * self.yx
            - first.y * other.x * self.xy
            + first.y * other.y * self.xx
        )


def _squares_of(sums: RatioSums) -> int:
    """Return the variance of a ratio, times X^4."""
    return sums.x**2 * sums.yy - 2 * sums.x * sums.y * sums.xy + sums.y**2 * sums.xx


def pair_sums(first: Iterable[Units], other: Iterable[Units]) -> list[PairSums]:
    """Add up the units of two runs, each in the order of their numbers; a result a quantity."""
    totals = _Totals()
    for one, its_pair in _common(totals.reading(first, 0), totals.reading(other, 1)):
        totals.add_common(one, its_pair)
    return totals.sums()


def _common(first: Iterator[Units], other: Iterator[Units]) -> Iterator[tuple[Units, Units]]:
    """Yield what of both is about the same units; both are read to their ends."""
    one, its_pair = next(first, None), next(other, None)
    while one is not None and its_pair is not None:
        start, end = max(one.first, its_pair.first), min(one.end, its_pair.end)
        if start < end:
            yield one.between(start, end), its_pair.between(start, end)
        if one.end <= its_pair.end:
            one = next(first, None)
        else:
            its_pair = next(other, None)
    for rest in (first, other):
        for _ in rest:
            pass


class _Totals:
    """The sums so far."""

    def __init__(self) -> None:
        self._own: list[Whole | int] = [0, 0]
        self._products: Whole | int = 0
        self._differing: Whole | int = 0
        self._units = [0, 0]
        self._common = 0

    def reading(self, pieces: Iterable[Units], side: int) -> Iterator[Units]:
        """Pass units on, and add them to the sums of their own run."""
        for piece in pieces:
            self._own[side] = self._own[side] + _own_sums(piece)
            self._units[side] += len(piece.kinds)
            yield piece

    def add_common(self, one: Units, other: Units) -> None:
        """Add units that both runs have."""
        kinds, units = _pairs(one, other)
        y, x = one.y[:, kinds[0]], one.x[:, kinds[0]]
        other_y, other_x = other.y[:, kinds[1]], other.x[:, kinds[1]]
        products = [
            np.einsum("qk,qk,k->q", a, b, units) for a in (y, x) for b in (other_y, other_x)
        ]
        self._products = self._products + np.stack(products)
        self._differing = self._differing + ((y != other_y) | (x != other_x)) @ units
        self._common += int(units.sum())

    def sums(self) -> list[PairSums]:
        """Return the sums of each quantity."""
        first, other = (np.asarray(own) for own in self._own)
        quantities = first.shape[1]
        shape = (4, quantities)
        products = np.broadcast_to(np.asarray(self._products), shape).T.tolist()
        differing = np.broadcast_to(np.asarray(self._differing), quantities).tolist()
        return [
            PairSums(
                first=_ratio_sums(first[:, place].tolist()),
                other=_ratio_sums(other[:, place].tolist()),
                yy=products[place][0],
                yx=products[place][1],
                xy=products[place][2],
                xx=products[place][3],
                first_units=self._units[0],
                other_units=self._units[1],
                common=self._common,
                differing=differing[place],
            )
            for place in range(quantities)
        ]


def _ratio_sums(counts: list[int]) -> RatioSums:
    return RatioSums(**dict(zip(RATIO_COUNTS, counts, strict=True)))


def _own_sums(piece: Units) -> Whole:
    """Return the sums of a run's own units in the order of `RATIO_COUNTS`, by quantity."""
    units = np.bincount(piece.kinds, minlength=piece.y.shape[1]).astype(np.int64)
    y, x = piece.y, piece.x
    terms = (y, x, y * y, x * y, x * x, x > 0, y > 0, y < x)
    return np.stack([term.astype(np.int64) @ units for term in terms])


def _pairs(one: Units, other: Units) -> tuple[npt.NDArray[np.integer], Whole]:
    """Return which pairs of kinds occur, shape (2, pairs), and how often each does."""
    width = other.y.shape[1]
    codes = one.kinds.astype(np.int64) * width + other.kinds
    distinct, units = np.unique(codes, return_counts=True)
    return np.stack(np.divmod(distinct, width)), units.astype(np.int64)
