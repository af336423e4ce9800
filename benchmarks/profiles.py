"""Every profile beside `basic`: deals a second on one core, in the same run.

All tables have the same number of players with the same policy, as far as a profile allows it. A
profile below half of `basic` needs a reason; README.md in this folder gives it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated

import typer

from benchmarks.measuring import describe_machine, median_seconds
from sim.experiment import Experiment, Player
from sim.game.profiles import shipped_profile
from sim.game.rules import load_rules, profile_names
from sim.policies import make_policy
from sim.simulation import simulate_sessions

SEED = 1815
BASIC = "basic"


def main(
    deals: Annotated[int, typer.Option(help="Deals a repeat, about.")] = 200_000,
    repeats: Annotated[int, typer.Option(help="Repeats; the median counts.")] = 7,
    players: Annotated[int, typer.Option(help="Players at the table.")] = 4,
    policy: Annotated[str, typer.Option(help="What all of them play by.")] = "counting",
) -> None:
    """Time every profile and print a table."""
    typer.echo(describe_machine())
    typer.echo(
        f"median of {repeats} interleaved repeats of {deals:,} deals, CPU time of the thread; "
        f"{players} players, {policy}"
    )
    typer.echo("")
    typer.echo(f"{'profile':<18}{'M deals/s':>10}{'to basic':>10}")
    for name, speed, ratio in speeds(deals, repeats, players, policy):
        typer.echo(f"{name:<18}{speed:>10.2f}{ratio:>10.2f}")


def speeds(
    deals: int, repeats: int, players: int, policy: str
) -> Iterator[tuple[str, float, float]]:
    """Yield name, millions of deals a second, and that in terms of `basic`, for every profile."""
    names = [name for name in profile_names() if players in shipped_profile(name).players]
    experiments = {name: experiment_of(name, players, policy) for name in names}
    works = {
        name: partial(simulate_sessions, experiment, 0, sessions_for(experiment, deals))
        for name, experiment in experiments.items()
    }
    seconds = median_seconds(works, repeats)
    played = {
        name: simulated_deals(experiment, sessions_for(experiment, deals))
        for name, experiment in experiments.items()
    }
    speed = {name: played[name] / seconds[name] / 1e6 for name in names}
    for name in sorted(names, key=lambda name: (name != BASIC, -speed[name])):
        yield name, speed[name], speed[name] / speed[BASIC]


def experiment_of(profile: str, players: int, policy: str) -> Experiment:
    """A table whose players all play by the same policy."""
    lineup = tuple(Player(f"player {n}", make_policy(policy)) for n in range(1, players + 1))
    return Experiment(load_rules(profile, players), lineup, "rotate", SEED)


def sessions_for(experiment: Experiment, deals: int) -> int:
    """How many sessions have about so many deals."""
    return deals // experiment.rules.deals_per_session


def simulated_deals(experiment: Experiment, sessions: int) -> int:
    """How many deals the sessions really have: some end early where players may leave."""
    outcomes = simulate_sessions(experiment, 0, sessions)
    if experiment.rules.may_end_early:
        return int((outcomes.present > 0).sum())
    return sessions * experiment.rules.deals_per_session


if __name__ == "__main__":
    typer.run(main)
