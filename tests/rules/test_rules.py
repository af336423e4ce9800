"""The options of the rules: which values they take, and which contradict each other."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.errors import UserError
from sim.game.rules import Rules, load_rules
from sim.mistakes import MistakesError

SEVEN: dict[str, Any] = {
    "hand_size": 7,
    "ladder": ["nap", "seven"],
    "contracts": {"seven": {"target": 7}},
    "stakes": {"seven": {"made": 24, "failed": 12}},
}

NAP_FLOAT: dict[str, Any] = {
    "contracts": {"nap-float": {"target": 5}},
    "stakes": {"nap-float": {"made": 5, "failed": 5}},
}

SIX_FOR_NOTHING: dict[str, Any] = {"stakes": {"six": {"made": 0, "failed": 0}}}


def complaints(profile: str, players: int, overrides: dict[str, Any]) -> list[str]:
    with pytest.raises(MistakesError) as refusal:
        load_rules(profile, players, overrides)
    return str(refusal.value).splitlines()


@pytest.mark.parametrize("players", [-1, 0, 1, 2, 8])
def test_a_table_has_three_to_seven_players(players: int) -> None:
    assert f"players: {players} is not allowed; allowed: 3 to 7" in complaints("basic", players, {})


def test_two_may_play_only_where_a_deal_for_two_is_meant() -> None:
    rules = load_rules("basic", 5)
    assert rules.for_two().players == 2
    assert rules.for_two().ladder == rules.ladder
    with pytest.raises(UserError, match="allowed: 3 to 7"):
        Rules(profile="basic", players=2, ladder=rules.ladder)


@pytest.mark.parametrize(
    ("players", "options", "arithmetic"),
    [
        (7, {"pack": 28}, "7 players x 5 cards = 35 > 28"),
        (7, {"pack": 32}, "7 players x 5 cards = 35 > 32"),
        (6, {"pack": 28}, "6 players x 5 cards = 30 > 28"),
        (5, {"pack": 24}, "5 players x 5 cards = 25 > 24"),
        (6, {"pack": 24, "joker": True}, "6 players x 5 cards = 30 > 24 + joker 1 = 25"),
        (6, {"pack": 24, "dealer_sits_out": True}, "5 hands x 5 cards = 25 > 24"),
        (7, SEVEN | {"pack": 40}, "7 players x 7 cards = 49 > 40"),
        (7, SEVEN | {"sir_garnet": True}, "7 players x 7 cards + extra hand 5 = 54 > 52"),
        (5, {"pack": 28, "sir_garnet": True}, "5 players x 5 cards + extra hand 5 = 30 > 28"),
        (5, {"pack": 24, "peep": True}, "5 players x 5 cards + peep card 1 = 26 > 24"),
        (
            7,
            {"pack": 36, "peep": True, "float": True},
            "7 players x 5 cards + peep card 1 + float 1 = 37 > 36",
        ),
        (
            4,
            {"pack": 24, "joker": True, "sir_garnet": True, "float": True},
            "4 players x 5 cards + extra hand 5 + float 1 = 26 > 24 + joker 1 = 25",
        ),
    ],
)
def test_a_pack_that_cannot_be_dealt_is_refused_with_the_arithmetic(
    players: int, options: dict[str, Any], arithmetic: str
) -> None:
    (told,) = complaints("basic", players, options)
    assert told == f"rules.pack: the pack is too small: {arithmetic}"


@pytest.mark.parametrize(
    ("players", "options", "stock"),
    [
        (4, {"pack": 24}, 4),
        (5, {"pack": 28}, 3),
        (6, {"pack": 32}, 2),
        (7, {"pack": 36}, 1),
        (7, {"pack": 40}, 5),
        (5, {"pack": 24, "joker": True}, 0),
        (5, {"pack": 24, "joker": True, "exchange_cards": 5}, 0),
        (5, {"pack": 24, "dealer_sits_out": True}, 4),
        (3, {"dealer_sits_out": True}, 42),
        (4, {"pack": 28, "joker": True, "sir_garnet": True, "peep": True, "float": True}, 2),
        (7, SEVEN, 3),
        (7, SEVEN | {"joker": True, "peep": True, "float": True}, 2),
        (7, SEVEN | {"dealer_sits_out": True, "sir_garnet": True}, 5),
    ],
)
def test_whatever_can_be_dealt_is_allowed(
    players: int, options: dict[str, Any], stock: int
) -> None:
    rules = load_rules("basic", players, options)
    assert rules.stock == stock
    assert rules.cards_needed + rules.stock == rules.pack_size


def test_a_dealer_who_sits_out_gets_no_hand_but_pays() -> None:
    rules = load_rules("basic", 6, {"dealer_sits_out": True})
    assert (rules.players, rules.hands, rules.opponents) == (6, 5, 5)
    plain = load_rules("basic", 6)
    assert (plain.players, plain.hands, plain.opponents) == (6, 6, 5)
    for_two = rules.for_two()
    assert (for_two.players, for_two.hands) == (2, 2)


def test_an_extra_deal_must_be_possible_among_all_players() -> None:
    """Nobody sits out in it, so it may need more cards than any other deal."""
    options = {"pack": 32, "dealer_sits_out": True, "ties": "extra deal"}
    assert complaints("basic", 7, options) == [
        "rules.ties: the pack is too small for an extra deal, in which nobody sits out: "
        "7 players x 5 cards = 35 > 32"
    ]
    assert complaints("basic", 7, options | {"pack": 36, "sir_garnet": True}) == [
        "rules.ties: the pack is too small for an extra deal, in which nobody sits out: "
        "7 players x 5 cards + extra hand 5 = 40 > 36"
    ]
    assert load_rules("basic", 7, options | {"pack": 36}).ties == "extra deal"
    assert load_rules("basic", 7, options | {"ties": "share"}).hands == 6


NO_NAP = {"ladder": ["three", "four"]}


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (
            {"sir_garnet": True} | NO_NAP,
            "rules.ladder: who takes the extra hand must bid nap, which is not on the ladder",
        ),
        (
            {"sir_garnet": True, "contracts": {"nap": {"requires": "four"}}},
            "rules.contracts.nap.requires: who takes the extra hand must bid nap, which requires "
            "four",
        ),
        (
            {"pool_ante": 1} | NO_NAP,
            "rules.ladder: nobody can win the pool: no contract on the ladder needs all 5 tricks",
        ),
        (
            {"exchange_cards": 1, "hand_size": 7},
            "rules.ladder: nobody can win the pool: no contract on the ladder needs all 7 tricks",
        ),
        (
            {"shuffle": "after-nap"} | NO_NAP,
            "rules.shuffle: the pack is never shuffled again: no contract on the ladder needs all "
            "5 tricks",
        ),
        (
            {"exchange_cards": 6},
            "rules.exchange_cards: 6 cards cannot be exchanged of a hand of 5",
        ),
        (
            {"exchange_price": 2},
            "rules.exchange_price: exchange_price is 2, but exchange_cards is 0",
        ),
        ({"peep_price": 0}, "rules.peep_price: peep_price is 0, but peep is false"),
        ({"float_price": 5}, "rules.float_price: float_price is 5, but float is false"),
        (
            {"contracts": {"three": {"target": 0}}},
            "rules.contracts.three: contract three: at least 0 tricks cannot fail; misere has "
            'judged = "exactly"',
        ),
        (
            {"contracts": {"nap": {"lead": "lowest non-trump"}}},
            'rules.contracts.nap: contract nap: lead = "lowest non-trump" needs trump = "named"',
        ),
        (
            {"contracts": {"nap": {"lead": "lowest trump", "trump": "none"}}},
            'rules.contracts.nap: contract nap: lead = "lowest trump" needs trump = "suit led"',
        ),
        (
            {"ladder": ["three", "six"], "contracts": {"six": {"target": 6}}} | SIX_FOR_NOTHING,
            "rules.contracts.six.target: the target of six is 6 tricks, but a hand has 5 cards",
        ),
    ],
)
def test_options_that_contradict_each_other_are_refused(
    options: dict[str, Any], complaint: str
) -> None:
    assert complaints("basic", 4, options) == [complaint]


@pytest.mark.parametrize(
    "options",
    [
        {"pool_end": "stay"},
        {"when_broke": "rebuy"},
        {"exchange_price_per": "exchange"},
        {"pool_ante": 1, "chips": 3},
        {"exchange_cards": 3, "exchange_price": 0} | NO_NAP,
        {"exchange_cards": 5, "exchange_price": 7},
        {"float": True, "float_price": 0, "peep": True, "peep_price": 9, "sir_garnet": True},
    ],
)
def test_an_option_without_effect_or_an_odd_price_is_no_contradiction(
    options: dict[str, Any],
) -> None:
    assert options.items() <= load_rules("basic", 4, options).options.items()


@pytest.mark.parametrize(
    ("options", "has_pool", "may_end_early", "pays_by_ladder", "session_matters"),
    [
        ({}, False, False, True, False),
        ({"joker": True, "sir_garnet": True, "ties": "extra deal"}, False, False, True, False),
        ({"dealer_sits_out": True}, False, False, True, False),
        ({"shuffle": "after-nap"}, False, False, True, True),
        ({"pool_ante": 1}, True, False, False, True),
        ({"exchange_cards": 5}, True, False, False, True),
        ({"exchange_cards": 5, "exchange_price": 0}, False, False, True, False),
        ({"peep": True}, True, False, False, True),
        ({"peep": True, "peep_price": 0}, False, False, True, False),
        ({"float": True}, True, False, False, True),
        ({"float": True, "float_price": 0}, False, False, True, False),
        ({"chips": 10}, False, True, False, True),
        ({"chips": 10, "when_broke": "rebuy"}, False, False, True, True),
    ],
)
def test_what_follows_from_the_options(
    options: dict[str, Any],
    has_pool: bool,
    may_end_early: bool,
    pays_by_ladder: bool,
    session_matters: bool,
) -> None:
    rules = load_rules("basic", 4, options)
    assert rules.has_pool == has_pool
    assert rules.may_end_early == may_end_early
    assert rules.may_rebuy == (rules.chips > 0 and not may_end_early)
    assert rules.pays_by_ladder == pays_by_ladder
    assert rules.session_matters == session_matters


def test_a_float_doubles_the_ladder_that_is_played_but_not_the_options() -> None:
    rules = load_rules("basic", 4, {"float": True, "ladder": ["three", "nap"]})
    assert rules.float_card
    assert rules.ladder.names == ("three-float", "three", "nap-float", "nap")
    assert rules.options["ladder"] == ["three", "nap"]
    assert rules.options["float"] is True
    single = load_rules("basic", 4).ladder
    with pytest.raises(UserError, match=r"rules\.float: with a float each contract st"):
        Rules(profile="basic", players=4, ladder=single, float_card=True)
    with pytest.raises(UserError, match=r"rules\.float: "):
        Rules(profile="basic", players=4, ladder=single.with_float())


def test_an_override_changes_what_it_names_and_nothing_else() -> None:
    plain = load_rules("basic", 4)
    changed = load_rules("basic", 4, {"deals_per_session": 20, "stakes": {"nap": {"made": 10}}})
    assert changed.deals_per_session == 20
    assert changed.ladder.made == (0, 3, 4, 10, 10)
    assert changed.ladder.failed == plain.ladder.failed
    assert load_rules("basic", 4) == plain


def test_a_new_contract_can_be_put_on_the_ladder() -> None:
    two = {
        "ladder": ["two", "three", "four", "nap"],
        "contracts": {"two": {"target": 2}},
        "stakes": {"two": {"made": 2, "failed": 2}},
    }
    assert load_rules("basic", 4, two).ladder.targets == (0, 2, 3, 4, 5)


@pytest.mark.parametrize(
    ("overrides", "complaint"),
    [
        ({"hand_size": 6}, "rules.hand_size: 6 is not allowed; allowed: 5, 7"),
        ({"shuffle": "never"}, 'allowed: "every-deal", "after-nap"'),
        ({"ties": "extra-deal"}, 'allowed: "share", "extra deal"'),
        ({"joker": 1}, "rules.joker: 1 is not allowed; allowed: true, false"),
        ({"joker": "yes"}, 'rules.joker: "yes" is not allowed; allowed: true, false'),
        ({"dealer_sits_out": 0}, "rules.dealer_sits_out: 0 is not allowed; allowed: true, false"),
        ({"peep": 1}, "rules.peep: 1 is not allowed; allowed: true, false"),
        ({"float": 1.0}, "rules.float: 1.0 is not allowed; allowed: true, false"),
        ({"float_card": True}, 'rules.float_card: unknown "float_card"; did you mean "float'),
        ({"sir_garnet": []}, "rules.sir_garnet: [] is not allowed; allowed: true, false"),
        (
            {"pool_ante": -1},
            "rules.pool_ante: -1 is not allowed; allowed: a whole number from 0 to",
        ),
        ({"pool_ante": 1001}, "allowed: a whole number from 0 to 1000"),
        ({"pool": {"ante": 1}}, 'rules.pool: unknown "pool"; did you mean "pool_end"?'),
        ({"pool_end": "share"}, 'allowed: "split", "stay"'),
        ({"exchange_cards": 8}, "8 is not allowed; allowed: a whole number from 0 to 7"),
        ({"exchange_cards": True}, "true is not allowed; allowed: a whole number from 0 to 7"),
        ({"exchange_price": 0.5}, "0.5 is not allowed; allowed: a whole number from 0 to 1000"),
        ({"exchange_price_per": "hand"}, 'allowed: "card", "exchange"'),
        ({"chips": -1}, "-1 is not allowed; allowed: a whole number from 0 to 1000000"),
        ({"chips": 1_000_001}, "allowed: a whole number from 0 to 1000000"),
        ({"when_broke": "leave"}, 'allowed: "out", "rebuy"'),
        ({"contracts": {"nap": {"target": 8}}}, "8 is not allowed; allowed: a whole number from 0"),
        ({"contracts": {"nap": {"trump": "hearts"}}}, 'allowed: "suit led", "none", "named"'),
        ({"contracts": {"nap": {"judged": "at most"}}}, 'allowed: "at least", "exactly"'),
        (
            {"contracts": {"nap": {"lead": "trump"}}},
            'allowed: "any", "lowest trump", "lowest non-trump"',
        ),
        ({"ladder": ["nap", "nap-float"], **NAP_FLOAT}, "names that end in -float are kept for"),
        ({"pack": 41}, "rules.pack: 41 is not allowed; allowed: 24, 28, 32, 36, 40, 52"),
        ({"pack": 52.0}, "rules.pack: 52.0 is not allowed"),
        ({"deals_per_session": 0}, "0 is not allowed; allowed: a whole number from 1 to 10000"),
        ({"deals_per_session": True}, "true is not allowed"),
        ({"deals_per_session": "8"}, '"8" is not allowed'),
        ({"packs": 52}, 'rules.packs: unknown "packs"; did you mean "pack"?'),
        ({"ladder": "nap"}, "allowed: a list of names"),
        ({"ladder": []}, "rules.ladder: a ladder has 1 to 15 contracts, not 0"),
        ({"ladder": ["nap", "nap"]}, "rules.ladder: contract nap stands on the ladder twice"),
        ({"ladder": ["wellington", "nap"]}, "wellington requires nap, which is not below it"),
        ({"ladder": ["three", "wellington"]}, "wellington requires nap, which is not below it"),
        ({"ladder": ["nap", "misere"]}, "rules.contracts.misere: contract misere has no target"),
        ({"contracts": {"nap": {"target": 6}}}, "the target of nap is 6 tricks, but a hand has 5"),
        ({"contracts": {"nap": 5}}, "allowed: a table of target, judged, trump, lead, requires"),
        ({"contracts": 5}, "allowed: a table for each contract"),
        (
            {"stakes": {"nap": {"mad": 1}}},
            'rules.stakes.nap.mad: unknown "mad"; did you mean "made"',
        ),
        ({"stakes": {"nap": {"made": 1.5}}}, "1.5 is not allowed; allowed: a whole number from 0"),
        ({"stakes": {"misere": {"made": 3}}}, 'misere: not on the ladder: unknown "misere"'),
    ],
)
def test_what_is_not_allowed_is_named_with_what_is(
    overrides: dict[str, Any], complaint: str
) -> None:
    assert any(complaint in line for line in complaints("basic", 4, overrides))


def test_all_mistakes_are_told_together() -> None:
    told = complaints(
        "basic",
        7,
        {
            "pack": 28,
            "ties": "toss a coin",
            "pools": 1,
            "stakes": {"nap": {"made": -1}},
            "ladder": ["wellington"],
        },
    )
    assert [line.split(":")[0] for line in told] == [
        "rules.ties",
        "rules.pools",
        "rules.stakes.nap.made",
        "rules.ladder",
        "rules.pack",
    ]


def test_a_wrong_value_is_not_told_again_as_missing() -> None:
    new_contract = {
        "ladder": ["two", "nap"],
        "contracts": {"two": {"target": -1}},
        "stakes": {"two": {"made": 2, "failed": 2}},
    }
    assert complaints("basic", 4, new_contract) == [
        "rules.contracts.two.target: -1 is not allowed; allowed: a whole number from 0 to 7"
    ]


def test_an_unknown_profile_is_named_with_the_nearest_one() -> None:
    with pytest.raises(UserError, match='unknown "basik"; did you mean "basic"'):
        load_rules("basik", 4)


PRICES = st.integers(0, 1000)

SOLD_OR_NOT: list[dict[str, st.SearchStrategy[Any]]] = [
    {
        "exchange_cards": st.integers(1, 5),
        "exchange_price": PRICES,
        "exchange_price_per": st.sampled_from(["card", "exchange"]),
    },
    {"peep": st.just(True), "peep_price": PRICES},
    {"float": st.just(True), "float_price": PRICES},
]

STAKES = st.dictionaries(
    st.sampled_from(["three", "four", "nap", "wellington"]),
    st.fixed_dictionaries({"made": st.integers(0, 10_000), "failed": st.integers(0, 10_000)}),
)

ALWAYS: dict[str, st.SearchStrategy[Any]] = {
    "pack": st.sampled_from([32, 36, 40, 52]),
    "joker": st.booleans(),
    "dealer_sits_out": st.booleans(),
    "shuffle": st.sampled_from(["every-deal", "after-nap"]),
    "deals_per_session": st.integers(1, 10_000),
    "ties": st.sampled_from(["share", "extra deal"]),
    "pool_ante": PRICES,
    "pool_end": st.sampled_from(["split", "stay"]),
    "sir_garnet": st.booleans(),
    "chips": st.integers(0, 1_000_000),
    "when_broke": st.sampled_from(["out", "rebuy"]),
    "stakes": STAKES,
}


@st.composite
def any_options(draw: st.DrawFn) -> dict[str, Any]:
    """Any combination of options that a table of three to five can deal."""
    options: dict[str, Any] = draw(st.fixed_dictionaries(ALWAYS))
    for sold in SOLD_OR_NOT:
        if draw(st.booleans()):
            options |= draw(st.fixed_dictionaries(sold))
    return options


@given(st.integers(3, 5), any_options())
def test_written_out_options_give_the_same_rules_again(
    players: int, changes: dict[str, Any]
) -> None:
    rules = load_rules("basic", players, changes)
    assert changes.keys() <= rules.options.keys()
    assert all(rules.options[key] == value for key, value in changes.items() if key != "stakes")
    assert load_rules("basic", players, rules.options) == rules
    assert load_rules("hoyle", players, rules.options) == replace(rules, profile="hoyle")
    assert pickle.loads(pickle.dumps(rules)) == rules
