"""Watching policies that users write while the engine runs: none may stop it for ever.

The engine then runs in a thread of its own. Each such policy has a pulse in its table (see
:mod:`sim.policies.written.header`); if that does not change for too long, the policy hangs, and
whoever waits for the engine is told so. A thread that hangs in compiled code cannot be stopped: it
ends with the process.
"""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import numpy as np

from sim.engine.block import ANSWER, DEAL, LANES, OWN, ROWS
from sim.engine.calls import DECISIONS
from sim.errors import UserError
from sim.game.cards import format_cards
from sim.policies import Policy, kind_of
from sim.policies.slots import Slots
from sim.policies.written.failures import note_failure, take_failure
from sim.policies.written.header import BLOCK, CALLS, DECISION

ResultT = TypeVar("ResultT")

_SECONDS_BETWEEN_LOOKS: Final = 0.1


class PolicyFailedError(UserError):
    """A policy has raised an exception, or has not answered."""


@dataclass
class _Watched:
    """A policy with a pulse, and since when it has not changed."""

    slots: Slots
    slot: int
    policy: Policy
    seconds: float
    pulse_at: int
    last_seen: tuple[int, int] = (0, -1)
    since: float = 0.0

    def is_stuck(self, now: float) -> bool:
        calls = int(self._pulse()[CALLS])
        seen = (calls, self._lane())
        if calls % 2 == 0 or seen != self.last_seen:
            self.last_seen, self.since = seen, now
            return False
        return now - self.since > self.seconds

    def in_words(self) -> str:
        """Tell of which decision in which deal it does not come back from."""
        pulse = self._pulse()
        memory = (ctypes.c_int64 * (ROWS * LANES)).from_address(int(pulse[BLOCK]))
        block = np.ctypeslib.as_array(memory).reshape(ROWS, LANES)
        lane = self._lane()
        unanswered = block[ANSWER + self.slot] == -1
        if lane < 0:
            lane = int(np.argmax(unanswered))
        known = self._lane() >= 0 or bool(unanswered.any())
        where = "deal" if known else "a block of deals that begins with deal"
        deal = int(block[DEAL, lane]) % 2**64
        holding = f", holding {format_cards(int(block[OWN, lane]))}" if known else ""
        return (
            f"policy {self.policy.label}: no answer for {self.seconds:g} s to "
            f"{DECISIONS[pulse[DECISION]]} in {where} {deal}{holding}"
        )

    def _pulse(self) -> Any:
        return self.slots.tables[self.slot, self.pulse_at :]

    def _lane(self) -> int:
        function = self.slots.functions.get((int(self._pulse()[DECISION]), self.slot))
        return int(getattr(function, "lane", -1))


def watched(slots: Slots, run: Callable[[], ResultT]) -> ResultT:
    """Run the engine; where policies of users play, see that they answer.

    Raises
    ------
    PolicyFailedError
        If one does not; the message names the policy and the deal.
    """
    to_watch = list(_to_watch(slots))
    if not to_watch:
        return run()
    outcome: list[ResultT | BaseException] = []

    def work() -> None:
        try:
            outcome.append(run())
        except BaseException as error:
            outcome.append(error)

    take_failure()
    with _hearing_of_exceptions():
        thread = threading.Thread(target=work, name="engine", daemon=True)
        thread.start()
        while thread.is_alive():
            thread.join(_SECONDS_BETWEEN_LOOKS)
            now = time.monotonic()
            for each in to_watch:
                if thread.is_alive() and each.is_stuck(now):
                    raise PolicyFailedError(each.in_words())
    (result,) = outcome
    if isinstance(result, BaseException):
        raise result
    return result


def _to_watch(slots: Slots) -> Iterator[_Watched]:
    for slot, policy in enumerate(slots.policies):
        kind = kind_of(policy)
        if kind.seconds is not None:
            yield _Watched(slots, slot, policy, kind.seconds, kind.pulse_at)


@contextmanager
def _hearing_of_exceptions() -> Iterator[None]:
    """Keep what compiled policies raise: nobody above them could be told."""
    before = sys.unraisablehook

    def hear(unraisable: Any) -> None:
        if "numba" in repr(unraisable.object) and unraisable.exc_value is not None:
            note_failure(unraisable.exc_value.with_traceback(None))
        else:
            before(unraisable)

    sys.unraisablehook = hear
    try:
        yield
    finally:
        sys.unraisablehook = before
