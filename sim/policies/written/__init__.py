"""Policies that users write: a scalar function, a NumPy function, or a Python object.

All three see the same views, settings and facts of the game (:mod:`sim.policies.written.game`),
as plain whole numbers that are never negative, so that a function can be tried as an object and
compiled later.
"""
