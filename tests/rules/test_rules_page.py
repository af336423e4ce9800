"""docs/rules.md says of options, profiles and contracts what the program does."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from sim.game.options import BY_CONTRACT, SINGLE_OPTIONS
from sim.game.profiles import profile_names, shipped_profile
from sim.game.profiles.user_profile import user_profile
from sim.game.rules import load_rules
from sim.toml_writer import toml_value

PAGE = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def rows(text: str) -> list[list[str]]:
    """The cells of all table rows of a text, headings and rules left out."""
    tables = re.findall(r"^\|.*\n\|[-|]+\|\n((?:\|.*\n)+)", text, re.MULTILINE)
    return [line.strip("| ").split(" | ") for table in tables for line in table.splitlines()]


def test_every_option_is_listed_with_its_default_and_its_section() -> None:
    listed = {row[0].strip("`"): row for row in rows(section("The options"))}
    assert listed.keys() == SINGLE_OPTIONS.keys() - {"ladder"}
    basic = load_rules("basic", 4).options
    for key, (_, values, default, link) in listed.items():
        assert default == toml_value(basic[key]).replace("_", "")
        assert default in values or " to " in values
        title, anchor = re.fullmatch(r"\[(.+)\]\(#(.+)\)", link).groups()  # type: ignore[union-attr]
        assert f"\n### {title}\n" in PAGE
        assert anchor == title.lower().replace(" ", "-")


def test_every_section_of_an_option_has_an_example_and_a_source() -> None:
    sections = section("The options").split("\n### ")[1:]
    assert len(sections) == 13
    for text in sections:
        assert "*Example" in text and "\nSource: " in text


def test_every_key_of_a_contract_is_listed() -> None:
    promises = {row[0].strip("`") for row in rows(section("The ladder"))}
    assert promises >= BY_CONTRACT["contracts"].keys()


def test_the_profiles_are_listed_with_their_numbers_of_players() -> None:
    listed = {row[0].strip("`"): row[1] for row in rows(section("Profiles"))}
    assert {*listed} == {*profile_names()}
    for name, written in listed.items():
        players = shipped_profile(name).players
        short = ", ".join(map(str, players)) if len(players) == 2 else f"{players[0]}–{players[-1]}"
        assert written == short


@pytest.mark.parametrize("profile", ["basic", "hoyle", "pub", "bonaparte", "seven-card"])
def test_the_stakes_are_those_of_the_profiles(profile: str) -> None:
    columns = ("three", "misere", "four", "nap", "wellington", "blucher")
    (row,) = [row for row in rows(section("The ladder")) if row[0] == f"`{profile}`" and row[6:]]
    written = dict(zip(columns, row[1:7], strict=True))
    written |= dict(re.findall(r"(\w+) (\d+/\d+)", row[7] if len(row) > 7 else ""))
    table = "two" if profile == "hoyle" else profile
    stakes = {bid.name: f"{bid.made}/{bid.failed}" for bid in load_rules(table, 4).ladder}
    assert {name: said for name, said in written.items() if said != "–"} == stakes


BLOCKS = [tomllib.loads(text) for text in re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)]


@pytest.mark.parametrize("content", [block for block in BLOCKS if "base" in block], ids=str)
def test_profiles_on_the_page_can_be_used(content: dict[str, Any]) -> None:
    profile = user_profile(content)
    for players in profile.players:
        assert load_rules(profile, players).options


def test_all_other_files_on_the_page_are_changes_of_a_scenario() -> None:
    others = [block for block in BLOCKS if "base" not in block]
    assert [*others[0]] == ["rules"] and load_rules("hoyle", 4, others[0]["rules"])
    assert others[1:] == [{"player": [{"policy": "counting", "revoke_rate": 0.01}]}]
