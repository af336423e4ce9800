"""What layouts say of each act: scores added up, and which acts can still come out best.

Of equal scores the preferred act's counts most, then the first one's: every score begins with a
handicap that is less than anything that can be added. Acts are numbered from 0, and sets of them
are bits of a word. An act that cannot come out best any more is asked about no further.
"""

from __future__ import annotations

from typing import Final

from sim.engine.bits import ONE, ZERO, i64, lane_function, trailing_zeros, u64

MOST_ACTS: Final = 32
"""More cards than can be led to the first trick, with a joker that names trumps, and as many calls
as there are."""

STEP: Final = 2 * MOST_ACTS
"""What is added to a score is a multiple of this."""


@lane_function
def begin_scores(scores, acts, preferred):  # type: ignore[no-untyped-def]
    """Begin with nothing said of any of some acts."""
    for act in range(MOST_ACTS):
        if (acts >> u64(act)) & ONE != ZERO:
            scores[act] = u64(MOST_ACTS - act)
    scores[preferred] = u64(MOST_ACTS + 1)


@lane_function
def still_running(scores, acts, least, most, layouts):  # type: ignore[no-untyped-def]
    """Those of some acts that can come out best when so many more layouts have spoken.

    Each layout adds from ``least[act]`` to ``most[act]`` to an act's score.
    """
    sure = i64(-(1 << 62))
    others = acts
    while others != ZERO:
        act = i64(trailing_zeros(others))
        others &= others - ONE
        sure = max(sure, i64(scores[act]) + layouts * i64(least[act]))
    running = acts
    others = acts
    while others != ZERO:
        act = i64(trailing_zeros(others))
        others &= others - ONE
        if i64(scores[act]) + layouts * i64(most[act]) < sure:
            running ^= ONE << u64(act)
    return running


@lane_function
def best_act(scores, acts):  # type: ignore[no-untyped-def]
    """The act that scores most among some."""
    best = i64(trailing_zeros(acts))
    while acts != ZERO:
        act = i64(trailing_zeros(acts))
        acts &= acts - ONE
        if i64(scores[act]) > i64(scores[best]):
            best = act
    return best
