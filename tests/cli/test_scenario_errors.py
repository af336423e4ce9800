"""A scenario with mistakes: each is told with its line, what is wrong and what is allowed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sim.errors import UserError
from sim.scenarios.scenario import load_scenario

SOUND = """\
profile = "basic"
players = 4
policy = "counting"
deals = 80
seed = 7
"""

SIX_MISTAKES = """\
profile = "basik"
players = 4
policy = "countin"
seating = "rotating"
deals = "2.5"
sed = 7

[rules]
pack = 41
"""


def complaints(
    folder: Path, text: str, overrides: dict[str, Any] | None = None, *, name: str = "s.toml"
) -> list[str]:
    """Return the lines of the error, with the folder taken off."""
    file = folder / name
    file.write_text(text, encoding="utf-8")
    with pytest.raises(UserError) as refusal:
        load_scenario(file, overrides)
    return str(refusal.value).replace(f"{folder}/", "").splitlines()


def test_six_different_mistakes_give_six_located_messages(tmp_path: Path) -> None:
    told = complaints(tmp_path, SIX_MISTAKES)
    assert [line.rpartition(": ")[0].split(": ")[:2] for line in told] == [
        ["s.toml:1", "profile"],
        ["s.toml:3", "policy"],
        ["s.toml:4", "seating"],
        ["s.toml:5", "deals"],
        ["s.toml:6", "sed"],
        ["s.toml:9", "rules.pack"],
    ]
    assert told[0].startswith('s.toml:1: profile: unknown "basik"; did you mean "basic"? allowed: ')
    assert "did you mean counting?" in told[1]
    assert told[2] == ('s.toml:4: seating: "rotating" is not allowed; allowed: "fixed" or "rotate"')
    assert told[3].startswith('s.toml:5: deals: "2.5" is not whole; allowed: a whole number')
    assert told[4].startswith('s.toml:6: sed: unknown "sed"; did you mean "seed"?')
    assert told[5] == ("s.toml:9: rules.pack: 41 is not allowed; allowed: 24, 28, 32, 36, 40, 52")


def with_line(line: str) -> str:
    key = line.split(" ")[0]
    kept = [old for old in SOUND.splitlines() if not old.startswith(f"{key} ")]
    return "\n".join([line, *kept]) + "\n"


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("players = 2", "players: 2 is not allowed; allowed: 3 to 7"),
        ("players = 8", "players: 8 is not allowed; allowed: 3 to 7"),
        ('players = "4"', 'players: "4" is not allowed; allowed: a whole number from 3 to 7'),
        ("players = 4.0", "players: 4.0 is not allowed; allowed: a whole number from 3 to 7"),
        ("players = true", "players: true is not allowed"),
        ("policy = 3", 'policy: 3 is not allowed; allowed: a policy for everybody, such as "co'),
        ('policy = "counting:bald"', "policy: policy counting has no preset 'bald'"),
        ("parameters = 3", "parameters: 3 is not allowed; allowed: a table of the policy's param"),
        ("parameters = { fife = 1 }", "parameters.fife: policy counting has no parameter 'fife'"),
        ("parameters = { five = 99 }", "parameters.five: parameter five of policy counting is 99"),
        ("deals = 0", "deals: 0 is out of range; allowed: a whole number from 1 to 1e12"),
        ("deals = []", "deals: [] is not allowed; allowed: a whole number from 1"),
        ("sessions = 10", "sessions: give deals or sessions, not both"),
        ("seed = -1", "seed: -1 is not allowed; allowed: a whole number from 0 to 2^64 - 1"),
        ("seed = 18446744073709551616", "allowed: a whole number from 0 to 2^64 - 1"),
        ("seed = 1.5", "seed: 1.5 is not allowed; allowed: a whole number from 0 to 2^64 - 1"),
        ('name = ""', 'name: "" is not allowed; allowed: a text of 1 to 60 characters'),
        ('name = "a\\nb"', 'name: "a\\nb" is not allowed; allowed: a text of 1 to 60 characters'),
        ("profile = 3", "profile: 3 is not allowed; allowed: the name of a profile"),
        ("rules = 3", "rules: 3 is not allowed; allowed: a table [rules] of options"),
        ("rules.packs = 52", 'rules.packs: unknown "packs"; did you mean "pack"?'),
        ("rules.pool = { ante = 1 }", 'rules.pool: unknown "pool"; did you mean "pool_end"?'),
        ("rules.hand_size = 6", "rules.hand_size: 6 is not allowed; allowed: 5, 7"),
        ("rules.joker = 1", "rules.joker: 1 is not allowed; allowed: true, false"),
        ("rules.exchange_cards = 8", "allowed: a whole number from 0 to 7"),
        ("rules.peep_price = 2", "rules.peep_price: peep_price is 2, but peep is false"),
        ("rules.exchange_cards = 6", "6 cards cannot be exchanged of a hand of 5"),
        ("revoke_rate = 0.1", 'revoke_rate: unknown "revoke_rate"; allowed: name, profile'),
        ("until = 'nap made ±0.001'", 'until: "nap made ±0.001" is not allowed; allowed: a list'),
        ("until = ['nap made']", 'until[1]: "nap made" has no half-width; write "nap made ±0.001"'),
        ("until = ['nap made ±1e-3', 2]", "until[2]: 2 is not allowed; allowed: a list of texts"),
        ("until = ['no made ±0.1']", 'until[1]: "no made ±0.1": unknown "no"; allowed: three,'),
        ("outputs = []", "outputs: a choice of outputs is not available yet"),
        ('"strange key" = 3', '"strange key": unknown "strange key"; allowed: name, profile'),
    ],
)
def test_a_single_mistake_is_told_alone_on_its_line(
    tmp_path: Path, line: str, complaint: str
) -> None:
    told = complaints(tmp_path, with_line(line))
    assert len(told) == 1
    assert told[0].startswith("s.toml:1: ")
    assert complaint in told[0]


def test_an_empty_file_is_told_everything_that_it_needs(tmp_path: Path) -> None:
    assert complaints(tmp_path, "") == [
        "s.toml:1: deals: missing; give a number of deals or of sessions",
        "s.toml:1: players: missing; give the number of players, 3 to 7",
        "s.toml:1: policy: missing; give one policy for everybody, or a [[player]] table for each "
        "player",
        's.toml:1: profile: missing; name a profile, such as "basic"',
    ]


@pytest.mark.parametrize(
    ("rules", "place", "complaint"),
    [
        (
            "pack = 24\njoker = true",
            "7: rules.pack",
            "7 players x 5 cards = 35 > 24 + joker 1 = 25",
        ),
        ("peep = true\npack = 32", "8: rules.pack", "7 players x 5 cards + peep card 1 = 36 > 32"),
        (
            "joker = true\nsir_garnet = true\nhand_size = 7\ncontracts.nap.target = 7",
            "8: rules.sir_garnet",
            "7 players x 7 cards + extra hand 5 = 54 > 52 + joker 1 = 53",
        ),
        (
            "sir_garnet = true\nladder = ['four']",
            "8: rules.ladder",
            "extra hand must bid nap, which",
        ),
        (
            "chips = 9\nsir_garnet = true\ncontracts.nap.requires = 'four'",
            "9: rules.con",
            "bid nap, w",
        ),
        (
            "float = true\nhand_size = 7\npool_end = 'stay'",
            "8: rules.hand_size",
            "the pool: no contr",
        ),
    ],
)
def test_options_that_disagree_are_told_where_the_file_has_one_of_them(
    tmp_path: Path, rules: str, place: str, complaint: str
) -> None:
    (told,) = complaints(
        tmp_path, SOUND.replace("players = 4", "players = 7") + f"[rules]\n{rules}\n"
    )
    assert told.startswith(f"s.toml:{place}")
    assert complaint in told


def test_a_profile_refuses_tables_that_it_is_not_for(tmp_path: Path) -> None:
    five = SOUND.replace("basic", "ecarte").replace("players = 4", "players = 5")
    assert complaints(tmp_path, five) == [
        "s.toml:2: players: the profile is for 3, 4 players, not 5"
    ]


def test_options_that_disagree_are_told_with_the_arithmetic(tmp_path: Path) -> None:
    small_pack = SOUND.replace("players = 4", "players = 7") + "[rules]\npack = 32\n"
    assert complaints(tmp_path, small_pack) == [
        "s.toml:7: rules.pack: the pack is too small: 7 players x 5 cards = 35 > 32"
    ]


PLAYERS = """\
profile = "basic"
players = 5
deals = 80
policy = "random"

