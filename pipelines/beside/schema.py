"""The tables of runs side by side: every column with its type, unit and meaning, in one place."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from pipelines.table_schema import TableSchema, ends, real, whole, word

__all__ = ["BESIDE_SCHEMAS"]

_RUN = (
    whole("run", "", "place among the runs, from 0; all are compared with run 0"),
    word("label", "what the run is called"),
)
_CONTRACT = word("contract", "name on the ladder")
_POSITION = whole("position", "", "0 dealer, 1 eldest (speaks first), and so on round the table")
_PROBABILITY: Final = "probability"
_OF_DIFFERENCE: Final = "probability, or units per deal"

_SCHEMAS: Final = (
    TableSchema(
        "runs",
        "The runs",
        (
            *_RUN,
            word("profile", "name of the rules"),
            whole("players", "players", "seats at the table"),
            word("policies", "policies of the line-up, in its order"),
            word("seed", "master seed, 0 to 2^64 - 1"),
            whole("first_deal", "", "number of the first deal"),
            whole("deals", "deals", "deals counted"),
            whole("sessions", "sessions", "sessions counted"),
            word("identity", "SHA-256 of everything that defines the distribution"),
            word(
                "dependence",
                'on run 0: "paired" (the same deals, put beside each other), "independent" or '
                '"unknown" (bounds hold whatever it is); null for run 0',
            ),
            whole("unit", "deals", "of which a unit consists that is paired; null if none is"),
            whole("common", "units", "that both runs have; null if none is paired"),
        ),
    ),
    TableSchema(
        "conditions",
        "In what the runs differ",
        (
            word("condition", "what differs, named as in scenarios and profiles"),
            *_RUN,
            word("value", "what it is in this run; null if it has none"),
        ),
    ),
    TableSchema(
        "contracts",
        "Bids and success by contract and run",
        (
            *_RUN,
            _CONTRACT,
            real("break_even", _PROBABILITY, "success rate at which its stakes cancel"),
            whole("deals", "deals", "all deals"),
            *(
                column
                for name, of in (("bid", "deals"), ("played", "deals"), ("made", "played"))
                for column in (
                    whole(name, "deals", f"deals in which it was {name}"),
                    real(f"{name}_rate", _PROBABILITY, f"{name} / {of}; null if {of} is 0"),
                    *ends(f"{name}_", _PROBABILITY),
                )
            ),
        ),
    ),
    TableSchema(
        "positions",
        "What a position is worth, by run",
        (
            *_RUN,
            _POSITION,
            whole("deals", "deals", "deals in which it was at the table"),
            whole("sessions", "sessions", "all sessions: the independent clusters"),
            whole("units", "units", "won in all"),
            real("units_per_deal", "units per deal", "mean over its deals"),
            *ends("", "units per deal"),
        ),
    ),
    TableSchema(
        "differences",
        "Differences to run 0",
        (
            *_RUN,
            word(
                "what",
                '"passed out", "bid", "played" (of all deals), "made" (of the deals played in the '
                'contract), "contract made" (of the deals not passed out), "units" (per deal)',
            ),
            word("contract", "name on both ladders; null if it is about none"),
            whole("position", "", f"{_POSITION.meaning}; null if it is about none"),
            real("first", _OF_DIFFERENCE, "in run 0; null if nothing is known"),
            real("other", _OF_DIFFERENCE, "in this run; null if nothing is known"),
            real("difference", _OF_DIFFERENCE, "other less first"),
            *ends("", _OF_DIFFERENCE),
            real("all_low", _OF_DIFFERENCE, "lower end that holds for all rows at once"),
            real("all_high", _OF_DIFFERENCE, "upper end, likewise"),
            whole("first_n", "deals", "what the number of run 0 is counted among"),
            whole("other_n", "deals", "what that of this run is counted among"),
            whole("differing", "units", "common units that do not show the same; null if unpaired"),
            real("gain", "", "how many times as many deals it would take unpaired; null likewise"),
            word("verdict", '"higher" (the other is), "lower", "equal" or "not told"'),
        ),
    ),
)

BESIDE_SCHEMAS: Final[Mapping[str, TableSchema]] = MappingProxyType(
    {schema.name: schema for schema in _SCHEMAS}
)
"""Every table by name, in the order in which they are written."""
