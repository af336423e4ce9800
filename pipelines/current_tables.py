"""The tables of a run, if they are of the run as it is now."""

from __future__ import annotations

import shlex

from pipelines.table_files import load_tables
from pipelines.tables import Tables
from sim.errors import UserError
from sim.runs.directory import RunDirectory

__all__ = ["tables_as_it_is"]


def tables_as_it_is(run: RunDirectory) -> Tables:
    """Load the tables of a run; refuse those of another run, or of this one as it was before.

    Raises
    ------
    UserError
        If there are no tables, or they are damaged, or were made before the run went on; the
        message has the command that makes them again.
    """
    tables = load_tables(run.path)
    made_of = tables.provenance
    targets = tuple(each.target for each in made_of.asked)
    command = shlex.join(["nap", "aggregate", str(run.path)])
    if (made_of.identity, made_of.first_deal, made_of.shards_planned, targets) != (
        run.identity.digest,
        run.plan.deal_numbers[0],
        run.shards_that_count,
        run.until,
    ):
        raise UserError(
            f"{run.tables}: was made of another run, or of this one before it was made longer; "
            f"make the tables again: {command}"
        )
    return tables
