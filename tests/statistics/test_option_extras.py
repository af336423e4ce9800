"""The tables that only some options have, and what the terminal says of them.

Judged like the others in `test_option_tables`.
"""

from __future__ import annotations

from collections import Counter, defaultdict

import polars as pl
import pytest

from pipelines.commands.summary import summary
from reports.wording import contract_name
from tests.statistics import plain_tables as plain
from tests.statistics.option_cases import SESSIONS, Made, cases_with
from tests.statistics.second_intervals import (
    assert_mean,
    assert_rate,
    ends_of_bounded_mean,
    ends_of_clustered_rate,
    rows_by,
)
from tests.statistics.synthetic_play import Session


def with_table(table: str) -> pytest.MarkDecorator:
    """Run a test on those runs that must have a table."""
    return pytest.mark.parametrize(
        "made", cases_with(table), ids=[case.name for case in cases_with(table)], indirect=True
    )


def acts_of(made: Made) -> list[str]:
    rules = made.chosen.rules
    possible = {
        "exchange": rules.exchange_cards,
        "float": rules.float_card,
        "peep": rules.peep,
        "extra hand": rules.sir_garnet,
    }
    return [act for act, on in possible.items() if on]


@with_table("acts_by_position")
@pytest.mark.parametrize("who", ["position", "player"])
def test_acts(made, who):
    def count(sessions: list[Session]) -> Counter:
        found = Counter()
        for session, deal in plain.deals_of(sessions):
            for seat in deal.speakers:
                label = plain.label(who, session, deal, seat, made.policies)
                found["deals", label] += 1
                for act in acts_of(made):
                    found[act, label] += deal.amount(act, seat) > 0
                    found["cards", label] += deal.exchanged.get(seat, 0) if act == "exchange" else 0
                    found["price", act, label] += deal.prices.get(act, {}).get(seat, 0)
        return found

    counts = made.each(count)
    rows = rows_by(made.tables.frames()[f"acts_by_{who}"], "act", who)
    assert list(rows) == [(act, label) for act in acts_of(made) for label in made.labels(who)]
    for (act, label), row in rows.items():
        done, deals = counts[act, label], counts["deals", label]
        assert sum(done) > 0
        assert (row["done"], row["deals"]) == (sum(done), sum(deals))
        assert row["units"] == sum(counts["price", act, label])
        assert_rate(row, "done_", done, deals, made.clustered)
    if who == "position" and made.chosen.rules.exchange_cards:
        for row in made.tables.exchange_by_position.iter_rows(named=True):
            y, x = counts["cards", row["position"]], counts["deals", row["position"]]
            assert (row["cards"], row["deals"]) == (sum(y), sum(x))
            assert row["cards_per_deal"] == sum(y) / sum(x)
            ends = ends_of_bounded_mean(y, x, made.chosen.rules.exchange_cards)
            assert (row["cards_low"], row["cards_high"]) == pytest.approx(ends, rel=1e-6)


@with_table("success_by_act")
def test_success_by_act(made):
    def count(sessions: list[Session]) -> Counter:
        found = Counter()
        for _, deal in plain.deals_of(sessions):
            for act in acts_of(made) if deal.contract else []:
                amount = deal.amount(act, deal.declarer)
                found["played", act, deal.contract, amount] += 1
                found["made", act, deal.contract, amount] += deal.made
        return found

    counts = made.each(count)
    rows = rows_by(made.tables.success_by_act, "act", "contract", "amount")
    assert set(rows) == {key[1:] for key in counts if key[0] == "played"}
    for key, row in rows.items():
        kept, played = counts["made", *key], counts["played", *key]
        assert (row["made"], row["played"]) == (sum(kept), sum(played))
        assert_rate(row, "made_", kept, played, made.clustered)


@with_table("pool")
def test_pool(made):
    def count(sessions: list[Session]) -> Counter:
        found = Counter()
        for _, deal in plain.deals_of(sessions):
            found["deals"] += 1
            found["won"] += deal.pool_won > 0
            found["units won"] += deal.pool_won
            found["antes"] += sum(deal.antes.values())
            found["prices"] += sum(sum(of_act.values()) for of_act in deal.prices.values())
        for session in sessions:
            found["sessions"] += 1
            found["left"] += session.pool
            found["split"] += session.split * made.chosen.rules.players
        return found

    counts = made.each(count)
    counts["wins"] = counts["won"]
    rows = rows_by(made.tables.pool, "measure")
    assert [measure for (measure,) in rows] == [
        "won", "units won", "antes", "prices", "left", "split",
    ]  # fmt: skip
    for (measure,), row in rows.items():
        y, x = counts[measure], counts[row["of"]]
        assert (row["total"], row["n"]) == (sum(y), sum(x))
        if measure == "won":
            assert row["mean"] == sum(y) / sum(x)
            assert (row["low"], row["high"]) == pytest.approx(ends_of_clustered_rate(y, x))
        else:
            assert_mean(row, ("mean", "low", "high"), y, x)


