"""What players do in a deal (`Acts`), and what it comes to (`Verdict`)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

PASS = "pass"

Exchange = tuple[Collection[str], Collection[str]]
"""The cards that a player threw before the auction, and those that he drew for them."""


@dataclass(frozen=True, kw_only=True)
class Acts:
    """Everything that was done in one deal, in the order of the rules.

    Lists "by position" count the players present: 0 is the dealer, 1 eldest, and so on. Lists
    "by turn" are in speaking order, eldest first; a dealer who sits out has no turn. What the
    house does not know stays empty.
    """

    hands: Sequence[Collection[str]]
    """The cards dealt, by position, before anything was exchanged; none to who sits out."""
    extra_hand: Collection[str] = ()
    peep_card: str | None = None
    float_card: str | None = None

    exchanges: Sequence[Exchange] = ()
    """By turn; two empty sets of who kept his cards."""
    looks: Sequence[bool] = ()
    """By turn: who looked at the float before the auction."""
    peeps: Sequence[bool] = ()
    """By turn: who looked at the peep card before he spoke."""
    taker: int | None = None
    """The position that took the extra hand before it spoke."""
    taker_throws: Collection[str] = ()
    calls: Sequence[str]
    """By turn: "pass" or the name of a contract."""

    declarer_throws: Collection[str] = ()
    """As many cards as he picked up, maybe the very same; he picks up the float of a contract
    with it, and the peep card if he has peeped."""
    named: str | None = None
    """The letter of the trump suit, where the contract or a joker as opening lead wants a name."""
    plays: Sequence[str] = ()
    """In the order played. A revoke ends them."""
    revoked: int | None = None
    """The position whose card, the last, was a revoke."""


@dataclass(frozen=True)
class Trick:
    """One trick: who led, the cards in the order played, who won (None: a revoke ended it)."""

    leader: int
    cards: tuple[str, ...]
    winner: int | None


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What a legal deal came to, by position.

    `payments` are the units that each position won, antes, prices and pool included: their sum
    is what the pool lost. Of a deal that was passed out, contract, declarer, made and tricks are
    None; `trump` is None then and in a contract without trump. `rebuys` counts stacks of chips.
    """

    payments: tuple[int, ...]
    contract: str | None = None
    declarer: int | None = None
    trump: str | None = None
    made: bool | None = None
    tricks: int | None = None
    course: tuple[Trick, ...] = ()
    revoked: int | None = None

    exchanged: tuple[int, ...]
    looked: tuple[bool, ...]
    peeped: tuple[bool, ...]
    taker: int | None = None

    pool_won: int = 0
    pool: int | None
    rebuys: tuple[int, ...]
    unplayed: tuple[frozenset[str], ...]
    all_trick_made: bool = False
