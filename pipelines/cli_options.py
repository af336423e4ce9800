"""The arguments and options that commands of ``nap`` share; nothing heavy is imported here."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

ScenarioArgument = Annotated[
    str,
    typer.Argument(metavar="SCENARIO", help="A scenario file, or the name of a shipped scenario."),
]
RunArgument = Annotated[
    Path, typer.Argument(metavar="RUN", help="A run directory: what was --out of nap run.")
]
OutOption = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="The run directory.", show_default="data/runs/<scenario>"),
]
DealsOption = Annotated[
    str | None,
    typer.Option(
        metavar="N",
        help="How many deals, rounded up to whole sessions: 1_000_000, 1e6, 10M, 1B.",
        show_default="the scenario's",
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
WorkersOption = Annotated[
    int | None,
    typer.Option(
        metavar="W",
        help="How many worker processes. The results do not depend on it.",
        show_default="all CPUs this process may use",
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
    Path | None,
    typer.Option(
        metavar="DIR",
        help="The directory of the results.",
        show_default="data/comparisons/<name>",
    ),
]
ComparisonResumeOption = Annotated[
    bool,
    typer.Option(
        "--resume", help="Go on with the comparison that is there; with more --deals, extend it."
    ),
]
