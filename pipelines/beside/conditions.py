"""In which conditions runs differ: rules, line-up, seed and deals, named as users' files do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from pipelines.tables import Provenance, SeatedPlayer

__all__ = ["differing_conditions", "policies_in_short"]


def differing_conditions(
    runs: Sequence[Provenance],
) -> dict[str, tuple[str | None, ...]]:
    """Return the conditions that are not the same in all runs, each with its value in every run.

    None where a run has no such condition. Labels are not compared: neither names of scenarios
    nor of players.
    """
    all_conditions = [dict(_conditions(run)) for run in runs]
    names = dict.fromkeys(name for conditions in all_conditions for name in conditions)
    found = {name: tuple(each.get(name) for each in all_conditions) for name in names}
    return {name: values for name, values in found.items() if len(set(values)) > 1}


def policies_in_short(lineup: Sequence[SeatedPlayer]) -> str:
    """Write the policies of a line-up in its order, those alike beside each other once.

    Examples
    --------
    >>> seats = [SeatedPlayer(name=name, policy=policy)
    ...          for name, policy in (("A", "foster"), ("B", "counting"), ("C", "counting"))]
    >>> policies_in_short(seats)
    'foster, 2 × counting'
    """
    groups = [(policy, len(list(alike))) for policy, alike in groupby(s.policy for s in lineup)]
    return ", ".join(policy if many == 1 else f"{many} × {policy}" for policy, many in groups)


def _conditions(run: Provenance) -> Iterator[tuple[str, str]]:
    yield "profile", run.profile
    yield "players", str(run.players)
    yield "policies", policies_in_short(run.lineup)
    yield "seating", run.seating
    if run.given is not None:
        yield "given", run.given.text
    for name, value in run.options.items():
        if name != "players":
            yield name, _as_files_write(value)
    for stake in run.stakes:
        promise = f"{stake.judged} {stake.target} tricks, {stake.made}/{stake.failed}"
        yield f"contract {stake.contract}", promise
    yield "seed", str(run.seed)
    numbers = run.deal_numbers
    yield "deals", f"{numbers.start:,} to {numbers.stop - 1:,}"


def _as_files_write(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
