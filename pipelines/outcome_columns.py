"""Which columns the outcome files of an experiment have beyond those of every run."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sim.experiment import Experiment
from sim.outcomes import deals_schema, sessions_schema

__all__ = ["added_deal_columns", "added_session_columns", "is_plain"]

_OF_EVERY_DEAL: Final = ("deal", "dealer", "auction", "trump", "tricks")
_OF_EVERY_SESSION: Final = ("session", "first_dealer")
_UNITS_OF_EVERY_SESSION: Final = ("player_", "position_")


@lru_cache(maxsize=8)
def added_deal_columns(experiment: Experiment) -> tuple[str, ...]:
    """Return the columns that the options add to the deals."""
    return tuple(name for name in deals_schema(experiment).names if name not in _OF_EVERY_DEAL)


@lru_cache(maxsize=8)
def added_session_columns(experiment: Experiment) -> tuple[str, ...]:
    """Return the columns that the options add to the sessions."""
    return tuple(
        name
        for name in sessions_schema(experiment).names
        if name not in _OF_EVERY_SESSION and not name.startswith(_UNITS_OF_EVERY_SESSION)
    )


def is_plain(experiment: Experiment) -> bool:
    """Whether deals are independent, and auction and tricks tell all that can be told of them.

    Such runs are counted outcome by outcome, without a look at single deals; that is several
    times as fast.
    """
    added = added_deal_columns(experiment) or added_session_columns(experiment)
    return not added and not experiment.rules.session_matters
