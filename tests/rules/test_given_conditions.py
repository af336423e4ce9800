"""Deals under a condition: the referee judges them, and plain Python looks at their hands.

The predicates here share nothing with the simulator: hands are sets of names such as "AS".
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from itertools import combinations

import pytest

from sim.conditions import Condition
from sim.errors import UserError
from sim.experiment import Experiment, Player, rules_under_condition
from sim.game.cards import format_cards
from sim.game.rules import load_rules
from sim.policies import make_policy
from sim.records import Record, play_sessions
from sim.replay.numbered_deal import transcript
from sim.simulation import simulate_sessions
from tests import referee
from tests.referee.chance import CARDS_STREAM, draw_below, draw_cards, random_words
from tests.referee.pack import pack_of
from tests.rules.in_words import house_of, sessions_in_words

Hand = Collection[str]
GIVEN_STREAM = 4
HIGH_TO_LOW = "AKQJT98765432"


def suit(hand: Hand, letter: str) -> str:
    """The ranks held of a suit, from the top."""
    return "".join(rank for rank in HIGH_TO_LOW if rank + letter in hand)


def suits(hand: Hand) -> list[str]:
    return [suit(hand, letter) for letter in "CDHS"]


def is_lay_down_of_24(hand: Hand) -> bool:
    """Nines up: top trumps that draw all missing ones, and side cards from the top."""
    for place, trumps in enumerate(suits(hand)):
        missing = [rank for rank in "AKQJT9" if rank not in trumps]
        top = 0
        while top < len(trumps) and trumps[top] == "AKQJT9"[top]:
            top += 1
        side = [held for other, held in enumerate(suits(hand)) if other != place]
        solid = all("AKQJT9".startswith(held) for held in side)
        draws = top >= min(5, len(missing))
        if trumps and draws and (len(trumps) == 5 or (solid and len(missing) <= len(trumps))):
            return True
    return False


def experiment(
    text: str | None,
    players: int = 4,
    profile: str = "basic",
    seating: str = "rotate",
    policies: tuple[str, ...] = ("counting", "random", "counting:bold"),
    **rules: object,
) -> Experiment:
    lineup = tuple(
        Player(f"player {place}", make_policy(policies[place % len(policies)]))
        for place in range(players)
    )
    table = rules_under_condition(load_rules(profile, players, rules))
    condition = None if text is None else Condition.of(text)
    return Experiment(table, lineup, seating, 1815, condition)  # type: ignore[arg-type]


TABLES: list[tuple[Experiment, int, Callable[[Hand], bool]]] = [
    (
        experiment("eldest holds AKQxx of a suit"),
        1,
        lambda hand: any(held[:3] == "AKQ" and len(held) == 5 for held in suits(hand)),
    ),
    (
        experiment("position 2 holds QJx of hearts", 3, seating="fixed"),
        2,
        lambda hand: suit(hand, "H")[:2] == "QJ" and len(suit(hand, "H")) == 3,
    ),
    (
        experiment("dealer holds the ace of spades and at least 3 honours", 7),
        0,
        lambda hand: "AS" in hand and sum(card[0] in "AKQJT" for card in hand) >= 3,
    ),
    (
        experiment("position 5 holds exactly AK of a suit and no queens", 6, "hoyle"),
        5,
        lambda hand: "AK" in suits(hand) and not any(card[0] == "Q" for card in hand),
    ),
    (
        experiment("position 3 holds joker and pattern 2-1-1", 5, joker=True, pack=28),
        3,
        lambda hand: "joker" in hand and sorted(map(len, suits(hand))) == [0, 1, 1, 2],
    ),
    (
        experiment(
            "position 1 holds at least 5 of a suit and not AK of a suit", 3, "seven-card", pack=24
        ),
        1,
        lambda hand: (
            max(map(len, suits(hand))) >= 5
            and not any(held.startswith("AK") for held in suits(hand))
        ),
    ),
    (
        experiment("position 2 holds a lay-down nap", 4, pack=24),
        2,
        is_lay_down_of_24,
    ),
    (
        experiment("position 1 holds at most 2 suits and exactly 1 ace", 4, "sir-garnet"),
        1,
        lambda hand: sum(map(bool, suits(hand))) <= 2 and sum(card[0] == "A" for card in hand) == 1,
    ),
]


def hands_in_words(record: Record, place: int) -> list[set[str]]:
    """Hands by position; a dealer who sits out has none."""
    return [set(format_cards(int(hand)).split()) for hand in record.hands[place]]


CONDITIONS = [str(table[0].given) for table in TABLES]


@pytest.mark.parametrize(("told", "position", "satisfies"), TABLES, ids=CONDITIONS)
def test_every_deal_satisfies_its_condition(
    told: Experiment, position: int, satisfies: Callable[[Hand], bool]
) -> None:
    record = play_sessions(told, 40, 150)
    rules = told.rules
    different = set()
    for place in range(150):
        hands = hands_in_words(record, place)
        if rules.dealer_sits_out:
            hands = [set(), *hands[1:]]
        assert satisfies(hands[position]), hands
        dealt = [hand for hand in hands if hand]
        assert len(dealt) == rules.hands
        assert len(set().union(*dealt)) == rules.hands * rules.hand_size
        different.add(frozenset(hands[position]))
    assert len(different) > 20


@pytest.mark.parametrize(("told", "position"), [table[:2] for table in TABLES], ids=CONDITIONS)
def test_the_referee_deals_and_judges_the_same(told: Experiment, position: int) -> None:
    """The drawn hand is taken as it is; the others must be those of the rest of the pack."""
    record = play_sessions(told, 3, 60)
    house = house_of(told.rules)
    positions = referee.speaking_order(told.rules.players, told.rules.dealer_sits_out)
    for place, (deals, _) in enumerate(sessions_in_words(record)):
        acts = deals[0]
        words = random_words(told.seed, CARDS_STREAM, 3 + place)
        drawn = acts.hands[position]
        left = [card for card in pack_of(house.pack, house.joker) if card not in drawn]
        for other in positions:
            if other != position:
                assert acts.hands[other] == set(draw_cards(words, left, house.hand_size))
        judged(record, place, acts)


def judged(record: Record, place: int, acts: referee.Acts) -> None:
    """Let the referee judge the acts of a deal that no number of his deals."""
    verdict = referee.judge_deal(house_of(record.rules), acts)
    assert record.acts(place).tricks == (verdict.tricks or 0)
    assert tuple(record.outcomes.position_units[place]) == tuple(verdict.payments)


def test_the_hand_is_the_one_of_its_number_in_the_list() -> None:
    """The list of all lay-down hands of 24 cards, made in plain Python: 116 of 42,504."""
    told = experiment("position 2 holds a lay-down nap", pack=24)
    pack = pack_of(24, False)
    listed = [set(hand) for hand in combinations(pack, 5) if is_lay_down_of_24(hand)]
    assert len(listed) == 116
    listed.sort(key=lambda hand: sorted(map(pack.index, hand), reverse=True))
    record = play_sessions(told, 0, 80)
    for place in range(80):
        word = next(random_words(told.seed, GIVEN_STREAM, place))
        number, _ = draw_below(116, word)
        assert hands_in_words(record, place)[2] == listed[number]


TRIED = [
    "contract nap",
    "position 2 bids three",
    "passed out",
    "position 1 passes and contract three or higher",
    "position 1 holds AKQ of a suit and position 2 holds at least 1 ace",
    "position 1 holds at least 4 of a suit or position 3 holds at least 3 aces",
]


@pytest.mark.parametrize("text", TRIED)
def test_what_is_tried_for_is_true(text: str) -> None:
    told = experiment(text, policies=("counting",))
    record = play_sessions(told, 0, 100)
    ladder = told.rules.ladder
    for place in range(100):
        calls = [ladder.calls[call] for call in record.acts(place).calls]
        hands = hands_in_words(record, place)
        bid = [call for call in calls if call != "pass"]
        aces = [sum(card[0] == "A" for card in hand) for hand in hands]
        longest = [max(map(len, suits(hand))) for hand in hands]
        assert {
            "contract nap": bid[-1:] == ["nap"],
            "position 2 bids three": calls[1] == "three",
            "passed out": not bid,
            "position 1 passes and contract three or higher": calls[0] == "pass" and bool(bid),
            TRIED[4]: aces[2] >= 1 and any(held.startswith("AKQ") for held in suits(hands[1])),
            TRIED[5]: longest[1] >= 4 or aces[3] >= 3,
        }[text]
    for place, (deals, _) in enumerate(sessions_in_words(record)):
        judged(record, place, deals[0])


class TestAPureFunctionOfSeedAndNumber:
    @pytest.mark.parametrize("text", ["eldest holds AKQ of a suit", "contract nap"])
    def test_whatever_the_range(self, text: str) -> None:
        told = experiment(text, policies=("counting", "random"))
        whole = simulate_sessions(told, 0, 700)
        parts = [simulate_sessions(told, first, 100) for first in range(0, 700, 100)]
        one = simulate_sessions(told, 345, 1)
        assert whole.tries is not None and one.tries is not None
        assert (whole.kept.outcomes[345:346] == one.kept.outcomes).all()
        assert whole.tries[345] == one.tries[0]
        for number, part in enumerate(parts):
            assert (whole.kept.outcomes[100 * number :][:100] == part.kept.outcomes).all()
            assert (whole.player_units[100 * number :][:100] == part.player_units).all()

    def test_a_first_try_is_the_deal_without_a_condition(self) -> None:
        told = experiment("contract three or higher", policies=("counting", "random"))
        plain = simulate_sessions(replace(told, given=None), 0, 300).kept.outcomes
        found = simulate_sessions(told, 0, 300)
        assert found.tries is not None
        at_once = found.tries == 1
        assert 50 < at_once.sum() < 300
        assert (found.kept.outcomes[at_once] == plain[at_once]).all()

    def test_a_replay_says_what_was_given(self) -> None:
        told = experiment("contract nap", policies=("counting",))
        text = transcript(told, 17)
        assert "\n  given contract nap\n  tries: " in text
        assert "declares nap" in text
        assert text == transcript(told, 17)


def test_neighbouring_positions_see_the_same_cards_with_other_names() -> None:
    """The deal moves round: the position's player differs from deal to deal."""
    told = experiment("eldest holds AKQxx of a suit")
    dealers = play_sessions(told, 0, 200).dealers
    assert set(dealers.tolist()) == {0, 1, 2, 3}


