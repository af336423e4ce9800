"""The solver beside the double-dummy solver of bridge, on the same cards: endings of five tricks.

Bo Haglund's DDS, as packed by endplay, is the usual solver of bridge. Here each of four hands has
five cards, spades are trumps, and both say how many tricks the side on lead takes.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache, partial
from importlib.metadata import version
from typing import Annotated, Any

import endplay._dds as dds
import numpy as np
import numpy.typing as npt
import typer
from endplay.dds import solve_all_boards, solve_board
from endplay.dds.solve import SolveMode
from endplay.types import Deal, Denom, Player
from numba import int8, types, uint64

from benchmarks.measuring import describe_machine, median_seconds
from sim.engine.bits import i64
from sim.engine.compiled import compile_kernel
from sim.engine.rule_numbers import ANY_CARD, NAMED_SUIT
from sim.game.cards import RANKS, SUITS, card_bits
from sim.hands import deal_hands
from sim.solver.many import slots_for
from sim.solver.opening import begin_deal, most_with_trump, new_problem, set_trump
from sim.solver.workspace import make_workspace, pointer_to

SEED = 1815
PLAYERS = 4
HAND_SIZE = 5
SPADES = SUITS - 1

NOT_LIKE_FOR_LIKE = """\
What is not like for like:
- The problem. In bridge two play against two; in Nap the declarer plays alone against three, and
  only his tricks count. So the answers differ, but none in bridge is lower, which is checked.
- The purpose. DDS is made for 13 cards a hand: its tables and its moves pay there. An ending of
  five tricks is nearly all preparation to it.
- The call. endplay fills a C struct for each deal, before the time that is measured, and unpacks
  no answers. DDS is held to one thread. This project solves all deals in one compiled loop."""


def most_tricks_with_spades(workspace, hands, tricks):  # type: ignore[no-untyped-def]
    """Fill ``tricks[deal]`` with the most that eldest can take as declarer, any card led."""
    words = pointer_to(workspace)
    for deal in range(hands.shape[0]):
        begin_deal(words, hands.shape[1], 0)
        set_trump(words, pointer_to(hands[deal]), NAMED_SUIT, SPADES)
        new_problem(words, SPADES)
        tricks[deal] = most_with_trump(words, NAMED_SUIT, ANY_CARD, i64(0), i64(HAND_SIZE))


@cache
def _kernel() -> Callable[..., Any]:
    signature = types.void(uint64[::1], uint64[:, ::1], int8[::1])
    return compile_kernel(signature, most_tricks_with_spades)


def main(
    deals: Annotated[int, typer.Option(help="Deals a repeat, for endplay.")] = 2_000,
    repeats: Annotated[int, typer.Option(help="Repeats; the median counts.")] = 5,
) -> None:
    """Solve endings of five tricks by endplay and by this project in turn, and print a table."""
    typer.echo(describe_machine())
    typer.echo(
        f"endings of five tricks, spades trumps; median of {repeats} interleaved repeats, CPU time "
        "of the process, one thread"
    )
    dds.SetMaxThreads(1)
    ours, deals_of_ours = "this project, 1 against 3", deals * 20
    hands = deal_hands(SEED, 0, deals_of_ours, PLAYERS, hand_size=HAND_SIZE)
    endings = [as_ending(row) for row in hands[:deals]]
    if fewer := deals_with_fewer_tricks(endings, hands):
        typer.echo(f"in bridge the side takes fewer tricks than eldest alone: {fewer}", err=True)
        raise typer.Exit(1)
    works: dict[str, Callable[[], object]] = {
        ours: partial(solve_ours, hands),
        f"endplay {version('endplay')}, solve_all_boards": partial(solve_together, endings),
        f"endplay {version('endplay')}, solve_board": partial(solve_one_by_one, endings),
    }
    seconds = median_seconds(works, repeats, time.process_time)
    speeds = {
        name: (deals_of_ours if name == ours else deals) / value for name, value in seconds.items()
    }
    typer.echo("")
    typer.echo(f"{'most tricks of the side on lead, by':<42}{'deals/s':>12}{'ours':>10}")
    for name, speed in speeds.items():
        typer.echo(f"{name:<42}{speed:>12,.0f}{speeds[ours] / speed:>9,.0f}x")
    typer.echo("\nThe last column is this project's deals a second in terms of the row's.\n")
    typer.echo(NOT_LIKE_FOR_LIKE)


def as_ending(hands: npt.NDArray[np.uint64]) -> Deal:
    """The deal as endplay has it: eldest is North and leads, spades are trumps."""
    text = " ".join(".".join(_ranks(int(hand), suit) for suit in (3, 2, 1, 0)) for hand in hands)
    return Deal(f"N:{text}", first=Player.north, trump=Denom.spades)


def _ranks(hand: int, suit: int) -> str:
    return "".join(RANKS[bit] for bit in card_bits(hand >> 16 * suit & 0xFFFF))


def solve_ours(hands: npt.NDArray[np.uint64]) -> npt.NDArray[np.int8]:
    """Eldest against the three others."""
    tricks = np.zeros(len(hands), np.int8)
    _kernel()(make_workspace(slots_for(PLAYERS)), hands, tricks)
    return tricks


def deals_with_fewer_tricks(endings: list[Deal], hands: npt.NDArray[np.uint64]) -> list[int]:
    """Numbers of deals in which a partner seems to cost tricks, which cannot be."""
    alone = solve_ours(hands[: len(endings)])
    together = [max(score for _, score in solve_board(ending)) for ending in endings]
    return [deal for deal, tricks in enumerate(together) if tricks < alone[deal]]


def solve_together(endings: list[Deal]) -> None:
    """As many endings in a call as DDS takes."""
    most = dds.MAXNOOFBOARDS
    for first in range(0, len(endings), most):
        solve_all_boards(endings[first : first + most], SolveMode.OptimalOne)


def solve_one_by_one(endings: list[Deal]) -> None:
    """A call for each ending."""
    for ending in endings:
        solve_board(ending, SolveMode.OptimalOne)


if __name__ == "__main__":
    typer.run(main)
