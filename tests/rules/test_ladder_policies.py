"""The policies of the ladder do what their docstrings say, under every profile.

Each rule is a position made by hand: what a player sees, and what he decides. Of a rule that a
parameter turns off it is shown that without it the policy decides as counting does. At the end
their strength: who wins more among counting players.

Sources: Hoffmann, "Hoyle's Games Modernized", 1909; Peel, "Round Games with Cards", 1891; Foster,
"Foster's Complete Hoyle", 1897.
"""

from __future__ import annotations

import math
import random
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from sim.engine.view import BidView, PlayView
from sim.experiment import Experiment, Player
from sim.game.cards import JOKER, RANKS, SUIT_LETTERS, card_bits, card_name, pack_of
from sim.game.profiles import shipped_profile
from sim.game.rules import load_rules, profile_names
from sim.policies import make_policy, policy_kind
from sim.simulation import simulate_sessions
from tests.views import Decider, bid_view, offer_view, opening_view, trick_view

LADDER = ("sure-tricks", "peel", "foster", "hoffmann", "tracker")
SEED = 1909

UP_TO_NAP = 0b1111
THREE = 1
"""Of the basic ladder: pass, three, four and nap; and the number of three."""


@cache
def at_four(policy: str, **parameters: float) -> Decider:
    return Decider(policy, load_rules("basic", 4), **parameters)


def call(policy: str, hand: str, table: int = 4, **parameters: float) -> str:
    """The bid on a hand when all that is legal is a pass, three, four or nap."""
    return at_four(policy, **parameters).call(hand_of(hand, table))


def hand_of(hand: str, players: int = 4, **fields: Any) -> BidView:
    shown = {"legal": UP_TO_NAP, "pack": pack_of(52), **fields}
    return bid_view(hand, players=players, **shown)


def with_joker(hand: str) -> BidView:
    return hand_of(hand, pack=pack_of(52) | JOKER)


def changed(view: PlayView, *, lacks: dict[int, str] | None = None, **numbers: int) -> PlayView:
    """The same view with other numbers; ``lacks`` says which suits turns have shown to lack."""
    voids = int(view.voids)
    for turn, suits in (lacks or {}).items():
        voids |= sum(1 << (4 * turn + SUIT_LETTERS.index(suit)) for suit in suits)
    numbers = {**numbers, "voids": voids}
    return view._replace(**{name: np.uint64(number) for name, number in numbers.items()})


def leads(policy: str, view: PlayView, **parameters: float) -> str:
    return at_four(policy, **parameters).card("lead", view)


def follows(policy: str, view: PlayView, **parameters: float) -> str:
    return at_four(policy, **parameters).card("follow", view)


# Certain winners ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "bid"),
    [
        ("AS KS QS 3H 2D", "three"),
        ("AS KS AH 3H 2D", "three"),
        ("AS KS AH KH 2D", "four"),
        ("AS KS AH AD AC", "nap"),
        ("AS KS JS TS 9S", "pass"),
        ("KS QS JS TS 9S", "pass"),
        ("AS QS AH QH 2D", "pass"),
    ],
)
def test_as_many_tricks_are_bid_as_cards_that_none_of_their_suit_can_beat(
    hand: str, bid: str
) -> None:
    assert call("sure-tricks", hand) == bid


def test_a_joker_that_is_out_beats_the_trumps_and_one_that_is_held_is_a_winner() -> None:
    decider = Decider("sure-tricks", load_rules("basic", 4, {"joker": True}))
    assert decider.call(with_joker("AS KS QS 3S 2S")) == "pass"
    assert decider.call(with_joker("AS KS QS 3S 2D")) == "three"
    assert decider.call(with_joker("joker AS KS 3S 2S")) == "three"


def test_hope_is_bid_beyond_what_is_certain() -> None:
    assert call("sure-tricks", "AS KS JS TS 9S", hope=1) == "three"
    assert call("sure-tricks", "AS KS JS TS 9S", hope=3) == "nap"


