"""The commands about policies, and which of them is better.

Nothing heavy is imported here: what a command needs is imported when it runs.
"""

from __future__ import annotations

from typing import Annotated

import typer

from pipelines.cli_app import examples
from pipelines.cli_options import (
    CapOption,
    CommonSeedOption,
    ComparisonOutOption,
    ComparisonResumeOption,
    EngineOption,
    FieldOption,
    FixedOption,
    PlayersOption,
    ProfileOption,
    SchedulerFileOption,
    SchedulerOption,
    WorkersOption,
)

commands = typer.Typer()


@commands.command(
    epilog=examples(
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
    engine: EngineOption = "processes",
    scheduler: SchedulerOption = None,
    scheduler_file: SchedulerFileOption = None,
    resume: ComparisonResumeOption = False,
) -> None:
    """Find out which policy is better, on the same deals for all."""
    if not compared:
        from pipelines.commands.lists import show_comparisons

        show_comparisons()
        return
    from pipelines.commands.comparing import compare_policies
    from pipelines.commands.how_to_compare import HowToCompare
    from pipelines.commands.workforces import WhoSimulates

    keys = {
        "players": players,
        "profile": profile,
        "design": design,
        "field": field,
        "deals": deals,
        "seed": seed,
    }
    who = WhoSimulates(workers, engine, scheduler, scheduler_file)
    compare_policies(compared, keys, HowToCompare(out, who, resume, fixed))


@commands.command(
    epilog=examples(
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
    engine: EngineOption = "processes",
    scheduler: SchedulerOption = None,
    scheduler_file: SchedulerFileOption = None,
    resume: ComparisonResumeOption = False,
) -> None:
    """Vary one or two parameters of a policy, on the same deals."""
    from pipelines.commands.comparing import sweep_policy
    from pipelines.commands.how_to_compare import HowToCompare
    from pipelines.commands.workforces import WhoSimulates

    keys = {
        "players": players,
        "profile": profile,
        "field": field,
        "deals": deals,
        "seed": seed,
    }
    who = WhoSimulates(workers, engine, scheduler, scheduler_file)
    sweep_policy(policy, parameter, keys, HowToCompare(out, who, resume, fixed))


@commands.command(
    "check-policy",
    epilog=examples(
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
