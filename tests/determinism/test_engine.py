"""A deal is a pure function of the experiment and its number.

Nothing about how, where, when, beside what or in what order it is simulated may change it. Faults
of this kind elsewhere: the seed belongs to the worker (RocketPy 1053), another batch size gives
other samples (tsim 104), the determinism test passes only because things travel by fork
(RocketPy 1076), a set iterates in hash order (redeal 22), a helper seeds from the clock
(open_spiel 1584).
"""

from __future__ import annotations

import itertools
import multiprocessing
import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numba import types, uint64

from sim.engine import bits
from sim.engine.bits import lane_function, u64
from sim.engine.calls import OPENING_LEAD
from sim.engine.compiled import compile_kernel, specialised
from sim.engine.philox import bounded_part
from sim.errors import UserError
from sim.experiment import Experiment, Player
from sim.game.rules import load_rules
from sim.hands import deal_hands
from sim.outcomes import simulate_shard
from sim.policies import make_policy
from sim.records import Record, play_sessions
from sim.replay import transcript
from sim.simulation import Outcomes, simulate_sessions
from tests import referee
from tests.determinism.comparing import same
from tests.injected_decisions import answer_instead, compiled

SEED = 0x0123_4567_89AB_CDEF
DEALS_PER_SESSION = 8
LAST_SESSION = 2**64 // DEALS_PER_SESSION - 1
"""The session of the last deal that 64 bits can number."""


def table(
    players: int = 4,
    policies: tuple[str, ...] = ("random", "counting:bold", "counting"),
    seating: str = "rotate",
    seed: int = SEED,
) -> Experiment:
    """The policies in turn round the table."""
    lineup = tuple(
        Player(name=f"player {place}", policy=make_policy(policy))
        for place, policy in zip(range(players), itertools.cycle(policies), strict=False)
    )
    rules = load_rules("basic", players, {"deals_per_session": DEALS_PER_SESSION})
    return Experiment(rules=rules, lineup=lineup, seating=seating, seed=seed)


# Any cut of a range ------------------------------------------------------------------------------

SESSIONS = 1_200
FIRST_SESSIONS = {
    "the first": 0,
    "across 2**32 deals": 2**32 // DEALS_PER_SESSION - 600,
    "across 2**40 sessions": 2**40 - 600,
    "the last": LAST_SESSION - SESSIONS + 1,
}


@pytest.fixture(scope="module", params=FIRST_SESSIONS)
def whole(request: pytest.FixtureRequest) -> Outcomes:
    """All sessions of a range, simulated in one go."""
    return simulate_sessions(table(), FIRST_SESSIONS[request.param], SESSIONS)


def in_pieces(whole: Outcomes, sizes: list[int]) -> Iterator[tuple[Outcomes, slice]]:
    """Simulate a range piece by piece, last piece first; yield each with its place."""
    ends = list(itertools.accumulate(sizes))
    for size, end in reversed(list(zip(sizes, ends, strict=True))):
        yield (
            simulate_sessions(table(), whole.first_session + end - size, size),
            slice(end - size, end),
        )