def test_the_suit_with_most_winners_is_made_trump_and_the_longest_of_equals() -> None:
    assert at_four("sure-tricks").card("opening_lead", opening_view("AH 2H 3H AS KS")) == "AH"
    view = opening_view("AS KS QS 3S 2D", pack=pack_of(52) | JOKER)
    assert Decider("sure-tricks", load_rules("joker", 4)).card("opening_lead", view) == "2D"


def test_certain_winners_are_led_trumps_first_and_else_the_lowest_card() -> None:
    own = {"declarer": 0, "trump": "S"}
    assert leads("sure-tricks", trick_view("KS 4S AH 3D", seen="AS", **own)) == "KS"
    assert leads("sure-tricks", trick_view("QS 4S AH 3D", seen="AS", **own)) == "AH"
    assert leads("sure-tricks", trick_view("QS 4S KH 3D", seen="AS", **own)) == "3D"


def test_only_what_surely_wins_is_played_to_win() -> None:
    """Not the king under an ace that is out; but any card once all others have played."""
    against = {"declarer": 0, "trump": "S"}
    assert follows("sure-tricks", trick_view("KH 2H 3D", "JH", **against)) == "2H"
    assert follows("sure-tricks", trick_view("AH 2H 3D", "JH", **against)) == "AH"
    assert follows("sure-tricks", trick_view("KH QH 2H", "JH", "3H", "4H", **against)) == "QH"


def test_a_certain_winner_is_not_spent_on_a_fellow() -> None:
    view = trick_view("AH 2H 3D", "JH", "QH", declarer=0, trump="S")
    assert follows("sure-tricks", view) == "2H"


def test_nothing_uncertain_is_paid_for_or_bid() -> None:
    strong = "AS KS QS JS 2H"
    float_, peep = load_rules("float", 4), load_rules("peep", 4)
    for decision, rules in (
        ("look", float_),
        ("peep", peep),
        ("take", load_rules("sir-garnet", 4)),
    ):
        assert Decider("sure-tricks", rules).answer(decision, offer_view(strong)) == 1
    low = hand_of("2S 3S 2H 3H 2D")
    hoyle = load_rules("hoyle", 4)
    assert Decider("sure-tricks", hoyle).call(low) == "pass"
    assert Decider("sure-tricks", hoyle, misere=0.5).call(low) == "misere"


# Hoffmann ----------------------------------------------------------------------------------------

FLUSH = "JH 9H 5H 3H 2H"


def test_hoffmann_calls_nap_on_any_flush_headed_by_an_honour_with_three_players() -> None:
    assert call("hoffmann", FLUSH, table=3) == "nap"
    assert call("hoffmann", FLUSH, table=4) == call("counting", FLUSH, table=4) != "nap"
    assert call("hoffmann", "TH 9H 5H 3H 2H", table=3) != "nap"
    assert call("hoffmann", "JH 9H 5H 3H 2D", table=3) != "nap"


def test_who_plays_and_what_heads_the_flush_can_be_set() -> None:
    assert call("hoffmann", FLUSH, table=4, players=4) == "nap"
    assert call("hoffmann", FLUSH, table=3, players=0) != "nap"
    assert call("hoffmann", FLUSH, table=3, honour=14) != "nap"
    assert call("hoffmann", "AH 9H 5H 3H 2H", table=3, honour=14) == "nap"


def test_nothing_beyond_nap_is_called_on_a_flush() -> None:
    only_wellington = hand_of("JH 5H 4H 3H 2H", 3, legal=0b10001)
    assert at_four("hoffmann").call(only_wellington) == "pass"


def test_with_three_players_counting_calls_nap_on_all_such_flushes_too() -> None:
    """So the rule changes nothing at its own table: counting's estimate has found it again."""
    counting = Decider("counting", load_rules("basic", 3))
    for ranks in combinations(RANKS, 5):
        if ranks[-1] in "JQKA":
            flush = " ".join(f"{rank}H" for rank in ranks)
            assert counting.call(hand_of(flush, 3)) == "nap"


