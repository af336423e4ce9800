"""The ``nap`` command.

Nothing heavy is imported here: help is shown at once, and what a command needs is imported when
it runs.
"""

from __future__ import annotations

from typing import Annotated

import typer

from pipelines.cli_options import (
    CapOption,
    CommonSeedOption,
    ComparisonOutOption,
    ComparisonResumeOption,
    DealsOption,
    FieldOption,
    FixedOption,
    GivenOption,
    OutOption,
    PlayersOption,
    ProfileOption,
    ResumeOption,
    RunArgument,
    ScenarioArgument,
    SeedOption,
    WorkersOption,
)


def _examples(*lines: str) -> str:
    """Text for the end of a help page; the first character keeps its lines as they are."""
    heading = "Example:" if len(lines) == 1 else "Examples:"
    return "\b\n" + "\n".join([heading, *(f"  {line}" for line in lines)])


app = typer.Typer(
    name="nap",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _show_version(wanted: bool) -> None:
    if wanted:
        from sim.runs.versions import version_of

        print(f"nap {version_of('nap-statistics')}")
        raise typer.Exit


@app.callback(
    epilog=_examples(
        "nap run quickstart                     ten million deals, tables and a report",
        "nap run my-scenario.toml --deals 1B    your own rules and players",
        "nap replay data/runs/quickstart 42     one deal, card by card",
    )
)
def nap(
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Show the version and exit.", callback=_show_version, is_eager=True
        ),
    ] = False,
) -> None:
    """Play Nap millions of times, and see how often it succeeds."""


@app.command(
    epilog=_examples(
        "nap run quickstart",
        "nap run my-scenario.toml --out results/mine --deals 100M",
        "nap run my-scenario.toml --out results/mine --deals 1B --resume",
        'nap run quickstart --given "eldest holds AKQJ of a suit" --out results/akqj',
    )
)
def run(
    scenario: ScenarioArgument = "quickstart",
    out: OutOption = None,
    deals: DealsOption = None,
    seed: SeedOption = None,
    given: GivenOption = None,
    workers: WorkersOption = None,
    resume: ResumeOption = False,
) -> None:
    """Simulate a scenario, make its tables, and write its report."""
    from pipelines.commands.running import RunRequest, run_all

    run_all(RunRequest(scenario, out, deals, seed, given, workers, resume))


@app.command(
    epilog=_examples(
        "nap simulate quickstart --out data/runs/night --deals 10B",
        "nap simulate quickstart --out data/runs/night --deals 10B --resume",
    )
)
def simulate(
    scenario: ScenarioArgument = "quickstart",
    out: OutOption = None,
    deals: DealsOption = None,
    seed: SeedOption = None,
    given: GivenOption = None,
    workers: WorkersOption = None,
    resume: ResumeOption = False,
) -> None:
    """Simulate a scenario, and make no tables yet."""
    from pipelines.commands.running import RunRequest, run_simulation

    run_simulation(RunRequest(scenario, out, deals, seed, given, workers, resume))


@app.command(
    epilog=_examples(
        "nap aggregate data/runs/quickstart",
    )
)
def aggregate(run: RunArgument) -> None:
    """Make the tables of a run from its finished shards."""
    from pipelines.commands.results import make_tables

    make_tables(run)


@app.command(
    epilog=_examples(
        "nap report data/runs/quickstart",
    )
)
def report(run: RunArgument) -> None:
    """Write the report of a run from its tables."""
    from pipelines.commands.results import make_report

    make_report(run)


@app.command(
    epilog=_examples(
        "nap replay data/runs/quickstart 1234567",
    )
)
def replay(
    run: RunArgument,
    deal: Annotated[
        str, typer.Argument(metavar="DEAL", help="Number of the deal, 0 for the first.")
    ],
) -> None:
    """Show one deal of a run: hands, auction, tricks and settlement."""
    from pipelines.commands.deals import show_deal

    show_deal(run, deal)


