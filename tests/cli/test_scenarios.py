"""What a scenario file means, and that it alone reproduces its run."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sim.game.profiles import profile_names, profile_text, shipped_profile
from sim.scenarios.file import DEFAULT_SEED
from sim.scenarios.scenario import Scenario, load_scenario
from sim.scenarios.shipped import scenario_file, scenario_names, scenario_question

PLAIN = """\
# a comment worth keeping
profile = "basic"
players = 4
policy = "counting:bold"
deals = 100
seed = 7
"""

MIXED = """\
name = "who wins?"
profile = "basic"
sessions = 3
seating = "rotate"

[rules]
deals_per_session = 20
[rules.stakes.nap]
made = 10

[[player]]
name = "Ann \\"Ace\\""
policy = "counting:bold"
parameters = { five = 4.25 }

[[player]]
policy = "random"

[[player]]
policy = "counting"
revoke_rate = 0.05
"""


def loaded(folder: Path, text: str, overrides: dict[str, Any] | None = None) -> Scenario:
    file = folder / "table.toml"
    file.write_text(text, encoding="utf-8")
    return load_scenario(file, overrides)


def test_one_policy_serves_everybody(tmp_path: Path) -> None:
    scenario = loaded(tmp_path, PLAIN)
    assert [player.policy.label for player in scenario.experiment.lineup] == ["counting:bold"] * 4
    assert [player.name for player in scenario.experiment.lineup] == [
        "player 1",
        "player 2",
        "player 3",
        "player 4",
    ]


def test_each_player_may_have_his_own_policy_and_parameters(tmp_path: Path) -> None:
    ann, second, third = loaded(tmp_path, MIXED).experiment.lineup
    assert (ann.name, second.name, third.name) == ('Ann "Ace"', "player 2", "player 3")
    assert dict(ann.policy.parameters)["five"] == 4.25
    assert (second.policy.name, third.policy.label) == ("random", "counting:standard")


def test_each_player_may_revoke_at_his_own_rate(tmp_path: Path) -> None:
    experiment = loaded(tmp_path, MIXED).experiment
    assert [player.revoke_rate for player in experiment.lineup] == [0.0, 0.0, 0.05]
    assert experiment.may_revoke and not experiment.pays_by_ladder
    honest = loaded(tmp_path, PLAIN).experiment
    assert not honest.may_revoke and honest.pays_by_ladder
    assert not loaded(tmp_path, PLAIN, {"profile": "pool"}).experiment.pays_by_ladder
    certain = loaded(tmp_path, MIXED.replace("0.05", "1")).experiment
    assert certain.lineup[2].revoke_rate == 1


def test_the_rules_of_a_scenario_are_the_profile_with_its_changes(tmp_path: Path) -> None:
    rules = loaded(tmp_path, MIXED).experiment.rules
    assert (rules.players, rules.deals_per_session) == (3, 20)
    assert rules.ladder.made == (0, 3, 4, 10, 10)
    assert rules.ladder.failed == (0, 3, 4, 5, 10)


@pytest.mark.parametrize(
    ("deals", "sessions"), [("1", 1), ("8", 1), ("9", 2), ("1e6", 125_000), ('"10M"', 1_250_000)]
)
def test_deals_are_rounded_up_to_whole_sessions(tmp_path: Path, deals: str, sessions: int) -> None:
    scenario = loaded(tmp_path, PLAIN.replace("100", deals))
    assert (scenario.sessions, scenario.deals) == (sessions, sessions * 8)


def test_sessions_may_be_given_instead_of_deals(tmp_path: Path) -> None:
    scenario = loaded(tmp_path, MIXED)
    assert (scenario.sessions, scenario.deals) == (3, 60)


def test_a_scenario_may_begin_at_any_session(tmp_path: Path) -> None:
    scenario = loaded(tmp_path, PLAIN, {"first_deal": "1k"})
    assert (scenario.first_session, scenario.first_deal) == (125, 1000)
    assert "first_deal = 1_000\n" in scenario.to_toml()
    assert loaded(tmp_path, scenario.to_toml()) == scenario
    assert scenario.experiment.identity == loaded(tmp_path, PLAIN).experiment.identity


def test_a_scenario_is_called_by_its_name_or_its_file(tmp_path: Path) -> None:
    assert loaded(tmp_path, MIXED).name == "who wins?"
    assert loaded(tmp_path, PLAIN).name == "table"


def test_the_text_is_kept_as_written(tmp_path: Path) -> None:
    assert loaded(tmp_path, PLAIN, {"seed": 8}).text == PLAIN


def test_without_a_seed_the_default_is_used_and_written_down(tmp_path: Path) -> None:
    scenario = loaded(tmp_path, PLAIN.replace("seed = 7\n", ""))
    assert scenario.experiment.seed == DEFAULT_SEED
    assert f"seed = {DEFAULT_SEED}\n" in scenario.to_toml()


def test_the_command_line_wins_over_the_file(tmp_path: Path) -> None:
    changed = loaded(
        tmp_path,
        MIXED,
        {"deals": "1k", "seed": 2**64 - 1, "seating": "fixed", "policy": "random", "name": None},
    )
    assert changed.deals == 1000
    assert changed.name == "who wins?"
    experiment = changed.experiment
    assert (experiment.seed, experiment.seating) == (2**64 - 1, "fixed")
    assert [player.policy.name for player in experiment.lineup] == ["random"] * 3
    assert loaded(tmp_path, PLAIN, {"players": 6}).experiment.rules.players == 6
    assert loaded(tmp_path, PLAIN, {"sessions": 2}).deals == 16


def test_single_options_of_the_rules_can_be_overridden(tmp_path: Path) -> None:
    rules = loaded(tmp_path, MIXED, {"rules": {"pack": 32}}).experiment.rules
    assert (rules.pack, rules.deals_per_session, rules.ladder.made[3]) == (32, 20, 10)


def test_a_users_profile_is_found_beside_the_scenario(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('base = "basic"\nrules.pack = 32\n', encoding="utf-8")
    scenario = loaded(tmp_path, PLAIN.replace("basic", "mine.toml"))
    assert scenario.experiment.rules.pack == 32


@pytest.mark.parametrize("profile", profile_names())
def test_a_scenario_of_any_profile_is_written_in_full(tmp_path: Path, profile: str) -> None:
    for players in shipped_profile(profile).players:
        scenario = loaded(tmp_path, PLAIN, {"profile": profile, "players": players})
        assert loaded(tmp_path, scenario.to_toml()) == scenario
        options = scenario.experiment.rules.options
        written = tomllib.loads(scenario.to_toml())["rules"]
        assert written == options


@pytest.mark.parametrize("profile", profile_names())
def test_a_printed_profile_can_be_used_as_ones_own(tmp_path: Path, profile: str) -> None:
    (tmp_path / "mine.toml").write_text(profile_text(profile), encoding="utf-8")
    for players in shipped_profile(profile).players:
        own = loaded(tmp_path, PLAIN, {"profile": "mine.toml", "players": players})
        assert own == loaded(tmp_path, PLAIN, {"profile": profile, "players": players})


@pytest.mark.parametrize(
    ("text", "overrides"),
    [
        (PLAIN, {}),
        (MIXED, {}),
        (PLAIN, {"deals": "1M", "seed": 2**64 - 1, "players": 7}),
        (MIXED, {"policy": "counting:cautious", "seating": "fixed", "rules": {"pack": 24}}),
    ],
)
def test_a_written_scenario_alone_reproduces_the_run(
    tmp_path: Path, text: str, overrides: dict[str, Any]
) -> None:
    """A published fault: the configuration file alone does not reproduce the run."""
    scenario = loaded(tmp_path, text, overrides)
    again = loaded(tmp_path, scenario.to_toml())
    assert again == scenario
    assert again.experiment.identity == scenario.experiment.identity
    assert again.to_toml() == scenario.to_toml()


def test_a_written_scenario_does_not_need_the_users_profile(tmp_path: Path) -> None:
    profile = tmp_path / "mine.toml"
    profile.write_text('base = "basic"\nrules.pack = 32\n', encoding="utf-8")
    scenario = loaded(tmp_path, PLAIN.replace("basic", "mine.toml"))
    profile.unlink()
    assert loaded(tmp_path, scenario.to_toml()) == scenario


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    names=st.lists(
        st.text(min_size=1, max_size=60).filter(
            lambda text: text.isprintable() and text.strip() == text
        ),
        min_size=3,
        max_size=7,
        unique=True,
    ),
    five=st.floats(0, 8),
    seed=st.integers(0, 2**64 - 1),
    sessions=st.integers(1, 10**11),
)
def test_any_names_numbers_and_parameters_survive_being_written(
    tmp_path: Path, names: list[str], five: float, seed: int, sessions: int
) -> None:
    scenario = loaded(tmp_path, PLAIN, {"players": 3})
    text = scenario.to_toml().split("[[player]]")[0].replace("seed = 7", f"seed = {seed}")
    text = text.replace("players = 3", f"players = {len(names)}").replace("deals = ", "# deals = ")
    text = f"sessions = {sessions}\n{text}"
    for name in names:
        escaped = name.replace("\\", "\\\\").replace('"', '\\"')
        text += f'[[player]]\nname = "{escaped}"\npolicy = "counting"\nparameters.five = {five!r}\n'
    written = loaded(tmp_path, text)
    assert [player.name for player in written.experiment.lineup] == names
    assert loaded(tmp_path, written.to_toml()) == written


@pytest.mark.parametrize("name", scenario_names())
def test_every_shipped_scenario_loads_and_asks_a_question(name: str) -> None:
    scenario = load_scenario(scenario_file(name))
    assert scenario.deals == 10_000_000
    assert scenario_question(name).endswith("?")


def test_the_shipped_scenarios_cover_all_tables() -> None:
    tables = {name: load_scenario(scenario_file(name)) for name in scenario_names()}
    sizes = {name: tables[name].experiment.rules.players for name in tables}
    assert sizes == {
        "quickstart": 4,
        "three-players": 3,
        "five-players": 5,
        "six-players": 6,
        "seven-players": 7,
        "mixed-table": 4,
        "traditional": 4,
        "pub": 5,
        "akqj": 4,
    }
    mixed = tables["mixed-table"].experiment
    assert mixed.seating == "rotate"
    assert [player.policy.label for player in mixed.lineup] == [
        "random",
        "counting:cautious",
        "counting:standard",
        "counting:bold",
    ]
