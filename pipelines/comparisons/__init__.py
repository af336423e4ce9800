"""From the sums of a comparison to its tables: differences, verdicts, behaviour, sweeps."""
