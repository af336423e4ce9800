"""Counting players make what they bid: at every profile, more often than it has to pay.

Four standard players, a hundred thousand deals of each shipped profile. The table of their
contracts stands in docs/policies.md; after a change of the policy that is meant, print it anew:

    python -m tests.rules.test_contracts_made

Faults of this kind elsewhere (TricksterBots): overbidding (202, 207, 298, 232), a bid that makes
2 % of the time (131), underbidding (214).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from sim.experiment import Experiment, Player
from sim.game.ladder import PASS_NAME, Contract
from sim.game.rules import load_rules, profile_names
from sim.outcomes import simulate_shard
from sim.policies import make_policy

DOCUMENT = Path(__file__).parents[2] / "docs" / "policies.md"
PLAYERS = 4
DEALS = 100_000
SEED = 1815
COLUMNS = (
    "two",
    "three",
    "misere",
    "four",
    "nap",
    "bonaparte",
    "wellington",
    "blucher",
    "six",
    "seven",
)


@dataclass(frozen=True)
class Played:
    """The deals of one profile: how many, and by contract how many were played and made."""

    deals: int
    played: Counter[str]
    made: Counter[str]
    contracts: dict[str, Contract]

    def made_rate(self, contract: str) -> float:
        return self.made[contract] / self.played[contract]


@cache
def played_deals(profile: str) -> Played:
    """Simulate four standard counting players."""
    rules = load_rules(profile, PLAYERS)
    lineup = tuple(
        Player(name=f"player {place}", policy=make_policy("counting")) for place in range(PLAYERS)
    )
    experiment = Experiment(rules, lineup, "rotate", SEED)
    deals, _ = simulate_shard(experiment, 0, DEALS // rules.deals_per_session)
    played: Counter[str] = Counter()
    made: Counter[str] = Counter()
    contracts = {contract.name: contract for contract in rules.ladder}
    counts = deals.group_by(["auction", "tricks"]).aggregate([([], "count_all")])
    for row in counts.to_pylist():
        bids = [call for call in row["auction"].split() if call != PASS_NAME]
        if bids:
            contract = contracts[bids[-1]]
            played[contract.base] += row["count_all"]
            made[contract.base] += row["count_all"] * contract.keeps(row["tricks"])
    return Played(deals.num_rows, played, made, contracts)


@pytest.mark.parametrize("profile", profile_names())
def test_every_contract_is_made_more_often_than_it_has_to_be(profile: str) -> None:
    """Of every contract played a hundred times or more; the seed is fixed."""
    found = played_deals(profile)
    often = [contract for contract, deals in found.played.items() if deals >= 100]
    for contract in often:
        stakes = found.contracts[contract]
        break_even = stakes.failed / (stakes.made + stakes.failed)
        assert found.made_rate(contract) > break_even, contract
    assert len(often) >= 3


@pytest.mark.parametrize("profile", profile_names())
def test_players_neither_pass_everything_nor_bid_on_anything(profile: str) -> None:
    found = played_deals(profile)
    assert 0.005 < 1 - found.played.total() / found.deals < 0.35


@pytest.mark.parametrize("profile", ["hoyle", "pub", "joker", "two"])
def test_a_misere_for_three_each_way_is_made_clearly_more_often_than_not(profile: str) -> None:
    assert played_deals(profile).made_rate("misere") > 0.6


def test_the_table_in_the_documentation_is_of_this_policy() -> None:
    assert "\n".join(table_lines()) in DOCUMENT.read_text(encoding="utf-8")


def table_lines() -> list[str]:
    """How often each contract is played, and in brackets made when it is, in percent."""
    lines = [
        "| profile | passed out | " + " | ".join(COLUMNS) + " |",
        "|---" * (2 + len(COLUMNS)) + "|",
    ]
    for profile in profile_names():
        found = played_deals(profile)
        passed = 1 - found.played.total() / found.deals
        cells = [cell(found, contract) for contract in COLUMNS]
        lines.append(f"| `{profile}` | {passed:.1%} | " + " | ".join(cells) + " |")
    return lines


def cell(found: Played, contract: str) -> str:
    if contract not in found.contracts:
        return "–"
    played = found.played[contract]
    share = f"{played / found.deals:.1%}" if played >= found.deals / 1_000 else "< 0.1%"
    return share if played < 100 else f"{share} ({found.made_rate(contract):.0%})"


if __name__ == "__main__":
    print("\n".join(table_lines()))
