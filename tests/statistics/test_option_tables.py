"""The final tables of every option, number by number, against plain loops over the same deals.

The deals come from a generator of their own (`synthetic_play`). All whole numbers are compared,
and the intervals with a second implementation: numbers a session in NumPy, quantiles of SciPy.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy import stats

from pipelines.aggregate import aggregate_run
from pipelines.commands.summary import summary
from pipelines.outcome_columns import added_deal_columns, added_session_columns, is_plain
from pipelines.schema import TABLE_SCHEMAS
from pipelines.table_files import load_tables
from pipelines.tables import Tables
from reports.wording import contract_name
from sim.experiment import Experiment
from sim.outcomes import deals_schema, sessions_schema
from tests.statistics import plain_tables as plain
from tests.statistics.synthetic_play import Session, promises
from tests.statistics.synthetic_run import (
    deals_table,
    experiment,
    sessions_table,
    synthetic_run,
)

POLICIES = ("counting", "random", "counting", "counting:bold", "random", "counting", "random")
SESSIONS = 300


@dataclass(frozen=True)
class Case:
    """A run: where it starts from, what it changes, and which tables it must have."""

    name: str
    players: int
    profile: str = "basic"
    options: dict[str, Any] = field(default_factory=dict)
    revoke_rates: tuple[float, ...] = ()
    seating: str = "rotate"
    tables: tuple[str, ...] = ()

    @property
    def experiment(self) -> Experiment:
        policies = POLICIES[: self.players]
        return experiment(
            self.players, self.seating, policies, self.profile, self.options, self.revoke_rates
        )


ACTS = ("acts_by_position", "acts_by_player", "success_by_act")
REVOKES = ("revokes_by_position", "revokes_by_player")
OUT = ("session_lengths", "players_left", "broke_by_player")
OF_SESSIONS = ("balance", "broke", "rebuys")
"""Tables whose rates are of sessions, which are independent."""

EVERYTHING = {
    "deals_per_session": 12,
    "dealer_sits_out": True,
    "ties": "extra deal",
    "pool_ante": 2,
    "exchange_cards": 2,
    "peep": True,
    "float": True,
    "float_price": 2,
    "sir_garnet": True,
    "chips": 40,
}
CASES = [
    Case("misere and blucher", 4, "hoyle"),
    Case("the dealer sits out", 6, "hoyle"),
    Case("seven cards", 3, "seven-card"),
    Case("two and joker", 3, "two", {"joker": True}),
    Case("shuffled after nap", 4, "traditional"),
    Case("a pool that stays", 4, "pool", {"pool_end": "stay"}, tables=("pool",)),
    Case("out of chips", 5, "pub", {"chips": 30}, tables=(*OUT, "extra_deals")),
    Case(
        "new chips", 3, options={"chips": 10, "when_broke": "rebuy"}, tables=("rebuys_by_player",)
    ),
    Case(
        "new chips and a pool", 4, "peep", {"chips": 15, "when_broke": "rebuy"}, seating="fixed",
        tables=(*ACTS, "pool", "rebuys_by_player"),
    ),
    Case("an extra hand", 4, "sir-garnet", tables=ACTS),
    Case("a float", 4, "float", tables=(*ACTS, "pool")),
    Case("a float for nothing", 3, "float", {"float_price": 0}, tables=ACTS),
    Case("ecarte", 4, "ecarte", tables=(*ACTS, "exchange_by_position", "pool")),
    Case(
        "buy nap with chips", 3, "buy", {"chips": 25}, seating="fixed",
        tables=(*ACTS, "exchange_by_position", "pool", *OUT),
    ),
    Case("revokes", 4, "hoyle", revoke_rates=(0.0, 0.2, 0.05, 0.0), tables=REVOKES),
    Case("ties", 3, options={"ties": "extra deal"}, tables=("extra_deals",)),
    Case(
        "everything", 5, "hoyle", EVERYTHING, (0.1, 0.0, 0.02, 0.0, 0.3),
        tables=(*ACTS, "exchange_by_position", "pool", *REVOKES, *OUT, "extra_deals"),
    ),
]  # fmt: skip


@dataclass(frozen=True)
class Made:
    """A case, its sessions and the tables made of them."""

    case: Case
    chosen: Experiment
    sessions: list[Session]
    tables: Tables

    @property
    def policies(self) -> list[str]:
        return [player.policy.label for player in self.chosen.lineup]

    @property
    def clustered(self) -> bool:
        rules = self.chosen.rules
        return rules.has_pool or rules.chips > 0 or rules.shuffle == "after-nap"

    @property
    def contracts(self) -> list[str]:
        return list(promises(self.chosen))

    @property
    def positions(self) -> list[int]:
        """Those that get cards."""
        return list(range(self.chosen.rules.dealer_sits_out, self.chosen.rules.players))

    @property
    def players(self) -> list[int]:
        return list(range(self.chosen.rules.players))

    def labels(self, who: str) -> list:
        found = {"": [None], "position": self.positions, "player": self.players}
        return found[who] if who in found else list(dict.fromkeys(self.policies))

    def deals(self):
        return plain.deals_of(self.sessions)

    def each(self, count) -> dict[object, list[int]]:
        """Count something in each session."""
        return plain.by_session(self.sessions, count)


@pytest.fixture(scope="module", params=CASES, ids=lambda case: case.name)
def made(request, tmp_path_factory) -> Made:
    chosen = request.param.experiment
    run = tmp_path_factory.mktemp("run") / "run"
    sessions = synthetic_run(run, chosen, SESSIONS)
    aggregate_run(run)
    return Made(request.param, chosen, sessions, load_tables(run))


# The second implementation of the intervals ------------------------------------------------------


def ends_of_rate(successes: float, trials: float) -> tuple[float, float]:
    """Wilson's interval, or the exact one where successes or failures are fewer than ten."""
    if trials == 0:
        return 0.0, 1.0
    failures = trials - successes
    if min(successes, failures) < 10:
        low = stats.beta.ppf(0.025, successes, failures + 1) if successes > 0 else 0.0
        high = stats.beta.ppf(0.975, successes + 1, failures) if failures > 0 else 1.0
        return low, high
    z, p = stats.norm.ppf(0.975), successes / trials
    middle = (p + z * z / 2 / trials) / (1 + z * z / trials)
    half = z / (1 + z * z / trials) * math.sqrt(p * (1 - p) / trials + (z / 2 / trials) ** 2)
    return middle - half, middle + half


