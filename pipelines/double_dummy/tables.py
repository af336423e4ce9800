"""Tables of solved deals: what could be made, and what was lost to perfect information."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

import polars as pl

from pipelines.double_dummy.parts import BIDDING, DECLARER, DEFENCE, PARTS, solved
from pipelines.intervals import Rate, rate
from pipelines.lineup import Group, by_policy, by_speaker
from pipelines.ratios import RatioSums, rate_of_clusters
from pipelines.totals import RatioName, Totals
from sim.game.rules import Rules

__all__ = [
    "MAKERS",
    "are_there",
    "double_dummy_tricks",
    "makeable",
    "makeable_by_position",
    "regret",
    "regret_by_position",
    "regret_by_trick",
    "solved_sessions",
]

Row = dict[str, Any]


def makeable(totals: Totals) -> pl.DataFrame:
    """Return by contract how often it could be made, was bid, and was made."""
    rows = [
        {
            "contract": contract.name,
            "deals": _sums("somebody", totals, first=number).x,
            **_makeable("", 0, number, totals),
            **_share("somebody", _of_deals("somebody", "", 0, number, totals)),
            **_share("bid", _of_deals("bid", "", 0, number, totals)),
            "played": _sums("kept", totals, first=number).x,
            **_share("kept_double_dummy", _of_deals("kept", "", 0, number, totals)),
            **_share("made", _of_deals("made", "", 0, number, totals)),
            **_revoked(number, totals),
        }
        for number, contract in enumerate(totals.rules.ladder, start=1)
    ]
    return pl.DataFrame(rows, infer_schema_length=None)


def makeable_by_position(totals: Totals) -> pl.DataFrame:
    """Return by position and contract how often it could be made, was bid, and was made."""
    rows = [
        {
            **group.labels,
            "contract": contract.name,
            **_makeable(group.who, group.number, number, totals),
            **_share("bid", _of_deals("bid", group.who, group.number, number, totals)),
            "played": _sums("made", totals, group, number).x,
            **_share("made", _of_deals("made", group.who, group.number, number, totals)),
        }
        for group in by_speaker(totals.experiment)
        for number, contract in enumerate(totals.rules.ladder, start=1)
    ]
    return pl.DataFrame(rows, infer_schema_length=None)


def double_dummy_tricks(totals: Totals) -> pl.DataFrame:
    """Return by position how many tricks its hands could take."""
    rows = []
    for group in by_speaker(totals.experiment):
        for tricks in range(totals.rules.hand_size + 1):
            found = _of_deals("tricks", group.who, group.number, tricks, totals)
            rows.append(
                {
                    **group.labels,
                    "tricks": tricks,
                    **_share("hands", found, ""),
                    "dealt": found.trials,
                }
            )
    return pl.DataFrame(rows, infer_schema_length=None)


def regret(totals: Totals) -> pl.DataFrame:
    """Return by policy and part what was lost to perfect information."""
    return _regret(totals, by_policy(totals.experiment))


def regret_by_position(totals: Totals) -> pl.DataFrame:
    """Return by position and part what was lost to perfect information."""
    return _regret(totals, by_speaker(totals.experiment))


def regret_by_trick(totals: Totals) -> pl.DataFrame:
    """Return by side and trick what cards lost."""
    rows = []
    for part in (DECLARER, DEFENCE):
        for trick in range(totals.rules.hand_size):
            units, tricks, mistakes = (
                totals.ratio(RatioName(solved(what), first=PARTS.index(part), second=trick))
                for what in ("card units lost", "card tricks lost", "card mistakes")
            )
            of_a_trick = 1 if part == DECLARER else totals.rules.hands - 1
            deals = _independent(mistakes, of_a_trick, totals)
            rows.append(
                {
                    "part": part,
                    "trick": trick + 1,
                    "cards": mistakes.x,
                    **_share("mistakes", rate_of_clusters(mistakes, totals.level, deals), ""),
                    "tricks_lost": tricks.y,
                    "units_lost": units.y,
                }
            )
    return pl.DataFrame(rows, infer_schema_length=None)


def _makeable(who: str, member: int, contract: int, totals: Totals) -> Row:
    """Return hands, those that could make a contract, and their share.

    Hands of one deal depend on each other; so all together count by session, and for no less than
    one hand a deal where deals are independent.
    """
    sums = totals.ratio(RatioName(solved("makeable"), who, member, contract))
    if who:
        found = _of_deals("makeable", who, member, contract, totals)
    else:
        found = rate_of_clusters(sums, totals.level, _independent(sums, totals.rules.hands, totals))
    return {"hands": sums.x, **_share("makeable", found, "")}


def _independent(sums: RatioSums, of_a_deal: int, totals: Totals) -> float | None:
    """Return how many deals trials come from, if so many of a deal depend on each other alone."""
    return None if totals.clustered else sums.x / of_a_deal


def _of_deals(what: str, who: str, member: int, first: int, totals: Totals) -> Rate:
    """Return a share of deals, or of hands of which each deal has one at most."""
    sums = totals.ratio(RatioName(solved(what), who, member, first))
    if totals.clustered:
        return rate_of_clusters(sums, totals.level)
    return rate(sums.y, sums.x, totals.level)


def _sums(what: str, totals: Totals, group: Group | None = None, first: int = 0) -> RatioSums:
    if group is None:
        return totals.ratio(RatioName(solved(what), first=first))
    return totals.ratio(RatioName(solved(what), group.who, group.number, first))


def _share(name: str, found: Rate, prefix: str | None = None) -> Row:
    """Return count, share and interval; see `pipelines.table_schema.share_family`."""
    before = f"{name}_" if prefix is None else prefix
    columns: Row = {
        name: found.successes,
        f"{before}share": found.estimate,
        f"{before}low": found.low,
        f"{before}high": found.high,
    }
    if found.effective is not None:
        columns[f"{before}trials"] = found.effective
    return columns


def _revoked(contract: int, totals: Totals) -> Row:
    if not totals.experiment.may_revoke:
        return {}
    return {"revoked": _sums("revoked", totals, first=contract).y}


def _regret(totals: Totals, groups: list[Group]) -> pl.DataFrame:
    rows = [
        {**group.labels, "part": part, **_lost(totals, group, part)}
        for group in groups
        for part in PARTS
    ]
    return pl.DataFrame(rows, infer_schema_length=None)


def _lost(totals: Totals, group: Group, part: str) -> Row:
    """Return what the members of a group lost in a part."""
    rules, number = totals.rules, PARTS.index(part)
    names = {
        what: RatioName(solved(what), group.who, group.number, number)
        for what in ("units lost", "tricks lost", "mistakes")
    }
    sums = {what: totals.ratio(name) for what, name in names.items()}
    units = totals.mean(names["units lost"]).within(_most_units(rules, part), totals.level)
    tricks = totals.mean(names["tricks lost"]).within(_most_tricks(rules), totals.level)
    of_cards = part != BIDDING
    return {
        "deals": sums["units lost"].x,
        "sessions": sums["units lost"].clusters,
        "mistakes": sums["mistakes"].y,
        "trick_deals": sums["tricks lost"].x if of_cards else None,
        "tricks_lost": sums["tricks lost"].y if of_cards else None,
        "units_lost": sums["units lost"].y,
        "units_per_deal": units.estimate,
        "low": units.low,
        "high": units.high,
        "tricks_per_deal": tricks.estimate if of_cards else None,
        "tricks_low": tricks.low if of_cards else None,
        "tricks_high": tricks.high if of_cards else None,
    }


def _most_units(rules: Rules, part: str) -> int:
    """Return a number of units that nobody can lose more than in a part of a deal."""
    most_made, most_failed = max(rules.ladder.made), max(rules.ladder.failed)
    if part == BIDDING:
        best = max(rules.opponents * most_made, most_failed)
        worst = max(rules.opponents * most_failed, most_made)
        return best + worst
    return rules.hand_size * rules.opponents * (most_made + most_failed)


def _most_tricks(rules: Rules) -> int:
    """Return a number of tricks that one player's cards cannot lose more than in a deal.

    A card loses no more tricks than are left when it is played.
    """
    return rules.hand_size * (rules.hand_size + 1) // 2


def are_there(totals: Totals) -> bool:
    """Whether any session was solved."""
    return solved_sessions(totals) > 0


def solved_sessions(totals: Totals) -> int:
    """Return how many sessions were solved."""
    return totals.ratio(RatioName(solved("sessions"))).y


MAKERS: Final[Mapping[str, Callable[[Totals], pl.DataFrame]]] = MappingProxyType(
    {
        maker.__name__: maker
        for maker in (
            makeable,
            makeable_by_position,
            double_dummy_tricks,
            regret,
            regret_by_position,
            regret_by_trick,
        )
    }
)
"""What makes each table of solved deals."""