@pytest.mark.parametrize(("taken", "led"), [(0, "KH"), (1, "KH"), (2, "QS"), (3, "KH")])
def test_trumps_are_led_against_a_declarer_who_needs_one_more_trick(taken: int, led: str) -> None:
    """He is to make three; whether he has made them already is all the same."""
    view = trick_view("QS 7S KH 3D", declarer=2, trump="S")
    assert leads("hoffmann", changed(view, tricks=taken, contract=THREE)) == led


def test_when_trumps_are_led_can_be_set() -> None:
    view = changed(trick_view("QS 7S KH 3D", declarer=2, trump="S"), tricks=1, contract=THREE)
    assert leads("hoffmann", view, needs=2) == "QS"
    nearly = changed(view, tricks=2)
    assert leads("hoffmann", nearly, needs=0) == leads("counting", nearly) == "KH"


def test_the_first_discard_is_from_the_shortest_and_weakest_suit() -> None:
    view = trick_view("9C 3D 2D 4H 5H", "KS", declarer=0, trump="S")
    assert follows("hoffmann", view) == "9C"
    assert follows("hoffmann", view, shortest=0) == follows("counting", view) == "2D"
    weaker = trick_view("9C 6D 4H 5H", "KS", declarer=0, trump="S")
    assert follows("hoffmann", weaker) == "6D"


def test_a_winner_is_not_discarded_however_short_its_suit() -> None:
    view = trick_view("AC 3D 2D 4H 5H 6H", "KS", declarer=0, trump="S")
    assert follows("hoffmann", view) == "2D"


def test_only_the_first_discard_and_only_a_defender_s_is_chosen_so() -> None:
    view = trick_view("9C 3D 2D 4H 5H", "KS", declarer=0, trump="S")
    assert follows("hoffmann", changed(view, lacks={1: "S"})) == "2D"
    own = trick_view("9C 3D 2D 4H 5H", "KS", declarer=1, trump="H", seen="AH KH QH JH TH")
    assert follows("hoffmann", own) == follows("counting", own)


# Peel --------------------------------------------------------------------------------------------


def first_trick(hand: str, *table: str, declarer: int = 0) -> PlayView:
    return changed(trick_view(hand, *table, declarer=declarer, trump="S"), trick=0)


@pytest.mark.parametrize(
    ("hand", "led", "card"),
    [
        ("AS 3S 2H 3H 4H", "JS", "3S"),
        ("AS 3S 2H 3H 4H", "4S", "3S"),
        ("AS 3S 2H 3H 4H", "QS", "AS"),
        ("AS 4S 3S 2H 3H", "JS", "AS"),
        ("AS QS 2H 3H 4H", "JS", "QS"),
        ("KS 3S 2H 3H 4H", "JS", "KS"),
        ("AS 2H 3H 4H 5H", "JS", "AS"),
    ],
)
def test_peel_passes_the_first_trick_only_with_ace_and_small_to_a_knave_or_lower(
    hand: str, led: str, card: str
) -> None:
    assert follows("peel", first_trick(hand, led)) == card


def test_peel_keeps_his_ace_in_the_first_trick_alone_and_from_the_declarer_alone() -> None:
    assert follows("peel", trick_view("AS 3S 2H", "JS", declarer=0, trump="S")) == "AS"
    headed_by_fellow = first_trick("AS 3S 2H 3H 4H", "JS", "QS")
    assert follows("peel", headed_by_fellow) == follows("counting", headed_by_fellow) == "3S"


def test_the_rank_at_which_the_ace_is_kept_can_be_set() -> None:
    over_queen = first_trick("AS 3S 2H 3H 4H", "QS")
    assert follows("peel", over_queen, knave=12) == "3S"
    over_four = first_trick("AS 3S 2H 3H 4H", "4S")
    assert follows("peel", over_four, knave=4) == "3S"
    assert follows("peel", over_four, knave=3) == follows("counting", over_four) == "AS"
    assert follows("peel", over_four, knave=1) == "AS"


