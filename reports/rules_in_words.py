"""The rules of a run in plain words: what its contracts ask, and every option that is on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from pipelines.tables import Provenance, Stake, Tables
from reports.language import marked, tr, trn
from reports.options import breaks_ties, options_of, takes_float
from reports.record import RunRecord
from reports.wording import contract_name, counted, listed, prose

_LOWEST: Final = {52: 2, 40: 5, 36: 6, 32: 7, 28: 8, 24: 9}
"""Lowest rank of each pack."""

_LEADS: Final = {
    "lowest trump": marked(
        "the declarer leads the lowest card that he holds of the suit he makes trump"
    ),
    "lowest non-trump": marked("the declarer leads his lowest card that is no trump"),
}
_HANDS: Final = {
    5: marked("Every hand has five cards, so that a deal has five tricks."),
    7: marked("Every hand has seven cards, so that a deal has seven tricks."),
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
    revokes = [tr(_REVOKES)] if tables.revokes_by_player is not None else []
    return (
        *_contracts(provenance, record),
        *_cards(options),
        *_further_cards(options),
        *_pool(tables, options),
        *_chips(options),
        *revokes,
        *_ties(provenance),
    )


_REVOKES: Final = marked(
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
            yield tr(
                "{contract}: {rules}.",
                contract=contract_name(stake.contract),
                rules="; ".join(clauses),
            )


def _clauses(stake: Stake, promise: Mapping[str, str]) -> Iterator[str]:
    if stake.judged == "exactly" and stake.target:
        yield trn(
            "kept with {n} trick, neither more nor fewer",
            "kept with {n} tricks, neither more nor fewer",
            stake.target,
        )
    elif stake.judged == "exactly":
        yield tr("kept with no trick at all")
    if promise.get("trump") == "none":
        yield tr("there is no trump")
    if promise.get("trump") == "named":
        yield tr("the declarer names the trump suit before he leads")
    if promise.get("lead") in _LEADS:
        yield tr(_LEADS[promise["lead"]])
    if promise.get("requires", "nothing") != "nothing":
        yield tr(
            "may be bid only when {contract} has been bid in the same auction",
            contract=contract_name(promise["requires"]),
        )


def _cards(options: Mapping[str, Any]) -> Iterator[str]:
    if options["pack"] != 52:
        yield tr(
            "The pack has {cards} cards; the lowest rank is the {lowest}.",
            cards=options["pack"],
            lowest=_LOWEST[options["pack"]],
        )
    if options["hand_size"] != 5:
        yield tr(_HANDS[options["hand_size"]])
    if options["joker"]:
        yield tr(
            "A joker is added. It belongs to the trump suit and is its highest card; where there "
            "is no trump it is the only one."
        )
    if options["dealer_sits_out"]:
        yield tr(
            "The dealer gets no cards: he neither bids nor plays, but pays and receives like the "
            "declarer’s other opponents."
        )
    if options["shuffle"] == "after-nap":
        yield tr(
            "The pack is shuffled when a session begins and after a contract for all tricks that "
            "was made. Before the other deals the cards are gathered as they lie, and cut."
        )


def _further_cards(options: Mapping[str, Any]) -> Iterator[str]:
    if options["exchange_cards"]:
        yield _exchange(options)
    if options["peep"]:
        yield tr(
            "Peep: a card lies face down. In his turn to bid a player may look at it for {price}; "
            "if he becomes declarer he may swap it for a card of his hand.",
            price=_price(options["peep_price"]),
        )
    if options["float"]:
        yield _float(options)
    if options["sir_garnet"]:
        yield tr(
            "Extra hand: five more cards lie face down. In his turn to bid one player may take "
            "them, while nobody has bid Nap or higher; he throws five cards and must bid Nap."
        )


def _exchange(options: Mapping[str, Any]) -> str:
    cards, price = options["exchange_cards"], _price(options["exchange_price"])
    if options["exchange_price_per"] == "card":
        return trn(
            "Exchange: before the auction each player in turn, eldest first, may throw up to {n} "
            "card and gets as many from the stock, for {price} a card.",
            "Exchange: before the auction each player in turn, eldest first, may throw up to {n} "
            "cards and gets as many from the stock, for {price} a card.",
            cards,
            price=price,
        )
    return trn(
        "Exchange: before the auction each player in turn, eldest first, may throw up to {n} card "
        "and gets as many from the stock, for {price} an exchange.",
        "Exchange: before the auction each player in turn, eldest first, may throw up to {n} cards "
        "and gets as many from the stock, for {price} an exchange.",
        cards,
        price=price,
    )


def _float(options: Mapping[str, Any]) -> str:
    price = _price(options["float_price"])
    looks = (
        tr(
            "Float: before the auction each player may look at the top card of the stock for "
            "{price}.",
            price=price,
        )
        if options["dealer_sits_out"]
        else tr(
            "Float: before the auction each player may look at the top card of the stock for "
            "{price}, the dealer free.",
            price=price,
        )
    )
    return prose(
        looks,
        tr(
            "Who has looked may bid any contract with the float, which ranks directly below the "
            "same contract without it; as declarer he takes the card and throws one."
        ),
    )


def _price(units: int) -> str:
    return counted(units, "unit") if units else tr("nothing")


def _pool(tables: Tables, options: Mapping[str, Any]) -> Iterator[str]:
    if tables.pool is None:
        return
    all_tricks = [
        contract_name(stake.contract)
        for stake in tables.provenance.stakes
        if stake.target == options["hand_size"] and not takes_float(stake.contract)
    ]
    wins = tr(
        "Who makes a contract for all tricks ({contracts}) takes the whole of it.",
        contracts=listed(all_tricks),
    )
    end = (
        tr(
            "What lies there when the session ends: the seats share it equally, and what cannot "
            "be divided is left."
        )
        if options["pool_end"] == "split"
        else tr("What lies there when the session ends: it is left.")
    )
    yield prose(_into_pool(options), wins, end)


def _into_pool(options: Mapping[str, Any]) -> str:
    ante = counted(options["pool_ante"], "unit")
    prices = any(options[act] for act in ("exchange_cards", "peep", "float"))
    if not options["pool_ante"]:
        return tr("Pool: prices go there.")
    if prices:
        return tr(
            "Pool: at every deal each player pays {ante} into it and prices go there.", ante=ante
        )
    return tr("Pool: at every deal each player pays {ante} into it.", ante=ante)


def _chips(options: Mapping[str, Any]) -> Iterator[str]:
    if not options["chips"]:
        return
    starts = trn(
        "Chips: every player starts a session with {n} unit.",
        "Chips: every player starts a session with {n} units.",
        options["chips"],
    )
    if options["when_broke"] == "out":
        broke = tr(
            "Nobody pays more than he has, the declarer’s left being paid first. Who has none left "
            "leaves the table, and the session ends when fewer than three are left."
        )
    else:
        broke = tr("Who cannot pay buys as many again, as often as he must.")
    yield prose(starts, broke)


def _ties(provenance: Provenance) -> Iterator[str]:
    if breaks_ties(provenance):
        yield tr(
            "Ties: players who tie for the highest balance play up to 20 extra deals among "
            "themselves, until one of them leads. These decide who wins the session; they move no "
            "balance and are not among the deals counted here."
        )


def why_clustered(tables: Tables) -> str:
    """Say why the deals of a session depend on each other."""
    options = options_of(tables.provenance)
    reasons = []
    if options["shuffle"] == "after-nap":
        reasons.append(tr("cards lie together from deal to deal"))
    if options["chips"]:
        reasons.append(tr("chips won or lost are there, or lacking, in the next deal"))
    if tables.pool is not None:
        reasons.append(tr("the pool grows from deal to deal until it is won"))
    return listed(reasons)
