"""The tables of a comparison: every column with its type, unit and meaning, in one place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from pipelines.table_schema import Column, TableSchema, ends, real, whole, word
from sim.errors import UserError

__all__ = ["COMPARISON_SCHEMAS", "comparison_schemas"]

_PLAYERS = whole("players", "players", "seats at the table")
_ENTRY = word("entry", "what is compared: a line-up of which one player is studied")
_UNITS = whole("units", "units of analysis", "independent deals or sessions, with all rotations")
_DEALS = whole("deals", "deals", "numbered deals, each played in all rotations")
_POSITION = whole("position", "", "0 dealer, 1 eldest (speaks first), and so on round the table")

_SWEPT: Final = (
    _PLAYERS,
    _ENTRY,
    real("difference", "units per deal", "to the field's own policy"),
    *ends("", "units per deal"),
    Column("is_best", "Boolean", "", "whether no other point has a higher estimate"),
    Column("may_be_best", "Boolean", "", "whether it is not shown to be worse than the best"),
)

_SCHEMAS: Final = (
    TableSchema(
        "differences",
        "Differences",
        (
            _PLAYERS,
            word("first", "what is compared"),
            word("second", "with what; positive differences are in favour of the first"),
            _UNITS,
            _DEALS,
            real("difference", "units per deal", "what the first wins more than the second"),
            real("standard_error", "units per deal", "of the difference"),
            *ends("", "units per deal"),
            real("anytime_low", "units per deal", "lower end for all differences, at any time"),
            real("anytime_high", "units per deal", "upper end, likewise"),
            whole("differing", "units of analysis", "in which the two differ at any rotation"),
            real("differing_share", "probability", "differing / units; null without a unit"),
            real("gain", "", "how many times as many deals it would take without pairing"),
            word("verdict", '"better" (the first is), "worse", "equal" or "not decided"'),
            whole("more_deals", "deals", "until it is decided, at the present estimate and spread"),
        ),
    ),
    TableSchema(
        "scores",
        "What the studied player wins",
        (
            _PLAYERS,
            _ENTRY,
            word("policy", "label of the studied player's policy"),
            _UNITS,
            _DEALS,
            real("score", "units per deal", "won by the studied player, mean over all seats"),
            real("standard_error", "units per deal", "of the score"),
            *ends("", "units per deal"),
        ),
    ),
    TableSchema(
        "behaviour",
        "What the studied player does",
        (
            _PLAYERS,
            _ENTRY,
            word(
                "measure",
                '"declares", "declarer value", "defender value" (units per deal as such); by '
                'contract "bid", "made", "overbid", "underbid"',
            ),
            word("contract", 'name on the ladder, or "pass"; null if of all'),
            replace(_POSITION, meaning=f"{_POSITION.meaning}; null if of all"),
            whole("numerator", "", "how often, or units won"),
            whole("denominator", "deals", "among how many deals or contracts"),
            real("value", "", "numerator / denominator; null if that is 0"),
            *ends("", ""),
        ),
    ),
    TableSchema(
        "positions",
        "What each position is worth to the studied player",
        (
            _PLAYERS,
            _ENTRY,
            _POSITION,
            _DEALS,
            real("value", "units per deal", "won at the position, mean over all deals"),
            *ends("", "units per deal"),
        ),
    ),
    TableSchema(
        "calibration",
        "The policy's own estimate against what happened",
        (
            _PLAYERS,
            _ENTRY,
            whole("bin", "", "number of the bin of estimates, from 0"),
            real("estimate_low", "tricks", "lowest estimate of the bin"),
            real("estimate_high", "tricks", "estimates of the bin are below; the last has no end"),
            whole("contracts", "contracts", "that were played with such an estimate"),
            real("estimate", "tricks", "mean of the estimates"),
            real("tricks", "tricks", "mean of the tricks taken"),
            *ends("tricks_", "tricks"),
            whole("made", "contracts", "that were made"),
            real("made_rate", "probability", "made / contracts"),
            *ends("made_", "probability"),
        ),
    ),
    TableSchema("sweep", "The swept parameters", _SWEPT, only_with="a sweep"),
)

COMPARISON_SCHEMAS: Final[Mapping[str, TableSchema]] = MappingProxyType(
    {schema.name: schema for schema in _SCHEMAS}
)
"""Every table by name, in the order in which they are written; ``sweep`` without parameters."""


def comparison_schemas(swept: Sequence[str]) -> Mapping[str, TableSchema]:
    """Return the tables, with a column of ``sweep`` for each swept parameter.

    Raises
    ------
    UserError
        If a parameter has the name of another column.
    """
    taken = {column.name for column in _SWEPT}
    for name in swept:
        if name in taken:
            raise UserError(
                f"parameter {name} cannot be swept: the table of a sweep has a column of that name"
            )
    parameters = tuple(real(name, "", "value of the swept parameter") for name in swept)
    sweep = replace(COMPARISON_SCHEMAS["sweep"], columns=(*_SWEPT[:2], *parameters, *_SWEPT[2:]))
    return {**COMPARISON_SCHEMAS, "sweep": sweep}