def error_of_ratio(y: np.ndarray, x: np.ndarray) -> float | None:
    """Return the standard error of sum y / sum x, from the deviations of single sessions."""
    y, x = y[x > 0], x[x > 0]
    if len(x) < 2:
        return None
    deviations = y - y.sum() / x.sum() * x
    return math.sqrt((deviations**2).sum() * len(x) / (len(x) - 1)) / x.sum()


def effective_trials(y: list[int], x: list[int]) -> float:
    y, x = np.array(y, float), np.array(x, float)
    if x.sum() == 0:
        return 0.0
    share = y.sum() / x.sum()
    fewest = x.sum() ** 2 / (x**2).sum()
    telling = min((y > 0).sum(), (y < x).sum())
    error = error_of_ratio(y, x)
    trials = fewest
    if telling >= 2 and error:
        found = min(share * (1 - share) / error**2, x.sum())
        ratio = stats.norm.ppf(0.975) / stats.t.ppf(0.975, telling - 1)
        trials = max(found * ratio**2, min(found, fewest))
    return trials


def ends_of_clustered_rate(y: list[int], x: list[int]) -> tuple[float, float]:
    trials = effective_trials(y, x)
    return ends_of_rate(trials * sum(y) / max(sum(x), 1), trials)


def ends_of_mean(y: list[int], x: list[int]) -> tuple[float | None, float | None]:
    y, x = np.array(y, float), np.array(x, float)
    error = error_of_ratio(y, x)
    if not error:
        return None, None
    half = stats.t.ppf(0.975, (x > 0).sum() - 1) * error
    return y.sum() / x.sum() - half, y.sum() / x.sum() + half