@pytest.mark.parametrize("size", [1, 63, 64, 65, 1000])
def test_pieces_of_one_size_are_the_whole(size: int, whole: Outcomes) -> None:
    sizes = [size] * (SESSIONS // size)
    for piece, place in in_pieces(whole, sizes):
        assert same(piece, whole, place), place


@given(cuts=st.sets(st.integers(1, SESSIONS - 1), max_size=12))
@settings(
    max_examples=25,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_any_cut_is_the_whole(whole: Outcomes, cuts: set[int]) -> None:
    ends = [0, *sorted(cuts), SESSIONS]
    for piece, place in in_pieces(whole, [b - a for a, b in itertools.pairwise(ends)]):
        assert same(piece, whole, place), place


@lane_function
def by_what_is_left_over(view, deal):  # type: ignore[no-untyped-def]
    """A legal card, chosen by everything that a first card should find empty."""
    left_over = view.best ^ view.led_suit ^ view.winner ^ view.card_1 ^ view.card_2 ^ view.card_3
    hashed = left_over * u64(0x9E3779B97F4A7C15)
    return bits.nth_bit(view.legal, bounded_part(hashed, bits.popcount(view.legal)))


def test_a_policy_that_looks_where_nothing_is_cannot_spoil_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """At a deal's first card no trick is on the table, and none of another deal or session."""
    answer_instead(monkeypatch, OPENING_LEAD, compiled(by_what_is_left_over, OPENING_LEAD))
    whole = simulate_sessions(table(), 0, 200)
    for piece, place in in_pieces(whole, [1] * 200):
        assert same(piece, whole, place), place


@pytest.mark.parametrize(
    ("first_session", "sessions"),
    [(-1, 1), (0, 0), (LAST_SESSION, 2), (LAST_SESSION + 1, 1), (2**64, 1)],
)
def test_sessions_that_do_not_exist_are_refused(first_session: int, sessions: int) -> None:
    """Numbers that 64 bits cannot hold must not come round to those of other deals."""
    for simulate in (simulate_sessions, simulate_shard, play_sessions):
        with pytest.raises(UserError, match="allowed: one or more, numbered from 0 to 23058430"):
            simulate(table(), first_session, sessions)


@pytest.mark.parametrize("deal", [-1, 2**64])
def test_deals_that_do_not_exist_have_no_transcript(deal: int) -> None:
    with pytest.raises(UserError, match=f"deal {deal} does not exist; deals are numbered from 0"):
        transcript(table(), deal)


def test_the_hands_of_huge_numbers_are_those_of_the_referee() -> None:
    """Deal numbers beyond 32 and 63 bits, up to the last one, dealt again with big integers."""
    pack = referee.pack_of(52)
    for first_deal in (2**32 - 2, 2**43 - 2, 2**63 - 2, 2**64 - 4):
        hands = deal_hands(SEED, first_deal, 4, players=7)
        for place, dealt in enumerate(np.roll(hands, 1, axis=1).tolist()):
            expected = referee.deal_cards(SEED, first_deal + place, 7, pack)
            assert [cards_of(hand) for hand in dealt] == expected


def cards_of(mask: int) -> set[str]:
    suits_and_ranks = itertools.product(enumerate(referee.SUITS), enumerate(referee.RANKS))
    return {
        rank + suit
        for (suit_number, suit), (rank_number, rank) in suits_and_ranks
        if mask >> (16 * suit_number + rank_number) & 1
    }


# A deal alone ------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 7])
@pytest.mark.parametrize("first_session", [0, 2**40, LAST_SESSION - 299])
def test_a_session_replayed_alone_equals_its_rows(players: int, first_session: int) -> None:
    experiment = table(players)
    deals, sessions = simulate_shard(experiment, first_session, 300)
    calls = ("pass", *experiment.rules.ladder.names)
    trumps = ("clubs", "diamonds", "hearts", "spades")
    for session in (0, 1, 63, 64, 127, 128, 255, 299):
        record = play_sessions(experiment, first_session + session, 1)
        rows = deals.slice(session * DEALS_PER_SESSION, DEALS_PER_SESSION).to_pylist()
        for place, row in enumerate(rows):
            passed_out = not record.bids[place].any()
            assert row == {
                "deal": record.first_deal + place,
                "dealer": record.dealers[place],
                "auction": " ".join(calls[bid] for bid in record.bids[place]),
                "trump": "none" if passed_out else trumps[record.trumps[place]],
                "tricks": record.tricks[place],
            }
        _, balances = simulate_shard(experiment, first_session + session, 1)
        assert balances.to_pylist() == sessions.slice(session, 1).to_pylist()


# The surroundings --------------------------------------------------------------------------------


def test_global_random_generators_change_nothing_and_are_not_changed() -> None:
    experiment = table()
    undisturbed = play_sessions(experiment, 5, 100)
    random.seed(1)
    np.random.seed(1)
    states = random.getstate(), np.random.get_state()[1].tolist()
    disturbed = play_sessions(experiment, 5, 100)
    assert (random.getstate(), np.random.get_state()[1].tolist()) == states
    assert_equal_records(disturbed, undisturbed)


def assert_equal_records(one: Record, other: Record) -> None:
    for name in ("dealers", "hands", "bids", "cards", "tricks", "trumps"):
        assert (getattr(one, name) == getattr(other, name)).all(), name


def shard_as_bytes() -> tuple[bytes, int]:
    """A shard as Arrow IPC, and what this process makes of the hash of a text."""
    sink = pa.BufferOutputStream()
    for tables in simulate_shard(table(5), 2**40, 2_000):
        with pa.ipc.new_stream(sink, tables.schema) as writer:
            writer.write_table(tables)
    return sink.getvalue().to_pybytes(), hash("nap")


def test_other_processes_give_the_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both start methods, and hash seeds under which sets of texts iterate in another order."""
    here, _ = shard_as_bytes()
    hashes = set()
    for method, hash_seed in (("spawn", "1"), ("spawn", "2"), ("forkserver", "3")):
        monkeypatch.setenv("PYTHONHASHSEED", hash_seed)
        context = multiprocessing.get_context(method)
        with ProcessPoolExecutor(max_workers=1, mp_context=context) as elsewhere:
            there, text_hash = elsewhere.submit(shard_as_bytes).result(timeout=120)
        assert there == here, f"{method}, PYTHONHASHSEED={hash_seed}"
        hashes.add(text_hash)
    assert len(hashes) >= 2, "the processes must differ in their hashes"


# Policies and cards ------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 5, 7])
def test_no_policy_moves_a_card(players: int) -> None:
    """Any two line-ups get identical deals: hands and dealers, session after session."""
    records = [
        play_sessions(table(players, policies, seating), 2**33, 100)
        for policies, seating in (
            (("random",), "fixed"),
            (("counting:cautious",), "rotate"),
            (("counting:bold", "random"), "rotate"),
        )
    ]
    for record in records[1:]:
        assert (record.hands == records[0].hands).all()
        assert (record.dealers == records[0].dealers).all()
        assert (record.cards != records[0].cards).any(), "the line-ups must play differently"


# The n-th bit ------------------------------------------------------------------------------------


nth_bit: Any = None
"""Stands for the way to find the n-th bit until a function is specialised."""


def find_nth_bits(masks, numbers, found):  # type: ignore[no-untyped-def]
    """Fill ``found`` with the n-th bit of each mask."""
    for place in range(masks.shape[0]):
        found[place] = nth_bit(masks[place], numbers[place])


def every_bit_of(mask: int) -> list[int]:
    """The set bits of a mask, lowest first."""
    return [1 << place for place in range(64) if mask >> place & 1]


MASKS = [
    *(1 << place for place in range(64)),
    *((1 << width) - 1 for width in range(1, 65)),
    *(2**64 - (1 << place) for place in range(64)),
    *(random.Random(place).randrange(1, 2**64) for place in range(2_000)),
]


@pytest.mark.parametrize("way", ["nth_bit", "nth_bit_by_halving"])
def test_the_nth_bit_is_that_of_plain_python(way: str) -> None:
    """By the way in use, which is in hardware where the processor has it, and by the generic one.

    Every n of every mask.
    """
    pairs = [(mask, n) for mask in MASKS for n in range(mask.bit_count())]
    masks, numbers = np.array(pairs, np.uint64).T.copy()
    found = np.zeros_like(masks)
    function = specialised(find_nth_bits, f"find_by_{way}", nth_bit=getattr(bits, way))
    compile_kernel(types.void(uint64[::1], uint64[::1], uint64[::1]), function)(
        masks, numbers, found
    )
    assert found.tolist() == [bit for mask in MASKS for bit in every_bit_of(mask)]
