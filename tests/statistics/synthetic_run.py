"""Runs of generated sessions: files of outcomes as the engine would write them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

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
from tests.statistics.synthetic_play import Deal, Session, play_sessions, promises

STAKES = {"three": (3, 3), "four": (4, 4), "nap": (5, 5), "wellington": (10, 10)}
TARGETS = {"three": 3, "four": 4, "nap": 5, "wellington": 5}
LADDER = list(STAKES)
TEXTS = pa.dictionary(pa.int32(), pa.string())


def experiment(
    players: int,
    seating: str = "rotate",
    policies: tuple[str, ...] = (),
    profile: str = "basic",
    options: Mapping[str, Any] | None = None,
    revoke_rates: tuple[float, ...] = (),
) -> Experiment:
    chosen = policies or ("random",) * players
    lineup = tuple(
        Player(name, make_policy(policy))
        for name, policy in zip("ABCDEFG"[:players], chosen, strict=True)
    )
    for place, rate in enumerate(revoke_rates):
        player = replace(lineup[place], revoke_rate=rate)
        lineup = (*lineup[:place], player, *lineup[place + 1 :])
    return Experiment(load_rules(profile, players, options), lineup, seating, 1815)


# Files --------------------------------------------------------------------------------------------


def write_sessions(run: Path, number: int, sessions: list[Session], chosen: Experiment) -> Shard:
    shard = Shard(number, sessions[0].number, len(sessions))
    for folder in FOLDERS:
        make_folder(run / folder)
    tables = deals_table(sessions, chosen), sessions_table(sessions, chosen)
    write_shard(run, encode_shard(shard, chosen.identity.digest, *tables))
    return shard


def deals_table(sessions: list[Session], chosen: Experiment) -> pa.Table:
    rules = chosen.rules
    deals = [deal for session in sessions for deal in session.deals]
    columns = {
        "deal": pa.array([deal.number for deal in deals], pa.uint64()),
        "dealer": pa.array([deal.dealer for deal in deals], pa.uint8()),
        "auction": pa.array([" ".join(deal.auction) for deal in deals]).cast(TEXTS),
        "trump": pa.array([deal.trump for deal in deals]).cast(TEXTS),
        "tricks": pa.array([deal.tricks for deal in deals], pa.uint8()),
    }

    def place_of(deal: Deal, seat: int | None) -> int:
        return -1 if seat is None else deal.position(seat)

    def by_position(what: str, value_of: Any, kind: pa.DataType) -> None:
        for position in range(rules.players):
            values = [
                value_of(deal, deal.present[position]) if position < len(deal.present) else 0
                for deal in deals
            ]
            columns[f"{what}_{position}"] = pa.array(values).cast(kind)

    if rules.chips and rules.when_broke == "out":
        columns["players"] = pa.array([len(deal.present) for deal in deals], pa.uint8())
    if any(player.revoke_rate for player in chosen.lineup):
        revoked = [place_of(deal, deal.revoked) for deal in deals]
        columns["revoked"] = pa.array(revoked, pa.int8())
    if rules.exchange_cards:
        by_position("exchanged", lambda deal, seat: deal.exchanged.get(seat, 0), pa.uint8())
    if rules.float_card:
        by_position("looked", lambda deal, seat: int(seat in deal.looked), pa.bool_())
    if rules.peep:
        by_position("peeped", lambda deal, seat: int(seat in deal.peeped), pa.bool_())
    if rules.sir_garnet:
        columns["extra_hand"] = pa.array([place_of(deal, deal.took) for deal in deals], pa.int8())
    if not chosen.pays_by_ladder:
        by_position("units", Deal.units, pa.int32())
    if rules.has_pool:
        columns["pool_won"] = pa.array([deal.pool_won for deal in deals], pa.int32())
        columns["pool"] = pa.array([deal.pool for deal in deals], pa.int32())
    return pa.table(columns)


def sessions_table(sessions: list[Session], chosen: Experiment) -> pa.Table:
    rules = chosen.rules
    columns = {
        "session": pa.array([session.number for session in sessions], pa.uint64()),
        "first_dealer": pa.array([session.first_dealer for session in sessions], pa.uint8()),
    }

    def by_player(what: str, value_of: Any, kind: pa.DataType) -> None:
        for player in range(rules.players):
            values = [value_of(session, session.seat_of_player[player]) for session in sessions]
            columns[f"{what}_{player}"] = pa.array(values).cast(kind)

    by_player("player", Session.balance_of_seat, pa.int32())
    for position in range(rules.players):
        units = [session.units_of_position(position) for session in sessions]
        columns[f"position_{position}"] = pa.array(units, pa.int32())
    if rules.chips and rules.when_broke == "out":
        columns["deals"] = pa.array([len(session.deals) for session in sessions], pa.uint16())
    if rules.has_pool:
        columns["pool"] = pa.array([session.pool for session in sessions], pa.int32())
        columns["split"] = pa.array([session.split for session in sessions], pa.int32())
    if rules.chips and rules.when_broke == "rebuy":
        by_player("rebuys", lambda session, seat: session.stacks_bought[seat], pa.uint32())
    if rules.ties == "extra deal":
        extra_deals = [session.extra_deals for session in sessions]
        columns["extra_deals"] = pa.array(extra_deals, pa.uint8())
        by_player("won", lambda session, seat: seat in session.winners, pa.bool_())
    return pa.table(columns)


# Runs ---------------------------------------------------------------------------------------------


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
                part = play_sessions(chosen, shard.first_session, shard.sessions, boldness=boldness)
                write_sessions(path, shard.number, part, chosen)
                played += part
    return played


def write_simulated(path: Path, chosen: Experiment, sessions: int) -> list[pa.Table]:
    """Write a run of the real simulator; return its tables of deals."""
    scenario = Scenario(name="simulated", experiment=chosen, sessions=sessions)
    deals = []
    with claimed_run(path, scenario, resume=False) as (run, _):
        for shard in run.plan.shards():
            tables = simulate_shard(chosen, shard.first_session, shard.sessions)
            write_shard(path, encode_shard(shard, chosen.identity.digest, *tables))
            deals.append(tables[0])
    return deals


def simulated_run(path: Path, chosen: Experiment, sessions: int) -> list[Session]:
    """Write a run of the real simulator without options; return what its files tell."""
    tables = write_simulated(path, chosen, sessions)
    return [session for table in tables for session in told_by_files(table.to_pylist(), chosen)]


def told_by_files(rows: list[dict], chosen: Experiment) -> list[Session]:
    """Return the sessions of a run without options."""
    players, length = chosen.rules.players, chosen.rules.deals_per_session
    sessions = []
    for start in range(0, len(rows), length):
        number = rows[start]["deal"] // length
        moved = number if chosen.seating == "rotate" else 0
        seats = [(player + moved) % players for player in range(players)]
        session = Session(number, rows[start]["dealer"], seats)
        session.deals = [told_by_row(row, chosen) for row in rows[start : start + length]]
        balances = [session.balance_of_seat(seat) for seat in range(players)]
        session.winners = [seat for seat in range(players) if balances[seat] == max(balances)]
        sessions.append(session)
    return sessions


def told_by_row(row: dict, chosen: Experiment) -> Deal:
    players = chosen.rules.players
    present = [(row["dealer"] + step) % players for step in range(players)]
    speakers = present[1:] + present[:1]
    deal = Deal(row["deal"], row["dealer"], present, speakers, row["auction"].split(" "))
    for seat, call in zip(speakers, deal.auction, strict=True):
        if call != "pass":
            deal.contract, deal.declarer = call, seat
    if deal.contract:
        promise = promises(chosen)[deal.contract]
        deal.trump, deal.tricks = row["trump"], row["tricks"]
        deal.made = promise.kept_by(deal.tricks)
        each = promise.made if deal.made else -promise.failed
        deal.stakes = dict.fromkeys(present, -each)
        deal.stakes[deal.declarer] = each * (players - 1)
    return deal
