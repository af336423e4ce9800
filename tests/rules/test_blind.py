"""No policy sees a hidden card.

At every decision of real deals a spy asks the policy; then it hands all that the player cannot
see out again at random (the other hands, the stock and what lies face down, as many cards each as
before), overwrites what else lies in the block and is not his to know, asks again, and counts the
answers that differ.
The spy works on the engine's own block and calls the very functions that the engine calls, so a
leak through a shared array is seen like one through the view.

Faults of this kind elsewhere: bots that see hidden cards through shared state (schnapsen-old 15,
magarena 346).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest
from llvmlite import ir
from numba import carray, types
from numba.extending import intrinsic

from sim.engine.bits import ONE, ZERO, lane_function, nth_bit, popcount, u64
from sim.engine.block import (
    ANSWER,
    ASIDE,
    BEST,
    CARD,
    DEAL,
    DEALT,
    EXTRA_HAND,
    FACT_PLAYERS,
    FACT_SEED,
    FACT_TRICK,
    FACT_TURN,
    FACTS,
    FLOAT_CARD,
    HAND,
    LANES,
    LED_SUIT,
    LEGAL,
    LOOKED,
    MOST,
    MOST_PLAYERS,
    NEXT_WORD,
    OWN,
    PEEP_CARD,
    PEEPED,
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
    FOLLOW,
    LEAD,
    LOOK,
    NAME_TRUMP,
    OPENING_LEAD,
    PEEP,
    TAKE,
)
from sim.engine.compiled import compile_pointer, specialised
from sim.engine.philox import bounded_draw, bounded_part, random_words
from sim.engine.view import BidView, DiscardView, PlayView
from sim.experiment import Experiment, Player
from sim.game.rules import Rules, load_rules
from sim.policies import make_policy, policy_kind, policy_names
from sim.policies.slots import Slots, decisions_asked
from sim.simulation import Outcomes, simulate_sessions
from tests.injected_decisions import answer_instead, change_slots

SEED = 2011
SESSIONS = 320
ARRANGEMENTS = 3
"""Other arrangements of the hidden cards that are tried at every decision."""

POLICIES = [
    f"{name}:{preset}" if preset else name
    for name in policy_names()
    for preset in (*policy_kind(name).presets, *([] if policy_kind(name).presets else [""]))
]
DRAWS_LOTS = ("random",)
"""Policies that use random numbers: they need the seed and the number of the deal."""

# The spy -----------------------------------------------------------------------------------------
# It keeps notes in front of the policy's table: where the real decisions are, and what it counted.

REAL = 0
ASKED = REAL + len(DECISIONS)
MOVED = ASKED + len(DECISIONS)
CHANGED = MOVED + len(DECISIONS)
HIDES_NUMBERS = CHANGED + len(DECISIONS)
ROUND = HIDES_NUMBERS + 1
NOTES = ROUND + 1

SPY_STREAM = u64(1 << 20)
"""A stream of random numbers that nobody else uses."""

DECISION = 0
"""The decision that a spy watches; set when it is compiled."""

SHOWS_CARDS_SEEN = (BID, LOOK, PEEP, TAKE)
"""Decisions at which a player is shown the float and the peep card if he has seen them."""


@intrinsic
def ask_the_policy(
    typing_context: Any, address: Any, block: Any, facts: Any, notes: Any, slot: Any
) -> Any:
    """Call a real decision with the table that lies behind the notes."""
    signature = types.void(types.int64, block, facts, notes, types.int64)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address, block, facts, notes, slot = arguments
        table = builder.gep(notes, [ir.Constant(ir.IntType(64), NOTES)])
        parameters = [block, facts, table, slot]
        kind = ir.FunctionType(ir.VoidType(), [parameter.type for parameter in parameters])
        builder.call(builder.inttoptr(address, kind.as_pointer()), parameters)
        return context.get_dummy_value()

    return signature, generate


@lane_function
def cards_from(stock, number, word):  # type: ignore[no-untyped-def]
    """Draw up to five cards of a stock."""
    cards = ZERO
    for _ in range(number):
        place, word = bounded_draw(word, popcount(stock ^ cards))
        cards |= nth_bit(stock ^ cards, place)
    return cards


@lane_function
def hide_otherwise(block, facts, lane, word_number):  # type: ignore[no-untyped-def]
    """Hand everything out again that the player to act cannot see; tell whether a card moved."""
    turn = facts[FACT_TURN]
    players = facts[FACT_PLAYERS]
    hidden = block[STOCK, lane]
    for other in range(players):
        if other != turn:
            hidden |= block[HAND + other, lane]
    moved = False
    for other in range(players):
        if other != turn:
            word, _ = random_words(u64(SEED), SPY_STREAM, word_number, u64(other))
            before = block[HAND + other, lane]
            cards = cards_from(hidden, popcount(before), word)
            block[HAND + other, lane] = cards
            hidden ^= cards
            moved |= cards != before
    block[STOCK, lane] = hidden
    return moved


@lane_function
def turn_face_down_cards(block, facts, lane, word_number, shown):  # type: ignore[no-untyped-def]
    """Let other cards lie face down, but for those that the player is shown who has seen them.

    That is so before he has called; who plays, or throws cards, has what is his in his hand.
    """
    turn = u64(facts[FACT_TURN])
    word, other_word = random_words(u64(SEED), SPY_STREAM, word_number, u64(MOST_PLAYERS + 1))
    if not shown or (block[LOOKED, lane] >> turn) & ONE == ZERO:
        block[FLOAT_CARD, lane] = ONE << (word & u64(63))
    if not shown or (block[PEEPED, lane] >> turn) & ONE == ZERO:
        block[PEEP_CARD, lane] = ONE << (other_word & u64(63))
    block[EXTRA_HAND, lane] = word ^ other_word


@lane_function
def overwrite_what_is_left_over(block, facts, lane, word_number):  # type: ignore[no-untyped-def]
    """Fill with random words what the dealer used, and what others know or have left behind."""
    turn = facts[FACT_TURN]
    word, other_word = random_words(u64(SEED), SPY_STREAM, word_number, u64(MOST_PLAYERS))
    block[WORD, lane] = word
    block[NEXT_WORD, lane] = other_word
    for row in range(MOST_PLAYERS):
        block[SPARE + row, lane] = word ^ u64(row)
        block[ASIDE + row, lane] = word ^ u64(row + MOST_PLAYERS)
        block[DEALT + row, lane] = word ^ u64(row + 2 * MOST_PLAYERS)
        if row >= turn:
            block[CARD + row, lane] = other_word ^ u64(row)
    if turn == 0:
        block[BEST, lane] = word
        block[WINNER, lane] = other_word
        if facts[FACT_TRICK] == 0:
            block[LED_SUIT, lane] = word


def spy(block_pointer, facts_pointer, notes_pointer, slot):  # type: ignore[no-untyped-def]
    """Answer as the policy does, and count how often it would not with other hidden cards."""
    block = carray(block_pointer, (ROWS, LANES))
    facts = carray(facts_pointer, (FACTS,))
    notes = carray(notes_pointer, (NOTES,))
    real = notes[REAL + DECISION]
    ask_the_policy(real, block_pointer, facts_pointer, notes_pointer, slot)
    block_before = block.copy()
    facts_before = facts.copy()
    for _ in range(ARRANGEMENTS):
        for lane in range(LANES):
            notes[ROUND] += 1
            number = u64(notes[ROUND])
            notes[MOVED + DECISION] += hide_otherwise(block, facts, lane, number)
            turn_face_down_cards(block, facts, lane, number, DECISION in SHOWS_CARDS_SEEN)
            overwrite_what_is_left_over(block, facts, lane, number)
            if notes[HIDES_NUMBERS]:
                block[DEAL, lane] = number
        if notes[HIDES_NUMBERS]:
            facts[FACT_SEED] = notes[ROUND]
        ask_the_policy(real, block_pointer, facts_pointer, notes_pointer, slot)
        for lane in range(LANES):
            notes[ASKED + DECISION] += 1
            if block[ANSWER + slot, lane] != block_before[ANSWER + slot, lane]:
                notes[CHANGED + DECISION] += 1
        block[:] = block_before
        facts[:] = facts_before


@pytest.fixture(scope="module")
def spies() -> list[Any]:
    """A compiled spy for each decision."""
    return [
        compile_pointer(DECISION_SIGNATURE, specialised(spy, f"spy_on_{word}", DECISION=decision))
        for decision, word in enumerate(DECISIONS)
    ]


@dataclass(frozen=True)
class Findings:
    """What the spies counted, by decision, over all policies at the table.

    Attributes
    ----------
    asked : int64 array
        Answers compared.
    moved : int64 array
        Those for which a hidden card lay elsewhere.
    changed : int64 array
        Those that were not the answer with the true hidden cards.
    """

    asked: np.ndarray
    moved: np.ndarray
    changed: np.ndarray


class SpiedTable:
    """Replaces the decisions of every slot by spies that call them."""

    def __init__(self, spies: list[Any], *, hides_numbers: bool) -> None:
        self.spies = spies
        self.hides_numbers = hides_numbers
        self.notes = np.zeros((0, NOTES), np.int64)

    def __call__(self, slots: Slots) -> Slots:
        notes = np.zeros((len(slots.policies), NOTES), np.int64)
        notes[:, REAL:ASKED] = slots.addresses.T
        notes[:, HIDES_NUMBERS] = self.hides_numbers
        with_notes = np.hstack([notes, slots.tables])
        self.notes = with_notes[:, :NOTES]
        own = np.array([[spy.address] * len(slots.policies) for spy in self.spies])
        addresses = np.where(slots.addresses == 0, 0, own)
        return replace(slots, addresses=addresses, tables=with_notes)

    def findings(self) -> Findings:
        counts = self.notes.sum(axis=0)
        return Findings(
            asked=counts[ASKED:MOVED],
            moved=counts[MOVED:CHANGED],
            changed=counts[CHANGED:HIDES_NUMBERS],
        )


def table_of(policies: list[str], rules: Rules | None = None) -> Experiment:
    lineup = tuple(
        Player(name=f"player {place}", policy=make_policy(policy))
        for place, policy in enumerate(policies)
    )
    rules = rules or load_rules("basic", len(policies))
    return Experiment(rules=rules, lineup=lineup, seating="rotate", seed=SEED)


def everything(players: int) -> Rules:
    """Rules under which every decision is asked."""
    switches = {"joker": True, "float": True, "peep": True, "sir_garnet": True}
    named = {"contracts": {"blucher": {"trump": "named", "lead": "lowest non-trump"}}}
    return load_rules(
        "hoyle", players, {"exchange_cards": 2, "dealer_sits_out": False, **switches, **named}
    )


def spied(
    monkeypatch: pytest.MonkeyPatch,
    spies: list[Any],
    experiment: Experiment,
    *,
    hides_numbers: bool = False,
) -> tuple[Outcomes, Findings]:
    """Simulate with a spy at every decision."""
    table = SpiedTable(spies, hides_numbers=hides_numbers)
    with monkeypatch.context() as patch:
        change_slots(patch, table)
        return simulate_sessions(experiment, 0, SESSIONS), table.findings()


# Tests -------------------------------------------------------------------------------------------


def test_all_policies_are_here() -> None:
    """Every policy in every preset; one that draws lots has to be named as such."""
    assert {policy.partition(":")[0] for policy in POLICIES} == set(policy_names())
    assert len(set(POLICIES)) == len(POLICIES) >= 4
    assert set(DRAWS_LOTS) <= set(policy_names())


def rules_named(name: str, players: int) -> Rules:
    return everything(players) if name == "everything" else load_rules(name, players)


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
def test_permuting_hidden_cards_changes_no_decision(
    policy: str, name: str, players: int, spies: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A policy that draws no lots is not even told the seed and the number of the deal.

    From these two the hidden cards could be worked out again.
    """
    draws_lots = policy.partition(":")[0] in DRAWS_LOTS
    experiment = table_of([policy] * players, rules_named(name, players))
    _, found = spied(monkeypatch, spies, experiment, hides_numbers=not draws_lots)
    decisions = list(decisions_asked(experiment.rules))
    assert found.changed.tolist() == [0] * len(DECISIONS)
    asked, moved = found.asked[decisions], found.moved[decisions]
    assert (asked >= SESSIONS * 8 * ARRANGEMENTS).all(), "every decision must be asked"
    assert (moved > 0.85 * asked).all(), "hidden cards must lie elsewhere"