def ends_of_bounded_mean(y: list[int], x: list[int], most: float) -> tuple[Any, Any]:
    low, high = ends_of_mean(y, x)
    y, x = np.array(y, float), np.array(x, float)
    if x.sum() == 0:
        return None, None
    mean = y.sum() / x.sum()
    if low is not None and high - low < min(mean, most - mean):
        return low, high
    trials = (x > 0).sum()
    successes = trials * mean / most
    low = stats.beta.ppf(0.025, successes, trials - successes + 1) if successes > 0 else 0.0
    high = stats.beta.ppf(0.975, successes + 1, trials - successes) if successes < trials else 1.0
    return most * low, most * high


def assert_rate(row: dict, prefix: str, y: list[int], x: list[int], clustered: bool) -> None:
    """See that a row has the rate of counts a session."""
    successes, trials = sum(y), sum(x)
    ends = ends_of_clustered_rate(y, x) if clustered else ends_of_rate(successes, trials)
    assert row[f"{prefix}rate"] == (successes / trials if trials else None)
    assert (row[f"{prefix}low"], row[f"{prefix}high"]) == pytest.approx(ends, rel=1e-7, abs=1e-9)
    if clustered:
        assert row[f"{prefix}trials"] == pytest.approx(effective_trials(y, x))


def assert_mean(row: dict, names: tuple[str, str, str], y: list, x: list, scale: float = 1) -> None:
    mean, low, high = (row[name] for name in names)
    assert mean == (pytest.approx(scale * sum(y) / sum(x)) if sum(x) else None)
    wanted_low, wanted_high = ends_of_mean(y, x)
    if wanted_low is None:
        assert (low, high) == (None, None)
    else:
        assert (low, high) == pytest.approx((scale * wanted_low, scale * wanted_high), rel=1e-7)


def rows_by(frame: pl.DataFrame, *keys: str) -> dict:
    found = {tuple(row[key] for key in keys): row for row in frame.iter_rows(named=True)}
    assert len(found) == len(frame), "rows are distinct"
    return found


# Files and tables --------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_generated_files_have_the_columns_of_the_engine(case):
    chosen = case.experiment
    sessions = [Session(0, 0, list(range(case.players)))]
    assert deals_table(sessions, chosen).schema.names == deals_schema(chosen).names
    assert sessions_table([], chosen).schema.names == sessions_schema(chosen).names


def test_only_runs_without_options_are_counted_outcome_by_outcome():
    plain_cases = [case.name for case in CASES if is_plain(case.experiment)]
    assert plain_cases == [
        "misere and blucher", "the dealer sits out", "seven cards", "two and joker",
    ]  # fmt: skip
    assert added_deal_columns(experiment(3)) == added_session_columns(experiment(3)) == ()


def test_there_are_the_tables_that_the_options_call_for(made):
    always = {name for name, schema in TABLE_SCHEMAS.items() if not schema.optional}
    wanted = always | set(made.case.tables)
    assert list(made.tables.frames()) == [name for name in TABLE_SCHEMAS if name in wanted]
    rules = made.chosen.rules
    optional = set()
    if rules.has_pool:
        optional |= {"pool_units", "pool_per_deal", "pool_low", "pool_high"}
    if rules.may_end_early:
        optional.add("player_deals")
    for name, frame in made.tables.frames().items():
        if made.clustered and not name.startswith(OF_SESSIONS):
            columns = TABLE_SCHEMAS[name].columns
            optional |= {column.name for column in columns if column.name.endswith("trials")}
        dtypes = TABLE_SCHEMAS[name].dtypes_with(optional)
        assert dict(frame.schema) == dtypes, name
        optional = {column for column in optional if not column.endswith("trials")}


