"""The figures of the report of a comparison."""
