"""The layout of files that people write: sections with typed keys, and what is wrong with them."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Generic, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
)
from pydantic_core import ErrorDetails, PydanticCustomError

from sim.errors import UserError
from sim.experiment import HIGHEST_SEED
from sim.mistakes import KeyPath, Mistake, shown, unknown
from sim.scenarios.quantities import parse_count

DEFAULT_SEED: Final = 1815
"""Seed of a file that gives none; it is written down with the results like any other."""


class Section(BaseModel):
    """A table of a file. The descriptions of its fields say what is allowed."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


Whole = TypeVar("Whole", bound=Section)


@dataclass(frozen=True, kw_only=True)
class Layout(Generic[Whole]):
    """What a kind of file may hold.

    Attributes
    ----------
    whole : type of Section
        The keys of the file.
    tables : mapping of str to type of Section
        The keys of those tables, and entries of arrays of tables, that have a section of their own.
    """

    whole: type[Whole]
    tables: Mapping[str, type[Section]]

    def read(self, content: Mapping[str, Any]) -> tuple[Whole, list[Mistake]]:
        """Return what is sound in a parsed file, and what is wrong with the rest."""
        try:
            return self.whole.model_validate(content), []
        except ValidationError as invalid:
            errors = invalid.errors(include_url=False)
        sound = _without(content, dict.fromkeys(self._to_the_key(error["loc"]) for error in errors))
        return self.whole.model_validate(sound), [self._mistake(error) for error in errors]

    def _mistake(self, error: ErrorDetails) -> Mistake:
        """Return a complaint of the validation library in our words."""
        path: KeyPath = error["loc"]
        above, key = self._section(path)
        if error["type"] == "user_error":
            return Mistake(error["msg"], (path,))
        if error["type"] == "extra_forbidden":
            complaint = unknown(key, [*above.model_fields])
            return Mistake(complaint, (path,))
        allowed = above.model_fields[key].description
        return Mistake(f"{shown(error['input'])} is not allowed; allowed: {allowed}", (path,))

    def _section(self, path: KeyPath) -> tuple[type[Section], str]:
        """Return the section to which a path leads, and the key in it."""
        of_table = next((step for step in path[1:] if isinstance(step, str)), None)
        if of_table is None or path[0] not in self.tables:
            return self.whole, str(path[0])
        return self.tables[str(path[0])], of_table

    def _to_the_key(self, path: KeyPath) -> KeyPath:
        """Return the beginning of a path that ends with the key of its section."""
        if path[0] not in self.tables:
            return path[:1]
        _, key = self._section(path)
        return path[: path.index(key) + 1] if len(path) > 2 else path


def user_error(said: str) -> PydanticCustomError:
    """Return what a validator raises to have its words told to the user as they are."""
    return PydanticCustomError("user_error", "{said}", {"said": said})


def _count(written: object) -> int:
    if not isinstance(written, str | int | float):
        raise PydanticCustomError("not_a_count", "", {})
    try:
        return parse_count(written)
    except UserError as error:
        raise user_error(str(error)) from None


def _count_from_zero(written: object) -> int:
    is_zero = written == 0 or (isinstance(written, str) and written.strip() == "0")
    if is_zero and not isinstance(written, bool):
        return 0
    try:
        return _count(written)
    except PydanticCustomError:
        raise PydanticCustomError("not_a_count", "", {}) from None


def _one_line(text: str) -> str:
    if not text.isprintable() or text != text.strip():
        raise PydanticCustomError("not_one_line", "", {})
    return text


Count = Annotated[int, BeforeValidator(_count)]
CountFromZero = Annotated[int, BeforeValidator(_count_from_zero)]
Label = Annotated[str, Field(min_length=1, max_length=60), AfterValidator(_one_line)]
Seed = Annotated[int, Field(ge=0, le=HIGHEST_SEED)]

LABEL_ALLOWED: Final = "a text of 1 to 60 characters on one line"
SEED_ALLOWED: Final = "a whole number from 0 to 2^64 - 1"


def _without(content: Mapping[str, Any], paths: Iterable[KeyPath]) -> dict[str, Any]:
    """Return the content without the values at these paths."""
    result: Any = copy.deepcopy(dict(content))
    for path in paths:
        holder = result
        for step in path[:-1]:
            holder = holder[step]
        if isinstance(holder, list):
            holder[int(path[-1])] = {}
        else:
            del holder[path[-1]]
    return dict(result)
