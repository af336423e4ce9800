"""The options of the rules as files write them: which exist, which values each may take."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, Protocol, get_args

from sim.game.ladder import HIGHEST_STAKE, JUDGED, LEAD_MODES, TRUMP_MODES
from sim.mistakes import KeyPath, Mistake, shown, unknown

PACKS: Final = (24, 28, 32, 36, 40, 52)
"""Sizes of pack, from 9s up to all ranks."""

HAND_SIZES: Final = (5, 7)
"""Cards in a hand: the game of five, and seven-card Nap."""

LONGEST_SESSION: Final = 10_000
"""Most deals in a session: with the highest stakes, balances still fit into 32 bits."""

HIGHEST_PRICE: Final = 1_000
"""Largest ante or price in units: what a session pays into the pool still fits into 32 bits."""

MOST_CHIPS: Final = 1_000_000
"""Largest stack of units that a player starts with."""

Shuffle = Literal["every-deal", "after-nap"]
Ties = Literal["share", "extra deal"]
PoolEnd = Literal["split", "stay"]
PricePer = Literal["card", "exchange"]
WhenBroke = Literal["out", "rebuy"]

SHUFFLES: Final[tuple[Shuffle, ...]] = get_args(Shuffle)
TIES: Final[tuple[Ties, ...]] = get_args(Ties)
POOL_ENDS: Final[tuple[PoolEnd, ...]] = get_args(PoolEnd)
PRICES_PER: Final[tuple[PricePer, ...]] = get_args(PricePer)
WHEN_BROKE: Final[tuple[WhenBroke, ...]] = get_args(WhenBroke)


class Kind(Protocol):
    """What an option may be."""

    def complaint(self, value: object) -> str | None:
        """Return what is wrong with a value, or None."""


@dataclass(frozen=True)
class Whole:
    """A whole number from `lowest` to `highest`."""

    lowest: int
    highest: int

    def complaint(self, value: object) -> str | None:
        """Return what is wrong with a value, or None."""
        if type(value) is int and self.lowest <= value <= self.highest:
            return None
        allowed = f"a whole number from {self.lowest} to {self.highest}"
        return f"{shown(value)} is not allowed; allowed: {allowed}"


@dataclass(frozen=True)
class Switch:
    """True or false."""

    def complaint(self, value: object) -> str | None:
        """Return what is wrong with a value, or None."""
        return (
            None if type(value) is bool else f"{shown(value)} is not allowed; allowed: true, false"
        )


@dataclass(frozen=True)
class OneOf:
    """One of the `allowed` values."""

    allowed: tuple[str | int, ...]

    def complaint(self, value: object) -> str | None:
        """Return what is wrong with a value, or None."""
        # Not `in`: 52.0 and True would pass for 52 and 1.
        if any(value == choice and type(value) is type(choice) for choice in self.allowed):
            return None
        allowed = ", ".join(shown(choice) for choice in self.allowed)
        return f"{shown(value)} is not allowed; allowed: {allowed}"


@dataclass(frozen=True)
class Word:
    """Any text."""

    def complaint(self, value: object) -> str | None:
        """Return what is wrong with a value, or None."""
        return None if isinstance(value, str) else f"{shown(value)} is not allowed; allowed: a name"


@dataclass(frozen=True)
class Words:
    """A list of texts."""

    def complaint(self, value: object) -> str | None:
        """Return what is wrong with a value, or None."""
        if isinstance(value, list | tuple) and all(isinstance(word, str) for word in value):
            return None
        return f"{shown(value)} is not allowed; allowed: a list of names"


SINGLE_OPTIONS: Final[Mapping[str, Kind]] = {
    "pack": OneOf(PACKS),
    "joker": Switch(),
    "hand_size": OneOf(HAND_SIZES),
    "dealer_sits_out": Switch(),
    "shuffle": OneOf(SHUFFLES),
    "deals_per_session": Whole(1, LONGEST_SESSION),
    "ties": OneOf(TIES),
    "pool_ante": Whole(0, HIGHEST_PRICE),
    "pool_end": OneOf(POOL_ENDS),
    "exchange_cards": Whole(0, max(HAND_SIZES)),
    "exchange_price": Whole(0, HIGHEST_PRICE),
    "exchange_price_per": OneOf(PRICES_PER),
    "peep": Switch(),
    "peep_price": Whole(0, HIGHEST_PRICE),
    "float": Switch(),
    "float_price": Whole(0, HIGHEST_PRICE),
    "sir_garnet": Switch(),
    "chips": Whole(0, MOST_CHIPS),
    "when_broke": OneOf(WHEN_BROKE),
    "ladder": Words(),
}
"""Options with one value."""

CONTRACT_OPTIONS: Final[Mapping[str, Kind]] = {
    "target": Whole(0, max(HAND_SIZES)),
    "judged": OneOf(JUDGED),
    "trump": OneOf(TRUMP_MODES),
    "lead": OneOf(LEAD_MODES),
    "requires": Word(),
}
"""What ``[rules.contracts.NAME]`` may say."""

STAKE_OPTIONS: Final[Mapping[str, Kind]] = {
    "made": Whole(0, HIGHEST_STAKE),
    "failed": Whole(0, HIGHEST_STAKE),
}
"""What ``[rules.stakes.NAME]`` may say."""

BY_CONTRACT: Final[Mapping[str, Mapping[str, Kind]]] = {
    "contracts": CONTRACT_OPTIONS,
    "stakes": STAKE_OPTIONS,
}
"""Options with a table for each contract."""


def option_mistakes(options: Mapping[str, Any], table: KeyPath = ("rules",)) -> Iterator[Mistake]:
    """Yield what is wrong with single options, each looked at alone.

    Parameters
    ----------
    options : mapping
        The ``[rules]`` table of a profile or scenario; it need not be complete.
    table : KeyPath
        Where the table stands in its file.

    Examples
    --------
    >>> for mistake in option_mistakes({"pack": 41, "stakes": {"nap": {"made": -1}}}):
    ...     print(mistake)
    rules.pack: 41 is not allowed; allowed: 24, 28, 32, 36, 40, 52
    rules.stakes.nap.made: -1 is not allowed; allowed: a whole number from 0 to 10000
    """
    for key, value in options.items():
        path = (*table, key)
        if key in BY_CONTRACT:
            yield from _tables_mistakes(path, value, BY_CONTRACT[key])
        else:
            yield from _value_mistakes(path, value, SINGLE_OPTIONS, (*BY_CONTRACT,))


def merged(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of `base` with those of `changes` laid over them, table by table.

    Examples
    --------
    >>> merged({"stakes": {"nap": {"made": 5, "failed": 5}}}, {"stakes": {"nap": {"made": 10}}})
    {'stakes': {'nap': {'made': 10, 'failed': 5}}}
    """
    result = dict(base)
    for key, value in changes.items():
        below = result.get(key)
        if isinstance(below, Mapping) and isinstance(value, Mapping):
            value = merged(below, value)
        result[key] = value
    return result


