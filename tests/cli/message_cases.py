"""What goes wrong with runs, case by case: what was done to the folder, and what was typed then.

To cover a new message, add a case, and renew the snapshot (``NAP_RENEW_SNAPSHOTS=1``). Each case
begins in a copy of one folder:

=================  ==========================================================================
``tiny.toml``      a scenario of 1,600 deals
``run``            the run of it: two shards of 800 deals, with tables
``other``          a run of another seed
=================  ==========================================================================
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.cli.folder_changes import (
    all_of,
    change_description,
    change_tables,
    changed,
    copied,
    cut_short,
    emptied,
    file_in_place_of,
    folder_in_place_of,
    later,
    locked,
    removed,
    written,
)

SCENARIO = """\
name = "tiny"
profile = "basic"
players = 3
policy = "random"
deals = {deals}
seed = {seed}
"""

TWO = """\
profile = "basic"
deals = 80

[[player]]
policy = "a/bot.py:Bot"

[[player]]
policy = "b/bot.py:Bot"

[[player]]
policy = "random"
"""

BOT = """\
from sim.policies.kit import call, highest, highest_rank, lowest_rank


class Bot:
    version = {version}

    def bid(self, view, settings, game):
        return call(view, 0)

    def opening_lead(self, view):
        return highest(view.hand)

    def lead(self, view):
        return highest_rank(view.hand)

    def follow(self, view):
        return lowest_rank(view.legal)
