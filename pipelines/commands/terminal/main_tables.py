"""The main tables of a run, with small pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from pipelines.commands.terminal.layout import PictureRow, PictureTable
from pipelines.commands.terminal.perfect_tables import perfect_tables
from pipelines.commands.terminal.pictures import (
    MARK,
    Axis,
    bar,
    bar_about_zero,
    round_end,
    spread,
)
from pipelines.tables import Tables
from reports.conditions import (
    clusters_in_words,
    is_headline,
    level_text,
    policies_of,
    position_label,
    positions_of,
    session_in_words,
    speakers_of,
)
from reports.estimates import Mean, Share
from reports.figures.balances import mean_balance, share_of_pool_in_words
from reports.figures.expectation import (
    deals_in_words,
    intervals_in_words,
    mean_of_part,
    parts_of,
    pool_of_players,
    pool_of_positions,
)
from reports.figures.wins import ties_in_words, win_share_text
from reports.reading.cells import mean_cell, share_cell
from reports.wording import (
    SPACE,
    contract_name,
    count,
    counted,
    listed,
    percent_of,
    position_name,
    signed,
)

__all__ = ["main_tables"]

Row = Mapping[str, Any]

_WHOLE: Final = Axis(f"0{SPACE}%", f"100{SPACE}%")


def main_tables(tables: Tables) -> Iterator[PictureTable]:
    """Yield the tables that answer the main questions, in the order of the report."""
    yield _success(tables)
    yield from _by_position(tables, "made", "played", "made")
    yield _bids(tables)
    yield from _by_position(tables, "bid", "deals", "bid")
    yield _expectation_by_position(tables)
    if len(policies_of(tables.provenance)) > 1:
        yield _expectation_by_policy(tables)
    yield _balances(tables)
    yield _wins(tables)
    yield from perfect_tables(tables)


def _interval_heading(tables: Tables) -> str:
    return f"{level_text(tables.provenance)} interval"


def _sentences(*sentences: str) -> str:
    return " ".join(sentence.strip() for sentence in sentences if sentence.strip())


def _success(tables: Tables) -> PictureTable:
    """Show how often each contract is made, against its break-even."""
    rows = []
    for row in tables.contracts.rows(named=True):
        made = Share.from_family(row, "made", "played")
        rows.append(
            PictureRow(
                cells=(
                    contract_name(row["contract"]),
                    count(made.of),
                    *_share(made),
                    percent_of(row["break_even"]),
                ),
                drawing=bar(made.rate, 1, mark=row["break_even"]),
            )
        )
    return PictureTable(
        title="Success by contract",
        note=_sentences(
            "Made: share of the deals played in the contract (n) in which its declarer keeps it.",
            f"{MARK} break-even: the share at which the stakes cancel.",
            clusters_in_words(tables.provenance),
        ),
        columns=("contract", "n, deals", "made", _interval_heading(tables), "break-even"),
        axis=_WHOLE,
        rows=tuple(rows),
    )


def _share(share: Share) -> tuple[str, str]:
    cell = share_cell(share)
    return cell.text, cell.interval


def _mean(mean: Mean) -> tuple[str, str]:
    cell = mean_cell(mean)
    return cell.text, cell.interval


def _by_position(tables: Tables, family: str, of: str, word: str) -> Iterator[PictureTable]:
    """Show how often each position bids, or makes, the contract that the report is about.

    Nothing where nobody did: the answer above the tables says so.
    """
    by_place = {
        (row["position"], row["contract"]): row
        for row in tables.contracts_by_position.rows(named=True)
    }
    positions = speakers_of(tables.provenance)
    for contract in tables.contracts["contract"].to_list():
        if not is_headline(contract, tables):
            continue
        rows = [by_place[position, contract] for position in positions]
        shares = [Share.from_family(row, family, of) for row in rows]
        if not any(share.of if word == "made" else share.successes for share in shares):
            continue
        name = contract_name(contract)
        notes = {
            "made": f"Share of the deals that the position plays in {name} (n) and makes.",
            "bid": f"Share of deals (n) in which the position bids {name}, overcalled or not.",
        }
        yield _shares(
            tables,
            title=f"{name} {word}, by position",
            note=notes[word],
            heading="position",
            names=[position_name(position) for position in positions],
            shares=shares,
            value=word,
            mark=rows[0]["break_even"] if word == "made" else None,
            whole=word == "made",
        )


def _bids(tables: Tables) -> PictureTable:
    """Show how often each contract is bid by anybody."""
    rows = tables.contracts.rows(named=True)
    return _shares(
        tables,
        title="Bids",
        note="Share of deals (n) in which anybody bids the contract, overcalled or not.",
        heading="contract",
        names=[contract_name(row["contract"]) for row in rows],
        shares=[Share.from_family(row, "bid", "deals") for row in rows],
        value="bid",
    )


def _shares(
    tables: Tables,
    *,
    title: str,
    note: str,
    heading: str,
    names: Sequence[str],
    shares: Sequence[Share],
    value: str,
    mark: float | None = None,
    whole: bool = False,
) -> PictureTable:
    most = 1.0 if whole else round_end(max(share.rate or 0.0 for share in shares), 1.0)
    marked = "" if mark is None else f"{MARK} break-even, {percent_of(mark)}."
    return PictureTable(
        title=title,
        note=_sentences(note, marked, clusters_in_words(tables.provenance)),
        columns=(heading, "n, deals", value, _interval_heading(tables)),
        axis=Axis(f"0{SPACE}%", percent_of(most)),
        rows=tuple(
            PictureRow(
                cells=(name, count(share.of), *_share(share)),
                drawing=bar(share.rate, most, mark=mark),
            )
            for name, share in zip(names, shares, strict=True)
        ),
    )


def _expectation_by_position(tables: Tables) -> PictureTable:
    by_position = {row["position"]: row for row in tables.expectation_by_position.rows(named=True)}
    order = positions_of(tables.provenance)
    return _expectation(
        tables,
        title="Units per deal, by position",
        of_pool=pool_of_positions(tables),
        heading="position",
        names=[position_label(position, tables.provenance) for position in order],
        rows=[by_position[position] for position in order],
    )


def _expectation_by_policy(tables: Tables) -> PictureTable:
    rows = tables.expectation_by_policy.rows(named=True)
    return _expectation(
        tables,
        title="Units per deal, by policy: its average player",
        of_pool=pool_of_players(tables),
        heading="policy",
        names=[row["policy"] for row in rows],
        rows=rows,
    )


def _expectation(
    tables: Tables,
    *,
    title: str,
    of_pool: str,
    heading: str,
    names: Sequence[str],
    rows: Sequence[Row],
) -> PictureTable:
    """Show units per deal, whole and in the parts that add up to them."""
    parts = parts_of(tables)
    means: list[tuple[str, Mean]] = []
    for name, row in zip(names, rows, strict=True):
        means.append((name, Mean.from_row(row, "units_per_deal", "low", "high")))
        means += [(f"  {part.label}", mean_of_part(row, part.prefix)) for part in parts]
    most = round_end(max(abs(mean.value or 0.0) for _, mean in means), 1.0)
    labels = listed([part.label for part in parts])
    players = tables.expectation_by_player.rows(named=True)
    deals = deals_in_words(rows if heading == "position" else players)
    return PictureTable(
        title=title,
        note=_sentences(
            f"Mean over {deals}; the parts {labels} add up to it.",
            of_pool,
            intervals_in_words(tables),
        ),
        columns=(heading, "units per deal", _interval_heading(tables)),
        axis=Axis(f"{signed(-most, 12).rstrip('0').rstrip('.')}", f"+{most:g}"),
        rows=tuple(
            PictureRow(cells=(name, *_mean(mean)), drawing=bar_about_zero(mean.value, most))
            for name, mean in means
        ),
    )


_QUANTILES: Final = ("q05", "q25", "q50", "q75", "q95")
_HEADINGS: Final = (f"5{SPACE}%", f"25{SPACE}%", "median", f"75{SPACE}%", f"95{SPACE}%")


def _balances(tables: Tables) -> PictureTable:
    """Show the spread of each player's balances after a session."""
    rows = tables.balance_summary.rows(named=True)
    low, high = min(row["q05"] for row in rows), max(row["q95"] for row in rows)
    if low == high:
        low, high = low - 1, high + 1
    return PictureTable(
        title="Balances after a session",
        note=_sentences(
            f"Units after {session_in_words(tables.provenance)}, over "
            f"{counted(tables.provenance.sessions, 'session')}: the mean with its "
            f"{_interval_heading(tables)}; quantiles, exact for this run: the least balance that "
            f"so many sessions do not exceed.",
            share_of_pool_in_words(tables),
            f"Drawn: 5 to 95{SPACE}% (thin), the middle half (thick), the median (dot).",
        ),
        columns=("player", "mean", _interval_heading(tables), *_HEADINGS),
        axis=Axis(signed(low, 0), signed(high, 0)),
        rows=tuple(
            PictureRow(
                cells=(
                    row["name"],
                    *_mean(mean_balance(row)),
                    *(signed(row[name], 0) for name in _QUANTILES),
                ),
                drawing=spread(
                    (row["q05"], row["q25"], row["q50"], row["q75"], row["q95"]), low, high
                ),
            )
            for row in rows
        ),
    )


def _wins(tables: Tables) -> PictureTable:
    """Show each player's share of sessions won, against an equal share."""
    rows = tables.balance_summary.rows(named=True)
    equal = 1 / tables.provenance.players
    most = round_end(max([equal, *(row["win_share"] or 0.0 for row in rows)]), 1.0)
    return PictureTable(
        title="Sessions won",
        note=_sentences(
            f"Share of sessions (n) won by the highest balance; {ties_in_words(tables)}",
            f"{MARK} an equal share, {percent_of(equal)}.",
        ),
        columns=("player", "n, sessions", "share won", _interval_heading(tables)),
        axis=Axis(f"0{SPACE}%", percent_of(most)),
        rows=tuple(
            PictureRow(
                cells=(row["name"], count(row["sessions"]), *win_share_text(row)),
                drawing=bar(row["win_share"], most, mark=equal),
            )
            for row in rows
        ),
    )
