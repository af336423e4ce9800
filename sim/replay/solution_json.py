"""A solved deal as plain values, for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sim.game.cards import SUIT_NAMES, card_bits, card_name
from sim.replay.best_line import winners
from sim.replay.written_hands import NO_TRUMPS, name_of

if TYPE_CHECKING:
    from sim.double_dummy.lines import Option, Step, Worth
    from sim.replay.solution import Solution


def solution_fields(solution: Solution) -> dict[str, Any]:
    """Everything that the text of a solved deal says.

    Players are numbered by speaking turn, 0 for eldest. ``kept`` is null where no contract is asked
    about, ``tricks`` where they do not count, as in misère.
    """
    deal, position, contract = solution.deal, solution.position, solution.contract
    hands = deal.hands if solution.players else solution.hands
    return {
        "profile": deal.rules.profile,
        "pack": deal.rules.pack,
        "joker": deal.rules.joker,
        "hand_size": deal.hand_size,
        "opponents": deal.opponents,
        "players": [
            {"name": name, "hand": _cards(hand), **_can_do(solution, turn)}
            for turn, (name, hand) in enumerate(zip(deal.names, hands, strict=True))
        ],
        "play": {
            "declarer": solution.declarer,
            "contract": None if contract is None else contract.name,
            "trump": _suit(position.trump),
            "leader": position.leader,
            "hands": [_cards(hand) for hand in position.hands],
            "table": [name_of(card) for card in position.table],
            "taken": position.taken,
            **_worth(solution.worth),
        },
        "line": _line(solution.steps, solution.first_trick),
    }


def _can_do(solution: Solution, turn: int) -> dict[str, Any]:
    if not solution.players:
        return {}
    can = solution.players[turn]
    return {
        "tricks": dict(zip(SUIT_NAMES, can.tricks, strict=True)),
        "best": can.most,
        "contracts": [contract.name for contract in can.contracts],
    }


def _line(steps: Sequence[Step], first_trick: int) -> list[dict[str, Any]]:
    line = []
    trick = first_trick
    for step, wins in zip(steps, winners(steps), strict=True):
        played = {"trick": trick, "player": step.turn, **_card(step.played), "wins": wins}
        line.append({**played, "cards": [_judged(step, option) for option in step.options]})
        trick += len(step.position.table) + 1 == len(step.position.hands)
    return line


def _judged(step: Step, option: Option) -> dict[str, Any]:
    return {**_card(option), **_worth(option.worth), "best": option.worth == step.best}


def _card(option: Option) -> dict[str, Any]:
    return {"card": name_of(option.card), "trump": _suit(option.trump)}


def _worth(worth: Worth) -> dict[str, Any]:
    return {"kept": worth.kept, "tricks": worth.tricks}


def _cards(mask: int) -> list[str]:
    return [*map(card_name, card_bits(mask))]


def _suit(trump: int | None) -> str:
    return NO_TRUMPS if trump is None else SUIT_NAMES[trump]
