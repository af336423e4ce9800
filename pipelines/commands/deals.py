"""``nap replay``."""

from __future__ import annotations

import shlex

from pipelines.commands.compiling import tell_if_engine_compiles, tell_if_solver_compiles
from sim.errors import UserError
from sim.experiment import Experiment
from sim.runs.directory import RunDirectory
from sim.scenarios.quantities import parse_count
from sim.storage import Folder


def show(path: Folder, deal: str | None, session: str | None, *, solve: bool = False) -> None:
    """Print the transcript of one deal, or of one session, of a run."""
    from sim.replay import session_transcript, transcript

    run = RunDirectory.open(path)
    deals, sessions = run.plan.deal_numbers, _sessions(run)
    if session is not None and deal is None:
        number = number_of(session, sessions, "session")
        print(session_transcript(_experiment(run, solve=solve), number, solve=solve), end="")
    elif deal is not None and session is None:
        number = number_of(deal, deals, "deal")
        print(transcript(_experiment(run, solve=solve), number, solve=solve), end="")
    else:
        one = shlex.join(["nap", "replay", str(path), str(deals[0])])
        whole = shlex.join(["nap", "replay", str(path), "--session", str(sessions[0])])
        given = "both a deal and a session" if deal is not None else "neither a deal nor a session"
        raise UserError(f"{given} to show: type one of them, such as {one}, or {whole}")


def _experiment(run: RunDirectory, *, solve: bool) -> Experiment:
    """Return what was simulated, and say what must be compiled to play it again."""
    experiment = run.scenario().experiment
    tell_if_engine_compiles([experiment.rules.players])
    if solve:
        tell_if_solver_compiles()
    return experiment


def _sessions(run: RunDirectory) -> range:
    first = run.plan.first_session
    return range(first, first + run.plan.sessions)


def number_of(written: str, numbers: range, what: str) -> int:
    """Return the number of a deal or session of a run, written like a count; 0 is the first.

    >>> [number_of(text, range(10_000), "deal") for text in ("0", "1_234", "5e3")]
    [0, 1234, 5000]
    """
    digits = written.strip().replace("_", "")
    try:
        number = int(digits) if digits.isdecimal() else parse_count(written)
    except UserError:
        number = -1
    if number not in numbers:
        allowed = f"{numbers[0]} to {numbers[-1]}"
        raise UserError(f"{what} {written}: not in this run; allowed: {allowed}")
    return number
