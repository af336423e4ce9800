"""Golden transcripts: a few deals of every shipped profile, to be read and compared.

Each file in `tests/data/transcripts` is the transcript of one numbered deal. It was read against
the rules before it was kept, and the referee reads it again here. When a change of the rules, the
policies or the format is meant, write them anew and read the difference:

    python -m tests.rules.test_golden_transcripts
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from sim.experiment import Experiment, Player
from sim.game.rules import load_rules, profile_names
from sim.policies import make_policy
from sim.replay import transcript
from tests import referee
from tests.referee import BASIC, House

FOLDER = Path(__file__).parents[1] / "data" / "transcripts"
NAMES = ("Anne", "Beth", "Carl", "Dora", "Emil", "Fred", "Gwen")
SEED = 1815

STANDARD, BOLD, CAUTIOUS, RANDOM = "counting", "counting:bold", "counting:cautious", "random"


@dataclass(frozen=True)
class Golden:
    """A deal worth reading."""

    profile: str
    story: str
    policies: tuple[str, ...]
    deal: int

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.profile}--{self.story.replace(' ', '-')}.txt"

    def written_now(self) -> str:
        lineup = tuple(
            Player(name=name, policy=make_policy(policy))
            for name, policy in zip(NAMES, self.policies, strict=False)
        )
        rules = load_rules(self.profile, len(lineup))
        return transcript(Experiment(rules, lineup, "rotate", SEED), self.deal)


GOLDEN = [
    Golden("basic", "passed out", (STANDARD,) * 3, deal=17),
    Golden("basic", "nap made", (STANDARD, BOLD, CAUTIOUS, STANDARD), deal=107),
    Golden("basic", "nap failed", (STANDARD, BOLD, CAUTIOUS, STANDARD), deal=298),
    Golden("basic", "four failed", (STANDARD, BOLD, CAUTIOUS, STANDARD), deal=2),
    Golden("basic", "wellington over nap", (STANDARD, BOLD, CAUTIOUS, RANDOM, STANDARD), deal=32),
]

HOUSES = {"basic": BASIC}
"""The rules of each profile in the referee's words."""

golden = pytest.mark.parametrize(
    "golden", GOLDEN, ids=[f"{golden.profile}, {golden.story}" for golden in GOLDEN]
)


# The promise of each story -----------------------------------------------------------------------


@pytest.mark.parametrize("profile", profile_names())
def test_every_profile_has_its_stories(profile: str) -> None:
    """At least one deal passed out, one nap made and one contract that failed."""
    stories = {golden.story for golden in GOLDEN if golden.profile == profile}
    assert stories >= {"passed out", "nap made"}, f"write golden transcripts of {profile}"
    assert any(story.endswith("failed") for story in stories)
    assert profile in HOUSES


def test_every_file_is_compared() -> None:
    assert sorted(FOLDER.iterdir()) == sorted(golden.file for golden in GOLDEN)


@golden
def test_the_transcript_is_the_golden_one(golden: Golden) -> None:
    assert golden.written_now() == golden.file.read_text(encoding="utf-8"), (
        "if the change is meant: python -m tests.rules.test_golden_transcripts, and read it"
    )


@golden
def test_the_transcript_is_made_to_be_read(golden: Golden) -> None:
    lines = golden.file.read_text(encoding="utf-8").splitlines()
    assert max(map(len, lines)) <= 80
    assert len(lines) <= 40


# What the referee reads in it --------------------------------------------------------------------

PLAYED_CARD = re.compile(r"(?P<name>[A-Z]\w+) (?P<card>[2-9TJQKA][CDHS])(?P<star>\*?)")


class Reading:
    """A transcript taken apart by nothing but its words; players stand in speaking order."""

    def __init__(self, text: str) -> None:
        parts = [part.splitlines() for part in text.rstrip("\n").split("\n\n")]
        _, hands, auction, *play, settlement = parts
        self.names = [line.split()[0] for line in hands[1:]]
        self.hands = [hand_of(line) for line in hands[1:]]
        self.bids = [line.split()[1] for line in auction[1:]]
        self.tricks = [list(PLAYED_CARD.finditer(line)) for line in play[0][1:]] if play else []
        self.announcement = play[0][0] if play else ""
        self.result = settlement[0]
        self.units = {line.split()[0]: int(line.split()[1]) for line in settlement[1:]}

    def name_at(self, position: int) -> str:
        return self.names[referee.speaking_order(len(self.names)).index(position)]

    def judged(self, house: House) -> referee.Verdict:
        by_position = [self.hands[-1], *self.hands[:-1]]
        plays = [played["card"] for trick in self.tricks for played in trick]
        return referee.judge(house, by_position, self.bids, plays)


def hand_of(line: str) -> set[str]:
    """The cards at the end of a line such as ``Beth  seat 0  counting:bold  S AK  H T``."""
    suits = re.findall(r"  ([CDHS]) ([2-9TJQKA]+)", line)
    return {rank + suit for suit, ranks in suits for rank in ranks}


@pytest.fixture
def reading(golden: Golden) -> Reading:
    return Reading(golden.file.read_text(encoding="utf-8"))


@golden
def test_the_referee_agrees_with_every_act_and_payment(golden: Golden, reading: Reading) -> None:
    verdict = reading.judged(HOUSES[golden.profile])
    if verdict.contract is None:
        assert reading.result == "Settlement: passed out, nobody pays"
        assert not reading.tricks
        return
    paid = {reading.name_at(position): units for position, units in enumerate(verdict.payments)}
    assert reading.units == paid
    made = "made" if verdict.made else "failed"
    assert reading.result.startswith(f"Settlement: {verdict.contract} {made} with ")
    assert f" {verdict.tricks} trick" in reading.result
    assert reading.announcement == (
        f"Play: {reading.name_at(verdict.declarer)} declares {verdict.contract}, "
        f"{verdict.trump} are trumps"
    )


@golden
def test_leaders_and_winners_are_the_referee_s(golden: Golden, reading: Reading) -> None:
    """Each trick's line begins with its leader, and the card that wins it has the star."""
    course = reading.judged(HOUSES[golden.profile]).course
    for trick, line in zip(course, reading.tricks, strict=True):
        assert line[0]["name"] == reading.name_at(trick.leader)
        assert [played["name"] for played in line if played["star"]] == [
            reading.name_at(trick.winner)
        ]


@golden
def test_the_story_is_what_happens(golden: Golden, reading: Reading) -> None:
    verdict = reading.judged(HOUSES[golden.profile])
    match golden.story.split():
        case ["passed", "out"]:
            assert verdict.contract is None
        case [contract, "over", overcalled]:
            assert verdict.contract == contract
            assert overcalled in reading.bids
        case [contract, end]:
            assert (verdict.contract, verdict.made) == (contract, end == "made")


def write_all_anew() -> None:
    FOLDER.mkdir(exist_ok=True)
    for golden in GOLDEN:
        golden.file.write_text(golden.written_now(), encoding="utf-8")
        print(f"written: {golden.file.name}")


if __name__ == "__main__":
    write_all_anew()
