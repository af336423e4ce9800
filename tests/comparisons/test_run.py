"""Running comparisons: what comes out depends on nothing but what was asked."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from sim.comparisons import run as running
from sim.comparisons import shard_plan
from sim.comparisons.comparison import Comparison
from sim.comparisons.directory import ComparisonDirectory, claimed_comparisons
from sim.comparisons.prefix import Compared, Decided
from sim.comparisons.run import run_comparisons
from sim.comparisons.shard_plan import plan_of
from sim.comparisons.sums import ComparisonSums
from sim.comparisons.tally import tally
from sim.errors import UserError
from sim.policies import make_policy
from sim.runs import versions
from sim.runs.crew import LocalProcesses
from tests.comparisons.jobs import FAILING, WORKERS, FailsLater, SlowWhereLosing
from tests.comparisons.small import (
    CAP,
    SETTINGS,
    against_itself,
    against_standard,
    differing_fields,
    never,
    two_sizes,
)
from tests.crash.runs import contents


def run_small(
    path: Path,
    comparisons: list[Comparison] | None = None,
    *,
    cap_deals: int = CAP,
    decided: Decided = never,
    workers: int = 1,
    resume: bool = False,
) -> list[Compared]:
    return run_comparisons(
        path,
        comparisons or two_sizes(),
        cap_deals=cap_deals,
        settings=SETTINGS,
        decided=decided,
        workforce=LocalProcesses(workers),
        resume=resume,
    )


def same(one: list[Compared], other: list[Compared]) -> bool:
    return all(
        a.comparison == b.comparison
        and a.stopped_early == b.stopped_early
        and differing_fields(a.sums, b.sums) == []
        for a, b in zip(one, other, strict=True)
    )


Undisturbed = tuple[Path, list[Compared]]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Undisturbed:
    """A comparison up to its cap by one worker."""
    path = tmp_path_factory.mktemp("undisturbed") / "small"
    return path, run_small(path)


def test_a_comparison_to_its_cap_is_one_tally(undisturbed: Undisturbed) -> None:
    path, compared = undisturbed
    assert (path / "comparison.toml").read_text() == SETTINGS
    for comparison, sums, stopped_early in compared:
        assert not stopped_early
        assert differing_fields(sums, tally(comparison, 0, CAP // 8)) == []
        shards = len(plan_of(comparison, CAP))
        assert shards >= 5
        assert len(list((path / f"{comparison.players}-players/sums").iterdir())) == shards


def test_any_number_of_workers_gives_the_same_files(
    undisturbed: Undisturbed, tmp_path: Path
) -> None:
    path, compared = undisturbed
    assert same(run_small(tmp_path / "small", workers=3), compared)
    assert contents(tmp_path / "small") == contents(path)


# --- stopping early


def at_most(deals: int) -> Decided:
    return lambda comparison, sums: sums.deals >= deals


def test_it_stops_at_the_first_prefix_that_decides(tmp_path: Path) -> None:
    asked: list[tuple[int, int]] = []

    def decided(comparison: Comparison, sums: ComparisonSums) -> bool:
        asked.append((comparison.players, sums.deals))
        return sums.deals >= 100_000

    compared = run_small(tmp_path / "small", decided=decided, workers=2)
    for comparison, sums, stopped_early in compared:
        looks = [deals for players, deals in asked if players == comparison.players]
        per_shard = plan_of(comparison, CAP).stretches[0].sessions_per_shard * 8
        assert looks == [per_shard * (1 + look) for look in range(len(looks))]
        assert looks[-2] < 100_000 <= looks[-1] == sums.deals
        assert stopped_early
        assert differing_fields(sums, tally(comparison, 0, sums.deals // 8)) == []


def test_a_decision_at_the_cap_is_not_early(tmp_path: Path) -> None:
    (compared,) = run_small(tmp_path / "small", two_sizes()[:1], decided=at_most(CAP))
    assert compared.sums.deals == CAP
    assert not compared.stopped_early


def order_of_shards(path: Path) -> list[int]:
    """The shards of a comparison in the order in which they were finished."""
    return [int(number) for number in re.findall(r"shard-(\d+): ", (path / "run.log").read_text())]


def test_slow_shards_do_not_bias_early_stopping(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where losing shards take long, what happens to be finished is better than the truth.

    Two policies that hardly differ are compared in small shards, under a rule that stops at a lead
    which chance gives sooner or later: with this seed after 19 shards.
    """
    monkeypatch.setattr(shard_plan, "WORK_OF_SHARD", 4 * 8 * 50)
    monkeypatch.setattr(shard_plan, "_SESSIONS_OF_DEALER", 1)
    standard, near = make_policy("counting"), make_policy("counting", {"side": 0.805})
    comparison = replace(against_itself(near, standard, standard), seed=0)

    def is_ahead(comparison: Comparison, sums: ComparisonSums) -> bool:
        return bool(sums.scores[0] - sums.scores[1] > 20)

    def compare(name: str, workers: int) -> list[Compared]:
        path = tmp_path / name
        return run_small(path, [comparison], cap_deals=24 * 400, decided=is_ahead, workers=workers)

    plain = compare("plain", 1)
    assert plain[0].stopped_early
    assert plain[0].sums.deals == 19 * 400
    monkeypatch.setattr(running, "SumsJob", SlowWhereLosing)
    assert same(compare("slow", WORKERS), plain)
    finished = order_of_shards(tmp_path / "slow")
    assert finished != sorted(finished)  # or nothing would have been shown


