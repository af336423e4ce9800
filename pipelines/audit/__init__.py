"""The audit of a run: what is known exactly, beside what was counted."""
