"""Lines of play as text, a card a row: what was as good, and what would have lost something."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from sim.double_dummy.lines import lost, turns
from sim.game.cards import JOKER_RANK, SUIT_NAMES, SUIT_WIDTH, card_name
from sim.replay.wording import fitted

if TYPE_CHECKING:
    from sim.double_dummy.lines import Option, Step, Worth
    from sim.game.ladder import Contract

AS_GOOD: Final = "="
TRICK_LOST: Final = "?"
CONTRACT_TURNED: Final = "??"


def mark_of(best: Worth, worth: Worth) -> str:
    """The mark of a card that leaves a worth where the best cards leave another.

    Examples
    --------
    >>> from sim.double_dummy.lines import Worth
    >>> mark_of(Worth(True, 5), Worth(True, 4)), mark_of(Worth(True, 4), Worth(False, 3))
    ('?', '??')
    """
    if turns(best, worth):
        return CONTRACT_TURNED
    return TRICK_LOST if lost(best, worth) else ""


def legend(contract: Contract | None) -> str:
    """What the marks mean."""
    told = ["* wins the trick", f"{AS_GOOD} as good"]
    if contract is None or contract.judged == "at least":
        told.append(f"{TRICK_LOST} loses a trick")
    if contract is not None:
        told.append(f"{CONTRACT_TURNED} turns the contract")
    return "  " + "   ".join(told)


def line_rows(steps: Sequence[Step], names: Sequence[str], first_trick: int = 1) -> Iterator[str]:
    """Yield a row a card: trick, player, card, and what else might have been played.

    Parameters
    ----------
    names : sequence of str
        Players by speaking turn.
    first_trick : int
        Number of the trick that the first card is played to.
    """
    width = max(map(len, names))
    card_width = max(len(_name(step.played)) for step in steps) + 1
    trick = first_trick
    begins = True
    for step, wins in zip(steps, winners(steps), strict=True):
        number = f"{trick}." if begins else ""
        card = _name(step.played) + "*" * wins
        row = f"  {number:<3} {names[step.turn]:<{width}}  {card:<{card_width}}"
        yield from fitted("  ".join([row, *others(step)]).rstrip(), hanging=len(row) + 2)
        begins = len(step.position.table) + 1 == len(step.position.hands)
        trick += begins


def others(step: Step) -> Iterator[str]:
    """Yield what else might have been played, group by group: as good, a trick lost, contract."""
    groups: dict[str, list[Option]] = {AS_GOOD: [], TRICK_LOST: [], CONTRACT_TURNED: []}
    for option in reversed(step.options):
        if option != step.played:
            groups[mark_of(step.best, option.worth) or AS_GOOD].append(option)
    for mark, options in groups.items():
        if options:
            yield " ".join([mark, *option_names(step, options)])


def winners(steps: Sequence[Step]) -> Iterator[bool]:
    """Yield for each card of a line whether it wins its trick."""
    cards = [*_tricks(steps)]
    for trick in cards:
        last = trick[-1].position
        after = last.play(trick[-1].played.card)
        for step in trick:
            yield step.turn == after.leader


def _tricks(steps: Iterable[Step]) -> Iterator[list[Step]]:
    trick: list[Step] = []
    for step in steps:
        trick.append(step)
        if len(step.position.table) + 1 == len(step.position.hands):
            yield trick
            trick = []


def _name(option: Option) -> str:
    return card_name(option.card.bit_length() - 1)


def option_names(step: Step, options: Iterable[Option]) -> list[str]:
    """The cards of some options, each with the trumps that are named with it if that says more."""
    named = len({option.trump for option in step.options}) > 1
    return [*dict.fromkeys(_with_trump(option, named=named) for option in options)]


def _with_trump(option: Option, *, named: bool) -> str:
    suit, rank = divmod(option.card.bit_length() - 1, SUIT_WIDTH)
    if not named or option.trump is None or (suit == option.trump and rank < JOKER_RANK):
        return _name(option)
    return f"{_name(option)} ({SUIT_NAMES[option.trump]})"
