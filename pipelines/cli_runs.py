"""The commands about runs.

Nothing heavy is imported here: what a command needs is imported when it runs.
"""

from __future__ import annotations

from typing import Annotated

import typer

from pipelines.cli_app import examples
from pipelines.cli_options import (
    CountersOption,
    DealsOption,
    EngineOption,
    FieldOption,
    FirstDealOption,
    FormOption,
    GivenOption,
    LanguageOption,
    MergedOption,
    OutOption,
    PlayersOption,
    ProfileOption,
    ReportOutOption,
    ResumeOption,
    RunArgument,
    RunsArgument,
    ScenarioArgument,
    SchedulerFileOption,
    SchedulerOption,
    SeedOption,
    UntilOption,
    WorkersOption,
)

commands = typer.Typer()


@commands.command(
    epilog=examples(
        "nap run quickstart",
        "nap run my-scenario.toml --out results/mine --deals 100M",
        "nap run my-scenario.toml --out results/mine --deals 1B --resume",
        'nap run quickstart --until "nap made ±0.001" --deals 1B',
        "nap run my-scenario.toml --engine dask --scheduler tcp://node1:8786",
        'nap run quickstart --given "position 1 holds AKQJ of a suit" --out akqj',
    )
)
def run(
    scenario: ScenarioArgument = "quickstart",
    out: OutOption = None,
    deals: DealsOption = None,
    until: UntilOption = None,
    first_deal: FirstDealOption = None,
    seed: SeedOption = None,
    given: GivenOption = None,
    workers: WorkersOption = None,
    engine: EngineOption = "processes",
    scheduler: SchedulerOption = None,
    scheduler_file: SchedulerFileOption = None,
    resume: ResumeOption = False,
) -> None:
    """Simulate a scenario, make its tables, and write its report."""
    from pipelines.commands.running import RunRequest, run_all
    from pipelines.commands.workforces import WhoSimulates

    who = WhoSimulates(workers, engine, scheduler, scheduler_file)
    run_all(RunRequest(scenario, out, deals, seed, who, resume, first_deal, until, given))


@commands.command(
    epilog=examples(
        "nap simulate quickstart --out data/runs/night --deals 10B",
        "nap simulate quickstart --out data/runs/night --deals 10B --resume",
        "nap simulate quickstart --out there --first-deal 5B --deals 5B",
    )
)
def simulate(
    scenario: ScenarioArgument = "quickstart",
    out: OutOption = None,
    deals: DealsOption = None,
    until: UntilOption = None,
    first_deal: FirstDealOption = None,
    seed: SeedOption = None,
    given: GivenOption = None,
    workers: WorkersOption = None,
    engine: EngineOption = "processes",
    scheduler: SchedulerOption = None,
    scheduler_file: SchedulerFileOption = None,
    resume: ResumeOption = False,
) -> None:
    """Simulate a scenario, and make no tables yet."""
    from pipelines.commands.running import RunRequest, run_simulation
    from pipelines.commands.workforces import WhoSimulates

    who = WhoSimulates(workers, engine, scheduler, scheduler_file)
    run_simulation(RunRequest(scenario, out, deals, seed, who, resume, first_deal, until, given))


@commands.command(
    epilog=examples(
        'nap plan quickstart --until "nap made ±0.001"',
        "nap plan my-scenario.toml --deals 10B --workers 64",
        'nap plan data/runs/quickstart --until "wellington made ±0.01"',
        "nap plan --compare counting:bold counting --effect 0.01",
    )
)
def plan(
    what: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="SCENARIO | RUN | POLICY…",
            help="A scenario, or a run that is there; with --compare what nap compare takes.",
            show_default="quickstart",
        ),
    ] = None,
    until: Annotated[
        list[str] | None,
        typer.Option(metavar="TARGET", help='How precisely: "nap made ±0.001". Repeatable.'),
    ] = None,
    deals: Annotated[
        str | None,
        typer.Option(metavar="N", help="What so many deals take, and how precise they are."),
    ] = None,
    compare: Annotated[
        bool, typer.Option("--compare", help="Plan a comparison of policies.")
    ] = False,
    effect: Annotated[
        float | None,
        typer.Option(metavar="UNITS", help="The difference to be told, in units per deal."),
    ] = None,
    players: PlayersOption = None,
    profile: ProfileOption = None,
    design: Annotated[
        str | None, typer.Option(metavar="DESIGN", help="Of a comparison: see nap compare.")
    ] = None,
    field: FieldOption = None,
    seed: Annotated[
        int | None,
        typer.Option(metavar="S", help="Master seed.", show_default="the file's, or 1815"),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            metavar="W",
            help="How many worker processes, in the pilot and later.",
            show_default="all CPUs this process may use",
        ),
    ] = None,
    pilot: Annotated[
        str | None,
        typer.Option(
            metavar="N",
            help="How many deals are simulated first.",
            show_default="a few seconds' worth",
        ),
    ] = None,
) -> None:
    """Foretell deals, minutes and disk of a run or a comparison, by a short pilot."""
    from pipelines.commands.plan_request import PlanRequest
    from pipelines.commands.planning import show_plan

    show_plan(
        PlanRequest(
            what=tuple(what or ()),
            compare=compare,
            until=tuple(until or ()),
            deals=deals,
            effect=effect,
            players=players,
            profile=profile,
            design=design,
            field=field,
            seed=seed,
            workers=workers,
            pilot=pilot,
        )
    )


