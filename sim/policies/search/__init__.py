"""The search policy: it samples layouts of the cards it cannot see, and solves each of them.

What is sampled is told in :mod:`sim.policies.search.layouts`, the choice of a card in
:mod:`sim.policies.search.play` and of a call in :mod:`sim.policies.search.bidding`. It sees what
every policy sees, and never a hidden card: the hands it solves are its own inventions.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sim.policies.kit
import sim.solver
from sim.engine.calls import BID, DECISION_SIGNATURE, FOLLOW, LEAD, OPENING_LEAD
from sim.engine.compiled import compile_pointer
from sim.policies.block_functions import BlockFunction
from sim.policies.kind import digest_of
from sim.policies.policy import PolicyKind
from sim.policies.search.asking import answer_bid, answer_play
from sim.policies.search.parameters import PARAMETERS, PRESETS
from sim.policies.search.table import bids_on_hand_played, search_table
from sim.policies.tracker import TRACKER, decisions_under

if TYPE_CHECKING:
    from sim.game.rules import Rules

__all__ = ["SEARCH"]

_PLAYS = (OPENING_LEAD, LEAD, FOLLOW)


@dataclass(frozen=True, kw_only=True)
class SearchKind(PolicyKind):
    """The search policy: lane functions where it decides as its fallback, searches elsewhere."""

    @cached_property
    def code_digest(self) -> str:
        """SHA-256, in hexadecimal, of the files of the fallback, the search, solver and kit."""
        folders = (Path(__file__).parent, Path(sim.solver.__file__).parent)
        files = {file for folder in folders for file in folder.glob("*.py")}
        files.add(Path(sim.policies.kit.__file__))
        parts = (super().code_digest, digest_of(files))
        return hashlib.sha256(" ".join(parts).encode()).hexdigest()

    def reads_settings(self, decision: int, rules: Rules) -> bool:
        """Whether a decision is searched for, or takes the table."""
        return decision in (BID, *_PLAYS) or super().reads_settings(decision, rules)

    def answers(self, decision: int, values: Mapping[str, float], rules: Rules) -> BlockFunction:
        """The compiled decision; where bids are on other hands than are played, counting's bid."""
        if decision in _PLAYS or (decision == BID and bids_on_hand_played(rules)):
            found: BlockFunction = _compiled(answer_bid if decision == BID else answer_play)
            return found
        return super().answers(decision, values, rules)


@cache
def _compiled(function: Any) -> Any:
    """One compiled loop for all rules."""
    return compile_pointer(DECISION_SIGNATURE, function)


SEARCH = SearchKind(
    name="search",
    version=1,
    idea=(
        "Samples layouts of the cards that it cannot see, solves each with open hands, and plays "
        "the card, and bids the contract, of the best expected settlement."
    ),
    decisions=TRACKER.decisions,
    decisions_under=decisions_under,
    parameters=PARAMETERS,
    presets=PRESETS,
    table=search_table,
)
"""The policy."""
