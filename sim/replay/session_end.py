"""The end of a session as text: balances, what becomes of the pool, who has won, and ties."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from sim.engine_input import extra_deal_rules
from sim.replay.deal import DealText
from sim.replay.standing import Standing
from sim.replay.wording import counted, fitted, joined, signed, table
from sim.tie_breaks import highest

if TYPE_CHECKING:
    from sim.experiment import Experiment
    from sim.records import ExtraDeal, Record


def session_end(
    experiment: Experiment, record: Record, session: int, *, solve: bool = False
) -> Iterator[list[str]]:
    """Yield the sections that tell how a session ended.

    Parameters
    ----------
    experiment : Experiment
    record : Record
        Of one session.
    session : int
        Its number.
    solve : bool
        Whether extra deals are held against best play with all hands open.
    """
    extra_deals = record.extra_deals(0)
    yield [*_balances(experiment, record, session)]
    for deal in extra_deals:
        yield [f"Extra deal {deal.number} of session {session:,}"]
        yield from _extra_deal(experiment, deal, solve=solve)
    if extra_deals:
        yield [*_decision(experiment, record, extra_deals)]


def _balances(experiment: Experiment, record: Record, session: int) -> Iterator[str]:
    rules, outcomes = experiment.rules, record.outcomes
    balances, split = outcomes.player_units[0], int(outcomes.splits[0])
    by_seat = experiment.players_by_seat(session)
    columns = {}
    if rules.has_pool:
        columns["deals"] = [signed(int(balances[player]) - split) for player in by_seat]
        columns["pool"] = [signed(split)] * rules.players
    columns["balance"] = [signed(int(balances[player])) for player in by_seat]
    if rules.may_rebuy:
        columns["bought"] = [str(outcomes.buys[0, player]) for player in by_seat]
    yield f"End of session {session:,} after {_length(record)}"
    yield from table([experiment.lineup[player].name for player in by_seat], columns)
    if rules.has_pool:
        yield f"  pool: {counted(int(outcomes.pools[0]), 'unit')}"
    leaders = [player for player in by_seat if highest(outcomes.player_units)[0, player]]
    if rules.ties == "extra deal" and len(leaders) > 1:
        yield from fitted(f"{_names(experiment, leaders)} are level and play on", indent="  ")
    else:
        yield from _victory(experiment, leaders)


def _length(record: Record) -> str:
    played = int(np.count_nonzero(record.present))
    too_few = ", too few players left" if played < len(record.present) else ""
    return counted(played, "deal") + too_few


def _extra_deal(experiment: Experiment, deal: ExtraDeal, *, solve: bool) -> Iterator[list[str]]:
    rules = extra_deal_rules(experiment.rules, len(deal.seating))
    nothing = (0,) * experiment.rules.players
    standing = Standing(rules=rules, seating=deal.seating, units=nothing, stacks=nothing, pool=None)
    text = DealText(experiment, deal.session, standing, deal.acts, solve=solve)
    yield from text.sections()


def _decision(
    experiment: Experiment, record: Record, extra_deals: Sequence[ExtraDeal]
) -> Iterator[str]:
    """Yield what the extra deals brought the tied players, and whom they made the winner."""
    tied = sorted(extra_deals[0].seating)
    tallies = dict.fromkeys(tied, 0)
    for deal in extra_deals:
        assert deal.acts.payments is not None
        for player, units in zip(deal.seating, deal.acts.payments, strict=True):
            tallies[player] += units
    assert record.outcomes.ties is not None
    winners = [player for player in tied if record.outcomes.ties.winners[0, player]]
    yield f"After {counted(len(extra_deals), 'extra deal')}"
    names = [experiment.lineup[player].name for player in tied]
    yield from table(names, {"units": [*map(signed, tallies.values())]})
    yield from _victory(experiment, winners)


def _victory(experiment: Experiment, winners: Sequence[int]) -> list[str]:
    outcome = "wins" if len(winners) == 1 else "share the win"
    return fitted(f"{_names(experiment, winners)} {outcome}", indent="  ")


def _names(experiment: Experiment, players: Sequence[int]) -> str:
    return joined([experiment.lineup[player].name for player in players])
