"""Stories: deals of every shipped profile that are worth reading, and the signs of each story."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from sim.experiment import Experiment, Player
from sim.game.rules import load_rules
from sim.policies import make_policy
from sim.records import Record, play_sessions
from sim.replay import transcript
from tests import referee
from tests.referee import JOKER, House, SessionVerdict, Verdict
from tests.rules.houses import HOUSES
from tests.rules.in_words import sessions_in_words
from tests.rules.transcript_reading import Transcript

FOLDER = Path(__file__).parents[1] / "data" / "transcripts"
NAMES = ("Anne", "Beth", "Carl", "Dora", "Emil", "Fred", "Gwen")
SEED = 1815


@dataclass(frozen=True)
class Golden:
    """A deal worth reading; `options` are laid over those of the profile, `house` says the same."""

    profile: str
    story: str
    policies: tuple[str, ...]
    deal: int
    revoke_rate: float = 0.0
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)
    own_house: House | None = field(default=None, hash=False)

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.profile}--{self.story.replace(' ', '-')}.txt"

    @property
    def house(self) -> House:
        return self.own_house or HOUSES[self.profile][len(self.policies)]

    @property
    def session(self) -> int:
        return self.deal // self.house.deals_per_session

    @property
    def names(self) -> tuple[str, ...]:
        """Who plays, in the order of the line-up."""
        return NAMES[: len(self.policies)]

    def name_at_seat(self, seat: int) -> str:
        """Who sits there: with rotating seats everybody moves on by one a session."""
        return self.names[(seat - self.session) % len(self.names)]

    def by_name(self, by_player: Sequence[Any]) -> dict[str, Any]:
        return dict(zip(self.names, by_player, strict=True))

    @cached_property
    def experiment(self) -> Experiment:
        lineup = tuple(
            Player(name, make_policy(policy), self.revoke_rate)
            for name, policy in zip(self.names, self.policies, strict=True)
        )
        rules = load_rules(self.profile, len(lineup), self.options)
        return Experiment(rules, lineup, "rotate", SEED)

    def written_now(self) -> str:
        return transcript(self.experiment, self.deal)

    @cached_property
    def record(self) -> Record:
        """The whole session as the simulator plays it."""
        return play_sessions(self.experiment, self.session, 1)

    @cached_property
    def judged_session(self) -> SessionVerdict:
        """The same as the referee judges it from its number: he deals all cards himself."""
        ((deals, extra_deals),) = sessions_in_words(self.record)
        return referee.judge_numbered_session(
            self.house,
            players=len(self.names),
            seed=SEED,
            session=self.session,
            seating="rotate",
            revoke_rates=[self.revoke_rate] * len(self.names),
            deals=deals,
            extra_deals=extra_deals,
        )

    @property
    def text(self) -> str:
        return self.file.read_text(encoding="utf-8")

    @cached_property
    def reading(self) -> Transcript:
        return Transcript(self.text, self.house)


# What must be seen where a story is told ---------------------------------------------------------


def joker_trumps(told: Transcript, verdict: Verdict) -> bool:
    """The joker takes a trick to which another suit than trumps was led."""
    trump = (verdict.trump or " ")[0].upper()
    return any(JOKER in trick.cards[1:] and trick.cards[0][1] != trump for trick in verdict.course)


def swaps_the_peep_card(told: Transcript, verdict: Verdict) -> bool:
    acts = told.deal.acts
    return verdict.peeped[verdict.declarer] and acts.peep_card not in acts.declarer_throws


def swaps_the_float(told: Transcript, verdict: Verdict) -> bool:
    acts = told.deal.acts
    return verdict.contract.endswith("-float") and acts.float_card not in acts.declarer_throws


def leads_the_lowest_of_several_trumps(told: Transcript, verdict: Verdict) -> bool:
    """Somebody who was free to choose would have led another."""
    trumps = verdict.trump[0].upper()
    hand = told.deal.acts.hands[verdict.declarer]
    rung = told.deal.house.rung(verdict.contract)
    return rung.lead == "lowest trump" and sum(card[1] == trumps for card in hand) > 1


SIGNS: dict[str, Callable[[Transcript, Verdict], bool]] = {
    "passed out": lambda told, verdict: verdict.contract is None,
    "dealer sits out": lambda told, verdict: told.deal.hands[-1] == set(),
    "lowest trump led": leads_the_lowest_of_several_trumps,
    "trumps named": lambda told, verdict: told.deal.acts.named is not None,
    "joker led": lambda told, verdict: told.deal.acts.plays[0] == JOKER,
    "joker trumps": joker_trumps,
    "joker in misere": lambda told, verdict: (
        verdict.contract == "misere" and JOKER in told.deal.acts.plays
    ),
    "cards exchanged": lambda told, verdict: sum(verdict.exchanged) > 0,
    "float taken": swaps_the_float,
    "peep card swapped": swaps_the_peep_card,
    "extra hand taken": lambda told, verdict: verdict.taker is not None,
    "pool taken": lambda told, verdict: verdict.pool_won > 0,
    "pool split": lambda told, verdict: (
        told.end is not None and any(told.end.column("pool").values())
    ),
    "pack not shuffled": lambda told, verdict: told.is_gathered,
    "pack shuffled again": lambda told, verdict: (
        "pack: shuffled" in told.heading and told.number % told.deal.house.deals_per_session > 0
    ),
    "out of chips": lambda told, verdict: any(
        remark.startswith("out: ") for remark in told.deal.settlement.remarks
    ),
    "one player less": lambda told, verdict: len(told.out) == 1,
    "session cut short": lambda told, verdict: (
        told.end is not None and "too few players left" in told.end.title
    ),
    "stack bought": lambda told, verdict: sum(verdict.rebuys) > 0,
    "tie played off": lambda told, verdict: len(told.extra_deals) > 0,
    "declarer revokes": lambda told, verdict: verdict.revoked == verdict.declarer,
    "defender revokes": lambda told, verdict: verdict.revoked not in (None, verdict.declarer),
}


def is_told(story: str, told: Transcript) -> bool:
    """Whether a transcript shows what its story says: each of its parts, joined by "and"."""
    return all(shows(part, told) for part in story.split(" and "))


def shows(part: str, told: Transcript) -> bool:
    verdict = told.deal.verdict
    if part in SIGNS:
        return SIGNS[part](told, verdict)
    if over := re.fullmatch(r"(\S+) over (\S+)", part):
        return verdict.contract == over[1] and over[2] in told.deal.acts.calls
    contract, ending = part.split()
    assert ending in ("made", "failed"), f"nobody knows the signs of {part!r}"
    return (verdict.contract, verdict.made) == (contract, ending == "made")


# What every profile must tell --------------------------------------------------------------------

COMMON_CONTRACTS = ("three", "four", "nap")


def stories_wanted(house: House) -> Iterator[str]:
    """Yield what stories there must be of a house: patterns of parts of their names."""
    yield "passed out"
    yield "nap made"
    yield r"\S+ failed"
    for rung in house.ladder:
        if rung.name not in COMMON_CONTRACTS:
            yield rf"{rung.name}(-float)? (made|failed|over .+)"
    wanted = {
        "dealer sits out": house.dealer_sits_out,
        "joker led": house.joker,
        "joker trumps": house.joker,
        "cards exchanged": house.exchange_cards > 0,
        "float taken": house.float_card,
        "peep card swapped": house.peep,
        "extra hand taken": house.sir_garnet,
        "pool taken": house.pool_ante + house.exchange_cards + house.float_card + house.peep > 0,
        "pack not shuffled": house.shuffle == "after-nap",
        "out of chips": house.chips > 0,
        "tie played off": house.ties == "extra deal",
    }
    yield from (story for story, is_option in wanted.items() if is_option)
