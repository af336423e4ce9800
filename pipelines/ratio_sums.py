"""Sums over the sessions of a shard from which ratios and their errors follow, exactly addable."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt
import polars as pl

from pipelines.session_counts import Counting
from pipelines.sessions import check_squares

__all__ = ["RATIO_COUNTS", "RATIO_SCHEMA", "RatioTotals"]

RATIO_COUNTS: Final = ("y", "x", "yy", "xy", "xx", "clusters", "some", "rest")
"""See `pipelines.ratios.RatioSums`."""

RATIO_SCHEMA: Final = {
    "what": pl.String(),
    "who": pl.String(),
    "member": pl.Int64(),
    "first": pl.Int64(),
    "second": pl.Int64(),
    **dict.fromkeys(RATIO_COUNTS, pl.Int64()),
}

Whole = npt.NDArray[np.int64]


class RatioTotals:
    """Adds up what is counted in sessions, block by block.

    Parameters
    ----------
    sessions : int
        How many will be added in all.
    """

    def __init__(self, sessions: int) -> None:
        self._sessions = sessions
        self._sums: dict[tuple[str, str, int], Whole] = {}

    def add(self, counting: Counting) -> None:
        """Add some more sessions of a family.

        Raises
        ------
        UserError
            If its numbers are so large that a sum could exceed 64 bits.
        """
        y, x = (_with_four_axes(numbers) for numbers in (counting.y, counting.x))
        check_squares(max(int(y.max()), -int(y.min())), self._sessions)
        sums = _sums_over_sessions(y, x)
        key = counting.what, counting.who, counting.offset
        self._sums[key] = self._sums[key] + sums if key in self._sums else sums

    def table(self) -> pl.DataFrame:
        """Return the sums of all ratios that have anything below.

        Returns
        -------
        polars.DataFrame
            what and who String: see `Counting`; member, first, second Int64; then the sums of
            `pipelines.ratios.RatioSums`, Int64.
        """
        families, numbers = [], [np.empty((0, 3 + len(RATIO_COUNTS)), np.int64)]
        for (what, who, offset), sums in self._sums.items():
            member, first, second = np.nonzero(sums[RATIO_COUNTS.index("x")])
            counts = sums[:, member, first, second]
            numbers.append(np.stack([member, first + offset, second, *counts], axis=1))
            families += [(what, who)] * len(member)
        columns = np.concatenate(numbers).T
        names, whole = [*RATIO_SCHEMA][:2], [*RATIO_SCHEMA][2:]
        schema = dict.fromkeys(names, pl.String())
        table = pl.DataFrame(families, schema=schema, orient="row")
        return table.with_columns(
            pl.Series(name, column) for name, column in zip(whole, columns, strict=True)
        )


def _with_four_axes(numbers: Whole) -> Whole:
    """Insert the axes that are missing before the last one, that of the sessions."""
    *others, sessions = numbers.shape
    return numbers.reshape(*others, *(1,) * (4 - numbers.ndim), sessions)


def _sums_over_sessions(y: Whole, x: Whole) -> Whole:
    """Return the sums in the order of `RATIO_COUNTS`, shape (8, members, firsts, seconds)."""
    sums = (
        y.sum(axis=-1),
        x.sum(axis=-1),
        np.einsum("...s,...s->...", y, y),
        np.einsum("...s,...s->...", x, y),
        np.einsum("...s,...s->...", x, x),
        (x > 0).sum(axis=-1, dtype=np.int32),
        (y > 0).sum(axis=-1, dtype=np.int32),
        (y < x).sum(axis=-1, dtype=np.int32),
    )
    return np.stack([np.broadcast_to(part, y.shape[:-1]) for part in sums])
