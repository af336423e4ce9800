"""A solved deal as text: hands, what each player could make, the best line, how it ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sim.game.cards import SUIT_NAMES, format_cards, format_suits
from sim.game.ladder import Contract
from sim.replay.best_line import legend, line_rows
from sim.replay.settlement import needed
from sim.replay.wording import counted, fitted, signed, table
from sim.replay.written_hands import name_of

if TYPE_CHECKING:
    from sim.replay.solution import Solution


def solution_text(solution: Solution) -> str:
    """Write down a solved deal."""
    sections = [
        [*solution.deal.heading, *_openly(solution)],
        [*_hands(solution)],
        *_answers(solution),
        [*_line(solution)],
        [*_result(solution)],
    ]
    return "\n\n".join("\n".join(section) for section in sections) + "\n"


def _openly(solution: Solution) -> Iterator[str]:
    yield "  all hands open, best play by all"
    yield from (f"  hands {remark}" for remark in solution.deal.remarks)


def _hands(solution: Solution) -> Iterator[str]:
    names, hands = solution.deal.names, solution.hands
    spoken = solution.deal.hands if solution.players else hands
    width = max(map(len, names))
    yield "Hands"
    for name, hand in zip(names, spoken, strict=True):
        yield f"  {name:<{width}}  {format_suits(hand)}".rstrip()
    for name, hand, before in zip(names, hands, spoken, strict=True):
        if hand != before:
            yield f"  {name} at the opening lead: {format_suits(hand)}"


def _answers(solution: Solution) -> Iterator[list[str]]:
    if solution.players:
        yield [*_tricks(solution)]
        yield [*_contracts(solution)]
    else:
        yield [*_now(solution)]


def _tricks(solution: Solution) -> Iterator[str]:
    columns = {
        name: [_number(player.tricks[suit]) for player in solution.players]
        for suit, name in enumerate(SUIT_NAMES)
    }
    columns["best"] = [str(player.most) for player in solution.players]
    yield "Most tricks as declarer, by trumps"
    yield from table(solution.deal.names, columns)


def _number(tricks: int | None) -> str:
    return "-" if tricks is None else str(tricks)


def _contracts(solution: Solution) -> Iterator[str]:
    names = solution.deal.names
    width = max(map(len, names))
    yield "Contracts that each could make as declarer"
    for name, player in zip(names, solution.players, strict=True):
        made = ", ".join(contract.name for contract in player.contracts) or "none"
        yield from fitted(f"  {name:<{width}}  {made}", hanging=width + 4)
    made_by_some = {contract for player in solution.players for contract in player.contracts}
    for contract in solution.deal.ladder:
        terms = ", ".join(_terms(contract)) if contract in made_by_some else ""
        if terms:
            yield from fitted(f"{contract.name}: {terms}", indent="  ")


def _terms(contract: Contract) -> Iterator[str]:
    """What is special about a contract."""
    if contract.requires is not None:
        yield f"only after {contract.requires}"
    if contract.trump == "named":
        yield "trumps are named"
    if contract.lead != "any":
        yield f"the {contract.lead} is led"


def _now(solution: Solution) -> Iterator[str]:
    """Yield what each card that can be played in mid-deal comes to."""
    step = solution.steps[0]
    yield f"Now {_so_far(solution)}"
    for option in reversed(step.options):
        ends = [] if option.worth.kept is None else ["made" if option.worth.kept else "failed"]
        if option.worth.tricks is not None:
            ends.append(counted(option.worth.tricks, "trick"))
        best = "  best" * (option.worth == step.best)
        yield f"  {name_of(option.card):<5}  {', '.join(ends)}{best}"


def _line(solution: Solution) -> Iterator[str]:
    deal = solution.deal
    name = deal.names[solution.declarer]
    contract = f" {solution.contract.name}" if solution.contract is not None else ""
    yield f"Best play: {name} declares{contract}, {_trumps(solution)}"
    yield from line_rows(solution.steps, deal.names, solution.first_trick)
    yield legend(solution.contract)


def _trumps(solution: Solution) -> str:
    trump = solution.position.trump
    if trump is None:
        return "no trumps but the joker" if solution.deal.rules.joker else "no trumps"
    return f"{SUIT_NAMES[trump]} are trumps"


def _so_far(solution: Solution) -> str:
    deal, position = solution.deal, solution.position
    has = counted(position.taken, "trick")
    said = f"{deal.names[position.declarer]} has {has}; {deal.names[position.to_play]} is to "
    if not position.table:
        return f"{said}lead"
    cards = " ".join(map(format_cards, position.table))
    return f"{said}play to {cards} of {deal.names[position.leader]}"


def _result(solution: Solution) -> Iterator[str]:
    contract, worth = solution.contract, solution.worth
    tricks = counted(solution.tricks, "trick")
    name = solution.deal.names[solution.declarer]
    if contract is None:
        yield f"Result: {name} takes {tricks}"
        return
    stake = contract.made if worth.kept else -contract.failed
    ending = "made" if worth.kept else "failed"
    yield f"Result: {contract.name} {ending} with {tricks}, {needed(contract)} (units)"
    others = solution.deal.opponents
    yield f"  {name} {signed(stake * others)}, each of the others {signed(-stake)}"
