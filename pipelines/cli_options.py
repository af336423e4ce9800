"""The arguments and options that commands of ``nap`` share; nothing heavy is imported here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sim.storage import folder_at

if TYPE_CHECKING:
    from sim.storage import Folder
else:
    # The command line takes no unions for an answer; what it gets is what folder_at makes of it.
    from pathlib import Path as Folder

ScenarioArgument = Annotated[
    str,
    typer.Argument(metavar="SCENARIO", help="A scenario file, or the name of a shipped scenario."),
]
RunArgument = Annotated[
    Folder,
    typer.Argument(
        metavar="RUN", help="A run directory: what was --out of nap run.", parser=folder_at
    ),
]
RunsArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="RUN…",
        help="A run or a comparison; of several runs all others are compared with the first.",
    ),
]
OutOption = Annotated[
    Folder | None,
    typer.Option(
        metavar="DIR",
        help="The run directory: a folder, or s3://BUCKET/PREFIX.",
        show_default="data/runs/<scenario>",
        parser=folder_at,
    ),
]
MergedOption = Annotated[
    Folder,
    typer.Option("--out", metavar="DIR", help="The new run directory.", parser=folder_at),
]
DealsOption = Annotated[
    str | None,
    typer.Option(
        metavar="N",
        help="How many deals, rounded up to whole sessions: 1_000_000, 1e6, 10M, 1B.",
        show_default="the scenario's",
    ),
]
FirstDealOption = Annotated[
    str | None,
    typer.Option(
        metavar="N",
        help="Number of the first deal: other machines may simulate those before it.",
        show_default="the scenario's, or 0",
    ),
]
UntilOption = Annotated[
    list[str] | None,
    typer.Option(
        "--until",
        metavar="TARGET",
        help='Stop when this is known so precisely: "nap made ±0.001". Give several times for '
        "several targets; --deals is then the most deals that are played.",
        show_default="the scenario's",
    ),
]
SeedOption = Annotated[
    int | None,
    typer.Option(
        metavar="S",
        help="Master seed: the same seed gives the same cards.",
        show_default="the scenario's",
    ),
]
GivenOption = Annotated[
    str | None,
    typer.Option(
        metavar="CONDITION",
        help='Only deals that satisfy it: "position 1 holds AKQJx of a suit".',
        show_default="the scenario's, or none",
    ),
]
WorkersOption = Annotated[
    int | None,
    typer.Option(
        metavar="W",
        help="How many worker processes. The results do not depend on it.",
        show_default="all CPUs this process may use",
    ),
]
EngineOption = Annotated[
    str,
    typer.Option(
        metavar="ENGINE",
        help="Who simulates: processes (of this machine), or dask (workers of a cluster).",
    ),
]
SchedulerOption = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="With --engine dask: the cluster's scheduler, such as tcp://node1:8786 …",
        show_default=False,
    ),
]
SchedulerFileOption = Annotated[
    str | None,
    typer.Option(
        metavar="FILE", help="… or the file that the scheduler has written.", show_default=False
    ),
]
CountersOption = Annotated[
    int | None,
    typer.Option(
        "--workers",
        metavar="W",
        help="How many worker processes count and add up.",
        show_default="threads of this process",
    ),
]
ResumeOption = Annotated[
    bool,
    typer.Option(
        "--resume", help="Go on with the run that is there; with more --deals, make it longer."
    ),
]
PlayersOption = Annotated[
    str | None,
    typer.Option(
        metavar="N,…",
        help="Players at the table, 3 to 7, or several sizes: 3,4,5.",
        show_default="the file's, or 4",
    ),
]
ProfileOption = Annotated[
    str | None,
    typer.Option(
        metavar="PROFILE",
        help="The rules: a shipped profile or your own .toml file.",
        show_default="the file's, or basic",
    ),
]
FieldOption = Annotated[
    str | None,
    typer.Option(
        metavar="POLICY",
        help="Who all the others at the table are.",
        show_default="the file's, or the first policy",
    ),
]
CapOption = Annotated[
    str | None,
    typer.Option(
        metavar="N",
        help="Most deals for each table size; it stops before when all is decided.",
        show_default="the file's, or 1M",
    ),
]
CommonSeedOption = Annotated[
    int | None,
    typer.Option(
        metavar="S",
        help="Master seed: the same cards for all that is compared.",
        show_default="the file's, or 1815",
    ),
]
FixedOption = Annotated[
    bool,
    typer.Option(
        "--fixed", help="Play all deals, and show intervals for a single look at the end."
    ),
]
ComparisonOutOption = Annotated[
    Folder | None,
    typer.Option(
        metavar="DIR",
        help="The directory of the results: a folder, or s3://BUCKET/PREFIX.",
        show_default="data/comparisons/<name>",
        parser=folder_at,
    ),
]
ComparisonResumeOption = Annotated[
    bool,
    typer.Option(
        "--resume", help="Go on with the comparison that is there; with more --deals, extend it."
    ),
]
FormOption = Annotated[
    list[str] | None,
    typer.Option(
        "--form",
        metavar="FORM",
        help="html, pdf, svg, png, pgf or tables. Give several times for several forms.",
        show_default="html and pdf",
    ),
]
LanguageOption = Annotated[
    str,
    typer.Option(metavar="CODE", help="en, es, fr or ru."),
]
ReportOutOption = Annotated[
    Folder | None,
    typer.Option(
        "--out",
        metavar="DIR",
        help="Where to: a folder, or s3://BUCKET/PREFIX.",
        show_default="report, in the run; of several runs a folder next to the first",
        parser=folder_at,
    ),
]
