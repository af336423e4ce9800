"""What a comparison file means, and that it alone gives the same comparison again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sim.game.profiles import profile_names, shipped_profile
from sim.scenarios.comparison_arguments import compared
from sim.scenarios.comparison_file import load_comparison
from sim.scenarios.planned_comparison import PlannedComparison
from sim.scenarios.shipped import COMPARISONS

CHALLENGERS = """\
# a comment worth keeping
name = "who is best?"
profile = "basic"
players = [5, 3]
field = "counting"
deals = "2k"
seed = 7

[rules]
deals_per_session = 20
[rules.stakes.nap]
made = 10

[tables.5]
pack = 40

[[policy]]
name = "Ann \\"Ace\\""
policy = "counting:bold"
parameters = { five = 4.25 }

[[policy]]
policy = "counting{side = 0.75, five = 4}"

[[policy]]
policy = "random"
"""

LINE_UPS = """\
profile = "basic"

[[lineup]]
name = "bold left of random"
players = ["counting:bold", "random", "counting{five=4.5}"]

[[lineup]]
players = ["counting:bold", "counting{five=4.5}", "random"]
"""

SWEEP = """\
profile = "basic"
players = 4
field = "counting:bold"

[sweep]
policy = "counting{side = 0.75}"
parameters = { five = "3.6:4.0:0.2", four = [3, 3.25] }
"""


def loaded(folder: Path, text: str, overrides: dict[str, Any] | None = None) -> PlannedComparison:
    file = folder / "contest.toml"
    file.write_text(text, encoding="utf-8")
    return load_comparison(file, overrides)


def test_challengers_sit_alone_among_the_field(tmp_path: Path) -> None:
    planned = loaded(tmp_path, CHALLENGERS)
    assert (planned.name, planned.players, planned.deals) == ("who is best?", (3, 5), 2000)
    three, five = planned.comparisons
    assert [entry.label for entry in three.entries] == [
        'Ann "Ace"',
        "counting:standard (five=4, side=0.75)",
        "random",
        "counting:standard",
    ]
    assert [policy.label for policy in three.entries[0].policies] == [
        "counting:bold (five=4.25)",
        "counting:standard",
        "counting:standard",
    ]
    assert len(three.contrasts) == 6
    assert [len(entry.policies) for entry in five.entries] == [5] * 4
    assert (three.rules.pack, five.rules.pack) == (52, 40)
    assert {comparison.seed for comparison in planned.comparisons} == {7}
    assert (five.rules.ladder.made, five.rules.deals_per_session) == ((0, 3, 4, 10, 10), 20)


def test_without_a_field_each_meets_each(tmp_path: Path) -> None:
    planned = loaded(tmp_path, CHALLENGERS.replace('field = "counting"\n', ""))
    (first, *_), _ = planned.comparisons[0].entries, planned.comparisons[1]
    assert planned.design == "round robin"
    assert first.label == 'Ann "Ace" among counting:standard (five=4, side=0.75)'
    assert len(planned.comparisons[0].entries) == 6


def test_the_field_of_challengers_is_the_first_if_nothing_is_said(tmp_path: Path) -> None:
    text = CHALLENGERS.replace('field = "counting"', 'design = "challenger"')
    three, _ = loaded(tmp_path, text).comparisons
    assert [entry.policies[1].label for entry in three.entries] == ["counting:bold (five=4.25)"] * 3


def test_line_ups_are_compared_as_they_are_written(tmp_path: Path) -> None:
    (comparison,) = loaded(tmp_path, LINE_UPS).comparisons
    assert comparison.players == 3
    assert [entry.label for entry in comparison.entries] == ["bold left of random", "line-up 2"]
    assert [entry.policies[1].name for entry in comparison.entries] == ["random", "counting"]


def test_a_sweep_compares_every_point_with_the_field(tmp_path: Path) -> None:
    (comparison,) = loaded(tmp_path, SWEEP).comparisons
    labels = [entry.label for entry in comparison.entries]
    assert labels[:2] == ["five=3.6, four=3.0", "five=3.6, four=3.25"]
    assert labels[-1] == "counting:bold"
    assert len(labels) == 7
    assert [(each.first, each.second) for each in comparison.contrasts] == [
        (label, "counting:bold") for label in labels[:-1]
    ]
    first = dict(comparison.entries[0].studied.parameters)
    assert (first["five"], first["four"], first["side"]) == (3.6, 3.0, 0.75)


def test_the_field_of_a_sweep_is_the_policy_as_it_is(tmp_path: Path) -> None:
    (comparison,) = loaded(tmp_path, SWEEP.replace('field = "counting:bold"\n', "")).comparisons
    assert comparison.entries[-1].studied.label == "counting:standard (side=0.75)"


@pytest.mark.parametrize("text", [CHALLENGERS, LINE_UPS, SWEEP])
def test_written_in_full_it_is_the_same_comparison(tmp_path: Path, text: str) -> None:
    planned = loaded(tmp_path, text)
    again = loaded(tmp_path, planned.to_toml())
    assert again.to_toml() == planned.to_toml()
    assert again.comparisons == planned.comparisons
    assert again.deals == planned.deals
    assert [one.identity for one in again.comparisons] == [
        one.identity for one in planned.comparisons
    ]


@pytest.mark.parametrize("profile", profile_names())
def test_written_in_full_it_has_the_rules_of_every_table_size(tmp_path: Path, profile: str) -> None:
    sizes = list(shipped_profile(profile).players)
    planned = loaded(
        tmp_path,
        CHALLENGERS.partition("[rules]")[0].replace('"basic"', f'"{profile}"')
        + '[[policy]]\npolicy = "random"\n',
        {"players": sizes},
    )
    assert loaded(tmp_path, planned.to_toml()).rules == planned.rules


def test_the_command_line_wins_over_the_file(tmp_path: Path) -> None:
    without_tables = CHALLENGERS.replace("[tables.5]\npack = 40\n", "")
    given = {"players": [6], "deals": "5k", "seed": 8, "field": "random", "name": None}
    changed = loaded(tmp_path, without_tables, given)
    assert (changed.name, changed.players, changed.deals) == ("who is best?", (6,), 5000)
    assert (changed.seed, changed.field and changed.field[0]) == (8, "random")


def test_policies_on_the_command_line_make_the_same_comparison_as_a_file(tmp_path: Path) -> None:
    text = 'profile = "basic"\nplayers = 4\nfield = "random"\n'
    for policy in ("counting", "counting:bold"):
        text += f'[[policy]]\npolicy = "{policy}"\n'
    here = compared(["counting", "counting:bold"], {"field": "random"})
    assert here.comparisons[0].identity == loaded(tmp_path, text).comparisons[0].identity
    assert here.name == "counting:standard and counting:bold"
    assert here.folder == "counting-standard-and-counting-bold-among-random-4-players"


def test_swapped_arguments_are_the_same_comparison_with_other_signs() -> None:
    there, back = (
        compared(pair, {}).comparisons[0]
        for pair in (["counting", "random"], ["random", "counting"])
    )
    assert {entry.label for entry in there.entries} == {entry.label for entry in back.entries}
    (one,), (other,) = there.contrasts, back.contrasts
    by_label = {e.label: w for e, w in zip(there.entries, one.weights, strict=True)}
    assert {e.label: -w for e, w in zip(back.entries, other.weights, strict=True)} == by_label


@pytest.mark.parametrize("name", COMPARISONS.names)
def test_every_shipped_comparison_loads_and_asks_a_question(name: str) -> None:
    assert load_comparison(COMPARISONS.file(name)).comparisons
    assert COMPARISONS.question(name).endswith("?")
