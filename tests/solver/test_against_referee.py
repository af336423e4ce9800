"""The solver against the referee, who tries every legal card of everybody.

More than 5,000 random positions: two to seven players, packs of 24 to 52 cards, with and without
the joker, every way to play a contract (see `open_cases.CONTRACTS`), hands of three to seven cards;
before the opening lead, between tricks, and within one. At each the referee says which promises can
be kept after each legal card: at least so many tricks, at most so many, just so many. The solver
must say the same of all of them, of the fewest and the most tricks, of the cards that are best, and
of the cards that may be played at all.

One solver answers everything, so that its hash table is full of other positions. The slow set has
whole deals of four and five players; there the referee remembers positions that come again.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sim.solver import Solver, opened, openings
from tests.referee.open_cards import (
    OpenPlay,
    Outlook,
    of_his_choice,
    outlooks_of_openings,
    promises_of,
)
from tests.solver.open_cases import (
    Case,
    Kind,
    bit_of,
    contract_of,
    goals_of,
    mask_of,
    opening_of,
    position_of,
)

KINDS = {
    # Before the opening lead
    Kind(2, 52, False, 5, (0, 0)): 60,
    Kind(2, 24, True, 5, (0, 0)): 40,
    Kind(2, 28, True, 4, (0, 0)): 300,
    Kind(3, 52, False, 5, (0, 0)): 3,
    Kind(3, 24, True, 4, (0, 0)): 60,
    Kind(3, 40, False, 3, (0, 0)): 300,
    Kind(4, 32, False, 4, (0, 0)): 6,
    Kind(4, 24, True, 3, (0, 0)): 200,
    Kind(5, 52, True, 3, (0, 0)): 60,
    # After it, most of them within a trick
    Kind(2, 52, False, 5, (1, 8)): 400,
    Kind(2, 32, True, 5, (1, 8)): 400,
    Kind(3, 36, True, 5, (3, 13)): 400,
    Kind(3, 24, False, 5, (3, 13)): 300,
    Kind(3, 52, False, 4, (1, 10)): 300,
    Kind(4, 52, False, 5, (8, 18)): 400,
    Kind(4, 28, True, 5, (8, 18)): 300,
    Kind(4, 24, False, 3, (1, 10)): 300,
    Kind(5, 52, False, 5, (12, 23)): 300,
    Kind(5, 36, True, 5, (13, 23)): 300,
    Kind(5, 28, False, 3, (3, 13)): 200,
    Kind(6, 40, True, 5, (20, 29)): 60,
    Kind(7, 52, False, 5, (24, 34)): 60,
    # Hands of seven
    Kind(2, 52, False, 7, (5, 12)): 300,
    Kind(3, 24, True, 7, (11, 19)): 200,
    Kind(4, 40, False, 7, (17, 26)): 200,
    Kind(5, 36, True, 7, (23, 33)): 150,
}
"""How many positions of each kind are asked about."""

MORE_KINDS = {
    Kind(2, 52, True, 5, (0, 0)): 1_000,
    Kind(3, 52, False, 5, (0, 0)): 150,
    Kind(3, 28, True, 5, (0, 12)): 500,
    Kind(4, 52, False, 5, (0, 4)): 40,
    Kind(4, 24, True, 4, (0, 6)): 200,
    Kind(4, 36, True, 5, (2, 12)): 150,
    Kind(5, 52, False, 5, (6, 12)): 40,
    Kind(5, 28, True, 4, (0, 6)): 40,
    Kind(2, 24, True, 7, (2, 8)): 200,
    Kind(3, 32, False, 7, (5, 12)): 60,
}

SOLVER = Solver()


def differences(case: Case, solver: Solver, *, remembering: bool = False) -> Iterator[str]:
    """Say in which answers the solver differs from the referee."""
    if case.plays:
        yield from differences_in_play(case.play, solver, remembering)
    else:
        yield from differences_at_opening(case, solver, remembering)


def differences_at_opening(case: Case, solver: Solver, remembering: bool) -> Iterator[str]:
    contract, hands = contract_of(case.rung), tuple(map(mask_of, case.hands))
    outlooks = outlooks_of_openings(case.rung, case.hands, case.declarer, remembering=remembering)
    allowed = openings(hands[case.declarer], contract)
    if sorted(allowed, key=str) != sorted((opening_of(*lead) for lead in outlooks), key=str):
        yield f"openings are {[*outlooks]}, not {allowed}"
        return
    for lead, outlook in outlooks.items():
        opening = opening_of(*lead)
        after = opened(hands, case.declarer, opening).play(opening.card)
        for difference in differences_of_outlook(after, outlook, solver):
            yield f"after {lead}: {difference}"


def differences_of_outlook(position, outlook: Outlook, solver: Solver) -> Iterator[str]:  # type: ignore[no-untyped-def]
    for goal in goals_of(outlook.tricks):
        kept = solver.keeps(position, goal)
        if kept != outlook.keeps(*goal):
            yield f"{goal} can be kept: {outlook.keeps(*goal)}, not {kept}"
    ends = solver.fewest_tricks(position), solver.most_tricks(position)
    if ends != (outlook.fewest_tricks, outlook.most_tricks):
        yield f"tricks are {outlook.fewest_tricks}, {outlook.most_tricks}, not {ends}"


def differences_in_play(play: OpenPlay, solver: Solver, remembering: bool) -> Iterator[str]:
    position, outlooks = position_of(play), play.outlooks(remembering=remembering)
    if position.legal != mask_of(play.legal, play.trump):
        yield f"legal cards are {play.legal}, not {position.legal:x}"
        return
    whole = whole_outlook(play, outlooks)
    yield from differences_of_outlook(position, whole, solver)
    bits = {card: 1 << bit_of(card, play.trump) for card in outlooks}
    most = {bits[card]: after.most_tricks for card, after in outlooks.items()}
    if solver.tricks_by_card(position) != most:
        yield f"most tricks by card are {most}, not {solver.tricks_by_card(position)}"
    fewest = {bits[card]: after.fewest_tricks for card, after in outlooks.items()}
    if solver.tricks_by_card(position, fewest=True) != fewest:
        yield f"fewest tricks by card: {solver.tricks_by_card(position, fewest=True)}"
    for goal in goals_of(play.tricks)[play.taken :: 3]:
        kept = whole.keeps(*goal)
        best = sum(bits[card] for card, after in outlooks.items() if after.keeps(*goal) == kept)
        if solver.keeping_cards(position, goal) != best:
            yield f"cards that are best for {goal}: {best:x}"


def whole_outlook(play: OpenPlay, outlooks: dict[str, Outlook]) -> Outlook:
    """What the declarer can be sure of before a card whose outlooks are known."""
    if play.to_play == play.declarer:
        return of_his_choice(outlooks.values())
    kept = (1 << len(promises_of(play.tricks))) - 1
    for outlook in outlooks.values():
        kept &= outlook.kept
    return Outlook(play.tricks, kept)


def agree(kind: Kind, cases: int, *, remembering: bool = False) -> None:
    for number in range(cases):
        case = kind.case(number)
        found = [*differences(case, SOLVER, remembering=remembering)]
        assert not found, f"case {number}: {case}\n" + "\n".join(found)


def test_more_than_five_thousand_positions_are_asked_about() -> None:
    assert sum(KINDS.values()) > 5_000
    assert {kind.players for kind in KINDS} == {2, 3, 4, 5, 6, 7}
    assert {kind.pack for kind in KINDS} == {24, 28, 32, 36, 40, 52}


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_the_solver_says_what_the_referee_says(kind: Kind) -> None:
    agree(kind, KINDS[kind])


@pytest.mark.slow
@pytest.mark.parametrize("kind", MORE_KINDS, ids=str)
def test_whole_deals_of_more_players(kind: Kind) -> None:
    agree(kind, MORE_KINDS[kind], remembering=True)
