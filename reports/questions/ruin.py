"""How likely it is to lose all within a session, in a sentence."""

from __future__ import annotations

from typing import Final

import polars as pl

from pipelines.tables import Tables
from reports.estimates import Share
from reports.intervals_in_words import interval_of_share
from reports.language import tr, trn
from reports.wording import percent

_SELDOM: Final = 0.05
"""A stack is called safe that nobody loses more often, by this run."""


def ruin_in_words(tables: Tables) -> str:
    """Say how often chips run out; without chips, how often a stack would; else nothing."""
    if tables.broke_by_player is not None:
        return _broke(tables)
    if tables.ruin is not None and not tables.ruin.is_empty():
        return _ruined(tables, tables.ruin)
    return ""


def _broke(tables: Tables) -> str:
    assert tables.broke_by_player is not None
    rows = tables.broke_by_player.rows(named=True)
    row = max(rows, key=lambda row: row["broke"])
    share = Share.from_family(row, "broke", "sessions")
    if not share.successes:
        return ""
    return tr(
        "{player}’s chips run out in {share} of sessions ({interval}), nobody’s more often in "
        "this run.",
        player=row["name"],
        share=percent(share),
        interval=interval_of_share(share, tables.provenance),
    )


def _ruined(tables: Tables, ruin: pl.DataFrame) -> str:
    """Name the least stack that everybody loses so seldom, and who loses it most often."""
    worst = ruin.sort("stack", "ruined", "player", descending=[False, True, False])
    worst = worst.unique("stack", keep="first", maintain_order=True)
    safe = worst.filter(pl.col("ruined_rate") <= _SELDOM)
    row = (safe.head(1) if len(safe) else worst.tail(1)).row(0, named=True)
    share = Share.from_family(row, "ruined", "sessions")
    return trn(
        "A stack of {n} unit is lost within a session in {share} of sessions ({interval}) by "
        "{player}, by nobody more often in this run.",
        "A stack of {n} units is lost within a session in {share} of sessions ({interval}) by "
        "{player}, by nobody more often in this run.",
        row["stack"],
        share=percent(share),
        interval=interval_of_share(share, tables.provenance),
        player=row["name"],
    )
