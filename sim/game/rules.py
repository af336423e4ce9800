"""The rules of one table, complete and checked: what the engine is told to play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from sim.errors import UserError
from sim.game.ladder import REQUIRES_NOTHING, Contract, Ladder
from sim.game.options import BY_CONTRACT, SINGLE_OPTIONS, merged, option_mistakes, without
from sim.game.profiles import Profile, profile_names, profile_text, shipped_profile
from sim.mistakes import KeyPath, Mistake, MistakesError, unknown, untold

__all__ = ["FEWEST_PLAYERS", "MOST_PLAYERS", "Rules", "load_rules", "profile_names", "profile_text"]

FEWEST_PLAYERS: Final = 3
MOST_PLAYERS: Final = 7


@dataclass(frozen=True, kw_only=True)
class Rules:
    """All options of the game at one table.

    Attributes
    ----------
    profile : str
        Shipped profile that the rules start from; a label, the options are what counts.
    players : int
        Seats at the table, 3 to 7.
    ladder : Ladder
        The contracts that can be bid.
    pack : int
        Cards in the pack.
    hand_size : int
        Cards in a hand, and tricks in a deal.
    deals_per_session : int
        Length of a session, passed-out deals included.
    shuffle : {"every-deal"}
        When the pack is shuffled.
    ties : {"share"}
        What becomes of a session with several highest balances.
    two_may_play : bool
        Allow two players: for solved deals and deals that break a tie, never for a whole run.

    Raises
    ------
    UserError
        If the options contradict each other or cannot be dealt.

    Examples
    --------
    >>> ladder = Ladder((Contract(name="nap", target=5, made=5, failed=5),))
    >>> rules = Rules(profile="basic", players=4, pack=28, ladder=ladder)
    >>> rules.opponents, rules.stock
    (3, 8)
    >>> Rules(profile="basic", players=6, pack=28, ladder=ladder)
    Traceback (most recent call last):
    ...
    sim.mistakes.MistakesError: rules.pack: the pack is too small: 6 players x 5 cards = 30 > 28
    """

    profile: str
    players: int
    ladder: Ladder
    pack: int = 52
    hand_size: int = 5
    deals_per_session: int = 8
    shuffle: str = "every-deal"
    ties: str = "share"
    two_may_play: bool = False

    def __post_init__(self) -> None:
        mistakes = [*self._value_mistakes(), *self._disagreements()]
        if mistakes:
            raise MistakesError(mistakes)

    @property
    def opponents(self) -> int:
        """Players who face the declarer."""
        return self.players - 1

    @property
    def stock(self) -> int:
        """Cards that stay hidden after the deal."""
        return self.pack - self.players * self.hand_size

    @property
    def options(self) -> dict[str, Any]:
        """Every option as the ``[rules]`` table of a file would give it.

        Laid over any profile, these options give the same rules again.
        """
        contracts = {
            contract.name: {
                "target": contract.target,
                "judged": contract.judged,
                "trump": contract.trump,
                "lead": contract.lead,
                "requires": contract.requires or REQUIRES_NOTHING,
            }
            for contract in self.ladder
        }
        stakes = {
            contract.name: {"made": contract.made, "failed": contract.failed}
            for contract in self.ladder
        }
        return {
            "pack": self.pack,
            "hand_size": self.hand_size,
            "shuffle": self.shuffle,
            "deals_per_session": self.deals_per_session,
            "ties": self.ties,
            "ladder": list(self.ladder.names),
            "contracts": contracts,
            "stakes": stakes,
        }

    def for_two(self) -> Rules:
        """Return the same rules for a deal between two players."""
        return replace(self, players=2, two_may_play=True)

    def _value_mistakes(self) -> Iterator[Mistake]:
        fewest = 2 if self.two_may_play else FEWEST_PLAYERS
        if not fewest <= self.players <= MOST_PLAYERS:
            complaint = f"{self.players} is not allowed; allowed: {fewest} to {MOST_PLAYERS}"
            yield Mistake(complaint, (("players",), ("player",)))
        yield from option_mistakes(self.options)

    def _disagreements(self) -> Iterator[Mistake]:
        dealt = self.players * self.hand_size
        if dealt > self.pack:
            yield Mistake(
                f"the pack is too small: {self.players} players x {self.hand_size} cards "
                f"= {dealt} > {self.pack}",
                (("rules", "pack"), ("players",), ("player",)),
            )
        for contract in self.ladder:
            if contract.target > self.hand_size:
                yield Mistake(
                    f"the target of {contract.name} is {contract.target} tricks, "
                    f"but a hand has {self.hand_size} cards",
                    (("rules", "contracts", contract.name, "target"), ("rules", "hand_size")),
                )


def load_rules(
    profile: str | Profile, players: int, overrides: Mapping[str, Any] | None = None
) -> Rules:
    """Return the rules of a profile for a number of players.

    Parameters
    ----------
    profile : str or Profile
        Name of a shipped profile, or a user's profile already read.
    players : int
        Seats at the table.
    overrides : mapping, optional
        Options to change, laid out like the ``[rules]`` table of a profile.

    Raises
    ------
    UserError
        With everything that is wrong; nothing unknown is ever ignored.

    Examples
    --------
    >>> load_rules("basic", 4, {"stakes": {"nap": {"made": 10}}}).ladder[3].made
    10
    >>> load_rules("basic", 7, {"pack": 28})
    Traceback (most recent call last):
    ...
    sim.mistakes.MistakesError: rules.pack: the pack is too small: 7 players x 5 cards = 35 > 28
    """
    chosen = shipped_profile(profile) if isinstance(profile, str) else profile
    changes = {} if overrides is None else overrides
    mistakes = [*option_mistakes(changes)]
    # What is sound is checked further, so that all mistakes are told in one go.
    sound = without(changes, [mistake.keys[0][1:] for mistake in mistakes])
    options = merged(chosen.options, sound)
    ladder_mistakes = [*_ladder_mistakes(options, sound)]
    mistakes += untold(ladder_mistakes, mistakes)
    mistakes += _table_mistakes(chosen, players)
    single = {key: options[key] for key in SINGLE_OPTIONS if key != "ladder"}
    ladder = _ladder(chosen.options if ladder_mistakes else options)
    try:
        rules = Rules(profile=chosen.shipped, players=players, ladder=ladder, **single)
    except MistakesError as error:
        raise MistakesError([*mistakes, *error.mistakes]) from None
    if mistakes:
        raise MistakesError(mistakes)
    return rules


def _table_mistakes(profile: Profile, players: int) -> Iterator[Mistake]:
    if FEWEST_PLAYERS <= players <= MOST_PLAYERS and players not in profile.players:
        meant_for = ", ".join(map(str, profile.players))
        complaint = f"profile {profile.shipped} is for {meant_for} players, not {players}"
        yield Mistake(complaint, (("players",), ("player",), ("profile",)))


def _ladder(options: Mapping[str, Any]) -> Ladder:
    contracts = []
    for name in options["ladder"]:
        promise = dict(options["contracts"][name])
        requires = promise.pop("requires", REQUIRES_NOTHING)
        contract = Contract(
            name=name,
            **promise,
            **options["stakes"][name],
            requires=None if requires == REQUIRES_NOTHING else requires,
        )
        contracts.append(contract)
    return Ladder(tuple(contracts))


def _ladder_mistakes(options: Mapping[str, Any], changes: Mapping[str, Any]) -> Iterator[Mistake]:
    """Yield what keeps complete options from giving a ladder, changes without effect included."""
    names: list[str] = options["ladder"]
    incomplete = [*_missing(options)]
    yield from incomplete
    for section in BY_CONTRACT:
        for name in changes.get(section, {}):
            if name not in names:
                complaint = f"not on the ladder: {unknown(name, names)}"
                yield Mistake(complaint, (("rules", section, name),))
    if not incomplete:
        try:
            _ladder(options)
        except UserError as error:
            yield Mistake(str(error), (("rules", "ladder"), ("rules", "contracts")))


def _missing(options: Mapping[str, Any]) -> Iterator[Mistake]:
    """Yield what contracts of the ladder lack: a target, a stake."""
    needed: dict[str, tuple[str, ...]] = {"contracts": ("target",), "stakes": ("made", "failed")}
    for section, keys in needed.items():
        for name in options["ladder"]:
            described = options[section].get(name, {})
            lacking = [key for key in keys if key not in described]
            if lacking:
                at: KeyPath = ("rules", section, name)
                complaint = f"contract {name} has no {' and no '.join(lacking)}"
                yield Mistake(complaint, (at, ("rules", "ladder")))
