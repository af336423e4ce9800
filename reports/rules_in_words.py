"""The rules of a run in plain words: what its contracts ask, and every option that is on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from pipelines.tables import Provenance, Stake, Tables
from reports.conditions import number_word
from reports.options import breaks_ties, options_of, takes_float
from reports.record import RunRecord
from reports.wording import contract_name, counted, listed

_LOWEST: Final = {52: "2s", 40: "5s", 36: "6s", 32: "7s", 28: "8s", 24: "9s"}
"""Lowest rank of each pack."""

_NO_TRUMP: Final = "there is no trump"
_LEADS: Final = {
    "lowest trump": "the declarer leads the lowest card that he holds of the suit he makes trump",
    "lowest non-trump": "the declarer leads his lowest card that is no trump",
}


def rules_in_words(tables: Tables, record: RunRecord) -> tuple[str, ...]:
    """Say in whole sentences what a newcomer must know of the rules beside the round of play.

    Parameters
    ----------
    record
        What the contracts promise; where it does not say, nothing is said.
    """
    provenance = tables.provenance
    options = options_of(provenance)
    revokes = [_REVOKES] if tables.revokes_by_player is not None else []
    return (
        *_contracts(provenance, record),
        *_cards(options),
        *_further_cards(options),
        *_pool(tables, options),
        *_chips(options),
        *revokes,
        *_ties(provenance),
    )


_REVOKES: Final = (
    "A player who revokes fails to follow suit though he could; how often, is said beside his "
    "name. That ends the deal at once: the declarer’s revoke breaks his contract; for a "
    "defender’s, the contract counts as made and he alone pays for all opponents."
)


def _contracts(provenance: Provenance, record: RunRecord) -> Iterator[str]:
    """Yield what sets a contract apart from "so many tricks, trump is the suit led"."""
    for stake in provenance.stakes:
        if takes_float(stake.contract):
            continue
        clauses = [*_clauses(stake, record.contracts.get(stake.contract, {}))]
        if clauses:
            yield f"{contract_name(stake.contract)}: {'; '.join(clauses)}."


def _clauses(stake: Stake, promise: Mapping[str, str]) -> Iterator[str]:
    if stake.judged == "exactly":
        tricks = counted(stake.target, "trick") if stake.target else "no trick at all"
        yield f"kept with {tricks}{', neither more nor fewer' if stake.target else ''}"
    if promise.get("trump") == "none":
        yield _NO_TRUMP
    if promise.get("trump") == "named":
        yield "the declarer names the trump suit before he leads"
    if promise.get("lead") in _LEADS:
        yield _LEADS[promise["lead"]]
    if promise.get("requires", "nothing") != "nothing":
        required = contract_name(promise["requires"])
        yield f"may be bid only when {required} has been bid in the same auction"


def _cards(options: Mapping[str, Any]) -> Iterator[str]:
    if options["pack"] != 52:
        lowest = _LOWEST[options["pack"]]
        yield f"The pack has {options['pack']} cards, of which the {lowest} are the lowest."
    if options["hand_size"] != 5:
        cards = number_word(options["hand_size"])
        yield f"Every hand has {cards} cards, so that a deal has {cards} tricks."
    if options["joker"]:
        yield (
            "A joker is added. It belongs to the trump suit and is its highest card; where there "
            "is no trump it is the only one."
        )
    if options["dealer_sits_out"]:
        yield (
            "The dealer gets no cards: he neither bids nor plays, but pays and receives like the "
            "declarer’s other opponents."
        )
    if options["shuffle"] == "after-nap":
        yield (
            "The pack is shuffled when a session begins and after a contract for all tricks that "
            "was made. Before the other deals the cards are gathered as they lie, and cut."
        )


def _further_cards(options: Mapping[str, Any]) -> Iterator[str]:
    if options["exchange_cards"]:
        per = "a card" if options["exchange_price_per"] == "card" else "an exchange"
        yield (
            f"Exchange: before the auction each player in turn, eldest first, may throw up to "
            f"{counted(options['exchange_cards'], 'card')} and gets as many from the stock, for "
            f"{_price(options['exchange_price'])} {per}."
        )
    if options["peep"]:
        yield (
            f"Peep: a card lies face down. In his turn to bid a player may look at it for "
            f"{_price(options['peep_price'])}; if he becomes declarer he may swap it for a card "
            f"of his hand."
        )
    if options["float"]:
        free = "" if options["dealer_sits_out"] else ", the dealer free"
        yield (
            f"Float: before the auction each player may look at the top card of the stock for "
            f"{_price(options['float_price'])}{free}. Who has looked may bid any contract with "
            f"the float, which ranks directly below the same contract without it; as declarer he "
            f"takes the card and throws one."
        )
    if options["sir_garnet"]:
        yield (
            "Extra hand: five more cards lie face down. In his turn to bid one player may take "
            "them, while nobody has bid Nap or higher; he throws five cards and must bid Nap."
        )


def _price(units: int) -> str:
    return counted(units, "unit") if units else "nothing"


def _pool(tables: Tables, options: Mapping[str, Any]) -> Iterator[str]:
    if tables.pool is None:
        return
    ante = options["pool_ante"]
    into = [f"at every deal each player pays {counted(ante, 'unit')} into it"] if ante else []
    if any(options[act] for act in ("exchange_cards", "peep", "float")):
        into.append("prices go there")
    all_tricks = [
        contract_name(stake.contract)
        for stake in tables.provenance.stakes
        if stake.target == options["hand_size"] and not takes_float(stake.contract)
    ]
    end = (
        "the seats share it equally, and what cannot be divided is left"
        if options["pool_end"] == "split"
        else "it is left"
    )
    yield (
        f"Pool: {listed(into)}. Who makes a contract for all tricks ({listed(all_tricks)}) takes "
        f"the whole of it. What lies there when the session ends: {end}."
    )


def _chips(options: Mapping[str, Any]) -> Iterator[str]:
    if not options["chips"]:
        return
    starts = f"Chips: every player starts a session with {counted(options['chips'], 'unit')}."
    if options["when_broke"] == "out":
        yield (
            f"{starts} Nobody pays more than he has, the declarer’s left being paid first. Who "
            f"has none left leaves the table, and the session ends when fewer than three are left."
        )
    else:
        yield f"{starts} Who cannot pay buys as many again, as often as he must."


def _ties(provenance: Provenance) -> Iterator[str]:
    if breaks_ties(provenance):
        yield (
            "Ties: players who tie for the highest balance play up to 20 extra deals among "
            "themselves, until one of them leads. These decide who wins the session; they move no "
            "balance and are not among the deals counted here."
        )


def why_clustered(tables: Tables) -> str:
    """Say why the deals of a session depend on each other."""
    options = options_of(tables.provenance)
    reasons = []
    if options["shuffle"] == "after-nap":
        reasons.append("cards lie together from deal to deal")
    if options["chips"]:
        reasons.append("chips won or lost are there, or lacking, in the next deal")
    if tables.pool is not None:
        reasons.append("the pool grows from deal to deal until it is won")
    return listed(reasons)
