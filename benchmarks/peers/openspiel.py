"""OpenSpiel's nearest game, played at random in three ways: from Python, by its bots, in C++."""

from __future__ import annotations

import ctypes
import random
import shutil
import subprocess
import sysconfig
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import pyspiel

GAME: Final = "oh_hell(players=4,num_tricks_fixed=5)"
"""Four players, five cards each of 52, five tricks, trumps by a card turned up."""

SOURCE: Final = Path(__file__).with_name("random_games.cc")

_PACKAGES: Final = Path(sysconfig.get_path("platlib"))
_HEADERS: Final = (
    _PACKAGES,
    _PACKAGES / "open_spiel/abseil-cpp",
    _PACKAGES / "open_spiel/json/include",
)


def name() -> str:
    """Return the package's name and version."""
    return f"OpenSpiel {version('open_spiel')}"


def play_from_python(games: int, seed: int) -> float:
    """Play games with the loop that OpenSpiel's Python examples use.

    Returns
    -------
    float
        The first player's points over all games.
    """
    generator = random.Random(seed)
    game = pyspiel.load_game(GAME)
    return sum(_play_one(game, generator) for _ in range(games))


def play_with_bots(games: int, seed: int) -> float:
    """Play games with OpenSpiel's own loop and its uniformly random bots, a call a game."""
    game = pyspiel.load_game(GAME)
    bots = [
        pyspiel.make_uniform_random_bot(player, seed + player)
        for player in range(game.num_players())
    ]
    first_seed = seed * games
    return sum(
        pyspiel.evaluate_bots(game.new_initial_state(), bots, first_seed + number)[0]
        for number in range(games)
    )


def compiled_loop(folder: Path) -> Callable[[int, int], float]:
    """Compile the C++ loop, and return it as a function of the games and the seed.

    Raises
    ------
    FileNotFoundError
        If this machine has no C++ compiler, or the package comes without its headers.
    subprocess.CalledProcessError
        If the loop does not compile or link.
    """
    compiler = shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        raise FileNotFoundError("there is no C++ compiler (g++ or clang++) on the search path")
    if not (_PACKAGES / "open_spiel/spiel.h").exists():
        raise FileNotFoundError("this open_spiel package comes without C++ headers")
    library = folder / "random_games.so"
    includes = [f"-I{path}" for path in _HEADERS]
    # Linked by the extension's bare name, so that the copy that Python has loaded is used.
    linked = [f"-L{_PACKAGES}", "-l:pyspiel.so", f"-Wl,-rpath,{_PACKAGES}"]
    options = ["-std=c++17", "-O3", "-shared", "-fPIC", *includes]
    command = [compiler, *options, str(SOURCE), "-o", str(library), *linked]
    subprocess.run(command, check=True, capture_output=True, text=True)
    play = ctypes.CDLL(str(library)).play_random_games
    play.argtypes = (ctypes.c_char_p, ctypes.c_int64, ctypes.c_uint64)
    play.restype = ctypes.c_double
    return lambda games, seed: float(play(GAME.encode(), games, seed))


def decisions_of_a_game() -> int:
    """Return the acts of players in a game: one bid each and every card."""
    game = pyspiel.load_game(GAME)
    state = game.new_initial_state()
    decisions = 0
    while not state.is_terminal():
        decisions += not state.is_chance_node()
        state.apply_action(state.legal_actions()[0])
    return decisions


def _play_one(game: Any, generator: random.Random) -> float:
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            action = generator.choices(actions, chances)[0]
        else:
            action = generator.choice(state.legal_actions())
        state.apply_action(action)
    return float(state.returns()[0])
