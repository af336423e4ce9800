"""Which columns the outcome files of an experiment have beyond those of every run."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from pipelines.acts import names_of_acts
from sim.experiment import Experiment

__all__ = ["added_deal_columns", "added_session_columns", "is_plain"]

_OF_EVERY_DEAL: Final = ("deal", "dealer", "auction", "trump", "tricks")
_OF_EVERY_SESSION: Final = ("session", "first_dealer")
_UNITS_OF_EVERY_SESSION: Final = ("player_", "position_")


def is_plain(experiment: Experiment) -> bool:
    """Whether deals are independent, and auction and tricks tell all that can be told of them.

    Such runs have no added columns but for the tries under a condition. They are counted outcome
    by outcome, without a look at single deals; that is several times as fast.
    """
    rules = experiment.rules
    special = rules.session_matters or experiment.may_revoke or rules.ties == "extra deal"
    return not special and not names_of_acts(rules)


@lru_cache(maxsize=8)
def added_deal_columns(experiment: Experiment) -> tuple[str, ...]:
    """Return the columns that the options add to the deals."""
    if is_plain(experiment):
        return ("tries",) if experiment.needs_tries else ()
    # Not at the top: the engine need not be loaded to count a plain run.
    from sim.outcomes import deals_schema

    return tuple(name for name in deals_schema(experiment).names if name not in _OF_EVERY_DEAL)


@lru_cache(maxsize=8)
def added_session_columns(experiment: Experiment) -> tuple[str, ...]:
    """Return the columns that the options add to the sessions."""
    if is_plain(experiment):
        return ()
    from sim.outcomes import sessions_schema

    return tuple(
        name
        for name in sessions_schema(experiment).names
        if name not in _OF_EVERY_SESSION and not name.startswith(_UNITS_OF_EVERY_SESSION)
    )
