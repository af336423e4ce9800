"""The answer in sentences: who wins more than whom, by how much, and what is not settled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pipelines.comparisons.tables import ComparisonProvenance, ComparisonTables
from reports.comparison.conditions import how_far, level_text
from reports.comparison.difference import Difference
from reports.comparison.findings import win
from reports.comparison.ranking import Standings
from reports.comparison.sweep_points import Swept, best_in_words, worth_in_words
from reports.comparison.wording import (
    amount_in_words,
    at_tables,
    decimals_of,
    interval_of,
    opening,
    still_needed,
)
from reports.key_figures import KeyFigure
from reports.wording import count, counted, listed, signed

_TOLD: Final = 4
"""Of so many of one kind the numbers are told in the answer; of more, the names follow."""


def answers(tables: ComparisonTables, standings: Sequence[Standings]) -> tuple[str, ...]:
    """Answer for every table size, one paragraph each."""
    return tuple(_answer(of_size) for of_size in standings)


def sweep_answers(swept: Sequence[Swept]) -> tuple[str, ...]:
    """Say for every table size which point is best, and what it is worth."""
    return tuple(f"{best_in_words(each)}. {worth_in_words(each)}".strip() for each in swept)


def _answer(of_size: Standings) -> str:
    against = of_size.against_reference()
    if not of_size.field:
        # Told from the side of the strongest: what it wins more than each other one.
        against = tuple(difference.swapped() for difference in against)
    start = opening(of_size.players)
    clauses = (_with_field if of_size.field else _without_field)(of_size, against)
    return f"{start} {'; '.join(clauses)}."


def _with_field(of_size: Standings, against: Sequence[Difference]) -> Iterator[str]:
    """Yield who wins more than the field, who less, who the same, and who nobody knows of."""
    field = of_size.reference
    kinds = {verdict: _of(against, verdict) for verdict in ("better", "worse", "equal")}
    for verdict in ("better", "worse"):
        found = kinds[verdict]
        told = [f"{each.first} wins {amount_in_words(each)} than {field}" for each in found[:1]]
        told += [f"{each.first} {_shortly(each)}" for each in found[1:_TOLD]]
        if told:
            yield ", ".join(told)
        if further := [each.first for each in found[_TOLD:]]:
            way = "more" if verdict == "better" else "less"
            yield f"{listed(further)} {win(further)} {way} too"
    if kinds["equal"]:
        names = listed([each.first for each in kinds["equal"]])
        yield f"{names} never {'differs' if len(kinds['equal']) == 1 else 'differ'} from {field}"
    yield from _open(_of(against, "not decided"))


def _without_field(of_size: Standings, against: Sequence[Difference]) -> Iterator[str]:
    """Yield what the strongest wins more than the others."""
    best = of_size.reference
    better, equal = _of(against, "better"), _of(against, "equal")
    if better:
        told = [f"{best} wins {amount_in_words(better[0])} than {better[0].second}"]
        told += [f"{_shortly(each)} than {each.second}" for each in better[1:_TOLD]]
        yield ", ".join(told)
        if better[_TOLD:]:
            yield f"it wins more than {listed([each.second for each in better[_TOLD:]])} too"
    if equal:
        yield f"{best} never differs from {listed([each.second for each in equal])}"
    yield from _open(_of(against, "not decided"))


def _of(differences: Sequence[Difference], verdict: str) -> list[Difference]:
    return [each for each in differences if each.verdict == verdict]


def _shortly(difference: Difference) -> str:
    return amount_in_words(difference).replace(" units per deal", "")


def _open(differences: Sequence[Difference]) -> Iterator[str]:
    """Yield what is not decided, and how many more deals that would need."""
    if not differences:
        return
    if len(differences) == 1:
        (only,) = differences
        yield (
            f"whether {only.first} wins more or less than {only.second} is not decided "
            f"({_estimate(only)}; {still_needed(only)})"
        )
        return
    from_one = len({each.first for each in differences}) == 1
    names = [each.second if from_one else each.first for each in differences]
    told = [
        f"{name} ({_estimate(each)}; {still_needed(each)})" if len(names) <= _TOLD else name
        for name, each in zip(names, differences, strict=True)
    ]
    yield f"not decided {'against' if from_one else 'for'} {listed(told)}"


def _estimate(difference: Difference) -> str:
    if difference.value is None:
        return "nothing was played"
    number = signed(difference.value, decimals_of(difference))
    if difference.anytime is None:
        return f"{number}, no interval yet"
    return f"{number}, {interval_of(difference)}"


def conditions_in_words(tables: ComparisonTables) -> str:
    """Say what was compared with what, on how many deals, and what the intervals are."""
    provenance = tables.provenance
    return (
        f"{_design(provenance)} Profile {provenance.profile}, {_deals(provenance)}, the same for "
        f"all. In brackets: {level_text(provenance)} intervals that hold for all differences at "
        f"once and whenever one looks."
    )


def _design(provenance: ComparisonProvenance) -> str:
    if provenance.swept:
        return f"Each point sits alone among players of {provenance.field}, at every seat in turn."
    if provenance.design == "challenger":
        return (
            f"Each policy sits alone among players of {provenance.field}, at every seat in turn; "
            f"one more of them in its place is what the others are held against."
        )
    if provenance.design == "round robin":
        return (
            "Each policy sits alone among players of each other one, at every seat in turn; the "
            "difference of a pair is the mean of both ways."
        )
    return "The first player of each line-up is studied, at every seat in turn."


def _deals(provenance: ComparisonProvenance) -> str:
    """Say how many deals were played at which table sizes."""
    by_number: dict[int, list[int]] = {}
    for players in provenance.sizes:
        by_number.setdefault(provenance.deals[players], []).append(players)
    return listed(
        [
            f"{counted(deals, 'deal')} {at_tables(sizes)}{' each' if len(sizes) > 1 else ''}"
            for deals, sizes in by_number.items()
        ]
    )


def glance(tables: ComparisonTables, standings: Sequence[Standings]) -> tuple[KeyFigure, ...]:
    """Give in large type, for each table size, how much is decided."""
    return tuple(_decided(tables.provenance, of_size) for of_size in standings)


def _decided(provenance: ComparisonProvenance, of_size: Standings) -> KeyFigure:
    pairs = of_size.all_pairs()
    decided = sum(pair.decided for pair in pairs)
    return KeyFigure(
        name=f"Differences decided {at_tables([of_size.players])}",
        number=f"{count(decided)} of {count(len(pairs))}",
        interval="",
        basis=how_far(provenance, of_size.players),
    )
