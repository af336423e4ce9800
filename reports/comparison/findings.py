"""What the differences come to, in one sentence without a full stop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from reports.comparison.difference import Difference
from reports.comparison.ranking import Standings
from reports.comparison.wording import (
    at_tables,
    names_up_to,
    sizes_in_words,
    who_wins_in_words,
)
from reports.language import tr, trn

_NAMED: Final = 3
"""As many names as a title holds of one kind; of more, the number is said."""


def finding(standings: Sequence[Standings]) -> str:
    """Say who is better than what the others are held against."""
    if len(standings) == 1:
        return _at_one_size(standings[0])
    return _with_field(standings) if standings[0].field else _without_field(standings)


def with_verdict(differences: Sequence[Difference], verdict: str) -> list[str]:
    """List the first of each difference that has this verdict."""
    return [each.first for each in differences if each.verdict == verdict]


def _at_one_size(of_size: Standings) -> str:
    against = of_size.against_reference()
    if len(against) == 1:
        return at_tables([of_size.players], _of_two(of_size))
    clauses = _clauses_with_field if of_size.field else _clauses_without_field
    return at_tables([of_size.players], "; ".join(clauses(of_size, against)))


def _of_two(of_size: Standings) -> str:
    """Say who of two wins more, the field or the stronger in its place."""
    (difference,) = of_size.against_reference()
    if not of_size.field:
        difference = difference.swapped()
    pair = {"first": difference.first, "second": difference.second}
    if difference.verdict == "equal":
        return tr("{first} and {second} win exactly the same", **pair)
    if difference.decided:
        return who_wins_in_words(difference)
    return tr("it is not decided whether {first} wins more or less than {second}", **pair)


def _clauses_with_field(of_size: Standings, against: Sequence[Difference]) -> Iterator[str]:
    """Yield who wins more than the field, who less, and of whom that is not decided."""
    better, worse = with_verdict(against, "better"), with_verdict(against, "worse")
    yield from _more_and_less(better, worse, of_size.reference, of=len(against))
    if not better and not worse:
        if len(with_verdict(against, "equal")) == len(against):
            yield tr("nobody ever wins another amount than {field}", field=of_size.reference)
        else:
            yield tr("nobody is shown to win more or less than {field}", field=of_size.reference)


def _more_and_less(
    better: Sequence[str], worse: Sequence[str], field: str, *, of: int
) -> Iterator[str]:
    """Yield who of so many wins more than the field, and who less."""
    if better:
        yield trn(
            "{names} wins more than {field}",
            "{names} win more than {field}",
            len(better),
            names=_many(better, of),
            field=field,
        )
    if worse and better:
        yield tr("{names} less", names=_many(worse, of))
    elif worse:
        yield trn(
            "{names} wins less than {field}",
            "{names} win less than {field}",
            len(worse),
            names=_many(worse, of),
            field=field,
        )


def _clauses_without_field(of_size: Standings, against: Sequence[Difference]) -> Iterator[str]:
    """Yield whom the strongest is shown to beat."""
    weaker = with_verdict(against, "worse")
    others = [each.first for each in against if each.verdict != "worse"]
    best = of_size.reference
    if len(weaker) == len(against):
        yield tr("{best} wins more than every other", best=best)
    elif weaker:
        yield tr("{best} wins more than {names}", best=best, names=names_up_to(weaker, _NAMED))
        yield tr("it cannot be told from {names}", names=names_up_to(others, _NAMED))
    else:
        yield tr("nobody is shown to win more than the next")


def _many(names: Sequence[str], of: int) -> str:
    if len(names) == of and of > _NAMED:
        return tr("all others")
    return names_up_to(names, _NAMED)


def _with_field(standings: Sequence[Standings]) -> str:
    """Say who wins more, or less, than the field at every table size."""
    better, worse = (_everywhere(standings, verdict) for verdict in ("better", "worse"))
    field = standings[0].reference
    clauses = [*_more_and_less(better, worse, field, of=0)] or [
        tr("nobody is shown to win always more or always less than {field}", field=field)
    ]
    return at_tables([of_size.players for of_size in standings], "; ".join(clauses))


def _everywhere(standings: Sequence[Standings], verdict: str) -> list[str]:
    found = [set(with_verdict(of_size.against_reference(), verdict)) for of_size in standings]
    everywhere = set.intersection(*found)
    return [name for name in standings[0].strongest_first if name in everywhere]


def _without_field(standings: Sequence[Standings]) -> str:
    """Say who is strongest at every table size, and whether that is shown."""
    leaders = {of_size.reference for of_size in standings}
    shown = all(
        each.verdict == "worse" for of_size in standings for each in of_size.against_reference()
    )
    if len(leaders) == 1 and shown:
        clause = tr("{best} wins more than every other", best=leaders.pop())
        return at_tables([of_size.players for of_size in standings], clause)
    by_leader: dict[str, list[int]] = {}
    for of_size in standings:
        by_leader.setdefault(of_size.reference, []).append(of_size.players)
    parts = [
        tr("{name} at {players} players", name=name, players=sizes_in_words(sizes))
        for name, sizes in by_leader.items()
    ]
    return tr("Highest estimate: {names}", names=", ".join(parts))
