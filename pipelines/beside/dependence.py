"""Whether two runs depend on each other, and whether their deals can be put beside each other.

Deal *i* of a seed is a function of the seed and *i*, whatever the rules: tables of three and of
four players under one seed share random draws. So runs are independent only where their seeds
differ, or no deal and no session of both has the same number.
"""

from __future__ import annotations

import math
from typing import Final, Literal

from pipelines.tables import Provenance

__all__ = ["INDEPENDENT", "PAIRED", "UNKNOWN", "Dependence", "deals_a_unit", "dependence"]

Dependence = Literal["paired", "independent", "unknown"]

PAIRED: Final = "paired"
INDEPENDENT: Final = "independent"
UNKNOWN: Final = "unknown"


def dependence(first: Provenance, other: Provenance, *, rows_kept: bool) -> Dependence:
    """Tell how the errors of two runs hang together.

    Parameters
    ----------
    first, other : Provenance
        Where their tables come from.
    rows_kept : bool
        Whether both keep the rows of all counted deals.

    Returns
    -------
    {"paired", "independent", "unknown"}
        Paired: the same deals of both are put beside each other. Unknown: they depend on each
        other in a way that cannot be worked out.
    """
    if first.seed != other.seed:
        return INDEPENDENT
    if _apart(_deals(first), _deals(other)) and _apart(_sessions(first), _sessions(other)):
        return INDEPENDENT
    if rows_kept and _first_dealers_agree(first, other):
        return PAIRED
    return UNKNOWN


def deals_a_unit(first: Provenance, other: Provenance) -> int:
    """Return how many deals are put beside each other as one: independent of all others.

    One, where the deals of both runs are independent; else a block that holds whole sessions of
    both.
    """
    if not (first.clustered or other.clustered):
        return 1
    return math.lcm(first.deals_per_session, other.deals_per_session)


def _deals(provenance: Provenance) -> range:
    return provenance.deal_numbers


def _sessions(provenance: Provenance) -> range:
    first = provenance.first_deal // provenance.deals_per_session
    return range(first, first + provenance.sessions)


def _apart(one: range, other: range) -> bool:
    return one.stop <= other.start or other.stop <= one.start


def _first_dealers_agree(first: Provenance, other: Provenance) -> bool:
    """Whether deals of one number share all that they share with deals of other numbers.

    The first dealer is drawn by the number of the session. Where sessions differ in length, deals
    of different numbers share such a draw; that matters only where players are not all alike.
    """
    if first.deals_per_session == other.deals_per_session:
        return True
    return all(
        len({seated.policy for seated in provenance.lineup}) == 1 for provenance in (first, other)
    )
