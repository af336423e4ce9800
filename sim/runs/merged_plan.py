"""Which runs can be joined, and what the plan of all of them together is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from sim.errors import UserError
from sim.runs.directory import RunDirectory, in_short
from sim.runs.look import ShardsFound
from sim.runs.plan import Plan
from sim.runs.shards import Shard
from sim.runs.versions import ENGINE
from sim.storage.folder import is_same


@dataclass(frozen=True)
class Part:
    """A run that is to be joined with others.

    Attributes
    ----------
    run : RunDirectory
    finished : tuple of Shard
        Its finished shards, in order.
    plan : Plan
        What of its plan the joined run takes over: without shards at its end that it has not
        got and another run begins with.
    """

    run: RunDirectory
    finished: tuple[Shard, ...]
    plan: Plan

    @classmethod
    def of(cls, run: RunDirectory, found: ShardsFound) -> Part:
        """Return a run with all that is planned in it, or that it needed to be precise enough."""
        return cls(run, found.among(run.shards_that_count).finished, run.plan_that_counts)

    @property
    def end(self) -> int:
        """The session after the last that is planned."""
        return self.plan.first_session + self.plan.sessions

    @property
    def finished_end(self) -> int:
        """The session after the last that is finished."""
        last = self.finished[-1] if self.finished else None
        return last.first_session + last.sessions if last else self.plan.first_session


def see_that_they_belong_together(runs: Sequence[RunDirectory]) -> None:
    """Refuse runs that are not different parts of one.

    Raises
    ------
    UserError
        If they are fewer than two, one is given twice, or identities, shares of sessions that are
        solved, or engines differ.
    """
    if len(runs) < 2:
        raise UserError("give two runs or more to join: nap merge RUN RUN --out DIR")
    for place, run in enumerate(runs):
        for earlier in runs[:place]:
            if is_same(run.path, earlier.path):
                raise UserError(f"{run.path}: is given twice; give each run once")
    first = runs[0]
    for run in runs[1:]:
        differences = first.identity.difference(run.identity)
        if differences:
            raise UserError(
                f"{first.path} and {run.path}: are runs of different identities "
                f"({in_short(differences)}); only parts of one experiment can be joined: leave "
                "one out"
            )
        if run.solve != first.solve:
            raise UserError(
                f"{first.path} and {run.path}: have solve = {first.solve} and solve = {run.solve}; "
                "only runs that solve the same share of their sessions can be joined: leave one "
                "out, or simulate it again with the other's solve"
            )
        ours, theirs = (each.versions.get(ENGINE, "unknown") for each in (first, run))
        if ours != theirs:
            raise UserError(
                f"{first.path} and {run.path}: were simulated by different versions of the engine "
                f"({ours[:12]} and {theirs[:12]}), whose deals may differ; simulate one of them "
                "again by the version of the other"
            )


def in_order(parts: Sequence[Part]) -> list[Part]:
    """Return runs by their first deals; refuse those that have deals in common.

    A run that was stopped before the deals with which another begins gives up what it lacks.

    Raises
    ------
    UserError
        With the deals, and the runs that have them.
    """
    ordered = sorted(parts, key=lambda part: (part.plan.first_session, part.end))
    for place, (part, after) in enumerate(list(pairwise(ordered))):
        begins = after.plan.first_session
        if part.finished_end > begins:
            raise _overlap(part, after)
        ordered[place] = replace(part, plan=part.plan.cut(begins))
    return ordered


def joined_plan(parts: Sequence[Part]) -> Plan:
    """Return the plan of runs that are in order.

    Shards keep their cut and get new numbers. What lies between two runs is planned too: it is
    missing until the joined run is resumed.
    """
    first = parts[0].plan
    plan = Plan(first.deals_per_session, (), first.first_session)
    for part in parts:
        plan = plan.grown(sessions=part.plan.first_session - first.first_session)
        plan = replace(plan, stretches=(*plan.stretches, *part.plan.stretches))
    return plan


def new_places(parts: Sequence[Part], plan: Plan) -> Iterator[tuple[RunDirectory, Shard, Shard]]:
    """Yield each finished shard with its run, and as the joined plan numbers it."""
    by_session = {
        shard.first_session: (part.run, shard) for part in parts for shard in part.finished
    }
    for shard in plan.shards():
        if shard.first_session in by_session:
            yield (*by_session[shard.first_session], shard)


def _overlap(part: Part, after: Part) -> UserError:
    per_session = part.plan.deals_per_session
    first = after.plan.first_session * per_session
    end = min(part.finished_end, after.end) * per_session
    return UserError(
        f"{part.run.path} and {after.run.path}: overlap in deals {first:,} to {end - 1:,}, which "
        "would be counted twice; leave one of these runs out, or simulate the later one anew "
        f"with --first-deal {part.finished_end * per_session}"
    )
