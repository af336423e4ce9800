"""What the solved deals of a run say: its tables of perfect information as shares and means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import polars as pl

from pipelines.double_dummy.parts import BIDDING, DEFENCE
from pipelines.double_dummy.parts import DECLARER as DECLARER_PLAYS
from pipelines.tables import Tables
from reports.conditions import clusters_in_words, headline_contract, headline_name
from reports.estimates import Mean, Share
from reports.intervals_in_words import interval_of_share
from reports.language import marked, tr, trn
from reports.style import DECLARER, DEFENDER, INK, Colour
from reports.wording import count, in_percent, percent, prose

Row = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Loss:
    """A way in which units are lost against perfect information; texts are translated in use.

    Attributes
    ----------
    part
        What the tables call it.
    heading, label
        Its name for a heading, and for a label.
    most_and_least, more
        Who loses most so and who least; who loses more so than whom. Places: ``most`` and
        ``least``, and the units of both.
    """

    part: str
    heading: str
    label: str
    most_and_least: str
    more: str
    colour: Colour
    marker: str


LOSSES: Final = (
    Loss(
        part=BIDDING,
        heading=marked("Lost by bidding"),
        label=marked("by bidding"),
        most_and_least=marked(
            "By bidding {most} loses most, {most_units} units per deal, {least} least "
            "({least_units})"
        ),
        more=marked(
            "By bidding {most} loses more units per deal ({most_units}) than {least} "
            "({least_units})"
        ),
        colour=INK,
        marker="o",
    ),
    Loss(
        part=DECLARER_PLAYS,
        heading=marked("Lost by the declarer’s play"),
        label=marked("by play as declarer"),
        most_and_least=marked(
            "By play as declarer {most} loses most, {most_units} units per deal, {least} least "
            "({least_units})"
        ),
        more=marked(
            "By play as declarer {most} loses more units per deal ({most_units}) than {least} "
            "({least_units})"
        ),
        colour=DECLARER,
        marker="^",
    ),
    Loss(
        part=DEFENCE,
        heading=marked("Lost by the defence"),
        label=marked("by play as defender"),
        most_and_least=marked(
            "By play as defender {most} loses most, {most_units} units per deal, {least} least "
            "({least_units})"
        ),
        more=marked(
            "By play as defender {most} loses more units per deal ({most_units}) than {least} "
            "({least_units})"
        ),
        colour=DEFENDER,
        marker="s",
    ),
)
"""Every way, in the order in which a deal goes."""

LOSSES_OF_PLAY: Final = LOSSES[1:]


def is_solved(tables: Tables) -> bool:
    """Whether any deal of the run was solved."""
    return tables.makeable is not None and tables.makeable["deals"].max() not in (None, 0)


def rows_of(frame: pl.DataFrame | None) -> list[dict[str, Any]]:
    """List the rows of a table; none where there is no such table."""
    return [] if frame is None else frame.rows(named=True)


def none_solved_in_words(tables: Tables) -> str:
    """Say that no deal was solved; where some sessions were to be, that none of the run is one."""
    provenance = tables.provenance
    if not provenance.solve:
        return tr(
            "No deal of this run was solved, so that it does not say how often a contract could "
            "be made."
        )
    return trn(
        "The scenario has {share} of sessions solved, but not the {n} session of this run, so that "
        "it does not say how often a contract could be made.",
        "The scenario has {share} of sessions solved, but none of the {n} sessions of this run is "
        "among them, so that it does not say how often a contract could be made.",
        provenance.sessions,
        share=in_percent(100 * provenance.solve),
    )


def solved_deals(tables: Tables) -> int:
    """Give how many deals were solved."""
    return max((row["deals"] for row in rows_of(tables.makeable)), default=0)


def solved_sessions(tables: Tables) -> int:
    """Give how many sessions were solved: in each, eldest has had to speak."""
    rows = rows_of(tables.regret_by_position)
    return max((row["sessions"] for row in rows if row["part"] == BIDDING), default=0)


def solved_clusters_in_words(tables: Tables) -> str:
    """Say from what the intervals of shares of solved deals come; see `clusters_in_words`."""
    return clusters_in_words(tables.provenance, solved_sessions(tables))


def solved_in_words(tables: Tables) -> str:
    """Say how many of the deals of the run were solved, and what counts of them, in sentences."""
    solved = trn(
        "Solved: {n} of the {deals} deals of the run.",
        "Solved: {n} of the {deals} deals of the run.",
        solved_deals(tables),
        deals=count(tables.provenance.deals),
    )
    if tables.revokes_by_player is None:
        return solved
    return prose(solved, tr("Those that a revoke ended are not played out, and no card is judged."))


def headline_row(tables: Tables) -> Row:
    """Give the row of the table ``makeable`` of the contract that the report is about."""
    headline = headline_contract(tables)
    return next(row for row in rows_of(tables.makeable) if row["contract"] == headline)


def of_hands(row: Row) -> Share:
    """Read the share of hands with which a contract could be made."""
    return Share.from_share(row, "makeable", "hands")


def of_deals(row: Row) -> Share:
    """Read the share of deals in which somebody could make it."""
    return Share.from_share(row, "somebody", "deals", "somebody_")


def bid(row: Row) -> Share:
    """Read the share of deals in which somebody bid it."""
    return Share.from_share(row, "bid", "deals", "bid_")


def of_played(row: Row) -> Share:
    """Read the share of the deals played out in it that could be made."""
    return Share.from_share(row, "kept_double_dummy", "played", "kept_double_dummy_")


def made(row: Row) -> Share:
    """Read the share of the deals played out in it that were made."""
    return Share.from_share(row, "made", "played", "made_")


def rows_of_loss(frame: pl.DataFrame | None, loss: Loss) -> Sequence[Row]:
    """List the rows of a table of regret that are of one way to lose."""
    return [row for row in rows_of(frame) if row["part"] == loss.part]


def units_lost(row: Row) -> Mean:
    """Read how many units are lost per deal."""
    return Mean.from_row(row, "units_per_deal", "low", "high")


def tricks_lost(row: Row) -> Mean:
    """Read how many tricks are lost per deal; no number of what is lost by bidding."""
    return Mean.from_row(row, "tricks_per_deal", "tricks_low", "tricks_high")


def could_be_made_in_words(tables: Tables) -> str:
    """Say how often the headline contract could be made, and of the deals played in it, was."""
    row, provenance = headline_row(tables), tables.provenance
    hands, deals, could, was = of_hands(row), of_deals(row), of_played(row), made(row)
    with_hands = tr(
        "With all hands open and best play by both sides, {contract} could be made with {share} of "
        "hands ({interval}), and by somebody in {share_of_deals} of deals ({interval_of_deals}).",
        contract=headline_name(tables),
        share=percent(hands),
        interval=interval_of_share(hands, provenance),
        share_of_deals=percent(deals),
        interval_of_deals=interval_of_share(deals, provenance),
    )
    if not could.of:
        return prose(with_hands, tr("None of the solved deals is played out in it."))
    where_played = trn(
        "Of {n} solved deal played out in it, {could} could be made ({could_interval}) and {made} "
        "are made ({made_interval}).",
        "Of {n} solved deals played out in it, {could} could be made ({could_interval}) and {made} "
        "are made ({made_interval}).",
        could.of,
        could=percent(could),
        could_interval=interval_of_share(could, provenance),
        made=percent(was),
        made_interval=interval_of_share(was, provenance),
    )
    return prose(with_hands, where_played)
