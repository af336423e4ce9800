"""The solver's search in C, called through ctypes: the same questions, answers and positions."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

SOURCE: Final = Path(__file__).with_name("solver.c")


class _Search(ctypes.Structure):
    """The head of the C struct; the hands behind it are the search's own."""

    _fields_ = (
        ("positions", ctypes.c_uint64),
        ("problem", ctypes.c_uint64),
        ("last_problem", ctypes.c_uint64),
        ("slots", ctypes.c_uint64),
        ("table", ctypes.c_void_p),
        ("room", ctypes.c_uint64 * 16),
    )


class ScalarSolver:
    """The search in C for one number of players.

    Parameters
    ----------
    library : Path
        Of :data:`SOURCE`, compiled for that number.
    players, slots : int
        Players, and slots of the hash table.
    """

    def __init__(self, library: Path, players: int, slots: int) -> None:
        self._functions = ctypes.CDLL(str(library))
        self._players = players
        self._slots = slots

    def tricks(
        self, hands: npt.NDArray[np.uint64], way: npt.NDArray[np.int64]
    ) -> tuple[npt.NDArray[np.int8], int]:
        """Tricks of every player as declarer (deals, players), and the positions searched."""
        answers = np.zeros(hands.shape, np.int8)
        return answers, self._ask("solve_hands", hands, way, (), answers)

    def kept(
        self, hands: npt.NDArray[np.uint64], way: npt.NDArray[np.int64], least: int, most: int
    ) -> tuple[npt.NDArray[np.bool_], int]:
        """Whether eldest can take so many tricks (deals,), and the positions searched."""
        answers = np.zeros(len(hands), np.bool_)
        return answers, self._ask("keep_goal", hands, way, (least, most), answers)

    def _ask(
        self,
        function: str,
        hands: npt.NDArray[np.uint64],
        way: npt.NDArray[np.int64],
        goal: tuple[int, ...],
        answers: npt.NDArray[Any],
    ) -> int:
        table = np.zeros((self._slots, 2), np.uint64)
        search = _Search(slots=self._slots, table=table.ctypes.data)
        getattr(self._functions, function)(
            ctypes.byref(search),
            ctypes.c_void_p(hands.ctypes.data),
            ctypes.c_int64(len(hands)),
            ctypes.c_void_p(way.ctypes.data),
            *map(ctypes.c_int64, goal),
            ctypes.c_int64(int(hands[0, 0]).bit_count()),
            ctypes.c_void_p(answers.ctypes.data),
        )
        return int(search.positions)
