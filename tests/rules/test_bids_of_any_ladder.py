"""The counting policy bids, and opens, whatever is on the ladder and in the pack.

Hands made by hand. The estimates behind the bids are compared with real tricks elsewhere.

Faults of this kind elsewhere (TricksterBots): overbidding because of one strong card (202, 207,
298, 232), a no-trump bid that makes 2 % of the time (131), misplays the joker (43, 86, 210).
"""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest

from sim.experiment import Experiment, Player
from sim.game.cards import JOKER, RANKS, SUIT_LETTERS, parse_cards
from sim.game.rules import Rules, load_rules, profile_names
from sim.policies import make_policy
from sim.policies.counting.layout import NO_CHANGE, PER_TRICK, RISKS
from sim.policies.counting.risk import risk_of_following, risk_of_lead, risks_of_cards
from sim.records import play_hands, play_sessions
from tests.views import (
    ALL_CALLS,
    JOKER_PLACES,
    Decider,
    bid_view,
    opening_view,
    suit_mask,
    trick_view,
)

PROFILES = [
    (profile, players)
    for profile in profile_names()
    for players in (3, 4, 6)
    if players <= {"ecarte": 4, "buy": 5, "hoyle-stripped": 4}.get(profile, 7)
    and not (profile == "hoyle-stripped" and players == 3)
]


def counting(profile: str, players: int = 4, changes: dict[str, Any] | None = None) -> Decider:
    return Decider("counting", load_rules(profile, players, changes))


def random_hands(number: int, size: int = 5, jokers: bool = False) -> list[str]:
    dice = random.Random(1815)
    pack = [rank + suit for suit in SUIT_LETTERS for rank in RANKS] + ["joker"] * jokers
    return [" ".join(dice.sample(pack, size)) for _ in range(number)]


# What a hand is worth ----------------------------------------------------------------------------


