"""How often contracts are bid, played and made: in all, by position, by player, by policy."""

from __future__ import annotations

import polars as pl

from pipelines.facts import Facts
from pipelines.headline import headline_of
from pipelines.intervals import mean_of_clusters
from pipelines.lineup import by_player, by_policy, by_position, described, policy_of_player
from pipelines.rates import with_bare_rate, with_rate
from sim.experiment import Experiment
from sim.game.ladder import PASS, Ladder
from sim.game.rules import Rules

__all__ = [
    "contracts",
    "contracts_by_player",
    "contracts_by_policy",
    "contracts_by_position",
    "ladder_table",
    "overview",
    "tricks",
]


def overview(facts: Facts, ladder: Ladder, level: float) -> pl.DataFrame:
    """Return the main answers: passed out, headline contract bid, played, made, any made."""
    headline = headline_of(ladder.names)
    number = ladder.number(headline)
    made = facts.played.filter(made=1)
    headline_bid = _deals(facts.spoken.filter(call=number))
    headline_played = _deals(facts.played.filter(contract=number))
    headline_made = _deals(made.filter(contract=number))
    played = facts.deals - facts.passed_out
    rows = [
        ("passed out", "deals", facts.passed_out, facts.deals),
        (f"{headline} bid", "deals", headline_bid, facts.deals),
        (f"{headline} played", "deals", headline_played, facts.deals),
        (f"{headline} made", f"deals played in {headline}", headline_made, headline_played),
        ("contract made", "deals not passed out", _deals(made), played),
    ]
    schema = {"measure": pl.String(), "of": pl.String(), "successes": pl.Int64(), "n": pl.Int64()}
    return with_bare_rate(pl.DataFrame(rows, schema=schema, orient="row"), "successes", "n", level)


def _deals(frame: pl.DataFrame) -> int:
    return int(frame["deals"].sum())


def ladder_table(ladder: Ladder) -> pl.DataFrame:
    """Return the contracts: number, contract, target, stake_made, stake_failed, break_even.

    A contract that brings m when made and costs f when failed, from each opponent, pays nothing
    on average at the success rate f / (m + f); null if it never pays anything.
    """
    rows = [
        (
            number,
            contract.name,
            contract.target,
            contract.made,
            contract.failed,
            _break_even(contract.made, contract.failed),
        )
        for number, contract in enumerate(ladder, start=1)
    ]
    schema = {
        "number": pl.Int64(),
        "contract": pl.String(),
        "target": pl.Int64(),
        "stake_made": pl.Int64(),
        "stake_failed": pl.Int64(),
        "break_even": pl.Float64(),
    }
    return pl.DataFrame(rows, schema=schema, orient="row")


def _break_even(made: int, failed: int) -> float | None:
    return failed / (made + failed) if made + failed else None


def contracts(facts: Facts, experiment: Experiment, level: float) -> pl.DataFrame:
    """Return the table by contract; it alone has the declarer's mean tricks."""
    table = _split(facts, pl.DataFrame({"players": [1]}), [], experiment, level)
    mean_tricks = _mean_tricks(facts, experiment.rules, level)
    return table.join(mean_tricks, on="contract", how="left", maintain_order="left")


def contracts_by_position(facts: Facts, experiment: Experiment, level: float) -> pl.DataFrame:
    """Return the table by the bidder's position and contract."""
    who = described(by_position(experiment)).with_columns(players=1)
    return _split(facts, who, ["position"], experiment, level)


def contracts_by_player(facts: Facts, experiment: Experiment, level: float) -> pl.DataFrame:
    """Return the table by player and contract."""
    who = described(by_player(experiment)).with_columns(players=1)
    return _split(facts, who, ["player"], experiment, level)


def contracts_by_policy(facts: Facts, experiment: Experiment, level: float) -> pl.DataFrame:
    """Return the table by policy and contract; bid and played are per player and deal."""
    policies = policy_of_player(experiment)
    with_policy = Facts(
        deals=facts.deals,
        passed_out=facts.passed_out,
        played=facts.played.join(policies, on="player"),
        spoken=facts.spoken.join(policies, on="player"),
    )
    who = described(by_policy(experiment))
    return _split(with_policy, who, ["policy"], experiment, level)


