"""What must agree exactly of what was counted in solved sessions."""

from __future__ import annotations

from collections.abc import Iterator

from pipelines.audit.lines import Line, exactly
from pipelines.double_dummy.parts import DECLARER, DEFENCE, PARTS, solved
from pipelines.lineup import Group, by_policy, by_position
from pipelines.totals import RatioName, Totals
from sim.game.rules import Rules

__all__ = ["lines_of_solved"]


def lines_of_solved(totals: Totals) -> Iterator[Line]:
    """Yield what must be equal where sessions were solved; nothing where none were.

    What the declarers received is what their contracts were worth double dummy, less what they
    lost by their cards, and with what the defenders lost by theirs. Positions and policies lose
    the same together. And a contract is worth the same whether the hands are solved before the
    auction, or the play before its first card, if no cards move between.
    """
    deals = totals.ratio(RatioName(solved("deals"))).y
    if not deals:
        return
    lost = {part: _lost(totals, part, by_position(totals.experiment)) for part in PARTS}
    value = _of_declarers("value", totals)
    yield exactly(
        "solved settlement",
        n=deals,
        observed=_of_declarers("settled", totals),
        expected=value - lost[DECLARER] + lost[DEFENCE],
    )
    for part in PARTS:
        by_policies = _lost(totals, part, by_policy(totals.experiment))
        yield exactly(f"solved {part}", n=deals, observed=by_policies, expected=lost[part])
    if _hands_stay(totals.rules):
        for number, contract in enumerate(totals.rules.ladder, start=1):
            could, kept = (
                totals.ratio(RatioName(solved(what), first=number)) for what in ("could", "kept")
            )
            yield exactly(
                "solved twice", n=kept.x, observed=kept.y, expected=could.y, item=contract.name
            )


def _lost(totals: Totals, part: str, groups: list[Group]) -> int:
    """Return the units that all members of some groups lost in a part."""
    number = PARTS.index(part)
    names = (RatioName(solved("units lost"), group.who, group.number, number) for group in groups)
    return sum(totals.ratio(name).y for name in names)


def _of_declarers(what: str, totals: Totals) -> int:
    names = (
        RatioName(solved(what), group.who, group.number) for group in by_position(totals.experiment)
    )
    return sum(totals.ratio(name).y for name in names)


def _hands_stay(rules: Rules) -> bool:
    """Whether nobody picks up a card once the auction has begun."""
    return not (rules.float_card or rules.peep or rules.sir_garnet)
