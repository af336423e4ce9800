"""Under which conditions a comparison was made, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pipelines.comparisons.tables import ComparisonProvenance
from reports.comparison.wording import players_in_words
from reports.language import marked, tr, trn
from reports.wording import count, counted, in_percent, listed

_SHORT_IDENTITY: Final = 12

_DESIGNS: Final = {
    "challenger": marked("one challenger among players of the field"),
    "round robin": marked("round robin, one of each pair among players of the other"),
    "line-ups": marked("whole line-ups"),
}


def level_text(provenance: ComparisonProvenance) -> str:
    """Write the confidence level, "95 %"."""
    return in_percent(100 * provenance.level)


_NAMES: Final = {
    "challenger": marked("challenger"),
    "round robin": marked("round robin"),
    "line-ups": marked("line-ups"),
}


def design_named(provenance: ComparisonProvenance) -> str:
    """Name the design shortly."""
    return tr(_NAMES[provenance.design])


def design_in_words(provenance: ComparisonProvenance) -> str:
    """Say who sits with whom."""
    if provenance.field is not None and provenance.design == "challenger":
        return tr("one challenger among players of {field}", field=provenance.field)
    return tr(_DESIGNS[provenance.design])


def units_in_words(provenance: ComparisonProvenance, players: int) -> str:
    """Say how many deals were played: "120,000 deals", each with all its rotations."""
    return counted(provenance.deals[players], "deal")


def how_far(provenance: ComparisonProvenance, players: int) -> str:
    """Say how many deals were played, and whether it ended because all was decided."""
    deals, cap = provenance.deals[players], provenance.cap[players]
    if provenance.stopped_early[players]:
        return trn(
            "ended by itself after {deals} of at most {n} deal",
            "ended by itself after {deals} of at most {n} deals",
            cap,
            deals=count(deals),
        )
    if deals < cap:
        return trn(
            "{deals} of {n} deal so far", "{deals} of {n} deals so far", cap, deals=count(deals)
        )
    return trn("all {n} deal used", "all {n} deals used", deals)


def footer_of(provenance: ComparisonProvenance, sizes: Sequence[int]) -> str:
    """Give the line below a figure of a file: conditions, n, seed and identities."""
    tables = listed(
        [
            tr(
                "{players} {deals} (identity {identity})",
                players=players_in_words(players),
                deals=units_in_words(provenance, players),
                identity=provenance.identities[players][:_SHORT_IDENTITY],
            )
            for players in sizes
        ]
    )
    return tr(
        "Nap, comparison {name}, profile {profile}, {design}; {tables}, each rotated through all "
        "seats; seed {seed}",
        name=provenance.name,
        profile=provenance.profile,
        design=design_in_words(provenance),
        tables=tables,
        seed=provenance.seed,
    )
