"""How long sessions last, who runs out of chips and who buys more, as tables."""

from __future__ import annotations

import polars as pl

from pipelines.quantiles import percentiles
from pipelines.tables import Tables
from reports.conditions import level_text
from reports.estimates import Mean, Share
from reports.figures.session_lengths import early_sessions
from reports.language import tr, trc
from reports.reading.cells import ReadingTable, amount_cell, share_cell, text_cells
from reports.wording import count, prose

_PERCENTS = (5, 25, 50, 75, 95)


def chips(tables: Tables) -> list[ReadingTable]:
    """Show what becomes of chips; nothing where nobody's run out."""
    shown = []
    if tables.broke_by_player is not None and tables.broke_by_player["broke"].sum():
        shown.append(_broke_by_player(tables.broke_by_player, tables))
    if tables.session_lengths is not None and early_sessions(tables):
        shown.append(_session_lengths(tables.session_lengths, tables))
    if tables.rebuys_by_player is not None and tables.rebuys_by_player["stacks"].sum():
        shown.append(_rebuys_by_player(tables.rebuys_by_player, tables))
    return shown


def _broke_by_player(frame: pl.DataFrame, tables: Tables) -> ReadingTable:
    return ReadingTable(
        name="broke_by_player",
        title=tr("Players who run out of chips"),
        note=prose(
            tr(
                "Share of sessions (n) at whose end the player has no chips left, before a pool "
                "is shared out."
            ),
            tr("Below each: {level} interval.", level=level_text(tables.provenance)),
        ),
        columns=(tr("player"), tr("policy"), tr("n, sessions"), trc("chips", "out")),
        names=2,
        rows=tuple(
            (
                *text_cells(row["name"], row["policy"], count(row["sessions"])),
                share_cell(Share.from_family(row, "broke", "sessions")),
            )
            for row in frame.rows(named=True)
        ),
    )


def _session_lengths(frame: pl.DataFrame, tables: Tables) -> ReadingTable:
    """Show the quantiles of the lengths: there may be as many lengths as deals in a session."""
    lengths, sessions = frame["deals"].to_list(), frame["sessions"].to_list()
    cells = [
        min(lengths),
        *percentiles(lengths, sessions, _PERCENTS),
        max(lengths),
        tables.provenance.sessions - early_sessions(tables),
        tables.provenance.sessions,
    ]
    return ReadingTable(
        name="session_lengths",
        title=tr("Length of sessions"),
        note=prose(
            tr(
                "Deals of a session: the least number that at least that share of sessions does "
                "not exceed, exact for this run."
            ),
            tr("Whole: sessions in which all deals were played."),
        ),
        columns=(
            tr("of a session"),
            tr("least"),
            *("5 %", "25 %"),
            tr("median"),
            *("75 %", "95 %"),
            tr("most"),
            trc("sessions", "whole"),
            tr("n, sessions"),
        ),
        names=1,
        rows=((*text_cells(tr("deals")), *text_cells(*map(count, cells))),),
    )


def _rebuys_by_player(frame: pl.DataFrame, tables: Tables) -> ReadingTable:
    return ReadingTable(
        name="rebuys_by_player",
        title=tr("Stacks that players buy"),
        note=prose(
            tr(
                "Stacks of chips bought beside the first: mean over the sessions (n), and the "
                "share of sessions with at least one."
            ),
            tr("Below each: {level} interval.", level=level_text(tables.provenance)),
        ),
        columns=(
            tr("player"),
            tr("policy"),
            tr("n, sessions"),
            tr("stacks a session"),
            trc("stacks", "any"),
            tr("stacks in all"),
        ),
        names=2,
        rows=tuple(
            (
                *text_cells(row["name"], row["policy"], count(row["sessions"])),
                amount_cell(Mean.from_row(row, "stacks_per_session", "stacks_low", "stacks_high")),
                share_cell(Share.from_family(row, "rebought", "sessions")),
                *text_cells(count(row["stacks"])),
            )
            for row in frame.rows(named=True)
        ),
    )