def test_peel_bids_as_the_bold_do() -> None:
    assert dict(make_policy("peel").parameters).items() >= bold_parameters().items()
    for hand in random_hands(50):
        assert call("peel", hand) == call("counting:bold", hand)


def bold_parameters() -> dict[str, float]:
    return dict(make_policy("counting:bold").parameters)


def random_hands(number: int) -> list[str]:
    shuffler = random.Random(SEED)
    pack = [card_name(bit) for bit in card_bits(pack_of(52))]
    return [" ".join(shuffler.sample(pack, 5)) for _ in range(number)]


# Foster ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "hand", ["AS KS 5S AH 2D", "AS KS AH KH 2D", "AS KS 5S 4S 2D", "AS KS AH AD 2C"]
)
def test_foster_calls_nap_with_two_sure_rounds_and_winners_but_for_one_card(hand: str) -> None:
    assert call("foster", hand) == "nap"


@pytest.mark.parametrize("hand", ["AS KS 5S QH 2D", "AS KS KH AD 2C", "KS QS JS TS 9S"])
def test_foster_calls_less_with_two_losers_or_without_the_rounds(hand: str) -> None:
    view = hand_of(hand)
    below_nap = view._replace(legal=np.uint64(UP_TO_NAP >> 1))
    assert at_four("foster").call(view) == at_four("counting").call(below_nap) != "nap"


def test_what_counting_would_call_nap_foster_does_not_without_the_ace() -> None:
    assert call("counting", "KS QS JS TS 9S") == "nap"
    assert call("foster", "KS QS JS TS 9S") == "four"


def test_what_is_sure_enough_can_be_set() -> None:
    assert call("foster", "AS KS 5S AH 2D", losers=0) != "nap"
    assert call("foster", "AS KS 5S AH 2D", long=0) != "nap"
    assert call("foster", "AS KS 5S AH 2D", rounds=3) != "nap"
    assert call("foster", "AS KS QS AH 2D", rounds=3) == "nap"
    assert call("foster", "AS KS 5S QH 2D", losers=2) == "nap"


def test_the_joker_makes_a_round_sure_for_who_holds_it() -> None:
    decider = Decider("foster", load_rules("basic", 4, {"joker": True}))
    assert decider.call(with_joker("joker AS 5S AH 2D")) == "nap"
    assert decider.call(with_joker("AS KS QS AH 2D")) != "nap"


def test_more_than_nap_needs_the_same_and_what_counting_asks() -> None:
    over_nap = 0b10001
    sure = "AS KS QS JS TS"
    assert at_four("foster").call(hand_of(sure, legal=over_nap)) == "wellington"
    assert at_four("foster").call(hand_of("KS QS JS TS 9S", legal=over_nap)) == "pass"
    assert at_four("foster").call(hand_of("AS KS 5S AH 2D", legal=over_nap)) == "pass"


# The tracker as declarer -------------------------------------------------------------------------


def test_the_last_trump_is_kept_unless_it_is_sure() -> None:
    kept = trick_view("7S 3H", declarer=0, trump="S", seen="AS KS")
    assert (leads("tracker", kept), leads("counting", kept)) == ("3H", "7S")
    sure = trick_view("QS 3H", declarer=0, trump="S", seen="AS KS")
    assert leads("tracker", sure) == "QS"


def test_while_there_are_several_trumps_the_highest_is_led() -> None:
    several = trick_view("QS 7S 3H", declarer=0, trump="S")
    assert leads("tracker", several) == "QS"
    assert leads("tracker", several, keep=2) == "3H"


def test_no_trumps_are_drawn_from_players_who_have_shown_to_have_none() -> None:
    view = trick_view("7S 4S 9H", declarer=0, trump="S")
    assert leads("tracker", changed(view, lacks={1: "S", 2: "S"})) == "7S"
    assert leads("tracker", changed(view, lacks={1: "S", 2: "S", 3: "S"})) == "9H"


