"""A comparison with mistakes: each is told with its line, what is wrong and what is allowed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sim.errors import UserError
from sim.scenarios.comparison_arguments import compared, swept
from sim.scenarios.comparison_file import load_comparison

SOUND = """\
profile = "basic"
players = 4
deals = 80
seed = 7
[[policy]]
policy = "counting"
[[policy]]
policy = "random"
"""

MANY = """\
profile = "basik"
players = [3, 3]
desing = "challenger"
field = "counting:bald"
deals = "1.5"
[rules]
pack = 41
[[policy]]
policy = "counting{five=}"
[[policy]]
policy = "counting"
parameters = { five = 99 }
[[policy]]
police = "random"
"""

SWEEP = """\
profile = "basic"
players = 3
[sweep]
policy = "counting"
parameters = { five = "3.6:4.8:0.2" }
"""


def complaints(folder: Path, text: str, overrides: dict[str, Any] | None = None) -> list[str]:
    """Return the lines of the error, with the folder taken off."""
    file = folder / "c.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(UserError) as refusal:
        load_comparison(file, overrides)
    return str(refusal.value).replace(f"{folder}/", "").splitlines()


def test_different_mistakes_are_all_told_in_one_reading(tmp_path: Path) -> None:
    told = complaints(tmp_path, MANY)
    assert [line.split(": ")[:2] for line in told] == [
        ["c.toml:1", "profile"],
        ["c.toml:2", "players"],
        ["c.toml:3", "desing"],
        ["c.toml:4", "field"],
        ["c.toml:5", "deals"],
        ["c.toml:7", "rules.pack"],
        ["c.toml:9", "policy[1].policy"],
        ["c.toml:12", "policy[2].parameters.five"],
        ["c.toml:13", "policy[3].policy"],
        ["c.toml:14", "policy[3].police"],
    ]
    assert 'did you mean "design"?' in told[2]
    assert told[6].endswith('"{five=}" are no parameters; write them as in "counting{five=4.5}"')


def test_an_empty_file_is_told_everything_that_it_needs(tmp_path: Path) -> None:
    assert complaints(tmp_path, "") == [
        "c.toml:1: players: missing; give the number of players, 3 to 7, or a list",
        "c.toml:1: policy: missing; give a [[policy]] table for each, [[lineup]] tables, "
        "or a [sweep]",
        'c.toml:1: profile: missing; name a profile, such as "basic"',
    ]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("players = 4", "players = 8", "2: players: 8 is not allowed; allowed: 3 to 7"),
        ("players = 4", "players = []", "2: players: [] is not allowed; allowed: a whole number"),
        ("players = 4", "players = true", "2: players: True is not allowed; allowed: a whole"),
        ("seed = 7", "seed = -1", "4: seed: -1 is not allowed; allowed: a whole number from 0"),
        ("deals = 80", 'design = "pairs"', '3: design: "pairs" is not allowed; allowed: "challe'),
        ('"random"', '"counting:standard"', '7: policy[2]: a second "counting:standard"; what'),
        ('"random"', '"rundum"', "8: policy[2].policy: there is no policy 'rundum'"),
        ('"random"', "3", '8: policy[2].policy: 3 is not allowed; allowed: a policy such as "'),
        (
            '[[policy]]\npolicy = "random"\n',
            "",
            "5: policy: one policy alone; give another to compare with, or another field",
        ),
        (
            "deals = 80",
            'design = "round-robin"\nfield = "random"',
            "4: field: in a round robin each policy meets each",
        ),
        (
            'policy = "random"',
            'policy = "counting{five=4}"\nparameters = { five = 5 }',
            "9: policy[2].parameters: give parameters in braces or in a table, not both",
        ),
        (
            'policy = "random"',
            'policy = "random"\nname = "counting:standard"\n[rules]\nseed = 3',
            "11: rules.seed: unknown",
        ),
        ("deals = 80", "tables.5.pack = 40", "3: tables.5: no table has this size; allowed: 4"),
        ("deals = 80", "tables.4.pack = 41", "3: tables.4.pack: 41 is not allowed; allowed: 24"),
        (
            "players = 4",
            "players = [3, 7]\nrules.pack = 24",
            "3: rules.pack: the pack is too small: 7 players x 5 cards = 35 > 24",
        ),
    ],
)
def test_a_single_mistake_is_told_alone_on_its_line(
    tmp_path: Path, old: str, new: str, told: str
) -> None:
    (line,) = complaints(tmp_path, SOUND.replace(old, new, 1))
    assert line.startswith(f"c.toml:{told}")


def test_a_name_cannot_stand_for_another_policy_than_the_field(tmp_path: Path) -> None:
    clash = SOUND.replace("deals = 80", 'field = "counting:bold"').replace(
        'policy = "random"', 'name = "counting:bold"\npolicy = "random"'
    )
    assert complaints(tmp_path, clash) == [
        'c.toml:3: field: a policy that is compared has the name of another, "counting:bold"'
    ]


@pytest.mark.parametrize(
    ("second", "complaint"),
    [
        ('["random", "random"]', "4: lineup[2].players: 2 players; allowed: 3, as in the others"),
        ('["random", "x", "random"]', "4: lineup[2].players[2]: there is no policy 'x'"),
        ('["random", 3, 4]', "4: lineup[2].players[2]: 3 is not allowed; allowed: a list of pol"),
        ("3", "4: lineup[2].players: 3 is not allowed; allowed: a list of policies"),
    ],
)
def test_line_ups_are_checked_player_by_player(tmp_path: Path, second: str, complaint: str) -> None:
    first = 'profile = "basic"\nlineup = [{players = ["random", "random", "random"]},\n\n'
    told = complaints(tmp_path, f"{first}{{players = {second}}}]\n")
    assert told[0].startswith(f"c.toml:{complaint}")


@pytest.mark.parametrize("key", ['field = "random"', 'design = "challenger"'])
def test_line_ups_say_who_plays(tmp_path: Path, key: str) -> None:
    line = '[[lineup]]\nplayers = ["random", "random", "random"]\n'
    (told,) = complaints(tmp_path, f'profile = "basic"\n{key}\n{line}{line}')
    assert "line-ups say who plays" in told


def test_line_ups_are_for_one_size_and_not_alone(tmp_path: Path) -> None:
    line = '[[lineup]]\nplayers = ["random", "random", "random"]\n'
    assert complaints(tmp_path, f'profile = "basic"\n{line}') == [
        "c.toml:2: lineup: one line-up alone; give another to compare with"
    ]
    told = complaints(tmp_path, f'profile = "basic"\nplayers = [3, 4]\n{line}{line}')
    assert told == ["c.toml:2: players: line-ups are for tables of one size"]


@pytest.mark.parametrize(
    ("values", "complaint"),
    [
        ('{ five = "3.6:9:0.2" }', "five: parameter five of policy counting is 8.2; allowed: a n"),
        ('{ five = "4:5:0.3" }', 'five: "4:5:0.3" does not end with a whole step; the last v'),
        ('{ five = "5:4:0.1" }', 'five: "5:4:0.1" goes nowhere; the step is positive, and low'),
        ('{ five = "4:5:0" }', 'five: "4:5:0" goes nowhere'),
        ('{ five = "4:5" }', 'five: "4:5" are no values; write low:high:step, as in'),
        ('{ five = "0:8:0.001" }', 'five: "0:8:0.001" are 8001 values; allowed: up to 400'),
        ("{ five = [4, 4.0] }", "five: the value 4.0 comes twice"),
        ("{ five = [4, true] }", "five: [4, True] are no values"),
        ("{ five = [] }", "five: [] are no values"),
        ('{ fife = "4:5:1" }', "fife: policy counting has no parameter 'fife'"),
        ("{}", "missing; give one parameter or two"),
    ],
)
def test_the_values_of_a_sweep_are_checked(tmp_path: Path, values: str, complaint: str) -> None:
    (told,) = complaints(tmp_path, SWEEP.replace('{ five = "3.6:4.8:0.2" }', values))
    place = "c.toml:5: sweep.parameters"
    assert told.startswith(f"{place}{':' if 'missing' in complaint else '.'}")
    assert complaint in told


def test_a_grid_has_its_limits(tmp_path: Path) -> None:
    def with_values(values: str) -> list[str]:
        return complaints(tmp_path, SWEEP.replace('{ five = "3.6:4.8:0.2" }', values))

    assert with_values('{ five = "0:8:0.1", four = "0:8:0.5" }') == [
        "c.toml:5: sweep.parameters: the grid has 1377 points; allowed: up to 400"
    ]
    (told,) = with_values("{ five = [4], four = [3], three = [2] }")
    assert told.endswith(
        "a sweep is over one parameter or two different ones, not five, four, three"
    )


def refusal_of(*given: str, **options: object) -> str:
    with pytest.raises(UserError) as refusal:
        compared(given, options)
    return str(refusal.value)


def test_mistakes_in_arguments_are_told_as_such(tmp_path: Path) -> None:
    assert refusal_of("counting", "rundum").startswith("rundum: there is no policy 'rundum'")
    assert refusal_of("counting", "counting:standard") == (
        'counting:standard: a second "counting:standard"; what is compared needs different names'
    )
    assert refusal_of("counting") == (
        "one policy alone; give another to compare with, or another field"
    )
    assert refusal_of("authers").startswith("there is no file authers, and among the shipped com")
    assert refusal_of("none.toml").startswith("there is no file none.toml")
    assert refusal_of("counting", "random", players="3,x").startswith("--players: [3, 'x'] is not")
    assert refusal_of("counting", "random", deals="many").startswith('--deals: "many" is no number')
    assert refusal_of("counting", "random", field="best").startswith("--field: there is no policy")
    assert refusal_of("counting", "random", design="pairs").startswith('--design: "pairs" is not')
    (tmp_path / "c.toml").write_text(SOUND)
    assert refusal_of(str(tmp_path / "c.toml"), players="9") == (
        "--players: 9 is not allowed; allowed: 3 to 7"
    )


def test_mistakes_in_the_parameters_of_a_sweep_are_told_as_such() -> None:
    def refusal(*parameters: str) -> str:
        with pytest.raises(UserError) as told:
            swept("counting", parameters, {})
        return str(told.value)

    assert refusal("five").startswith("--parameter five: five has no values; write low:high:step")
    assert refusal("five=1", "five=2").startswith("--parameter five=2: five comes twice")
    assert refusal("five=3:9:1").startswith("--parameter five: parameter five of policy c")
    assert refusal("fife=3:4:1").startswith("--parameter fife: policy counting has no parameter")
