"""How often each position bids, by what was bid before it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from pipelines.tables import Tables
from reports.chart import Chart
from reports.conditions import clusters_in_words, footer_of, level_text, speakers_of
from reports.dot_panel import dots_in_panel, panel_height
from reports.dots import share_dot
from reports.estimates import Share, extremes
from reports.grid import Panel, draw_grid
from reports.language import tr
from reports.scale import scale_around
from reports.wording import (
    contract_name,
    least_to_most,
    percent,
    position_in_prose,
    position_name,
    prose,
    sentence,
)

_NONE: Final = "none"
"""The highest bid before where all have passed so far."""

Shares = Mapping[str, Mapping[int, Share]]


def calls_given_bid(tables: Tables) -> Chart:
    """Draw how often each position bids after each highest bid before it."""
    level = level_text(tables.provenance)
    shares = _shares(tables)
    panels = [_panel(highest, of_positions) for highest, of_positions in shares.items()]
    return Chart(
        name="calls-given-bid",
        title=_finding(shares, tables),
        caption=prose(
            tr(
                "Dot: share of the times that the position spoke after this highest bid in which "
                "it bid, whatever the contract; line: {level} interval of that dot alone.",
                level=level,
            ),
            clusters_in_words(tables.provenance),
            tr(
                "Positions are in speaking order; where one never spoke after the bid, it is left "
                "out. Every panel has its own scale, from zero; n is the least and the most "
                "times behind a dot."
            ),
        ),
        alt=prose(
            tr("How often each position bids, by the highest bid before it."),
            f"{'; '.join(words for _, words in panels)}.",
        ),
        footer=footer_of(tables),
        paint=partial(draw_grid, panels=[panel for panel, _ in panels]),
    )


def _shares(tables: Tables) -> Shares:
    """Return how often positions bid, by the highest bid before, as far as any could and spoke."""
    frame = tables.calls_by_position_given_bid
    passes = frame.filter(call="pass").rows(named=True)
    may_bid = set(frame.filter(frame["call"] != "pass")["highest"])
    order = speakers_of(tables.provenance)
    found = {
        (row["highest"], row["position"]): _all_but(Share.from_columns(row, "calls", "spoken"))
        for row in passes
        if row["spoken"] and row["highest"] in may_bid
    }
    ladder = (_NONE, *tables.contracts["contract"])
    by_highest = {
        highest: {place: found[highest, place] for place in order if (highest, place) in found}
        for highest in ladder
    }
    return {highest: shares for highest, shares in by_highest.items() if shares}


def _all_but(share: Share) -> Share:
    """Return how often something did not happen."""
    return Share(
        successes=share.of - share.successes,
        of=share.of,
        rate=(share.of - share.successes) / share.of,
        low=1 - share.high,
        high=1 - share.low,
        trials=share.trials,
    )


def _panel(highest: str, shares: Mapping[int, Share]) -> tuple[Panel, str]:
    """Make the panel of what was bid before, and its part of the alternative text."""
    dots = [
        share_dot(position_name(position), share, absent=tr("no deal"))
        for position, share in shares.items()
    ]
    scale = scale_around(dots, label=tr("bids, % of times spoken"), percent=True, from_zero=True)
    heading = (
        tr("Nobody has bid")
        if highest == _NONE
        else tr("After {contract}", contract=contract_name(highest))
    )
    panel = Panel(
        heading=heading,
        detail=f"n = {least_to_most([share.of for share in shares.values()])}",
        height=panel_height(dots),
        paint=partial(dots_in_panel, dots, scale),
    )
    return panel, tr("{name}: {values}", name=heading, values=", ".join(d.in_words for d in dots))


def _finding(shares: Shares, tables: Tables) -> str:
    """Say what the last to speak makes of what was bid before."""
    last = speakers_of(tables.provenance)[-1]
    heard = [(highest, by_who[last]) for highest, by_who in shares.items() if last in by_who]
    who = position_in_prose(last)
    found = extremes([share for _, share in heard], tables.provenance.level)
    if not any(share.successes for _, share in heard):
        return sentence(tr("{who} never bid", who=who))
    if found is None:
        return sentence(
            tr("It is not shown that what was bid before changes how often {who} bids", who=who)
        )
    return sentence(
        tr(
            "{who} bids more often {when} ({most}) than {otherwise} ({least})",
            who=who,
            when=_when(heard, found.highest),
            most=percent(heard[found.highest][1]),
            otherwise=_when(heard, found.lowest),
            least=percent(heard[found.lowest][1]),
        )
    )


def _when(heard: Sequence[tuple[str, Share]], place: int) -> str:
    """Say after which bid, inside a sentence."""
    highest = heard[place][0]
    if highest == _NONE:
        return tr("when nobody has bid")
    return tr("after {contract}", contract=contract_name(highest))
