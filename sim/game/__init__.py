"""The game: cards, ladder, rules and what a deal comes to."""
