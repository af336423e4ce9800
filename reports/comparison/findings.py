"""What the differences come to, in one sentence without a full stop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from reports.comparison.difference import Difference
from reports.comparison.ranking import Standings
from reports.comparison.wording import amount_in_words, at_tables, names_up_to, opening
from reports.wording import sentence

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


def win(names: Sequence[str]) -> str:
    """Choose the verb for one or for many."""
    return "wins" if len(names) == 1 else "win"


def _at_one_size(of_size: Standings) -> str:
    against = of_size.against_reference()
    if len(against) == 1:
        return f"{opening(of_size.players)} {_of_two(of_size)}"
    clauses = _clauses_with_field if of_size.field else _clauses_without_field
    return f"{opening(of_size.players)} {'; '.join(clauses(of_size, against))}"


def _of_two(of_size: Standings) -> str:
    """Say who of two wins more, the field or the stronger in its place."""
    (difference,) = of_size.against_reference()
    if not of_size.field:
        difference = difference.swapped()
    pair = (difference.first, difference.second)
    if difference.verdict == "equal":
        return f"{pair[0]} and {pair[1]} win exactly the same"
    if difference.decided:
        return f"{pair[0]} wins {amount_in_words(difference)} than {pair[1]}"
    return f"it is not decided whether {pair[0]} wins more or less than {pair[1]}"


def _clauses_with_field(of_size: Standings, against: Sequence[Difference]) -> Iterator[str]:
    """Yield who wins more than the field, who less, and of whom that is not decided."""
    better, worse = with_verdict(against, "better"), with_verdict(against, "worse")
    if better:
        yield f"{_many(better, len(against))} {win(better)} more than {of_size.reference}"
    if worse:
        than = "" if better else f" than {of_size.reference}"
        verb = "" if better else f" {win(worse)}"
        yield f"{_many(worse, len(against))}{verb} less{than}"
    if not better and not worse:
        if len(with_verdict(against, "equal")) == len(against):
            yield f"nobody ever wins another amount than {of_size.reference}"
        else:
            yield f"nobody is shown to win more or less than {of_size.reference}"


def _clauses_without_field(of_size: Standings, against: Sequence[Difference]) -> Iterator[str]:
    """Yield whom the strongest is shown to beat."""
    weaker = with_verdict(against, "worse")
    others = [each.first for each in against if each.verdict != "worse"]
    if len(weaker) == len(against):
        yield f"{of_size.reference} wins more than every other"
    elif weaker:
        yield f"{of_size.reference} wins more than {names_up_to(weaker, _NAMED)}"
        yield f"it cannot be told from {names_up_to(others, _NAMED)}"
    else:
        yield "nobody is shown to win more than the next"


def _many(names: Sequence[str], of: int) -> str:
    return "all others" if len(names) == of and of > _NAMED else names_up_to(names, _NAMED)


def _with_field(standings: Sequence[Standings]) -> str:
    """Say who wins more, or less, than the field at every table size."""
    where = at_tables([of_size.players for of_size in standings])
    always = {verdict: _everywhere(standings, verdict) for verdict in ("better", "worse", "equal")}
    field = standings[0].reference
    clauses = []
    if always["better"]:
        names = always["better"]
        clauses.append(f"{names_up_to(names, _NAMED)} {win(names)} more than {field}")
    if always["worse"]:
        names = always["worse"]
        than = "" if clauses else f" than {field}"
        verb = "" if clauses else f" {win(names)}"
        clauses.append(f"{names_up_to(names, _NAMED)}{verb} less{than}")
    if not clauses:
        clauses.append(f"nobody is shown to win always more or always less than {field}")
    return sentence(f"{where} {'; '.join(clauses)}")


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
        where = at_tables([of_size.players for of_size in standings])
        return sentence(f"{where} {leaders.pop()} wins more than every other")
    by_leader: dict[str, list[int]] = {}
    for of_size in standings:
        by_leader.setdefault(of_size.reference, []).append(of_size.players)
    parts = [f"{name} {at_tables(sizes)}" for name, sizes in by_leader.items()]
    return f"Highest estimate: {', '.join(parts)}"
