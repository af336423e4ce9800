"""The commands that list what ships.

Nothing heavy is imported here: what a command needs is imported when it runs.
"""

from __future__ import annotations

from typing import Annotated

import typer

from pipelines.cli_app import examples

commands = typer.Typer()


@commands.command(
    epilog=examples(
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


@commands.command(
    epilog=examples(
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


@commands.command(
    epilog=examples(
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
