"""Who does best and who worst in units per deal, in a sentence no stronger than the data."""

from __future__ import annotations

from dataclasses import dataclass

from pipelines.tables import Provenance
from reports.estimates import Mean, extremes, side_of
from reports.intervals_in_words import interval_of_mean
from reports.language import tr
from reports.wording import mean_value


@dataclass(frozen=True, kw_only=True)
class Compared:
    """Who is compared, as prose names them, and the mean of each."""

    subjects: tuple[str, ...]
    means: tuple[Mean, ...]


@dataclass(frozen=True, kw_only=True)
class Sayings:
    """What is said of the best and the worst; marked texts.

    Attributes
    ----------
    alone
        Each of the two differs from all others.
    apart
        The two differ from each other.
    together
        They cannot be told apart, though some differ from zero.
    nothing
        Nor does any differ from zero.
    one_session
        There are no intervals.
    """

    alone: str
    apart: str
    together: str
    nothing: str
    one_session: str


def best_and_worst(compared: Compared, sayings: Sayings, provenance: Provenance) -> str:
    """Say who does best and worst; differences are claimed only where all intervals allow it.

    The intervals compared hold all at once (Bonferroni); those printed are the usual ones.
    """
    if provenance.sessions < 2:
        return tr(sayings.one_session)
    means, level = compared.means, provenance.level
    found = extremes(means, level)
    if found is not None:
        saying = sayings.alone if found.alone else sayings.apart
        return _filled(saying, compared, found.highest, found.lowest, provenance)
    order = sorted(range(len(means)), key=lambda place: means[place].value or 0.0)
    some = any(side_of(mean, 0.0, level, len(means)) for mean in means)
    saying = sayings.together if some else sayings.nothing
    return _filled(saying, compared, order[-1], order[0], provenance)


def _filled(saying: str, compared: Compared, best: int, worst: int, provenance: Provenance) -> str:
    return tr(
        saying,
        best=compared.subjects[best],
        most=mean_value(compared.means[best]),
        most_interval=interval_of_mean(compared.means[best], provenance),
        worst=compared.subjects[worst],
        least=mean_value(compared.means[worst]),
        least_interval=interval_of_mean(compared.means[worst], provenance),
    )
