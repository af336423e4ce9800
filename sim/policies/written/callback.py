"""Decisions that are Python functions: called by the engine, answering for all lanes."""

from __future__ import annotations

import ctypes
from abc import ABC, abstractmethod
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from sim.engine.block import ANSWER, FACTS, LANES, ROWS
from sim.policies.written.failures import note_failure
from sim.policies.written.header import BLOCK, CALLS, DECISION, PULSE_LENGTH

_SIGNATURE: Final = ctypes.CFUNCTYPE(
    None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64
)

Words = npt.NDArray[np.int64]


class _Memory:
    """Arrays over memory of the engine, made anew only when it lies elsewhere.

    Attributes
    ----------
    words, shown : int64 arrays
        The memory, and the same for reading only: policies are shown nothing that they could
        change.
    """

    def __init__(self, *shape: int) -> None:
        self._kind = ctypes.c_int64 * int(np.prod(shape))
        self._shape = shape
        self._address = 0

    def lies_at(self, address: int) -> None:
        """Look at the memory at an address."""
        if address != self._address:
            memory = self._kind.from_address(address)
            self.words: Words = np.ctypeslib.as_array(memory).reshape(self._shape)
            self.shown: Words = self.words.view()
            self.shown.flags.writeable = False
            self._address = address


class Callback(ABC):
    """A decision of a policy that Python answers.

    Attributes
    ----------
    address : int
        What the engine calls.
    lane : int
        The lane that is being answered; -1 for all of them at once.
    """

    lane = -1

    def __init__(self, decision: int) -> None:
        self.decision = decision
        self._function = _SIGNATURE(self._called)
        self.address: int = ctypes.cast(self._function, ctypes.c_void_p).value or 0
        self._block = _Memory(ROWS, LANES)
        self._facts = _Memory(FACTS)
        self._pulse = _Memory(PULSE_LENGTH)

    @abstractmethod
    def answer(self, block: Words, facts: Words, slot: int) -> Any:
        """Answer for all lanes: an array or a list, -1 where there is no answer."""

    def _called(self, block_at: int, facts_at: int, table_at: int, slot: int) -> None:
        self._pulse.lies_at(table_at)
        self._block.lies_at(block_at)
        self._facts.lies_at(facts_at)
        pulse = self._pulse.words
        pulse[DECISION] = self.decision
        pulse[BLOCK] = block_at
        calls = int(pulse[CALLS]) + 1 | 1
        pulse[CALLS] = calls
        answers = self._block.words[ANSWER + slot]
        try:
            answers[:] = self.answer(self._block.shown, self._facts.shown, slot)
        except Exception as error:  # there is nobody above who could hear of it
            note_failure(error)
            answers[:] = -1
        pulse[CALLS] = calls + 1
