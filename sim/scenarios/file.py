"""The layout of a scenario file: which keys it has and what each may be."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final

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
from sim.experiment import HIGHEST_SEED, Seating
from sim.mistakes import KeyPath, Mistake, shown, unknown
from sim.scenarios.quantities import WAYS_TO_WRITE, parse_count

DEFAULT_SEED: Final = 1815
"""Seed of a scenario that gives none; it is written down with the run like any other."""

KEYS_TO_COME: Final[Mapping[str, str]] = {
    "precision": "targets of precision are not available yet; give deals or sessions instead",
    "outputs": "a choice of outputs is not available yet; every run makes all tables and figures",
}
"""Keys with a meaning in a later version."""


def _count(written: object) -> int:
    if not isinstance(written, str | int | float):
        raise PydanticCustomError("not_a_count", "", {})
    try:
        return parse_count(written)
    except UserError as error:
        raise PydanticCustomError("user_error", "{said}", {"said": str(error)}) from None


def _one_line(text: str) -> str:
    if not text.isprintable() or text != text.strip():
        raise PydanticCustomError("not_one_line", "", {})
    return text


Count = Annotated[int, BeforeValidator(_count)]
Label = Annotated[str, Field(min_length=1, max_length=60), AfterValidator(_one_line)]


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class PlayerEntry(_Section):
    """One ``[[player]]`` of a scenario file. Descriptions say what is allowed."""

    name: Label | None = Field(default=None, description="a text of 1 to 60 characters on one line")
    policy: str | None = Field(default=None, description='a policy such as "counting:bold"')
    parameters: dict[str, Any] = Field(default={}, description="a table of the policy's parameters")
    revoke_rate: Annotated[float, Field(ge=0, le=1)] = Field(
        default=0.0, description="a probability from 0 to 1"
    )


class ScenarioFile(_Section):
    """The keys of a scenario file. Descriptions say what is allowed.

    Everything may be missing here: what a scenario cannot do without is asked for where all
    mistakes of a file are put together.
    """

    name: Label | None = Field(default=None, description="a text of 1 to 60 characters on one line")
    profile: str | None = Field(
        None, description="the name of a profile, or a profile's .toml file"
    )
    players: int | None = Field(default=None, description="a whole number from 3 to 7")
    policy: str | None = Field(
        default=None, description='a policy for everybody, such as "counting:bold"'
    )
    parameters: dict[str, Any] = Field(default={}, description="a table of the policy's parameters")
    player: list[PlayerEntry] = Field(default=[], description="a [[player]] table for each player")
    seating: Seating = Field(default="fixed", description='"fixed" or "rotate"')
    deals: Count | None = Field(default=None, description=WAYS_TO_WRITE)
    sessions: Count | None = Field(default=None, description=WAYS_TO_WRITE)
    seed: Annotated[int, Field(ge=0, le=HIGHEST_SEED)] = Field(
        default=DEFAULT_SEED, description="a whole number from 0 to 2^64 - 1"
    )
    rules: dict[str, Any] = Field(default={}, description="a table [rules] of options")


def read_keys(content: Mapping[str, Any]) -> tuple[ScenarioFile, list[Mistake]]:
    """Return what is sound in a parsed scenario file, and what is wrong with the rest.

    Examples
    --------
    >>> file, mistakes = read_keys({"profil": "basic", "deals": 1e6, "seed": -1})
    >>> file.deals
    1000000
    >>> for mistake in mistakes:
    ...     print(mistake)
    seed: -1 is not allowed; allowed: a whole number from 0 to 2^64 - 1
    profil: unknown "profil"; did you mean "profile"? allowed: name, profile, players, policy, \
parameters, player, seating, deals, sessions, seed, rules
    """
    try:
        return ScenarioFile.model_validate(content), []
    except ValidationError as invalid:
        mistakes = [_mistake(error) for error in invalid.errors(include_url=False)]
    sound = _without(content, [mistake.keys[0] for mistake in mistakes])
    return ScenarioFile.model_validate(sound), mistakes


def incomplete(content: Mapping[str, Any]) -> Iterator[Mistake]:
    """Yield what a scenario file lacks, and which of its keys exclude each other.

    Examples
    --------
    >>> for mistake in incomplete({"profile": "basic", "players": 4, "deals": 8, "sessions": 1}):
    ...     print(mistake)
    sessions: give deals or sessions, not both
    policy: missing; give one policy for everybody, or a [[player]] table for each player
    """
    if "profile" not in content:
        yield Mistake('missing; name a profile, such as "basic"', (("profile",),))
    if "deals" in content and "sessions" in content:
        yield Mistake("give deals or sessions, not both", (("sessions",), ("deals",)))
    if "deals" not in content and "sessions" not in content:
        yield Mistake("missing; give a number of deals or of sessions", (("deals",),))
    if "player" in content:
        for key in ("policy", "parameters"):
            if key in content:
                complaint = "give it once for everybody or in [[player]] tables, not both"
                yield Mistake(complaint, ((key,), ("player",)))
        return
    if "players" not in content:
        yield Mistake("missing; give the number of players, 3 to 7", (("players",),))
    if "policy" not in content:
        complaint = "missing; give one policy for everybody, or a [[player]] table for each player"
        yield Mistake(complaint, (("policy",),))


def _mistake(error: ErrorDetails) -> Mistake:
    """Return a complaint of the validation library in our words."""
    path: KeyPath = error["loc"]
    section = PlayerEntry if len(path) > 2 else ScenarioFile
    key = str(path[2] if len(path) > 2 else path[0])
    if error["type"] == "user_error":
        return Mistake(error["msg"], (path,))
    if error["type"] == "extra_forbidden":
        return Mistake(KEYS_TO_COME.get(key) or unknown(key, [*section.model_fields]), (path,))
    allowed = section.model_fields[key].description
    return Mistake(f"{shown(error['input'])} is not allowed; allowed: {allowed}", (path,))


def _without(content: Mapping[str, Any], paths: list[KeyPath]) -> dict[str, Any]:
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
