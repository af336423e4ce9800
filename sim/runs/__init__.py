"""Runs: shards, worker processes, whole files, and going on where a run has stopped."""
