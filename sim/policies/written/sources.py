"""The source files of a policy: its own, and those beside it that it imports."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import sim.policies.kit
from sim.engine import bits, card_masks, philox, view


def source_files(file: Path) -> tuple[Path, ...]:
    """Return a file and what it imports from its own folder, directly or not; sorted.

    If the folder is a package, its modules are found by its name and relatively, too. Imports
    within functions count as well; what is imported by a name made up while the program runs is
    not found.
    """
    found: set[Path] = set()
    to_read = [file]
    while to_read:
        each = to_read.pop()
        if each not in found:
            found.add(each)
            to_read += _imported_from_beside(each, file.parent)
    return tuple(sorted(found))


def files_of_the_way() -> tuple[Path, ...]:
    """Return the files of what every written policy rests on."""
    modules = (bits, card_masks, philox, view, sim.policies.kit)
    files = [Path(str(module.__file__)) for module in modules]
    return (*files, *sorted(Path(__file__).parent.glob("*.py")))


def _imported_from_beside(file: Path, folder: Path) -> Iterator[Path]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"), str(file))):
        for name in _names_imported(node):
            module = folder.joinpath(*name.removeprefix(f"{folder.name}.").split("."))
            for candidate in (module.with_suffix(".py"), module / "__init__.py"):
                if candidate.is_file():
                    yield candidate


def _names_imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        if node.module:
            yield node.module
        within = f"{node.module}." if node.module else ""
        yield from (f"{within}{alias.name}" for alias in node.names)
