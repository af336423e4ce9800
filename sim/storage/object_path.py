"""An object of a store, or the place of many: what a path is to files.

It has those methods of :class:`pathlib.Path` that this project uses, and they do the same. Where a
store differs it is told so: there are no folders to be made, no temporary names are needed, as an
object appears whole or not at all, and failures other than a missing object are mistakes that the
user can mend.
"""

from __future__ import annotations

import errno
import fnmatch
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import PurePath
from typing import Any

from sim.storage.connection import connection_to
from sim.storage.stamp import Stamp
from sim.storage.store import Store
from sim.storage.store_errors import store_error


class _Kind(Enum):
    """What is at a place."""

    NOTHING = 0
    OBJECT = 1
    FOLDER = 2


@dataclass(frozen=True)
class ObjectPath:
    """A place in a store.

    Attributes
    ----------
    store : Store
        The bucket.
    key : str
        The steps from the bucket to the place, with slashes between them.

    Examples
    --------
    >>> run = ObjectPath.at("s3://bucket/runs/night?region=eu-west-1")
    >>> (run / "run.json").name, str(run.parent)
    ('run.json', 's3://bucket/runs?region=eu-west-1')
    """

    store: Store
    key: str

    @classmethod
    def at(cls, uri: str) -> ObjectPath:
        """Return the place that a URI names; nothing is asked of the store.

        Raises
        ------
        UserError
            If it is no URI of an object store.
        """
        return cls(*Store.of(uri))

    def __str__(self) -> str:
        """Return the URI."""
        return self.store.uri(self.key)

    def __truediv__(self, step: str | PurePath) -> ObjectPath:
        """Return a place below this one."""
        steps = [part for part in PurePath(step).parts if part != "/"]
        return replace(self, key="/".join(filter(None, [self.key, *steps])))

    @property
    def name(self) -> str:
        """The last step."""
        return self.key.rpartition("/")[2]

    @property
    def stem(self) -> str:
        """The last step without its ending."""
        return PurePath(self.name).stem

    @property
    def parent(self) -> ObjectPath:
        """The place above; that of the bucket is itself."""
        return replace(self, key=self.key.rpartition("/")[0])

    @property
    def hasty(self) -> ObjectPath:
        """The same place, asked without patience: failures are told within seconds."""
        return replace(self, store=replace(self.store, hasty=True))

    def with_name(self, name: str) -> ObjectPath:
        """Return the place of another name beside this one."""
        return self.parent / name

    def absolute(self) -> ObjectPath:
        """Return this place: it is the same from everywhere."""
        return self

    def mkdir(self, *, parents: bool = False, exist_ok: bool = False) -> None:
        """Do nothing: a place is there when there is an object below it."""

    def exists(self) -> bool:
        """Whether there is an object here, or below."""
        return self._kind() is not _Kind.NOTHING

    def is_file(self) -> bool:
        """Whether there is an object here."""
        return self._kind() is _Kind.OBJECT

    def is_dir(self) -> bool:
        """Whether there is none here, but one below."""
        return self._kind() is _Kind.FOLDER

    def iterdir(self) -> Iterator[ObjectPath]:
        """Yield what is here, objects and places of others, in the order of their names."""
        return (self / name for name in sorted(self._listing()))

    def glob(self, pattern: str) -> Iterator[ObjectPath]:
        """Yield what is here, and has a name of this pattern: ``*.png``."""
        return (path for path in self.iterdir() if fnmatch.fnmatchcase(path.name, pattern))

    def objects_below(self) -> list[ObjectPath]:
        """Return all objects below, however deep, in the order of their names."""
        below = self._listing(recursive=True)
        return [self / name for name in sorted(below) if below[name].is_file]

    def listed(self) -> dict[str, Stamp]:
        """Return what is said of the objects here, by name.

        One request for a thousand of them.
        """
        return {
            name: Stamp(info.size, info.mtime_ns or 0)
            for name, info in self._listing().items()
            if info.is_file
        }

    def stamp(self) -> Stamp:
        """Return what a listing says of the object.

        Raises
        ------
        FileNotFoundError
            If there is none.
        UserError
            If the store refuses.
        """
        from pyarrow.fs import FileType

        with self._asked():
            filesystem, path = self._reached()
            info = filesystem.get_file_info(path)
            if info.type != FileType.File:
                raise FileNotFoundError(path)
        return Stamp(info.size, info.mtime_ns or 0)

    def read_bytes(self) -> bytes:
        """Return the content.

        Raises
        ------
        FileNotFoundError
            If there is no object here.
        UserError
            If the store refuses.
        """
        with self._asked(), self.opened() as file:
            content: bytes = file.read()
            return content

    def read_text(self, encoding: str = "utf-8") -> str:
        """Return the content as text."""
        return self.read_bytes().decode(encoding)

    def opened(self) -> Any:
        """Return a ``pyarrow.NativeFile`` that fetches only what is read of it."""
        with self._asked():
            filesystem, path = self._reached()
            return filesystem.open_input_file(path)

    def write_bytes(self, content: bytes | memoryview) -> None:
        """Put an object here, whole or not at all; one that is there is replaced.

        Raises
        ------
        UserError
            If the store refuses.
        """
        _without_interruption(lambda: self._put(content))

    def unlink(self, missing_ok: bool = False) -> None:
        """Remove the object.

        Raises
        ------
        FileNotFoundError
            If there is none.
        UserError
            If the store refuses.
        """
        with self._asked():
            filesystem, path = self._reached()
            try:
                filesystem.delete_file(path)
            except FileNotFoundError:
                if not missing_ok:
                    raise

    def _put(self, content: bytes | memoryview) -> None:
        import mimetypes

        filesystem, path = self._reached()
        kind, _ = mimetypes.guess_type(self.name)
        metadata = {"Content-Type": kind} if kind else None
        try:
            # What is in a stream is put when it is closed, or forgotten: never less than all.
            stream = filesystem.open_output_stream(path, compression=None, metadata=metadata)
            stream.write(content)
            stream.close()
        except Exception as error:
            raise store_error(self, error) from error

    def _reached(self) -> tuple[Any, str]:
        connection = connection_to(self.store)
        return connection.filesystem, connection.path(self.key)

    def _kind(self) -> _Kind:
        from pyarrow.fs import FileType

        with self._asked():
            filesystem, path = self._reached()
            kind = filesystem.get_file_info(path).type
        if kind == FileType.NotFound:
            return _Kind.NOTHING
        return _Kind.OBJECT if kind == FileType.File else _Kind.FOLDER

    def _listing(self, *, recursive: bool = False) -> dict[str, Any]:
        """Return what is here, by the steps from here to it."""
        from pyarrow.fs import FileSelector

        with self._asked():
            filesystem, path = self._reached()
            where = FileSelector(path, allow_not_found=True, recursive=recursive)
            found = filesystem.get_file_info(where)
        return {info.path[len(path) :].strip("/"): info for info in found}

    @contextmanager
    def _asked(self) -> Iterator[None]:
        """Turn what a store answers, other than that nothing is here, into words for the user."""
        from pyarrow import ArrowException

        try:
            yield
        except FileNotFoundError:
            raise FileNotFoundError(errno.ENOENT, "there is no such object", str(self)) from None
        except (OSError, ArrowException) as error:
            raise store_error(self, error) from error


def _without_interruption(action: Callable[[], None]) -> None:
    """Do something to its end, even where ^C raises an exception: that is in the main thread."""
    if threading.current_thread() is not threading.main_thread():
        action()
        return
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(max_workers=1) as thread:
        thread.submit(action).result()
