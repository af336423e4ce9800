"""What precision was asked of a run, what it reached, and what that means for its intervals."""

from __future__ import annotations

from pipelines.tables import Asked, Provenance
from reports.conditions import level_text
from reports.wording import counted
from sim.scenarios.half_widths import in_short


def asked_in_words(provenance: Provenance) -> list[str]:
    """Say of each target what was asked and what is reached; nothing if none was given."""
    return [
        f"asked {target.target}, {'reached' if target.reached else 'not reached'}: {_width(target)}"
        for target in provenance.asked
    ]


def _width(target: Asked) -> str:
    return in_short(target.half_width)


def how_it_ended(provenance: Provenance) -> str:
    """Say by what rule the run ended, and what its intervals are then; empty without targets."""
    if not provenance.asked:
        return ""
    rule = (
        "It was to stop as soon as everything that was asked for is known as precisely as asked, "
        f"at one of the looks that stand at fixed numbers of deals, and after "
        f"{counted(provenance.most_deals, 'deal')} at the latest."
    )
    if provenance.stopped_by_precision:
        return (
            f"The run ended by its own precision. {rule} Its intervals are those of such a "
            "sequential stop: not exact, but at least 1,000 trials with 100 successes and 100 "
            "failures, or 1,000 sessions, are relied on before it, so that they hold the true "
            f"value in about {level_text(provenance)} of runs."
        )
    return f"The run did not end by its own precision. {rule}"
