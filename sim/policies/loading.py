"""From the words by which a policy is called to its kind, wherever that is written.

======================  =======================================================================
``counting``            a bundled policy, or one that an installed package offers by the entry
                        point group ``nap.policies``
``my_bots.py:Sly``      what a file calls ``Sly``; relative to the scenario, or to where one is
``my_bots:Sly``         the same of a module that Python can import
``blend:counting``      any of these with faults (:mod:`sim.policies.blend`)
======================  =======================================================================

A colon and the name of a preset may follow each of them.
"""

from __future__ import annotations

import difflib
import hashlib
import importlib
import importlib.util
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from sim.errors import UserError
from sim.policies.blend import BLEND, Blend
from sim.policies.counting import COUNTING
from sim.policies.foster import FOSTER
from sim.policies.hoffmann import HOFFMANN
from sim.policies.kind import Kind
from sim.policies.peel import PEEL
from sim.policies.random import RANDOM
from sim.policies.search import SEARCH
from sim.policies.sure_tricks import SURE_TRICKS
from sim.policies.tracker import TRACKER
from sim.policies.written.kind import WrittenKind
from sim.policies.written.objects import ObjectPolicy
from sim.policies.written.sources import source_files

ENTRY_POINTS: Final = "nap.policies"
"""Group of entry points under which packages offer policies."""

_BUNDLED: Final = {
    kind.name: kind
    for kind in (RANDOM, SURE_TRICKS, PEEL, FOSTER, HOFFMANN, COUNTING, TRACKER, SEARCH)
}


@dataclass(frozen=True)
class Found:
    """A kind of policy that was called for.

    Attributes
    ----------
    kind : Kind
    preset : str
        The preset that was called for; empty if none was.
    source : str
        The file that it is in, if it is not found by its name alone.
    """

    kind: Kind
    preset: str
    source: str = ""


def bundled_names() -> tuple[str, ...]:
    """The names of all bundled policies, weakest first."""
    return tuple(_BUNDLED)


def offered_names() -> tuple[str, ...]:
    """The names of the policies that installed packages offer, sorted."""
    return tuple(sorted(_offered()))


@cache
def _offered() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=ENTRY_POINTS)}


def find_kind(text: str, folder: Path | None = None) -> Found:
    """Find the kind of policy that is called for.

    Parameters
    ----------
    text : str
        As in the table above.
    folder : Path, optional
        Where files are looked for; the current folder if not given.

    Raises
    ------
    UserError
        If there is no such policy, or it cannot be loaded; with the nearest name, or the reason.
    """
    first, _, rest = text.partition(":")
    if first == BLEND:
        inner = find_kind(rest or "counting", folder)
        if isinstance(inner.kind, Blend):
            raise UserError(f"policy {text!r}: a blend of a blend; blend the policy itself")
        return replace(inner, kind=Blend.of(inner.kind))
    if first in _BUNDLED:
        return Found(_BUNDLED[first], rest)
    if first.endswith(".py"):
        return _in_file(first, rest, folder)
    if first in _offered():
        return Found(_named(_loaded_entry_point(first), first), rest)
    if rest and _is_importable(first):
        return _in_module(first, rest)
    names = [*_BUNDLED, *_offered(), BLEND]
    near = difflib.get_close_matches(first, names, n=1)
    hint = f"; did you mean {near[0]}?" if near else ""
    raise UserError(
        f"there is no policy {first!r}; allowed: {', '.join(names)}, FILE.py:NAME or "
        f"MODULE:NAME{hint}"
    )


def kind_from(name: str, source: str) -> Kind:
    """The kind of that name, from its source if it has one.

    Raises
    ------
    UserError
        If it cannot be loaded.
    """
    if not source:
        return find_kind(name).kind
    blended, _, inner = name.partition(":")
    where, attribute = (inner if blended == BLEND else name).split(":")
    kind = _of_file(Path(source), attribute)
    assert kind.name == f"{where}:{attribute}"
    return Blend.of(kind) if blended == BLEND else kind


def _in_file(written: str, rest: str, folder: Path | None) -> Found:
    file = (folder or Path()) / Path(written).expanduser()
    attribute, _, preset = rest.partition(":")
    if not file.is_file():
        raise UserError(f"policy {written}:{rest}: there is no file {file}")
    if not attribute:
        names = ", ".join(_policies_in(_module_of(file))) or "none"
        raise UserError(f"policy {written}: say which, as FILE.py:NAME; it has: {names}")
    return Found(_of_file(file, attribute), preset, str(file.resolve()))


