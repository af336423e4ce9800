"""How often contracts are bid, played and made: in all, by position, by player, by policy."""

from __future__ import annotations

import polars as pl

from pipelines.headline import headline_of
from pipelines.intervals import Mean, Rate, mean_of_clusters
from pipelines.lineup import (
    Group,
    by_player,
    by_policy,
    by_speaker,
    everybody,
)
from pipelines.rates import RateColumn, with_rate
from pipelines.totals import RatioName, Totals
from sim.game.ladder import PASS, Ladder

__all__ = [
    "contracts",
    "contracts_by_player",
    "contracts_by_policy",
    "contracts_by_position",
    "ladder_table",
    "name_of_rate",
    "overview",
    "rate_of_all",
    "tricks",
]


def overview(totals: Totals) -> pl.DataFrame:
    """Return the main answers: passed out, headline contract bid, played, made, any made."""
    headline = headline_of(totals.rules.ladder.names)
    rows = [
        ("passed out", "deals", rate_of_all("passed out", "", totals)),
        (f"{headline} bid", "deals", rate_of_all("bid", headline, totals)),
        (f"{headline} played", "deals", rate_of_all("played", headline, totals)),
        (f"{headline} made", f"deals played in {headline}", rate_of_all("made", headline, totals)),
        ("contract made", "deals not passed out", rate_of_all("contract made", "", totals)),
    ]
    return pl.DataFrame(
        [
            {
                "measure": measure,
                "of": of,
                "successes": rate.successes,
                "n": rate.trials,
                "rate": rate.estimate,
                "low": rate.low,
                "high": rate.high,
                **({} if rate.effective is None else {"trials": rate.effective}),
            }
            for measure, of, rate in rows
        ],
        infer_schema_length=None,
    )


def rate_of_all(what: str, contract: str, totals: Totals) -> Rate:
    """Return a rate over all players and positions, with its interval.

    Parameters
    ----------
    what : str
        "bid", "played" (both among all deals), "made" (among the deals played in the contract),
        "passed out" (among all deals) or "contract made" (among the deals not passed out).
    contract : str
        A name of the ladder; "" where it is about none.
    totals : Totals
        What was counted.
    """
    facts = totals.facts
    number = totals.rules.ladder.number(contract) if contract else 0
    played = facts.played.filter(contract=number) if contract else facts.played
    happened, n = {
        "passed out": lambda: (facts.passed_out, facts.deals),
        "bid": lambda: (_deals(facts.spoken.filter(call=number)), facts.deals),
        "played": lambda: (_deals(played), facts.deals),
        "made": lambda: (_deals(played.filter(made=1)), _deals(played)),
        "contract made": lambda: (_deals(played.filter(made=1)), facts.deals - facts.passed_out),
    }[what]()
    return totals.rate(name_of_rate(what, contract, totals), happened, n)


def name_of_rate(what: str, contract: str, totals: Totals) -> RatioName:
    """Return the name that a rate of `rate_of_all` has among the ratios of sessions."""
    return RatioName(what, first=totals.rules.ladder.number(contract) if contract else 0)


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


def contracts(totals: Totals) -> pl.DataFrame:
    """Return the table by contract; it alone has the declarer's mean tricks."""
    table = _split(totals, everybody())
    return table.join(_mean_tricks(totals), on="contract", how="left", maintain_order="left")


def contracts_by_position(totals: Totals) -> pl.DataFrame:
    """Return the table by the bidder's position and contract."""
    return _split(totals, by_speaker(totals.experiment))


def contracts_by_player(totals: Totals) -> pl.DataFrame:
    """Return the table by player and contract."""
    return _split(totals, by_player(totals.experiment))


def contracts_by_policy(totals: Totals) -> pl.DataFrame:
    """Return the table by policy and contract; bid and played are per player and deal."""
    return _split(totals, by_policy(totals.experiment))


def _split(totals: Totals, groups: list[Group]) -> pl.DataFrame:
    """Return one row for each of the groups and each contract."""
    who = groups[0].who
    facts = totals.facts
    by_contract = [who, "number"] if who else ["number"]
    bid = _counted(facts.spoken.filter(pl.col("call") != PASS), "call", "bid", by_contract)
    played = _counted(facts.played, "contract", "played", by_contract)
    made = _counted(facts.played.filter(made=1), "contract", "made", by_contract)
    table = totals.described(groups).join(
        ladder_table(totals.rules.ladder), how="cross", maintain_order="left_right"
    )
    for counts in (bid, played, made):
        table = table.join(counts, on=by_contract, how="left", maintain_order="left")
    table = table.with_columns(pl.col("bid", "played", "made").fill_null(0))
    for successes, trials, among in (
        ("bid", "player_deals", "sharing"),
        ("played", "player_deals", "sharing"),
        ("made", "played", None),
    ):
        rate = RateColumn(
            what=successes,
            who=who,
            numbers=["member", "number"],
            successes=successes,
            trials=trials,
            prefix=f"{successes}_",
            among=among,
        )
        table = with_rate(table, rate, totals)
    return _with_value(table)


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


def _mean_tricks(totals: Totals) -> pl.DataFrame:
    """Return contract, mean_tricks and its interval; deals with a contract are the clusters.

    A deal has from none to ``hand_size`` tricks: see `pipelines.intervals.bounded_interval`.
    """
    rules, rows = totals.rules, []
    for number, contract in enumerate(rules.ladder, start=1):
        mean = _mean_tricks_of(number, totals).within(rules.hand_size, totals.level)
        rows.append((contract.name, mean.estimate, mean.low, mean.high))
    names = ("mean_tricks", "mean_tricks_low", "mean_tricks_high")
    schema = {"contract": pl.String(), **dict.fromkeys(names, pl.Float64())}
    return pl.DataFrame(rows, schema=schema, orient="row")


def _mean_tricks_of(number: int, totals: Totals) -> Mean:
    if totals.clustered:
        return totals.mean(RatioName("mean tricks", first=number))
    counts = totals.facts.played.filter(contract=number).select("tricks", "deals").rows()
    return mean_of_clusters(
        clusters=sum(deals for _, deals in counts),
        total=sum(tricks * deals for tricks, deals in counts),
        squares=sum(tricks * tricks * deals for tricks, deals in counts),
        level=totals.level,
    )


def tricks(totals: Totals) -> pl.DataFrame:
    """Return how many tricks declarers take, by contract."""
    rules = totals.rules
    counts = totals.facts.played.group_by("contract", "tricks").agg(pl.col("deals").sum())
    found = {(contract, number): deals for contract, number, deals in counts.rows()}
    rows = [
        (place, contract.name, number, contract.keeps(number), found.get((place, number), 0))
        for place, contract in enumerate(rules.ladder, start=1)
        for number in range(rules.hand_size + 1)
    ]
    schema = {
        "number": pl.Int64(),
        "contract": pl.String(),
        "tricks": pl.Int64(),
        "makes": pl.Boolean(),
        "deals": pl.Int64(),
    }
    table = pl.DataFrame(rows, schema=schema, orient="row").with_columns(
        played=pl.col("deals").sum().over("contract"), member=0
    )
    rate = RateColumn(
        what="tricks",
        who="",
        numbers=["member", "number", "tricks"],
        successes="deals",
        trials="played",
    )
    return with_rate(table, rate, totals)