def test_provenance_tells_options_and_deals(made):
    provenance = made.tables.provenance
    assert provenance.clustered == made.clustered
    assert provenance.deals == sum(len(session.deals) for session in made.sessions)
    assert provenance.options["chips"] == made.chosen.rules.chips
    assert provenance.options["float"] == made.chosen.rules.float_card
    assert [stake.contract for stake in provenance.stakes] == made.contracts
    exact = {stake.contract for stake in provenance.stakes if stake.judged == "exactly"}
    assert exact == {name for name in made.contracts if name.startswith("misere")}


def test_the_generator_shows_what_it_is_to_show(made):
    """Else the comparisons below would compare nothing."""
    rules = made.chosen.rules
    if rules.may_end_early:
        assert any(len(session.deals) < rules.deals_per_session for session in made.sessions)
        assert any(len(deal.present) == 3 for _, deal in made.deals())
    if rules.may_rebuy:
        assert any(max(session.stacks_bought.values()) > 1 for session in made.sessions)
    if rules.has_pool:
        assert any(deal.pool_won for _, deal in made.deals())
        assert any(session.split > 0 for session in made.sessions) == (rules.pool_end == "split")
    if made.case.revoke_rates:
        revokers = {deal.revoked == deal.declarer for _, deal in made.deals() if deal.revoked}
        assert revokers == {True, False}
    if rules.sir_garnet:
        assert any(deal.took is not None for _, deal in made.deals())
    if made.case.name == "ties":
        assert any(len(session.winners) > 1 for session in made.sessions)


# Bidding and playing -----------------------------------------------------------------------------


def counts_of_main_answers(sessions: list[Session], headline: str) -> Counter:
    counts = Counter()
    for _, deal in plain.deals_of(sessions):
        counts["deals"] += 1
        counts["passed out"] += deal.contract is None
        counts["bid"] += headline in deal.auction
        counts["playing"] += deal.contract is not None
        counts["contract made"] += bool(deal.made)
        if deal.contract == headline:
            counts["played"] += 1
            counts["made"] += deal.made
    return counts


def test_overview(made):
    counts = made.each(lambda sessions: counts_of_main_answers(sessions, "nap"))
    wanted = {
        "passed out": ("passed out", "deals"),
        "nap bid": ("bid", "deals"),
        "nap played": ("played", "deals"),
        "nap made": ("made", "played"),
        "contract made": ("contract made", "playing"),
    }
    rows = rows_by(made.tables.overview, "measure")
    assert [measure for (measure,) in rows] == list(wanted)
    for (measure,), row in rows.items():
        y, x = (counts[name] for name in wanted[measure])
        assert (row["successes"], row["n"]) == (sum(y), sum(x))
        assert_rate(row, "", y, x, made.clustered)


@pytest.mark.parametrize("who", ["", "position", "player", "policy"])
def test_contracts(made, who):
    counts = {
        what: made.each(lambda part, what=what: plain.count_bids(part, who, made.policies)[what])
        for what in ("bid", "played", "made", "deals")
    }
    frame = made.tables.frames()[f"contracts_by_{who}" if who else "contracts"]
    rows = rows_by(frame, who, "contract") if who else rows_by(frame, "contract")
    labels = [(label, name) for label in made.labels(who) for name in made.contracts]
    assert list(rows) == (labels if who else [(name,) for _, name in labels])
    for (label, name), row in zip(labels, rows.values(), strict=True):
        bid, played, kept = (counts[what][label, name] for what in ("bid", "played", "made"))
        deals = counts["deals"][label]
        assert (row["bid"], row["played"], row["made"]) == (sum(bid), sum(played), sum(kept))
        sharing = made.policies.count(label) if who == "policy" else 1
        if made.chosen.rules.may_end_early and who == "policy":
            assert row["player_deals"] == sum(deals)
        else:
            assert row["deals"] * sharing == sum(deals)
        if made.clustered:
            assert_rate(row, "bid_", bid, deals, clustered=True)
            assert_rate(row, "played_", played, deals, clustered=True)
        else:
            assert row["bid_rate"] == pytest.approx(sum(bid) / sum(deals), rel=1e-15)
            ends = [end / sharing for end in ends_of_rate(sum(bid), row["deals"])]
            assert [row["bid_low"], row["bid_high"]] == pytest.approx(ends)
        assert_rate(row, "made_", kept, played, made.clustered)


