"""Deals a second of this project and of its nearest peers, all with random players, in one run.

The games differ, and so does what each program is for; the output says how. Acts of players a
second are the fairer measure, because a deal of bridge has more of them.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from benchmarks.measuring import describe_machine, median_seconds
from benchmarks.peers import bridge, nap, openspiel

SEED = 1815

NOT_LIKE_FOR_LIKE = """\
What is not like for like:
- The games. oh_hell has five cards each, five tricks and one round of bids, as Nap has, but turns
  up a card for trumps, bids numbers of tricks without outbidding, and scores everybody by himself.
  Bridge has thirteen tricks, an auction of any length, partners and a dummy.
- The purpose. OpenSpiel's states serve any algorithm (history, clones, information states, virtual
  calls; the dealer and every card are chance nodes whose outcomes are listed with probabilities).
  RLCard makes the input of a neural network at every act. This project does statistics of one
  family of games: 64 deals in lock-step, compiled for the processor at hand, no objects.
- The result. This project's time includes the settlement, balances of sessions of eight deals, and
  random numbers that belong to the number of the deal; the peers return the points of one deal.
- The builds. OpenSpiel is the wheel's library, built for any processor of this architecture; only
  the C++ loop around it is compiled here. The bots' row is a call from Python a game."""


@dataclass(frozen=True)
class Contender:
    """A way to play random deals.

    Attributes
    ----------
    name : str
    play : callable
        Plays a number of deals with a seed.
    deals : int
        Deals a repeat: enough for about half a second.
    decisions : float
        Acts of players in a deal, on average.
    """

    name: str
    play: Callable[[int, int], float]
    deals: int
    decisions: float


def main(
    repeats: Annotated[int, typer.Option(help="Repeats; the median counts.")] = 7,
    scale: Annotated[float, typer.Option(help="Deals a repeat, times this.")] = 1.0,
) -> None:
    """Measure all contenders in turn and print a table."""
    typer.echo(describe_machine())
    with tempfile.TemporaryDirectory() as folder:
        contenders = [*_contenders(Path(folder))]
        deals = {c.name: max(8, round(c.deals * scale)) for c in contenders}
        works = {c.name: partial(c.play, deals[c.name], SEED) for c in contenders}
        seconds = median_seconds(works, repeats)
    typer.echo(f"median of {repeats} interleaved repeats, CPU time of the thread, one core")
    typer.echo("")
    typer.echo(
        f"{'random play of':<44}{'deals/s':>12}{'acts a deal':>13}{'acts/s':>14}{'ours':>10}"
    )
    ours = contenders[0].decisions * deals[contenders[0].name] / seconds[contenders[0].name]
    for contender in contenders:
        speed = deals[contender.name] / seconds[contender.name]
        acts = speed * contender.decisions
        typer.echo(
            f"{contender.name:<44}{speed:>12,.0f}{contender.decisions:>13.1f}{acts:>14,.0f}"
            f"{ours / acts:>9,.0f}x"
        )
    typer.echo("\nThe last column is this project's acts a second in terms of the row's.\n")
    typer.echo(NOT_LIKE_FOR_LIKE)


def _contenders(folder: Path) -> Iterator[Contender]:
    """Yield this project first, then its peers; one that cannot be built is named and left out."""
    yield Contender("this project, 4 players", nap.play, 1_600_000, nap.decisions_of_a_game())
    acts = openspiel.decisions_of_a_game()
    game = f"{openspiel.name()} oh_hell"
    try:
        yield Contender(f"{game}, C++ loop", openspiel.compiled_loop(folder), 50_000, acts)
    except (FileNotFoundError, subprocess.CalledProcessError) as error:
        reason = getattr(error, "stderr", None) or error
        typer.echo(f"left out, the C++ loop: {reason}", err=True)
    yield Contender(f"{game}, its C++ bots", openspiel.play_with_bots, 30_000, acts)
    yield Contender(f"{game}, Python loop", openspiel.play_from_python, 2_500, acts)
    yield Contender(f"{bridge.name()} bridge", bridge.play, 100, bridge.decisions_of_a_game())


if __name__ == "__main__":
    typer.run(main)