def without(options: Mapping[str, Any], paths: Collection[KeyPath]) -> dict[str, Any]:
    """Return the options that do not stand at one of these paths.

    Examples
    --------
    >>> without({"pack": 41, "stakes": {"nap": {"made": -1}}}, [("pack",)])
    {'stakes': {'nap': {'made': -1}}}
    """
    kept: dict[str, Any] = {}
    for key, value in options.items():
        if (key,) in paths:
            continue
        below = [path[1:] for path in paths if path[0] == key]
        kept[key] = without(value, below) if below else value
    return kept


def _tables_mistakes(path: KeyPath, tables: object, kinds: Mapping[str, Kind]) -> Iterator[Mistake]:
    if not isinstance(tables, Mapping):
        yield Mistake(
            f"{shown(tables)} is not allowed; allowed: a table for each contract", (path,)
        )
        return
    for contract, table in tables.items():
        if not isinstance(table, Mapping):
            complaint = f"{shown(table)} is not allowed; allowed: a table of {', '.join(kinds)}"
            yield Mistake(complaint, ((*path, contract),))
            continue
        for key, value in table.items():
            yield from _value_mistakes((*path, contract, key), value, kinds)


def _value_mistakes(
    path: KeyPath, value: object, kinds: Mapping[str, Kind], further_keys: tuple[str, ...] = ()
) -> Iterator[Mistake]:
    key = str(path[-1])
    if key not in kinds:
        yield Mistake(unknown(key, [*kinds, *further_keys]), (path,))
        return
    complaint = kinds[key].complaint(value)
    if complaint is not None:
        yield Mistake(complaint, (path,))