"""

_FAULTS = Path(__file__).parents[1] / "crash" / "sitecustomize"


@dataclass(frozen=True)
class Case:
    """One or more commands in a folder to which something was done.

    Attributes
    ----------
    title : str
        What was done, in words.
    commands : tuple of str
        What is typed, one after the other, without ``nap``.
    prepare : callable
        Does it; gets the folder. What it returns is kept until the commands have ended.
    function : str
        What is called with these commands; another one than the command for faults of the system.
    signal_at : (int, int)
        See :meth:`tests.forked.Forks.call`.
    largest_file : int, optional
        No file can grow above so many bytes.
    in_workers : str
        A statement that every worker executes when it gets ready.
    """

    title: str
    commands: tuple[str, ...]
    prepare: Callable[[Path], object] = lambda folder: None
    function: str = "pipelines.cli:main"
    signal_at: tuple[int, int] = (0, 0)
    largest_file: int | None = None
    in_workers: str = ""

    @property
    def environment(self) -> dict[str, str]:
        """What the commands find in their environment."""
        path = os.pathsep.join([str(_FAULTS), str(Path.cwd())])
        return {"NAP_TEST_FAULT": f"in workers:{self.in_workers}", "PYTHONPATH": path}


RESUME = "simulate tiny.toml --out run --workers 1 --resume"

_OTHER_ENGINE = change_description("versions", "engine", value="0123456789abcdef" * 4)
_DEALS = "run/deals/shard-000000.parquet"
_SESSIONS = "run/sessions/shard-000001.parquet"
_NEW = "simulate tiny.toml --out new --workers 1"

_TWO_LEFT = "solve --hands 'AS KS / JS 9S / AH KH'"
_PASSED_OUT = 4

CASES = (
    # --- whose folder it is
    Case("a run is there already", ("run tiny.toml --out run", "simulate tiny.toml --out run")),
    Case("a run of another seed is there", ("run tiny.toml --out other --resume",)),
    Case("a longer run is there", (f"{RESUME} --deals 80",)),
    Case("a file is there", ("run tiny.toml --out tiny.toml",)),
    Case(
        "other files are there",
        ("run tiny.toml --out thesis",),
        written("thesis/chapter.tex"),
    ),
    Case("the description was removed", (RESUME, "aggregate run"), removed("run/run.json")),
    Case(
        "the description is damaged",
        (RESUME, "aggregate run", "report run", "verify run", "replay run 1"),
        written("run/run.json", b"{"),
    ),
    Case(
        "the description is of a later version",
        (RESUME, "report run"),
        change_description("format", value=99),
    ),
    Case(
        "the description was changed",
        (RESUME,),
        changed("run/run.json", b'"seed": 1', b'"seed": 7'),
    ),
    Case(
        "the plan contradicts itself",
        (RESUME,),
        change_description("plan", "deals", value=7),
    ),
    Case(
        "sessions were made longer in the plan",
        (RESUME,),
        all_of(
            change_description("plan", "deals_per_session", value=9),
            change_description("plan", "deals", value=1800),
        ),
    ),
    Case("the versions are no texts", (RESUME,), change_description("versions", "numpy", value=1)),
    Case(
        "the scenario was changed",
        ("aggregate run", "verify run", "replay run 1"),
        changed("run/scenario.toml", b"seed = 1", b"seed = 7"),
    ),
    Case("another engine, more deals", (f"{RESUME} --deals 2400",), _OTHER_ENGINE),
    Case("another engine, a shard missing", (RESUME,), all_of(_OTHER_ENGINE, removed(_DEALS))),
    Case("another process is at work", (RESUME, "aggregate run", "report run"), locked),
    Case("the lock cannot be opened", (RESUME, "report run"), folder_in_place_of("run/.lock")),
    # --- what is in it
    Case("a file is empty", ("aggregate run", "verify run"), written(_DEALS)),
    Case("a file is empty, and the run goes on", (RESUME,), written(_DEALS)),
    Case("a file is cut short", ("aggregate run",), cut_short(_DEALS)),
    Case("a file has changed", ("aggregate run", "audit run"), changed(_SESSIONS)),
    Case("a file cannot be read", ("aggregate run",), folder_in_place_of(_DEALS)),
    Case(
        "a file of another place",
        ("aggregate run", "verify run", RESUME),
        copied("run/deals/shard-000001.parquet", _DEALS),
    ),
    Case(
        "a file of another run",
        ("aggregate run", RESUME),
        copied("other/deals/shard-000000.parquet", _DEALS),
    ),
    Case(
        "a file that nobody planned",
        ("aggregate run",),
        copied(_DEALS, "run/deals/shard-000099.parquet"),
    ),
    Case("the first shard is missing", ("aggregate run", "audit run"), removed(_DEALS)),
    Case("the audit of no run", ("audit nowhere",)),
    Case(
        "all shards are missing",
        ("verify run",),
        removed(_DEALS, "run/deals/shard-000001.parquet"),
    ),
    Case(
        "a file that somebody else wrote",
        ("aggregate run",),
        copied("run/tables/overview.parquet", _DEALS),
    ),
    Case(
        "counts of a run that keeps rows, where none are kept",
        ("aggregate run", RESUME),
        change_description("plan", "stretches", 0, "outcomes", value="none"),
    ),
    Case("a file in place of a folder", ("aggregate run",), file_in_place_of("run/deals")),
    Case(
        "other outcomes are to be kept",
        ("simulate none.toml --out run --workers 1 --resume",),
        written("none.toml", SCENARIO.format(deals=1600, seed=1).encode() + b'outcomes = "none"\n'),
    ),
    Case(
        "another share of sessions is to be solved",
        ("simulate solve.toml --out run --workers 1 --resume",),
        written("solve.toml", SCENARIO.format(deals=3200, seed=1).encode() + b"solve = 0.5\n"),
    ),
    Case(
        "a share of sessions that is none",
        ("simulate run/scenario.toml --out run --resume", "status run"),
        all_of(
            written(
                "run/scenario.toml", SCENARIO.format(deals=800, seed=1).encode() + b"solve = 2"
            ),
            change_description("solve", value=2),
        ),
    ),
    # --- joining
    Case(
        "runs that solve other shares of their sessions",
        ("merge run later --out new",),
        all_of(later(), change_description("solve", value=True)),
    ),
    Case(
        "the same deals in two runs",
        (
            "simulate tiny.toml --out part --first-deal 800 --deals 1600 --workers 1",
            "merge run part --out new",
        ),
    ),
    Case(
        "nothing to join",
        ("merge run later --out new",),
        all_of(later(), emptied("run/deals")),
    ),
    Case(
        "runs of one experiment with other names",
        ("merge run later --out new",),
        all_of(
            later(),
            changed("later/scenario.toml", b'name = "tiny"', b'name = "small"'),
        ),
    ),
    Case(
        "runs by different engines",
        ("merge run later --out new",),
        all_of(later(), change_description("versions", "engine", value="0" * 64)),
    ),
    Case(
        "another merge is not finished",
        ("merge run later --out new",),
        all_of(
            later(),
            written("new/merge.json", b'{"command": "nap merge a b --out new", "identity": "7"}'),
        ),
    ),
    # --- clusters
    Case(
        "Dask is not installed",
        ("simulate tiny.toml --out new --engine dask --scheduler tcp://node1:8786",),
        function="tests.cli.folder_changes:without_dask",
    ),
    # --- tables
    Case("no tables", ("report run", "show run"), removed("run/tables/tables.json")),
    Case("tables of the run before it grew", (f"{RESUME} --deals 2400", "report run", "show run")),
    Case("a table that there is not", ("show run contracts balance", "show run makeable")),
    Case("a table is missing", ("report run",), removed("run/tables/overview.parquet")),
    Case("a table was changed", ("report run",), changed("run/tables/overview.parquet")),
    Case("the tables are damaged", ("report run",), written("run/tables/tables.json", b"{")),
    Case(
        "tables of an older version",
        ("report run",),
        written("run/tables/tables.json", b'{"format": "nap.tables/0"}'),
    ),
    # --- reports and tables in other forms
    Case(
        "forms, languages and tables that there are not",
        (
            "report run --form docx",
            "report run --language de",
            "tables run nap",
            "tables run --as docx",
            "tables run --as csv",
            "tables tiny.toml",
        ),
    ),
    Case(
        "a report in a folder that holds something else",
        ("report run --out thesis", "report run --out run", "report run --out tiny.toml"),
        written("thesis/chapter.tex"),
    ),
    # --- several runs
    Case("a run given twice", ("report run ./run",)),
    Case("too many runs", ("report run other 3 4 5 6 7 8 9",)),
    Case("one of several runs has no tables", ("report run other",)),
    Case(
        "one of several runs is not finished",
        ("report run other",),
        change_tables("provenance", "shards_used", value=1),
    ),
    Case("side by side in a run", ("aggregate other", "report run other --out run")),
    Case(
        "side by side among other files",
        ("aggregate other", "report run other --out thesis"),
        written("thesis/chapter.tex"),
    ),
    # --- what the system refuses
    Case(
        "no room for a shard",
        ("simulate tiny.toml --out new --workers 1 --deals 80k",),
        largest_file=6000,
    ),
    Case("no room for the description", ("simulate tiny.toml --out new",), largest_file=500),
    Case(
        "no room for tables",
        ("aggregate run",),
        removed("run/tables/tables.json"),
        largest_file=1000,
    ),
    Case("no room for the report", ("report run",), largest_file=1000),
    Case("a folder cannot be made", ("simulate tiny.toml --out tiny.toml/run",)),
    Case(
        "no more processes",
        ("simulate tiny.toml --out new --workers 2", "run tiny.toml --out newer"),
        function="tests.cli.folder_changes:without_processes",
    ),
    Case(
        "no place for compiled code",
        ("simulate tiny.toml --out new --workers 2",),
        function="tests.cli.folder_changes:without_temporary_folders",
    ),
    # --- stopping
    Case(
        "stopped before the first deal",
        ("simulate tiny.toml --out new --workers 1", "run tiny.toml --out newer"),
        signal_at=(signal.SIGTERM, 3),
    ),
    Case("stopped among the tables", ("aggregate run",), signal_at=(signal.SIGINT, 4)),
    Case("stopped in the report", ("report run",), signal_at=(signal.SIGHUP, 4)),
    Case(
        "stopped while simulating",
        (_NEW,),
        in_workers="os.kill(os.getppid(), 15)",
    ),
    # --- workers
    Case(
        "a policy that fails when it is imported",
        ("simulate two.toml --out new",),
        all_of(written("two.toml", TWO.encode()), written("a/bot.py", b"1 / 0\n")),
    ),
    Case(
        "two files of one name",
        ("simulate two.toml --out new",),
        all_of(
            written("two.toml", TWO.encode()),
            written("a/bot.py", BOT.format(version=1).encode()),
            written("b/bot.py", BOT.format(version=2).encode()),
        ),
    ),
    Case(
        "deals and positions that cannot be solved",
        (
            "solve",
            "solve tiny.toml",
            "solve tiny.toml 1 --hands 'AS / KS'",
            "solve tiny.toml 1 --table AS",
            "solve tiny.toml 1 --as yaml",
            "solve tiny.toml 1 --contract misere",
            "solve tiny.toml 1 --declarer Zoe",
            "solve run 9999",
            "solve tiny.toml 6 --after 16",
            "solve tiny.toml 6 --after 3 --trump S",
            f"solve tiny.toml {_PASSED_OUT} --after 3",
            "solve --hands 'AS KS QS 2H 3D'",
            "solve --hands 'AS KS QS 2H 1D / 2S 3S 4S 5S 6S'",
            "solve --hands 'AS KS QS 2H DH / 2S 3S 4S 5S 6S'",
            "solve --hands 'AS KS QS 2H 2H / 2S 3S 4S 5S 6S'",
            "solve --hands 'AS KS QS 2H 3H / AS 3S 4S 5S 6S'",
            "solve --hands 'AS KS QS 2H 3H / 3S 4S 5S 6S'",
            "solve --hands 'AS KS QS 2H 3H / 9S 3S 4S 5S 6S 7S' --profile basic",
            "solve --hands 'AS KS QS 2H 3H / 9S 3S 4S 5S joker' --profile basic",
            "solve --hands 'AS KS QS 2H 3H / 9S 3S 4S 5S 6S' --profile basik",
            "solve --hands 'AS KS QS 2H 3H / 9S 3S 4S 5S 6S' --profile hoyle-stripped",
            "solve --hands 'AS KS QS 2H 3H / 9S 3S 4S 5S 6S' --trump X",
            "solve --hands 'AS KS QS 2H 3H / 9S 3S 4S 5S 6S' --trump S",
            "solve --hands 'AS KS QS 2H 3H / 9S 3S 4S 5S 6S' --trump C --declarer eldest",
            "solve --hands 'AS KS QS 2H 3H / 9S 3S 4S 5S 6S' --trump none --declarer eldest",
            "solve --hands 'AS KS QS 2H 3H / 9S 3S 4S 5S 6S' --after 3",
            f"{_TWO_LEFT}",
            f"{_TWO_LEFT} --declarer eldest",
            f"{_TWO_LEFT} --declarer eldest --trump S",
            f"{_TWO_LEFT} --declarer eldest --trump S --taken 4",
            f"{_TWO_LEFT} --declarer eldest --trump S --leader 2nd --taken 3",
            f"{_TWO_LEFT} --declarer eldest --trump S --table 'AS'",
            f"{_TWO_LEFT} --declarer eldest --trump S --table 'AD QD 2D'",
            f"{_TWO_LEFT} --declarer eldest --trump S --table 2D",
            "solve --hands 'AS KS QS 2H 3H / 9S 3S 4S 5S 6S' --taken 0",
            "solve --hands 'KS QS 2H 3H / 9S 3S 4S 5S 6S' --declarer eldest --trump H --table AS",
            "solve --hands 'AS QS 2H 3H / 9S 3S 4S 5S 6S' --declarer eldest --trump S "
            "--contract wellington --table KS",
            "solve --hands 'KS QS 2H 3H 4H / 3S 4S 5S 6S' --declarer eldest --trump S "
            "--leader dealer --table 9S",
            f"{_TWO_LEFT} --declarer eldest --trump S --contract misere",
            "solve --hands '8S 6D / TS 3H AC / AS AH KC / JS QC' --declarer eldest --trump D "
            "--table 'AD 2S' --leader dealer --taken 1",
            "solve --hands '/' --declarer eldest --trump S",
        ),
    ),
    Case("a library that is missing in workers", (_NEW,), in_workers="import no_such_library"),
    Case(
        "a disk that is full when a worker starts",
        (_NEW,),
        in_workers="raise OSError(28, os.strerror(28), 'cache')",
    ),
    Case("a worker that ends before it is ready", (_NEW,), in_workers="os._exit(3)"),
    Case(
        "a worker that is killed once",
        (_NEW,),
        in_workers="os.path.exists('killed') or (open('killed', 'w'), os.kill(os.getpid(), 9))",
    ),
    Case(
        "the description is removed meanwhile",
        (_NEW,),
        in_workers="os.unlink('new/run.json')",
    ),
)
