"""What the distinct auctions of a shard say, as arrays by their codes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pipelines.dimension import NOBODY, Dimension
from sim.game.ladder import PASS

__all__ = ["Auctions"]

Places = npt.NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class Auctions:
    """Calls by code of the auction and by position; all arrays are int64.

    Attributes
    ----------
    players : array, shape (auctions,)
        How many are at the table.
    calls : array, shape (auctions, players)
        What each position says: contract numbers, 0 for a pass; `NOBODY` where nobody speaks.
    highest : array, shape (auctions, players)
        The highest bid before that, 0 if there is none; of no meaning where nobody speaks.
    contract, declarer : arrays, shape (auctions,)
        The final contract's number and the declarer's position; 0 and `NOBODY` if passed out.
    """

    players: Places
    calls: Places
    highest: Places
    contract: Places
    declarer: Places

    def of_deals(self, codes: npt.NDArray[np.integer]) -> Auctions:
        """Return the auctions of deals, by deal instead of by code."""
        return Auctions(
            players=self.players[codes],
            calls=self.calls[codes],
            highest=self.highest[codes],
            contract=self.contract[codes],
            declarer=self.declarer[codes],
        )

    @classmethod
    def of(cls, texts: Sequence[str], occurring: Sequence[int], dimension: Dimension) -> Auctions:
        """Read auctions.

        Parameters
        ----------
        texts : sequence of str
            Auctions by code.
        occurring : sequence of int
            The codes that deals really have; only these are read.
        dimension : Dimension
            Knows what auctions say.

        Raises
        ------
        ImpossibleOutcomeError
            If one of those that occur is no legal auction.
        """
        shape = (len(texts), dimension.rules.players)
        calls, highest = np.full(shape, NOBODY), np.full(shape, PASS)
        players, contract = np.zeros(len(texts), np.int64), np.full(len(texts), PASS)
        declarer = np.full(len(texts), NOBODY)
        for code in occurring:
            auction = dimension.auction(texts[code])
            for position, before, call in auction.speeches:
                calls[code, position], highest[code, position] = call, before
            players[code], contract[code] = auction.players, auction.contract
            declarer[code] = NOBODY if auction.declarer is None else auction.declarer
        return cls(
            players=players, calls=calls, highest=highest, contract=contract, declarer=declarer
        )
