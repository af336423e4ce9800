"""What can be set of the search policy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sim.policies.parameter import Parameter

MOST_LAYOUTS: Final = 10_000

PARAMETERS: Final = (
    Parameter(
        name="layouts",
        meaning="layouts of the unseen cards that are solved for each card played",
        default=20,
        low=1,
        high=MOST_LAYOUTS,
        whole=True,
    ),
    Parameter(
        name="bid_layouts",
        meaning="layouts that are solved for each call; 0: bids as counting:standard",
        default=20,
        low=0,
        high=MOST_LAYOUTS,
        whole=True,
    ),
    Parameter(
        name="inference",
        meaning="hands drawn at most for a player who has passed until one fits his call, judged "
        "as counting:standard would, 32 times as many for a bidder; 1: calls tell nothing",
        default=16,
        low=1,
        high=1000,
        whole=True,
    ),
    Parameter(
        name="margin",
        meaning="units from each opponent that a call must promise beyond that of counting",
        default=0.5,
        low=-10.0,
        high=10.0,
    ),
    Parameter(
        name="positions",
        meaning="positions searched at most for one decision; then what has been solved decides, "
        "or, if that is too little, tracker's play and counting's bid",
        default=50_000,
        low=1,
        high=1_000_000_000_000,
        whole=True,
    ),
)

PRESETS: Final[Mapping[str, Mapping[str, float]]] = {
    "standard": {},
    "quick": {"layouts": 8, "bid_layouts": 8, "positions": 10_000},
    "deep": {"layouts": 100, "bid_layouts": 100, "positions": 1_000_000},
    "play-only": {"bid_layouts": 0},
}
