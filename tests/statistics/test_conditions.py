"""Conditions against exact values: how probable they are, and what happens under them.

The probability of what is said of one hand is counted, so it must be the exact fraction itself.
Deals under a condition are judged by exact probabilities that hold given such a hand. The seeds
are fixed; all binomial tests together raise a false alarm for less than one seed in 1,000
(Bonferroni over `TESTS`).

Values that hold for the play of bundled policies: five trumps, or trumps and side aces, led from
the top (`nap_flush_*`, `nap_AKQ_AA_*`, `nap_AKQJ_A_*`, `nap_4t_*_sideA_*`), and Wellington with
the lowest trump led. Those with a side king or queen (`nap_AKQJ_K_*`, `nap_4t_*_sideK_*`,
`..._sideQ_*`) are for the best defence, which keeps the right card; no bundled policy does.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from sim.conditions import Condition
from sim.conditions.sampling import sampling_of
from sim.experiment import Experiment, Player, rules_under_condition
from sim.game.rules import Rules, load_rules
from sim.policies import make_policy
from sim.records import play_hands, play_sessions
from sim.simulation import simulate_sessions
from tests.statistics.dealt_hands import Masks, Truths, field, size
from tests.statistics.exact_values import ROWS, binomial_finding, value_of

DEALS = 20_000
TESTS = 40
"""More than all binomial tests here."""
FALSE_ALARM = 1e-3


def experiment(text: str, players: int = 4, profile: str = "basic", seed: int = 1815) -> Experiment:
    """Counting players under a condition."""
    lineup = tuple(Player(f"player {n}", make_policy("counting")) for n in range(players))
    rules = rules_under_condition(load_rules(profile, players))
    return Experiment(rules, lineup, "rotate", seed, Condition.of(text))


def judge(name: str, successes: int, trials: int, probability: Fraction) -> None:
    finding = binomial_finding(name, successes, trials, probability)
    assert finding.chance >= FALSE_ALARM / TESTS, str(finding)


# Probabilities of conditions --------------------------------------------------------------------


def rules_of(row: str) -> Rules:
    """The rules of an exact value's pack and hand size."""
    table = ROWS[row].table
    profile = "seven-card" if table.hand_size == 7 else "basic"
    return load_rules(profile, 3, {"pack": table.pack, "joker": table.joker})


def said_by(row: str) -> str:
    """The condition whose probability, or number of hands, a row states."""
    if row.startswith("laydown"):
        return "a lay-down hand"
    if match := re.fullmatch(r"pattern_\d_(\d+)_\d+", row):
        return f"pattern {'-'.join(match[1])}"
    if match := re.fullmatch(r"suitlen_(\d)_52", row):
        return f"exactly {match[1]} hearts"
    return {
        "longest_ge3_52": "at least 3 of a suit",
        "has_void_52": "at most 3 suits",
    }.get(row, "AKQ of a suit")


ABOUT_HANDS = [
    row
    for row in ROWS
    if re.fullmatch(r"laydown(?!_any).*|pattern_.*|suitlen_.*|longest_.*|has_.*", row)
]
OF_134_MILLION = {
    row for row in ABOUT_HANDS if ROWS[row].table.hand_size == 7 and ROWS[row].table.pack == 52
}
"""Hands of which all must be looked at: seconds each."""


@pytest.mark.parametrize("row", [row for row in ABOUT_HANDS if row not in OF_134_MILLION])
def test_a_condition_has_exactly_its_probability(row: str) -> None:
    sampling = sampling_of(Condition.of(f"position 1 holds {said_by(row)}"), rules_of(row))
    counts_hands = value_of(row) > 1
    assert value_of(row) == (len(sampling.listed) if counts_hands else sampling.probability)


@pytest.mark.slow
@pytest.mark.parametrize("row", sorted(OF_134_MILLION))
def test_of_seven_cards_too(row: str) -> None:
    """Patterns that are not rare cannot be listed; they are counted as what is left."""
    if value_of(row) > Fraction(1, 8) and value_of(row) < 1:
        pytest.skip("more hands than a condition may have")
    test_a_condition_has_exactly_its_probability(row)


def test_the_list_of_rows_is_not_empty() -> None:
    assert len(ABOUT_HANDS) > 60 and len(OF_134_MILLION) > 5


# What happens under them ------------------------------------------------------------------------


def tricks_of_declarer(told: Experiment, contracts: str) -> np.ndarray:
    """Tricks when the first to speak bid these contracts and all others pass."""
    record = play_sessions(told, 0, DEALS)
    calls = np.zeros((DEALS, told.rules.players), np.uint64)
    for turn, contract in enumerate(contracts.split()):
        calls[:, turn] = told.rules.ladder.number(contract)
    return play_hands(replace(told, given=None), record.hands, calls).tricks


def holding_of(row: str) -> str:
    """The hand that an exact value of nap is about."""
    if match := re.match(r"nap_flush_(\w{5})_", row):
        return f"exactly {match[1]} of a suit"
    if match := re.match(r"nap_4t_(\w{4})_sideA_", row):
        aces = 1 + ("A" in match[1])
        return f"exactly {match[1]} of a suit and exactly {aces} ace{'s' * (aces > 1)}"
    trumps, side = ("AKQ", 3) if row.startswith("nap_AKQ_AA") else ("AKQJ", 2)
    return f"exactly {trumps} of a suit and exactly {side} aces"


