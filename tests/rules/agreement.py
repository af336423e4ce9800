"""Whether the engine and the referee agree, session by session, act by act, unit by unit."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sim.experiment import Experiment
from sim.outcomes import deals_table, sessions_table
from sim.records import Record, play_sessions
from tests import referee
from tests.referee import House, SessionVerdict
from tests.rules.in_words import house_of, sessions_in_words, trump_in_words


@dataclass
class Agreement:
    """What has been compared: deals, and how often each thing happened."""

    deals: int = 0
    happened: dict[str, int] = field(default_factory=dict)

    def note(self, what: str, times: int = 1) -> None:
        if times:
            self.happened[what] = self.happened.get(what, 0) + times


def compare(experiment: Experiment, first_session: int, sessions: int) -> Agreement:
    """Let the referee judge simulated sessions, and hold every result against his.

    Raises
    ------
    Foul
        If the engine let something happen that the rules forbid.
    AssertionError
        If a result differs.
    """
    record = play_sessions(experiment, first_session, sessions)
    rows = iter(deals_table(record.outcomes, experiment).to_pylist())
    sessions_rows = sessions_table(record.outcomes, experiment).to_pylist()
    house = house_of(experiment.rules)
    agreement = Agreement()
    for place, (deals, extra) in enumerate(sessions_in_words(record)):
        verdict = referee.judge_numbered_session(
            house,
            players=experiment.rules.players,
            seed=experiment.seed,
            session=first_session + place,
            deals=deals,
            extra_deals=extra,
            seating=experiment.seating,
            revoke_rates=[player.revoke_rate for player in experiment.lineup],
        )
        compare_session(record, place, verdict)
        for seated in verdict.deals:
            compare_deal_row(experiment, next(rows), seated)
        compare_session_row(sessions_rows[place], verdict)
        conserve_money(house, verdict)
        note_what_happened(agreement, verdict)
    assert next(rows, None) is None
    return agreement


def compare_session(record: Record, place: int, verdict: SessionVerdict) -> None:
    """Hold balances, pool, winners and every deal of a session against the verdict."""
    rules, outcomes = record.rules, record.outcomes
    assert tuple(outcomes.player_units[place]) == verdict.balances
    assert tuple(outcomes.position_units[place]) == verdict.by_position
    assert outcomes.pools[place] == verdict.pool
    assert outcomes.splits[place] == verdict.split
    if rules.chips:
        assert tuple(outcomes.buys[place]) == verdict.rebuys
    if outcomes.ties is not None:
        assert tuple(outcomes.ties.winners[place]) == verdict.winners
        assert outcomes.ties.extra_deals[place] == len(verdict.extra_deals)
    first = place * rules.deals_per_session
    for deals_before, seated in enumerate(verdict.deals):
        compare_deal(record, first + deals_before, seated)


def compare_deal(record: Record, place: int, seated: referee.SeatedDeal) -> None:
    """Hold what a deal came to against the verdict."""
    acts, verdict = record.acts(place), seated.verdict
    assert record.first_deal + place == seated.number
    assert record.dealers[place] == seated.dealer
    assert record.present[place] == len(seated.seats)
    assert acts.tricks == (verdict.tricks or 0)
    assert trump_in_words(acts.trump) == verdict.trump
    if acts.payments is not None:
        assert acts.payments == verdict.payments
    if record.rules.has_pool:
        assert (acts.pool_won, acts.pool) == (verdict.pool_won, verdict.pool)


def compare_deal_row(
    experiment: Experiment, row: dict[str, Any], seated: referee.SeatedDeal
) -> None:
    """Hold a row of the table of deals against the verdict, column by column."""
    verdict = seated.verdict
    rules = experiment.rules
    expected: dict[str, Any] = {
        "deal": seated.number,
        "dealer": seated.dealer,
        "trump": verdict.trump or "none",
        "tricks": verdict.tricks or 0,
    }
    if rules.may_end_early:
        expected["players"] = len(seated.seats)
    if experiment.may_revoke:
        expected["revoked"] = -1 if verdict.revoked is None else verdict.revoked
    if rules.sir_garnet:
        expected["extra_hand"] = -1 if verdict.taker is None else verdict.taker
    if rules.has_pool:
        expected |= {"pool_won": verdict.pool_won, "pool": verdict.pool}
    by_position = {
        "exchanged": (rules.exchange_cards > 0, verdict.exchanged),
        "looked": (rules.float_card, verdict.looked),
        "peeped": (rules.peep, verdict.peeped),
        "units": (not experiment.pays_by_ladder, verdict.payments),
    }
    for name, (is_there, values) in by_position.items():
        if is_there:
            padded = [*values, *[0] * (rules.players - len(values))]
            expected |= {f"{name}_{place}": value for place, value in enumerate(padded)}
    calls = row.pop("auction").split()
    assert row == expected
    assert len(calls) == len(seated.seats) - rules.dealer_sits_out
    assert max(map(rules.ladder.calls.index, calls)) == (
        rules.ladder.number(verdict.contract) if verdict.contract else 0
    )


def compare_session_row(row: dict[str, Any], verdict: SessionVerdict) -> None:
    """Hold a row of the table of sessions against the verdict, column by column."""
    expected: dict[str, Any] = {
        **{f"player_{place}": units for place, units in enumerate(verdict.balances)},
        **{f"position_{place}": units for place, units in enumerate(verdict.by_position)},
        **{f"rebuys_{place}": bought for place, bought in enumerate(verdict.rebuys)},
        **{f"won_{place}": won for place, won in enumerate(verdict.winners)},
        "first_dealer": verdict.deals[0].dealer,
        "deals": len(verdict.deals),
        "pool": verdict.pool,
        "split": verdict.split,
        "extra_deals": len(verdict.extra_deals),
    }
    assert row.items() <= (expected | {"session": row["session"]}).items()


def conserve_money(house: House, verdict: SessionVerdict) -> None:
    """Seats and pool together neither win nor lose, deal by deal and in the end."""
    pool = 0
    for seated in verdict.deals:
        after = seated.verdict.pool or 0
        assert sum(seated.verdict.payments) == pool - after
        pool = after
    assert sum(verdict.balances) + verdict.pool == 0
    if house.chips and house.when_broke == "out":
        assert min(verdict.balances) >= -house.chips


def note_what_happened(agreement: Agreement, verdict: SessionVerdict) -> None:
    """Count what the session shows, so that a comparison of nothing does not go unseen."""
    agreement.deals += len(verdict.deals)
    agreement.note("extra deals", len(verdict.extra_deals))
    agreement.note("rebuys", sum(verdict.rebuys))
    agreement.note("pool split", int(verdict.split > 0))
    full_table = len(verdict.balances)
    for seated in verdict.deals:
        deal = seated.verdict
        agreement.note(f"{deal.contract} {'made' if deal.made else 'failed'}")
        agreement.note("cards exchanged", sum(deal.exchanged))
        agreement.note("looks", sum(deal.looked))
        agreement.note("peeps", sum(deal.peeped))
        agreement.note("extra hand taken", int(deal.taker is not None))
        agreement.note("pool won", int(deal.pool_won > 0))
        agreement.note("revokes", int(deal.revoked is not None))
        agreement.note("tables with somebody out", int(len(seated.seats) < full_table))
