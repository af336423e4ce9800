"""The scenarios and comparisons that ship, and finding one by its name."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sim.errors import UserError
from sim.mistakes import unknown
from sim.storage import Folder, folder_at

_PACKAGE: Final = Path(__file__).parents[1]


@dataclass(frozen=True)
class Shelf:
    """A folder of shipped files of one kind.

    Attributes
    ----------
    kind : str
        The folder's name, and what messages call its files.
    """

    kind: str

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all files, in alphabetical order."""
        return tuple(sorted(file.stem for file in self._folder.glob("*.toml")))

    def question(self, name: str) -> str:
        """Return the question that a file answers: its first line."""
        return self.file(name).read_text(encoding="utf-8").splitlines()[0].lstrip("# ")

    def file(self, named: str) -> Folder:
        """Return a file that is given as a path, or by the name of a shipped one.

        Raises
        ------
        UserError
            If it is neither.
        """
        path = folder_at(named)
        if path.is_file():
            return path
        if named in self.names:
            return self._folder / f"{named}.toml"
        raise UserError(
            f"there is no file {named}, and among the shipped {self.kind}: "
            f"{unknown(named, self.names)}"
        )

    @property
    def _folder(self) -> Path:
        """Where the files are: inside an installed package, or in the checkout."""
        installed = _PACKAGE / f"_{self.kind}"
        return installed if installed.is_dir() else _PACKAGE.parent / "data" / self.kind


SCENARIOS: Final = Shelf("scenarios")
COMPARISONS: Final = Shelf("comparisons")


def scenario_names() -> tuple[str, ...]:
    """Return the names of the shipped scenarios, in alphabetical order.

    Examples
    --------
    >>> "quickstart" in scenario_names()
    True
    """
    return SCENARIOS.names


def scenario_question(name: str) -> str:
    """Return the question that a shipped scenario answers: the first line of its file.

    Examples
    --------
    >>> scenario_question("quickstart")
    'How often is Nap bid at a table of four, and how often is it made?'
    """
    return SCENARIOS.question(name)


def scenario_file(named: str) -> Folder:
    """Return the file of a scenario, given as a path or as the name of a shipped one.

    Raises
    ------
    UserError
        If it is neither.

    Examples
    --------
    >>> scenario_file("quickstart").name
    'quickstart.toml'
    >>> scenario_file("quikstart")
    Traceback (most recent call last):
    ...
    sim.errors.UserError: there is no file quikstart, and among the shipped scenarios: unknown \
"quikstart"; did you mean "quickstart"? allowed: akqj, five-players, mixed-table, pub, \
quickstart, seven-players, six-players, three-players, traditional
    """
    return SCENARIOS.file(named)
