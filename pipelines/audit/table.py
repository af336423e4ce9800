"""The table of the audit: all its lines, and which of them a sound run would not have."""

from __future__ import annotations

import polars as pl

from pipelines.audit.agreement import lines_of_agreement
from pipelines.audit.counting import COUNTED_FOR_AUDIT
from pipelines.audit.dealing import lines_of_dealers, lines_of_dealing, lines_of_playing
from pipelines.audit.lines import Line, broken_lines
from pipelines.audit.sums import Sums
from pipelines.double_dummy.auditing import lines_of_solved
from pipelines.totals import Totals

__all__ = ["audit_lines", "audit_table"]


def audit_lines(totals: Totals, numbers: range) -> list[Line]:
    """Return all lines of the audit of a run.

    Parameters
    ----------
    totals : Totals
        Everything that was counted.
    numbers : range
        The numbers of all deals of the run.
    """
    sums = Sums(totals.sums)
    if sums.one("audited", "session") < totals.sessions:
        # Some shards were counted by an older version, and have no rows to be counted again.
        counted = sums.without(COUNTED_FOR_AUDIT)
        return [*lines_of_agreement(totals, counted, numbers), *lines_of_solved(totals)]
    return [
        *lines_of_dealing(totals.rules, sums, numbers),
        *lines_of_dealers(totals, sums),
        *lines_of_playing(sums),
        *lines_of_agreement(totals, sums, numbers),
        *lines_of_solved(totals),
    ]


def audit_table(totals: Totals, numbers: range) -> pl.DataFrame:
    """Return the audit of a run; see `pipelines.schema`."""
    lines = audit_lines(totals, numbers)
    broken = {id(line) for line in broken_lines(lines)}
    rows = [
        {
            "check": line.check,
            "place": line.place,
            "item": line.item,
            "n": line.n,
            "observed": float(line.observed),
            "expected": float(line.expected),
            "must_equal": line.must_equal,
            "z": line.z,
            "chance": line.chance,
            "sound": id(line) not in broken,
        }
        for line in lines
    ]
    return pl.DataFrame(rows, infer_schema_length=None)
