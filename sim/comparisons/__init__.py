"""Comparing policies: the same numbered deals for several line-ups, rotated through all seats."""
