"""Conditions from the command line to the report."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import polars as pl
import pytest

from pipelines.aggregate import aggregate_run
from pipelines.commands.summary import summary
from reports.report import write_report
from sim.errors import UserError
from sim.outcomes import simulate_shard
from sim.runs.claim import claimed_run
from sim.runs.directory import RunDirectory
from sim.runs.shard_files import encode_shard, write_shard
from sim.runs.verify import verify_run
from sim.scenarios.scenario import Scenario, load_scenario

FILE = """\
profile = "hoyle"
players = 4
policy = "counting"
sessions = 300
seed = 7
{given}
[rules]
ties = "extra deal"
"""
BOTH = "position 1 holds AKQ of a suit and contract nap"


def scenario(folder: Path, given: str = "", overrides: dict[str, str] | None = None) -> Scenario:
    file = folder / "table.toml"
    file.write_text(FILE.format(given=f'given = "{given}"' if given else ""), encoding="utf-8")
    return load_scenario(file, overrides)


def finished(folder: Path, given: str) -> RunDirectory:
    """A finished run, written without worker processes."""
    asked = scenario(folder, given)
    with claimed_run(folder / "run", asked, resume=False) as (run, _):
        for shard in run.plan.shards():
            tables = simulate_shard(asked.experiment, shard.first_session, shard.sessions)
            write_shard(run.path, encode_shard(shard, run.identity.digest, *tables))
    return RunDirectory.open(folder / "run")


def test_a_condition_makes_every_deal_a_session(tmp_path: Path) -> None:
    asked = scenario(tmp_path, BOTH)
    rules = asked.experiment.rules
    assert (asked.deals, rules.deals_per_session, rules.ties) == (300, 1, "share")


def test_the_command_line_sets_a_condition(tmp_path: Path) -> None:
    asked = scenario(tmp_path, overrides={"given": "eldest holds AKQ of a suit"})
    assert str(asked.experiment.given) == "position 1 holds AKQ of a suit"


def test_a_scenario_in_full_has_its_condition(tmp_path: Path) -> None:
    asked = scenario(tmp_path, BOTH)
    (tmp_path / "again.toml").write_text(asked.to_toml(), encoding="utf-8")
    again = load_scenario(tmp_path / "again.toml")
    assert again.experiment == asked.experiment
    assert tomllib.loads(asked.to_toml())["given"] == BOTH


def test_the_identity_has_a_condition_only_if_there_is_one(tmp_path: Path) -> None:
    plain = scenario(tmp_path).experiment.identity
    told = scenario(tmp_path, BOTH).experiment.identity
    assert "given" not in plain.fields
    assert told.fields["given"] == BOTH
    other = scenario(tmp_path, "contract nap").experiment.identity
    assert told.difference(other) == [f"given: {BOTH} != contract nap"]


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ("position 1 hold AS", '6: given: at word 3, "hold"'),
        ("position 4 holds AS", "6: given: position 4 holds AS: there is no position 4"),
        ("position 1 holds AS and no aces", "no hand of 5 of the pack of 52 does"),
    ],
)
def test_a_condition_that_cannot_be_is_refused_where_it_stands(
    tmp_path: Path, given: str, complaint: str
) -> None:
    with pytest.raises(UserError) as caught:
        scenario(tmp_path, given)
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_run_states_its_condition_and_how_probable_it_is(tmp_path: Path) -> None:
    run = finished(tmp_path, BOTH)
    tables = aggregate_run(run.path)
    given = tables.provenance.given
    assert given is not None
    tries = pl.read_parquet(run.path / "deals" / "shard-000000.parquet")["tries"]
    assert given.tries == tries.cast(pl.Int64).sum() > 300
    assert (given.text, given.drawn, given.possible) == (BOTH, 4_704, 2_598_960)
    assert given.low is not None and given.share is not None and given.high is not None
    assert given.low < given.share == 300 / given.tries < given.high
    assert set(tables.contracts.filter(pl.col("played") > 0)["contract"]) == {"nap"}
    said = " ".join(summary(tables).replace("\N{NO-BREAK SPACE}", " ").split())
    assert f"Every deal satisfies the condition that {BOTH}: all figures are" in said
    assert "a probability of exactly 2/1,105, about 0.00180995 (one deal in 552)" in said
    page = (write_report(run.path).parent / "success.html").read_text(encoding="utf-8")
    assert f"given that {BOTH}" in page and page.count(BOTH) >= 4
    document = json.loads((run.path / "tables" / "tables.json").read_text(encoding="utf-8"))
    assert BOTH in json.dumps(document)


def test_what_is_drawn_alone_has_an_exact_probability_and_no_tries(tmp_path: Path) -> None:
    run = finished(tmp_path, "dealer holds AKQJx of a suit")
    tables = aggregate_run(run.path)
    assert tables.provenance.given is not None
    assert tables.provenance.given.tries is None
    assert "Its probability is exactly 3/216,580, about 0.0000138517" in " ".join(
        summary(tables).split()
    )


def test_its_deals_can_be_verified(tmp_path: Path) -> None:
    run = finished(tmp_path, BOTH)
    found = verify_run(run, deals=30, sample_seed=5)
    assert (found.deals, found.differences) == (30, ())
