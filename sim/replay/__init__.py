"""A numbered deal, or session, as a transcript to read, from the hands to the last payment."""

from sim.replay.numbered_deal import session_transcript, transcript

__all__ = ["session_transcript", "transcript"]
