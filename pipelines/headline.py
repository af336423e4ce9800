"""Which contract a run's main answers are about."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["headline_of"]


def headline_of(contracts: Sequence[str]) -> str:
    """Return nap, which gives the game its name, or else the highest contract.

    Parameters
    ----------
    contracts : sequence of str
        Names of the ladder's contracts, lowest first; one at least.

    Examples
    --------
    >>> headline_of(["three", "four", "nap", "wellington"]), headline_of(["three", "four"])
    ('nap', 'four')
    """
    return "nap" if "nap" in contracts else contracts[-1]
