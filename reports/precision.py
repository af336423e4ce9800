"""What precision was asked of a run, what it reached, and what that means for its intervals."""

from __future__ import annotations

from pipelines.tables import Asked, Provenance
from reports.conditions import level_text
from reports.language import tr, trn
from reports.wording import prose
from sim.scenarios.half_widths import in_short


def asked_in_words(provenance: Provenance) -> list[str]:
    """Say of each target what was asked and what is reached; nothing if none was given."""
    return [_in_words(target) for target in provenance.asked]


def _in_words(target: Asked) -> str:
    width = _width(target)
    if target.reached:
        return tr("asked {target}, reached: {width}", target=target.target, width=width)
    return tr("asked {target}, not reached: {width}", target=target.target, width=width)


def _width(target: Asked) -> str:
    return in_short(target.half_width)


def how_it_ended(provenance: Provenance) -> str:
    """Say by what rule the run ended, and what its intervals are then; empty without targets."""
    if not provenance.asked:
        return ""
    rule = trn(
        "It was to stop as soon as everything that was asked for is known as precisely as asked, "
        "at one of the looks that stand at fixed numbers of deals, and after {n} deal at the "
        "latest.",
        "It was to stop as soon as everything that was asked for is known as precisely as asked, "
        "at one of the looks that stand at fixed numbers of deals, and after {n} deals at the "
        "latest.",
        provenance.most_deals,
    )
    if not provenance.stopped_by_precision:
        return prose(tr("The run did not end by its own precision."), rule)
    meaning = tr(
        "Its intervals are those of such a sequential stop: not exact, but at least 1,000 trials "
        "with 100 successes and 100 failures, or 1,000 sessions, are relied on before it, so that "
        "they hold the true value in about {level} of runs.",
        level=level_text(provenance),
    )
    return prose(tr("The run ended by its own precision."), rule, meaning)
