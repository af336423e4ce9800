"""The scalar C baseline: compiled on the spot, called through ctypes, compared deal by deal."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from sim.experiment import Experiment
from sim.game.rules import Rules
from sim.policies import policy_kind
from sim.simulation import Outcomes

SOURCE: Final = Path(__file__).with_name("baseline.c")

_KINDS: Final = {"counting": 0, "random": 1}
"""Numbers of the policies that the baseline knows."""


class _Policy(ctypes.Structure):
    _fields_ = (("kind", ctypes.c_int64), ("table", ctypes.c_void_p))


class _Experiment(ctypes.Structure):
    _fields_ = (
        ("seed", ctypes.c_uint64),
        ("deals_per_session", ctypes.c_int64),
        ("contracts", ctypes.c_int64),
        ("rotating_seats", ctypes.c_int64),
        ("ladder", ctypes.c_void_p),
        ("policies", ctypes.c_void_p),
    )


@dataclass(frozen=True)
class ScalarOutcomes:
    """What some consecutive sessions came to, laid out as the engine has it."""

    first_dealers: npt.NDArray[np.uint8]
    deals: npt.NDArray[np.uint64]
    player_units: npt.NDArray[np.int64]
    position_units: npt.NDArray[np.int64]


class ScalarGame:
    """The C game for one experiment, ready to run.

    Parameters
    ----------
    experiment : Experiment
        Of the basic kind: 52 cards, five in a hand, policies that the baseline knows.
    library : Path
        Of :data:`SOURCE`, compiled for the experiment's number of players.
    """

    def __init__(self, experiment: Experiment, library: Path) -> None:
        rules = experiment.rules
        if (rules.pack, rules.hand_size, rules.shuffle) != (52, 5, "every-deal"):
            raise ValueError("the baseline knows 52 cards, hands of five and a shuffle every deal")
        self._simulate = ctypes.CDLL(str(library)).simulate_sessions
        self._simulate.restype = None
        self._players = rules.players
        self._deals_per_session = rules.deals_per_session
        self._ladder = _ladder_numbers(rules)
        self._tables = [
            policy_kind(player.policy.name).table(dict(player.policy.parameters), rules)
            for player in experiment.lineup
        ]
        self._policies = (_Policy * rules.players)(
            *(
                _Policy(_KINDS[player.policy.name], table.ctypes.data)
                for player, table in zip(experiment.lineup, self._tables, strict=True)
            )
        )
        self._experiment = _Experiment(
            experiment.seed,
            rules.deals_per_session,
            len(rules.ladder),
            experiment.seating == "rotate",
            self._ladder.ctypes.data,
            ctypes.addressof(self._policies),
        )

    def simulate_sessions(self, first_session: int, sessions: int) -> ScalarOutcomes:
        """Simulate what :func:`sim.simulation.simulate_sessions` does, to the same arrays."""
        outcomes = ScalarOutcomes(
            np.zeros(sessions, np.uint8),
            np.zeros((sessions, self._deals_per_session), np.uint64),
            np.zeros((sessions, self._players), np.int64),
            np.zeros((sessions, self._players), np.int64),
        )
        self._simulate(
            ctypes.byref(self._experiment),
            ctypes.c_uint64(first_session),
            ctypes.c_int64(sessions),
            *(_address(array) for array in _arrays(outcomes).values()),
        )
        return outcomes


def differences(ours: Outcomes, theirs: ScalarOutcomes) -> list[str]:
    """Return where two results of the same sessions differ, a line for each kind of result."""
    mine = {
        "first_dealers": ours.first_dealers,
        "deals": ours.kept.outcomes,
        "player_units": ours.player_units,
        "position_units": ours.position_units,
    }
    return [
        f"{name}: {np.count_nonzero(mine[name] != other)} of {other.size} entries differ, "
        f"first at {np.argwhere(mine[name] != other)[0].tolist()}"
        for name, other in _arrays(theirs).items()
        if not np.array_equal(mine[name], other)
    ]


def _ladder_numbers(rules: Rules) -> npt.NDArray[np.int64]:
    """The ladder as the baseline reads it: target, stakes and requirement by contract number."""
    ladder = rules.ladder
    columns = (ladder.targets, ladder.made, ladder.failed, ladder.requirement_numbers)
    return np.array(columns, np.int64).T.copy()


def _arrays(outcomes: ScalarOutcomes) -> dict[str, npt.NDArray[Any]]:
    return {field.name: getattr(outcomes, field.name) for field in fields(outcomes)}


def _address(array: Any) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)
