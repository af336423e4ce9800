"""The layout of a comparison file: which keys it has and what each may be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import BeforeValidator, Field

from sim.mistakes import Mistake
from sim.scenarios.quantities import WAYS_TO_WRITE
from sim.scenarios.sections import (
    DEFAULT_SEED,
    LABEL_ALLOWED,
    SEED_ALLOWED,
    Count,
    Label,
    Layout,
    Section,
    Seed,
    user_error,
)

DEFAULT_DEALS: Final = 1_000_000
"""Most deals of a table size if the file says nothing."""

SOURCES: Final = ("policy", "lineup", "sweep")
"""Tables that say what is compared; a file has one kind of them."""

_TABLES: Final = {"policy": "[[policy]]", "lineup": "[[lineup]]", "sweep": "[sweep]"}
_SIZES_ALLOWED: Final = "a whole number from 3 to 7, or a list of different ones"


def _sizes(written: object) -> tuple[int, ...]:
    """Return the table sizes that were written, in ascending order."""
    sizes = written if isinstance(written, list) else [written]
    whole = [size for size in sizes if isinstance(size, int) and not isinstance(size, bool)]
    if not sizes or len(whole) < len(sizes) or len(set(whole)) < len(whole):
        raise user_error(f"{written} is not allowed; allowed: {_SIZES_ALLOWED}")
    return tuple(sorted(whole))


class PolicyEntry(Section):
    """One ``[[policy]]`` of a comparison file. Descriptions say what is allowed."""

    name: Label | None = Field(default=None, description=LABEL_ALLOWED)
    policy: str | None = Field(default=None, description='a policy such as "counting:bold"')
    parameters: dict[str, Any] = Field(default={}, description="a table of the policy's parameters")


class LineupEntry(Section):
    """One ``[[lineup]]`` of a comparison file. Descriptions say what is allowed."""

    name: Label | None = Field(default=None, description=LABEL_ALLOWED)
    players: list[str] | None = Field(
        default=None, description='a list of policies such as ["counting:bold", "random", "random"]'
    )


class SweepEntry(Section):
    """The table ``[sweep]`` of a comparison file. Descriptions say what is allowed."""

    policy: str | None = Field(default=None, description='a policy such as "counting:bold"')
    parameters: dict[str, Any] | None = Field(
        default=None,
        description='one parameter or two with their values, such as { five = "3.6:4.8:0.2" }',
    )


class ComparisonKeys(Section):
    """The keys of a comparison file. Descriptions say what is allowed.

    Everything may be missing here: what a comparison cannot do without is asked for where all
    mistakes of a file are put together.
    """

    name: Label | None = Field(default=None, description=LABEL_ALLOWED)
    profile: str | None = Field(
        default=None, description="the name of a profile, or a profile's .toml file"
    )
    players: Annotated[tuple[int, ...] | None, BeforeValidator(_sizes)] = Field(
        default=None, description=_SIZES_ALLOWED
    )
    design: Literal["challenger", "round-robin"] | None = Field(
        default=None, description='"challenger" or "round-robin"'
    )
    field: str | None = Field(
        default=None, description='the policy of all others at the table, such as "counting"'
    )
    deals: Count = Field(default=DEFAULT_DEALS, description=WAYS_TO_WRITE)
    seed: Seed = Field(default=DEFAULT_SEED, description=SEED_ALLOWED)
    rules: dict[str, Any] = Field(default={}, description="a table [rules] of options")
    tables: dict[str, dict[str, Any]] = Field(
        default={}, description="tables such as [tables.4], options for tables of that size"
    )
    policy: list[PolicyEntry] = Field(
        default=[], description="a [[policy]] table for each policy that is compared"
    )
    lineup: list[LineupEntry] = Field(
        default=[], description="a [[lineup]] table for each line-up that is compared"
    )
    sweep: SweepEntry | None = Field(
        default=None, description="a table [sweep] of a policy and the values of its parameters"
    )


LAYOUT: Final = Layout(
    whole=ComparisonKeys,
    tables={"policy": PolicyEntry, "lineup": LineupEntry, "sweep": SweepEntry},
)


def incomplete(content: Mapping[str, Any]) -> Iterator[Mistake]:
    """Yield what a comparison file lacks, and which of its keys exclude each other.

    Examples
    --------
    >>> for mistake in incomplete({"profile": "basic", "lineup": [], "field": "counting"}):
    ...     print(mistake)
    field: line-ups say who plays; give it with [[policy]] or [sweep] tables only
    """
    if "profile" not in content:
        yield Mistake('missing; name a profile, such as "basic"', (("profile",),))
    sources = [key for key in SOURCES if key in content]
    if not sources:
        complaint = "missing; give a [[policy]] table for each, [[lineup]] tables, or a [sweep]"
        yield Mistake(complaint, (("policy",),))
    for later in sources[1:]:
        complaint = f"give {_TABLES[sources[0]]} or {_TABLES[later]}, not both"
        yield Mistake(complaint, ((later,), (sources[0],)))
    if "lineup" in content:
        for key in ("field", "design"):
            if key in content:
                complaint = "line-ups say who plays; give it with [[policy]] or [sweep] tables only"
                yield Mistake(complaint, ((key,), ("lineup",)))
    elif "players" not in content:
        yield Mistake("missing; give the number of players, 3 to 7, or a list", (("players",),))
    yield from _design_mistakes(content)


def _design_mistakes(content: Mapping[str, Any]) -> Iterator[Mistake]:
    if content.get("design") != "round-robin":
        return
    if "sweep" in content:
        complaint = 'the points of a sweep meet a field; allowed: "challenger"'
        yield Mistake(complaint, (("design",), ("sweep",)))
    elif "field" in content:
        complaint = "in a round robin each policy meets each; give it with the challenger design"
        yield Mistake(complaint, (("field",), ("design",)))
