"""Speed: how many deals a second a policy plays, and what its way of writing usually reaches."""

from __future__ import annotations

import time
from typing import Final

from sim.course import seats_in_blocks
from sim.engine.block import LANES
from sim.experiment import Experiment
from sim.policies import kind_of
from sim.policies.contract.candidate import Candidate
from sim.policies.contract.findings import Checked, Finding
from sim.policies.contract.trial import try_sessions
from sim.policies.written.objects import ObjectPolicy

FLOOR: Final = 1_000
"""Deals a second below which no question can be answered in an afternoon."""
USUAL: Final = {"numpy": 300_000, "object": 15_000}
"""Deals a second of policies that Python answers, four players, one core; those that are compiled
are compared with a bundled one."""

_HOPELESS: Final = {"compiled": 200, "numpy": 20, "object": 250}
"""Deals a second, measured a few tables at a time, below which the floor is out of reach."""
_SECONDS: Final = 0.5
"""Time that is measured, at least."""
_MOST_SESSIONS: Final = 1 << 20
_ADVICE: Final = {
    "numpy": "look for loops over tables: NumPy is to do them",
    "object": "write it as a NumPy or a scalar policy once it is settled",
    "compiled": "look for loops that a few operations on whole sets of cards could do",
}


def deals_per_second(
    experiment: Experiment, at_least: float = _SECONDS, sessions: int = 1
) -> float:
    """Measure how fast a table plays; compiling and loading are not counted.

    Tables that only fill up a block count as well, but for objects: they are not asked for them.

    Parameters
    ----------
    experiment : Experiment
    at_least : float
        Time in seconds that is measured, at least.
    sessions : int
        How many are played first; then ever more.
    """
    is_object = _is_object(experiment)
    sessions = max(sessions, LANES) if is_object else sessions
    deals, seconds = 0, -1.0
    try_sessions(experiment, 0, 1)
    while seconds < at_least and sessions <= _MOST_SESSIONS:
        began = time.perf_counter()
        course = try_sessions(experiment, 0, sessions).course
        seconds = time.perf_counter() - began
        tables = sessions if is_object else seats_in_blocks(course).places.size
        deals = tables * experiment.rules.deals_per_session
        sessions *= 4
    return deals / seconds


def _is_object(experiment: Experiment) -> bool:
    """Whether objects play at a table of one policy."""
    policy = experiment.lineup[0].policy
    kind, _ = kind_of(policy).without_faults(dict(policy.parameters))
    return isinstance(kind, ObjectPolicy)


def is_hopeless(candidate: Candidate, experiment: Experiment) -> Checked | None:
    """Judge a policy that is too slow to be checked; None of all others.

    With so few tables at once as here, policies that Python answers are slower than in a run.
    """
    speed = deals_per_second(experiment, at_least=0.0, sessions=LANES)
    way = candidate.way
    return None if speed >= _HOPELESS[way] else _slow(candidate, f"{speed:,.0f} deals/s")


def check_speed(candidate: Candidate, speed: float, bundled: float) -> Checked:
    """Judge a speed.

    Parameters
    ----------
    candidate : Candidate
    speed : float
        Its deals a second, alone at the table.
    bundled : float
        Those of a bundled policy under the same conditions.
    """
    way = candidate.way
    usual = USUAL.get(way, bundled)
    told = f"{speed:,.0f} deals/s alone at the table; usual for its way of writing: {usual:,.0f}"
    if speed < FLOOR:
        return _slow(candidate, told)
    remarks = () if 2 * speed > usual else (f"less than half of that: {_ADVICE[way]}",)
    return Checked(check="speed", told=told, remarks=remarks)


def _slow(candidate: Candidate, told: str) -> Checked:
    what = f"{candidate.kind.name}: slower than {FLOOR:,} deals/s"
    return Checked(check="speed", told=told, findings=(Finding(what, _ADVICE[candidate.way]),))
