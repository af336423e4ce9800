"""Precision on demand: targets, how far a run is from them, and when it has reached them."""
