"""The search policy with hardly anything to search: for tests of all policies on many deals."""

from typing import Final

QUICK_SEARCH: Final = {"layouts": 2, "bid_layouts": 2, "inference": 2, "positions": 500}
