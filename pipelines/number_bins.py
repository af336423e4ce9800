"""What becomes of the headline contract, bin by bin of the sessions' numbers.

The bins grow with the numbers: eight cover a power of ten. Added up from the first one on they
tell how a run's main rates settled down. A session's number alone says to which bin it belongs, so
that it does not matter how a run was cut into shards, or put together of several.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Final

import numpy as np
import numpy.typing as npt
import polars as pl

from pipelines.deals import Deals
from pipelines.dimension import Dimension
from pipelines.headline import headline_of
from pipelines.session_counts import Counting
from pipelines.sessions import SUMS_SCHEMA
from pipelines.shard_rows import ShardRows
from sim.game.result import Result

__all__ = ["BINNED", "OF", "binned_deals", "binned_outcomes", "binned_ratios", "bins_of"]

BINNED: Final = "by number"
"""Begins the name of everything that is counted by bin."""

OF: Final[Mapping[str, str]] = MappingProxyType(
    {"bid": "deals", "played": "deals", "made": "played"}
)
"""What is counted of the headline contract, and among what: it was bid in so many deals, ..."""

_COUNTED: Final = ("deals", *OF)

Whole = npt.NDArray[np.int64]

_A_DECADE: Final = 8
_DECADES: Final = 19


def _edges() -> tuple[int, ...]:
    """Return the whole parts of 10^(i/8), each once: where the bins begin, from the second on."""
    eighth_roots = (
        math.isqrt(math.isqrt(math.isqrt(10**power))) for power in range(_A_DECADE * _DECADES)
    )
    return tuple(dict.fromkeys(eighth_roots))


_EDGES: Final = (0, *_edges())


def bins_of(first: int, sessions: int) -> list[tuple[int, slice]]:
    """Return the bins over which so many sessions from a number on stretch.

    Returns
    -------
    list of (int, slice)
        Number of the bin, and which of the sessions lie in it, counted from ``first``.

    Examples
    --------
    >>> bins_of(98, 10)
    [(14, slice(0, 2, None)), (15, slice(2, 10, None))]
    """
    end = first + sessions
    low, high = bisect_right(_EDGES, first), bisect_right(_EDGES, end - 1)
    ends = [first, *_EDGES[low:high], end]
    return [
        (low - 1 + place, slice(start - first, stop - first))
        for place, (start, stop) in enumerate(pairwise(ends))
    ]


def binned_outcomes(
    rows: ShardRows, counts: Whole, outcomes: Mapping[int, Result], dimension: Dimension
) -> pl.DataFrame:
    """Count the deals of a plain run by bin, from their outcomes.

    Parameters
    ----------
    rows : ShardRows
        The shard.
    counts : int64 array, shape (outcomes, ...)
        Its deals by `ShardRows.outcomes`.
    outcomes : mapping of int to Result
        How deals of each outcome that occurred ended.
    dimension : Dimension
        Knows what auctions say.

    Returns
    -------
    polars.DataFrame
        See `pipelines.sessions.SUMS_SCHEMA`. Quantity is `BINNED`; of is ``deals``, ``bid``,
        ``played`` or ``made``; *first* is the bin, *second* 0; value is how many deals.
    """
    happened = _happened_in_outcomes(rows, outcomes, dimension)
    bins = bins_of(rows.first_session, len(rows.first_dealer))
    if len(bins) == 1:
        ((only, _),) = bins
        return _table({only: happened @ counts.reshape(len(counts), -1).sum(axis=1)})
    codes = rows.outcome_code.reshape(-1, rows.deals_per_session)
    sizes = {
        number: np.bincount(codes[sessions].ravel(), minlength=len(counts))
        for number, sessions in bins
    }
    return _table({number: happened @ deals for number, deals in sizes.items()})


def _happened_in_outcomes(
    rows: ShardRows, outcomes: Mapping[int, Result], dimension: Dimension
) -> Whole:
    """Return what a deal of each outcome adds to deals, bid, played and made: 0 or 1."""
    ladder = dimension.rules.ladder
    headline = ladder.number(headline_of(ladder.names))
    said = {text: dimension.auction(text) for text in {rows.outcomes[code][0] for code in outcomes}}
    bid = {
        text: any(call == headline for _, _, call in auction.speeches)
        for text, auction in said.items()
    }
    happened = np.zeros((len(_COUNTED), len(rows.outcomes)), np.int64)
    for code, ended in outcomes.items():
        text = rows.outcomes[code][0]
        played = said[text].contract == headline
        happened[:, code] = 1, bid[text], played, played and bool(ended.made)
    return happened


def binned_deals(deals: Deals) -> pl.DataFrame:
    """Count the deals of any sessions by bin; see `binned_outcomes`."""
    sums = _sums_of_sessions(deals)
    bins = bins_of(deals.rows.first_session, len(deals.rows.first_dealer))
    return _table({number: sums[:, sessions].sum(axis=1) for number, sessions in bins})


def binned_ratios(deals: Deals) -> Iterator[Counting]:
    """Yield the same session by session: families `BINNED` bid, ...; first number the bin."""
    sums = dict(zip(_COUNTED, _sums_of_sessions(deals), strict=True))
    for number, sessions in bins_of(deals.rows.first_session, len(deals.rows.first_dealer)):
        for what, of in OF.items():
            y, x = (sums[name][None, None, sessions] for name in (what, of))
            yield Counting(what=f"{BINNED} {what}", who="", y=y, x=x, offset=number)


def _sums_of_sessions(deals: Deals) -> Whole:
    """Return how many deals of each session there are, were bid, played and made in."""
    ladder = deals.rules.ladder
    headline = ladder.number(headline_of(ladder.names))
    played = deals.said.contract == headline
    marks = np.stack(
        [
            np.ones_like(played),
            (deals.said.calls == headline).any(axis=1),
            played,
            played & deals.made,
        ]
    )
    sums: Whole = np.add.reduceat(marks.astype(np.int64), deals.rows.first_deals[:-1], axis=1)
    return sums


def _table(by_bin: Mapping[int, Whole]) -> pl.DataFrame:
    rows = [
        (BINNED, of, number, 0, int(counted))
        for number, deals in by_bin.items()
        for of, counted in zip(_COUNTED, deals, strict=True)
    ]
    return pl.DataFrame(rows, schema=SUMS_SCHEMA, orient="row")
