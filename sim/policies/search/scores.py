"""What layouts say of each act: weights added up, and when enough have been asked."""

from __future__ import annotations

from typing import Final

from sim.engine.bits import ZERO, i64, lane_function

MOST_ACTS: Final = 32
"""More cards than can be led to the first trick, with a joker that names trumps."""


@lane_function
def forget(scores):  # type: ignore[no-untyped-def]
    """Begin with nothing said of any act."""
    for act in range(MOST_ACTS):
        scores[act] = ZERO


@lane_function
def is_decided(scores, acts, open_weight):  # type: ignore[no-untyped-def]
    """Whether the best act stays the only best one, whatever is still to be added to another."""
    best = ZERO
    second = ZERO
    for act in range(acts):
        score = scores[act]
        if score > best:
            second = best
            best = score
        elif score > second:
            second = score
    return best > second + open_weight


@lane_function
def best_act(scores, acts, preferred):  # type: ignore[no-untyped-def]
    """The act that scores highest, the preferred one if it does, else the first."""
    best = preferred
    for act in range(acts):
        if scores[act] > scores[best]:
            best = i64(act)
    return best
