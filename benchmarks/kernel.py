"""The engine against scalar C: deals a second on one core, in the same run, on the same deals.

Both play the same sessions with the same bots. The outcomes are compared first, deal by deal and
unit by unit; if one differs, there is no ratio to speak of and the benchmark stops with exit
status 1. The ratio guards the vectorisation: when it falls towards 1 or below, a loop over the
lanes of a block has become scalar.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from benchmarks.baseline import SOURCE, ScalarGame, differences
from benchmarks.building import Compiler, compile_library, told_compilers
from benchmarks.measuring import median_seconds
from sim.experiment import Experiment, Player
from sim.game.rules import FEWEST_PLAYERS, MOST_PLAYERS, load_rules
from sim.policies import make_policy
from sim.simulation import simulate_sessions

SEED = 1815
FIRST_SESSION = 1_000
MIXED_LINEUPS = (
    ("counting:cautious", "counting:standard", "counting:bold"),
    ("random", "counting:standard", "counting:bold"),
)


@dataclass(frozen=True)
class Row:
    """What was measured of one line-up.

    Attributes
    ----------
    players : int
    lineup : str
        Who plays, in words.
    engine, alone : float
        Millions of deals a second of the engine, with this line-up and with one policy alone.
    scalar : dict of str to float
        The same of the C baseline, by compiler.
    """

    players: int
    lineup: str
    engine: float
    alone: float
    scalar: dict[str, float]

    @property
    def ratio(self) -> float:
        """Speed of the engine in terms of the fastest C."""
        return self.engine / max(self.scalar.values())


class OutcomesDifferError(Exception):
    """Engine and baseline did not play the same game."""


def main(
    sessions: Annotated[int, typer.Option(help="Sessions of eight deals a repeat.")] = 40_000,
    repeats: Annotated[int, typer.Option(help="Repeats; the median counts.")] = 9,
    players: Annotated[int, typer.Option(help="Players of the mixed line-ups.")] = 4,
) -> None:
    """Compare the engine with the scalar C baseline and print a table."""
    found = told_compilers()
    typer.echo(
        f"median of {repeats} interleaved repeats of {sessions:,} sessions, CPU time of the thread"
    )
    typer.echo("")
    typer.echo(_heading(found))
    with tempfile.TemporaryDirectory() as folder:
        try:
            for experiment in (*_same_policy_everywhere(), *_mixed_policies(players)):
                typer.echo(_line(measure(experiment, found, Path(folder), sessions, repeats)))
        except OutcomesDifferError as error:
            typer.echo(f"no ratio: {error}", err=True)
            raise typer.Exit(1) from None
    typer.echo("")
    typer.echo("All outcomes, balances and first dealers are equal, entry by entry.")


def measure(
    experiment: Experiment,
    found: Sequence[Compiler],
    folder: Path,
    sessions: int,
    repeats: int,
) -> Row:
    """Compare outcomes, then time the engine and the baseline of every compiler.

    Raises
    ------
    OutcomesDifferError
        If a baseline's outcome is not the engine's.
    """
    players = experiment.rules.players
    ours = simulate_sessions(experiment, FIRST_SESSION, sessions)
    alone = _experiment(["counting"] * players)
    works: dict[str, Callable[[], object]] = {
        "engine": partial(simulate_sessions, experiment, FIRST_SESSION, sessions),
        "alone": partial(simulate_sessions, alone, FIRST_SESSION, sessions),
    }
    for compiler in found:
        game = ScalarGame(experiment, compile_library(compiler, SOURCE, players, folder))
        wrong = differences(ours, game.simulate_sessions(FIRST_SESSION, sessions))
        if wrong:
            raise OutcomesDifferError(
                f"{_lineup(experiment)}, {compiler.version}: {'; '.join(wrong)}"
            )
        works[compiler.version] = partial(game.simulate_sessions, FIRST_SESSION, sessions)
    deals = sessions * experiment.rules.deals_per_session
    speeds = {
        name: deals / seconds / 1e6 for name, seconds in median_seconds(works, repeats).items()
    }
    return Row(players, _lineup(experiment), speeds.pop("engine"), speeds.pop("alone"), speeds)


def _same_policy_everywhere() -> Iterator[Experiment]:
    for players in range(FEWEST_PLAYERS, MOST_PLAYERS + 1):
        yield _experiment(["counting"] * players)


def _mixed_policies(players: int) -> Iterator[Experiment]:
    for mixture in MIXED_LINEUPS:
        yield _experiment([mixture[seat % len(mixture)] for seat in range(players)])


def _experiment(policies: Sequence[str]) -> Experiment:
    lineup = tuple(
        Player(f"player {number}", make_policy(text))
        for number, text in enumerate(policies, start=1)
    )
    return Experiment(load_rules("basic", len(lineup)), lineup, "rotate", SEED)


def _lineup(experiment: Experiment) -> str:
    labels = dict.fromkeys(player.policy.label for player in experiment.lineup)
    return " + ".join(labels)


def _heading(found: Sequence[Compiler]) -> str:
    columns = "".join(f"{compiler.version:>15}" for compiler in found)
    return f"{'players':>7}{'engine':>10}{columns}{'ratio':>9}{'to alone':>10}  line-up"


def _line(row: Row) -> str:
    """Return a line of the table: M deals/s, the ratio to C, and the ratio to one policy alone."""
    columns = "".join(f"{speed:>15.2f}" for speed in row.scalar.values())
    return (
        f"{row.players:>7}{row.engine:>10.2f}{columns}{row.ratio:>9.2f}"
        f"{row.engine / row.alone:>10.2f}  {row.lineup}"
    )


if __name__ == "__main__":
    typer.run(main)
