"""What is counted of solved deals, and the tables made of it."""
