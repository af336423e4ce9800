"""Deals and sessions behind the figures: each command shows what the page says that it shows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import polars as pl
import pytest

from pipelines.aggregate import aggregate_run
from pipelines.tables import Tables
from reports.chart import Chart, Example
from reports.environment import page_environment
from reports.figures import all_charts
from reports.wording import contract_name, position_name
from sim.experiment import Experiment
from sim.replay import session_transcript, transcript
from tests.reports.conftest import tables_of
from tests.reports.html_reading import read_html
from tests.statistics.synthetic_run import experiment, write_simulated

SESSIONS = 400
LISTED = {
    "success-by-contract",
    "success-by-position",
    "success-by-policy",
    "tricks-taken",
    "expectation-by-position",
    "expectation-by-player",
    "balances",
}
"""The figures that have a list."""


@cache
def chosen() -> Experiment:
    return experiment(4, "rotate", ("counting", "random", "counting:bold", "random"))


@pytest.fixture(scope="module")
def simulated(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    run = tmp_path_factory.mktemp("behind") / "run"
    write_simulated(run, chosen(), SESSIONS)
    return aggregate_run(run)


def listed(tables: Tables) -> Iterator[tuple[Chart, Example]]:
    for chart in all_charts(tables):
        if chart.examples is not None:
            yield from ((chart, example) for example in chart.examples.items)


def number_in(example: Example) -> int:
    (number,) = re.findall(r"nap replay \. (?:--session )?(\d+)", example.command)
    return int(number)


@cache
def shown(deal: int) -> str:
    """What `nap replay` prints, to its settlement."""
    return transcript(chosen(), deal)


def settlement(deal: int) -> tuple[str, bool, int]:
    """Read contract, whether it was made, and tricks off a transcript."""
    found = re.search(r"Settlement: (\S+) (made|failed) with (\d) trick", shown(deal))
    assert found is not None
    contract, ended, tricks = found.groups()
    return contract_name(contract), ended == "made", int(tricks)


def test_these_figures_have_a_list(simulated):
    assert {chart.name for chart, _ in listed(simulated)} == LISTED


def test_deals_behind_success_and_tricks_end_as_is_said(simulated):
    seen = 0
    for chart, example in listed(simulated):
        if chart.name.startswith(("success", "tricks")):
            contract, made, tricks = settlement(number_in(example))
            assert example.behind.split(",")[0] == contract
            said = f"{example.shown} {example.happened}"
            assert ("made" in said, "failed" in said) == (made, not made)
            assert re.findall(r"\d", said) == [str(tricks)]
            seen += 1
    assert seen > 40


def test_deals_behind_a_position_or_policy_are_its_own(simulated):
    roles = {position_name(1): "eldest", position_name(0): "dealer"}
    for chart, example in listed(simulated):
        if chart.name in ("success-by-position", "success-by-policy"):
            text = shown(number_in(example))
            (declarer,) = re.findall(r"^Play: (.+) declares", text, re.MULTILINE)
            (hand,) = re.findall(rf"^  {declarer} +seat .*$", text, re.MULTILINE)
            whose = example.behind.split(", ", 1)[1]
            wanted = whose if chart.name == "success-by-policy" else roles.get(whose, "")
            assert f" {wanted} " in hand


def test_deals_behind_units_bring_what_is_said(simulated):
    for chart, example in listed(simulated):
        if chart.name.startswith("expectation"):
            text = shown(number_in(example))
            contract, made, _ = settlement(number_in(example))
            assert contract in example.happened
            as_declarer = example.behind.endswith("as declarer")
            (units,) = (int(number) for number in re.findall(r"\d+", example.happened))
            paid = [int(unit) for unit in re.findall(r"^  \S.* ([+-]\d+)$", text, re.MULTILINE)]
            others = [-units if made else units] * 3
            assert sorted(paid) == sorted([*others, -sum(others)])
            wins = made if as_declarer else not made
            assert bool(re.search("makes|receives", example.happened)) == wins


def test_sessions_behind_balances_end_with_them(simulated):
    for chart, example in listed(simulated):
        if chart.name == "balances":
            end = session_transcript(chosen(), number_in(example)).split("End of session")[1]
            balance = example.happened.split()[0].replace("−", "-")
            assert re.search(rf"^  {example.behind} +{re.escape(balance)}$", end, re.MULTILINE)


def test_worst_typical_and_best_are_told_apart_as_they_should(simulated):
    """From the table of tricks: fewest, most frequent and most tricks of each contract."""
    (chart,) = (chart for chart in all_charts(simulated) if chart.name == "success-by-contract")
    assert chart.examples is not None
    for (contract,), rows in simulated.tricks.filter(pl.col("deals") > 0).group_by("contract"):
        of_contract = [e for e in chart.examples.items if e.behind == contract_name(str(contract))]
        tricks = rows["tricks"]
        most = rows.filter(deals=rows["deals"].max())["tricks"].to_list()
        for example in of_contract:
            (number,) = (int(digit) for digit in re.findall(r"\d", example.happened))
            if "worst" in example.shown:
                assert number == tricks.min()
            if "best" in example.shown:
                assert number == tricks.max()
            if "typical" in example.shown:
                assert number in most
            deals = rows.filter(tricks=number)["deals"].item()
            assert example.times == f"{deals:,} of {rows['played'][0]:,}"
        words = " ".join(example.shown for example in of_contract)
        assert words == "every time" or all(w in words for w in ("worst", "typical", "best"))


def test_in_misere_the_worst_is_to_take_the_most_tricks():
    tables = tables_of("full ladder with float")
    (chart,) = (chart for chart in all_charts(tables) if chart.name == "success-by-contract")
    assert chart.examples is not None
    misere = {e.shown: e.happened for e in chart.examples.items if e.behind == "Misère"}
    played = tables.tricks.filter(pl.col("deals") > 0, contract="misere")["tricks"]
    assert f"failed with {played.max()} tricks" in misere["worst"]


@pytest.mark.parametrize("name", ["evening", "revokes"])
def test_where_not_everything_is_known_no_more_is_said(name):
    """Who defends cannot be told where players leave; how a revoked deal would have ended, never.

    Numbers of deals add up to those that the tables of the run hold.
    """
    tables = tables_of(name)
    for chart in all_charts(tables):
        if chart.name.startswith("expectation"):
            assert chart.examples is not None
            sides = {example.behind.rsplit(" ", 1)[1] for example in chart.examples.items}
            assert sides == ({"declarer"} if name == "evening" else {"declarer", "defender"})
            assert ("revoke" in chart.examples.note) == (name == "revokes")
    named = tables.examples
    assert named is not None
    deals = named.filter(kind="deal")["times"].sum()
    played = tables.contracts["played"].sum()
    assert deals == played if name == "evening" else deals < played


def test_nothing_is_listed_where_numbers_are_not_known():
    """Tables of an earlier version have no examples."""
    assert tables_of("usual").examples is None
    assert [*listed(tables_of("usual"))] == []


def test_the_page_lists_what_a_figure_has():
    """Only the list is made, not the drawing."""
    template = page_environment().get_template("examples.html.j2")
    for chart in all_charts(tables_of("hoyle at six")):
        if chart.examples is not None:
            items = chart.examples.items
            page = read_html(template.render(chart=chart))
            commands = [code.text for code in page.all("code")]
            assert commands == [example.command for example in items]
            headings = [term.text for term in page.all("dt")]
            assert headings == list(dict.fromkeys(example.behind for example in items))
            texts = [" ".join(entry.text.split()) for entry in page.all("dd")]
            assert texts == [f"{e.shown} {e.happened} ({e.times}) {e.command}" for e in items]
