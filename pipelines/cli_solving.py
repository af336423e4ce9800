"""The command about deals with open hands.

Nothing heavy is imported here: what a command needs is imported when it runs.
"""

from __future__ import annotations

from typing import Annotated

import typer

from pipelines.cli_app import examples

commands = typer.Typer()


@commands.command(
    epilog=examples(
        "nap solve quickstart 1234567",
        "nap solve data/runs/quickstart 1234567 --declarer dealer --contract nap",
        "nap solve data/runs/quickstart 1234567 --after 6",
        'nap solve --hands "AS KS QS 2H 3D / JS 9S 4H 3H 2C / AH KH AD KD 2D"',
        'nap solve --hands "QS 2H / 9S 3H / AH 2D" --declarer 1 --trump S --taken 2',
    )
)
def solve(
    run: Annotated[
        str | None,
        typer.Argument(
            metavar="RUN | SCENARIO", help="Where the deal is from …", show_default=False
        ),
    ] = None,
    deal: Annotated[
        str | None,
        typer.Argument(metavar="DEAL", help="… and its number there.", show_default=False),
    ] = None,
    hands: Annotated[
        str | None,
        typer.Option(
            metavar="HANDS",
            help="Or the hands themselves, eldest's first, dealer's last: \"AS KS 2H / …\", or "
            '"S AK  H 2 / …".',
            show_default=False,
        ),
    ] = None,
    profile: Annotated[
        str | None,
        typer.Option(
            metavar="PROFILE",
            help="The rules of such hands: a shipped profile or your own .toml file.",
            show_default="hoyle, joker or seven-card",
        ),
    ] = None,
    declarer: Annotated[
        str | None,
        typer.Option(
            metavar="PLAYER",
            help="Who declares: a name, eldest, 2nd, … dealer, or a position (0 deals).",
            show_default="who can make most",
        ),
    ] = None,
    contract: Annotated[
        str | None,
        typer.Option(
            metavar="CONTRACT",
            help="What he declares.",
            show_default="the one played, or the highest that can be made",
        ),
    ] = None,
    trump: Annotated[
        str | None,
        typer.Option(
            metavar="SUIT",
            help="C, D, H or S; none in mid-deal without trumps.",
            show_default="the best",
        ),
    ] = None,
    leader: Annotated[
        str | None,
        typer.Option(
            metavar="PLAYER",
            help="In mid-deal, when all hands have lost cards: who leads to the trick.",
            show_default="the declarer",
        ),
    ] = None,
    table: Annotated[
        str | None,
        typer.Option(
            metavar="CARDS",
            help="In mid-deal: the cards on the table, the leader's first.",
            show_default=False,
        ),
    ] = None,
    taken: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="In mid-deal: tricks that the declarer has.",
            show_default="0",
        ),
    ] = None,
    after: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="With a number: after so many cards as they were played.",
            show_default="before the opening lead",
        ),
    ] = None,
    kind: Annotated[
        str, typer.Option("--as", metavar="KIND", help="text, or json for programs.")
    ] = "text",
) -> None:
    """Solve a deal with all hands open: what could be made, and the best cards."""
    from pipelines.commands.solve_request import SolveRequest
    from pipelines.commands.solving import show_solution

    show_solution(
        SolveRequest(
            run=run,
            deal=deal,
            hands=hands,
            profile=profile,
            declarer=declarer,
            contract=contract,
            trump=trump,
            leader=leader,
            table=table,
            taken=taken,
            after=after,
            kind=kind,
        )
    )
