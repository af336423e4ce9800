"""The answer in a sentence: in which run the headline contract succeeds more often."""

from __future__ import annotations

from collections.abc import Sequence

from pipelines.beside.tables import BesideTables, ComparedRun
from pipelines.headline import headline_of
from reports.beside.conditions import level_of
from reports.beside.difference import Difference
from reports.language import tr
from reports.wording import contract_name, count, in_percent, listed, signed


def answers(tables: BesideTables, differences: Sequence[Difference]) -> tuple[str, ...]:
    """Answer for every run that is compared with the first, one paragraph each."""
    return tuple(
        _answer(tables, other, headline_difference(other, differences))
        for other in _numbered(tables)
    )


def titles(tables: BesideTables, differences: Sequence[Difference]) -> str:
    """Say the same without numbers, for the title of a figure."""
    found = [headline_difference(other, differences) for other in _numbered(tables)]
    return "; ".join(_in_short(tables.provenance.first, each) for each in found if each)


def headline_difference(
    other: tuple[int, ComparedRun], differences: Sequence[Difference]
) -> Difference | None:
    """Find how often the headline contract is made, of those that a run has with the first."""
    made = [each for each in differences if each.run == other[0] and each.what == "made"]
    contracts = [each.contract for each in made if each.contract is not None]
    if not contracts:
        return None
    headline = headline_of(contracts)
    return next(each for each in made if each.contract == headline)


def _numbered(tables: BesideTables) -> list[tuple[int, ComparedRun]]:
    return list(enumerate(tables.provenance.others, start=1))


def _in_short(first: ComparedRun, found: Difference) -> str:
    names = {"contract": found.name, "first": first.label, "other": found.label}
    if found.verdict == "higher":
        return tr("{contract} is made more often in {other} than in {first}", **names)
    if found.verdict == "lower":
        return tr("{contract} is made less often in {other} than in {first}", **names)
    if found.verdict == "equal":
        return tr("{contract} is made equally often in {other} and {first}", **names)
    return tr(
        "Whether {contract} is made more often in {other} or in {first} cannot be told", **names
    )


def _answer(tables: BesideTables, other: tuple[int, ComparedRun], found: Difference | None) -> str:
    first = tables.provenance.first
    if found is None:
        return tr(
            "{first} and {other} have no contract in common.",
            first=first.label,
            other=other[1].label,
        )
    if found.first is None or found.other is None:
        return _never_played(first, found)
    said = _with_numbers(tables, first, found)
    if found.hinted:
        said += " " + tr(
            "Its own interval excludes zero, but of the {n} differences of this report some would "
            "do so by chance.",
            n=count(len(tables.differences)),
        )
    return said


def _never_played(first: ComparedRun, found: Difference) -> str:
    where = [
        label
        for label, value in ((first.label, found.first), (found.label, found.other))
        if value is None
    ]
    return tr(
        "{contract} was never played in {runs}, so that nothing can be said of the difference.",
        contract=found.name,
        runs=listed(where),
    )


def _with_numbers(tables: BesideTables, first: ComparedRun, found: Difference) -> str:
    values = {
        "contract": contract_name(found.contract or ""),
        "first": first.label,
        "other": found.label,
        "first_share": share(found.first, found),
        "other_share": share(found.other, found),
        "points": signed(100 * abs(found.value or 0.0), found.decimals).lstrip("+"),
        "difference": found.number,
        "level": level_of(tables.provenance),
        "interval": found.interval,
    }
    if found.verdict == "higher":
        return tr(
            "{contract} is made more often in {other} than in {first}: in {other_share} of the "
            "deals played in it against {first_share}, {points} percentage points more ({level} "
            "interval of the difference {interval}).",
            **values,
        )
    if found.verdict == "lower":
        return tr(
            "{contract} is made less often in {other} than in {first}: in {other_share} of the "
            "deals played in it against {first_share}, {points} percentage points less ({level} "
            "interval of the difference {interval}).",
            **values,
        )
    if found.verdict == "equal":
        return tr(
            "{contract} is made exactly as often in {other} as in {first}, deal for deal: in "
            "{other_share} of the deals played in it.",
            **values,
        )
    return tr(
        "Whether {contract} is made more often in {other} or in {first} cannot be told: it is "
        "made in {other_share} of the deals played in it against {first_share}, a difference of "
        "{difference} percentage points ({level} interval {interval}).",
        **values,
    )


def share(value: float | None, found: Difference) -> str:
    """Write one of the shares with the decimals of their difference; none and all have none."""
    decimals = 0 if value in (0.0, 1.0) else found.decimals
    return in_percent(100 * (value or 0.0), decimals)
