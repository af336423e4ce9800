"""How a comparison is cut into shards: the ranges of sessions after which its verdicts are asked.

The cut depends on the comparison alone, not on its cap: one that is made longer looks at the same
places as one that was long from the beginning. Only the last shard may be short.
"""

from __future__ import annotations

from math import isqrt
from typing import Final

from sim.comparisons.comparison import Comparison
from sim.comparisons.tables_played import rotations
from sim.engine.block import MANY_LANES
from sim.policies import kind_of
from sim.runs.plan import Plan, Stretch

WORK_OF_SHARD: Final = 200_000
"""Deals that are simulated for a shard at all tables together: some 50 ms."""

_SESSIONS_OF_DEALER: Final = 256
"""Sessions are played 64 abreast, those of one first dealer together. With fewer of each, more than
an eighth of the work would fill up the last 64."""

_SESSIONS_IN_PYTHON: Final = MANY_LANES - 3 * isqrt(MANY_LANES)
"""The same where policies that Python answers have many played abreast. So many are wanted of each
first dealer that hardly ever more fall to him than are played at once."""


def plan_of(comparison: Comparison, cap_deals: int) -> Plan:
    """The shards of a comparison.

    Parameters
    ----------
    comparison : Comparison
    cap_deals : int
        Deals after which it ends at the latest; rounded up to whole sessions.
    """
    per_session = comparison.rules.deals_per_session
    stretch = Stretch(-(-cap_deals // per_session), sessions_per_shard(comparison))
    return Plan(per_session, (stretch,))


def sessions_per_shard(comparison: Comparison) -> int:
    """How many sessions a shard holds."""
    if any(kind_of(policy).answers_in_python for policy in comparison.policies):
        return comparison.players * _SESSIONS_IN_PYTHON
    tables = {policies for entry in comparison.entries for policies in rotations(entry)}
    work_of_session = len(tables) * comparison.rules.deals_per_session
    return max(-(-WORK_OF_SHARD // work_of_session), _SESSIONS_OF_DEALER * comparison.players)
