"""The units of analysis of a run, read shard by shard: what each adds to the sums compared.

A unit is a deal, or, where deals of a session depend on each other, a block of so many deals that
it holds whole sessions of both runs. It is known by its number, so that those of two runs can be
put beside each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from pipelines.auctions import Auctions
from pipelines.beside.quantities import Quantity, Shown, shown_in
from pipelines.deals import read_deals
from pipelines.dimension import Dimension
from pipelines.outcome_columns import is_plain
from pipelines.shard_reading import read_shard
from pipelines.shard_rows import ShardRows
from sim.experiment import Experiment
from sim.runs.directory import RunDirectory
from sim.runs.shards import Shard

__all__ = ["Units", "units_of_rows", "units_of_run"]

_DEALS_A_PART: Final = 1 << 16
"""So many deals are looked at singly at once."""

Whole = npt.NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class Units:
    """Some units that follow each other.

    Units that add the same to all sums are of one kind: there are few kinds of deals.

    Attributes
    ----------
    first : int
        Number of the first unit.
    kinds : int array, shape (units,)
        Which kind each unit is.
    y, x : int64 arrays, shape (quantities, kinds)
        What units of a kind add to the sums Y and X of each quantity.
    """

    first: int
    kinds: npt.NDArray[np.integer]
    y: Whole
    x: Whole

    @property
    def end(self) -> int:
        """The number behind the last unit."""
        return self.first + len(self.kinds)

    def between(self, first: int, end: int) -> Units:
        """Return the units of these numbers, all of which must be here."""
        kinds = self.kinds[first - self.first : end - self.first]
        return replace(self, first=first, kinds=kinds)


def units_of_run(
    run: RunDirectory,
    shards: Iterable[Shard],
    experiment: Experiment,
    quantities: Sequence[Quantity],
    deals_a_unit: int,
) -> Iterator[Units]:
    """Yield all units of a run in the order of their numbers, none twice.

    Parameters
    ----------
    run : RunDirectory
        Of which all these shards keep rows.
    shards : iterable of Shard
        In their order.
    experiment : Experiment
        What was sampled.
    quantities : sequence of Quantity
        What is asked of each unit.
    deals_a_unit : int
        1, or a multiple of the deals of a session.

    Raises
    ------
    DamagedFileError, DamagedShardError
        If a shard is not whole, or its rows are not those of its plan.
    """
    dimension = Dimension(experiment.rules)
    pieces = (
        piece
        for shard in shards
        for piece in units_of_rows(
            read_shard(run, shard, experiment).rows, experiment, dimension, quantities, deals_a_unit
        )
    )
    return pieces if deals_a_unit == 1 else _put_together(pieces)


def units_of_rows(
    rows: ShardRows,
    experiment: Experiment,
    dimension: Dimension,
    quantities: Sequence[Quantity],
    deals_a_unit: int,
) -> Iterator[Units]:
    """Yield the units of a shard; the first and the last may go on in the shards beside it."""
    if deals_a_unit == 1 and is_plain(experiment):
        yield _outcomes(rows, dimension, quantities)
        return
    auctions = Auctions.of(rows.auctions, np.unique(rows.auction).tolist(), dimension)
    ladder = experiment.rules.ladder.names
    sessions = max(1, _DEALS_A_PART // rows.deals_per_session)
    for part in rows.parts(sessions):
        deals = read_deals(part, auctions, experiment)
        shown = Shown(
            calls=deals.said.calls,
            contract=deals.said.contract,
            made=deals.made,
            units=deals.units,
            seated=deals.seated,
        )
        y, x = shown_in(shown, quantities, ladder)
        units = part.deal_numbers.astype(np.int64) // deals_a_unit
        yield _added_up(units, y, x)


def _outcomes(rows: ShardRows, dimension: Dimension, quantities: Sequence[Quantity]) -> Units:
    """Return the deals of a plain run: their kinds are the outcomes."""
    rules = dimension.rules
    codes, kinds = np.unique(rows.outcome_code, return_inverse=True)
    results = [dimension.outcome(*rows.outcomes[code]) for code in codes.tolist()]
    occurring = codes // (rows.hand_size + 1)
    auctions = Auctions.of(rows.auctions, np.unique(occurring).tolist(), dimension)
    said = auctions.of_deals(occurring)
    shown = Shown(
        calls=said.calls,
        contract=said.contract,
        made=np.array([bool(result.made) for result in results]),
        units=np.array([result.payments for result in results], np.int64),
        seated=np.ones((len(codes), rules.players), np.bool_),
    )
    y, x = shown_in(shown, quantities, rules.ladder.names)
    first = rows.first_session * rows.deals_per_session
    return Units(first=first, kinds=kinds, y=y, x=x)


def _added_up(units: Whole, y: Whole, x: Whole) -> Units:
    """Add up deals by the numbers of their units, which do not decrease."""
    first, last = int(units[0]), int(units[-1])
    places, starts = np.unique(units - first, return_index=True)
    sums = np.zeros((2, len(y), last - first + 1), np.int64)
    for side, values in enumerate((y, x)):
        sums[side][:, places] = np.add.reduceat(values, starts, axis=1)
    return Units(first=first, kinds=np.arange(last - first + 1), y=sums[0], x=sums[1])


def _put_together(pieces: Iterable[Units]) -> Iterator[Units]:
    """Make one of the last unit of a piece and the first of the next, where both are the same.

    Every unit of these pieces is a kind of its own.
    """
    waiting: Units | None = None
    for piece in pieces:
        if waiting is not None:
            if waiting.first == piece.first:
                piece.y[:, :1] += waiting.y
                piece.x[:, :1] += waiting.x
            else:
                yield waiting
        if len(piece.kinds) > 1:
            yield _own_kinds(piece, 0, -1)
        waiting = _own_kinds(piece, -1, None)
    if waiting is not None:
        yield waiting


def _own_kinds(piece: Units, start: int, stop: int | None) -> Units:
    """Cut a piece of which every unit is a kind of its own."""
    within = slice(start, stop)
    y, x = piece.y[:, within], piece.x[:, within]
    first = piece.first + (start if start >= 0 else len(piece.kinds) + start)
    return Units(first=first, kinds=np.arange(y.shape[1]), y=y, x=x)
