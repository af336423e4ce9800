"""Declared: a policy says what it is, what can be set, and can be sent to other processes."""

from __future__ import annotations

import pickle
from collections.abc import Iterator

from sim.policies import Kind, kind_of
from sim.policies.contract.candidate import Candidate, alone, plain_rules
from sim.policies.contract.findings import Checked, Finding


def check_declaration(candidate: Candidate) -> Checked:
    """Look at version, idea, parameters and presets; they were read when the policy was loaded."""
    kind = candidate.kind
    return Checked(
        check="declared",
        told=f"version {kind.version}, {_counted(len(kind.parameters), 'parameter')}, presets: "
        f"{', '.join(kind.presets) or 'none'}",
        findings=(*_unsaid(kind), *_not_picklable(candidate)),
    )


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _unsaid(kind: Kind) -> Iterator[Finding]:
    """What is not said that reports and users need."""
    if not isinstance(kind.idea, str) or not kind.idea.strip():
        yield Finding(
            f"{kind.name}: its idea is {kind.idea!r}", "say in a sentence what it does: idea = ..."
        )
    for parameter in kind.parameters:
        if not parameter.meaning.strip():
            yield Finding(
                f"{kind.name}: parameter {parameter.name} has no meaning",
                "say in a few words what it does: Parameter(meaning=...)",
            )


def _not_picklable(candidate: Candidate) -> Iterator[Finding]:
    """Whether the policy travels to worker processes and is the same there."""
    experiment = alone(candidate.policies[0], plain_rules("basic", 3))
    try:
        there = pickle.loads(pickle.dumps(experiment))
        if there == experiment and kind_of(there.lineup[0].policy) == candidate.kind:
            return
        reason = "it comes out as another policy"
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
    yield Finding(
        f"{candidate.kind.name}: cannot be sent to another process: {reason}",
        "give name, version, parameters and presets as plain words and numbers",
    )
