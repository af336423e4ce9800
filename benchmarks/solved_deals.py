"""The solver at work, on one core: the search policy, and runs whose deals are solved.

Of the search policy the time of a deal is nearly all its layouts: each card played and each call
solves some twenty deals. Solving the deals of a run means, for each of them, every contract for
every player, and the deal again after each card.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Annotated

import numpy as np
import typer

from benchmarks.measuring import describe_machine, median_seconds
from sim.double_dummy.solved import solve_sessions
from sim.experiment import Experiment, Player
from sim.game.rules import load_rules
from sim.policies import Policy, make_policy
from sim.simulation import simulate_sessions

SEED = 1815
SESSIONS = 1_000
"""Sessions that are searched: with few of them most lanes of the engine's blocks are idle, and cost
as much as the others."""


@dataclass(frozen=True)
class Row:
    """Something that is measured.

    Attributes
    ----------
    text : str
    work : callable
    deals : int
        Deals that it plays or solves.
    goal : int, optional
        Deals a second that are wanted on one core.
    """

    text: str
    work: Callable[[], object]
    deals: int
    goal: int | None = None


def main(
    scale: Annotated[float, typer.Option(help="Deals a repeat, times this.")] = 1.0,
    repeats: Annotated[int, typer.Option(help="Repeats; the median counts.")] = 5,
) -> None:
    """Measure all of it in turn and print a table."""
    typer.echo(describe_machine())
    typer.echo(f"median of {repeats} interleaved repeats, CPU time of the process, one core")
    rows = [*searches(scale), *solved_runs(scale)]
    seconds = median_seconds({row.text: row.work for row in rows}, repeats, time.process_time)
    typer.echo("")
    typer.echo(f"{'':<60}{'deals':>8}{'deals/s':>10}{'goal':>8}")
    for row in rows:
        goal = "" if row.goal is None else f"{row.goal:,}"
        typer.echo(f"{row.text:<60}{row.deals:>8,}{row.deals / seconds[row.text]:>10,.0f}{goal:>8}")


def searches(scale: float) -> Iterator[Row]:
    """Yield tables at which all search, by layouts for a card and for a call, and by players."""
    for layouts, for_calls, players, goal in (
        (20, 0, 4, 4_000),
        (8, 0, 4, None),
        (100, 0, 4, None),
        (20, 20, 4, None),
        (20, 0, 3, None),
        (20, 0, 5, None),
        (20, 0, 7, None),
    ):
        search = make_policy("search", {"layouts": layouts, "bid_layouts": for_calls})
        experiment = experiment_of("basic", search, players)
        some = max(1, round(SESSIONS * scale))
        deals = some * experiment.rules.deals_per_session
        work = partial(simulate_sessions, experiment, 0, some)
        text = f"search at all {players} seats: {layouts} layouts a card, {for_calls} a call"
        yield Row(text, work, deals, goal)


def solved_runs(scale: float) -> Iterator[Row]:
    """Yield deals of `counting` that are played again and solved, by profile and players."""
    for profile, players, sessions in (
        ("basic", 4, 250),
        ("hoyle", 4, 250),
        ("hoyle", 5, 60),
        ("hoyle", 7, 6),
        ("seven-card", 4, 12),
    ):
        experiment = experiment_of(profile, make_policy("counting"), players)
        some = max(1, round(sessions * scale))
        deals = some * experiment.rules.deals_per_session
        work = partial(solve_sessions, experiment, np.arange(some, dtype=np.uint64))
        yield Row(f"solving a run: {profile}, {players} players", work, deals)


def experiment_of(profile: str, policy: Policy, players: int) -> Experiment:
    """A table whose players all play by the same policy."""
    lineup = tuple(Player(f"player {n}", policy) for n in range(1, players + 1))
    return Experiment(load_rules(profile, players), lineup, "rotate", SEED)


if __name__ == "__main__":
    typer.run(main)
