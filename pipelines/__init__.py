"""From Parquet outcomes to tables that can be defended, and the command line."""
