"""Tables of invented comparisons: nobody plays, but the books are kept as if somebody had."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

import numpy as np
import polars as pl
from scipy import stats

from pipelines.comparisons.tables import ComparedPolicy, ComparisonProvenance, ComparisonTables

LEVEL = 0.95
CHANCES = {"three": 0.16, "four": 0.07, "nap": 0.02, "wellington": 0.002}
SPREAD = 3.0
"""Standard deviation of a difference in units per deal in a single deal."""


@dataclass(frozen=True, kw_only=True)
class InventedComparison:
    """How an invented comparison goes: what each policy is worth, units per deal."""

    worth: Mapping[str, float]
    field: str | None = None
    sizes: Sequence[int] = (4,)
    deals: int = 200_000
    cap: int = 400_000
    level: float = LEVEL
    name: str = "invented"
    grid: Mapping[str, Sequence[float]] = dataclasses.field(default_factory=dict)
    without_estimate: Sequence[str] = ()
    noiseless: bool = False
    seed: int = 3

    @property
    def design(self) -> str:
        return "challenger" if self.field else "round robin"


def build_comparison(invented: InventedComparison) -> ComparisonTables:
    """Keep the books of an invented comparison."""
    return _Books(invented).tables()


def swept(
    grid: Mapping[str, Sequence[float]], best: Sequence[float], steepness: float, **settings: Any
) -> InventedComparison:
    """Invent a sweep whose worth falls off from the best point as a parabola does."""
    worth = {"counting:standard": 0.0}
    for point in product(*grid.values()):
        label = ", ".join(f"{name} = {value:g}" for name, value in zip(grid, point, strict=True))
        away = sum((value - top) ** 2 for value, top in zip(point, best, strict=True))
        worth[label] = 0.05 - steepness * away
    return InventedComparison(worth=worth, field="counting:standard", grid=grid, **settings)


class _Books:
    def __init__(self, invented: InventedComparison) -> None:
        self.of = invented
        self.random = np.random.default_rng(invented.seed)

    def tables(self) -> ComparisonTables:
        differences = [row for n in self.of.sizes for row in self._differences(n)]
        self.early = {
            n: all(r["verdict"] != "not decided" for r in differences if r["players"] == n)
            for n in self.of.sizes
        }
        rows = {
            "differences": differences,
            "scores": [row for n in self.of.sizes for row in self._scores(n)],
            "behaviour": [row for n in self.of.sizes for row in self._behaviour(n)],
            "positions": [row for n in self.of.sizes for row in self._positions(n)],
            "calibration": [row for n in self.of.sizes for row in self._calibration(n)],
        }
        frames = {name: pl.DataFrame(made, infer_schema_length=None) for name, made in rows.items()}
        frames["differences"] = frames["differences"].with_columns(
            pl.col("more_deals").cast(pl.Int64)
        )
        frames["calibration"] = self._typed_calibration(rows["calibration"])
        return ComparisonTables(
            provenance=self._provenance(),
            sweep=self._sweep(frames["differences"]) if self.of.grid else None,
            **frames,
        )

    def _provenance(self) -> ComparisonProvenance:
        return ComparisonProvenance(
            name=self.of.name,
            design=self.of.design,
            profile="basic",
            sizes=tuple(self.of.sizes),
            seed=7,
            level=self.of.level,
            deals=dict.fromkeys(self.of.sizes, self.of.deals),
            cap=dict.fromkeys(self.of.sizes, self.of.cap),
            stopped_early=self.early,
            identities={n: f"{n:x}" * 64 for n in self.of.sizes},
            field=self.of.field,
            policies=tuple(
                ComparedPolicy(label=label, policy=label, version=1) for label in self.of.worth
            ),
            unit="deal",
            swept=tuple(self.of.grid),
        )

    def _entries(self) -> list[tuple[str, str]]:
        """Label of the entry and the policy studied in it."""
        if self.of.field:
            return [(label, label) for label in self.of.worth]
        return [
            (f"{one} among {other}", one)
            for pair in combinations(self.of.worth, 2)
            for one, other in (pair, pair[::-1])
        ]

    def _differences(self, players: int) -> Iterator[dict[str, Any]]:
        noise = {label: self.random.normal() for label in self.of.worth}
        quantile = stats.norm.isf(0.025)
        for first, second in combinations(self.of.worth, 2):
            same = self.of.worth[first] == self.of.worth[second] and self.of.noiseless
            error = 0.0 if same else SPREAD / players / np.sqrt(self.of.deals)
            off = 0.0 if same else (noise[first] - noise[second]) * error / np.sqrt(2)
            value = self.of.worth[first] - self.of.worth[second] + off
            low, high = value - quantile * error, value + quantile * error
            wide = 2.4 * quantile * error
            verdict = "better" if value > wide else "worse" if value < -wide else "not decided"
            more = None
            if verdict == "not decided" and value:
                more = int(self.of.deals * ((2.4 * quantile * error / value) ** 2 - 1)) + 1
            yield {
                "players": players,
                "first": first,
                "second": second,
                "units": self.of.deals,
                "deals": self.of.deals,
                "difference": value,
                "standard_error": error,
                "low": low,
                "high": high,
                "anytime_low": value - wide,
                "anytime_high": value + wide,
                "differing": 0 if same else int(0.34 * self.of.deals),
                "differing_share": 0.0 if same else int(0.34 * self.of.deals) / self.of.deals,
                "gain": None if same else 3.4 + self.random.random(),
                "verdict": "equal" if same else verdict,
                "more_deals": more if not same else None,
            }

    def _scores(self, players: int) -> Iterator[dict[str, Any]]:
        for label, policy in self._entries():
            error = SPREAD / players / np.sqrt(self.of.deals)
            value = self.of.worth[policy] + self.random.normal() * error
            yield {
                "players": players,
                "entry": label,
                "policy": policy,
                "units": self.of.deals,
                "deals": self.of.deals,
                "score": value,
                "standard_error": error,
                "low": value - 1.96 * error,
                "high": value + 1.96 * error,
            }

    def _share(self, chance: float, n: int) -> dict[str, Any]:
        numerator = int(self.random.binomial(n, min(chance, 1.0)))
        if n == 0:
            return {"numerator": 0, "denominator": 0, "value": None, "low": 0.0, "high": 1.0}
        interval = stats.binomtest(numerator, n).proportion_ci(LEVEL, method="wilson")
        return {
            "numerator": numerator,
            "denominator": n,
            "value": numerator / n,
            "low": float(interval.low),
            "high": float(interval.high),
        }

    def _mean(self, value: float, n: int) -> dict[str, Any]:
        error = SPREAD / np.sqrt(max(n, 1))
        total = round((value + self.random.normal() * error) * n)
        mean = total / n if n else None
        low, high = (mean - 1.96 * error, mean + 1.96 * error) if n else (None, None)
        return {"numerator": total, "denominator": n, "value": mean, "low": low, "high": high}

    def _behaviour(self, players: int) -> Iterator[dict[str, Any]]:
        spoken = self.of.deals * players
        for place, (label, _) in enumerate(self._entries()):
            key = {"players": players, "entry": label}
            boldness = 0.8 + 0.1 * (place % 7)
            chances = {name: chance * boldness for name, chance in CHANCES.items()}
            for contract, chance in {"pass": 1 - sum(chances.values()), **chances}.items():
                for position in (None, *range(players)):
                    n = spoken if position is None else self.of.deals
                    tilt = 1 if position is None else 1 + 0.1 * (position - players / 2) / players
                    share = self._share(chance * (tilt if contract != "pass" else 1), n)
                    at = {"contract": contract, "position": position}
                    yield {**key, "measure": "bid", **at, **share}
                if contract == "pass":
                    continue
                played = int(0.8 * chance * spoken)
                for measure, rate in (
                    ("made", 0.75 / boldness),
                    ("overbid", 0.0 if contract == "three" else 0.1 * boldness),
                    ("underbid", 0.0 if contract == "wellington" else 0.12 / boldness),
                ):
                    at = {"contract": contract, "position": None}
                    yield {**key, "measure": measure, **at, **self._share(rate, played)}
            overall = {"contract": None, "position": None}
            declares = self._share(0.8 * sum(chances.values()), spoken)
            yield {**key, "measure": "declares", **overall, **declares}
            n = declares["numerator"]
            yield {**key, "measure": "declarer value", **overall, **self._mean(4.1, n)}
            yield {**key, "measure": "defender value", **overall, **self._mean(-0.8, spoken - n)}

    def _positions(self, players: int) -> Iterator[dict[str, Any]]:
        for label, policy in self._entries():
            for position in range(players):
                worth = self.of.worth[policy] + 0.05 * (position - (players - 1) / 2)
                mean = self._mean(worth, self.of.deals)
                yield {
                    "players": players,
                    "entry": label,
                    "position": position,
                    "deals": self.of.deals,
                    "value": mean["value"],
                    "low": mean["low"],
                    "high": mean["high"],
                }

    def _calibration(self, players: int) -> Iterator[dict[str, Any]]:
        for place, (label, policy) in enumerate(self._entries()):
            if policy in self.of.without_estimate:
                continue
            for bin_ in range(8, 21):
                low = bin_ / 4
                n = int(self.of.deals * players * 0.1 * np.exp(-(((low - 3.2) / 0.6) ** 2)))
                if n == 0:
                    continue
                estimate = low + 0.12
                tricks = min(5.0, estimate * (0.8 + 0.05 * (place % 6)))
                half = 1.96 * 0.8 / np.sqrt(n)
                made = self._share(min(0.97, max(0.02, (tricks - 2) / 3)), n)
                yield {
                    "players": players,
                    "entry": label,
                    "bin": bin_,
                    "estimate_low": low,
                    "estimate_high": low + 0.25,
                    "contracts": n,
                    "estimate": estimate,
                    "tricks": tricks,
                    "tricks_low": max(0.0, tricks - half),
                    "tricks_high": tricks + half,
                    "made": made["numerator"],
                    "made_rate": made["value"],
                    "made_low": made["low"],
                    "made_high": made["high"],
                }

    def _typed_calibration(self, rows: list[dict[str, Any]]) -> pl.DataFrame:
        if rows:
            return pl.DataFrame(rows, infer_schema_length=None)
        texts, wholes = ("entry",), ("players", "bin", "contracts", "made")
        floats = (
            "estimate_low", "estimate_high", "estimate", "tricks", "tricks_low", "tricks_high",
            "made_rate", "made_low", "made_high",
        )  # fmt: skip
        return pl.DataFrame(
            schema={
                **dict.fromkeys(texts, pl.String),
                **dict.fromkeys(wholes, pl.Int64),
                **dict.fromkeys(floats, pl.Float64),
            }
        )

    def _sweep(self, differences: pl.DataFrame) -> pl.DataFrame:
        rows = []
        for players in self.of.sizes:
            of_size = differences.filter(players=players, first=self.of.field)
            points = [
                {
                    "players": players,
                    "entry": row["second"],
                    **self._point(row["second"]),
                    "difference": -row["difference"],
                    "low": -row["anytime_high"],
                    "high": -row["anytime_low"],
                }
                for row in of_size.rows(named=True)
            ]
            best = max(points, key=lambda point: point["difference"])
            for point in points:
                point["is_best"] = point is best
                point["may_be_best"] = point["high"] >= best["difference"]
            rows += points
        return pl.DataFrame(rows)

    @staticmethod
    def _point(label: str) -> dict[str, float]:
        return {
            name: float(value) for name, value in (part.split(" = ") for part in label.split(", "))
        }
