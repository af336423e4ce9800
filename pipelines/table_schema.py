"""What a table consists of, and the columns that many tables have in common."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

import polars as pl

__all__ = [
    "Column",
    "TableSchema",
    "bare_rate",
    "ends",
    "only",
    "rate_family",
    "real",
    "share_family",
    "whole",
    "word",
]

Dtype = Literal["Int64", "Float64", "String", "Boolean"]

_POLARS: Final[Mapping[str, pl.DataType]] = {
    "Int64": pl.Int64(),
    "Float64": pl.Float64(),
    "String": pl.String(),
    "Boolean": pl.Boolean(),
}


@dataclass(frozen=True)
class Column:
    """One column of a table.

    Attributes
    ----------
    name : str
    dtype : {"Int64", "Float64", "String", "Boolean"}
    unit : str
        "deals", "units per deal", "probability", ...; empty for names.
    meaning : str
    optional : bool
        Whether only some profiles have it; the meaning says which.
    """

    name: str
    dtype: Dtype
    unit: str
    meaning: str
    optional: bool = False


@dataclass(frozen=True)
class TableSchema:
    """What a table is called, says, and consists of.

    Attributes
    ----------
    name, title : str
    columns : tuple of Column
        In their order.
    only_with : str
        With which options there is such a table; empty if every run has it.
    """

    name: str
    title: str
    columns: tuple[Column, ...]
    only_with: str = ""

    @property
    def optional(self) -> bool:
        """Whether only some profiles have such a table."""
        return bool(self.only_with)

    @property
    def dtypes(self) -> dict[str, pl.DataType]:
        """The columns that every such table has, as Polars wants them."""
        return self.dtypes_with(())

    def dtypes_with(self, optional: Collection[str]) -> dict[str, pl.DataType]:
        """Return the columns as Polars wants them, of the optional ones only those named."""
        return {
            column.name: _POLARS[column.dtype]
            for column in self.columns
            if not column.optional or column.name in optional
        }

    def described(self, frame: pl.DataFrame) -> tuple[Column, ...]:
        """Return the descriptions of the columns that a table really has."""
        return tuple(column for column in self.columns if column.name in frame.columns)

    def conform(self, frame: pl.DataFrame) -> pl.DataFrame:
        """Return the frame with exactly these columns in this order, optional ones if it has them.

        Raises
        ------
        polars.exceptions.PolarsError
            If a column is missing or its values are of another kind.
        """
        dtypes = self.dtypes_with(frame.columns)
        casts = [pl.col(name).cast(dtype, strict=True) for name, dtype in dtypes.items()]
        return frame.select(casts)


def word(name: str, meaning: str) -> Column:
    """Return a column of names."""
    return Column(name, "String", "", meaning)


def whole(name: str, unit: str, meaning: str) -> Column:
    """Return a column of counts and other whole numbers."""
    return Column(name, "Int64", unit, meaning)


def real(name: str, unit: str, meaning: str) -> Column:
    """Return a column of rates, means and other numbers."""
    return Column(name, "Float64", unit, meaning)


def ends(prefix: str, unit: str) -> tuple[Column, Column]:
    """Return both ends of an interval."""
    return (
        real(f"{prefix}low", unit, "lower end of the interval"),
        real(f"{prefix}high", unit, "upper end of the interval"),
    )


def only(columns: Iterable[Column], only: str) -> tuple[Column, ...]:
    """Return columns that only some profiles have."""
    return tuple(
        replace(column, optional=True, meaning=f"{column.meaning} ({only})") for column in columns
    )


def _effective(name: str) -> tuple[Column, ...]:
    column = real(name, "deals", "independent deals that would tell the rate as exactly")
    return only([column], "where deals of a session depend on each other")


def rate_family(name: str, of: str, unit: str, meaning: str) -> tuple[Column, ...]:
    """Return count, rate and interval: ``name``, ``name_rate``, ``name_low``, ``name_high``, ..."""
    return (
        whole(name, unit, meaning),
        real(f"{name}_rate", "probability", f"{name} / {of}; null if {of} is 0"),
        *ends(f"{name}_", "probability"),
        *_effective(f"{name}_trials"),
    )


def bare_rate(successes: str, of: str) -> tuple[Column, ...]:
    """Return rate and interval: ``rate``, ``low``, ``high``, ..."""
    return (
        real("rate", "probability", f"{successes} / {of}; null if {of} is 0"),
        *ends("", "probability"),
        *_effective("trials"),
    )


def share_family(prefix: str, name: str, of: str, unit: str, meaning: str) -> tuple[Column, ...]:
    """Return count, share and interval: ``name``, ``share``, ``low``, ``high``, ...

    The last ones begin with the prefix and ``_``, if there is a prefix.
    """
    before = f"{prefix}_" if prefix else ""
    effective = real(
        f"{before}trials", unit, f"independent {unit} that would tell the share as exactly"
    )
    return (
        whole(name, unit, meaning),
        real(f"{before}share", "probability", f"{name} / {of}; null if {of} is 0"),
        *ends(before, "probability"),
        *only([effective], f"where {unit} depend on each other"),
    )
