"""What a written policy is told of the rules at its table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from sim.game.rules import Rules


class Game(NamedTuple):
    """The rules as far as they matter to most policies. All fields are whole numbers.

    Contracts are named by their numbers on the ladder, as views and calls have them; 0 where the
    ladder has no such contract. With the float they are the contracts without it.
    """

    players: int
    """Players with cards."""
    hand_size: int
    pack: int
    """Cards in the pack, the joker included."""
    contracts: int
    """Contracts on the ladder."""
    two: int
    three: int
    misere: int
    four: int
    nap: int
    bonaparte: int
    wellington: int
    blucher: int
    six: int
    seven: int


CONTRACTS: Final = Game._fields[4:]


def game_of(rules: Rules) -> Game:
    """Return what a policy is told of some rules.

    >>> from sim.game.rules import load_rules
    >>> game = game_of(load_rules("basic", 4))
    >>> game.players, game.three, game.nap, game.misere
    (4, 1, 3, 0)
    """
    ladder = rules.ladder
    numbers = {name: ladder.number(name) for name in CONTRACTS if name in ladder.names}
    return Game(
        players=rules.hands,
        hand_size=rules.hand_size,
        pack=rules.pack_size,
        contracts=len(ladder),
        **{name: numbers.get(name, 0) for name in CONTRACTS},
    )
