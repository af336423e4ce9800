"""Fresh: a new process loads the same policy, which then answers the same."""

from __future__ import annotations

import multiprocessing
import os
import pickle
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Final

import numpy as np

from sim.course import Words
from sim.engine.block import LANES_VARIABLE, MANY_LANES
from sim.experiment import Experiment
from sim.game.rules import Rules
from sim.policies import kind_of, make_policy
from sim.policies.contract.candidate import (
    DEALS_PER_SESSION,
    Candidate,
    alone,
    rules_in_words,
)
from sim.policies.contract.findings import Checked, Finding
from sim.policies.contract.speed import deals_per_second
from sim.policies.contract.trial import try_sessions

_BUNDLED: Final = "counting"
_HASH_SEED: Final = "1815"
_SECONDS_TO_END: Final = 5.0
_OTHERWISE: Final = (
    "let nothing depend on the order of a set, on hash() or id(), on the clock or on what the "
    "process has done before"
)


@dataclass(frozen=True)
class Answered:
    """What the new process came to.

    Attributes
    ----------
    digests : tuple of str
        Digest of the policies' code.
    outcomes : tuple of uint64 arrays
        Outcomes of the sessions at each table.
    speed, bundled : float
        Deals a second at the last table, and with a bundled policy there.
    """

    digests: tuple[str, ...]
    outcomes: tuple[Words, ...]
    speed: float
    bundled: float


def check_freshness(
    candidate: Candidate, rules: tuple[Rules, ...], sessions: int, *, compares: bool
) -> tuple[Checked, Answered | None]:
    """Play sessions in a new process with another hash seed, and as workers play them.

    Outcomes are compared only if ``compares`` is true: those of a policy that is not stable
    differ anyhow.
    """
    tables = tuple(alone(policy, each) for policy in candidate.policies for each in rules)
    answer = _asked_there(tables, sessions, _environment_of(candidate))
    name = candidate.kind.name
    findings = []
    if isinstance(answer, str):
        told = f"{name}: a new process cannot play it: {answer}"
        findings.append(Finding(told, "let it need nothing but its file and what that imports"))
        return _checked(sessions, findings, compares), None
    if answer.digests != tuple(table.lineup[0].policy.code_digest for table in tables):
        findings.append(Finding(f"{name}: a new process reads other code", _OTHERWISE))
    elif compares:
        findings += _differing(tables, answer.outcomes, sessions)
    return _checked(sessions, findings, compares), answer


def _differing(
    tables: tuple[Experiment, ...], there: tuple[Words, ...], sessions: int
) -> list[Finding]:
    """The first deal that came out otherwise in the new process."""
    for table, outcomes in zip(tables, there, strict=True):
        here = try_sessions(table, 0, sessions).outcomes
        if (here != outcomes).any():
            deal = int(np.flatnonzero((here != outcomes).ravel())[0])
            label = table.lineup[0].policy.label
            told = f"{label}: deal {deal} came out otherwise in a new process"
            return [Finding(f"{told} ({rules_in_words(table.rules)})", _OTHERWISE)]
    return []


def _checked(sessions: int, findings: list[Finding], compares: bool) -> Checked:
    same = "same code, same outcomes" if compares else "same code; outcomes not compared"
    return Checked(
        check="fresh",
        told=f"{sessions * DEALS_PER_SESSION:,} deals a table in a new process with another hash "
        f"seed: {same}",
        findings=tuple(findings),
    )


def _environment_of(candidate: Candidate) -> dict[str, str]:
    many = {LANES_VARIABLE: str(MANY_LANES)} if candidate.kind.answers_in_python else {}
    return {"PYTHONHASHSEED": _HASH_SEED, **many}


def _asked_there(
    tables: tuple[Experiment, ...], sessions: int, environment: Mapping[str, str]
) -> Answered | str:
    """Start a process that plays the tables; what it answers, or why it cannot."""
    context = multiprocessing.get_context("spawn")
    mine, theirs = context.Pipe()
    with _environment(environment):
        process = context.Process(
            target=_answer, args=(theirs, pickle.dumps(tables), sessions), daemon=True
        )
        process.start()
    theirs.close()
    answer: Answered | str
    try:
        answer = mine.recv()
    except EOFError:
        process.join()
        answer = f"it ended by exit code {process.exitcode}"
    process.join(_SECONDS_TO_END)
    if process.is_alive():
        process.kill()
    return answer


@contextmanager
def _environment(variables: Mapping[str, str]) -> Iterator[None]:
    """Set variables of the environment, and set them back."""
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _answer(pipe: Connection, pickled_tables: bytes, sessions: int) -> None:
    """Be the new process."""
    try:
        tables: tuple[Experiment, ...] = pickle.loads(pickled_tables)
        outcomes = tuple(try_sessions(table, 0, sessions).outcomes for table in tables)
        digests = tuple(kind_of(table.lineup[0].policy).code_digest for table in tables)
        bundled = alone(make_policy(_BUNDLED), tables[0].rules)
        speeds = [deals_per_second(table) for table in (tables[0], bundled)]
        pipe.send(Answered(digests, outcomes, *speeds))
    except Exception as error:
        pipe.send(f"{type(error).__name__}: {error}")