def test_contracts_say_how_many_tricks_they_get(made):
    counts = made.each(plain.count_tricks)
    most = made.chosen.rules.hand_size
    for row in made.tables.contracts.iter_rows(named=True):
        promise = promises(made.chosen)[row["contract"]]
        assert row["target"] == promise.target
        assert (row["stake_made"], row["stake_failed"]) == (promise.made, promise.failed)
        by_tricks = np.array([counts[row["contract"], tricks] for tricks in range(most + 1)])
        if not made.clustered or not by_tricks.sum():
            continue
        y, x = (by_tricks * np.arange(most + 1)[:, None]).sum(axis=0), by_tricks.sum(axis=0)
        assert row["mean_tricks"] == pytest.approx(y.sum() / x.sum())
        ends = (row["mean_tricks_low"], row["mean_tricks_high"])
        assert ends == pytest.approx(ends_of_bounded_mean(y, x, most), rel=1e-6, abs=1e-9)


def test_tricks(made):
    counts = made.each(plain.count_tricks)
    most = made.chosen.rules.hand_size
    rows = rows_by(made.tables.tricks, "contract", "tricks")
    assert list(rows) == [(name, t) for name in made.contracts for t in range(most + 1)]
    for (name, tricks), row in rows.items():
        y = counts[name, tricks]
        x = np.sum([counts[name, other] for other in range(most + 1)], axis=0).tolist()
        assert (row["deals"], row["played"]) == (sum(y), sum(x))
        assert row["makes"] == promises(made.chosen)[name].kept_by(tricks)
        assert_rate(row, "", y, x, made.clustered)


@pytest.mark.parametrize("who", ["position", "player"])
def test_calls(made, who):
    at = 0 if who == "position" else 1

    def count(sessions: list[Session]) -> Counter:
        found = Counter()
        for spoken, number in plain.count_calls(sessions).items():
            found[spoken[at], spoken[3]] += number
            found[spoken[at]] += number
        return found

    counts = made.each(count)
    rows = rows_by(made.tables.frames()[f"calls_by_{who}"], who, "call")
    calls = ["pass", *made.contracts]
    assert list(rows) == [(label, call) for label in made.labels(who) for call in calls]
    for (label, call), row in rows.items():
        y, x = counts[label, call], counts[label]
        assert (row["calls"], row["spoken"]) == (sum(y), sum(x))
        assert_rate(row, "", y, x, made.clustered)


def test_calls_by_position_given_the_highest_bid(made):
    def count(sessions: list[Session]) -> Counter:
        found = Counter()
        for (position, _, highest, call), number in plain.count_calls(sessions).items():
            found[position, highest, call] += number
            found[position, highest] += number
        return found

    counts = made.each(count)
    rows = rows_by(made.tables.calls_by_position_given_bid, "position", "highest", "call")
    assert {key for key in counts if len(key) == 3} <= set(rows)
    assert {position for position, _, _ in rows} == set(made.positions)
    for (position, highest, call), row in rows.items():
        y, x = counts[position, highest, call], counts[position, highest]
        assert (row["calls"], row["spoken"]) == (sum(y), sum(x))
        assert_rate(row, "", y, x, made.clustered)