@pytest.mark.parametrize(("profile", "players"), PROFILES)
def test_nobody_bids_because_of_one_strong_card(profile: str, players: int) -> None:
    """An ace, or the joker, among low cards of all suits is worth no contract for tricks."""
    rules = load_rules(profile, players)
    low = RANKS[13 - rules.pack // 4 :]
    rest = "DHSCDH"[: rules.hand_size - 1]
    hand = " ".join(low[2 + place // 3] + suit for place, suit in enumerate(rest))
    for strong in ("AC", *(["joker"] if rules.joker else [])):
        view = bid_view(f"{strong} {hand}", hand_size=rules.hand_size, players=players)
        assert Decider("counting", rules).call(view) in ("pass", "two", "misere")


@pytest.mark.parametrize("preset", ["cautious", "standard", "bold"])
@pytest.mark.parametrize("profile", profile_names())
def test_a_hand_that_is_sure_of_every_trick_bids_the_most(profile: str, preset: str) -> None:
    """The highest cards of a suit are worth the highest contract that is legal."""
    rules = load_rules(profile, 4)
    top = " ".join(rank + "S" for rank in RANKS[-rules.hand_size :])
    best = f"joker {top[3:]}" if rules.joker else top
    view = bid_view(best, hand_size=rules.hand_size)
    assert Decider(f"counting:{preset}", rules).call(view) == rules.ladder.names[-1]


def test_rules_that_add_nothing_change_no_bid() -> None:
    """Where the base game could be bid, the decisions for other rules bid the same."""
    base = counting("basic")
    other = counting("basic", changes={"exchange_cards": 3, "exchange_price": 0})
    assert base.decisions.bid is not other.decisions.bid
    calls = set()
    for hand in random_hands(3_000):
        call = base.call(bid_view(hand))
        assert other.call(bid_view(hand)) == call
        calls.add(call)
    assert calls == {"pass", "three", "four", "nap", "wellington"}


def test_a_contract_that_pays_more_made_than_failed_is_bid_on_less() -> None:
    """Nap at 10 for 5 has to be made once in three times; the reverse, twice."""
    hands = random_hands(3_000)
    by_stakes = []
    for made, failed in ((10, 5), (5, 5), (5, 10)):
        stakes = {"ladder": ["nap"], "stakes": {"nap": {"made": made, "failed": failed}}}
        decider = counting("basic", changes=stakes)
        by_stakes.append({hand for hand in hands if decider.call(bid_view(hand)) == "nap"})
    assert by_stakes[0] > by_stakes[1] > by_stakes[2] > set()


def test_a_pool_to_be_won_makes_up_for_tricks() -> None:
    """Contracts for less win no pool: they are bid as before, or a higher one is."""
    decider = counting("pool")
    ladder = decider.rules.ladder
    of_all_tricks = []
    for units in (0, 40, 2_000):
        calls = {h: decider.call(bid_view(h, pool=units)) for h in random_hands(3_000)}
        of_all_tricks.append({h for h, call in calls.items() if call in ladder.names[2:]})
        less = {h for h, call in calls.items() if call in ("three", "four")}
        assert less == {h for h in less if counting("basic").call(bid_view(h)) == calls[h]}
    assert of_all_tricks[0] < of_all_tricks[1] < of_all_tricks[2]


def test_a_contract_for_an_exact_number_of_tricks_is_never_bid() -> None:
    just_two = {"target": 2, "judged": "exactly"}
    changes = {"ladder": ["three"], "contracts": {"three": just_two}}
    decider = counting("basic", changes=changes)
    assert {decider.call(bid_view(hand)) for hand in random_hands(500)} == {"pass"}


def test_without_trumps_only_high_cards_count() -> None:
    """Five low spades, worth a contract with trumps, are worth none without."""
    changes = {"ladder": ["three"], "contracts": {"three": {"trump": "none"}}}
    assert counting("basic").call(bid_view("KS 9S 7S 5S 3S")) != "pass"
    assert counting("basic", changes=changes).call(bid_view("KS 9S 7S 5S 3S")) == "pass"
    assert counting("basic", changes=changes).call(bid_view("AS KS AH AD AC")) == "three"


def test_a_lowest_trump_that_is_low_keeps_from_bidding() -> None:
    """With ace, king, queen, knave and deuce of spades the first trick would be lost.

    With three high spades and two high hearts the first tricks take one trump each of the others:
    too few to be sure of the hearts.
    """
    changes = {"ladder": ["bonaparte"]}
    bonaparte = counting("bonaparte", changes=changes)
    nap = counting("basic", changes={"ladder": ["nap"]})
    for hand, of_nap, of_bonaparte in (
        ("AS KS QS JS 2S", "nap", "pass"),
        ("AS KS QS JS TS", "nap", "bonaparte"),
        ("AS KS QS AH KH", "nap", "pass"),
    ):
        assert nap.call(bid_view(hand)) == of_nap
        assert bonaparte.call(bid_view(hand)) == of_bonaparte


@pytest.mark.parametrize("players", [3, 4, 6])
def test_the_joker_is_the_highest_trump_of_any_suit(players: int) -> None:
    """With it a hand is worth at least what it is with an ace instead, whatever the suit."""
    decider = counting("joker", players)
    ladder = decider.rules.ladder
    higher = 0
    for suit in SUIT_LETTERS:
        for hand in random_hands(400, size=4):
            if f"A{suit}" not in hand and parse_cards(hand) & suit_mask(suit):
                ace = ladder.calls.index(decider.call(bid_view(f"A{suit} {hand}")))
                joker = ladder.calls.index(decider.call(bid_view(f"joker {hand}")))
                if ladder.calls[ace] != "misere":
                    assert joker >= ace or ladder.calls[joker] != "misere"
                    higher += joker > ace
    assert higher > 0


# Misère ------------------------------------------------------------------------------------------


def chance_of_no_trick(hand: str, rules: Rules) -> float:
    """The estimated chance that a hand takes no trick, from the formula of the risks."""
    suits = [
        [
            rank
            for rank in range(13)
            if parse_cards(hand) & suit_mask(suit) & (0x1000100010001 << rank)
        ]
        for suit in SUIT_LETTERS
    ]
    led = dict(make_policy("counting").parameters)["led"]
    risks = [risks_of_cards(held, led, rules) for held in range(rules.hand_size + 1)]
    risk = sum(risk_of_following(ranks, risks[len(ranks)]) for ranks in suits)
    opened = min(
        risk_of_lead(ranks, rules)
        + risk_of_following(ranks, risks[len(ranks)], first=1)
        - risk_of_following(ranks, risks[len(ranks)])
        for ranks in suits
        if ranks
    )
    return math.exp(-risk - opened)


@pytest.mark.parametrize("players", [3, 4, 7])
def test_a_misere_is_bid_when_it_is_likely_enough(players: int) -> None:
    """At even stakes from an estimated chance of a half on."""
    rules = load_rules("hoyle", players, {"dealer_sits_out": False, "ladder": ["misere"]})
    decider = Decider("counting", rules)
    bids = 0
    for hand in random_hands(2_000):
        chance = chance_of_no_trick(hand, rules)
        if abs(chance - 0.5) > 0.01:
            bid = decider.call(bid_view(hand, players=players)) == "misere"
            assert bid == (chance > 0.5), hand
            bids += bid
    assert bids > 100


@pytest.mark.parametrize(("profile", "players"), [("hoyle", 3), ("hoyle", 5), ("seven-card", 4)])
def test_a_misere_is_made_about_as_often_as_is_estimated(profile: str, players: int) -> None:
    """Of 40,000 hands, by tenths of the estimated chance: within 0.06 of it.

    The sample is large and its seed fixed: the band says how good the estimate is.
    """
    rules = load_rules(profile, players, {"deals_per_session": 1})
    lineup = tuple(
        Player(name=f"player {place}", policy=make_policy("counting")) for place in range(players)
    )
    experiment = Experiment(rules, lineup, "fixed", 1815)
    hands = play_sessions(experiment, 0, 40_000).hands
    bids = np.zeros((len(hands), players), np.uint64)
    bids[:, 0] = rules.ladder.number("misere")
    made = play_hands(experiment, hands, bids).tricks == 0
    chances = chances_by_table(hands[:, 1], rules)
    for tenth in range(1, 9):
        mine = np.floor(chances * 10) == tenth
        assert mine.sum() > 100
        assert abs(made[mine].mean() - chances[mine].mean()) < 0.06, tenth


def chances_by_table(hands: np.ndarray, rules: Rules) -> np.ndarray:
    """What :func:`chance_of_no_trick` says of many hands, by the policy's own table."""
    table = Decider("counting", rules).table
    suits = np.array([(hands >> np.uint64(16 * suit)) & np.uint64(0x1FFF) for suit in range(4)])
    values = table[RISKS + suits.astype(np.int64)]
    risks = (values & 0xFFFF_FFFF).sum(axis=0) + (values >> 32).min(axis=0) - NO_CHANGE
    return np.exp(-risks / PER_TRICK)


def test_risks_that_can_be_worked_out_by_hand() -> None:
    """Four players: a given card out of hand is with a given defender with probability 5/47."""
    rules = load_rules("hoyle", 4)
    away = 42 / 47
    nobody_has_a_club = (away**12) ** 3
    assert math.isclose(risk_of_lead([0], rules), -math.log(1 - nobody_has_a_club))
    assert risk_of_following([0], risks_of_cards(1, 0.6, rules)) == 0
    only_higher = away * (1 - away**11)
    assert math.isclose(risk_of_lead([1], rules), -math.log(1 - (1 - only_higher) ** 3))


def test_nobody_bids_a_misere_with_the_joker() -> None:
    """All cards are played, and the joker wins its trick."""
    decider = counting("joker")
    assert decider.call(bid_view("2C 2D 2H 3C 3D")) == "misere"
    assert decider.call(bid_view("2C 2D 2H 3C joker")) != "misere"


# The float and the peep card ---------------------------------------------------------------------


def test_the_float_is_counted_and_only_the_contract_with_it_is_bid() -> None:
    decider = counting("float")
    assert decider.call(bid_view("KS JS 7S 2H 3H")) == "pass"
    with_ace = bid_view("KS JS 7S 2H 3H", float_card="AD", looked=1)
    assert decider.call(with_ace) == "three-float"


def test_a_contract_worth_bidding_anyway_is_bid_with_a_float_that_helps() -> None:
    decider = counting("float")
    worth_three = "AS KS QS 3H 4D"
    assert decider.call(bid_view(worth_three)) == "three"
    assert decider.call(bid_view(worth_three, float_card="8H", looked=1)) == "three-float"
    assert decider.call(bid_view(worth_three, float_card="2C", looked=1)) == "three"


def test_a_bid_above_the_same_contract_with_the_float_is_bid_without() -> None:
    decider = counting("float")
    above = ~((2 << decider.rules.ladder.number("three-float")) - 1) & ALL_CALLS
    fields = {"float_card": "8H", "looked": 1, "legal": 1 | above}
    assert decider.call(bid_view("AS KS QS 3H 4D", **fields)) == "three"


def test_the_peep_card_is_counted_as_one_that_will_be_picked_up() -> None:
    decider = counting("peep")
    assert decider.call(bid_view("KS JS 7S 2H 3H")) == "pass"
    assert decider.call(bid_view("KS JS 7S 2H 3H", peep_card="AD", peeped=1)) == "three"


def test_who_has_taken_the_extra_hand_bids_nap_on_anything() -> None:
    decider = counting("sir-garnet")
    nap = 1 << decider.rules.ladder.number("nap")
    assert decider.call(bid_view("7S 5H 4D 3C 2C", legal=nap)) == "nap"


# Openings ----------------------------------------------------------------------------------------


def opened(decider: Decider, contract: str, hand: str, legal: str = "", **fields: Any) -> str:
    number = decider.rules.ladder.number(contract)
    view = opening_view(hand, legal=legal or hand, contract=number, **fields)
    return decider.card("opening_lead", view)


def test_the_highest_card_of_the_best_suit_is_led() -> None:
    assert opened(counting("hoyle"), "four", "AH KS QS JS 2C") == "KS"


def test_where_the_lowest_trump_has_to_be_led_the_suit_is_chosen_for_it() -> None:
    """Of spades the lowest would lose; the three high hearts lose nothing."""
    decider = counting("hoyle")
    assert opened(decider, "wellington", "AH KH QH AS 9S", legal="QH 9S") == "QH"
    assert opened(decider, "nap", "AS KS QS 2S AH") == "AS"


@pytest.mark.parametrize(
    ("hand", "suit"),
    [("joker QS 9S 2H 3D", "S"), ("joker QC 9C 2H 3D", "C"), ("joker KD 4D 9D 2C", "D")],
)
def test_the_joker_is_led_first_and_names_the_best_suit(hand: str, suit: str) -> None:
    """The highest trump: a sure trick that draws others. In any suit it could be led."""
    decider = counting("joker")
    number = decider.rules.ladder.number("three")
    legal = parse_cards(hand) | JOKER_PLACES
    view = opening_view(hand, legal=legal, contract=number)
    assert decider.answer("opening_lead", view) == suit_mask(suit) & JOKER_PLACES


def test_the_joker_wins_what_nothing_lower_can_and_is_never_thrown() -> None:
    decider = counting("joker")

    def follows(hand: str, *table: str) -> str:
        view = trick_view(hand, *table, declarer=0, trump="S", joker=True)
        return decider.card("follow", view)

    assert follows("joker AS 2H", "KS") == "AS"
    assert follows("joker QS 2H", "KS") == "joker"
    assert follows("joker QS 2H", "KS", "AS") == "QS"
    assert follows("joker 2H", "KD", "AD") == "2H"
    assert follows("joker 2H", "KD") == "joker"


def test_trumps_are_named_for_the_best_suit_and_drawn_if_they_may_be() -> None:
    named = {"contracts": {"blucher": {"trump": "named"}}}
    decider = counting("hoyle", changes=named)
    number = decider.rules.ladder.number("blucher")
    hand = "AS KS QS JS 2H"
    view = opening_view(hand, legal=JOKER_PLACES, contract=number)
    assert decider.answer("name_trump", view) == suit_mask("S") & JOKER_PLACES
    assert opened(decider, "blucher", hand, trump=suit_mask("S")) == "AS"
    assert opened(decider, "blucher", hand, legal="2H", trump=suit_mask("S")) == "2H"


def test_a_misere_is_opened_with_what_its_contract_allows() -> None:
    """The deuce would be safest; but here the lowest card that is no trump has to be led."""
    odd = {"misere": {"trump": "named", "lead": "lowest non-trump"}}
    decider = counting("hoyle", changes={"contracts": odd})
    hand = "2C 5H KS QS JD"
    assert opened(decider, "misere", hand, misere=1) == "2C"
    clubs = suit_mask("C")
    assert opened(decider, "misere", hand, legal="5H", misere=1, trump=clubs) == "5H"


def test_the_joker_counts_when_trumps_are_named() -> None:
    named = {"contracts": {"blucher": {"trump": "named"}}}
    decider = counting("joker", changes=named)
    view = opening_view("joker KS QS AH 2H", legal=JOKER_PLACES, contract=1)
    assert decider.answer("name_trump", view) in (suit_mask("S") & JOKER_PLACES, JOKER << 32)