REFUSED = [
    ("position 1 holds AKQ of a suit", "traditional", 4, 'shuffle = "after-nap"'),
    ("position 1 holds AKQ of a suit", "pool", 4, "a pool"),
    ("position 1 holds AKQ of a suit", "pub", 4, "chips"),
    ("position 4 holds AKQ of a suit", "basic", 4, "there is no position 4 at a table of 4"),
    ("dealer holds AKQ of a suit", "hoyle", 6, "the dealer sits out"),
    ("position 1 holds joker", "basic", 4, "the pack of 52 has no joker"),
    ("contract blucher", "basic", 4, "blucher is not on the ladder"),
    ("position 1 holds pattern 4-2", "basic", 4, "add up to 6, but a hand has 5 cards"),
    ("position 1 holds at least 6 honours", "basic", 4, "6 is more than a hand can have"),
    ("position 1 holds AKQJTx of a suit", "basic", 4, "6 cards are more than a hand has"),
]


@pytest.mark.parametrize(("text", "profile", "players", "complaint"), REFUSED)
def test_what_makes_no_sense_is_refused(
    text: str, profile: str, players: int, complaint: str
) -> None:
    with pytest.raises(UserError) as caught:
        experiment(text, players, profile)
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)


def test_sessions_of_several_deals_are_refused() -> None:
    told = experiment("contract nap")
    with pytest.raises(UserError, match="every deal must be a session of its own"):
        replace(told, rules=load_rules("basic", 4))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("position 1 holds 2C 3C 4C 5C and AKQ of a suit", "no hand of 5 of the pack of 52 does"),
        ("passed out and position 1 bids three", "did not satisfy it in 1,048,576 tries"),
    ],
)
def test_what_never_happens_ends_with_a_reason(text: str, complaint: str) -> None:
    with pytest.raises(UserError, match=complaint):
        simulate_sessions(experiment(text, policies=("counting",)), 0, 1_000)
