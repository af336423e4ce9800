"""The solver on one core: questions about random hands a second, beside the same search in C.

Both get the same deals. All answers are compared first, and the number of positions searched with
them: the C in `solver.c` is the same search only while both are equal. If one differs, there is
no ratio to speak of and the benchmark stops with exit status 1. A declarer may lead any card, and
every trump suit is tried; hands are of 52 cards.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import typer

from benchmarks.building import Compiler, compile_library, told_compilers
from benchmarks.measuring import median_seconds
from benchmarks.scalar_solver import SOURCE, ScalarSolver
from sim.hands import deal_hands
from sim.solver.batches import keep_goal_kernel, solve_hands_kernel
from sim.solver.many import numbers_of, slots_for
from sim.solver.position import Way
from sim.solver.workspace import POSITIONS, make_workspace

SEED = 1815
MOST_TRICKS = Way("suit led", "any", "most")
MISERE = Way("none", "any", 0)


@dataclass(frozen=True)
class Question:
    """A question that is asked of many random hands.

    Attributes
    ----------
    text : str
    players, hand_size : int
    hands : int
        Of how many hands in a repeat, at a scale of 1: enough for about a third of a second.
    way : Way
    least : int, optional
        Whether eldest can take so many tricks or more; else what every player can take.
    goal : int, optional
        Hands a second that are wanted on one core.
    """

    text: str
    players: int
    hand_size: int
    hands: int
    way: Way = MOST_TRICKS
    least: int | None = None
    goal: int | None = None

    def dealt(self, scale: float) -> npt.NDArray[np.uint64]:
        """The hands, shape (deals, players)."""
        a_deal = 1 if self.least is not None else self.players
        deals = max(1, round(self.hands * scale / a_deal))
        return deal_hands(SEED, 0, deals, self.players, hand_size=self.hand_size)


QUESTIONS = (
    Question("all five tricks?", 4, 5, 1_500_000, least=5, goal=1_000_000),
    Question("four tricks?", 4, 5, 180_000, least=4, goal=450_000),
    Question("most tricks", 4, 5, 30_000, goal=70_000),
    Question("misère?", 4, 5, 60_000, MISERE),
    *(
        Question(text, players, 5, hands, way, least, goal)
        for players, all_five, most, misere in (
            (2, 2_000_000, 250_000, 2_000_000),
            (3, 2_000_000, 90_000, 300_000),
            (5, 1_500_000, 8_000, 20_000),
            (6, 1_200_000, 1_800, 6_000),
            (7, 1_000_000, 700, 2_800),
        )
        for text, hands, way, least, goal in (
            ("all five tricks?", all_five, MOST_TRICKS, 5, 20_000 if players == 7 else None),
            ("most tricks", most, MOST_TRICKS, None, None),
            ("misère?", misere, MISERE, None, None),
        )
    ),
    Question("all seven tricks?", 4, 7, 1_000_000, least=7),
    Question("most tricks", 4, 7, 1_000),
    Question("misère?", 4, 7, 6_000, MISERE),
)


@dataclass(frozen=True)
class Row:
    """What was measured of one question.

    Attributes
    ----------
    question : Question
    speed : float
        Hands a second of the solver.
    positions : float
        Positions searched for a hand, on average.
    scalar : dict of str to float
        Hands a second of the C, by compiler.
    """

    question: Question
    speed: float
    positions: float
    scalar: dict[str, float]

    @property
    def ratio(self) -> float:
        """Speed of the solver in terms of the fastest C."""
        return self.speed / max(self.scalar.values())


class SearchesDifferError(Exception):
    """Solver and C did not search the same positions, or did not find the same answers."""


def main(
    scale: Annotated[float, typer.Option(help="Hands a repeat, times this.")] = 1.0,
    repeats: Annotated[int, typer.Option(help="Repeats; the median counts.")] = 5,
    players: Annotated[int, typer.Option(help="Only questions of so many; 0: all.")] = 0,
) -> None:
    """Ask all questions of the solver and of the C in turn, and print a table."""
    found = told_compilers()
    typer.echo(f"hands a second, median of {repeats} interleaved repeats, CPU time of the thread")
    typer.echo("")
    typer.echo(_heading(found))
    with tempfile.TemporaryDirectory() as folder:
        try:
            for question in QUESTIONS:
                if players in (0, question.players):
                    typer.echo(_line(measure(question, found, Path(folder), scale, repeats)))
        except SearchesDifferError as error:
            typer.echo(f"no ratio: {error}", err=True)
            raise typer.Exit(1) from None
    typer.echo("")
    typer.echo("All answers and all numbers of positions searched are equal.")


def measure(
    question: Question, found: Sequence[Compiler], folder: Path, scale: float, repeats: int
) -> Row:
    """Compare answers and positions, then time the solver and the C of every compiler.

    Raises
    ------
    SearchesDifferError
        If a C's answers or positions are not the solver's.
    """
    hands = question.dealt(scale)
    answers, positions = ask_solver(question, hands)
    works: dict[str, Callable[[], object]] = {"solver": partial(ask_solver, question, hands)}
    for compiler in found:
        library = compile_library(compiler, SOURCE, question.players, folder)
        solver = ScalarSolver(library, question.players, slots_for(question.players))
        for difference in _differences(answers, positions, *ask_c(solver, question, hands)):
            raise SearchesDifferError(
                f"{question.text}, {question.players} players, {compiler.version}: {difference}"
            )
        works[compiler.version] = partial(ask_c, solver, question, hands)
    seconds = median_seconds(works, repeats)
    speeds = {name: answers.size / value for name, value in seconds.items()}
    return Row(question, speeds.pop("solver"), positions / answers.size, speeds)


def ask_solver(question: Question, hands: npt.NDArray[np.uint64]) -> tuple[npt.NDArray[Any], int]:
    """Return the solver's answers, and how many positions it searched."""
    workspace = make_workspace(slots_for(question.players))
    ways = numbers_of([question.way])
    if question.least is None:
        tricks = np.zeros((*hands.shape, 1), np.int8)
        solve_hands_kernel()(workspace, hands, ways, question.hand_size, tricks)
        return tricks[:, :, 0], int(workspace[POSITIONS])
    kept = np.zeros(len(hands), np.bool_)
    eldest = np.zeros(len(hands), np.int64)
    keep_goal_kernel()(
        workspace,
        hands,
        eldest,
        ways[0],
        question.least,
        question.hand_size,
        question.hand_size,
        kept,
    )
    return kept, int(workspace[POSITIONS])