def test_the_side_card_is_led_that_is_least_likely_to_be_beaten() -> None:
    """The nine of diamonds has one higher card out, the knave of hearts three."""
    view = trick_view("JH 9D", declarer=0, trump="S", seen="AD KD QD JD")
    assert (leads("tracker", view), leads("counting", view)) == ("9D", "JH")


def test_voids_shown_make_a_card_safer() -> None:
    """Two higher hearts can be with one player, one higher diamond with three."""
    view = trick_view("QH KD", declarer=0, trump="S")
    assert leads("tracker", view) == "KD"
    assert leads("tracker", changed(view, lacks={1: "H", 2: "H"})) == "QH"
    asleep = changed(trick_view("2H KD", declarer=0, trump="S"), lacks={1: "H", 2: "H", 3: "H"})
    assert leads("tracker", asleep) == "2H"


def test_chances_are_hypergeometric() -> None:
    """At four, before the second trick 44 cards are unseen, and twelve of them in three hands."""
    table = at_four("tracker").table
    chances = table[len(table) - 8 * 8 * 16 :].reshape(8, 8, 16)
    one_higher, two_higher = 32 / 44, 32 / 44 * 31 / 43
    assert chances[1, 3, :3].tolist() == [256, round(256 * one_higher), round(256 * two_higher)]
    assert (chances[:, 0] == 256).all()
    assert (np.diff(chances, axis=1) <= 0).all()
    assert (np.diff(chances, axis=2) <= 0).all()


# The tracker as defender -------------------------------------------------------------------------


def test_a_suit_is_led_that_a_fellow_can_trump_and_the_declarer_cannot() -> None:
    view = trick_view("KD 4H", declarer=2, trump="S")
    assert leads("tracker", view) == leads("counting", view) == "KD"
    fellow_lacks = changed(view, lacks={1: "H"})
    assert leads("tracker", fellow_lacks) == "4H"
    assert leads("tracker", fellow_lacks, ruffs=0) == "KD"
    assert leads("tracker", changed(view, lacks={1: "H", 2: "H"})) == "KD"
    assert leads("tracker", changed(view, lacks={1: "HS"})) == "KD"


def test_a_fellow_is_covered_where_the_declarer_may_beat_him() -> None:
    """He is still to play, and the ace, or any card over the nine, may be his."""
    view = trick_view("AC 3C 2D", "9C", declarer=3, trump="S")
    assert (follows("tracker", view), follows("tracker", view, third=0)) == ("AC", "3C")
    assert follows("counting", view) == "3C"
    cheapest_sure = trick_view("AC KC 3C", "9C", declarer=3, trump="S")
    assert follows("tracker", cheapest_sure) == "KC"
    unsure = trick_view("QC TC 3C", "9C", declarer=3, trump="S")
    assert follows("tracker", unsure) == "QC"


def test_no_winner_is_wasted_on_a_trick_that_a_fellow_surely_holds() -> None:
    hand = "AC 3C 2D"
    declarer_has_played = trick_view(hand, "8C", "9C", declarer=0, trump="S")
    assert follows("tracker", declarer_has_played) == "3C"
    unbeatable = trick_view("JC 3C 2D", "TC", declarer=3, trump="S", seen="AC KC QC")
    assert follows("tracker", unbeatable) == "3C"
    void = trick_view(hand, "9C", declarer=3, trump="S", lacks="C")
    assert follows("tracker", void) == "3C"


def test_the_declarer_s_trick_is_taken_as_cheaply_as_can_be() -> None:
    assert follows("tracker", trick_view("KH QH 3C", "JH", declarer=0, trump="S")) == "QH"


def test_what_the_declarer_lacks_is_thrown_first() -> None:
    view = trick_view("9D 2C AH", "KS", declarer=0, trump="S", lacks="D")
    assert (follows("tracker", view), follows("tracker", view, useless=0)) == ("9D", "2C")
    assert follows("counting", view) == "2C"


# All of them -------------------------------------------------------------------------------------