def _split(
    facts: Facts, who: pl.DataFrame, keys: list[str], experiment: Experiment, level: float
) -> pl.DataFrame:
    """Return one row for each of ``who`` and each contract.

    Parameters
    ----------
    who : polars.DataFrame
        Has the key columns, and ``players``: among how many the counts of a row are shared.
    keys : list of str
        Columns of ``who`` and of the facts that tell rows apart.
    """
    by_contract = [*keys, "number"]
    bid = _counted(facts.spoken.filter(pl.col("call") != PASS), "call", "bid", by_contract)
    played = _counted(facts.played, "contract", "played", by_contract)
    made = _counted(facts.played.filter(made=1), "contract", "made", by_contract)
    table = who.join(
        ladder_table(experiment.rules.ladder), how="cross", maintain_order="left_right"
    )
    for counts in (bid, played, made):
        table = table.join(counts, on=by_contract, how="left", maintain_order="left")
    table = table.with_columns(
        pl.col("bid", "played", "made").fill_null(0), deals=pl.lit(facts.deals, pl.Int64)
    )
    for successes in ("bid", "played"):
        table = with_rate(table, successes, "deals", level, per="players")
    return _with_value(with_rate(table, "made", "played", level))


def _counted(frame: pl.DataFrame, number: str, name: str, keys: list[str]) -> pl.DataFrame:
    """Sum up deals by key, the contract's number being in the given column."""
    return frame.with_columns(number=number).group_by(keys).agg(pl.col("deals").sum().alias(name))


def _with_value(table: pl.DataFrame) -> pl.DataFrame:
    """Add what the contract is worth to who plays it: linear in the rate at which it is made."""
    both, failed = pl.col("stake_made") + pl.col("stake_failed"), pl.col("stake_failed")
    known = pl.col("made_rate").is_not_null()
    return table.with_columns(
        value=pl.col("made_rate") * both - failed,
        value_low=pl.when(known).then(pl.col("made_low") * both - failed),
        value_high=pl.when(known).then(pl.col("made_high") * both - failed),
    )


def _mean_tricks(facts: Facts, rules: Rules, level: float) -> pl.DataFrame:
    """Return contract, mean_tricks and its interval; deals with a contract are the clusters.

    A deal has from none to ``hand_size`` tricks: see `pipelines.intervals.bounded_interval`.
    """
    rows = []
    for number, contract in enumerate(rules.ladder, start=1):
        counts = facts.played.filter(contract=number).select("tricks", "deals").rows()
        mean = mean_of_clusters(
            clusters=sum(deals for _, deals in counts),
            total=sum(tricks * deals for tricks, deals in counts),
            squares=sum(tricks * tricks * deals for tricks, deals in counts),
            level=level,
        ).within(rules.hand_size, level)
        rows.append((contract.name, mean.estimate, mean.low, mean.high))
    names = ("mean_tricks", "mean_tricks_low", "mean_tricks_high")
    schema = {"contract": pl.String(), **dict.fromkeys(names, pl.Float64())}
    return pl.DataFrame(rows, schema=schema, orient="row")


def tricks(facts: Facts, experiment: Experiment, level: float) -> pl.DataFrame:
    """Return how many tricks declarers take, by contract."""
    rules = experiment.rules
    counts = facts.played.group_by("contract", "tricks").agg(pl.col("deals").sum())
    found = {(contract, number): deals for contract, number, deals in counts.rows()}
    rows = [
        (contract.name, number, contract.keeps(number), found.get((place, number), 0))
        for place, contract in enumerate(rules.ladder, start=1)
        for number in range(rules.hand_size + 1)
    ]
    schema = {
        "contract": pl.String(),
        "tricks": pl.Int64(),
        "makes": pl.Boolean(),
        "deals": pl.Int64(),
    }
    table = pl.DataFrame(rows, schema=schema, orient="row").with_columns(
        played=pl.col("deals").sum().over("contract")
    )
    return with_bare_rate(table, "deals", "played", level)
