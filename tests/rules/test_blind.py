"""No policy sees a hidden card.

At every decision of real deals a spy asks the policy again with other hidden cards, and counts the
answers that differ: see :mod:`sim.policies.contract.spy`. Here it is turned on all bundled policies
at more tables than the contract test has, and on cheats that it must catch.

Faults of this kind elsewhere: bots that see hidden cards through shared state (schnapsen-old 15,
magarena 346).
"""

from __future__ import annotations

import numpy as np
import pytest
from numba import carray

from sim.engine.bits import lane_function, nth_bit, popcount, u64
from sim.engine.block import (
    ANSWER,
    ASIDE,
    CARD,
    DEALT,
    EXTRA_HAND,
    FACT_PLAYERS,
    FACT_TURN,
    FACTS,
    FLOAT_CARD,
    HAND,
    LANES,
    LED_SUIT,
    LEGAL,
    MOST,
    NEXT_WORD,
    OWN,
    PEEP_CARD,
    ROWS,
    SPARE,
    STOCK,
    WINNER,
    WORD,
)
from sim.engine.calls import (
    BID,
    DECISION_SIGNATURE,
    DECISIONS,
    DISCARD,
    LEAD,
    LOOK,
    OPENING_LEAD,
    PEEP,
)
from sim.engine.compiled import compile_pointer, specialised
from sim.engine.philox import bounded_part
from sim.engine.view import BidView, DiscardView, PlayView
from sim.engine_input import engine_input
from sim.experiment import Experiment
from sim.game.rules import Rules, load_rules
from sim.policies import Policy, make_policy, policy_kind, policy_names
from sim.policies.contract.candidate import DEALS_PER_SESSION, everything, plain_rules, table_of
from sim.policies.contract.spy import ARRANGEMENTS, CARDS, NUMBERS, PLAY
from sim.policies.contract.spying import Seen, spy_on_sessions
from sim.policies.contract.trial import try_sessions, with_addresses
from sim.policies.slots import decisions_asked
from tests.policies.quick_search import QUICK_SEARCH

SESSIONS = 1280

SLOW = ("search",)
"""Policies whose presets differ in nothing but how long they search: one will do."""

POLICIES = [
    f"{name}:{preset}" if preset else name
    for name in policy_names()
    for preset in ([""] if name in SLOW else policy_kind(name).presets or [""])
]
DRAWS_LOTS = ("random", "search")
"""Policies that use random numbers: they need the seed and the number of the deal."""

# Tables ------------------------------------------------------------------------------------------


def table(policies: list[str], rules: Rules) -> Experiment:
    return table_of([made(policy) for policy in policies], rules)


def made(name: str) -> Policy:
    return make_policy(name, QUICK_SEARCH if name in SLOW else {})


def spied(experiment: Experiment, hides: int = CARDS) -> Seen:
    _, seen = spy_on_sessions(experiment, 0, SESSIONS, hides=hides)
    return seen


# Tests -------------------------------------------------------------------------------------------


def test_all_policies_are_here() -> None:
    """Every policy in every preset; one that draws lots has to be named as such."""
    assert {policy.partition(":")[0] for policy in POLICIES} == set(policy_names())
    assert len(set(POLICIES)) == len(POLICIES) >= 4
    assert set(DRAWS_LOTS) <= set(policy_names())


def rules_named(name: str, players: int) -> Rules:
    return everything(players) if name == "everything" else plain_rules(name, players)


TABLES = [
    ("basic", 3),
    ("basic", 5),
    ("basic", 7),
    ("everything", 3),
    ("everything", 5),
    ("hoyle", 6),
    ("seven-card", 4),
]


@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.parametrize("policy", POLICIES)
def test_permuting_hidden_cards_changes_no_decision(policy: str, name: str, players: int) -> None:
    """A policy that draws no lots is not even told the seed and the number of the deal.

    From these two the hidden cards could be worked out again.
    """
    draws_lots = policy.partition(":")[0] in DRAWS_LOTS
    experiment = table([policy] * players, rules_named(name, players))
    seen = spied(experiment, CARDS if draws_lots else CARDS | NUMBERS)
    decisions = list(decisions_asked(experiment.rules))
    assert not seen.changed.any()
    asked, moved = seen.asked[0, decisions], seen.moved[0, decisions]
    assert (asked >= SESSIONS * DEALS_PER_SESSION * ARRANGEMENTS).all(), "every decision is asked"
    assert (moved > 0.85 * asked).all(), "hidden cards must lie elsewhere"


def test_every_decision_is_asked_at_some_table() -> None:
    assert decisions_asked(everything(3)) == tuple(range(len(DECISIONS)))


def test_a_view_tells_neither_seed_nor_number() -> None:
    """Together they would tell every hand; a policy gets a random word of its own instead."""
    for view in (BidView, DiscardView, PlayView):
        assert {"seed", "deal", "session"}.isdisjoint(view._fields)


