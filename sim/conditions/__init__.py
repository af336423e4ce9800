"""Conditions on deals: their grammar, their exact probabilities, and deals that satisfy them."""

from sim.conditions.condition import Condition

__all__ = ["Condition"]
