"""Is search stronger than every other policy that ships, as declarer and as defender?

The same seat is played twice on the same deals, by the search policy and by another one, among
trackers. All bid as counting:standard does, so that each deal has the same declarer and contract
both times, and only the play differs. Each role is judged for itself, in two ways:

- by the deals that pay the two of them differently: were the other policy as good, each of these
  would pay search more with probability 1/2 at most, and the binomial law says how rarely so many
  of them would (exact);
- by the interval of the mean difference, in units per deal (normal: thousands of deals differ).

Foster's rules are about bidding: at the same bids he plays as counting does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt
import pytest
from scipy import stats

from sim.experiment import Experiment, Player
from sim.game.rules import load_rules
from sim.policies import Policy, loading, make_policy, policy_names
from sim.policies.counting import COUNTING
from sim.policies.counting import decisions_under as counting_under
from sim.policies.policy import Decisions, PolicyKind
from sim.policies.random import RANDOM
from sim.simulation import nothing_given, run_sessions

if TYPE_CHECKING:
    from sim.game.rules import Rules
    from sim.policies.kind import Table

SEED = 1815
CHANCE = 1e-3
"""The chance at most of each statement to come out so by luck, were the two equally good."""

STANDARD = {parameter.name: parameter.default for parameter in COUNTING.parameters}
OTHERS = [name for name in policy_names() if name != "search"]


class Played(NamedTuple):
    """What the player of the first seat won in each deal, and in which role."""

    units: npt.NDArray[np.int64]
    declares: npt.NDArray[np.bool_]
    defends: npt.NDArray[np.bool_]


def at_standard_bids(name: str, monkeypatch: pytest.MonkeyPatch) -> Policy:
    """A bundled policy's play with the bids of counting:standard, as a policy of its own."""
    kind = loading.find_kind(name).kind
    assert isinstance(kind, PolicyKind)
    own = {parameter.name for parameter in kind.parameters}
    bids_as_standard = with_counting_bids(kind)
    monkeypatch.setitem(loading._BUNDLED, bids_as_standard.name, bids_as_standard)
    standard = {parameter: value for parameter, value in STANDARD.items() if parameter in own}
    return make_policy(bids_as_standard.name, standard)


def with_counting_bids(kind: PolicyKind) -> PolicyKind:
    def decisions_under(rules: Rules) -> Decisions:
        return replace(kind.decisions_for(rules), bid=counting_under(rules).bid)

    def table(parameters: Mapping[str, float], rules: Rules) -> Table:
        return (COUNTING if kind is RANDOM else kind).table({**STANDARD, **parameters}, rules)

    name = f"{kind.name} at standard bids"
    return replace(kind, name=name, decisions_under=decisions_under, table=table)


def played_by(policy: Policy, players: int, sessions: int) -> Played:
    """The first seat is the policy's, all others are trackers'."""
    rules = load_rules("basic", players)
    others = [
        Player(name=f"tracker {seat}", policy=make_policy("tracker")) for seat in range(1, players)
    ]
    experiment = Experiment(
        rules=rules,
        lineup=(Player(name="studied", policy=policy), *others),
        seating="fixed",
        seed=SEED,
    )
    outcomes = run_sessions(experiment, 0, sessions, nothing_given(rules), payments=True)
    paid = outcomes.kept.payments.astype(np.int64)
    deals = np.arange(rules.deals_per_session)
    dealers = (outcomes.first_dealers.astype(np.int64)[:, None] + deals) % players
    position = (-dealers) % players
    units = np.take_along_axis(paid, position[..., None], axis=2)[..., 0]
    declares = np.abs(paid).argmax(axis=2) == position
    is_played = paid.any(axis=2)
    return Played(units, declares & is_played, ~declares & is_played)


@cache
def played_by_search(players: int, sessions: int) -> Played:
    return played_by(make_policy("search:play-only"), players, sessions)


def check_search_is_stronger(other: Policy, players: int, sessions: int) -> None:
    search = played_by_search(players, sessions)
    weaker = played_by(other, players, sessions)
    assert np.array_equal(search.declares, weaker.declares)
    assert np.array_equal(search.defends, weaker.defends)
    for role in (search.declares, search.defends):
        gained = (search.units - weaker.units)[role]
        won, lost = int((gained > 0).sum()), int((gained < 0).sum())
        assert stats.binom.sf(won - 1, won + lost, 0.5) < CHANCE
        error = gained.std(ddof=1) / np.sqrt(gained.size)
        assert gained.mean() > stats.norm.isf(CHANCE) * error


@pytest.mark.parametrize("other", ["random", "sure-tricks"])
def test_search_plays_better_than_the_weakest(other: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Passes by luck, were the two equally good, less than once in 1,000 seeds for each role."""
    check_search_is_stronger(at_standard_bids(other, monkeypatch), players=4, sessions=1_000)


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("other", OTHERS)
def test_search_plays_better_than_all_others(
    other: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Passes by luck, were the two equally good, less than once in 1,000 seeds for each role."""
    check_search_is_stronger(at_standard_bids(other, monkeypatch), players, sessions=40_000)
