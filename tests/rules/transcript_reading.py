"""Transcripts taken apart by nothing but their words: what the referee judges them by.

Players stand in speaking order, as in the text; positions are the dealer, eldest, ... as the
referee counts them.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property

from tests import referee
from tests.referee import JOKER, Acts, House

CARD = r"(?:[2-9TJQKA][CDHS]|joker)"
CARDS = rf"{CARD}(?: {CARD})*"
NAME = r"[A-Z]\w+"
PLAYED_CARD = re.compile(rf"(?P<name>{NAME}) (?P<card>{CARD})(?P<mark>\*| \(revoke\))?")
FACE_DOWN = ("extra hand", "peep card", "float")

Sections = dict[str, list[str]]
"""The lines of a deal by the word that their section begins with."""


class Transcript:
    """A whole transcript: heading, deal, and after the last deal of a session how it ended."""

    def __init__(self, text: str, house: House) -> None:
        parts = [part.splitlines() for part in text.rstrip("\n").split("\n\n")]
        self.lines = text.splitlines()
        self.heading = " ".join(line.strip() for line in parts[0])
        self.end: Table | None = None
        self.decision: Table | None = None
        deals: list[Sections] = [{}]
        for part in parts[1:]:
            match part[0].split()[0]:
                case "End":
                    self.end = Table(part)
                case "Extra":
                    deals.append({})
                case "After":
                    self.decision = Table(part)
                case kind:
                    deals[-1][kind.rstrip(":")] = part
        self.deal = Deal(deals[0], house, self.pool, self.chips)
        among_tied = replace(house, dealer_sits_out=False, pool_ante=0, chips=0)
        self.extra_deals = [Deal(sections, among_tied, None, {}) for sections in deals[1:]]

    @property
    def number(self) -> int:
        return int(found(r"Deal ([\d,]+) of seed", self.heading).replace(",", ""))

    @property
    def pool(self) -> int:
        """Units in the pool before the deal."""
        return units_of_pool(self.heading)

    @property
    def chips(self) -> dict[str, int]:
        """Chips before the deal, by name."""
        stacks = re.findall(rf"({NAME}) \((\d+)[,)]", self.heading.partition("chips: ")[2])
        return {name: int(chips) for name, chips in stacks}

    @property
    def is_gathered(self) -> bool:
        """Whether the pack was not shuffled for the deal."""
        return "pack: gathered after the deal before, and cut" in self.heading

    @property
    def out(self) -> list[str]:
        """Who has left the table."""
        return re.findall(NAME, self.heading.partition(" out: ")[2])


class Deal:
    """One deal: what it says was done, and what it says that came of it."""

    def __init__(
        self, sections: Sections, house: House, pool: int | None, chips: dict[str, int]
    ) -> None:
        self.house, self.sections, self.pool_before, self.chips = house, sections, pool, chips
        of_hands = [
            line for line in sections["Hands"][1:] if not line.strip().startswith(FACE_DOWN)
        ]
        self.names = [line.split()[0] for line in of_hands]
        self.hands = [cards_of_suits(line) for line in of_hands]
        self.settlement = Table(sections["Settlement"])

    def name_at(self, position: int) -> str:
        return self.names[position - 1]

    def by_position(self, by_name: dict[str, int]) -> list[int]:
        return [by_name[self.name_at(position)] for position in range(len(self.names))]

    # What was done

    @cached_property
    def acts(self) -> Acts:
        return Acts(
            hands=[self.hands[-1], *self.hands[:-1]],
            extra_hand=self.face_down("extra hand"),
            peep_card=next(iter(self.face_down("peep card")), None),
            float_card=next(iter(self.face_down("float")), None),
            exchanges=[exchange_of(line) for line in self.sections.get("Exchange", [])[1:]],
            looks=self.looks(),
            peeps=["peeps" in line for line in self.turns] if self.house.peep else (),
            taker=self.taker(),
            taker_throws=cards_thrown(" ".join(self.turns)),
            calls=[line.split()[-1] for line in self.turns],
            declarer_throws=cards_thrown(" ".join(self.sections.get("Play", [])[1:2])),
            named=self.named(),
            plays=[card_of(played["card"]) for trick in self.tricks for played in trick],
            revoked=self.revoked(),
        )

    @property
    def turns(self) -> list[str]:
        """The lines of the auction."""
        return self.sections["Auction"][1:]

    @property
    def paid_for_exchange(self) -> list[tuple[str, int]]:
        lines = "\n".join(self.sections.get("Exchange", []))
        paid = re.findall(rf"^  ({NAME}) .*, pays (\d+)$", lines, re.MULTILINE)
        return [(name, int(units)) for name, units in paid]

    @property
    def announcement(self) -> str:
        return self.sections.get("Play", [""])[0]

    @property
    def tricks(self) -> list[list[re.Match[str]]]:
        lines = [line for line in self.sections.get("Play", []) if re.match(r"  \d\.  ", line)]
        return [list(PLAYED_CARD.finditer(line)) for line in lines]

    def face_down(self, what: str) -> set[str]:
        lines = [line for line in self.sections["Hands"] if line.strip().startswith(what)]
        return cards_of_suits(lines[0]) if lines else set()

    def looks(self) -> list[bool]:
        if not self.house.float_card:
            return []
        lookers = re.findall(rf"({NAME}) (?:for \d+|free)", " ".join(self.sections["Looks"]))
        return [name in lookers for name in self.names[: len(self.turns)]]

    def taker(self) -> int | None:
        takers = [line.split()[0] for line in self.turns if "takes the extra hand" in line]
        return self.position_of(takers[0]) if takers else None

    def named(self) -> str | None:
        suit = re.search(r"(\w)\w+ are trumps \(named\)", self.announcement)
        return suit[1].upper() if suit else None

    def revoked(self) -> int | None:
        last = self.tricks[-1][-1] if self.tricks else None
        return self.position_of(last["name"]) if last and "revoke" in (last["mark"] or "") else None

    def position_of(self, name: str) -> int:
        return (self.names.index(name) + 1) % len(self.names)

    # What came of it

    @property
    def result(self) -> str:
        """The sentence that says how the deal ended."""
        return self.settlement.title.removeprefix("Settlement: ")

    @property
    def pays_nothing(self) -> bool:
        return self.result == "passed out, nobody pays"

    def column(self, *titles: str) -> tuple[int, ...]:
        """A column of the settlement by position, by the first of these titles that it has."""
        if self.pays_nothing:
            return (0,) * len(self.names)
        return tuple(self.by_position(self.settlement.column(*titles)))

    @property
    def payments(self) -> tuple[int, ...]:
        return self.column("in all", "contract", "units")

    @property
    def pool_after(self) -> int | None:
        """Units in the pool at the end; those of the beginning where nothing is said of it."""
        if self.pays_nothing or self.pool_before is None:
            return self.pool_before
        return units_of_pool(" ".join(self.settlement.remarks))

    @cached_property
    def verdict(self) -> referee.Verdict:
        """What the referee says to what was done."""
        purses = self.by_position(self.chips) if self.house.chips else None
        return referee.judge_deal(self.house, self.acts, purses, self.pool_before)


REMARK = re.compile(r"  (pool: |out: |.* (wins|share the win|are level and play on)$)")


class Table:
    """A section with a title, a line a player, and remarks below, such as ``pool: 3 units``."""

    def __init__(self, lines: list[str]) -> None:
        self.title = lines[0]
        self.remarks = [line.strip() for line in lines[1:] if REMARK.match(line)]
        rows = [line for line in lines[1:] if not REMARK.match(line)]
        cells = [re.split(r" {2,}", line.strip()) for line in rows]
        self.titles = cells.pop(0) if rows and rows[0].startswith("   ") else ["units"]
        self.cells = {name: [*map(int, units)] for name, *units in cells}

    def column(self, *titles: str) -> dict[str, int]:
        """A column by name, by the first of these titles that the table has."""
        place = next(self.titles.index(title) for title in titles if title in self.titles)
        return {name: cells[place] for name, cells in self.cells.items()}


def cards_of_suits(line: str) -> set[str]:
    """The cards at the end of a line such as ``Beth  seat 0  random  joker  S AK  H T``."""
    suits = re.findall(r"  ([CDHS]) ([2-9TJQKA]+)", line)
    cards = {rank + suit for suit, ranks in suits for rank in ranks}
    return cards | {JOKER} if re.search(r"  joker(?:  |$)", line) else cards


def cards_thrown(line: str) -> set[str]:
    thrown = re.search(rf"throws ({CARDS})", line)
    return {card_of(card) for card in thrown[1].split()} if thrown else set()


def exchange_of(line: str) -> tuple[set[str], set[str]]:
    """The cards thrown and got in ``Anne  throws 4S joker, gets 3S 8H, pays 1``."""
    got = re.search(rf"gets ({CARDS})", line)
    return cards_thrown(line), {card_of(card) for card in got[1].split()} if got else set()


def card_of(text: str) -> str:
    return JOKER if text == "joker" else text


def units_of_pool(text: str) -> int:
    return int(found(r"pool: ([\d,]+) unit|$", text).replace(",", "") or 0)


def found(pattern: str, text: str) -> str:
    match = re.search(pattern, text)
    assert match, f"{pattern} in {text!r}"
    return match[1] or ""
