"""What the rules of a run have that the basic game has not, in short: a line of conditions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from pipelines.tables import Provenance, Tables
from reports.options import basic_rules, options_of, takes_float
from reports.wording import contract_name, counted

_CARDS: Final = {5: "five", 7: "seven"}


def _chips(options: Mapping[str, Any]) -> str:
    end = "out when broke" if options["when_broke"] == "out" else "another stack when broke"
    return f"{options['chips']} chips, {end}"


def _exchange(options: Mapping[str, Any]) -> str:
    price = f"{options['exchange_price']} {_per(options['exchange_price_per'])}"
    return f"exchange of up to {counted(options['exchange_cards'], 'card')} at {price}"


def _length(options: Mapping[str, Any]) -> str:
    return f"sessions of {counted(options['deals_per_session'], 'deal')}"


def _per(what: str) -> str:
    return f"{'an' if what == 'exchange' else 'a'} {what}"


_IN_SHORT: Final[Mapping[str, Callable[[Mapping[str, Any]], str]]] = {
    "pack": lambda options: f"pack of {options['pack']}",
    "joker": lambda options: "joker",
    "hand_size": lambda options: f"{_CARDS[options['hand_size']]} cards a hand",
    "dealer_sits_out": lambda options: "the dealer sits out",
    "shuffle": lambda options: "shuffled only after a contract for all tricks made",
    "exchange_cards": _exchange,
    "peep": lambda options: f"peep at {options['peep_price']}",
    "float": lambda options: f"float, {options['float_price']} a look",
    "sir_garnet": lambda options: "extra hand",
    "pool_ante": lambda options: f"pool with an ante of {options['pool_ante']}",
    "pool_end": lambda options: "what is left in the pool stays there",
    "chips": _chips,
    "deals_per_session": _length,
    "ties": lambda options: "extra deals for ties",
}
"""How each option is said where it is not that of the basic game."""


def departures(tables: Tables) -> tuple[str, ...]:
    """Say in a few words each what the rules have that the basic game has not.

    Nothing is said of prices alone: they belong to what is paid for.
    """
    provenance = tables.provenance
    options, basic = options_of(provenance), basic_rules(provenance.players).options
    further = [
        in_short(options) for key, in_short in _IN_SHORT.items() if options[key] != basic[key]
    ]
    revokes = ["players revoke"] if tables.revokes_by_player is not None else []
    return (*_ladder(provenance), *further, *revokes)


def _ladder(provenance: Provenance) -> tuple[str, ...]:
    """Write the ladder with its stakes, if it is another one."""
    ladder = [
        (stake.contract, stake.target, stake.judged, stake.made, stake.failed)
        for stake in provenance.stakes
        if not takes_float(stake.contract)
    ]
    basic = [
        (contract.name, contract.target, contract.judged, contract.made, contract.failed)
        for contract in basic_rules(provenance.players).ladder
    ]
    if ladder == basic:
        return ()
    stakes = (f"{contract_name(name)} {made}/{failed}" for name, _, _, made, failed in ladder)
    return (f"ladder {', '.join(stakes)}",)