# Units -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["position", "player", "policy"])
def test_expectation(made, who):
    won = plain.units_by_session(made.sessions, who, made.policies)
    parts = ["declarer", "defender", *(["pool"] if made.chosen.rules.has_pool else [])]
    rows = rows_by(made.tables.frames()[f"expectation_by_{who}"], who)
    assert [label for (label,) in rows] == list(won)
    for (label,), row in rows.items():
        here = won[label]
        deals = here["deals"]
        sharing = made.policies.count(label) if who == "policy" else 1
        if made.chosen.rules.may_end_early and who == "policy":
            assert row["player_deals"] == sum(deals)
        else:
            assert row["deals"] * sharing == sum(deals)
        assert row["sessions"] == SESSIONS
        assert row["units"] == sum(row[f"{part}_units"] for part in parts)
        assert row["declarer_deals"] == sum(here["declarer_deals"])
        assert row["defender_deals"] == sum(here["defender_deals"])
        assert_mean(row, ("units_per_deal", "low", "high"), here["units"], deals)
        assert row["units"] == sum(here["units"])
        for part in parts:
            names = (f"{part}_per_deal", f"{part}_low", f"{part}_high")
            assert row[f"{part}_units"] == sum(here[part])
            assert_mean(row, names, here[part], deals)


def test_units_lost_by_all_together_lie_in_the_pool(made):
    left = sum(session.pool for session in made.sessions)
    shared = sum(session.split * made.chosen.rules.players for session in made.sessions)
    assert made.tables.expectation_by_player["units"].sum() == -left
    assert made.tables.expectation_by_position["units"].sum() == -left - shared
    for who in ("player", "position"):
        frame = made.tables.frames()[f"expectation_by_{who}"]
        assert frame["declarer_units"].sum() + frame["defender_units"].sum() == 0


def test_balances_and_wins(made):
    balances = plain.balances_by_player(made.sessions)
    shares = plain.win_shares_by_player(made.sessions)
    for player, row in enumerate(made.tables.balance_summary.iter_rows(named=True)):
        assert row["mean"] == pytest.approx(np.mean(balances[player]), abs=1e-12)
        assert row["ahead"] == sum(balance > 0 for balance in balances[player])
        assert row["sole_wins"] == shares[player].count(1)
        assert row["shared_wins"] == sum(0 < share < 1 for share in shares[player])
        assert_win_share(row, [float(share) for share in shares[player]])
        listed = made.tables.balances.filter(player=player)
        assert dict(listed.select("balance", "sessions").rows()) == Counter(balances[player])
    for row in made.tables.win_share_by_policy.iter_rows(named=True):
        own = [shares[j] for j, policy in enumerate(made.policies) if policy == row["policy"]]
        assert_win_share(row, [float(sum(won)) / len(own) for won in zip(*own, strict=True)])


def assert_win_share(row: dict, shares: list[float]) -> None:
    most = 1 / row.get("players", 1)
    ends = ends_of_bounded_mean(shares, [1] * len(shares), most)
    assert row["win_share"] == pytest.approx(np.mean(shares))
    assert row["win_share_standard_error"] == pytest.approx(stats.sem(shares))
    assert (row["win_share_low"], row["win_share_high"]) == pytest.approx(ends, rel=1e-6)


# What only some options have ---------------------------------------------------------------------


def acts_of(made: Made) -> list[str]:
    rules = made.chosen.rules
    possible = {
        "exchange": rules.exchange_cards,
        "float": rules.float_card,
        "peep": rules.peep,
        "extra hand": rules.sir_garnet,
    }
    return [act for act, on in possible.items() if on]


@pytest.mark.parametrize("who", ["position", "player"])
def test_acts(made, who):
    if not acts_of(made):
        pytest.skip("nothing can be done beside bidding and playing")

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


def test_success_by_act(made):
    if not acts_of(made):
        pytest.skip("nothing can be done beside bidding and playing")

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


def test_pool(made):
    if not made.chosen.rules.has_pool:
        pytest.skip("there is no pool")

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


@pytest.mark.parametrize("who", ["position", "player"])
def test_revokes(made, who):
    if not made.case.revoke_rates:
        pytest.skip("nobody revokes")

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


def test_departures(made):
    if not made.chosen.rules.may_end_early:
        pytest.skip("nobody leaves")
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


def test_stacks_bought(made):
    if not made.chosen.rules.may_rebuy:
        pytest.skip("nobody buys new chips")
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


def test_extra_deals(made):
    if made.chosen.rules.ties != "extra deal":
        pytest.skip("ties are shared")
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
