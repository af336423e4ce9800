"""How often the studied players make what they play, and how often another bid was right."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pipelines.comparisons.tables import ComparisonTables
from pipelines.headline import headline_of
from reports.chart import Chart
from reports.comparison.behaviour import Behaviour, share_of
from reports.comparison.conditions import level_text
from reports.comparison.figures.splits import (
    Ranking,
    lattice_chart,
    most_and_least,
    share_measure,
    units_of,
)
from reports.comparison.lattice import Measure
from reports.comparison.ranking import Standings
from reports.comparison.shown import ShownEntries
from reports.language import marked, tr
from reports.style import BLUE, GREEN, HEADLINE, INK, PURPLE
from reports.wording import contract_name, listed, percent, prose

_WHO_MAKES_IT: Final = Ranking(
    most_and_least=marked("{most} makes {contract} most often, {least} least often"),
    more_often=marked("{most} makes {contract} more often than {least}"),
    no_one=marked("nobody is shown to make {contract} more often than another"),
)
_WHO_OVERBIDS: Final = Ranking(
    most_and_least=marked("{most} overbids with {contract} most often, {least} least often"),
    more_often=marked("{most} overbids with {contract} more often than {least}"),
    no_one=marked("nobody is shown to overbid with {contract} more often than another"),
)
_WRONG: Final = {
    "overbid": marked("{contract} overbid"),
    "underbid": marked("{contract} underbid"),
}


def success(tables: ComparisonTables, of_size: Standings, shown: ShownEntries) -> Chart | None:
    """Draw how often each contract is made; None where none was ever played."""
    behaviour = Behaviour.of(tables, of_size.players)
    played = _played(behaviour)
    if not played:
        return None
    headline = headline_of(behaviour.contracts)
    subject = headline if headline in played else played[-1]
    measures = [
        share_measure(
            contract_name(contract),
            [(entry, behaviour.row(entry, "made", contract)) for entry in shown.entries],
            shown,
            of_size,
            label=tr("made, % of n"),
            absent=tr("never"),
            from_zero=False,
            narrowest=4.0,
            usual=HEADLINE if contract == headline else GREEN,
            heading_colour=HEADLINE if contract == headline else INK,
        )
        for contract in played
    ]
    title = most_and_least(
        [(entry, behaviour.row(entry, "made", subject)) for entry in shown.entries],
        shown,
        _WHO_MAKES_IT,
        level=tables.provenance.level,
        clusters=units_of(tables, of_size),
        contract=contract_name(subject),
        in_words=lambda row: percent(share_of(row)),
    )
    return lattice_chart(
        tables,
        shown,
        measures,
        name="success",
        title=title,
        caption=prose(
            tr(
                "Dot: share of the contracts played by the studied player that he makes, at all "
                "seats; line: {level} interval of that dot alone; n: contracts behind each dot.",
                level=level_text(tables.provenance),
            ),
            tr("Every panel has its own scale."),
            _never(behaviour, played),
        ),
        alt=tr("How often the studied player makes each contract."),
    )


def misjudged(tables: ComparisonTables, of_size: Standings, shown: ShownEntries) -> Chart | None:
    """Draw how often a lower or a higher bid was the right one; None where that never happened."""
    behaviour = Behaviour.of(tables, of_size.players)
    measures = [*_wrong(behaviour, "overbid", of_size, shown)]
    measures += _wrong(behaviour, "underbid", of_size, shown)
    if not measures:
        return None
    first = behaviour.contracts[0]
    contract = next((c for c in behaviour.contracts if behaviour.ever("overbid", c)), first)
    title = most_and_least(
        [(entry, behaviour.row(entry, "overbid", contract)) for entry in shown.entries],
        shown,
        _WHO_OVERBIDS,
        level=tables.provenance.level,
        clusters=units_of(tables, of_size),
        contract=contract_name(contract),
        in_words=lambda row: percent(share_of(row)),
    )
    return lattice_chart(
        tables,
        shown,
        measures,
        name="misjudged",
        title=title,
        caption=prose(
            tr(
                "Overbid: contracts that fail although the next lower one, of fewer tricks, would "
                "have been made."
            ),
            tr("Underbid: contracts that take the tricks of the next higher one."),
            tr(
                "Both as shares of the contracts that the studied player plays (n); line: {level} "
                "interval of that dot alone.",
                level=level_text(tables.provenance),
            ),
            tr("What never happened is not shown."),
            tr("Every panel has its own scale."),
        ),
        alt=tr("How often the studied player bids too much or too little."),
    )


def _wrong(
    behaviour: Behaviour, measure: str, of_size: Standings, shown: ShownEntries
) -> Iterator[Measure]:
    """Yield the measures of one way to misjudge, for each contract in which it happened."""
    for contract in behaviour.contracts:
        if behaviour.ever(measure, contract):
            yield share_measure(
                tr(_WRONG[measure], contract=contract_name(contract)),
                [(entry, behaviour.row(entry, measure, contract)) for entry in shown.entries],
                shown,
                of_size,
                label=tr("% of n"),
                absent=tr("never"),
                from_zero=True,
                usual=PURPLE if measure == "overbid" else BLUE,
            )


def _played(behaviour: Behaviour) -> list[str]:
    return [
        contract
        for contract in behaviour.contracts
        if any(
            row["denominator"]
            for (_, measure, of, position), row in behaviour.rows.items()
            if (measure, of, position) == ("made", contract, None)
        )
    ]


def _never(behaviour: Behaviour, played: list[str]) -> str:
    never = [contract_name(each) for each in behaviour.contracts if each not in played]
    return tr("Never played: {contracts}.", contracts=listed(never)) if never else ""
