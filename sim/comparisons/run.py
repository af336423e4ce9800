"""Running comparisons: shard after shard by worker processes, until all is decided or the cap."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from sim.comparisons.comparison import Comparison
from sim.comparisons.directory import ComparisonDirectory, claimed_comparisons
from sim.comparisons.job import SumsJob, Task
from sim.comparisons.prefix import Compared, Decided, Prefix
from sim.comparisons.sums import ComparisonSums
from sim.comparisons.sums_file import file_name, read_sums
from sim.errors import UserError
from sim.runs.crew import LocalProcesses
from sim.runs.parquet import DamagedFileError
from sim.runs.policy_files import environment_for
from sim.runs.progress import Progress, no_progress
from sim.runs.run_errors import RunInterruptedError, WorkerError
from sim.runs.run_log import run_log
from sim.runs.shard_files import ForeignFileError
from sim.runs.simulate import ShowProgress
from sim.runs.workforce import Crew, Workforce
from sim.storage import Folder, folder_at
from sim.storage.listing import entries

logger = logging.getLogger(__name__)


def run_comparisons(
    path: Folder | str,
    comparisons: Sequence[Comparison],
    *,
    cap_deals: int,
    settings: str,
    decided: Decided,
    workforce: Workforce | None = None,
    resume: bool = False,
    progress: ShowProgress = no_progress,
) -> list[Compared]:
    """Simulate comparisons at tables of different sizes into a folder.

    What comes out depends on the comparisons, the cap and `decided` alone: not on the number of
    workers, on which shards take long, or on how often all was stopped, killed and resumed.

    Parameters
    ----------
    path : Path, ObjectPath or str
        The folder; made if it is not there.
    comparisons : sequence of Comparison
        One for each size of the table.
    cap_deals : int
        The most deals of each, rounded up to whole sessions.
    settings : str
        What was asked for, in full; goes to ``comparison.toml``.
    decided : callable
        Whether a comparison may stop, from its sums so far; asked after each shard, in order.
    workforce : Workforce, optional
        Who simulates; as many processes as this one may use CPUs if not given.
    resume : bool
        Whether comparisons that are there already may be continued, or made longer.
    progress : callable
        Given the most deals of all and those that are there already, returns a context that shows
        progress.

    Returns
    -------
    list of Compared
        As the comparisons came.

    Raises
    ------
    UserError
        If something is wrong that the user can mend; see
        :func:`sim.comparisons.directory.claimed_comparisons`.
    RunInterruptedError
        After ^C or SIGTERM: the shards in hand were finished, or dropped after the second.
    WorkerError
        If a shard that counts cannot be simulated.
    """
    workforce = workforce or LocalProcesses()
    _check(comparisons, cap_deals)
    with (
        claimed_comparisons(
            folder_at(path), comparisons, cap_deals=cap_deals, settings=settings, resume=resume
        ) as (directory, lock),
        run_log(directory.log_file),
    ):
        prefixes = {
            comparison.players: Prefix(comparison, planned.plan, decided)
            for comparison, planned in zip(comparisons, directory.planned, strict=True)
        }
        policies = (policy for comparison in comparisons for policy in comparison.policies)
        crew = workforce.crew(
            folder=directory.path.absolute(), lock=lock, environment=environment_for(policies)
        )
        _Running(directory, prefixes).to_the_end(workforce, crew, progress)
    return [prefix.result() for prefix in prefixes.values()]


def _check(comparisons: Sequence[Comparison], cap_deals: int) -> None:
    sizes = [comparison.players for comparison in comparisons]
    if len(set(sizes)) < len(sizes) or not sizes:
        raise UserError(
            f"players: {', '.join(map(str, sizes)) or 'none'}; give each size of the table once"
        )
    if cap_deals < 1:
        raise UserError(f"deals is {cap_deals}; allowed: 1 or more")


class _Running:
    """Comparisons while they are simulated.

    Parameters
    ----------
    directory : ComparisonDirectory
    prefixes : dict of int to Prefix
        By the number of players.
    """

    def __init__(self, directory: ComparisonDirectory, prefixes: dict[int, Prefix]) -> None:
        self._directory = directory
        self._prefixes = prefixes
        self._deals = 0
        """Deals that are there, whether they count or not."""

    def to_the_end(self, workforce: Workforce, crew: Crew, progress: ShowProgress) -> None:
        """Take up what is there, simulate what is missing."""
        todo = [task for players in self._prefixes for task in self._take_up(players)]
        if not todo:
            return
        self._directory.see_that_the_engine_is_the_same()
        most = sum(prefix.plan.deals for prefix in self._prefixes.values())
        logger.info("%d shards to do at most, %s", len(todo), workforce)
        with progress(most, self._deals) as shown:
            self._simulate(todo, crew, shown)
        if not all(prefix.is_finished for prefix in self._prefixes.values()):
            raise RunInterruptedError(self._directory.path, self._deals, most)

    def _take_up(self, players: int) -> list[Task]:
        """Read shards that are there, and return those to simulate: none if all is decided."""
        prefix = self._prefixes[players]
        there = entries(self._directory.sums_folder(players))
        todo = []
        for shard in prefix.plan.shards():
            task = Task(players, shard)
            sums = self._read(task) if file_name(shard) in there else None
            if sums is None:
                todo.append(task)
            else:
                self._deals += sums.deals
                prefix.add(shard, sums)
                if prefix.is_finished:
                    return []
        return todo

    def _read(self, task: Task) -> ComparisonSums | None:
        """The sums of a shard; None if they are damaged."""
        file = self._directory.sums_file(task.players, task.shard)
        try:
            return read_sums(file, task.shard, self._identity(task.players))
        except DamagedFileError as fault:
            logger.warning("%s; %s is simulated again", fault, task.name)
            return None
        except ForeignFileError as fault:
            raise UserError(f"{fault}; move it away, then go on", again=True) from fault

    def _identity(self, players: int) -> str:
        return self._prefixes[players].comparison.identity.digest

    def _simulate(self, todo: list[Task], crew: Crew, shown: Progress) -> None:
        sizes = dict.fromkeys(task.players for task in todo)
        job = SumsJob(
            {players: self._directory.sums_folder(players).absolute() for players in sizes},
            {players: self._prefixes[players].comparison for players in sizes},
        )
        try:
            with crew.at_work(job) as pool:
                for task, sums in pool.results(todo):
                    self._deals += sums.deals
                    shown.advance(sums.deals)
                    prefix = self._prefixes[task.players]
                    prefix.add(task.shard, sums)
                    if prefix.is_finished:
                        pool.drop(self._is_superfluous)
        except (UserError, WorkerError) as error:
            if not all(prefix.is_finished for prefix in self._prefixes.values()):
                raise
            logger.warning("%s; it would not have counted", error)

    def _is_superfluous(self, task: Task) -> bool:
        return self._prefixes[task.players].is_finished
