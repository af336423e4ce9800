"""What lies behind the bars and dots of figures: deals and sessions to see again, in words.

Of each bar the worst, the typical (most frequent) and the best result is named, from the side of
whom the bar is about; of all deals with that result, the one with the lowest number stands for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pipelines.tables import Stake, Tables
from reports.chart import Example, Examples
from reports.conditions import policies_of, positions_of, speakers_of
from reports.language import marked, tr, trn
from reports.left_out import played_contracts
from reports.options import may_end_early
from reports.wording import (
    contract_name,
    count,
    counted,
    position_name,
    prose,
    signed,
)

__all__ = [
    "behind_balances",
    "behind_contracts",
    "behind_players",
    "behind_policies",
    "behind_positions",
    "behind_seats",
    "behind_tricks",
]

_WORST: Final = marked("worst")
_TYPICAL: Final = marked("typical")
_BEST: Final = marked("best")
_WORST_AND_TYPICAL: Final = marked("worst and typical")
_TYPICAL_AND_BEST: Final = marked("typical and best")
_ONLY: Final = marked("every time")

Row = Mapping[str, Any]


@dataclass(frozen=True)
class _Result:
    """How some deals ended.

    Attributes
    ----------
    ended
        What they have in common.
    times
        How many they are.
    number
        The lowest of their numbers.
    """

    ended: tuple[Any, ...]
    times: int
    number: int


def _of_deals(tables: Tables, items: Iterable[Example]) -> Examples | None:
    """Make the list of deals, if there are any."""
    found = tuple(items)
    if not found:
        return None
    note = prose(
        tr(
            "Typed in the folder of the run, a command shows the first deal that ended so, card "
            "by card. In brackets: how many deals did, of all behind the bar or dot."
        ),
        tr("Deals that a revoke ended are left out.")
        if tables.revokes_by_player is not None
        else "",
    )
    return Examples(heading=tr("Deals to see again"), note=note, items=found)


def behind_contracts(tables: Tables) -> Examples | None:
    """Name deals behind the success of each contract."""
    items = (
        example
        for contract in played_contracts(tables)
        for example in _of_success(tables, contract, contract_name(contract), _deals(tables))
    )
    return _of_deals(tables, items)


def behind_positions(tables: Tables) -> Examples | None:
    """Name deals behind the success of each contract from each position."""
    return _split(tables, "position", speakers_of(tables.provenance), position_name)


def behind_policies(tables: Tables) -> Examples | None:
    """Name deals behind the success of each contract by each policy."""
    return _split(tables, "policy", policies_of(tables.provenance), str)


def _split(
    tables: Tables, column: str, keys: Sequence[Any], label: Callable[[Any], str]
) -> Examples | None:
    """Name deals behind the dots of each contract, by position or policy of the declarer."""
    deals = _deals(tables)
    items = (
        example
        for contract in played_contracts(tables)
        for key in keys
        for example in _of_success(
            tables,
            contract,
            tr("{contract}, {who}", contract=contract_name(contract), who=label(key)),
            [row for row in deals if row[column] == key],
        )
    )
    return _of_deals(tables, items)


def behind_tricks(tables: Tables) -> Examples | None:
    """Name a deal behind each number of tricks taken in each contract."""
    deals = _deals(tables)
    items = (
        Example(
            behind=contract_name(contract),
            shown=trn("{n} trick", "{n} tricks", result.ended[0]),
            happened=tr(_MADE if result.ended[1] else _FAILED),
            times=_times(result.times, of),
            command=_replay(result.number),
        )
        for contract in played_contracts(tables)
        for results in [_results(deals, contract)]
        for of in [sum(result.times for result in results)]
        for result in results
    )
    return _of_deals(tables, items)


_MADE: Final = marked("made")
_FAILED: Final = marked("failed")


def _deals(tables: Tables) -> list[dict[str, Any]]:
    """Return the rows of the examples that are deals; none where numbers are not known."""
    if tables.examples is None:
        return []
    return tables.examples.filter(kind="deal").rows(named=True)


def _results(deals: Iterable[Row], contract: str) -> list[_Result]:
    """Return the results in a contract, tricks and whether it was made, by tricks."""
    return _added(
        ((row["tricks"], row["made"]), row) for row in deals if row["contract"] == contract
    )


def _added(ended: Iterable[tuple[tuple[Any, ...], Row]]) -> list[_Result]:
    """Add up rows that ended alike; sorted by how they ended."""
    found: dict[tuple[Any, ...], _Result] = {}
    for how, row in ended:
        before = found.get(how, _Result(how, 0, row["number"]))
        lowest = min(before.number, row["number"])
        found[how] = _Result(how, before.times + row["times"], lowest)
    return [found[how] for how in sorted(found)]


def _of_success(
    tables: Tables, contract: str, behind: str, deals: Iterable[Row]
) -> Iterator[Example]:
    """Name the worst, the typical and the best deal of some declarers in a contract."""
    stake = next(stake for stake in tables.provenance.stakes if stake.contract == contract)
    results = sorted(_results(deals, contract), key=lambda result: _goodness(result, stake))
    of = sum(result.times for result in results)
    for shown, result in _shown(results):
        tricks, made = result.ended
        happened = (
            trn("made with {n} trick", "made with {n} tricks", tricks)
            if made
            else trn("failed with {n} trick", "failed with {n} tricks", tricks)
        )
        yield Example(
            behind=behind,
            shown=shown,
            happened=happened,
            times=_times(result.times, of),
            command=_replay(result.number),
        )


def _goodness(result: _Result, stake: Stake) -> int:
    """Say how well a declarer did: by tricks, or by how few are too many."""
    tricks: int = result.ended[0]
    return tricks if stake.judged == "at least" else -abs(tricks - stake.target)


def _shown(results: Sequence[_Result]) -> Iterator[tuple[str, _Result]]:
    """Yield the worst, the typical and the best of results that are sorted by how good they are.

    Where two of them are the same, it is said once.
    """
    if len(results) == 1:
        yield tr(_ONLY), results[0]
    if len(results) < 2:
        return
    worst, best = results[0], results[-1]
    typical = max(results, key=lambda result: (result.times, -result.number))
    if typical not in (worst, best):
        yield tr(_WORST), worst
        yield tr(_TYPICAL), typical
        yield tr(_BEST), best
    else:
        yield tr(_WORST_AND_TYPICAL if typical is worst else _WORST), worst
        yield tr(_TYPICAL_AND_BEST if typical is best else _BEST), best


def _times(times: int, of: int) -> str:
    return tr("{times} of {of}", times=count(times), of=count(of))


def _replay(deal: int) -> str:
    return f"nap replay . {deal}"


# What a seat is worth ----------------------------------------------------------------------------


def behind_seats(tables: Tables) -> Examples | None:
    """Name deals behind what each position wins as declarer and as defender."""
    return _of_money(
        tables,
        "position",
        [(position, position_name(position)) for position in positions_of(tables.provenance)],
    )


def behind_players(tables: Tables) -> Examples | None:
    """Name deals behind what each player wins as declarer and as defender."""
    lineup = tables.provenance.lineup
    return _of_money(tables, "player", [(place, who.name) for place, who in enumerate(lineup)])


def _of_money(tables: Tables, column: str, keys: Sequence[tuple[int, str]]) -> Examples | None:
    """Name deals behind the parts of what positions, or players, win.

    Where players leave the table, nothing tells who was a defender, so that declarers alone are
    shown.
    """
    deals, examples = _deals(tables), list[Example]()
    for key, name in keys:
        own = [row for row in deals if row[column] == key]
        examples += _of_side(tables, tr("{who}, as declarer", who=name), own, sign=1)
        if not may_end_early(tables.provenance):
            others = [row for row in deals if row[column] != key]
            examples += _of_side(tables, tr("{who}, as defender", who=name), others, sign=-1)
    return _of_deals(tables, examples)


def _of_side(tables: Tables, behind: str, deals: Iterable[Row], *, sign: int) -> Iterator[Example]:
    """Name the worst, the typical and the best deal of declarers (sign 1) or of their opponents."""
    stakes = {stake.contract: stake for stake in tables.provenance.stakes}

    def units(row: Row) -> int:
        stake = stakes[row["contract"]]
        return sign * (stake.made if row["made"] else -stake.failed)

    ended = (((units(row), row["contract"], row["made"]), row) for row in deals)
    results = _added(ended)
    of = sum(result.times for result in results)
    for shown, result in _shown(results):
        stake_of_deal, contract, made = result.ended
        yield Example(
            behind=behind,
            shown=shown,
            happened=_money_in_words(contract, made, stake_of_deal, sign),
            times=_times(result.times, of),
            command=_replay(result.number),
        )


_MONEY: Final = {
    (1, True): marked("makes {contract}: {units} from each opponent"),
    (1, False): marked("fails in {contract}: {units} to each opponent"),
    (-1, True): marked("against {contract}, made: pays {units}"),
    (-1, False): marked("against {contract}, failed: receives {units}"),
}
"""What happens, by side of the table and by whether the contract is made."""


def _money_in_words(contract: str, made: bool, units: int, sign: int) -> str:
    name = contract_name(contract)
    return tr(_MONEY[sign, made], contract=name, units=counted(abs(units), "unit"))


# How an evening ends -----------------------------------------------------------------------------


def behind_balances(tables: Tables) -> Examples | None:
    """Name sessions that left a player with the lowest, the median and the highest balance."""
    if tables.examples is None:
        return None
    sessions = tables.examples.filter(kind="session").rows(named=True)
    of = tables.provenance.sessions
    items = tuple(
        Example(
            behind=rows[0]["name"],
            shown=shown,
            happened=trn(
                "{balance} unit", "{balance} units", abs(balance), balance=signed(balance, 0)
            ),
            times=_times(times, of),
            command=f"nap replay . --session {number}",
        )
        for player in range(tables.provenance.players)
        for rows in [[row for row in sessions if row["player"] == player]]
        for shown, balance, times, number in _balances_shown(rows)
    )
    note = tr(
        "Typed in the folder of the run, a command shows the first session that ended so, deal by "
        "deal. In brackets: how many sessions did, of all."
    )
    return Examples(heading=tr("Sessions to see again"), note=note, items=items)


_SHOWN_BALANCES: Final = {
    ("lowest", "median", "highest"): marked("every time"),
    ("lowest", "median"): marked("worst and median"),
    ("median", "highest"): marked("median and best"),
    ("lowest",): marked("worst"),
    ("median",): marked("median"),
    ("highest",): marked("best"),
}


def _balances_shown(rows: Sequence[Row]) -> Iterator[tuple[str, int, int, int]]:
    """Yield why a balance is shown, the balance, how often it occurred, and in which session."""
    for balance in sorted({row["balance"] for row in rows}):
        same = [row for row in rows if row["balance"] == balance]
        why = tuple(row["why"] for row in same)
        yield tr(_SHOWN_BALANCES[why]), balance, same[0]["times"], same[0]["number"]
