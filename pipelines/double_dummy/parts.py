"""The parts of a deal in which units are lost, and the names of what is counted of solved deals."""

from __future__ import annotations

from typing import Final

__all__ = ["BIDDING", "DECLARER", "DEFENCE", "PARTS", "SOLVED", "solved"]

BIDDING: Final = "bidding"
DECLARER: Final = "declarer's play"
DEFENCE: Final = "defence"

PARTS: Final = (BIDDING, DECLARER, DEFENCE)
"""A part's place among them is its number."""

SOLVED: Final = "solved"
"""Begins the name of everything that is counted of solved deals."""


def solved(what: str) -> str:
    """Return the name of something that is counted of solved deals.

    Examples
    --------
    >>> solved("makeable")
    'solved makeable'
    """
    return f"{SOLVED} {what}"
