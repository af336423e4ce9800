"""From Parquet outcomes to tables that can be defended, and the command line.

For notebooks: ``pipelines.load("data/runs/quickstart")`` gives the tables and figures of a run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pipelines.loaded_run import LoadedRun, load

__all__ = ["LoadedRun", "load"]


def __getattr__(name: str) -> Any:
    """Import what notebooks use when they use it: workers and ``nap --help`` need none of it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from pipelines import loaded_run

    return getattr(loaded_run, name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