def ask_c(
    solver: ScalarSolver, question: Question, hands: npt.NDArray[np.uint64]
) -> tuple[npt.NDArray[Any], int]:
    """Return the same of the C."""
    way = numbers_of([question.way])
    if question.least is None:
        return solver.tricks(hands, way)
    return solver.kept(hands, way, question.least, question.hand_size)


def _differences(
    ours: npt.NDArray[Any], positions: int, theirs: npt.NDArray[Any], their_positions: int
) -> Iterator[str]:
    if not np.array_equal(ours, theirs):
        different = np.argwhere(ours != theirs)
        yield f"{len(different)} of {ours.size} answers differ, first at {different[0].tolist()}"
    if positions != their_positions:
        yield f"{positions:,} positions searched against {their_positions:,} in C"


def _heading(found: Sequence[Compiler]) -> str:
    columns = "".join(f"{compiler.version:>15}" for compiler in found)
    return (
        f"{'question':<20}{'players':>7}{'cards':>6}{'solver':>12}{'goal':>11}{columns}"
        f"{'ratio':>7}{'positions a hand':>18}"
    )


def _line(row: Row) -> str:
    question = row.question
    columns = "".join(f"{speed:>15,.0f}" for speed in row.scalar.values())
    goal = "" if question.goal is None else f"{question.goal:,}"
    return (
        f"{question.text:<20}{question.players:>7}{question.hand_size:>6}{row.speed:>12,.0f}"
        f"{goal:>11}{columns}{row.ratio:>7.2f}{row.positions:>18,.1f}"
    )


if __name__ == "__main__":
    typer.run(main)
