"""A numbered deal as a transcript to read, from the hands to the last payment."""

from sim.replay.numbered_deal import transcript

__all__ = ["transcript"]
