"""The ways to write a policy: deals a second of the same decisions, bundled and written.

The decisions of `counting:standard` are written once more in each way (`counting_again.py`), and
every outcome is compared with the bundled policy's first, which then plays turn by turn with them
under another name: where three others sit at the table, both are another policy than these. Ways
that Python answers are asked for many tables at once, as in worker processes, so each way is
measured in a process of its own.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from benchmarks.measuring import describe_machine, median_seconds
from sim.engine.block import LANES, LANES_VARIABLE, MANY_LANES
from sim.experiment import Experiment, Player
from sim.game.rules import load_rules
from sim.policies import make_policy
from sim.simulation import simulate_sessions

SEED = 1815
PLAYERS = 4
FIELD = "counting"
FILE = Path(__file__).with_name("counting_again.py")
TWIN = f"{FILE}:Bundled"
WAYS = {"Scalar": "scalar functions", "Numpy": "NumPy functions", "Object": "Python object"}
SESSIONS = {"Scalar": 100_000, "Numpy": 48_000, "Object": 8_000}
"""Sessions a repeat, of eight deals each: many blocks of tables."""


class OutcomesDifferError(Exception):
    """Two policies did not play alike."""


def main(
    repeats: Annotated[int, typer.Option(help="Interleaved repeats; the median counts.")] = 5,
    only: Annotated[str, typer.Option(help="Scalar, Numpy or Object: this way alone.")] = "",
) -> None:
    """Time each way beside the bundled policy and print a table."""
    if only:
        measure(only, repeats)
        return
    typer.echo(describe_machine())
    typer.echo(
        f"`basic`, {PLAYERS} players, one core; median CPU time of {repeats} repeats, "
        "turn by turn with the bundled policy"
    )
    typer.echo("")
    typer.echo(
        f"{'written as':<18}{'seats':>6}{'deals/s':>12}{'bundled':>12}{'ratio':>8}{'lanes':>7}"
    )
    for way in WAYS:
        lanes = "64" if way == "Scalar" else str(MANY_LANES)
        command = [sys.executable, "-m", "benchmarks.policies", "--only", way]
        subprocess.run(
            [*command, "--repeats", str(repeats)],
            env={**os.environ, LANES_VARIABLE: lanes},
            check=True,
        )


def measure(way: str, repeats: int) -> None:
    """Compare and time one way, at all seats and at one."""
    written = f"{FILE}:{way}"
    for seats in (PLAYERS, 1):
        ours = table(written, seats)
        theirs = table(TWIN, seats)
        sessions = SESSIONS[way]
        deals = sessions * ours.rules.deals_per_session
        see_that_they_agree(ours, theirs, sessions)
        works: dict[str, Callable[[], object]] = {
            "written": partial(simulate_sessions, ours, 0, sessions),
            "bundled": partial(simulate_sessions, theirs, 0, sessions),
        }
        seconds = median_seconds(works, repeats, clock=time.process_time)
        speeds = {name: deals / each for name, each in seconds.items()}
        typer.echo(
            f"{WAYS[way]:<18}{f'{seats} of {PLAYERS}':>6}{speeds['written']:>12,.0f}"
            f"{speeds['bundled']:>12,.0f}{speeds['written'] / speeds['bundled']:>8.2f}{LANES:>7}"
        )


def table(policy: str, seats: int) -> Experiment:
    """A table at which a policy plays at some seats, and `counting` at the others."""
    policies = [policy] * seats + [FIELD] * (PLAYERS - seats)
    lineup = tuple(
        Player(f"player {number}", make_policy(text))
        for number, text in enumerate(policies, start=1)
    )
    return Experiment(load_rules("basic", PLAYERS), lineup, "rotate", SEED)


def see_that_they_agree(ours: Experiment, theirs: Experiment, sessions: int) -> None:
    """Compare every outcome.

    Raises
    ------
    OutcomesDifferError
        If one differs.
    """
    played = simulate_sessions(ours, 0, sessions).kept.outcomes
    expected = simulate_sessions(theirs, 0, sessions).kept.outcomes
    if not np.array_equal(played, expected):
        session = int(np.argmax((played != expected).reshape(sessions, -1).any(axis=1)))
        raise OutcomesDifferError(
            f"{ours.lineup[0].policy.label}: another outcome in session {session}"
        )


if __name__ == "__main__":
    typer.run(main)
