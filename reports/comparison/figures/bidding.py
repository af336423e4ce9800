"""What the studied players bid: by contract, and whether they bid at all by position."""

from __future__ import annotations

from typing import Final

from pipelines.comparisons.tables import ComparisonTables
from pipelines.headline import headline_of
from reports.chart import Chart
from reports.comparison.behaviour import Behaviour, not_so, share_of
from reports.comparison.conditions import level_text
from reports.comparison.figures.splits import (
    Ranking,
    Rows,
    common_scale,
    lattice_chart,
    most_and_least,
    share_measure,
    units_of,
)
from reports.comparison.ranking import Standings
from reports.comparison.shown import ShownEntries
from reports.language import marked, tr
from reports.style import GREEN, HEADLINE, INK
from reports.wording import (
    contract_name,
    listed,
    percent,
    position_name,
    prose,
    sentence,
    speaking_order,
)

_WHO_BIDS_IT: Final = Ranking(
    most_and_least=marked("{most} bids {contract} most often, {least} least often"),
    more_often=marked("{most} bids {contract} more often than {least}"),
    no_one=marked("nobody is shown to bid {contract} more often than another"),
)
_WHO_BIDS: Final = Ranking(
    most_and_least=marked("{most} bids something most often, {least} least often"),
    more_often=marked("{most} bids something more often than {least}"),
    no_one=marked("nobody is shown to bid more often than another"),
)


def bids(tables: ComparisonTables, of_size: Standings, shown: ShownEntries) -> Chart:
    """Draw how often each contract is bid."""
    behaviour = Behaviour.of(tables, of_size.players)
    headline = headline_of(behaviour.contracts)
    calls = [
        call
        for call in behaviour.calls
        if call == "pass" or call == headline or behaviour.ever("bid", call)
    ]
    measures = [
        share_measure(
            contract_name(call),
            [(entry, behaviour.row(entry, "bid", call)) for entry in shown.entries],
            shown,
            of_size,
            label=tr("% of deals"),
            absent=tr("no deal"),
            from_zero=call != "pass",
            usual=HEADLINE if call == headline else GREEN,
            heading_colour=HEADLINE if call == headline else INK,
        )
        for call in calls
    ]
    never = [contract_name(call) for call in behaviour.contracts if call not in calls]
    return lattice_chart(
        tables,
        shown,
        measures,
        name="bids",
        title=_finding(tables, behaviour, headline, shown, of_size),
        caption=prose(
            tr(
                "Dot: share of deals, at all seats, in which the studied player makes the call; "
                "line: {level} interval of that dot alone.",
                level=level_text(tables.provenance),
            ),
            tr("A bid counts even if it is overcalled later."),
            tr("Every panel has its own scale."),
            tr("Never bid: {contracts}.", contracts=listed(never)) if never else "",
        ),
        alt=tr("How often the studied player makes each call."),
    )


def _finding(
    tables: ComparisonTables,
    behaviour: Behaviour,
    headline: str,
    shown: ShownEntries,
    of_size: Standings,
) -> str:
    return most_and_least(
        [(entry, behaviour.row(entry, "bid", headline)) for entry in shown.entries],
        shown,
        _WHO_BIDS_IT,
        level=tables.provenance.level,
        clusters=units_of(tables, of_size),
        contract=contract_name(headline),
        in_words=lambda row: percent(share_of(row)),
    )


def bids_by_position(
    tables: ComparisonTables, of_size: Standings, shown: ShownEntries
) -> Chart | None:
    """Draw how often the studied player bids at all at each position; None without such rows."""
    behaviour = Behaviour.of(tables, of_size.players)

    def rows_at(position: int | None) -> Rows:
        rows = [(e, behaviour.row(e, "bid", "pass", position)) for e in shown.entries]
        return [(entry, row and not_so(row)) for entry, row in rows]

    order = [
        position
        for position in speaking_order(of_size.players)
        if any(row for _, row in rows_at(position))
    ]
    if not order:
        return None
    measures = [
        share_measure(
            sentence(position_name(position)),
            rows_at(position),
            shown,
            of_size,
            label=tr("bids, % of deals"),
            absent=tr("no deal"),
            from_zero=True,
        )
        for position in order
    ]
    title = most_and_least(
        rows_at(None),
        shown,
        _WHO_BIDS,
        level=tables.provenance.level,
        clusters=units_of(tables, of_size),
        in_words=lambda row: percent(share_of(row)),
    )
    return lattice_chart(
        tables,
        shown,
        common_scale(measures, percent=True, label=tr("bids, % of deals"), from_zero=True),
        name="bids-by-position",
        title=title,
        caption=prose(
            tr(
                "Dot: share of deals in which the studied player bids anything at that position, "
                "in speaking order; line: {level} interval of that dot alone.",
                level=level_text(tables.provenance),
            ),
            tr("What is bid at each position is in the tables."),
        ),
        alt=tr("How often the studied player bids at each position."),
    )