def test_policies_at_one_table_do_not_see_through_each_other() -> None:
    """Different policies answer into rows of one array; the pack is small, so little is hidden."""
    small = load_rules("basic", 5, {"pack": 28})
    for rules in (small, everything(5)):
        assert not spied(table([*POLICIES, POLICIES[0]][:5], rules)).changed.any()


def test_the_spies_leave_the_game_alone() -> None:
    for rules in (plain_rules("basic", 3), everything(3)):
        experiment = table(["random", "counting:bold", "counting:standard"], rules)
        alone = try_sessions(experiment, 0, SESSIONS).course
        with_spies, _ = spy_on_sessions(experiment, 0, SESSIONS, hides=CARDS)
        assert (with_spies.outcomes == alone.kept.outcomes).all()
        assert (with_spies.course.state.player_units == alone.state.player_units).all()


# Cheats that must be caught ----------------------------------------------------------------------

LOOKS_AT = 0
"""The row that a cheat looks at."""


@lane_function
def by_what_it_sees(legal, seen):  # type: ignore[no-untyped-def]
    """Choose a legal act by something that ought to be hidden."""
    return nth_bit(legal, bounded_part(seen * u64(0x9E3779B97F4A7C15), popcount(legal)))


def cheat(block_pointer, facts_pointer, table_pointer, slot):  # type: ignore[no-untyped-def]
    """A legal act, chosen by the row that it looks at; HAND means the next player's hand."""
    block = carray(block_pointer, (ROWS, LANES))
    facts = carray(facts_pointer, (FACTS,))
    row = LOOKS_AT
    if row == HAND:
        row += (facts[FACT_TURN] + 1) % facts[FACT_PLAYERS]
    for lane in range(LANES):
        block[ANSWER + slot, lane] = by_what_it_sees(block[LEGAL, lane], block[row, lane])


def cheat_at_throwing(block_pointer, facts_pointer, table_pointer, slot):  # type: ignore[no-untyped-def]
    """As many cards as may be thrown, chosen in the same way."""
    block = carray(block_pointer, (ROWS, LANES))
    facts = carray(facts_pointer, (FACTS,))
    row = LOOKS_AT
    if row == HAND:
        row += (facts[FACT_TURN] + 1) % facts[FACT_PLAYERS]
    for lane in range(LANES):
        left = block[OWN, lane]
        for _ in range(block[MOST, lane]):
            left ^= by_what_it_sees(left, block[row, lane])
        block[ANSWER + slot, lane] = block[OWN, lane] ^ left


ANYWHERE = tuple(range(len(DECISIONS)))

HIDDEN_ROWS = {
    "the next player's hand": (HAND, ANYWHERE),
    "the stock": (STOCK, ANYWHERE),
    "the extra hand": (EXTRA_HAND, ANYWHERE),
    "the float": (FLOAT_CARD, (*PLAY, BID, LOOK, DISCARD)),
    "the peep card": (PEEP_CARD, (*PLAY, BID, PEEP, DISCARD)),
    "what others know to be out of play": (ASIDE + 1, ANYWHERE),
    "hands as they were dealt": (DEALT + 1, ANYWHERE),
    "the word that cards were drawn from": (WORD, ANYWHERE),
    "the next such word": (NEXT_WORD, ANYWHERE),
    "hands left where rows are turned": (SPARE, ANYWHERE),
    "a card of the trick before": (CARD + 2, ANYWHERE),
    "who won the trick before": (WINNER, (OPENING_LEAD, LEAD)),
    "the suit led last in another deal": (LED_SUIT, (OPENING_LEAD,)),
}


@pytest.mark.parametrize("what", HIDDEN_ROWS)
def test_a_cheat_is_caught(what: str) -> None:
    """One that looks at a hidden row, at any decision at which the row is hidden."""
    row, decisions = HIDDEN_ROWS[what]
    experiment = table(["random"] * 3, everything(3))
    honest = engine_input(experiment, 3)
    for decision in decisions:
        throws = decision == DISCARD
        function = specialised(
            cheat_at_throwing if throws else cheat,
            f"{'throw' if throws else 'look'}_at_row_{row}",
            LOOKS_AT=row,
        )
        compiled = compile_pointer(DECISION_SIGNATURE, function)
        addresses = honest.slots.addresses.copy()
        addresses[decision] = compiled.address
        told = with_addresses(honest, addresses)
        _, seen = spy_on_sessions(experiment, 0, SESSIONS, hides=CARDS, told=told)
        changed, asked = seen.changed[0], seen.asked[0]
        assert changed[decision] > 0.1 * asked[decision], DECISIONS[decision]
        assert not np.delete(changed, decision).any()


def test_a_policy_that_draws_lots_is_seen_to_use_the_number_of_the_deal() -> None:
    """So a policy that worked the cards out from seed and number would be caught, too."""
    seen = spied(table(["random"] * 3, everything(3)), CARDS | NUMBERS)
    assert (seen.changed > 0.1 * seen.asked).all()
