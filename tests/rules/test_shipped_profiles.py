"""The profiles that ship (rules of Nap, sections 4, 6 and 9), and a user's own made from them."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from typing import Any

import pytest

from sim.errors import UserError
from sim.game.ladder import Contract
from sim.game.profiles import profile_names, profile_text, shipped_profile
from sim.game.profiles.user_profile import user_profile
from sim.game.rules import Rules, load_rules
from sim.mistakes import MistakesError

EVERYBODY = (3, 4, 5, 6, 7)

PLAYERS = {
    "basic": EVERYBODY,
    "hoyle": EVERYBODY,
    "hoyle-stripped": (4, 5),
    "pub": EVERYBODY,
    "pub-no-misere": EVERYBODY,
    "pub-misere-only": EVERYBODY,
    "two": EVERYBODY,
    "joker": EVERYBODY,
    "bonaparte": EVERYBODY,
    "pool": EVERYBODY,
    "float": EVERYBODY,
    "peep": EVERYBODY,
    "sir-garnet": EVERYBODY,
    "ecarte": (3, 4),
    "buy": (3, 4, 5),
    "seven-card": EVERYBODY,
    "traditional": EVERYBODY,
}
"""Section 9: which profiles ship, and for whom."""

BASIC = "three 3/3  four 4/4  nap 5/5  wellington 10/10"
HOYLE = "three 3/3  misere 3/3  four 4/4  nap 10/5  wellington 10/10  blucher 10/20"

LADDERS = {
    "basic": BASIC,
    "hoyle": HOYLE,
    "hoyle-stripped": HOYLE,
    "pub": "three 3/3  misere 3/3  four 4/4  nap 10/5  wellington 20/10  blucher 30/15",
    "pub-no-misere": "three 3/3  four 4/4  nap 10/5  wellington 20/10  blucher 30/15",
    "pub-misere-only": "three 3/3  misere 3/3  four 4/4  nap 10/5",
    "two": f"two 2/2  {HOYLE}",
    "joker": HOYLE,
    "bonaparte": "three 3/3  four 4/4  nap 5/5  bonaparte 7/7  wellington 10/10",
    "pool": BASIC,
    "float": BASIC,
    "peep": BASIC,
    "sir-garnet": BASIC,
    "ecarte": BASIC,
    "buy": BASIC,
    "seven-card": "three 3/3  four 4/4  nap 10/5  misere 10/5  six 18/9  seven 24/12",
    "traditional": BASIC,
}
"""Section 6 and what section 9 says of stakes: contracts from the lowest up, made/failed."""

OPTIONS: dict[str, dict[str, Any]] = {
    "pub": {"deals_per_session": 20, "chips": 100, "ties": "extra deal"},
    "pub-no-misere": {"deals_per_session": 20, "chips": 100, "ties": "extra deal"},
    "pub-misere-only": {"deals_per_session": 20, "chips": 100, "ties": "extra deal"},
    "joker": {"joker": True},
    "pool": {"pool_ante": 1},
    "float": {"float": True},
    "peep": {"peep": True, "pool_ante": 1},
    "sir-garnet": {"sir_garnet": True},
    "ecarte": {"exchange_cards": 5},
    "buy": {"exchange_cards": 3, "exchange_price_per": "exchange"},
    "seven-card": {"hand_size": 7},
    "traditional": {"shuffle": "after-nap"},
}
"""What section 9 changes in the options of `basic`, at every table."""

PLAIN_OPTIONS: dict[str, Any] = {
    "pack": 52,
    "joker": False,
    "hand_size": 5,
    "dealer_sits_out": False,
    "shuffle": "every-deal",
    "deals_per_session": 8,
    "ties": "share",
    "pool_ante": 0,
    "pool_end": "split",
    "exchange_cards": 0,
    "exchange_price": 1,
    "exchange_price_per": "card",
    "peep": False,
    "peep_price": 1,
    "float": False,
    "float_price": 1,
    "sir_garnet": False,
    "chips": 0,
    "when_broke": "out",
}
"""The options of `basic`."""

WITH_A_DEALER_WHO_SITS_OUT_AT_SIX = ("hoyle", "two", "joker")

STRIPPED_PACKS = {4: 28, 5: 36}

MISERE = {"target": 0, "judged": "exactly", "trump": "none"}

PROMISES: dict[str, dict[str, Any]] = {
    "two": {"target": 2},
    "three": {"target": 3},
    "misere": MISERE,
    "four": {"target": 4},
    "nap": {"target": 5},
    "bonaparte": {"target": 5, "lead": "lowest trump"},
    "wellington": {"target": 5, "requires": "nap"},
    "blucher": {"target": 5, "requires": "wellington"},
    "six": {"target": 6},
    "seven": {"target": 7},
}
"""Section 4: what each contract promises, where it is not at least `target`, suit led, any lead."""

WITH_THE_LOWEST_TRUMP_LED_TO_WELLINGTON = ("hoyle", "hoyle-stripped", "two", "joker")

TABLES = [(profile, players) for profile, allowed in PLAYERS.items() for players in allowed]


def plain(rules: Rules) -> list[Contract]:
    return [*rules.ladder.without_float()]


def test_the_profiles_of_the_rules_ship_and_no_others() -> None:
    assert profile_names() == tuple(sorted(PLAYERS))


@pytest.mark.parametrize("profile", PLAYERS)
def test_a_profile_is_for_the_numbers_of_players_it_names_and_no_others(profile: str) -> None:
    assert shipped_profile(profile).players == PLAYERS[profile]
    for players in EVERYBODY:
        if players in PLAYERS[profile]:
            assert load_rules(profile, players).players == players
        else:
            with pytest.raises(UserError, match=r"^players: the profile is for .*, not "):
                load_rules(profile, players)


@pytest.mark.parametrize(("profile", "players"), TABLES)
def test_contracts_stand_in_their_order_with_the_stakes_of_the_rules(
    profile: str, players: int
) -> None:
    contracts = plain(load_rules(profile, players))
    written = "  ".join(f"{bid.name} {bid.made}/{bid.failed}" for bid in contracts)
    assert written == LADDERS[profile]


@pytest.mark.parametrize(("profile", "players"), TABLES)
def test_contracts_promise_what_the_rules_say(profile: str, players: int) -> None:
    for contract in plain(load_rules(profile, players)):
        promised = dict(PROMISES[contract.name])
        if contract.name == "wellington" and profile in WITH_THE_LOWEST_TRUMP_LED_TO_WELLINGTON:
            promised["lead"] = "lowest trump"
        made, failed = contract.made, contract.failed
        assert contract == Contract(name=contract.name, made=made, failed=failed, **promised)


@pytest.mark.parametrize(("profile", "players"), TABLES)
def test_a_profile_changes_the_options_that_the_rules_name_and_no_others(
    profile: str, players: int
) -> None:
    expected = PLAIN_OPTIONS | OPTIONS.get(profile, {})
    if profile in WITH_A_DEALER_WHO_SITS_OUT_AT_SIX and players == 6:
        expected = expected | {"dealer_sits_out": True}
    if profile == "hoyle-stripped":
        expected = expected | {"pack": STRIPPED_PACKS[players]}
    options = load_rules(profile, players).options
    assert {key: options[key] for key in expected} == expected
    assert {*options} - {*expected} == {"ladder", "contracts", "stakes"}


def test_only_the_float_doubles_the_ladder() -> None:
    assert load_rules("float", 4).ladder.names == (
        "three-float",
        "three",
        "four-float",
        "four",
        "nap-float",
        "nap",
        "wellington-float",
        "wellington",
    )
    for profile in PLAYERS.keys() - {"float"}:
        ladder = load_rules(profile, 4).ladder
        assert ladder == ladder.without_float()


@pytest.mark.parametrize(("profile", "players"), TABLES)
def test_written_out_options_give_the_same_rules_from_any_other_profile(
    profile: str, players: int
) -> None:
    rules = load_rules(profile, players)
    assert load_rules(profile, players, rules.options) == rules
    assert load_rules("basic", players, rules.options) == replace(rules, profile="basic")
    other = "pub" if profile != "pub" else "seven-card"
    assert load_rules(other, players, rules.options) == replace(rules, profile=other)


@pytest.mark.parametrize("profile", PLAYERS)
def test_a_profile_prints_as_a_users_profile_that_changes_nothing(profile: str) -> None:
    copied = user_profile(tomllib.loads(profile_text(profile)))
    assert copied == shipped_profile(profile)
    for players in copied.players:
        assert load_rules(copied, players) == load_rules(profile, players)


@pytest.mark.parametrize("profile", PLAYERS)
def test_a_printed_profile_tells_where_its_rules_are_from(profile: str) -> None:
    text = profile_text(profile)
    assert "# Source: " in text
    assert text.splitlines()[0].startswith(("# `", 'base = "basic"'))


OVERRIDES: list[dict[str, Any]] = [
    {"pack": 40},
    {"joker": True},
    {"dealer_sits_out": True},
    {"dealer_sits_out": False},
    {"shuffle": "after-nap"},
    {"shuffle": "every-deal"},
    {"deals_per_session": 100},
    {"ties": "extra deal"},
    {"ties": "share"},
    {"pool_ante": 2, "pool_end": "stay"},
    {"exchange_cards": 4, "exchange_price": 2, "exchange_price_per": "exchange"},
    {"peep": True, "peep_price": 3},
    {"float": True, "float_price": 0},
    {"sir_garnet": True},
    {"chips": 50, "when_broke": "rebuy"},
    {"chips": 0},
    {"ladder": ["three", "nap"]},
    {"stakes": {"three": {"made": 2, "failed": 1}}},
    {"contracts": {"four": {"lead": "lowest trump"}}},
]


@pytest.mark.parametrize("profile", PLAYERS)
@pytest.mark.parametrize("changes", OVERRIDES, ids=str)
def test_a_users_profile_may_change_any_option_of_any_shipped_one(
    profile: str, changes: dict[str, Any]
) -> None:
    if profile == "seven-card" and changes == {"ladder": ["three", "nap"]}:
        changes = {"ladder": ["three", "nap", "seven"]}
    own = user_profile({"base": profile, "rules": changes})
    for players in PLAYERS[profile]:
        try:
            options = load_rules(own, players).options
        except MistakesError as refusal:
            assert "the pack is too small" in str(refusal)
            assert profile == "seven-card" and players >= 6
            continue
        untouched = load_rules(profile, players).options
        for key, value in changes.items():
            if isinstance(value, dict):
                assert all(
                    options[key][name].items() >= said.items() for name, said in value.items()
                )
            else:
                assert options[key] == value
        for key in options.keys() - changes.keys() - {"contracts", "stakes"}:
            assert options[key] == untouched[key]


PRINTED_ELSEWHERE: list[tuple[str, dict[str, Any]]] = [
    ("misere", {"made": 3, "failed": 6}),
    ("nap", {"made": 12, "failed": 6}),
    ("wellington", {"made": 10, "failed": 10}),
    ("wellington", {"made": 15, "failed": 15}),
    ("blucher", {"made": 20, "failed": 20}),
    ("blucher", {"made": 10, "failed": 15}),
]


@pytest.mark.parametrize("base", ["hoyle", "pub"])
@pytest.mark.parametrize(("contract", "stakes"), PRINTED_ELSEWHERE)
def test_other_stakes_found_in_print_are_an_override_away(
    base: str, contract: str, stakes: dict[str, int]
) -> None:
    own = user_profile({"base": base, "rules": {"stakes": {contract: stakes}}})
    ladder = load_rules(own, 4).ladder
    changed = ladder[ladder.number(contract)]
    assert (changed.made, changed.failed) == (stakes["made"], stakes["failed"])


@pytest.mark.parametrize("base", ["hoyle", "pub"])
def test_blucher_may_be_named_and_misere_may_have_a_trump_suit(base: str) -> None:
    changes = {
        "blucher": {"trump": "named", "lead": "lowest non-trump"},
        "misere": {"trump": "suit led"},
    }
    ladder = load_rules(user_profile({"base": base, "rules": {"contracts": changes}}), 4).ladder
    blucher, misere = ladder[ladder.number("blucher")], ladder[ladder.number("misere")]
    assert (blucher.trump, blucher.lead) == ("named", "lowest non-trump")
    assert (blucher.target, blucher.requires) == (5, "wellington")
    assert (misere.trump, misere.judged, misere.target) == ("suit led", "exactly", 0)


def test_options_of_one_table_are_laid_over_those_of_all() -> None:
    """Base, base at N, user, user at N, scenario: the later layer wins."""
    six = load_rules("hoyle", 6)
    assert six.dealer_sits_out and not load_rules("hoyle", 5).dealer_sits_out
    own = user_profile(
        {
            "base": "hoyle-stripped",
            "rules": {"deals_per_session": 12},
            "tables": {"5": {"pack": 40, "stakes": {"nap": {"made": 12}}}},
        }
    )
    assert (load_rules(own, 4).pack, load_rules(own, 5).pack) == (28, 40)
    assert load_rules(own, 5).deals_per_session == 12
    assert [load_rules(own, players).ladder.made[4] for players in (4, 5)] == [10, 12]
    assert load_rules(own, 5, {"pack": 52}).pack == 52
    everywhere = user_profile({"base": "hoyle-stripped", "rules": {"pack": 32}})
    assert [load_rules(everywhere, players).pack for players in (4, 5)] == [32, 32]
    at_six = user_profile({"base": "hoyle", "rules": {"dealer_sits_out": False}})
    assert not load_rules(at_six, 6).dealer_sits_out


def test_a_user_profile_starts_from_a_shipped_one() -> None:
    profile = user_profile({"base": "basic", "players": [5, 4], "rules": {"pack": 32}})
    assert profile.players == (4, 5)
    assert load_rules(profile, 4).pack == 32
    assert load_rules(profile, 4).profile == "basic"
    with pytest.raises(UserError, match="is for 4, 5 players, not 6"):
        load_rules(profile, 6)


def told(content: dict[str, Any]) -> list[str]:
    with pytest.raises(MistakesError) as refusal:
        user_profile(content)
    return str(refusal.value).splitlines()


def test_a_user_profile_is_told_all_its_mistakes() -> None:
    lines = told(
        {
            "bse": "basic",
            "title": 3,
            "players": [2, "3"],
            "rules": {"pack": 41},
            "tables": {"4": {"jokers": True}, "5": 3},
        }
    )
    assert [line.split(":")[0] for line in lines] == [
        "bse",
        "base",
        "title",
        "players",
        "tables.4",
        "tables.5",
        "rules.pack",
    ]


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (
            {"players": [3, 4, 5]},
            "players: [3, 4, 5] is not allowed; allowed: a list of numbers ou",
        ),
        ({"players": []}, "allowed: a list of numbers out of 3, 4"),
        ({"players": [True]}, "allowed: a list of numbers out of 3, 4"),
        ({"players": 4}, "players: 4 is not allowed; allowed: a list of numbers out of 3, 4"),
        ({"tables": {"5": {}}}, "tables.5: the profile is not for 5 players; allowed: 3, 4"),
        ({"tables": {"four": {}}}, "tables.four: the profile is not for four players; allowed: 3"),
        ({"players": [4], "tables": {"3": {}}}, "tables.3: the profile is not for 3 players; allo"),
        ({"tables": 4}, "tables: is no table; allowed: a table [tables.N] of options"),
        ({"tables": {"4": 3}}, "tables.4: 3 is not allowed; allowed: a table of options"),
        ({"tables": {"4": {"pack": 41}}}, "tables.4.pack: 41 is not allowed; allowed: 24, 28, 32"),
        ({"tables": {"4": {"pak": 40}}}, 'tables.4.pak: unknown "pak"; did you mean "pack"?'),
        (
            {"tables": {"4": {"stakes": {"nap": {"made": -1}}}}},
            "tables.4.stakes.nap.made: -1 is not allowed; allowed: a whole number from 0 to 10000",
        ),
    ],
)
def test_a_mistake_in_the_head_or_the_tables_of_a_profile_is_told(
    content: dict[str, Any], complaint: str
) -> None:
    (line,) = told({"base": "ecarte", **content})
    assert complaint in line
