"""What tables of a comparison say of line-ups that are not in them."""

from __future__ import annotations

from collections.abc import Sequence

from reports.comparison.shown import ShownEntries


def left_out_note(shown: Sequence[ShownEntries]) -> str:
    """Say which line-ups are not in a table, as sentences; or nothing."""
    notes = list(dict.fromkeys(each.left_out for each in shown if each.left_out))
    return " ".join(notes)
