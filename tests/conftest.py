"""Settings for all tests."""

from __future__ import annotations

from hypothesis import settings

# The same examples every time, however long a busy machine takes over one of them.
settings.register_profile("reproducible", derandomize=True, deadline=None, database=None)
settings.load_profile("reproducible")
