"""The answer in sentences: who wins more than whom, by how much, and what is not settled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pipelines.comparisons.tables import ComparisonProvenance, ComparisonTables
from reports.comparison.conditions import how_far, level_text
from reports.comparison.difference import Difference
from reports.comparison.ranking import Standings
from reports.comparison.sweep_points import Swept, best_in_words, worth_in_words
from reports.comparison.wording import (
    amount_in_words,
    at_tables,
    decimals_of,
    interval_of,
    sizes_in_words,
    still_needed,
    who_wins_in_words,
)
from reports.key_figures import KeyFigure
from reports.language import tr, trn
from reports.wording import count, counted, listed, prose, signed

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
    clauses = (_with_field if of_size.field else _without_field)(of_size, against)
    return f"{at_tables([of_size.players], '; '.join(clauses))}."


def _with_field(of_size: Standings, against: Sequence[Difference]) -> Iterator[str]:
    """Yield who wins more than the field, who less, who the same, and who nobody knows of."""
    field = of_size.reference
    kinds = {verdict: _of(against, verdict) for verdict in ("better", "worse", "equal")}
    for verdict in ("better", "worse"):
        found = kinds[verdict]
        told = [who_wins_in_words(each) for each in found[:1]]
        told += [_who_wins_too(each) for each in found[1:_TOLD]]
        if told:
            yield ", ".join(told)
        if further := [each.first for each in found[_TOLD:]]:
            yield _further(further, verdict)
    if kinds["equal"]:
        yield trn(
            "{names} never differs from {field}",
            "{names} never differ from {field}",
            len(kinds["equal"]),
            names=listed([each.first for each in kinds["equal"]]),
            field=field,
        )
    yield from _open(_of(against, "not decided"))


def _who_wins_too(difference: Difference) -> str:
    """Say shortly how much more or less another one wins."""
    name, amount = difference.first, amount_in_words(difference)
    if difference.verdict == "better":
        return tr("{name} {amount} more", name=name, amount=amount)
    return tr("{name} {amount} less", name=name, amount=amount)


def _further(names: Sequence[str], verdict: str) -> str:
    """Say who wins more, or less, too."""
    if verdict == "better":
        return trn("{names} wins more too", "{names} win more too", len(names), names=listed(names))
    return trn("{names} wins less too", "{names} win less too", len(names), names=listed(names))


def _without_field(of_size: Standings, against: Sequence[Difference]) -> Iterator[str]:
    """Yield what the strongest wins more than the others."""
    best = of_size.reference
    better, equal = _of(against, "better"), _of(against, "equal")
    if better:
        told = [who_wins_in_words(better[0])]
        told += [
            tr("{amount} more than {name}", amount=amount_in_words(each), name=each.second)
            for each in better[1:_TOLD]
        ]
        yield ", ".join(told)
        if further := [each.second for each in better[_TOLD:]]:
            yield tr("it wins more than {names} too", names=listed(further))
    if equal:
        names = listed([each.second for each in equal])
        yield tr("{best} never differs from {names}", best=best, names=names)
    yield from _open(_of(against, "not decided"))


def _of(differences: Sequence[Difference], verdict: str) -> list[Difference]:
    return [each for each in differences if each.verdict == verdict]


def _open(differences: Sequence[Difference]) -> Iterator[str]:
    """Yield what is not decided, and how many more deals that would need."""
    if not differences:
        return
    if len(differences) == 1:
        (only,) = differences
        yield tr(
            "whether {first} wins more or less than {second} is not decided ({estimate}; {needed})",
            first=only.first,
            second=only.second,
            estimate=_estimate(only),
            needed=still_needed(only),
        )
        return
    from_one = len({each.first for each in differences}) == 1
    names = [each.second if from_one else each.first for each in differences]
    told = [
        f"{name} ({_estimate(each)}; {still_needed(each)})" if len(names) <= _TOLD else name
        for name, each in zip(names, differences, strict=True)
    ]
    if from_one:
        yield tr("not decided against {names}", names=listed(told))
    else:
        yield tr("not decided for {names}", names=listed(told))


def _estimate(difference: Difference) -> str:
    if difference.value is None:
        return tr("nothing was played")
    number = signed(difference.value, decimals_of(difference))
    if difference.anytime is None:
        return tr("{number}, no interval yet", number=number)
    return f"{number}, {interval_of(difference)}"


def conditions_in_words(tables: ComparisonTables) -> str:
    """Say what was compared with what, on how many deals, and what the intervals are."""
    provenance = tables.provenance
    return prose(
        _design(provenance),
        tr(
            "Profile {profile}, {deals}, the same for all.",
            profile=provenance.profile,
            deals=_deals(provenance),
        ),
        tr(
            "In brackets: {level} intervals that hold for all differences at once and whenever one "
            "looks.",
            level=level_text(provenance),
        ),
    )


def _design(provenance: ComparisonProvenance) -> str:
    if provenance.swept:
        return tr(
            "Each point sits alone among players of {field}, at every seat in turn.",
            field=provenance.field,
        )
    if provenance.design == "challenger":
        return tr(
            "Each policy sits alone among players of {field}, at every seat in turn; one more of "
            "them in its place is what the others are held against.",
            field=provenance.field,
        )
    if provenance.design == "round robin":
        return tr(
            "Each policy sits alone among players of each other one, at every seat in turn; the "
            "difference of a pair is the mean of both ways."
        )
    return tr("The first player of each line-up is studied, at every seat in turn.")


def _deals(provenance: ComparisonProvenance) -> str:
    """Say how many deals were played at which table sizes."""
    by_number: dict[int, list[int]] = {}
    for players in provenance.sizes:
        by_number.setdefault(provenance.deals[players], []).append(players)
    return listed([_deals_at(deals, sizes) for deals, sizes in by_number.items()])


def _deals_at(deals: int, sizes: Sequence[int]) -> str:
    values = {"deals": counted(deals, "deal"), "players": sizes_in_words(sizes)}
    if len(sizes) > 1:
        return tr("{deals} at {players} players each", **values)
    return tr("{deals} at {players} players", **values)


def glance(tables: ComparisonTables, standings: Sequence[Standings]) -> tuple[KeyFigure, ...]:
    """Give in large type, for each table size, how much is decided."""
    return tuple(_decided(tables.provenance, of_size) for of_size in standings)


def _decided(provenance: ComparisonProvenance, of_size: Standings) -> KeyFigure:
    pairs = of_size.all_pairs()
    decided = sum(pair.decided for pair in pairs)
    return KeyFigure(
        name=tr(
            "Differences decided at {players} players", players=sizes_in_words([of_size.players])
        ),
        number=tr("{n} of {of}", n=count(decided), of=count(len(pairs))),
        interval="",
        basis=how_far(provenance, of_size.players),
    )
