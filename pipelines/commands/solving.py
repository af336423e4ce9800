"""``nap solve``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from pipelines.commands.compiling import tell_if_engine_compiles, tell_if_solver_compiles
from pipelines.commands.solve_request import SolveRequest, missing_in_mid_deal
from sim.errors import UserError
from sim.storage import folder_at

if TYPE_CHECKING:
    from sim.game.ladder import Contract
    from sim.game.rules import Rules
    from sim.replay.open_deal import OpenDeal
    from sim.replay.solution import Solution
    from sim.solver import Position


def show_solution(request: SolveRequest) -> None:
    """Print a deal, or a position in mid-deal, solved."""
    request.check()
    deal = _numbered(request) if request.hands is None else _written(request)
    tell_if_solver_compiles()
    solution = _solved(deal, request)
    from sim.replay.solution_json import solution_fields
    from sim.replay.solution_text import solution_text

    if request.kind == "json":
        print(json.dumps(solution_fields(solution), ensure_ascii=False, indent=1))
    else:
        print(solution_text(solution), end="")


@contextmanager
def _said_in(option: str) -> Iterator[None]:
    """Name the option in which something is wrong."""
    try:
        yield
    except UserError as error:
        raise UserError(
            "\n".join(f"{option}: {line}" for line in str(error).splitlines())
        ) from None


def _numbered(request: SolveRequest) -> OpenDeal:
    from pipelines.commands.deals import number_of
    from sim.replay.found_deal import find_deal, sessions_of_a_seed
    from sim.replay.open_deal import deal_found
    from sim.runs.directory import RunDirectory
    from sim.scenarios.scenario import load_scenario
    from sim.scenarios.shipped import scenario_file

    assert request.run is not None and request.deal is not None
    path = folder_at(request.run)
    if path.is_dir():
        run = RunDirectory.open(path)
        experiment, deals = run.scenario().experiment, run.plan.deal_numbers
    else:
        experiment = load_scenario(scenario_file(request.run)).experiment
        deals = range(sessions_of_a_seed(experiment) * experiment.rules.deals_per_session)
    number = number_of(request.deal, deals, "deal")
    tell_if_engine_compiles([experiment.rules.players])
    return deal_found(find_deal(experiment, number))


def _written(request: SolveRequest) -> OpenDeal:
    from sim.replay.open_deal import deal_of_hands, suggested_profile
    from sim.replay.written_hands import read_hands

    assert request.hands is not None
    with _said_in("--hands"):
        hands = read_hands(request.hands)
    profile = request.profile or suggested_profile(hands, request.table or "")
    with _said_in(f"--profile {profile}"):
        rules = _rules(len(hands), profile)
    with _said_in("--hands"):
        return deal_of_hands(hands, rules)


def _rules(hands: int, profile: str) -> Rules:
    from sim.mistakes import MistakesError
    from sim.replay.open_deal import rules_for
    from sim.scenarios.profile_file import named_profile

    try:
        return rules_for(hands, named_profile(profile, Path()))
    except MistakesError as error:
        raise UserError("\n".join(mistake.complaint for mistake in error.mistakes)) from None


def _solved(deal: OpenDeal, request: SolveRequest) -> Solution:
    from sim.replay.solution import solve_deal, solve_position

    contract, declarer = None, None
    if request.contract is not None:
        with _said_in("--contract"):
            contract = deal.contract_of(request.contract)
    if request.declarer is not None:
        with _said_in("--declarer"):
            declarer = deal.turn_of(request.declarer)
    if request.after is not None:
        return _solved_after(deal, request.after)
    cards = [hand.bit_count() for hand in deal.hands]
    if not request.says_position and min(cards) < max(cards):
        raise _unequal(deal, cards)
    if request.table or min(cards) < deal.hand_size:
        return solve_position(deal, _position(deal, request, declarer, contract), contract)
    request.check_whole_deal()
    trump = None if request.trump is None else _trump_led(deal, request, declarer, contract)
    with _said_in("--trump"):
        return solve_deal(deal, declarer, contract, trump)


def _solved_after(deal: OpenDeal, cards: int) -> Solution:
    from sim.replay.mid_deal import position_after
    from sim.replay.solution import solve_position

    if deal.played is None:
        raise UserError("--after: the deal was passed out, no card was played")
    with _said_in("--after"):
        position = position_after(deal.played, cards)
    return solve_position(deal, position, deal.contract_of(deal.played.contract))


def _trump_led(
    deal: OpenDeal, request: SolveRequest, declarer: int | None, contract: Contract | None
) -> int | None:
    """Return the trumps that a declarer is to make in a whole deal."""
    from sim.replay.written_hands import NO_TRUMPS, read_trump

    assert request.trump is not None
    with _said_in("--trump"):
        trump = read_trump(request.trump)
    if declarer is None and deal.played is None:
        raise UserError(f"--trump: say who makes them, such as --declarer {deal.names[0]}")
    if trump is None and (contract is None or contract.trump != NO_TRUMPS):
        raise UserError("--trump none: name a contract without trumps, such as --contract misere")
    return trump


def _position(
    deal: OpenDeal, request: SolveRequest, declarer: int | None, contract: Contract | None
) -> Position:
    from sim.replay.mid_deal import position_of
    from sim.replay.written_hands import NO_TRUMPS, read_trump

    if declarer is None:
        raise missing_in_mid_deal("--declarer", _cards_left(deal))
    without = contract is not None and contract.trump == NO_TRUMPS
    written = request.trump or (NO_TRUMPS if without else None)
    if written is None:
        raise missing_in_mid_deal("--trump", _cards_left(deal))
    with _said_in("--trump"):
        trump = read_trump(written)
    if contract is not None and without != (trump is None):
        raise UserError(f"--trump {written}: {contract.name} has {'no ' * without}trumps")
    leader = declarer
    if request.leader is not None:
        with _said_in("--leader"):
            leader = deal.turn_of(request.leader)
    table, taken = request.table or "", request.taken or 0
    return position_of(deal, declarer, trump, leader, table, taken, contract)


def _unequal(deal: OpenDeal, cards: list[int]) -> UserError:
    most, fewest = (cards.index(number) for number in (max(cards), min(cards)))
    return UserError(
        f"--hands: {deal.names[most]} has {cards[most]} cards, {deal.names[fewest]} "
        f"{cards[fewest]}; all have as many, but for those who have played to the trick on the "
        "--table"
    )


def _cards_left(deal: OpenDeal) -> str:
    left = max(hand.bit_count() for hand in deal.hands)
    return f"the hands have {left} of {deal.hand_size} cards left"
