"""Profiles and the options of the rules (rules of Nap, sections 2, 6, 8 and 9)."""

from __future__ import annotations

import pickle
import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.errors import UserError
from sim.game.profiles import shipped_profile, user_profile
from sim.game.rules import Rules, load_rules, profile_names, profile_text
from sim.mistakes import MistakesError


def complaints(profile: str, players: int, overrides: dict[str, Any]) -> list[str]:
    with pytest.raises(MistakesError) as refusal:
        load_rules(profile, players, overrides)
    return str(refusal.value).splitlines()


def test_basic_is_the_first_rule_sheet() -> None:
    """Sheet A: 52 cards, Three/Four/Nap/Wellington at 3/4/5/10 both ways, 8 deals, ties share."""
    rules = load_rules("basic", 4)
    assert (rules.pack, rules.hand_size, rules.deals_per_session) == (52, 5, 8)
    assert (rules.shuffle, rules.ties) == ("every-deal", "share")
    ladder = [(bid.name, bid.target, bid.made, bid.failed, bid.requires) for bid in rules.ladder]
    assert ladder == [
        ("three", 3, 3, 3, None),
        ("four", 4, 4, 4, None),
        ("nap", 5, 5, 5, None),
        ("wellington", 5, 10, 10, "nap"),
    ]


@pytest.mark.parametrize("profile", profile_names())
def test_every_shipped_profile_can_be_played_by_the_numbers_of_players_it_names(
    profile: str,
) -> None:
    assert shipped_profile(profile).title
    for players in shipped_profile(profile).players:
        assert load_rules(profile, players).players == players


@pytest.mark.parametrize("profile", profile_names())
def test_a_profile_prints_as_the_toml_that_it_is(profile: str) -> None:
    content = tomllib.loads(profile_text(profile))
    assert content["title"] == shipped_profile(profile).title


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
    ("players", "pack", "arithmetic"),
    [
        (7, 28, "7 players x 5 cards = 35 > 28"),
        (7, 32, "7 players x 5 cards = 35 > 32"),
        (6, 28, "6 players x 5 cards = 30 > 28"),
        (5, 24, "5 players x 5 cards = 25 > 24"),
    ],
)
def test_a_pack_that_cannot_be_dealt_is_refused_with_the_arithmetic(
    players: int, pack: int, arithmetic: str
) -> None:
    assert complaints("basic", players, {"pack": pack}) == [
        f"rules.pack: the pack is too small: {arithmetic}"
    ]


@pytest.mark.parametrize(("players", "pack"), [(4, 24), (5, 28), (6, 32), (7, 36), (7, 40)])
def test_the_smallest_packs_that_can_be_dealt_are_allowed(players: int, pack: int) -> None:
    assert load_rules("basic", players, {"pack": pack}).stock == pack - 5 * players


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
    "option",
    ["joker", "dealer_sits_out", "pool", "exchange", "peep", "float", "sir_garnet", "chips"],
)
def test_an_option_of_the_game_that_is_not_simulated_is_refused_not_ignored(option: str) -> None:
    assert complaints("basic", 4, {option: {"ante": 1}}) == [
        f"rules.{option}: this option of Nap is not simulated yet; leave it out"
    ]


@pytest.mark.parametrize(
    ("overrides", "complaint"),
    [
        ({"hand_size": 7}, "rules.hand_size: 7 is not simulated yet; allowed: 5"),
        ({"shuffle": "after-nap"}, '"after-nap" is not simulated yet; allowed: "every-deal"'),
        ({"ties": "extra deal"}, '"extra deal" is not simulated yet; allowed: "share"'),
        ({"contracts": {"nap": {"trump": "none"}}}, '"none" is not simulated yet'),
        ({"contracts": {"nap": {"judged": "exactly"}}}, '"exactly" is not simulated yet'),
        ({"contracts": {"nap": {"lead": "lowest trump"}}}, '"lowest trump" is not simulated yet'),
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
            "pool": {},
            "stakes": {"nap": {"made": -1}},
            "ladder": ["wellington"],
        },
    )
    assert [line.split(":")[0] for line in told] == [
        "rules.ties",
        "rules.pool",
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


@given(
    players=st.integers(3, 5),
    pack=st.sampled_from([28, 32, 36, 40, 52]),
    deals=st.integers(1, 10_000),
    stakes=st.dictionaries(
        st.sampled_from(["three", "four", "nap", "wellington"]),
        st.fixed_dictionaries({"made": st.integers(0, 10_000), "failed": st.integers(0, 10_000)}),
    ),
)
def test_written_out_options_give_the_same_rules_again(
    players: int, pack: int, deals: int, stakes: dict[str, Any]
) -> None:
    changes = {"pack": pack, "deals_per_session": deals, "stakes": stakes}
    rules = load_rules("basic", players, changes)
    assert load_rules("basic", players, rules.options) == rules
    assert pickle.loads(pickle.dumps(rules)) == rules


def test_a_user_profile_starts_from_a_shipped_one() -> None:
    profile = user_profile({"base": "basic", "players": [4], "rules": {"pack": 32}})
    assert load_rules(profile, 4).pack == 32
    assert load_rules(profile, 4).profile == "basic"
    with pytest.raises(UserError, match="is for 4 players, not 5"):
        load_rules(profile, 5)


def test_a_user_profile_is_told_all_its_mistakes() -> None:
    with pytest.raises(MistakesError) as refusal:
        user_profile({"bse": "basic", "title": 3, "players": [2, "3"], "rules": {"pack": 41}})
    keys = [line.split(":")[0] for line in str(refusal.value).splitlines()]
    assert keys == ["bse", "base", "title", "players", "rules.pack"]
