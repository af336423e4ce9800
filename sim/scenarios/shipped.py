"""The scenarios that ship, and finding one by its name."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sim.errors import UserError
from sim.mistakes import unknown

_PACKAGE: Final = Path(__file__).parents[1]
_INSTALLED: Final = _PACKAGE / "_scenarios"
_CHECKOUT: Final = _PACKAGE.parent / "data" / "scenarios"


def scenario_names() -> tuple[str, ...]:
    """Return the names of the shipped scenarios, in alphabetical order.

    Examples
    --------
    >>> "quickstart" in scenario_names()
    True
    """
    return tuple(sorted(file.stem for file in _folder().glob("*.toml")))


def scenario_question(name: str) -> str:
    """Return the question that a shipped scenario answers: the first line of its file.

    Examples
    --------
    >>> scenario_question("quickstart")
    'How often is Nap bid at a table of four, and how often is it made?'
    """
    return scenario_file(name).read_text(encoding="utf-8").splitlines()[0].lstrip("# ")


def scenario_file(named: str) -> Path:
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
"quikstart"; did you mean "quickstart"? allowed: five-players, mixed-table, pub, quickstart, \
seven-players, six-players, three-players, traditional
    """
    path = Path(named)
    if path.is_file():
        return path
    if named in scenario_names():
        return _folder() / f"{named}.toml"
    raise UserError(
        f"there is no file {named}, and among the shipped scenarios: "
        f"{unknown(named, scenario_names())}"
    )


def _folder() -> Path:
    """Return where the scenarios are: inside an installed package, or in the checkout."""
    return _INSTALLED if _INSTALLED.is_dir() else _CHECKOUT