[[player]]
name = "Ann"
policy = "counting:bald"

[[player]]
name = "Ann"
police = "random"

[[player]]
policy = "random"
parameters = { five = 4 }
revoke_rate = 1.5
"""


def test_mistakes_in_players_are_told_with_the_player(tmp_path: Path) -> None:
    told = complaints(tmp_path, PLAYERS)
    assert told == [
        "s.toml:2: players: 5, but the number of [[player]] tables is 3",
        "s.toml:4: policy: give it once for everybody or in [[player]] tables, not both",
        "s.toml:8: player[1].policy: policy counting has no preset 'bald'; it has: "
        "standard, cautious, bold",
        's.toml:10: player[2].policy: missing; give a policy, such as "counting"',
        's.toml:11: player[2].name: a second player "Ann"',
        's.toml:12: player[2].police: unknown "police"; did you mean "policy"? '
        "allowed: name, policy, parameters, revoke_rate",
        "s.toml:16: player[3].parameters.five: policy random has no parameter 'five'; it has: none",
        "s.toml:17: player[3].revoke_rate: 1.5 is not allowed; allowed: a probability from 0 to 1",
    ]


@pytest.mark.parametrize(
    ("entries", "complaint"),
    [
        ("3", "player: 3 is not allowed; allowed: a [[player]] table for each player"),
        ("[3, {policy = 'random'}, {policy = 'random'}]", "player[1]: 3 is not allowed; allowed: "),
        ("{ policy = 'random' }", "allowed: a [[player]] table for each player"),
    ],
)
def test_players_that_are_no_tables_are_told_once(
    tmp_path: Path, entries: str, complaint: str
) -> None:
    told = complaints(tmp_path, f'player = {entries}\nprofile = "basic"\ndeals = 8\n')
    assert len(told) == 1
    assert told[0].startswith("s.toml:1: player")
    assert complaint in told[0]


def test_a_table_has_room_for_seven(tmp_path: Path) -> None:
    crowd = 'profile = "basic"\ndeals = 8\n' + '[[player]]\npolicy = "random"\n' * 8
    assert complaints(tmp_path, crowd) == ["s.toml:3: player: 8 is not allowed; allowed: 3 to 7"]


def test_a_syntax_error_is_told_with_its_line(tmp_path: Path) -> None:
    told = complaints(tmp_path, SOUND + "[rules\n")
    assert len(told) == 1
    assert told[0].startswith("s.toml:6: not valid TOML: ")


def test_mistakes_on_the_command_line_are_told_as_such(tmp_path: Path) -> None:
    told = complaints(tmp_path, SOUND, {"deals": "10Q", "players": 9, "policy": "best"})
    assert [line.split(":")[0] for line in told] == ["--deals", "--policy", "--players"]
    assert told[0].startswith('--deals: "10Q" is no number to count with; allowed: ')


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"none\.toml: cannot be read: No such file"):
        load_scenario(tmp_path / "none.toml")
    with pytest.raises(UserError, match="cannot be read: Is a directory"):
        load_scenario(tmp_path)
    (tmp_path / "picture.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UserError, match=r"picture\.toml: not a text file in UTF-8"):
        load_scenario(tmp_path / "picture.toml")


def test_mistakes_in_a_users_profile_are_told_with_both_places(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('base = "basic"\n[rules]\npack = 41\n', encoding="utf-8")
    scenario = SOUND.replace('"basic"', '"mine.toml"') + "[rules]\nties = 3\n"
    assert complaints(tmp_path, scenario) == [
        "s.toml:1: profile: mine.toml:3: rules.pack: 41 is not allowed; "
        "allowed: 24, 28, 32, 36, 40, 52",
        's.toml:7: rules.ties: 3 is not allowed; allowed: "share", "extra deal"',
    ]


@pytest.mark.parametrize("rate", ["-0.1", "1.01", "true", "nan", "inf", '"never"'])
def test_a_revoke_rate_is_a_probability(tmp_path: Path, rate: str) -> None:
    players = '[[player]]\npolicy = "random"\n' * 2
    careless = f'[[player]]\npolicy = "random"\nrevoke_rate = {rate}\n'
    (told,) = complaints(tmp_path, f'profile = "basic"\ndeals = 8\n{players}{careless}')
    assert told.startswith("s.toml:9: player[3].revoke_rate: ")
    assert told.endswith("is not allowed; allowed: a probability from 0 to 1")


OWN_PROFILE = """\
base = "hoyle"
[rules]
pool_ante = 1
[tables.4]
pack = 24
[tables.6]
{at_six}
"""


@pytest.mark.parametrize(
    ("at_six", "complaint"),
    [
        ("pak = 32", 'mine.toml:7: tables.6.pak: unknown "pak"; did you mean "pack"?'),
        ("joker = 1", "mine.toml:7: tables.6.joker: 1 is not allowed; allowed: true, false"),
        (
            "ladder = ['three', 'wellington']",
            "mine.toml:7: tables.6.ladder: contract wellington requires nap, which is not below it",
        ),
        ("stakes.nab.made = 3", "mine.toml:7: tables.6.stakes.nab: not on the ladder: unknown"),
        (
            "contracts.nap.lead = 'lowest non-trump'",
            'mine.toml:7: tables.6.contracts.nap: contract nap: lead = "lowest non-trump" needs',
        ),
        ("[tables.8]", "mine.toml:7: tables.8: the profile is not for 8 players; allowed: 3, 4"),
    ],
)
def test_mistakes_in_the_tables_of_a_users_profile_are_told_with_their_line(
    tmp_path: Path, at_six: str, complaint: str
) -> None:
    text = OWN_PROFILE.format(at_six=at_six)
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    (told,) = complaints(tmp_path, SOUND.replace('"basic"', '"mine.toml"'))
    assert told.startswith(f"s.toml:1: profile: {complaint}")


def test_a_users_profile_may_be_too_big_for_tables_at_which_nobody_plays_it(
    tmp_path: Path,
) -> None:
    (tmp_path / "mine.toml").write_text(OWN_PROFILE.format(at_six="pack = 24"), encoding="utf-8")
    four = SOUND.replace('"basic"', '"mine.toml"')
    (tmp_path / "four.toml").write_text(four, encoding="utf-8")
    rules = load_scenario(tmp_path / "four.toml").experiment.rules
    assert (rules.pack, rules.pool_ante, rules.profile) == (24, 1, "hoyle")
    assert complaints(tmp_path, four.replace("players = 4", "players = 6")) == [
        "s.toml:2: players: the pack is too small: 5 hands x 5 cards = 25 > 24"
    ]
