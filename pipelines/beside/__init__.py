"""Several runs side by side: what differs between each of them and the first, and how surely."""
