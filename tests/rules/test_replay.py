"""`transcript`: the words of any deal are its acts, under every rule and in every session.

The golden transcripts are stories; here deals of all kinds are read as they come, and what the
text says is held against what the simulator kept and against the referee.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from sim.errors import UserError
from sim.experiment import Experiment, Player
from sim.game.cards import parse_card
from sim.game.rules import load_rules, profile_names
from sim.policies import make_policy
from sim.records import Record, play_sessions
from sim.replay import session_transcript, transcript
from sim.replay.deal import best_card
from tests.rules.houses import HOUSES
from tests.rules.in_words import acts_in_words, house_of
from tests.rules.stories import NAMES
from tests.rules.transcript_reading import Deal, Transcript


@dataclass(frozen=True)
class RandomTable:
    """A number of random players and what they play."""

    profile: str
    players: int
    options: dict[str, Any] = field(default_factory=dict)
    revoke_rate: float = 0.0

    @property
    def experiment(self) -> Experiment:
        policy = make_policy("random")
        lineup = tuple(Player(name, policy, self.revoke_rate) for name in NAMES[: self.players])
        rules = load_rules(self.profile, self.players, self.options)
        return Experiment(rules, lineup, "rotate", seed=58)


CARDS_OF_ALL_KINDS = {"joker": True, "peep": True, "float": True, "sir_garnet": True} | {
    "exchange_cards": 3,
    "pool_ante": 2,
    "ties": "extra deal",
}
TABLES = {
    **{name: RandomTable(name, min(5, max(HOUSES[name]))) for name in profile_names()},
    "dealer sits out": RandomTable("hoyle", 6, revoke_rate=0.05),
    "everything, bought again": RandomTable(
        "basic",
        4,
        CARDS_OF_ALL_KINDS | {"chips": 25, "when_broke": "rebuy", "shuffle": "after-nap"},
        revoke_rate=0.05,
    ),
    "everything, until broke": RandomTable(
        "basic", 5, CARDS_OF_ALL_KINDS | {"chips": 60, "dealer_sits_out": True}, revoke_rate=0.05
    ),
    "trumps named": RandomTable(
        "joker",
        5,
        {
            "contracts": {"blucher": {"trump": "named", "lead": "lowest non-trump"}},
            "ties": "extra deal",
            "deals_per_session": 12,
        },
    ),
    "prices of nothing": RandomTable(
        "float",
        4,
        {"float_price": 0, "peep": True, "peep_price": 0, "exchange_cards": 5, "exchange_price": 0},
    ),
}


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_the_words_of_every_deal_are_its_acts(table: RandomTable) -> None:
    experiment = table.experiment
    record = play_sessions(experiment, first_session=0, sessions=1)
    for place in range(len(record.present)):
        if record.present[place]:
            told = Transcript(transcript(experiment, place), house_of(experiment.rules))
            check_acts(told.deal, record, place)
            check_money(told.deal)


def check_acts(told: Deal, record: Record, place: int) -> None:
    done = acts_in_words(
        record.rules,
        record.acts(place),
        int(record.present[place]),
        dealer_sits_out=record.rules.dealer_sits_out,
    )
    assert {name: plain(act) for name, act in vars(told.acts).items()} == {
        name: plain(act) for name, act in vars(done).items()
    }


def plain(act: object) -> object:
    """An act so that sequences of all kinds compare, and sets of cards without order."""
    if isinstance(act, set | frozenset):
        return sorted(act)
    if isinstance(act, Sequence) and not isinstance(act, str):
        return [plain(part) for part in act]
    return act


def check_money(told: Deal) -> None:
    verdict = told.verdict
    assert told.payments == verdict.payments
    assert told.pool_after == verdict.pool
    if told.house.chips and not told.pays_nothing:
        purses = told.by_position(told.chips)
        bought = [told.house.chips * stacks for stacks in verdict.rebuys]
        left = map(sum, zip(purses, verdict.payments, bought, strict=True))
        assert told.column("chips left") == tuple(left)


# What has no transcript --------------------------------------------------------------------------


def test_a_deal_after_the_early_end_of_its_session_was_not_played() -> None:
    experiment = RandomTable("pub", 3, {"chips": 15}).experiment
    record = play_sessions(experiment, first_session=1, sessions=1)
    played = int((record.present > 0).sum())
    assert 1 < played < 20, "the session must end early to be of use here"
    last = transcript(experiment, 20 + played - 1)
    assert f"\n\nEnd of session 1 after {played} deals, too few players left\n" in last
    for deal in (20 + played, 39):
        with pytest.raises(UserError) as refused:
            transcript(experiment, deal)
        assert str(refused.value) == (
            f"deal {deal} was not played: fewer than 3 players were left in session 1 after "
            f"{played} deals, so it ended with deal {20 + played - 1}"
        )
    assert transcript(experiment, 40).startswith("Deal 40 of seed 58\n")


# The page ----------------------------------------------------------------------------------------


def test_a_session_is_told_deal_by_deal_to_its_end() -> None:
    """The end is told even where no deal alone tells it, because deals are independent."""
    experiment = RandomTable("basic", 4).experiment
    deals = [transcript(experiment, deal) for deal in range(24, 32)]
    told, end = session_transcript(experiment, 3).split("\nEnd of session 3 after 8 deals\n")
    assert told == "\n".join(deals)
    record = play_sessions(experiment, first_session=3, sessions=1)
    balances = [int(line.split()[-1]) for line in end.splitlines()[:4]]
    assert sorted(balances) == sorted(record.outcomes.player_units[0].tolist())
    with pytest.raises(UserError, match=f"numbered from 0 to {2**61 - 1}$"):
        session_transcript(experiment, 2**61)


@pytest.mark.parametrize("deal", [0, 2**64 - 17])
def test_lines_fit_the_page_whatever_the_numbers(deal: int) -> None:
    everything = CARDS_OF_ALL_KINDS | {"chips": 1_000_000, "when_broke": "rebuy"}
    text = transcript(RandomTable("pub-misere-only", 6, everything).experiment, deal)
    assert max(map(len, text.splitlines())) <= 80


def test_the_best_card_of_a_trick() -> None:
    """The joker is the highest trump; without trumps it wins whatever was led."""
    spades, none = 3, None
    assert best("AS 2H KS", spades) == bit("AS")
    assert best("AC 2S KC", spades) == bit("2S")
    assert best("AC 2S KC", none) == bit("AC")
    joker_of_spades, joker_alone = bit("AS") + 1, bit("joker")
    assert best_card([bit("AC"), joker_of_spades, bit("AS")], spades) == joker_of_spades
    assert best_card([bit("AS"), bit("2S"), joker_alone], none) == joker_alone
    assert best_card([joker_alone, bit("AS"), bit("AC")], none) == joker_alone


def best(cards: str, trump: int | None) -> int:
    return best_card([bit(card) for card in cards.split()], trump)


def bit(card: str) -> int:
    return parse_card(card).bit_length() - 1
