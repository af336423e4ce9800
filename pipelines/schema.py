"""The final tables: every column with its type, unit and meaning, in one place.

The same descriptions check the tables when they are made, go into ``tables.json``, and are what
reports and readers rely on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

import polars as pl

__all__ = ["TABLE_SCHEMAS", "Column", "TableSchema"]

Dtype = Literal["Int64", "Float64", "String", "Boolean"]

_POLARS: Final[Mapping[str, pl.DataType]] = {
    "Int64": pl.Int64(),
    "Float64": pl.Float64(),
    "String": pl.String(),
    "Boolean": pl.Boolean(),
}


@dataclass(frozen=True)
class Column:
    """One column of a table.

    Attributes
    ----------
    name : str
    dtype : {"Int64", "Float64", "String", "Boolean"}
    unit : str
        "deals", "units per deal", "probability", ...; empty for names.
    meaning : str
    """

    name: str
    dtype: Dtype
    unit: str
    meaning: str


@dataclass(frozen=True)
class TableSchema:
    """What a table is called, says, and consists of."""

    name: str
    title: str
    columns: tuple[Column, ...]

    @property
    def dtypes(self) -> dict[str, pl.DataType]:
        """The columns as Polars wants them."""
        return {column.name: _POLARS[column.dtype] for column in self.columns}

    def conform(self, frame: pl.DataFrame) -> pl.DataFrame:
        """Return the frame with exactly these columns in this order.

        Raises
        ------
        polars.exceptions.PolarsError
            If a column is missing or its values are of another kind.
        """
        casts = [pl.col(name).cast(dtype, strict=True) for name, dtype in self.dtypes.items()]
        return frame.select(casts)


def _name(name: str, meaning: str) -> Column:
    return Column(name, "String", "", meaning)


def _count(name: str, unit: str, meaning: str) -> Column:
    return Column(name, "Int64", unit, meaning)


def _value(name: str, unit: str, meaning: str) -> Column:
    return Column(name, "Float64", unit, meaning)


def _ends(prefix: str, unit: str) -> tuple[Column, Column]:
    return (
        _value(f"{prefix}low", unit, "lower end of the interval"),
        _value(f"{prefix}high", unit, "upper end of the interval"),
    )


def _rate(name: str, of: str, unit: str, meaning: str) -> tuple[Column, ...]:
    """Return count, rate and interval: ``name``, ``name_rate``, ``name_low``, ``name_high``."""
    return (
        _count(name, unit, meaning),
        _value(f"{name}_rate", "probability", f"{name} / {of}; null if {of} is 0"),
        *_ends(f"{name}_", "probability"),
    )


def _bare_rate(successes: str, of: str) -> tuple[Column, ...]:
    return (
        _value("rate", "probability", f"{successes} / {of}; null if {of} is 0"),
        *_ends("", "probability"),
    )


_POSITION = _count("position", "", "0 dealer, 1 eldest (speaks first), and so on round the table")
_CONTRACT = _name("contract", "name on the ladder")
_PLAYER = (
    _count("player", "", "place in the line-up, from 0"),
    _name("name", "name of the player"),
    _name("policy", "label of the policy that the player follows"),
)
_POLICY = (
    _name("policy", "label of the policy"),
    _count("players", "players", "how many of the line-up follow it"),
)
_CALL = _name("call", '"pass" or a contract')
_DEALS = _count("deals", "deals", "all deals, passed out or not")
_SESSIONS = _count("sessions", "sessions", "all sessions: the independent clusters")
_BREAK_EVEN = _value(
    "break_even",
    "probability",
    "success rate at which it pays nothing on average; null if it never pays",
)

_SPLIT = (
    _BREAK_EVEN,
    _DEALS,
    *_rate("bid", "deals", "deals", "it was spoken in the auction, perhaps overcalled later"),
    *_rate("played", "deals", "deals", "it became the final contract"),
    *_rate("made", "played", "deals", "it was played and the declarer kept it"),
    _value("value", "units per opponent", "the declarer's mean result per deal played in it"),
    *_ends("value_", "units per opponent"),
)

_EXPECTATION = (
    _SESSIONS,
    _DEALS,
    _count("units", "units", "what was won in all"),
    _value("units_per_deal", "units per deal", "mean over all deals"),
    _value("standard_error", "units per deal", "of the mean, clustered by session"),
    *_ends("", "units per deal"),
    _count("declarer_deals", "deals", "deals as declarer"),
    _count("declarer_units", "units", "won as declarer"),
    _value("declarer_per_deal", "units per deal", "won as declarer, mean over all deals"),
    *_ends("declarer_", "units per deal"),
    _count("defender_deals", "deals", "deals as defender"),
    _count("defender_units", "units", "won as defender; with the declarer's part equals units"),
    _value("defender_per_deal", "units per deal", "won as defender, mean over all deals"),
    *_ends("defender_", "units per deal"),
)

_CALLS = (
    _count("calls", "calls", "how often this was said"),
    _count("spoken", "calls", "how often anything was said there"),
    *_bare_rate("calls", "spoken"),
)

_WIN_SHARE = (
    _value("win_share", "wins per session", "sessions won; k winners get 1/k each"),
    _value("win_share_standard_error", "wins per session", "of the mean, clustered by session"),
    *_ends("win_share_", "wins per session"),
)

PERCENTS: Final = (1, 5, 25, 50, 75, 95, 99)
"""Which quantiles of a balance are given."""

_QUANTILES = tuple(
    _count(f"q{percent:02d}", "units", f"smallest balance not exceeded in {percent} % of sessions")
    for percent in PERCENTS
)

_SCHEMAS: Final = (
    TableSchema(
        "overview",
        "The main answers",
        (
            _name("measure", "what happened"),
            _name("of", "what n counts"),
            _count("successes", "deals", "how often it happened"),
            _count("n", "deals", "how often it could have happened"),
            *_bare_rate("successes", "n"),
        ),
    ),
    TableSchema(
        "contracts",
        "Bids and success by contract",
        (
            _CONTRACT,
            _count("target", "tricks", "what the declarer needs"),
            _count("stake_made", "units per opponent", "received for a made contract"),
            _count("stake_failed", "units per opponent", "paid for a failed contract"),
            *_SPLIT,
            _value("mean_tricks", "tricks", "the declarer's, mean over deals played in it"),
            *_ends("mean_tricks_", "tricks"),
        ),
    ),
    TableSchema(
        "contracts_by_position",
        "Bids and success by the bidder's position and contract",
        (_POSITION, _CONTRACT, *_SPLIT),
    ),
    TableSchema(
        "contracts_by_player",
        "Bids and success by player and contract",
        (*_PLAYER, _CONTRACT, *_SPLIT),
    ),
    TableSchema(
        "contracts_by_policy",
        "Bids and success by policy and contract; bid and played per player and deal",
        (*_POLICY, _CONTRACT, *_SPLIT),
    ),
    TableSchema("calls_by_position", "What each position says", (_POSITION, _CALL, *_CALLS)),
    TableSchema(
        "calls_by_position_given_bid",
        "What each position says, given the highest bid before",
        (
            _POSITION,
            _name("highest", 'highest bid before the call; "none" if all have passed'),
            _CALL,
            *_CALLS,
        ),
    ),
    TableSchema("calls_by_player", "What each player says", (*_PLAYER, _CALL, *_CALLS)),
    TableSchema(
        "tricks",
        "Tricks of the declarer by contract",
        (
            _CONTRACT,
            _count("tricks", "tricks", "taken by the declarer"),
            Column("makes", "Boolean", "", "whether so many tricks keep the contract"),
            _count("deals", "deals", "with this contract and so many tricks"),
            _count("played", "deals", "with this contract"),
            *_bare_rate("deals", "played"),
        ),
    ),
    TableSchema(
        "expectation_by_position",
        "What a position is worth",
        (_POSITION, *_EXPECTATION),
    ),
    TableSchema("expectation_by_player", "What each player wins", (*_PLAYER, *_EXPECTATION)),
    TableSchema(
        "expectation_by_policy",
        "What each policy wins, per player and deal",
        (*_POLICY, *_EXPECTATION),
    ),
    TableSchema(
        "balances",
        "Balances after a session",
        (
            *_PLAYER,
            _count("balance", "units", "units won over a session"),
            _count("sessions", "sessions", "sessions that ended so"),
            _value("share", "probability", "sessions / all sessions"),
            _count("cumulative", "sessions", "sessions that ended so or lower"),
        ),
    ),
    TableSchema(
        "balance_summary",
        "Balances after a session in figures",
        (
            *_PLAYER,
            _SESSIONS,
            _value("mean", "units per session", "mean balance"),
            _value("standard_error", "units per session", "of the mean"),
            *_ends("mean_", "units per session"),
            _value("sd", "units", "standard deviation of one session's balance"),
            _count("min", "units", "lowest balance"),
            _count("max", "units", "highest balance"),
            *_QUANTILES,
            *_rate("ahead", "sessions", "sessions", "balance above 0"),
            *_rate("level", "sessions", "sessions", "balance 0"),
            *_rate("behind", "sessions", "sessions", "balance below 0"),
            _count("sole_wins", "sessions", "highest balance alone"),
            _count("shared_wins", "sessions", "highest balance together with others"),
            *_WIN_SHARE,
        ),
    ),
    TableSchema(
        "win_share_by_policy",
        "Sessions won by policy, per player",
        (*_POLICY, _SESSIONS, *_WIN_SHARE),
    ),
)

TABLE_SCHEMAS: Final[Mapping[str, TableSchema]] = MappingProxyType(
    {schema.name: schema for schema in _SCHEMAS}
)
"""Every final table by name, in the order in which they are written."""
