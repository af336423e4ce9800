"""Planning: how many deals, how long and how much disk, foretold from a small pilot."""
