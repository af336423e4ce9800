"""Under which conditions a comparison was made, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pipelines.comparisons.tables import ComparisonProvenance
from reports.comparison.wording import players_in_words
from reports.wording import SPACE, count, counted, listed

_SHORT_IDENTITY: Final = 12

_DESIGNS: Final = {
    "challenger": "one challenger among players of the field",
    "round robin": "round robin, one of each pair among players of the other",
    "line-ups": "whole line-ups",
}


def level_text(provenance: ComparisonProvenance) -> str:
    """Write the confidence level, "95 %"."""
    return f"{100 * provenance.level:g}{SPACE}%"


def design_in_words(provenance: ComparisonProvenance) -> str:
    """Say who sits with whom."""
    if provenance.field is not None and provenance.design == "challenger":
        return f"one challenger among players of {provenance.field}"
    return _DESIGNS.get(provenance.design, provenance.design)


def units_in_words(provenance: ComparisonProvenance, players: int) -> str:
    """Say how many deals were played: "120,000 deals", each with all its rotations."""
    return counted(provenance.deals[players], "deal")


def how_far(provenance: ComparisonProvenance, players: int) -> str:
    """Say how many deals were played, and whether it ended because all was decided."""
    deals, cap = provenance.deals[players], provenance.cap[players]
    if provenance.stopped_early[players]:
        return f"ended by itself after {count(deals)} of at most {counted(cap, 'deal')}"
    if deals < cap:
        return f"{count(deals)} of {counted(cap, 'deal')} so far"
    return f"all {counted(deals, 'deal')} used"


def footer_of(provenance: ComparisonProvenance, sizes: Sequence[int]) -> str:
    """Give the line below a figure of a file: conditions, n, seed and identities."""
    tables = listed(
        [
            f"{players_in_words(players)} {units_in_words(provenance, players)} "
            f"(identity {provenance.identities[players][:_SHORT_IDENTITY]})"
            for players in sizes
        ]
    )
    return (
        f"Nap, comparison {provenance.name}, profile {provenance.profile}, "
        f"{design_in_words(provenance)}; {tables}, each rotated through all seats; "
        f"seed {provenance.seed}"
    )
