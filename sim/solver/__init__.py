"""The solver: how a deal ends if all hands are open and both sides play best ("double dummy").

The declarer plays against all others, who play as one side. :class:`~sim.solver.solver.Solver`
answers for single positions, :func:`~sim.solver.many.solve_hands` and
:func:`~sim.solver.many.solve_plays` for many deals. How it works is told where it is done:
:mod:`sim.solver.search`, :mod:`sim.solver.bounds` (tricks that are certain without a search) and
:mod:`sim.solver.hash_table`.
"""

from sim.solver.many import solve_hands, solve_plays
from sim.solver.position import Goal, Opening, Position, Way, goal_of, opened, openings, way_of
from sim.solver.solver import Solver

__all__ = [
    "Goal",
    "Opening",
    "Position",
    "Solver",
    "Way",
    "goal_of",
    "opened",
    "openings",
    "solve_hands",
    "solve_plays",
    "way_of",
]