def test_a_failure_beyond_the_decision_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One worker alone would never have come to it."""
    monkeypatch.setattr(running, "SumsJob", FailsLater)
    comparisons = two_sizes()[:1]
    stop = plan_of(comparisons[0], CAP).stretches[0].sessions_per_shard * 8
    (compared,) = run_small(tmp_path / "small", comparisons, decided=at_most(stop), workers=2)
    assert compared.sums.deals == stop
    assert compared.stopped_early
    assert FAILING not in order_of_shards(tmp_path / "small")
    assert len(order_of_shards(tmp_path / "small")) > 1


def test_a_failure_that_counts_is_reported_and_loses_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "SumsJob", FailsLater)
    with pytest.raises(UserError, match="3 players, shard-000003: policy sly broke the rules"):
        run_small(tmp_path / "small", two_sizes()[:1], workers=2)
    assert {0, 1, 2} <= set(order_of_shards(tmp_path / "small"))


# --- going on


def test_what_is_there_is_read_and_not_simulated(
    undisturbed: Undisturbed, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, compared = undisturbed
    monkeypatch.setattr(running, "SumsJob", None)  # no work is begun
    assert same(run_small(path, resume=True), compared)
    early = run_small(path, resume=True, decided=at_most(100_000))
    assert all(each.stopped_early for each in early)


def test_it_can_be_made_longer(undisturbed: Undisturbed, tmp_path: Path) -> None:
    """It looks at the same places then as if it had been long from the beginning."""
    path, compared = undisturbed
    run_small(tmp_path / "small", cap_deals=70_000)
    assert same(run_small(tmp_path / "small", resume=True), compared)
    assert contents(tmp_path / "small") == contents(path)
    with pytest.raises(UserError, match="up to 300,000 deals, more than 70,000; it can only grow"):
        run_small(tmp_path / "small", cap_deals=70_000, resume=True)


def start_process(path: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.comparisons.as_process", str(path)],
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_for_shards(path: Path, number: int, process: subprocess.Popen[str]) -> None:
    while len(list(path.glob("*/sums/shard-*"))) < number and process.poll() is None:
        time.sleep(0.01)


def test_a_killed_comparison_goes_on(undisturbed: Undisturbed, tmp_path: Path) -> None:
    path, compared = undisturbed
    for shards in (1, 4):
        process = start_process(tmp_path / "small")
        wait_for_shards(tmp_path / "small", shards, process)
        process.kill()
        process.communicate()
    assert contents(tmp_path / "small") != contents(path)
    assert same(run_small(tmp_path / "small", resume=True), compared)
    assert contents(tmp_path / "small") == contents(path)


def test_a_stop_signal_finishes_what_is_in_hand(undisturbed: Undisturbed, tmp_path: Path) -> None:
    path, _ = undisturbed
    process = start_process(tmp_path / "small")
    wait_for_shards(tmp_path / "small", 2, process)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=120)
    assert process.returncode == 130
    assert re.search(r"stopped; [\d,]+ of 600,000 deals are safe in", said)
    assert contents(tmp_path / "small").items() <= contents(path).items()


# --- what is refused


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """A comparison without any shard."""
    with claimed_comparisons(
        tmp_path / "small", two_sizes(), cap_deals=CAP, settings=SETTINGS, resume=False
    ):
        return tmp_path / "small"


def refusal(path: Path, comparisons: list[Comparison], *, resume: bool = True) -> str:
    with pytest.raises(UserError) as caught:
        run_small(path, comparisons, resume=resume)
    return str(caught.value)


def test_without_resume_nothing_is_continued(begun: Path) -> None:
    assert "holds a comparison already" in refusal(begun, two_sizes(), resume=False)


def test_other_comparisons_are_refused_by_what_differs(begun: Path) -> None:
    other = [against_standard("counting:cautious", players=players) for players in (3, 4)]
    assert (
        "another identity (line-up 1 player 1 policy: counting:bold != counting:cautious)"
        in refusal(begun, other)
    )
    reseeded = [against_standard("counting:bold", players=p, seed=7) for p in (3, 4)]
    assert "(seed: 1815 != 7)" in refusal(begun, reseeded)
    assert "at tables of 3, 4, not 4" in refusal(begun, two_sizes()[1:])


def test_another_engine_is_refused(begun: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(versions, "engine_digest", lambda: "0" * 64)
    assert "was simulated by another version of the engine" in refusal(begun, two_sizes())


def test_folders_of_something_else_are_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").touch()
    assert "is not empty and holds no comparison (it has notes.txt" in refusal(
        tmp_path, two_sizes()
    )
    with pytest.raises(UserError, match="holds no comparison"):
        ComparisonDirectory.open(tmp_path)


def test_a_damaged_description_is_refused(begun: Path) -> None:
    file = begun / "comparison.json"
    file.write_text(file.read_text().replace("1815", "1816", 1))
    assert "comparison.json: is damaged (its fields and its digest disagree)" in refusal(
        begun, two_sizes()
    )


def test_sizes_and_caps_are_checked(tmp_path: Path) -> None:
    twice = two_sizes()[:1] * 2
    assert "give each size of the table once" in refusal(tmp_path, twice)
    with pytest.raises(UserError, match="deals is 0; allowed: 1 or more"):
        run_small(tmp_path, cap_deals=0)


@pytest.fixture
def finished(undisturbed: Undisturbed, tmp_path: Path) -> Path:
    """A copy of the finished comparison, to be damaged."""
    path, _ = undisturbed
    copy = tmp_path / "copy"
    for name, content in contents(path).items():
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_bytes(content)
    return copy


def cut_short(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-40])


def emptied(file: Path) -> None:
    file.write_bytes(b"")


def changed(file: Path) -> None:
    file.write_bytes(file.read_bytes().replace(b'"units":', b'"units":1', 1))


@pytest.mark.parametrize("damage", [cut_short, emptied, changed])
def test_damaged_shards_are_named_and_simulated_again(
    undisturbed: Undisturbed,
    finished: Path,
    damage: Callable[[Path], None],
    caplog: pytest.LogCaptureFixture,
) -> None:
    path, compared = undisturbed
    file = finished / "4-players/sums/shard-000001.json"
    damage(file)
    assert same(run_small(finished, resume=True), compared)
    assert f"{file}: " in caplog.text
    assert "4 players, shard-000001 is simulated again" in caplog.text
    assert contents(finished) == contents(path)


def test_foreign_shards_are_refused_by_name(finished: Path) -> None:
    one, other = (finished / f"3-players/sums/shard-00000{number}.json" for number in (1, 2))
    one.write_bytes(other.read_bytes())
    message = refusal(finished, two_sizes())
    assert message.startswith(f"{one}: belongs to another comparison or place (shard is 2, not 1)")
    stranger = finished / "4-players/sums/shard-000001.json"
    one.write_bytes(stranger.read_bytes())
    assert "(identity is " in refusal(finished, two_sizes())
