"""Decisions of a test's own in place of the policies', called by the engine in the same way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any

import numpy as np
import pytest
from numba import carray, cfunc

from sim import engine_input, leaving, simulation, tie_breaks
from sim.engine.bits import u64
from sim.engine.block import ANSWER, DEAL, FACTS, LANES, ROWS
from sim.engine.calls import DECISION_SIGNATURE
from sim.engine.compiled import specialised
from sim.engine.philox import STREAMS_OF_A_DEAL
from sim.engine.view import read_facts
from sim.policies.block_functions import view_maker
from sim.policies.slots import Slots

EXTRA_DEAL = 1 << 40
"""What an extra deal is told by: so many for each of its own number, plus its session's number."""

decide: Any = None
make_view: Any = None
"""Stand for a decision and the maker of its view until a function is specialised."""


def answer_knowing_the_deal(block_pointer, facts_pointer, table_pointer, slot):  # type: ignore[no-untyped-def]
    """Answer one decision for every lane of a block."""
    block = carray(block_pointer, (ROWS, LANES))
    facts = read_facts(carray(facts_pointer, (FACTS,)))
    extra = facts.stream // u64(STREAMS_OF_A_DEAL) * u64(EXTRA_DEAL)
    for lane in range(LANES):
        view = make_view(block, facts, lane)
        block[ANSWER + slot, lane] = u64(decide(view, block[DEAL, lane] + extra))


@cache
def compiled(decide: Any, decision: int) -> Any:
    """Compile a lane function of the view and the number of the deal.

    It is kept nowhere on disk: what is kept there follows changes of the simulator only.
    """
    function = specialised(
        answer_knowing_the_deal,
        f"answer_{decide.__name__}",
        decide=decide,
        make_view=view_maker(decision),
    )
    return cfunc(DECISION_SIGNATURE)(function)


def change_slots(monkeypatch: pytest.MonkeyPatch, change: Callable[[Slots], Slots]) -> None:
    """Let every simulation of this test use slots that have been changed.

    What the engine is told is worked out anew meanwhile, and kept no longer than the change.
    """
    fill = engine_input.fill_slots
    monkeypatch.setattr(engine_input, "fill_slots", lambda *given: change(fill(*given)))
    for module, name in (
        (simulation, "engine_input"),
        (leaving, "engine_input"),
        (tie_breaks, "extra_deal_input"),
    ):
        work_out = getattr(engine_input, name).__wrapped__
        monkeypatch.setattr(module, name, lru_cache(work_out))


def answer_instead(monkeypatch: pytest.MonkeyPatch, decision: int, function: Any) -> None:
    """Let a compiled function answer one decision for everybody."""

    def change(slots: Slots) -> Slots:
        addresses = slots.addresses.copy()
        addresses[decision] = function.address
        return replace(slots, addresses=np.ascontiguousarray(addresses))

    change_slots(monkeypatch, change)
