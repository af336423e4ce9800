"""How far a run is, what is wrong with it, and its figures so far."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pipelines.aggregate import contiguous_prefix, tables_so_far
from pipelines.tables import Tables
from sim.errors import UserError
from sim.runs.directory import RunDirectory, resume_command
from sim.runs.look import ShardsFound
from sim.runs.run_lock import is_locked
from sim.runs.shard_files import ALL_FOLDERS
from sim.scenarios.scenario import Scenario
from sim.storage.listing import bytes_below

__all__ = ["RunStatus", "status_of"]


@dataclass(frozen=True, kw_only=True)
class RunStatus:
    """How far a run is.

    Attributes
    ----------
    run : RunDirectory
    scenario : Scenario or UserError
        Its scenario, or why it cannot be read.
    found : ShardsFound
        Its shards that count, or will.
    is_at_work : bool
        Whether another process is writing into it now.
    bytes : int
        Size of all its files.
    figures : Tables or UserError
        Tables of the shards before the first gap, or why there are none.
    """

    run: RunDirectory
    scenario: Scenario | UserError
    found: ShardsFound
    is_at_work: bool
    bytes: int
    figures: Tables | UserError

    @property
    def finished_deals(self) -> int:
        """Planned deals of all finished shards."""
        sessions = sum(shard.sessions for shard in self.found.finished)
        return sessions * self.run.plan.deals_per_session

    @property
    def mend(self) -> str | None:
        """The command that simulates what is missing or damaged; None if nothing is."""
        found = self.found
        incomplete = found.missing or found.damaged or found.foreign
        return resume_command(self.run.path) if incomplete else None

    def to_json(self) -> dict[str, Any]:
        """Return the status as values that JSON can hold."""
        run, found = self.run, self.found
        fields = run.identity.fields
        return {
            "run": str(run.path),
            "identity": run.identity.digest,
            "scenario": None if isinstance(self.scenario, UserError) else self.scenario.name,
            "players": fields["rules"]["players"],
            "seed": fields["seed"],
            "first_deal": run.plan.deal_numbers[0],
            "deals_planned": run.deals_that_count,
            "deals_finished": self.finished_deals,
            "shards_planned": run.shards_that_count,
            "most_deals": run.plan.deals,
            "until": list(run.until),
            "stopped_by_precision": run.stopped_after is not None,
            "shards_finished": len(found.finished),
            "shards_missing": ranges_of(shard.number for shard in found.missing),
            "damaged": [str(fault) for _, fault in found.damaged],
            "foreign": [str(fault) for fault in found.foreign],
            "strangers": [str(path) for path in found.strangers],
            "mend": self.mend,
            "at_work": self.is_at_work,
            "bytes": self.bytes,
            "figures": _figures(self.figures),
        }


def status_of(run: RunDirectory) -> RunStatus:
    """Look at a run without writing anything; another process may be at work on it.

    What is not counted yet of the shards before the first gap is counted in memory.
    """
    is_at_work = is_locked(run.path)
    found = run.look().among(run.shards_that_count)
    return RunStatus(
        run=run,
        scenario=_scenario(run),
        found=found,
        is_at_work=is_at_work,
        bytes=found.bytes + bytes_below(run.path, without=ALL_FOLDERS),
        figures=_tables(run, found),
    )


def ranges_of(numbers: Iterable[int]) -> list[list[int]]:
    """Return rising numbers as first and last of each row without a gap.

    >>> ranges_of([3, 4, 5, 9])
    [[3, 5], [9, 9]]
    """
    ranges: list[list[int]] = []
    for number in numbers:
        if ranges and ranges[-1][1] == number - 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    return ranges


def _scenario(run: RunDirectory) -> Scenario | UserError:
    try:
        return run.scenario(to_simulate=False)
    except UserError as error:
        return error


def _tables(run: RunDirectory, found: ShardsFound) -> Tables | UserError:
    if not contiguous_prefix(found.finished):
        return UserError("none yet: the first shard is not there")
    try:
        return tables_so_far(run, found.finished, keep_partials=False)
    except UserError as error:
        return error


def _figures(figures: Tables | UserError) -> dict[str, Any] | None:
    if isinstance(figures, UserError):
        return None
    provenance = figures.provenance
    return {
        "deals": provenance.deals,
        "shards": provenance.shards_used,
        "level": provenance.level,
        "contracts": figures.contracts.to_dicts(),
    }
