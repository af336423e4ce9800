"""What best play of all players, with all hands open, would bring in the deals of a run."""

from sim.double_dummy.share import SOLVE_NONE, WAYS_TO_SOLVE, SolvedShare

__all__ = ["SOLVE_NONE", "WAYS_TO_SOLVE", "SolvedShare"]
