"""``nap plan``: deals, time and disk before a long run or comparison."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Final

from pipelines.commands.compiling import (
    tell_if_engine_compiles,
    tell_if_solver_of_runs_compiles,
)
from pipelines.commands.endings import INTERRUPTED, Stopped
from pipelines.commands.plan_request import PlanRequest, nothing_asked
from sim.runs.run_errors import RunInterruptedError
from sim.scenarios.scenario import Scenario, load_scenario
from sim.scenarios.shipped import scenario_file
from sim.scenarios.targets import Target, targets_for
from sim.storage import Folder, folder_at

if TYPE_CHECKING:
    from sim.runs.simulate import ShowProgress

_DEFAULT: Final = "quickstart"


def show_plan(request: PlanRequest) -> None:
    """Print what a run, or a comparison, will take."""
    request.check()
    with _stopped_in_silence():
        print(_comparison_plan(request) if request.compare else _run_plan(request))


@contextmanager
def _stopped_in_silence() -> Iterator[None]:
    """End a plan that ^C or SIGTERM stopped: nothing is left of it."""
    try:
        yield
    except (RunInterruptedError, Stopped):
        print("nap: stopped; the pilot is removed", file=sys.stderr)
        sys.exit(INTERRUPTED)


def _run_plan(request: PlanRequest) -> str:
    what = request.what[0] if request.what else _DEFAULT
    path = folder_at(what)
    if path.is_dir():
        return _plan_of_run(path, request)
    from pipelines.commands.run_plan import RunPlan
    from pipelines.planning.pilot import default_pilot_deals, pilot_of_scenario

    given = {
        "deals": request.deals,
        "seed": request.seed,
        "until": list(request.until) if request.until else None,
    }
    scenario = load_scenario(scenario_file(what), given)
    _see_that_something_is_asked(request, scenario.until, what)
    workers = _workers(request)
    deals = request.pilot_deals or default_pilot_deals(scenario)
    if request.deals is not None and request.pilot is None:
        deals = min(deals, scenario.deals)
    tell_if_engine_compiles([scenario.experiment.rules.players])
    if scenario.solve:
        tell_if_solver_of_runs_compiles()
    pilot = pilot_of_scenario(scenario, deals, workers=workers, progress=_progress())
    return RunPlan(
        pilot=pilot,
        targets=scenario.until,
        deals=None if request.deals is None else scenario.deals,
        workers=workers,
        command=("nap", "run", what, *_said(seed=request.seed, workers=request.workers)),
        figures=scenario.until or _main_figures(scenario),
    ).told()


def _plan_of_run(path: Folder, request: PlanRequest) -> str:
    from pipelines.commands.run_plan import RunPlan
    from pipelines.planning.pilot import pilot_of_run
    from sim.runs.directory import RunDirectory

    run = RunDirectory.open(path)
    scenario = run.scenario(to_simulate=False)
    targets = targets_for(request.until, scenario.experiment) or scenario.until
    _see_that_something_is_asked(request, targets, str(path))
    command = ("nap", "run", str(run.scenario_file), "--out", str(path), "--resume")
    return RunPlan(
        pilot=pilot_of_run(path),
        targets=targets,
        deals=request.most_deals,
        workers=_workers(request),
        command=(*command, *_said(workers=request.workers)),
        figures=targets or _main_figures(scenario),
    ).told()


def _see_that_something_is_asked(
    request: PlanRequest, targets: tuple[Target, ...], what: str
) -> None:
    if not targets and request.most_deals is None:
        raise nothing_asked(what)


def _main_figures(scenario: Scenario) -> tuple[Target, ...]:
    """Return what a report answers first: how often the game succeeds, what a position wins."""
    from pipelines.headline import headline_of

    rules = scenario.experiment.rules
    positions = map(str, range(rules.players))
    return (
        Target(kind="made", of=headline_of(rules.ladder.names), half_width=0.01),
        Target(kind="contract made", of="", half_width=0.01),
        *(Target(kind="position", of=position, half_width=1.0) for position in positions),
    )


def _comparison_plan(request: PlanRequest) -> str:
    from sim.scenarios.comparison_arguments import compared

    keys = {
        "players": request.players,
        "profile": request.profile,
        "design": request.design,
        "field": request.field,
        "seed": request.seed,
    }
    planned = compared(request.what, {**keys, "deals": None})
    from pipelines.commands.comparison_plan import ComparisonPlan
    from pipelines.planning.comparison_pilot import default_pilot_deals, pilot_of_comparison

    assert request.effect is not None
    workers = _workers(request)
    deals = request.pilot_deals or default_pilot_deals(planned)
    tell_if_engine_compiles(planned.players)
    pilots = pilot_of_comparison(planned, deals, workers=workers, progress=_progress())
    said = _said(**keys, workers=request.workers)
    return ComparisonPlan(
        pilots=pilots,
        effect=request.effect,
        workers=workers,
        command=("nap", "compare", *request.what, *said),
    ).told()


def _said(**options: str | int | None) -> tuple[str, ...]:
    """Return options as they were typed; those that were not are left out."""
    return tuple(
        part
        for name, given in options.items()
        if given is not None
        for part in (f"--{name}", str(given))
    )


def _workers(request: PlanRequest) -> int:
    from sim.runs.cpus import checked_workers

    return checked_workers(request.workers)


def _progress() -> ShowProgress:
    from sim.runs.progress import progress_on

    return partial(progress_on, sys.stderr, remark=lambda: "pilot")
