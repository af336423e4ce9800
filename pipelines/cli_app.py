"""The ``nap`` command before it has any commands of its own.

Nothing heavy is imported here: help is shown at once, and what a command needs is imported when
it runs.
"""

from __future__ import annotations

from typing import Annotated

import typer


def examples(*lines: str) -> str:
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
    epilog=examples(
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
