"""Hands that are dealt again: of a sample of the deals, whose cards no file keeps."""
