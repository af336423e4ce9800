"""The simulator: cards, rules, policies, numbered deals, shards. It knows no statistics."""
