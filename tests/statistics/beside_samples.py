"""Two generated runs whose true numbers are known, deal by deal as the files would tell them."""

from __future__ import annotations

import numpy as np

from pipelines.beside.dependence import Dependence
from pipelines.beside.estimating import Between, Found
from pipelines.beside.pair_sums import pair_sums
from pipelines.beside.quantities import Quantity
from pipelines.beside.units import Units
from pipelines.ratios import rate_of_clusters, ratio_of_clusters

RATE = Quantity(what="made", contract="nap")
MEAN = Quantity(what="units", position=1)


def units_of(y, x, first: int = 0) -> Units:
    """Units of one quantity, each a kind of its own."""
    y, x = (np.asarray(values, np.int64)[None] for values in (y, x))
    return Units(first=first, kinds=np.arange(y.shape[1]), y=y, x=x)


def between_of(
    first: tuple,
    other: tuple,
    dependence: Dependence,
    *,
    quantity: Quantity = RATE,
    deals_a_unit: int = 1,
) -> Between:
    """Two runs, each given by what its units add to Y and to X, as the pipeline puts them."""
    [sums] = pair_sums([units_of(*first)], [units_of(*other)])
    founds = []
    for own in (sums.first, sums.other):
        mean, rate = ratio_of_clusters(own), None
        if quantity.is_rate and deals_a_unit > 1:
            rate = rate_of_clusters(own).effective
        founds.append(
            Found(
                y=own.y,
                x=own.x,
                value=own.ratio,
                effective=rate,
                standard_error=mean.standard_error,
                clusters=own.clusters,
            )
        )
    return Between(
        quantity=quantity,
        first=founds[0],
        other=founds[1],
        dependence=dependence,
        sums=sums if dependence == "paired" else None,
        deals_a_unit=deals_a_unit,
    )


def alike(random: np.random.Generator, n: int, share: float) -> tuple[np.ndarray, np.ndarray]:
    """Two uniform numbers for each of n deals, which are the same in that share of deals."""
    one, other = random.random((2, n))
    return one, np.where(random.random(n) < share, one, other)
