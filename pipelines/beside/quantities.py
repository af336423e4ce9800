"""What is compared between two runs, and how much of it each deal shows.

Every quantity is a ratio Y / X of two sums over deals: of the deals played in a contract, those in
which it was made; of all deals, the units that a position won.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from pipelines.tables import Provenance
from sim.game.ladder import PASS

__all__ = ["Quantity", "Shown", "common_quantities", "shown_in"]

Whole = npt.NDArray[np.int64]
Marks = npt.NDArray[Any]


@dataclass(frozen=True, kw_only=True)
class Quantity:
    """One number that two runs both have.

    Attributes
    ----------
    what : str
        "passed out", "contract made", "bid", "played", "made", or "units" (per deal).
    contract : str or None
        Its name on the ladder, where it is about one.
    position : int or None
        0 dealer, 1 eldest, where it is about one.
    """

    what: str
    contract: str | None = None
    position: int | None = None

    @property
    def is_rate(self) -> bool:
        """Whether it is a probability; else it is a mean."""
        return self.what != "units"


def common_quantities(first: Provenance, other: Provenance) -> tuple[Quantity, ...]:
    """Return what both runs have, in the order of the first one's ladder and of the positions.

    Contracts are matched by name, positions by their number: eldest with eldest, dealer with
    dealer.
    """
    theirs = {stake.contract for stake in other.stakes}
    both = [stake.contract for stake in first.stakes if stake.contract in theirs]
    return (
        Quantity(what="passed out"),
        Quantity(what="contract made"),
        *(
            Quantity(what=what, contract=name)
            for name in both
            for what in ("bid", "played", "made")
        ),
        *(
            Quantity(what="units", position=position)
            for position in range(min(first.players, other.players))
        ),
    )


@dataclass(frozen=True, kw_only=True)
class Shown:
    """What deals, or kinds of deals, show; all arrays have a row for each.

    Attributes
    ----------
    calls : int array, shape (deals, players)
        What each position says: contract numbers, 0 a pass.
    contract : int array, shape (deals,)
        The final contract's number; 0 if passed out.
    made : bool array, shape (deals,)
        Whether it was made.
    units : int array, shape (deals, players)
        What each position receives.
    seated : bool array, shape (deals, players)
        Whether there is such a position.
    """

    calls: Whole
    contract: Whole
    made: npt.NDArray[np.bool_]
    units: Whole
    seated: npt.NDArray[np.bool_]


def shown_in(
    shown: Shown, quantities: Sequence[Quantity], ladder: Sequence[str]
) -> tuple[Whole, Whole]:
    """Return what each deal adds to Y and X of each quantity.

    Parameters
    ----------
    shown : Shown
        The deals.
    quantities : sequence of Quantity
        What is asked for.
    ladder : sequence of str
        The names of the contracts, lowest first.

    Returns
    -------
    int64 arrays, shape (quantities, deals)
    """
    pairs = [_pair(shown, quantity, ladder) for quantity in quantities]
    y, x = (np.stack([pair[side] for pair in pairs]).astype(np.int64) for side in (0, 1))
    return y, x


def _pair(shown: Shown, quantity: Quantity, ladder: Sequence[str]) -> tuple[Marks, Marks]:
    number = 0 if quantity.contract is None else ladder.index(quantity.contract) + 1
    everywhere = np.ones(len(shown.contract), np.bool_)
    played = shown.contract == number
    bid = shown.contract != PASS
    if quantity.position is not None:
        return shown.units[:, quantity.position], shown.seated[:, quantity.position]
    if quantity.what == "passed out":
        return ~bid, everywhere
    if quantity.what == "contract made":
        return shown.made & bid, bid
    if quantity.what == "bid":
        return (shown.calls == number).any(axis=1), everywhere
    return (played, everywhere) if quantity.what == "played" else (shown.made & played, played)
