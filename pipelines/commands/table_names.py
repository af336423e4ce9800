"""Names of tables that somebody asked for, and that a folder does not have."""

from __future__ import annotations

from collections.abc import Iterable

from pipelines.comparisons.schema import COMPARISON_SCHEMAS
from pipelines.schema import TABLE_SCHEMAS
from sim.errors import UserError


def no_such_table(place: object, name: str, there: Iterable[str]) -> UserError:
    """Return the refusal: what the table takes that is not there, and which tables there are.

    Parameters
    ----------
    place : object
        The folder, as text.
    name : str
        What was asked for.
    there : iterable of str
        The tables that it has.

    Examples
    --------
    >>> print(no_such_table("run", "pool", ["contracts", "tricks"]))
    run: no table pool, which comes only with a pool; there are contracts, tricks
    """
    schema = TABLE_SCHEMAS.get(name) or COMPARISON_SCHEMAS.get(name)
    takes = f", which comes only with {schema.only_with}" if schema and schema.only_with else ""
    return UserError(f"{place}: no table {name}{takes}; there are {', '.join(there)}")
