"""``nap replay`` and ``nap verify``."""

from __future__ import annotations

import sys

from pipelines.commands.endings import FAULT
from sim.errors import UserError
from sim.runs.directory import RunDirectory
from sim.scenarios.quantities import parse_count
from sim.storage import Folder


def show_deal(path: Folder, written: str) -> None:
    """Print the transcript of one deal of a run."""
    from sim.replay import transcript

    run = RunDirectory.open(path)
    deal = _deal_number(written, run.plan.deals)
    print(transcript(run.scenario().experiment, deal), end="")


def verify_deals(path: Folder, written: str, sample_seed: int | None) -> None:
    """Compare deals of a run, drawn at random, with what the simulator makes of them now."""
    from sim.runs.verify import verify_run

    found = verify_run(RunDirectory.open(path), _deals_to_compare(written), sample_seed)
    print(
        f"{found.deals:,} deals in {found.sessions:,} sessions compared "
        f"(the same sample again: --sample-seed {found.sample_seed})"
    )
    if not found.differences:
        print("all agree with the files")
        return
    for difference in found.differences:
        print(difference)
    sys.exit(FAULT)


def _deals_to_compare(written: str) -> int:
    try:
        return parse_count(written)
    except UserError as error:
        raise UserError(f"--deals: {error}") from None


def _deal_number(written: str, deals: int) -> int:
    """Return the number of a deal of a run, written like a count; 0 is the first.

    >>> [_deal_number(text, deals=10_000) for text in ("0", "1_234", "5e3")]
    [0, 1234, 5000]
    """
    try:
        number = 0 if written.strip() == "0" else parse_count(written)
    except UserError:
        number = -1
    if not 0 <= number < deals:
        raise UserError(f"deal {written}: not in this run; allowed: 0 to {deals - 1}")
    return number