def test_every_decision_is_asked_at_some_table() -> None:
    assert decisions_asked(everything(3)) == tuple(range(len(DECISIONS)))


def test_a_view_tells_neither_seed_nor_number() -> None:
    """Together they would tell every hand; a policy gets a random word of its own instead."""
    for view in (BidView, DiscardView, PlayView):
        assert {"seed", "deal", "session"}.isdisjoint(view._fields)


def test_policies_at_one_table_do_not_see_through_each_other(
    spies: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Different policies answer into rows of one array; the pack is small, so little is hidden."""
    small = load_rules("basic", 5, {"pack": 28})
    for rules in (small, everything(5)):
        experiment = table_of([*POLICIES, POLICIES[0]][:5], rules)
        _, found = spied(monkeypatch, spies, experiment)
        assert found.changed.tolist() == [0] * len(DECISIONS)


def test_the_spies_leave_the_game_alone(spies: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    for rules in (load_rules("basic", 3), everything(3)):
        experiment = table_of(["random", "counting:bold", "counting:standard"], rules)
        alone = simulate_sessions(experiment, 0, SESSIONS)
        with_spies, _ = spied(monkeypatch, spies, experiment)
        assert (with_spies.kept.outcomes == alone.kept.outcomes).all()
        assert (with_spies.player_units == alone.player_units).all()


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
IN_PLAY = (OPENING_LEAD, LEAD, FOLLOW, NAME_TRUMP)

HIDDEN_ROWS = {
    "the next player's hand": (HAND, ANYWHERE),
    "the stock": (STOCK, ANYWHERE),
    "the extra hand": (EXTRA_HAND, ANYWHERE),
    "the float": (FLOAT_CARD, (*IN_PLAY, BID, LOOK, DISCARD)),
    "the peep card": (PEEP_CARD, (*IN_PLAY, BID, PEEP, DISCARD)),
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
def test_a_cheat_is_caught(what: str, spies: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """One that looks at a hidden row, at any decision at which the row is hidden."""
    row, decisions = HIDDEN_ROWS[what]
    for decision in decisions:
        throws = decision == DISCARD
        function = specialised(
            cheat_at_throwing if throws else cheat,
            f"{'throw' if throws else 'look'}_at_row_{row}",
            LOOKS_AT=row,
        )
        with monkeypatch.context() as patch:
            answer_instead(patch, decision, compile_pointer(DECISION_SIGNATURE, function))
            _, found = spied(patch, spies, table_of(["random"] * 3, everything(3)))
        assert found.changed[decision] > 0.1 * found.asked[decision], DECISIONS[decision]
        assert (np.delete(found.changed, decision) == 0).all()


def test_a_policy_that_draws_lots_is_seen_to_use_the_number_of_the_deal(
    spies: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """So a policy that worked the cards out from seed and number would be caught, too."""
    experiment = table_of(["random"] * 3, everything(3))
    _, found = spied(monkeypatch, spies, experiment, hides_numbers=True)
    assert (found.changed > 0.1 * found.asked).all()