@commands.command(
    epilog=examples(
        "nap aggregate data/runs/quickstart",
        "nap aggregate /shared/night --engine dask --scheduler tcp://node1:8786",
    )
)
def aggregate(
    run: RunArgument,
    workers: CountersOption = None,
    engine: EngineOption = "processes",
    scheduler: SchedulerOption = None,
    scheduler_file: SchedulerFileOption = None,
) -> None:
    """Make the tables of a run from its finished shards."""
    from pipelines.commands.results import make_tables
    from pipelines.commands.workforces import WhoSimulates

    who = WhoSimulates(workers, engine, scheduler, scheduler_file)
    make_tables(run, who.workforce_if_any())


@commands.command(
    epilog=examples(
        "nap report data/runs/quickstart",
        "nap report data/runs/quickstart --language fr",
        "nap report data/runs/quickstart --form pdf --form pgf --out paper",
        "nap report data/comparisons/authors --language ru",
        "nap report data/runs/three data/runs/four data/runs/five --out sizes",
    )
)
def report(
    runs: RunsArgument,
    form: FormOption = None,
    language: LanguageOption = "en",
    out: ReportOutOption = None,
) -> None:
    """Write the report of a run or a comparison from its tables, or put runs side by side."""
    from pipelines.commands.beside import make_reports

    make_reports(runs, forms=form or (), language=language, out=out)


@commands.command(
    epilog=examples(
        "nap tables data/runs/quickstart",
        "nap tables data/runs/quickstart contracts --as latex > contracts.tex",
        "nap tables data/runs/quickstart --as json > tables.json",
    )
)
def tables(
    run: RunArgument,
    table: Annotated[
        str | None,
        typer.Argument(metavar="TABLE", help="One table.", show_default="all"),
    ] = None,
    kind: Annotated[
        str,
        typer.Option(
            "--as",
            metavar="KIND",
            help="markdown or latex: rounded, with intervals; csv or json: in full.",
        ),
    ] = "markdown",
    language: LanguageOption = "en",
) -> None:
    """Print tables of a run or comparison, for papers or programs."""
    from pipelines.commands.table_texts import print_tables

    print_tables(run, table, kind, language)


@commands.command(
    epilog=examples(
        "nap show data/runs/quickstart",
        "nap show data/runs/quickstart contracts calls_by_position",
        "nap show data/runs/quickstart --no-color | less",
    )
)
def show(
    run: RunArgument,
    tables: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="TABLE…",
            help="Tables of the report by name, in full; the main ones if none is named.",
            show_default=False,
        ),
    ] = None,
    no_color: Annotated[
        bool, typer.Option("--no-color", help="No colours; there are none in a pipe either.")
    ] = False,
) -> None:
    """Print the main tables of a run, with intervals and small bars."""
    from pipelines.commands.show import show_tables

    show_tables(run, tables or (), colour=not no_color)


@commands.command(
    epilog=examples(
        "nap merge here there --out together",
        "nap merge night-1 night-2 night-3 --out data/runs/nights",
    )
)
def merge(
    runs: Annotated[
        list[str],
        typer.Argument(metavar="RUN…", help="Run directories with different deals of one seed."),
    ],
    out: MergedOption,
) -> None:
    """Join runs of different deals into one."""
    from pipelines.commands.merging import merge_into

    merge_into(runs, out)


@commands.command(
    epilog=examples(
        "nap status data/runs/quickstart",
        "nap status data/runs/quickstart --json",
    )
)
def status(
    run: RunArgument,
    json: Annotated[bool, typer.Option("--json", help="Write JSON, for programs.")] = False,
) -> None:
    """Say how far a run is, what is wrong with it, and its figures so far."""
    from pipelines.commands.status import show_status

    show_status(run, as_json=json)


@commands.command(
    epilog=examples(
        "nap replay data/runs/quickstart 1234567",
        "nap replay data/runs/quickstart --session 1234",
        "nap replay data/runs/quickstart 1234567 --solve",
    )
)
def replay(
    run: RunArgument,
    deal: Annotated[
        str | None, typer.Argument(metavar="DEAL", help="Number of the deal, 0 for the first.")
    ] = None,
    session: Annotated[
        str | None,
        typer.Option(metavar="N", help="A whole session instead: all its deals, and its end."),
    ] = None,
    solve: Annotated[
        bool,
        typer.Option(
            "--solve",
            help="Mark cards that lost a trick or the contract, all hands open, and say who "
            "could have made what.",
        ),
    ] = False,
) -> None:
    """Show one deal of a run: hands, auction, tricks and settlement."""
    from pipelines.commands.deals import show

    show(run, deal, session, solve=solve)


@commands.command(
    epilog=examples(
        "nap verify data/runs/quickstart --deals 1M",
        "nap verify data/runs/quickstart --all",
    )
)
def verify(
    run: RunArgument,
    deals: Annotated[
        str, typer.Option(metavar="N", help="How many deals to simulate again, drawn at random.")
    ] = "10_000",
    sample_seed: Annotated[
        int | None,
        typer.Option(metavar="S", help="Draw this sample.", show_default="a new one each time"),
    ] = None,
    all_files: Annotated[
        bool, typer.Option("--all", help="Read every byte of every file first.")
    ] = False,
) -> None:
    """Simulate some deals again, and compare them with the files."""
    from pipelines.commands.verifying import verify_run_of

    verify_run_of(run, deals, sample_seed, all_files=all_files)


@commands.command(
    epilog=examples(
        "nap audit data/runs/quickstart",
    )
)
def audit(run: RunArgument) -> None:
    """Compare what was counted of a run with what is known exactly."""
    from pipelines.commands.auditing import audit_run

    audit_run(run)
