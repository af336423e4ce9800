"""The layout of a scenario file: which keys it has and what each may be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError

from sim.double_dummy import SOLVE_NONE, WAYS_TO_SOLVE, SolvedShare
from sim.errors import UserError
from sim.experiment import Seating
from sim.mistakes import Mistake
from sim.runs.kept_outcomes import KEEP_ALL, WAYS_TO_KEEP, KeptOutcomes
from sim.scenarios.quantities import WAYS_TO_WRITE
from sim.scenarios.sections import (
    DEFAULT_SEED,
    LABEL_ALLOWED,
    SEED_ALLOWED,
    Count,
    CountFromZero,
    Label,
    Layout,
    Section,
    Seed,
    user_error,
)
from sim.scenarios.targets import TARGETS_ALLOWED, Target

FIRST_DEAL_ALLOWED: Final = f"0, or {WAYS_TO_WRITE}"


def _kept_outcomes(written: object) -> KeptOutcomes:
    if not isinstance(written, str):
        raise PydanticCustomError("not_a_text", "")
    try:
        return KeptOutcomes.of(written)
    except UserError as error:
        raise user_error(str(error)) from None


def _solved_share(written: object) -> SolvedShare:
    try:
        return SolvedShare.of(written)
    except UserError as error:
        raise user_error(str(error)) from None


def _target(written: object) -> Target:
    if isinstance(written, Target):
        return written
    if not isinstance(written, str):
        raise PydanticCustomError("no_target", "", {})
    try:
        return Target.parse(written)
    except UserError as error:
        raise user_error(str(error)) from None


Outcomes = Annotated[KeptOutcomes, BeforeValidator(_kept_outcomes)]
Solved = Annotated[SolvedShare, BeforeValidator(_solved_share)]
AskedFor = Annotated[Target, BeforeValidator(_target)]


class PlayerEntry(Section):
    """One ``[[player]]`` of a scenario file. Descriptions say what is allowed."""

    name: Label | None = Field(default=None, description=LABEL_ALLOWED)
    policy: str | None = Field(default=None, description='a policy such as "counting:bold"')
    parameters: dict[str, Any] = Field(default={}, description="a table of the policy's parameters")
    revoke_rate: Annotated[float, Field(ge=0, le=1)] = Field(
        default=0.0, description="a probability from 0 to 1"
    )


class ScenarioFile(Section):
    """The keys of a scenario file. Descriptions say what is allowed.

    Everything may be missing here: what a scenario cannot do without is asked for where all
    mistakes of a file are put together.
    """

    name: Label | None = Field(default=None, description=LABEL_ALLOWED)
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
    until: list[AskedFor] = Field(default=[], description=TARGETS_ALLOWED)
    first_deal: CountFromZero = Field(default=0, description=FIRST_DEAL_ALLOWED)
    seed: Seed = Field(default=DEFAULT_SEED, description=SEED_ALLOWED)
    given: str | None = Field(
        default=None, description='a condition such as "position 1 holds AKQ of a suit"'
    )
    outcomes: Outcomes = Field(default=KEEP_ALL, description=WAYS_TO_KEEP)
    solve: Solved = Field(default=SOLVE_NONE, description=WAYS_TO_SOLVE)
    rules: dict[str, Any] = Field(default={}, description="a table [rules] of options")


_LAYOUT: Final = Layout(whole=ScenarioFile, tables={"player": PlayerEntry})


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
parameters, player, seating, deals, sessions, until, first_deal, seed, given, outcomes, solve, rules
    """
    return _LAYOUT.read(content)


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


def first_deal_mistakes(first_deal: int, deals_per_session: int) -> Iterator[Mistake]:
    """Yield what is wrong with a first deal that no session begins with.

    Examples
    --------
    >>> for mistake in first_deal_mistakes(1_000_001, 8):
    ...     print(mistake)
    first_deal: deal 1,000,001 is not the first of a session of 8 deals; the nearest that are: \
1000000 and 1000008
    """
    if first_deal % deals_per_session:
        before = first_deal - first_deal % deals_per_session
        yield Mistake(
            f"deal {first_deal:,} is not the first of a session of {deals_per_session} deals; "
            f"the nearest that are: {before} and {before + deals_per_session}",
            (("first_deal",),),
        )
