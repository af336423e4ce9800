"""The status of a run for the terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Final

from pipelines.commands.summary import summary
from pipelines.run_status import RunStatus
from sim.errors import UserError
from sim.runs.directory import RunDirectory

_WIDTH: Final = 80
_LABEL_WIDTH: Final = 10
_SHORT_IDENTITY: Final = 12
_MOST_NAMED: Final = 3
_UNITS: Final = ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB"))


def status_text(status: RunStatus) -> str:
    """Return the status as lines with a label each, and the main figures below them.

    Commands, paths and what is said of files are never broken into lines: they are for copying.
    """
    lines = [f"{label:<{_LABEL_WIDTH}}{text}".rstrip() for label, text in _lines(status)]
    figures = status.figures
    if isinstance(figures, UserError):
        return "\n".join([*lines, f"{'figures':<{_LABEL_WIDTH}}{figures}"])
    return "\n".join([*lines, "", summary(figures)])


def _lines(status: RunStatus) -> Iterator[tuple[str, str]]:
    run, found = status.run, status.found
    yield "run", str(run.path)
    yield from _labelled("scenario", _scenario(status))
    yield "identity", run.identity.digest[:_SHORT_IDENTITY]
    yield "", run.identity.digest
    yield from _labelled("deals", _deals(status))
    yield from _labelled("until", _until(run))
    yield from _labelled("shards", _shards(status))
    yield from _named("missing", [shard.name for shard in found.missing])
    yield from _named("damaged", [fault for _, fault in found.damaged])
    yield from _named("foreign", found.foreign, "move them away first")
    yield from _named("strangers", found.strangers, "left alone, not counted")
    if status.is_at_work:
        yield "at work", "another nap process, now"
    elif status.mend:
        yield "at work", "nobody; go on with:"
        yield "", status.mend
    else:
        yield "at work", "nobody"
    yield "disk", bytes_in_words(status.bytes)


def _labelled(label: str, text: str) -> Iterator[tuple[str, str]]:
    lines = textwrap.wrap(text, _WIDTH - _LABEL_WIDTH, break_long_words=False)
    for place, line in enumerate(lines):
        yield ("" if place else label), line


def _named(label: str, items: Sequence[object], remark: str = "") -> Iterator[tuple[str, str]]:
    """Yield a line for each of the first few things, and one that says how many more there are."""
    for place, item in enumerate(items[:_MOST_NAMED]):
        yield ("" if place else label), str(item)
    more = f"and {len(items) - _MOST_NAMED:,} more" if len(items) > _MOST_NAMED else ""
    last = "; ".join(filter(None, (more, remark if items else "")))
    if last:
        yield "", last


def _scenario(status: RunStatus) -> str:
    if isinstance(status.scenario, UserError):
        return str(status.scenario)
    experiment = status.scenario.experiment
    policies = dict.fromkeys(player.policy.label for player in experiment.lineup)
    return (
        f"{status.scenario.name}: profile {experiment.rules.profile}, "
        f"{experiment.rules.players} players ({', '.join(policies)}), seating "
        f"{experiment.seating}, seed {experiment.seed}"
    )


def _deals(status: RunStatus) -> str:
    first, planned = status.run.plan.deal_numbers[0], status.run.deals_that_count
    share = 100 * status.finished_deals // planned
    return (
        f"{status.finished_deals:,} of {planned:,} ({share} %), numbers {first:,} to "
        f"{first + planned - 1:,}"
    )


def _until(run: RunDirectory) -> str:
    """Return what ends the run, if it is not the number of deals alone."""
    if not run.until:
        return ""
    targets = " and ".join(run.until)
    if run.stopped_after is not None:
        return f"{targets}: reached, of {run.plan.deals:,} deals at most"
    return f"{targets}: not reached yet, {run.plan.deals:,} deals at most"


def _shards(status: RunStatus) -> str:
    found = status.found
    damaged = len(dict.fromkeys(shard for shard, _ in found.damaged))
    counts = {
        "finished": len(found.finished),
        "missing": len(found.missing),
        "damaged": damaged,
        "foreign": len(found.foreign),
    }
    named = [f"{count:,} {what}" for what, count in counts.items() if count or what == "finished"]
    return f"{', '.join(named)}, of {status.run.shards_that_count:,}"


def bytes_in_words(size: int) -> str:
    """Return a number of bytes as people say it.

    >>> bytes_in_words(22_049_000), bytes_in_words(12)
    ('22.0 MB', '12 bytes')
    """
    for unit, name in _UNITS:
        if size >= unit:
            return f"{size / unit:.1f} {name}"
    return f"{size} bytes"