@pytest.mark.parametrize(
    "row",
    [
        "nap_flush_AK432_52_N4",
        "nap_flush_KQJT9_52_N3",
        "nap_flush_J5432_52_N6",
        "nap_flush_98765_52_N4",
        "nap_AKQ_AA_52_N7",
        "nap_AKQJ_A_52_N3",
        "nap_4t_AK32_sideA_52_N5",
        "nap_4t_K432_sideA_52_N4",
    ],
)
def test_nap_succeeds_as_often_as_it_must(row: str) -> None:
    told = experiment(f"eldest holds {holding_of(row)}", ROWS[row].table.players)
    tricks = tricks_of_declarer(told, "nap")
    judge(row, int((tricks == 5).sum()), DEALS, value_of(row))


@pytest.mark.parametrize("players", [3, 4, 7])
def test_wellington_led_with_the_lowest_trump(players: int) -> None:
    told = experiment("position 2 holds exactly AKQJ9 of a suit", players, "hoyle")
    tricks = tricks_of_declarer(told, "nap wellington")
    row = f"wellington_lowlead_AKQJ9_52_N{players}"
    judge(row, int((tricks == 5).sum()), DEALS, value_of(row))


class TestTheOtherHands:
    """The rest of the pack is dealt as it must be, given the hand."""

    @pytest.mark.parametrize("players", [3, 5, 7])
    @pytest.mark.parametrize("held", [3, 5])
    def test_trumps_of_the_opponents(self, players: int, held: int) -> None:
        """`maxtrump_ge1/ge2` and `allvoid`: the longest holding of my suit among opponents."""
        ranks = "AKQJT"[:held]
        told = experiment(f"position 1 holds exactly {ranks} of spades", players)
        hands = np.roll(play_sessions(told, 0, DEALS).hands, -1, axis=1)
        spades = size(field(hands[:, 1:], 3)).max(axis=1)
        for least in (1, 2, 3):
            row = f"maxtrump_ge{least}_t{held}_52_N{players}"
            if row in ROWS:
                judge(row, int((spades >= least).sum()), DEALS, value_of(row))

    @pytest.mark.parametrize("players", [3, 4, 6])
    def test_a_card_that_i_do_not_hold(self, players: int) -> None:
        told = experiment("dealer holds KQ of clubs and no aces", players)
        hands = play_sessions(told, 0, DEALS).hands
        out = (np.bitwise_or.reduce(hands[:, 1:], axis=1) & np.uint64(1 << 12)) != 0
        judge(f"card_out_{players}", int(out.sum()), DEALS, value_of(f"card_out_52_N{players}"))

    def test_every_listed_hand_is_equally_likely(self) -> None:
        """Chi-square over the 36 hands AKQJx of a suit, at a chance of a false alarm of 1e-4."""
        from scipy import stats

        told = experiment("position 3 holds AKQJx of a suit")
        hands = play_sessions(told, 0, DEALS).hands[:, 3]
        _, counts = np.unique(hands, return_counts=True)
        assert len(counts) == 36
        assert stats.chisquare(counts).pvalue > 1e-4


# Filtering an unconditioned run -----------------------------------------------------------------


def has_four_of_a_suit(hands: Masks) -> Truths:
    return np.stack([size(field(hands, suit)) for suit in range(4)]).max(axis=0) >= 4


@pytest.mark.parametrize(
    ("text", "deals"),
    [
        ("position 2 holds at least 4 of a suit", 200_000),
        ("position 2 holds at least 4 of a suit and contract four or higher", 300_000),
        ("contract nap", 200_000),
    ],
)
def test_as_filtering_an_unconditioned_run(text: str, deals: int) -> None:
    """Cells of contract, declarer and tricks: each is a two-sample exact test (Fisher).

    Every cell with more than 20 deals is tested; the bound is 1e-3 over all of them together.
    """
    from scipy import stats

    told = experiment(text)
    plain = replace(told, given=None, seed=77)
    outcomes = simulate_sessions(plain, 0, deals).kept.outcomes[:, 0]
    record_hands = hands_of(plain, deals)
    keep = np.ones(deals, np.bool_)
    if "holds" in text:
        keep &= has_four_of_a_suit(record_hands[:, 1])
    calls = np.stack([(outcomes >> np.uint64(5 * turn)) & np.uint64(31) for turn in range(4)])
    if "contract" in text:
        number = told.rules.ladder.number("nap" if "nap" in text else "four")
        highest = calls.max(axis=0)
        keep &= (highest >= number) if "higher" in text else (highest == number)
    filtered = outcomes[keep]
    conditioned = simulate_sessions(told, 0, len(filtered)).kept.outcomes[:, 0]
    cells = np.unique(np.concatenate([filtered, conditioned]))
    tested = 0
    for cell in cells:
        one, other = int((filtered == cell).sum()), int((conditioned == cell).sum())
        if one + other > 20:
            tested += 1
            table = [[one, len(filtered) - one], [other, len(conditioned) - other]]
            assert stats.fisher_exact(table).pvalue > FALSE_ALARM / len(cells), (cell, table)
    assert tested > 5
    share = int(keep.sum()), deals
    outcome = simulate_sessions(told, 0, 5_000)
    sampling = sampling_of(told.given, told.rules)  # type: ignore[arg-type]
    assert outcome.tries is not None
    estimate = float(sampling.probability) * 5_000 / float(outcome.tries.sum())
    spread = np.sqrt(share[0]) / deals + estimate / np.sqrt(5_000)
    assert abs(estimate - share[0] / deals) < 4 * spread


def hands_of(told: Experiment, deals: int) -> Masks:
    """Hands of deals without a condition, by speaking turn."""
    from sim.hands import deal_hands

    return deal_hands(told.seed, 0, deals, told.rules.players)
