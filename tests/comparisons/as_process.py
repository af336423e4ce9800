"""Runs a small comparison as a process, to be killed: ``python -m … FOLDER``."""

from __future__ import annotations

import sys

from sim.comparisons.run import run_comparisons
from sim.runs.crew import LocalProcesses
from sim.runs.run_errors import RunInterruptedError
from tests.comparisons.small import CAP, SETTINGS, never, two_sizes


def main() -> None:
    try:
        run_comparisons(
            sys.argv[1],
            two_sizes(),
            cap_deals=CAP,
            settings=SETTINGS,
            decided=never,
            workforce=LocalProcesses(2),
            resume=True,
        )
    except RunInterruptedError as stop:
        print(stop, file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    main()
