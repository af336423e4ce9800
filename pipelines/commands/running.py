"""``nap run`` and ``nap simulate``."""

from __future__ import annotations

import shlex
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pipelines.commands.endings import resumable
from pipelines.commands.results import make_report, make_tables
from sim.engine.kernel import is_compiled
from sim.runs.crew import LocalProcesses
from sim.runs.progress import progress_on, time_in_words
from sim.runs.simulate import simulate_run
from sim.scenarios.scenario import load_scenario
from sim.scenarios.shipped import scenario_file

_RUNS = Path("data/runs")

_COMPILING = "compiling the engine for this machine, once: about half a minute"

_ALONE = "every deal satisfies it, and is a session of its own"


@dataclass(frozen=True)
class RunRequest:
    """What was asked for on the command line.

    Attributes
    ----------
    scenario : str
        A file, or the name of a shipped scenario.
    out : Path or None
        The run directory; None for one named like the scenario.
    deals, seed : str and int, or None
        What replaces the scenario's own.
    given : str or None
        A condition that replaces the scenario's own.
    workers : int or None
        How many worker processes; None for as many as there are CPUs.
    resume : bool
        Whether to go on with what is there.
    """

    scenario: str
    out: Path | None
    deals: str | None
    seed: int | None
    given: str | None
    workers: int | None
    resume: bool


def run_all(request: RunRequest) -> None:
    """Simulate a scenario, make its tables, and write its report."""
    with resumable():
        path = _simulated(request)
        make_tables(path)
        make_report(path)


def run_simulation(request: RunRequest) -> None:
    """Simulate a scenario, and say which command makes its tables."""
    with resumable():
        path = _simulated(request)
        command = shlex.join(["nap", "aggregate", str(path)])
        print(f"{path} is simulated; its tables are made by: {command}")


def _simulated(request: RunRequest) -> Path:
    """Return the run directory, with all its shards."""
    overrides = {"deals": request.deals, "seed": request.seed, "given": request.given}
    file = scenario_file(request.scenario)
    scenario = load_scenario(file, overrides)
    path = request.out or _RUNS / file.stem
    if scenario.experiment.given is not None:
        print(f"given {scenario.experiment.given}: {_ALONE}", file=sys.stderr)
    if not is_compiled(scenario.experiment.rules.players):
        print(_COMPILING, file=sys.stderr)
    done = simulate_run(
        path,
        scenario,
        workforce=LocalProcesses(request.workers),
        resume=request.resume,
        progress=partial(progress_on, sys.stderr),
    )
    if done.deals:
        spent = time_in_words(done.seconds)
        print(f"{done.deals:,} deals simulated in {spent}", file=sys.stderr)
    return path
