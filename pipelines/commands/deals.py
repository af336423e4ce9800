"""``nap replay``."""

from __future__ import annotations

from sim.errors import UserError
from sim.runs.directory import RunDirectory
from sim.scenarios.quantities import parse_count
from sim.storage import Folder


def show_deal(path: Folder, written: str) -> None:
    """Print the transcript of one deal of a run."""
    from sim.replay import transcript

    run = RunDirectory.open(path)
    deal = _deal_number(written, run.plan.deal_numbers)
    print(transcript(run.scenario().experiment, deal), end="")


def _deal_number(written: str, deals: range) -> int:
    """Return the number of a deal of a run, written like a count; 0 is the first of all.

    >>> [_deal_number(text, range(10_000)) for text in ("0", "1_234", "5e3")]
    [0, 1234, 5000]
    """
    try:
        number = 0 if written.strip() == "0" else parse_count(written)
    except UserError:
        number = -1
    if number not in deals:
        raise UserError(f"deal {written}: not in this run; allowed: {deals[0]} to {deals[-1]}")
    return number
