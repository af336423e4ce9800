"""The ``nap`` command.

Nothing heavy is imported here: help is shown at once, and what a command needs is imported when
it runs.
"""

from __future__ import annotations

import sys

from pipelines import cli_comparing, cli_lists, cli_runs, cli_solving
from pipelines.cli_app import app

for part in (cli_runs, cli_solving, cli_comparing, cli_lists):
    app.add_typer(part.commands)


def main() -> None:
    """Run the command; say what is wrong without a traceback where the user can mend it."""
    from pipelines.commands.endings import told_plainly
    from pipelines.commands.streams import make_streams_last

    make_streams_last()
    with told_plainly():
        try:
            app(prog_name="nap")
        finally:
            sys.stdout.flush()


if __name__ == "__main__":
    main()
