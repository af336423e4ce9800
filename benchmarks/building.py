"""C for the benchmarks, compiled on the spot by every compiler that is found."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from os import get_exec_path
from pathlib import Path
from typing import Final

import typer

from benchmarks.measuring import describe_machine

FLAGS: Final = ("-O3", "-march=native", "-ffp-contract=off", "-std=gnu11", "-shared", "-fPIC")


@dataclass(frozen=True)
class Compiler:
    """A C compiler of this machine.

    Attributes
    ----------
    command : str
        Its path.
    version : str
        Its kind and version, such as "clang 19.1.7".
    """

    command: str
    version: str


def told_compilers() -> list[Compiler]:
    """Print the machine and its C compilers, and return them.

    Raises
    ------
    typer.Exit
        If there is none.
    """
    found = list(compilers())
    if not found:
        typer.echo("there is no C compiler (clang or gcc) on the search path", err=True)
        raise typer.Exit(1)
    typer.echo(describe_machine())
    typer.echo(f"compilers: {', '.join(compiler.version for compiler in found)}")
    return found


def compilers() -> Iterator[Compiler]:
    """Yield the different C compilers on the search path: clang, newest first, then gcc."""
    seen = set()
    for name in (*_versions_of_clang(), "clang", "gcc", "cc"):
        command = shutil.which(name)
        if command is not None and Path(command).resolve() not in seen:
            seen.add(Path(command).resolve())
            yield Compiler(command, _version_of(command))


def _versions_of_clang() -> list[str]:
    """Return the names of commands such as clang-19, newest first."""
    names = {path.name for folder in get_exec_path() for path in Path(folder).glob("clang-*")}
    versions = [name.removeprefix("clang-") for name in names]
    numbers = sorted((int(version) for version in versions if version.isdigit()), reverse=True)
    return [f"clang-{number}" for number in numbers]


def _version_of(command: str) -> str:
    """Return a compiler's kind and version in two words, such as "clang 19.1.7"."""
    said = subprocess.run([command, "--version"], capture_output=True, text=True, check=True)
    first_line = said.stdout.splitlines()[0]
    number = re.search(r"\d+\.\d+(\.\d+)?", re.sub(r"\(.*?\)", "", first_line))
    kind = "clang" if "clang" in first_line else "gcc"
    return f"{kind} {number.group() if number else first_line}"


def compile_library(compiler: Compiler, source: Path, players: int, folder: Path) -> Path:
    """Compile a source for a number of players once, and return the library's path."""
    library = folder / f"{source.stem}-{Path(compiler.command).name}-{players}.so"
    if not library.exists():
        subprocess.run(
            [compiler.command, *FLAGS, f"-DPLAYERS={players}", "-o", str(library), str(source)],
            check=True,
        )
    return library
