"""Scenarios: the files in which people say what is simulated."""
