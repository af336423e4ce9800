"""What the rules of a run have that the basic game has not, in short: a line of conditions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from pipelines.tables import Provenance, Tables
from reports.language import marked, tr
from reports.options import basic_rules, options_of, takes_float
from reports.wording import contract_name, counted

_HANDS: Final = {5: marked("five cards a hand"), 7: marked("seven cards a hand")}


def _chips(options: Mapping[str, Any]) -> str:
    if options["when_broke"] == "out":
        return tr("{chips} chips, out when broke", chips=options["chips"])
    return tr("{chips} chips, another stack when broke", chips=options["chips"])


def _exchange(options: Mapping[str, Any]) -> str:
    places = {
        "cards": counted(options["exchange_cards"], "card"),
        "price": options["exchange_price"],
    }
    if options["exchange_price_per"] == "card":
        return tr("exchange of up to {cards} at {price} a card", **places)
    return tr("exchange of up to {cards} at {price} an exchange", **places)


def _length(options: Mapping[str, Any]) -> str:
    return tr("sessions of {deals}", deals=counted(options["deals_per_session"], "deal"))


_IN_SHORT: Final[Mapping[str, Callable[[Mapping[str, Any]], str]]] = {
    "pack": lambda options: tr("pack of {cards}", cards=options["pack"]),
    "joker": lambda options: tr("joker"),
    "hand_size": lambda options: tr(_HANDS[options["hand_size"]]),
    "dealer_sits_out": lambda options: tr("the dealer sits out"),
    "shuffle": lambda options: tr("shuffled only after a contract for all tricks made"),
    "exchange_cards": _exchange,
    "peep": lambda options: tr("peep at {price}", price=options["peep_price"]),
    "float": lambda options: tr("float, {price} a look", price=options["float_price"]),
    "sir_garnet": lambda options: tr("extra hand"),
    "pool_ante": lambda options: tr("pool with an ante of {ante}", ante=options["pool_ante"]),
    "pool_end": lambda options: tr("what is left in the pool stays there"),
    "chips": _chips,
    "deals_per_session": _length,
    "ties": lambda options: tr("extra deals for ties"),
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
    revokes = [tr("players revoke")] if tables.revokes_by_player is not None else []
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
    stakes = ", ".join(
        f"{contract_name(name)} {made}/{failed}" for name, _, _, made, failed in ladder
    )
    return (tr("ladder {stakes}", stakes=stakes),)
