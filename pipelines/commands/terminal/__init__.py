"""The tables of a run for a terminal of 80 columns, with small pictures of letters."""
