"""Tables of invented runs, in the real schema: big ones, tiny ones and odd ones.

An invented run is played by coin tosses, not by the rules: only its *bookkeeping* is true (parts
add up, histograms sum to their n), which is all that a report needs. It is of the basic game and
may be as big as one likes. A ruled run is small, and of any rules: generated sessions are written
to files, from which the pipelines make its tables.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from pipelines.aggregate import aggregate_run
from pipelines.schema import TABLE_SCHEMAS
from pipelines.tables import Provenance, SeatedPlayer, Stake, Tables
from reports.record import RunRecord, read_record
from tests.reports.invented_estimates import (
    LEVEL,
    columns,
    family,
    location,
    mean_of,
    within_0_and_1,
)
from tests.reports.invented_run import CONTRACTS, HAND, TARGETS, Invented
from tests.reports.invented_solved import SolvedBooks
from tests.statistics.synthetic_run import experiment, synthetic_run

VERSIONS = {"numpy": "2.0.0"}


def build_tables(invented: Invented) -> Tables:
    """Play the invented run and keep its books."""
    return _Books(invented).tables()


def invented_record(invented: Invented) -> RunRecord:
    """Return the record of an invented run; it says no more of contracts than its tables."""
    return RunRecord(versions=VERSIONS, contracts={}, revoke_rates=(0.0,) * invented.players)


@dataclass(frozen=True, kw_only=True)
class Ruled:
    """A run of generated sessions under some rules."""

    profile: str
    players: int = 4
    sessions: int = 150
    options: Mapping[str, Any] = field(default_factory=dict)
    policies: Sequence[str] = ()
    revoke_rates: Sequence[float] = ()
    boldness: float = 0.25


def build_ruled(ruled: Ruled) -> tuple[Tables, RunRecord]:
    """Write the sessions of a ruled run, and have its tables made; give its record too."""
    chosen = experiment(
        ruled.players,
        policies=tuple(ruled.policies),
        profile=ruled.profile,
        options=ruled.options,
        revoke_rates=tuple(ruled.revoke_rates),
    )
    with tempfile.TemporaryDirectory() as folder:
        run = Path(folder) / "run"
        synthetic_run(run, chosen, ruled.sessions, boldness=ruled.boldness)
        return aggregate_run(run), read_record(run)


class _Books(SolvedBooks):
    def _of_player(self, player: int) -> np.ndarray:
        return self.player_at == player

    def _split_row(self, who: np.ndarray, contract: str, players: int = 1) -> dict[str, Any]:
        """Rates of one contract for those (deal, position) marked in `who`."""
        number = CONTRACTS.index(contract) + 1
        made, failed = self.stakes[contract]
        played = who & self.is_declarer & (self.contract == number)[:, None]
        won = int((played & self.made[:, None]).sum())
        row = {
            "contract": contract,
            "break_even": failed / (made + failed) if made + failed else None,
            "deals": self.deals,
            **family("bid", int((who & (self.call == number)).sum()), self.deals),
            **family("played", int(played.sum()), self.deals),
            **family("made", won, int(played.sum())),
        }
        for column in ("bid", "played"):
            for end in ("rate", "low", "high"):
                row[f"{column}_{end}"] /= players
        known = row["made_rate"] is not None
        for name, end in (("value", "rate"), ("value_low", "low"), ("value_high", "high")):
            row[name] = row[f"made_{end}"] * (made + failed) - failed if known else None
        return row

    def _contracts(self) -> list[dict[str, Any]]:
        everyone = np.ones((self.deals, self.n), dtype=bool)
        rows = []
        for number, contract in enumerate(CONTRACTS, start=1):
            tricks = self.tricks[self.contract == number]
            mean = mean_of(tricks, 1.0) if tricks.size else (None, None, None, None)
            rows.append(
                {
                    "target": TARGETS[contract],
                    "stake_made": self.stakes[contract][0],
                    "stake_failed": self.stakes[contract][1],
                    **self._split_row(everyone, contract),
                    "mean_tricks": mean[0],
                    "mean_tricks_low": mean[2],
                    "mean_tricks_high": mean[3],
                }
            )
        return rows

    def _overview(self) -> list[dict[str, Any]]:
        nap = CONTRACTS.index("nap") + 1
        passed_out = int((self.contract == 0).sum())
        bid, played = int((self.call == nap).sum()), int((self.contract == nap).sum())
        made = int((self.made & (self.contract == nap)).sum())
        measures = (
            ("passed out", "deals", passed_out, self.deals),
            ("nap bid", "deals", bid, self.deals),
            ("nap played", "deals", played, self.deals),
            ("nap made", "deals played in nap", made, played),
            (
                "contract made",
                "deals not passed out",
                int(self.made.sum()),
                self.deals - passed_out,
            ),
        )
        return [
            {"measure": measure, "of": of, "successes": k, "n": n, **columns(k, n)}
            for measure, of, k, n in measures
        ]

    def _calls(self, who: np.ndarray, before: int | None = None) -> list[dict[str, Any]]:
        if before is not None:
            who = who & (self.before == before)
        spoken, rows = int(who.sum()), []
        for number, call in enumerate(("pass", *CONTRACTS)):
            if before is not None and 0 < number <= before:
                continue
            calls = int((who & (self.call == number)).sum())
            rows.append({"call": call, "calls": calls, "spoken": spoken, **columns(calls, spoken)})
        return rows

    def _expectation(self, who: np.ndarray, players: int = 1) -> dict[str, Any]:
        row: dict[str, Any] = {"sessions": self.run.sessions, "deals": self.deals}
        parts = {
            "": who,
            "declarer_": who & self.is_declarer,
            "defender_": who & ~self.is_declarer,
        }
        for part, mask in parts.items():
            units = np.where(mask, self.units, 0).sum(axis=1)
            sums = np.bincount(self.session, weights=units)
            scale = 1 / (self.run.deals_per_session * players)
            mean, error, low, high = mean_of(sums, scale)
            row[f"{part}units"] = int(units.sum())
            if part:
                playing = mask & (self.contract > 0)[:, None] if part == "defender_" else mask
                row[f"{part}deals"] = int(playing.sum())
                row |= {f"{part}per_deal": mean, f"{part}low": low, f"{part}high": high}
            else:
                row |= {"units_per_deal": mean, "standard_error": error, "low": low, "high": high}
        return row

    def _balances(self) -> list[dict[str, Any]]:
        rows = []
        for player in range(self.n):
            values, counts = np.unique(self.balance[:, player], return_counts=True)
            for value, sessions, running in zip(values, counts, counts.cumsum(), strict=True):
                rows.append(
                    {
                        **self.player(player),
                        "balance": int(value),
                        "sessions": int(sessions),
                        "share": sessions / self.run.sessions,
                        "cumulative": int(running),
                    }
                )
        return rows

    def _summary(self) -> list[dict[str, Any]]:
        best = self.balance.max(axis=1)
        winners = self.balance == best[:, None]
        share = winners / winners.sum(axis=1)[:, None]
        rows = []
        for player in range(self.n):
            win = within_0_and_1(share[:, player])
            alone = winners.sum(axis=1) == 1
            rows.append(
                {
                    **self.player(player),
                    **location(self.balance[:, player]),
                    "sole_wins": int((winners[:, player] & alone).sum()),
                    "shared_wins": int((winners[:, player] & ~alone).sum()),
                    "win_share": win[0],
                    "win_share_standard_error": win[1],
                    "win_share_low": win[2],
                    "win_share_high": win[3],
                }
            )
        return rows

    def _tricks(self) -> list[dict[str, Any]]:
        rows = []
        for number, contract in enumerate(CONTRACTS, start=1):
            played = int((self.contract == number).sum())
            for tricks in range(HAND + 1):
                deals = int(((self.contract == number) & (self.tricks == tricks)).sum())
                rows.append(
                    {
                        "contract": contract,
                        "tricks": tricks,
                        "makes": tricks >= TARGETS[contract],
                        "deals": deals,
                        "played": played,
                        **columns(deals, played),
                    }
                )
        return rows

    def tables(self) -> Tables:
        n = self.n
        positions = [np.broadcast_to(np.arange(n) == p, (self.deals, n)) for p in range(n)]
        policies = list(dict.fromkeys(self.policy))
        of_policy = {
            policy: np.isin(self.player_at, [j for j in range(n) if self.policy[j] == policy])
            for policy in policies
        }
        head = {
            policy: {"policy": policy, "players": self.policy.count(policy)} for policy in policies
        }
        highest = dict(enumerate(("none", *CONTRACTS)))
        win = {p: [r for r in self._summary() if r["policy"] == p] for p in policies}
        rows: dict[str, list[dict[str, Any]]] = {
            "overview": self._overview(),
            "contracts": self._contracts(),
            "contracts_by_position": [
                {"position": p, **self._split_row(positions[p], c)}
                for p in range(n)
                for c in CONTRACTS
            ],
            "contracts_by_player": [
                {**self.player(j), **self._split_row(self._of_player(j), c)}
                for j in range(n)
                for c in CONTRACTS
            ],
            "contracts_by_policy": [
                {**head[p], **self._split_row(of_policy[p], c, head[p]["players"])}
                for p in policies
                for c in CONTRACTS
            ],
            "calls_by_position": [
                {"position": p, **row} for p in range(n) for row in self._calls(positions[p])
            ],
            "calls_by_position_given_bid": [
                {"position": p, "highest": highest[before], **row}
                for p in range(n)
                for before in (range(len(CONTRACTS) + 1) if p != 1 else (0,))
                for row in self._calls(positions[p], before)
            ],
            "calls_by_player": [
                {**self.player(j), **row}
                for j in range(n)
                for row in self._calls(self._of_player(j))
            ],
            "tricks": self._tricks(),
            "expectation_by_position": [
                {"position": p, **self._expectation(positions[p])} for p in range(n)
            ],
            "expectation_by_player": [
                {**self.player(j), **self._expectation(self._of_player(j))} for j in range(n)
            ],
            "expectation_by_policy": [
                {**head[p], **self._expectation(of_policy[p], head[p]["players"])} for p in policies
            ],
            "balances": self._balances(),
            "balance_summary": self._summary(),
            "balances_after": self.balances_after(),
            "ruin": self.ruin(),
            "convergence": self.convergence(),
            "win_share_by_policy": [
                {
                    **head[p],
                    "sessions": self.run.sessions,
                    "win_share": float(np.mean([r["win_share"] for r in win[p]])),
                    "win_share_standard_error": win[p][0]["win_share_standard_error"],
                    "win_share_low": win[p][0]["win_share_low"],
                    "win_share_high": win[p][0]["win_share_high"],
                }
                for p in policies
            ],
            **self.solve(),
        }
        frames = {
            name: TABLE_SCHEMAS[name].conform(pl.DataFrame(of_table, infer_schema_length=None))
            if of_table
            else pl.DataFrame(schema=TABLE_SCHEMAS[name].dtypes)
            for name, of_table in rows.items()
        }
        return Tables(provenance=self._provenance(), **frames)

    def _provenance(self) -> Provenance:
        return Provenance(
            identity="5f0c3a9b7e2d4c61a8b0" * 3 + "abcd",
            scenario="invented",
            profile="basic",
            players=self.n,
            seed=self.run.seed,
            seating="rotate",
            lineup=tuple(
                SeatedPlayer(name=self.run.names[j], policy=self.policy[j]) for j in range(self.n)
            ),
            deals_per_session=self.run.deals_per_session,
            sessions=self.run.sessions,
            deals=self.deals,
            shards_planned=4 + self.run.missing,
            shards_used=4,
            shards_missing=self.run.missing,
            shards_beyond_gap=0,
            level=LEVEL,
            stakes=tuple(
                Stake(
                    contract=contract,
                    target=TARGETS[contract],
                    made=self.stakes[contract][0],
                    failed=self.stakes[contract][1],
                )
                for contract in CONTRACTS
            ),
        )