@pytest.mark.parametrize("policy", LADDER)
def test_in_a_misere_all_play_as_counting_does(policy: str) -> None:
    hoyle = load_rules("hoyle", 4)
    counting, other = Decider("counting", hoyle), Decider(policy, hoyle)
    for number, hand in enumerate(random_hands(60)):
        *cards, led = hand.split()
        held = " ".join(cards)
        view = trick_view(held, led, declarer=number % 3, misere=True)
        assert other.card("follow", view) == counting.card("follow", view)
        leads = trick_view(held, declarer=1 + number % 3, misere=True)
        assert other.card("lead", leads) == counting.card("lead", leads)


@pytest.mark.parametrize("profile", profile_names())
def test_every_act_is_legal_under_every_profile(profile: str) -> None:
    """At the smallest table; a simulation stops at the first illegal act."""
    players = min(shipped_profile(profile).players)
    for first in range(0, len(LADDER), players):
        seated = [LADDER[(first + place) % len(LADDER)] for place in range(players)]
        outcomes = simulate_sessions(table_of(seated, profile), 0, 100)
        assert (outcomes.player_units.sum(axis=1) + outcomes.pools == 0).all()


@pytest.mark.parametrize("end", ["low", "high"])
@pytest.mark.parametrize("policy", LADDER)
def test_with_all_parameters_of_its_own_at_their_ends_all_acts_are_legal(
    policy: str, end: str
) -> None:
    """Under rules that ask every decision."""
    switches = {"joker": True, "float": True, "peep": True, "sir_garnet": True}
    named = {"contracts": {"blucher": {"trump": "named", "lead": "lowest non-trump"}}}
    rules = load_rules("two", 3, {"exchange_cards": 5, "pool_ante": 1, **switches, **named})
    counting = {parameter.name for parameter in policy_kind("counting").parameters}
    parameters = [each for each in policy_kind(policy).parameters if each.name not in counting]
    extreme = make_policy(policy, {each.name: getattr(each, end) for each in parameters})
    everybody = tuple(Player(name=f"player {place}", policy=extreme) for place in range(3))
    outcomes = simulate_sessions(Experiment(rules, everybody, "fixed", SEED), 0, 100)
    assert (outcomes.player_units.sum(axis=1) + outcomes.pools == 0).all()


def table_of(policies: list[str], profile: str = "basic") -> Experiment:
    lineup = tuple(
        Player(name=f"player {place}", policy=make_policy(policy))
        for place, policy in enumerate(policies)
    )
    return Experiment(load_rules(profile, len(policies)), lineup, "fixed", SEED)


# How strong they are -----------------------------------------------------------------------------

SESSIONS = 20_000


@cache
def gains(policy: str, players: int = 4) -> np.ndarray:
    """Units per deal of one among counting players, by session: on each seat, the same cards."""
    total = np.zeros(SESSIONS)
    for seat in range(players):
        seated = ["counting"] * players
        seated[seat] = policy
        outcomes = simulate_sessions(table_of(seated), 0, SESSIONS)
        total += outcomes.player_units[:, seat]
    return total / (players * 8)


def surely_positive(gain: np.ndarray) -> bool:
    """By more than four standard errors: a false alarm in 30,000; the seed is fixed."""
    return bool(gain.mean() > 4 * gain.std() / math.sqrt(len(gain)))


@pytest.mark.parametrize(
    ("weaker", "stronger"),
    list(
        zip(
            ("random", "sure-tricks", "peel", "foster", "hoffmann", "counting"),
            ("sure-tricks", "peel", "foster", "hoffmann", "counting", "tracker"),
            strict=True,
        )
    ),
)
def test_each_rung_is_stronger_than_the_one_below(weaker: str, stronger: str) -> None:
    """Four at the table of the basic game, on the same 160,000 deals."""
    assert surely_positive(gains(stronger) - gains(weaker))


@pytest.mark.parametrize("players", [3, 5])
def test_the_tracker_is_stronger_than_counting_at_other_tables(players: int) -> None:
    assert surely_positive(gains("tracker", players))