def _of_file(file: Path, attribute: str) -> Kind:
    name = f"{file.name}:{attribute}"
    return _named(_attribute_of(_module_of(file), attribute, str(file)), name)


def _in_module(module: str, rest: str) -> Found:
    attribute, _, preset = rest.partition(":")
    try:
        loaded = importlib.import_module(module)
    except Exception as error:
        raise UserError(f"policy {module}:{rest}: {_why(error, module)}") from error
    name = f"{module}:{attribute}"
    return Found(_named(_attribute_of(loaded, attribute, module), name), preset)


def _loaded_entry_point(name: str) -> Any:
    try:
        return _offered()[name].load()
    except Exception as error:
        raise UserError(f"policy {name}: {_why(error, _offered()[name].value)}") from error


def _is_importable(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except (ImportError, ValueError):
        return False


def _attribute_of(module: ModuleType, name: str, where: str) -> Any:
    if not hasattr(module, name):
        names = ", ".join(_policies_in(module)) or "none"
        raise UserError(f"{where}: has no policy {name!r}; it has: {names}")
    return getattr(module, name)


def _policies_in(module: ModuleType) -> list[str]:
    """The names in a module that look like policies of its own."""
    return [name for name, value in vars(module).items() if _is_policy(value, module)]


def _is_policy(value: Any, module: ModuleType) -> bool:
    if isinstance(value, Kind):
        return True
    own = isinstance(value, type) and value.__module__ == module.__name__
    return own and hasattr(value, "bid") and hasattr(value, "follow")


@cache
def _kinds_named() -> dict[tuple[int, str], Kind]:
    return {}


def _named(given: Any, name: str) -> Kind:
    """What an author has written as a kind of that name, checked.

    The same object gives the same kind, whose compiled code is then found again.
    """
    known = _kinds_named()
    key = (id(given), name)
    if key not in known:
        known[key] = _checked(given, name)
    return known[key]


def _checked(given: Any, name: str) -> Kind:
    if isinstance(given, type) and not issubclass(given, Kind):
        given = ObjectPolicy.of(given)
    if not isinstance(given, Kind):
        raise UserError(
            f"{name}: is no policy but {type(given).__name__}; give a ScalarPolicy, a NumpyPolicy "
            "or a class with methods bid, opening_lead, lead and follow"
        )
    kind = replace(given, name=name)
    if isinstance(kind, WrittenKind):
        kind.check()
    return kind


# Modules of files --------------------------------------------------------------------------------

_modules: dict[tuple[Path, str], ModuleType] = {}


def _module_of(file: Path) -> ModuleType:
    """The module of a file, loaded anew when the file, or one that it imports, has changed."""
    path = file.resolve()
    try:
        contents = [each.read_bytes() for each in source_files(path)]
    except SyntaxError as error:
        raise UserError(
            f"{error.filename}:{error.lineno}: {error.msg}; the policy cannot be loaded"
        ) from None
    except (OSError, ValueError) as error:
        raise UserError(f"{file}: cannot be read ({error})") from None
    digest = hashlib.sha256(b"\0".join(contents)).hexdigest()
    if (path, digest) not in _modules:
        _modules[path, digest] = _load(path, f"nap_policies_{path.stem}_{digest[:12]}")
    return _modules[path, digest]


def _load(path: Path, name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        with _importing_from(path.parent):
            spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise UserError(f"{_why(error, str(path))}; the policy cannot be loaded") from error
    return module


@contextmanager
def _importing_from(folder: Path) -> Iterator[None]:
    """Let imports look in a folder first, and forget it again: others may have equal names."""
    before = set(sys.modules)
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in set(sys.modules) - before:
            file = getattr(sys.modules[name], "__file__", None)
            if file and Path(file).parent == folder and not name.startswith("nap_policies_"):
                del sys.modules[name]


def _why(error: Exception, where: str) -> str:
    """What went wrong while a file was imported, and in which line of it."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if "importlib" not in f.filename]
    line = next((f.lineno for f in reversed(frames) if f.filename == where), None)
    at = f"{where}:{line}" if line else where
    return f"{at}: {type(error).__name__}: {error}".replace("\n", " ")