@with_table("revokes_by_position")
@pytest.mark.parametrize("who", ["position", "player"])
def test_revokes(made, who):
    def count(sessions: list[Session]) -> Counter:
        found = Counter()
        for session, deal in plain.deals_of(sessions):
            for seat in deal.speakers if deal.contract else []:
                label = plain.label(who, session, deal, seat, made.policies)
                role = "declarer" if seat == deal.declarer else "defender"
                found[role, "deals", label] += 1
                found[role, "revokes", label] += seat == deal.revoked
        return found

    counts = made.each(count)
    rows = rows_by(made.tables.frames()[f"revokes_by_{who}"], who)
    assert [label for (label,) in rows] == made.labels(who)
    for (label,), row in rows.items():
        for role in ("declarer", "defender"):
            y, x = counts[role, "revokes", label], counts[role, "deals", label]
            assert (row[f"{role}_revokes"], row[f"{role}_deals"]) == (sum(y), sum(x))
            assert_rate(row, f"{role}_revokes_", y, x, made.clustered)


@with_table("session_lengths")
def test_departures(made):
    lengths = Counter(len(session.deals) for session in made.sessions)
    assert_histogram(made.tables.session_lengths, "deals", lengths)
    left = made.each(lambda part: Counter(len(deal.present) for _, deal in plain.deals_of(part)))
    deals = [len(session.deals) for session in made.sessions]
    rows = rows_by(made.tables.players_left, "players")
    assert [players for (players,) in rows] == list(range(3, made.case.players + 1))
    for (players,), row in rows.items():
        assert (row["deals"], row["n"]) == (sum(left[players]), sum(deals))
        assert_rate(row, "", left[players], deals, clustered=True)
    for player, row in enumerate(made.tables.broke_by_player.iter_rows(named=True)):
        broke = [session.chips[session.seat_of_player[player]] == 0 for session in made.sessions]
        assert (row["broke"], row["sessions"]) == (sum(broke), SESSIONS)
        assert_rate(row, "broke_", broke, [1] * SESSIONS, clustered=False)


@with_table("rebuys_by_player")
def test_stacks_bought(made):
    for player, row in enumerate(made.tables.rebuys_by_player.iter_rows(named=True)):
        bought = [
            session.stacks_bought[session.seat_of_player[player]] for session in made.sessions
        ]
        assert (row["stacks"], row["sessions"]) == (sum(bought), SESSIONS)
        names = ("stacks_per_session", "stacks_low", "stacks_high")
        assert_mean(row, names, bought, [1] * SESSIONS)
        rebought = [stacks > 0 for stacks in bought]
        assert row["rebought"] == sum(rebought)
        assert_rate(row, "rebought_", rebought, [1] * SESSIONS, clustered=False)


@with_table("extra_deals")
def test_extra_deals(made):
    wanted = Counter(session.extra_deals for session in made.sessions)
    frame = made.tables.extra_deals
    assert_histogram(frame, "extra_deals", wanted)
    shared = defaultdict(int)
    for session in made.sessions:
        shared[session.extra_deals] += len(session.winners) > 1
    assert {row["extra_deals"]: row["shared"] for row in frame.iter_rows(named=True)} == shared


def assert_histogram(frame: pl.DataFrame, name: str, wanted: Counter) -> None:
    assert dict(frame.select(name, "sessions").rows()) == wanted
    assert frame[name].to_list() == sorted(wanted)
    assert frame["share"].to_list() == [wanted[value] / SESSIONS for value in sorted(wanted)]
    assert frame["cumulative"].to_list() == [
        sum(count for value, count in wanted.items() if value <= here) for here in sorted(wanted)
    ]


# The terminal ------------------------------------------------------------------------------------


def test_the_terminal_tells_contracts_and_what_is_special(made):
    text = summary(made.tables)
    for name in made.contracts:
        assert any(line.startswith(f"{contract_name(name)} ") for line in text.splitlines())
    words = " ".join(text.split())
    assert ("The deals of a session depend on each other" in words) == made.clustered
    if made.chosen.rules.has_pool:
        wins = sum(deal.pool_won > 0 for _, deal in made.deals())
        units = sum(deal.pool_won for _, deal in made.deals()) / wins
        assert f"The pool is won in {wins:,} deals, {units:.1f} units on average." in words
    if made.chosen.rules.may_end_early:
        length = sum(len(session.deals) for session in made.sessions) / SESSIONS
        assert f"a session lasts {length:.1f} deals on average" in words
