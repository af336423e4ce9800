"""What is said before something is compiled, the first time on a machine."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Final

_COMPILING: Final = "compiling the {what} for this machine, once: about half a minute"


def tell_if_engine_compiles(players: Iterable[int]) -> None:
    """Say on stderr that there is something to wait for, at tables of so many players."""
    from sim.engine.kernel import is_compiled

    if not all(is_compiled(number) for number in players):
        print(_COMPILING.format(what="engine"), file=sys.stderr)


def tell_if_solver_compiles() -> None:
    """Say so of what solves single deals."""
    _tell_of_solver("keeps_from")


def tell_if_solver_of_runs_compiles() -> None:
    """Say so of what solves the deals of runs."""
    _tell_of_solver("solve_hands_of_deals", "solve_plays_of_deals")


def _tell_of_solver(*functions: str) -> None:
    from sim.engine.compiled import is_on_disk

    if not all(map(is_on_disk, functions)):
        print(_COMPILING.format(what="solver"), file=sys.stderr)
