"""Outcomes from a small generator that shares nothing with the simulator.

Auctions, tricks and seats are drawn by plain Python; payments and balances are worked out from
rules.md sections 3, 6 and 8 in the longest possible way. The files have the real schema.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from pathlib import Path

import pyarrow as pa

from sim.experiment import Experiment, Player
from sim.game.rules import load_rules
from sim.outcomes import simulate_shard
from sim.policies import make_policy
from sim.runs.claim import claimed_run
from sim.runs.files import make_folder
from sim.runs.shard_files import FOLDERS, encode_shard, write_shard
from sim.runs.shards import Shard
from sim.scenarios.scenario import Scenario

STAKES = {"three": (3, 3), "four": (4, 4), "nap": (5, 5), "wellington": (10, 10)}
TARGETS = {"three": 3, "four": 4, "nap": 5, "wellington": 5}
LADDER = list(STAKES)
DEALS = 8
SUITS = ("clubs", "diamonds", "hearts", "spades")


@dataclass
class Deal:
    number: int
    dealer: int
    auction: list[str]
    trump: str | None = None
    tricks: int | None = None
    contract: str | None = None
    declarer: int | None = None  # seat
    payments: list[int] = field(default_factory=list)  # by seat

    def made(self) -> bool:
        return self.tricks >= TARGETS[self.contract]


@dataclass
class Session:
    number: int
    first_dealer: int
    deals: list[Deal]
    seat_of_player: list[int]

    def balance_of_seat(self, seat: int) -> int:
        return sum(deal.payments[seat] for deal in self.deals)

    def units_of_position(self, position: int) -> int:
        players = len(self.seat_of_player)
        return sum(deal.payments[(deal.dealer + position) % players] for deal in self.deals)


def experiment(players: int, seating: str = "rotate", policies: tuple[str, ...] = ()) -> Experiment:
    chosen = policies or ("random",) * players
    lineup = tuple(
        Player(name, make_policy(policy))
        for name, policy in zip("ABCDEFG"[:players], chosen, strict=True)
    )
    return Experiment(load_rules("basic", players), lineup, seating, 1815)


def play_sessions(
    players: int, seating: str, first: int, count: int, seed: int = 1, boldness: float = 0.25
) -> list[Session]:
    draw = random.Random(f"{seed} {first}")
    return [_play_session(players, seating, first + k, draw, boldness) for k in range(count)]


def _play_session(
    players: int, seating: str, number: int, draw: random.Random, boldness: float
) -> Session:
    moved = number if seating == "rotate" else 0
    seat_of_player = [(player + moved) % players for player in range(players)]
    first_dealer = draw.randrange(players)
    deals = [
        _play_deal(number * DEALS + k, (first_dealer + k) % players, players, draw, boldness)
        for k in range(DEALS)
    ]
    return Session(number, first_dealer, deals, seat_of_player)


def _play_deal(
    number: int, dealer: int, players: int, draw: random.Random, boldness: float
) -> Deal:
    auction: list[str] = []
    best, declarer = None, None
    for turn in range(players):
        call = "pass"
        higher = [
            name for name in LADDER if best is None or LADDER.index(name) > LADDER.index(best)
        ]
        if "nap" not in auction:
            higher = [name for name in higher if name != "wellington"]
        if higher and draw.random() < boldness:
            call = best = draw.choice(higher)
            declarer = (dealer + 1 + turn) % players
        auction.append(call)
    deal = Deal(number, dealer, auction, contract=best, declarer=declarer)
    if deal.contract:
        deal.trump = draw.choice(SUITS)
        deal.tricks = min(5, draw.randrange(4) + draw.randrange(4))
    deal.payments = payments(deal, players)
    return deal


def payments(deal: Deal, players: int) -> list[int]:
    """Return what every seat receives."""
    if deal.contract is None:
        return [0] * players
    made_stake, failed_stake = STAKES[deal.contract]
    received = []
    for seat in range(players):
        if seat == deal.declarer:
            each = made_stake if deal.made() else -failed_stake
            received.append(each * (players - 1))
        else:
            received.append(-made_stake if deal.made() else failed_stake)
    return received


def write_sessions(run: Path, number: int, sessions: list[Session], identity: str) -> Shard:
    shard = Shard(number, sessions[0].number, len(sessions))
    for folder in FOLDERS:
        make_folder(run / folder)
    write_shard(run, encode_shard(shard, identity, deals_table(sessions), sessions_table(sessions)))
    return shard


def deals_table(sessions: list[Session]) -> pa.Table:
    deals = [deal for session in sessions for deal in session.deals]
    texts = pa.dictionary(pa.int32(), pa.string())
    return pa.table(
        {
            "deal": pa.array([deal.number for deal in deals], pa.uint64()),
            "dealer": pa.array([deal.dealer for deal in deals], pa.uint8()),
            "auction": pa.array([" ".join(deal.auction) for deal in deals]).cast(texts),
            "trump": pa.array([deal.trump or "none" for deal in deals]).cast(texts),
            "tricks": pa.array([deal.tricks or 0 for deal in deals], pa.uint8()),
        }
    )


def sessions_table(sessions: list[Session]) -> pa.Table:
    players = len(sessions[0].seat_of_player)
    units = {
        f"player_{player}": [
            session.balance_of_seat(session.seat_of_player[player]) for session in sessions
        ]
        for player in range(players)
    }
    units |= {
        f"position_{position}": [session.units_of_position(position) for session in sessions]
        for position in range(players)
    }
    return pa.table(
        {
            "session": pa.array([session.number for session in sessions], pa.uint64()),
            "first_dealer": pa.array([session.first_dealer for session in sessions], pa.uint8()),
            **{name: pa.array(values, pa.int32()) for name, values in units.items()},
        }
    )


def synthetic_run(
    path: Path,
    chosen: Experiment,
    sessions: int,
    *,
    missing: tuple[int, ...] = (),
    boldness: float = 0.25,
) -> list[Session]:
    """Write a run of generated sessions; return those of the shards that are not left out."""
    scenario = Scenario(name="synthetic", experiment=chosen, sessions=sessions)
    played = []
    with claimed_run(path, scenario, resume=False) as (run, _):
        for shard in run.plan.shards():
            if shard.number not in missing:
                part = play_sessions(
                    chosen.rules.players,
                    chosen.seating,
                    shard.first_session,
                    shard.sessions,
                    boldness=boldness,
                )
                write_sessions(path, shard.number, part, chosen.identity.digest)
                played += part
    return played


def simulated_run(path: Path, chosen: Experiment, sessions: int) -> list[Session]:
    """Write a run of the real simulator; return its sessions as its files tell them."""
    scenario = Scenario(name="simulated", experiment=chosen, sessions=sessions)
    played = []
    with claimed_run(path, scenario, resume=False) as (run, _):
        for shard in run.plan.shards():
            tables = simulate_shard(chosen, shard.first_session, shard.sessions)
            write_shard(path, encode_shard(shard, chosen.identity.digest, *tables))
            played += told_by_files(tables[0].to_pylist(), chosen)
    return played


def told_by_files(rows: list[dict], chosen: Experiment) -> list[Session]:
    players = chosen.rules.players
    sessions = []
    for start in range(0, len(rows), DEALS):
        number = rows[start]["deal"] // DEALS
        moved = number if chosen.seating == "rotate" else 0
        seats = [(player + moved) % players for player in range(players)]
        deals = [told_by_row(row, players) for row in rows[start : start + DEALS]]
        sessions.append(Session(number, rows[start]["dealer"], deals, seats))
    return sessions


def told_by_row(row: dict, players: int) -> Deal:
    deal = Deal(row["deal"], row["dealer"], row["auction"].split(" "))
    for turn, call in enumerate(deal.auction):
        if call != "pass":
            deal.contract, deal.declarer = call, (deal.dealer + 1 + turn) % players
    if deal.contract:
        deal.trump, deal.tricks = row["trump"], row["tricks"]
    deal.payments = payments(deal, players)
    return deal
