"""What a run's condition is, and how probable: exactly as far as it is drawn, estimated beyond."""

from __future__ import annotations

from pipelines.intervals import rate
from pipelines.tables import StatedCondition
from pipelines.totals import Totals
from sim.conditions.sampling import sampling_of

__all__ = ["stated_condition"]


def stated_condition(totals: Totals) -> StatedCondition | None:
    """Return the condition of a run with its probability; None without a condition.

    Every deal was tried until it satisfied the condition, so the share of *n* deals among all
    their tries estimates its probability (inverse binomial sampling: J. B. S. Haldane, *Biometrika*
    33, 1945). The interval is the one for *n* successes in a fixed number of trials; where these
    are few it is Clopper and Pearson's, which contains the exact one for inverse sampling.
    """
    condition = totals.experiment.given
    if condition is None:
        return None
    sampling = sampling_of(condition, totals.rules)
    drawn, possible = len(sampling.listed), sampling.possible
    if sampling.position is None:
        drawn = possible = 1
    if totals.tries is None:
        return StatedCondition(text=str(condition), drawn=drawn, possible=possible)
    share = rate(totals.facts.deals, totals.tries, totals.level)
    return StatedCondition(
        text=str(condition),
        drawn=drawn,
        possible=possible,
        tries=totals.tries,
        share=share.estimate,
        low=share.low,
        high=share.high,
    )
