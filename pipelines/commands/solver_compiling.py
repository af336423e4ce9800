"""What is said before the solver is compiled, the first time on a machine."""

from __future__ import annotations

import sys
from typing import Final

_COMPILING: Final = "compiling the solver for this machine, once: about half a minute"


def tell_if_solver_compiles() -> None:
    """Say on stderr that there is something to wait for."""
    from sim.engine.compiled import is_on_disk

    if not is_on_disk("keeps_from"):
        print(_COMPILING, file=sys.stderr)
