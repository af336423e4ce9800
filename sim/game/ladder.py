"""The ladder: which contracts can be bid, in which order, and what each promises."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, zip_longest
from typing import Final, Literal, get_args

from sim.errors import UserError

Judged = Literal["at least", "exactly"]
TrumpMode = Literal["suit led", "none", "named"]
LeadMode = Literal["any", "lowest trump", "lowest non-trump"]

JUDGED: Final[tuple[Judged, ...]] = get_args(Judged)
TRUMP_MODES: Final[tuple[TrumpMode, ...]] = get_args(TrumpMode)
LEAD_MODES: Final[tuple[LeadMode, ...]] = get_args(LeadMode)

PASS: Final = 0
"""The contract number of a pass."""

PASS_NAME: Final = "pass"

MOST_IN_PROFILE: Final = 15
"""Longest ladder of a profile; the game has ten contracts."""

MOST_CONTRACTS: Final = 31
"""Longest ladder as played, with the float: the calls of a deal are packed into one word."""

FLOAT_SUFFIX: Final = "-float"
"""What the name of a contract with the float ends in."""

HIGHEST_STAKE: Final = 10_000
"""Largest stake in units per opponent: the balances of a session stay within 32 bits."""

REQUIRES_NOTHING: Final = "nothing"
"""How files write that a contract requires no other."""

_WORDS_TAKEN: Final = (PASS_NAME, REQUIRES_NOTHING)
_CONTRACT_NAME: Final = re.compile(r"[a-z][a-z0-9-]*")


@dataclass(frozen=True, kw_only=True)
class Contract:
    """What one bid promises, and what it is worth.

    Attributes
    ----------
    name : str
        Lower-case word, as auctions are written ("nap").
    target : int
        Tricks that the declarer needs.
    made, failed : int
        Stakes: units that every opponent pays for a made contract, or receives for a failed one.
    judged : {"at least", "exactly"}
        Whether further tricks keep the contract or break it (misere: exactly 0).
    trump : {"suit led", "none", "named"}
        Whether the suit of the opening lead is trump, no suit is, or the declarer names it.
    lead : {"any", "lowest trump", "lowest non-trump"}
        What the declarer must lead to the first trick.
    requires : str or None
        Contract that must have been bid already in the same auction, with or without the float.
    with_float : bool
        Whether the declarer takes the float into his hand; the name then ends in "-float".

    Raises
    ------
    UserError
        If a value is outside what is allowed.

    Examples
    --------
    >>> nap = Contract(name="nap", target=5, made=10, failed=5)
    >>> nap.keeps(5), nap.keeps(4)
    (True, False)
    >>> Contract(name="misere", target=0, judged="exactly", trump="none", made=3, failed=3).keeps(1)
    False
    >>> nap.taking_float().name, nap.taking_float().base
    ('nap-float', 'nap')
    >>> Contract(name="nap", target=5, made=-10, failed=5)
    Traceback (most recent call last):
    ...
    sim.errors.UserError: contract nap: made is -10; allowed: whole units from 0 to 10000
    """

    name: str
    target: int
    made: int
    failed: int
    judged: Judged = "at least"
    trump: TrumpMode = "suit led"
    lead: LeadMode = "any"
    requires: str | None = None
    with_float: bool = False

    def __post_init__(self) -> None:
        for complaint in self._complaints():
            raise UserError(f"contract {self.name}: {complaint}")

    @property
    def base(self) -> str:
        """Name of the same contract without the float."""
        return self.name.removesuffix(FLOAT_SUFFIX)

    def taking_float(self) -> Contract:
        """Return the same contract with the float."""
        return replace(self, name=self.name + FLOAT_SUFFIX, with_float=True)

    def keeps(self, tricks: int) -> bool:
        """Whether a declarer with this many tricks has made the contract."""
        return tricks == self.target if self.judged == "exactly" else tricks >= self.target

    def _complaints(self) -> Iterator[str]:
        if not _CONTRACT_NAME.fullmatch(self.name) or self.name in _WORDS_TAKEN:
            yield f"a name is one lower-case word other than {' and '.join(_WORDS_TAKEN)}"
        if self.name.endswith(FLOAT_SUFFIX) != self.with_float:
            yield f"names that end in {FLOAT_SUFFIX} are kept for contracts with the float"
        if self.target < 0:
            yield f"target is {self.target}; allowed: 0 tricks or more"
        if self.target == 0 and self.judged == "at least":
            yield 'at least 0 tricks cannot fail; misere has judged = "exactly"'
        for field, stake in (("made", self.made), ("failed", self.failed)):
            if not 0 <= stake <= HIGHEST_STAKE:
                yield f"{field} is {stake}; allowed: whole units from 0 to {HIGHEST_STAKE}"
        if self.lead == "lowest non-trump" and self.trump != "named":
            yield 'lead = "lowest non-trump" needs trump = "named"'
        if self.lead == "lowest trump" and self.trump != "suit led":
            yield 'lead = "lowest trump" needs trump = "suit led"'


@dataclass(frozen=True)
class Ladder:
    """The contracts that can be bid, lowest first.

    A contract's *number* is its place on the ladder counted from 1; number 0 is a pass. The
    columns ``targets``, ``made``, ... are indexed by number, so entry 0 belongs to the pass.

    Parameters
    ----------
    contracts : tuple of Contract
        At least one, with distinct names; a requirement names a lower contract. A contract with
        the float stands directly below the same contract without.

    Raises
    ------
    UserError
        If the contracts do not form a ladder.

    Examples
    --------
    >>> nap = Contract(name="nap", target=5, made=5, failed=5)
    >>> wellington = Contract(name="wellington", target=5, made=10, failed=10, requires="nap")
    >>> ladder = Ladder((nap, wellington))
    >>> ladder.number("wellington"), ladder[2].made, len(ladder)
    (2, 10, 2)
    >>> ladder.legal_bids([]), ladder.legal_bids([0, 1])
    ((0, 1), (0, 2))
    >>> [ladder.auction_text(auction) for auction in ladder.auctions(players=2)]
    ['pass pass', 'pass nap', 'nap pass', 'nap wellington']
    >>> ladder.with_float().names
    ('nap-float', 'nap', 'wellington-float', 'wellington')
    >>> Ladder((wellington, nap))
    Traceback (most recent call last):
    ...
    sim.errors.UserError: contract wellington requires nap, which is not below it on the ladder
    """

    contracts: tuple[Contract, ...]

    def __post_init__(self) -> None:
        plain = sum(not contract.with_float for contract in self.contracts)
        if not 1 <= plain <= MOST_IN_PROFILE:
            raise UserError(f"a ladder has 1 to {MOST_IN_PROFILE} contracts, not {plain}")
        below: set[str] = set()
        for contract in self.contracts:
            if contract.name in below:
                raise UserError(f"contract {contract.name} stands on the ladder twice")
            if contract.requires is not None and contract.requires not in below:
                raise UserError(
                    f"contract {contract.name} requires {contract.requires}, "
                    "which is not below it on the ladder"
                )
            below.add(contract.name)
        for contract, above in zip_longest(self.contracts, self.contracts[1:]):
            if contract.with_float and (above is None or above.name != contract.base):
                raise UserError(f"{contract.name} does not stand directly below {contract.base}")

    def with_float(self) -> Ladder:
        """Return the ladder as it is bid where there is a float: each contract with and without."""
        pairs = ((contract.taking_float(), contract) for contract in self.contracts)
        return Ladder(tuple(chain.from_iterable(pairs)))

    def without_float(self) -> Ladder:
        """Return the ladder of the contracts without the float."""
        return Ladder(tuple(contract for contract in self.contracts if not contract.with_float))

    def __len__(self) -> int:
        """Count the contracts; the pass is not one."""
        return len(self.contracts)

    def __iter__(self) -> Iterator[Contract]:
        """Go through the contracts, lowest first."""
        return iter(self.contracts)

    def __getitem__(self, number: int) -> Contract:
        """Return the contract with this number (1 is the lowest)."""
        if not 1 <= number <= len(self):
            raise IndexError(f"contract numbers run from 1 to {len(self)}, not {number}")
        return self.contracts[number - 1]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the contracts, lowest first."""
        return tuple(contract.name for contract in self.contracts)

    @cached_property
    def calls(self) -> tuple[str, ...]:
        """What a player may say, by contract number: "pass", then the names."""
        return (PASS_NAME, *self.names)

    def number(self, name: str) -> int:
        """Return the number of the contract of this name.

        Raises
        ------
        UserError
            If no contract of the ladder has this name.
        """
        if name not in self.names:
            raise UserError(f"no contract {name} on the ladder; it has {', '.join(self.names)}")
        return self.names.index(name) + 1

    @cached_property
    def targets(self) -> tuple[int, ...]:
        """Tricks needed, by contract number."""
        return (0, *(contract.target for contract in self.contracts))

    @cached_property
    def made(self) -> tuple[int, ...]:
        """Stakes when made in units per opponent, by contract number."""
        return (0, *(contract.made for contract in self.contracts))

    @cached_property
    def failed(self) -> tuple[int, ...]:
        """Stakes when failed in units per opponent, by contract number."""
        return (0, *(contract.failed for contract in self.contracts))

    @cached_property
    def requirement_numbers(self) -> tuple[int, ...]:
        """Numbers of the required contracts, by contract number; 0 where none is required."""
        required = (contract.requires for contract in self.contracts)
        return (0, *(0 if name is None else self.number(name) for name in required))

    @cached_property
    def requirement_masks(self) -> tuple[int, ...]:
        """What meets the requirements, by contract number: one bit a number, 0 if none is required.

        A contract bid with the float meets a requirement like the same contract without.
        """
        return (0, *(self._meeting(contract.requires) for contract in self.contracts))

    def legal_bids(self, bids_so_far: Sequence[int], *, looked: bool = True) -> tuple[int, ...]:
        """Return the numbers that the next player may bid; the pass is always among them.

        Parameters
        ----------
        bids_so_far : sequence of int
            Contract numbers in speaking order, passes included.
        looked : bool
            Whether he has looked at the float: without, he may bid no contract with it.
        """
        highest = max(bids_so_far, default=PASS)
        spoken = sum(1 << bid for bid in {*bids_so_far})
        higher = [bid for bid in range(highest + 1, len(self) + 1) if self._met(bid, spoken)]
        return (PASS, *(bid for bid in higher if looked or not self[bid].with_float))

    def _met(self, bid: int, spoken: int) -> bool:
        needed = self.requirement_masks[bid]
        return needed == 0 or bool(needed & spoken)

    def _meeting(self, required: str | None) -> int:
        numbered = enumerate(self.contracts, start=1)
        return sum(1 << number for number, contract in numbered if contract.base == required)

    def auctions(self, players: int) -> tuple[tuple[int, ...], ...]:
        """Return every legal auction of a table, each as contract numbers in speaking order."""
        auctions: list[tuple[int, ...]] = [()]
        for _ in range(players):
            auctions = [(*said, bid) for said in auctions for bid in self.legal_bids(said)]
        return tuple(auctions)

    def auction_text(self, auction: Sequence[int]) -> str:
        """Return an auction as it is written: "pass three pass nap"."""
        return " ".join(self.calls[bid] for bid in auction)