@app.command(
    epilog=_examples(
        "nap verify data/runs/quickstart --deals 1M",
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
) -> None:
    """Simulate some deals again, and compare them with the files."""
    from pipelines.commands.deals import verify_deals

    verify_deals(run, deals, sample_seed)


@app.command(
    epilog=_examples(
        "nap compare                                  what ships, with its question",
        "nap compare counting:bold counting           which of two is better",
        "nap compare hoffmann peel --field counting --players 3,4,5",
        'nap compare counting "counting{five=4.5}"    a parameter changed',
        "nap compare authors                          a shipped comparison, or a file",
    )
)
def compare(
    compared: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="POLICY… | COMPARISON",
            help="Policies, or a comparison file, or the name of a shipped one.",
            show_default=False,
        ),
    ] = None,
    players: PlayersOption = None,
    profile: ProfileOption = None,
    design: Annotated[
        str | None,
        typer.Option(
            metavar="DESIGN",
            help="round-robin: each alone among each other; "
            "challenger: each alone among the field.",
            show_default="the file's, or challenger with --field, else round-robin",
        ),
    ] = None,
    field: FieldOption = None,
    deals: CapOption = None,
    seed: CommonSeedOption = None,
    fixed: FixedOption = False,
    out: ComparisonOutOption = None,
    workers: WorkersOption = None,
    resume: ComparisonResumeOption = False,
) -> None:
    """Find out which policy is better, on the same deals for all."""
    if not compared:
        from pipelines.commands.lists import show_comparisons

        show_comparisons()
        return
    from pipelines.commands.comparing import compare_policies
    from pipelines.commands.how_to_compare import HowToCompare

    keys = {
        "players": players,
        "profile": profile,
        "design": design,
        "field": field,
        "deals": deals,
        "seed": seed,
    }
    compare_policies(compared, keys, HowToCompare(out, workers, resume, fixed))


@app.command(
    epilog=_examples(
        "nap sweep counting --parameter five=3.6:4.8:0.2",
        "nap sweep counting --parameter five=3.8:4.6:0.2 --parameter four=2.8:3.6:0.2",
        "nap sweep counting --parameter side=0.6,0.7,0.8 --field counting:bold",
    )
)
def sweep(
    policy: Annotated[str, typer.Argument(metavar="POLICY", help="The policy to vary.")],
    parameter: Annotated[
        list[str],
        typer.Option(
            metavar="NAME=LOW:HIGH:STEP",
            help="A parameter and its values, ends included; also NAME=A,B,C. One or two.",
        ),
    ],
    players: PlayersOption = None,
    profile: ProfileOption = None,
    field: Annotated[
        str | None,
        typer.Option(
            metavar="POLICY",
            help="Who all the others at the table are, and what the points are compared with.",
            show_default="the policy as it is",
        ),
    ] = None,
    deals: CapOption = None,
    seed: CommonSeedOption = None,
    fixed: FixedOption = False,
    out: ComparisonOutOption = None,
    workers: WorkersOption = None,
    resume: ComparisonResumeOption = False,
) -> None:
    """Vary one or two parameters of a policy, on the same deals."""
    from pipelines.commands.comparing import sweep_policy
    from pipelines.commands.how_to_compare import HowToCompare

    keys = {
        "players": players,
        "profile": profile,
        "field": field,
        "deals": deals,
        "seed": seed,
    }
    sweep_policy(policy, parameter, keys, HowToCompare(out, workers, resume, fixed))


@app.command(
    epilog=_examples(
        "nap profiles",
        "nap profiles basic > my-rules.toml",
    )
)
def profiles(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="Show this one's file, to copy.")
    ] = None,
) -> None:
    """List the sets of rules that ship."""
    from pipelines.commands.lists import show_profiles

    show_profiles(name)


@app.command(
    epilog=_examples(
        "nap policies",
        "nap policies counting",
    )
)
def policies(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="Show this one's presets and parameters.")
    ] = None,
) -> None:
    """List the policies by which players bid and play."""
    from pipelines.commands.lists import show_policies

    show_policies(name)


@app.command(
    "check-policy",
    epilog=_examples(
        "nap check-policy my_bots.py:Sly",
        "nap check-policy my_bots.py:Sly --players 5 --profile hoyle",
    ),
)
def check_policy(
    policy: Annotated[
        str,
        typer.Argument(
            metavar="POLICY",
            help="FILE.py:NAME, MODULE:NAME, or a name that nap policies lists; with :PRESET for "
            "that preset alone.",
        ),
    ],
    players: Annotated[
        int, typer.Option(metavar="N", help="Players where it is watched closely.")
    ] = 4,
    profile: Annotated[str, typer.Option(metavar="NAME", help="The rules there.")] = "basic",
    deals: Annotated[
        str | None,
        typer.Option(metavar="N", help="Deals at each table.", show_default="by how it is written"),
    ] = None,
) -> None:
    """Check that a policy is legal, blind to hidden cards, stable, and fast enough."""
    from pipelines.commands.policy_check import show_check

    show_check(policy, players, profile, deals)


@app.command(
    epilog=_examples(
        "nap scenarios",
        "nap scenarios quickstart > my-scenario.toml",
    )
)
def scenarios(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="Show this one's file, to copy.")
    ] = None,
) -> None:
    """List the scenarios that ship."""
    from pipelines.commands.lists import show_scenarios

    show_scenarios(name)


def main() -> None:
    """Run the command; say what is wrong without a traceback where the user can mend it."""
    from pipelines.commands.endings import told_plainly

    with told_plainly():
        app(prog_name="nap")


if __name__ == "__main__":
    main()
