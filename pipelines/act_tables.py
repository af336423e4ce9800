"""What players do beside bidding and playing: exchanges, looks, hands taken; and revokes."""

from __future__ import annotations

import polars as pl

from pipelines.acts import EXCHANGE, most_of_act, names_of_acts
from pipelines.lineup import Group, by_player, by_speaker
from pipelines.rates import rate_columns
from pipelines.totals import RatioName, Totals

__all__ = [
    "acts_by_player",
    "acts_by_position",
    "exchange_by_position",
    "revokes_by_player",
    "revokes_by_position",
    "success_by_act",
]


def acts_by_position(totals: Totals) -> pl.DataFrame:
    """Return how often each position does what, and what it pays for it."""
    return _acts(totals, by_speaker(totals.experiment))


def acts_by_player(totals: Totals) -> pl.DataFrame:
    """Return how often each player does what, and what he pays for it."""
    return _acts(totals, by_player(totals.experiment))


def _acts(totals: Totals, groups: list[Group]) -> pl.DataFrame:
    rows = []
    for act in names_of_acts(totals.rules):
        for group in groups:
            done = totals.counted_rate(RatioName(f"{act} done", group.who, group.number))
            price = totals.ratio(RatioName(f"{act} price", group.who, group.number))
            rows.append(
                {
                    "act": act,
                    **group.labels,
                    "deals": done.trials,
                    **rate_columns("done", done),
                    "units": price.y,
                }
            )
    return pl.DataFrame(rows, infer_schema_length=None)


def success_by_act(totals: Totals) -> pl.DataFrame:
    """Return how often contracts are made by what the declarer did before."""
    rows = []
    for act in names_of_acts(totals.rules):
        for number, contract in enumerate(totals.rules.ladder, start=1):
            for amount in range(most_of_act(act, totals.rules) + 1):
                name = RatioName(f"{act} made", first=number, second=amount)
                made = totals.counted_rate(name)
                rows.append(
                    {
                        "act": act,
                        "contract": contract.name,
                        "amount": amount,
                        "played": made.trials,
                        **rate_columns("made", made),
                    }
                )
    return pl.DataFrame(rows, infer_schema_length=None).filter(pl.col("played") > 0)


def exchange_by_position(totals: Totals) -> pl.DataFrame:
    """Return how many cards each position exchanges."""
    rows = []
    for group in by_speaker(totals.experiment):
        name = RatioName(f"{EXCHANGE} cards", group.who, group.number)
        cards = totals.ratio(name)
        mean = totals.mean(name).within(totals.rules.exchange_cards, totals.level)
        rows.append(
            {
                **group.labels,
                "deals": cards.x,
                "cards": cards.y,
                "cards_per_deal": mean.estimate,
                "cards_low": mean.low,
                "cards_high": mean.high,
            }
        )
    return pl.DataFrame(rows, infer_schema_length=None)


def revokes_by_position(totals: Totals) -> pl.DataFrame:
    """Return how often each position revokes, as declarer and as defender."""
    return _revokes(totals, by_speaker(totals.experiment))


def revokes_by_player(totals: Totals) -> pl.DataFrame:
    """Return how often each player revokes, as declarer and as defender."""
    return _revokes(totals, by_player(totals.experiment))


def _revokes(totals: Totals, groups: list[Group]) -> pl.DataFrame:
    rows = []
    for group in groups:
        row: dict[str, str | int | float | None] = {**group.labels}
        for role in ("declarer", "defender"):
            revokes = totals.counted_rate(RatioName(f"{role} revokes", group.who, group.number))
            row |= {f"{role}_deals": revokes.trials, **rate_columns(f"{role}_revokes", revokes)}
        rows.append(row)
    return pl.DataFrame(rows, infer_schema_length=None)
