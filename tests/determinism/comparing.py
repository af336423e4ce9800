"""Whether two simulations of the same sessions came to the same."""

from __future__ import annotations

import numpy as np

from sim.simulation import Outcomes

BY_SESSION = (
    "first_dealers",
    "dealers",
    "present",
    "members",
    "player_units",
    "position_units",
    "buys",
    "pools",
    "splits",
)
KEPT_BY_SESSION = ("outcomes", "exchanged", "payments", "pools")


def same(piece: Outcomes, whole: Outcomes, place: slice) -> bool:
    """Whether a piece has what the whole has at a place: every number of every session.

    What the rules give no room has no rows, neither in the piece nor in the whole.
    """
    pairs = [(getattr(piece, name), getattr(whole, name)) for name in BY_SESSION]
    pairs += [(getattr(piece.kept, name), getattr(whole.kept, name)) for name in KEPT_BY_SESSION]
    return all(np.array_equal(one, all_of_it[place]) for one, all_of_it in pairs) and same_ties(
        piece, whole, place
    )


def same_ties(piece: Outcomes, whole: Outcomes, place: slice) -> bool:
    """Whether the ties were broken by the same extra deals."""
    if piece.ties is None or whole.ties is None:
        return piece.ties is whole.ties is None
    sessions = range(piece.first_session, piece.first_session + len(piece.first_dealers))
    return (
        np.array_equal(piece.ties.winners, whole.ties.winners[place])
        and np.array_equal(piece.ties.extra_deals, whole.ties.extra_deals[place])
        and all(extra_deals(piece, number) == extra_deals(whole, number) for number in sessions)
    )


def extra_deals(outcomes: Outcomes, session: int) -> list[tuple[int, ...]]:
    """The extra deals of a session: number, outcome, who sat where, and what was paid."""
    assert outcomes.ties is not None
    return [
        (
            deals.number,
            int(deals.kept.outcomes[row, 0]),
            *deals.seating[row].tolist(),
            *deals.kept.payments[row, 0].tolist(),
        )
        for deals in outcomes.ties.played
        for row in np.flatnonzero(deals.places == session - outcomes.first_session)
    ]
