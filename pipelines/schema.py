"""The final tables: every column with its type, unit and meaning, in one place.

The same descriptions check the tables when they are made, go into ``tables.json``, and are what
reports and readers rely on.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from pipelines.schemas.bidding import BIDDING
from pipelines.schemas.columns import PERCENTS
from pipelines.schemas.depth import DEPTH
from pipelines.schemas.optional import OPTIONAL
from pipelines.schemas.perfect import PERFECT
from pipelines.schemas.winnings import WINNINGS
from pipelines.table_schema import Column, TableSchema

__all__ = ["PERCENTS", "TABLE_SCHEMAS", "Column", "TableSchema"]

TABLE_SCHEMAS: Final[Mapping[str, TableSchema]] = MappingProxyType(
    {schema.name: schema for schema in (*BIDDING, *WINNINGS, *OPTIONAL, *DEPTH, *PERFECT)}
)
"""Every final table by name, in the order in which they are written."""
