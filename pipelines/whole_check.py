"""Reading every byte of every file of a run that can be proved right or wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pipelines.partials import damaged_counts
from pipelines.table_files import faults_of_tables
from sim.errors import UserError
from sim.runs.directory import RunDirectory, resume_command
from sim.runs.look import ShardsFound, Told

__all__ = ["FilesChecked", "check_all_files"]


@dataclass(frozen=True)
class FilesChecked:
    """What was found by reading all files of a run.

    Attributes
    ----------
    shards, bytes : int
        Finished shards, and the size of their files.
    faults : tuple of str
        A line for each file that is wrong, with the way to mend it.
    remarks : tuple of str
        What is not wrong, but good to know.
    """

    shards: int
    bytes: int
    faults: tuple[str, ...]
    remarks: tuple[str, ...]


def check_all_files(run: RunDirectory, told: Told) -> FilesChecked:
    """Read every shard, the scenario, what is counted of each shard, and every table.

    Nothing is taken from what is known of the files; what is found out is noted there. The report
    is left out: nothing says what it must be, and it is made again at any time.

    Parameters
    ----------
    run : RunDirectory
        What ``run.json`` says has been checked when it was opened.
    told : callable
        Is told how the reading of shards goes on.
    """
    found = run.look(afresh=True, told=told)
    run.checked.save()
    faults = (
        *_faults_of_shards(run, found),
        *_faults_of_scenario(run),
        *(
            f"{fault}; count its shard again: nap aggregate {run.path}"
            for fault in damaged_counts(run)
        ),
        *faults_of_tables(run.path, run.identity.digest),
    )
    return FilesChecked(len(found.finished), found.bytes, faults, tuple(_remarks(run, found)))


def _faults_of_shards(run: RunDirectory, found: ShardsFound) -> Iterator[str]:
    mend = resume_command(run.path)
    for foreign in found.foreign:
        yield f"{foreign}; move it away, and simulate its shard: {mend}"
    for _, damaged in found.damaged:
        yield f"{damaged}; simulate its shard again: {mend}"


def _faults_of_scenario(run: RunDirectory) -> Iterator[str]:
    try:
        run.scenario(to_simulate=False)
    except UserError as error:
        yield from str(error).splitlines()


def _remarks(run: RunDirectory, found: ShardsFound) -> Iterator[str]:
    missing = found.among(run.shards_that_count).missing
    if missing:
        yield (
            f"{len(missing):,} of {run.shards_that_count:,} shards are missing; simulate them: "
            f"{resume_command(run.path)}"
        )
    for path in found.strangers:
        yield f"{path}: is not a shard of this run; it is left alone, not counted"
