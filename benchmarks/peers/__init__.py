"""The project beside its peers, in an environment of its own; `make bench-peers` runs it."""
