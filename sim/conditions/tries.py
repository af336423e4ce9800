"""Numbers of tries: the deals among which the one that satisfies a condition is looked for.

Try *t* of deal *i* has the index ``t * 2**44 + i`` in all its streams. So deal *i* of a seed is a
pure function of both whatever other deals needed, and try 0 is the deal of that number without
a condition, if no hand is drawn from a list.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from sim.conditions.pack import Masks

DEAL_BITS: Final = 44
DEALS: Final = 1 << DEAL_BITS
"""Deals of a seed under a condition."""

MOST_TRIES: Final = 1 << (64 - DEAL_BITS)
"""Tries of a deal."""


def index_of(deals: Masks, tries: Masks) -> Masks:
    """Return the index that tries of deals have in their streams."""
    return (tries << np.uint64(DEAL_BITS)) | deals


def in_words(index: int) -> str:
    """Name the deal, and the try if it is not the first, that has an index.

    Examples
    --------
    >>> in_words(7), in_words(2 * DEALS + 7)
    ('deal 7', 'deal 7 (try 3)')
    """
    tried, deal = divmod(index, DEALS)
    return f"deal {deal} (try {tried + 1})" if tried else f"deal {deal}"
