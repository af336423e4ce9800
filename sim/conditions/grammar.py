"""The grammar of conditions: from text to statements.

``docs/conditions.md`` describes it for those who write conditions.
"""

from __future__ import annotations

from typing import Final

from sim.conditions.holdings import (
    KINDS,
    RANK_WORDS,
    Cards,
    Count,
    Holding,
    LayDown,
    Pattern,
    SuitCards,
)
from sim.conditions.reader import Reader, is_number
from sim.conditions.statements import (
    A_PASS,
    NO_CONTRACT,
    All,
    AnyOf,
    Bids,
    Contract,
    Holds,
    Not,
    Statement,
)
from sim.game.cards import JOKER, JOKER_NAME, RANKS, SUIT_LETTERS, SUIT_NAMES, SUITS, parse_card

_WHO: Final = {"eldest": 1, "dealer": 0}
_WHAT: Final = "what is held: AKQ of a suit, AS, pattern 4-1, at least 3 honours, a lay-down hand"
_STATEMENT: Final = "position 1 holds …, position 2 bids …, contract …, or passed out"
_SMALL: Final = "x"


def parse(text: str) -> Statement:
    """Return what a condition states.

    Raises
    ------
    UserError
        If it cannot be read; the message says at which word, and what could stand there.

    Examples
    --------
    >>> str(parse("eldest holds AKQxx of a suit"))
    'position 1 holds AKQxx of a suit'
    >>> str(parse("position 1 holds the ace of spades and not (no hearts or pattern 4-1)"))
    'position 1 holds AS and not (position 1 holds exactly 0 hearts or position 1 holds pattern \
4-1-0-0)'
    >>> parse("position 1 hold AKQ of a suit")
    Traceback (most recent call last):
    ...
    sim.errors.UserError: at word 3, "hold" after "position 1": write holds, bids or passes \
(docs/conditions.md has all that can be said)
    """
    return _Grammar(Reader(text)).whole()


class _Grammar:
    """One reading; `subject` is the position that was last said to hold something."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.subject: int | None = None

    def whole(self) -> Statement:
        statement = self.any_of()
        if self.reader.next:
            self.reader.complain("write and, or, or nothing more")
        return statement

    # and, or, not --------------------------------------------------------------------------------

    def any_of(self) -> Statement:
        stated = [self.all_of()]
        while self.reader.take("or"):
            stated.append(self.all_of())
        return stated[0] if len(stated) == 1 else AnyOf(_flat(stated, AnyOf))

    def all_of(self) -> Statement:
        stated = [self.factor()]
        while self.reader.take("and"):
            stated.append(self.factor())
        return stated[0] if len(stated) == 1 else All(_flat(stated, All))

    def factor(self) -> Statement:
        if self.reader.take("not"):
            return Not(self.factor())
        if self.reader.take("("):
            inner = self.any_of()
            self.reader.expect(")")
            return inner
        return self.statement()

    # Statements ----------------------------------------------------------------------------------

    def statement(self) -> Statement:
        if self.reader.take("contract"):
            return Contract(self.contract(), self.or_higher())
        if self.reader.take("passed", "out"):
            return Contract(NO_CONTRACT)
        if self.reader.take("position"):
            return self.about(self.reader.number("the position's number, 1 for eldest"))
        if self.reader.next in _WHO:
            return self.about(_WHO[self.reader.read("who", _WHO.__contains__)])
        if self.subject is None:
            self.reader.complain(f"write {_STATEMENT}")
        return Holds(self.subject, self.holding())

    def about(self, position: int) -> Statement:
        if self.reader.take("passes"):
            return Bids(position, A_PASS)
        if self.reader.take("bids"):
            return Bids(position, self.contract(), self.or_higher())
        self.subject = position
        if not self.reader.take("holds"):
            self.reader.complain("write holds, bids or passes")
        return self.joined_holdings(position)

    def joined_holdings(self, position: int) -> Statement:
        """What comes after "holds": one holding, which may be denied or in parentheses."""
        if self.reader.next in ("not", "("):
            return self.factor()
        return Holds(position, self.holding())

    def contract(self) -> str:
        return self.reader.read("a contract of the ladder", _is_name)

    def or_higher(self) -> bool:
        return self.reader.take("or", "higher")

    # Holdings ------------------------------------------------------------------------------------

    def holding(self) -> Holding:
        reader = self.reader
        if reader.take("pattern"):
            return self.pattern()
        for compared in ("at least", "at most"):
            if reader.take(*compared.split()):
                return self.count(compared)
        if reader.take("exactly"):
            # No hand has ten cards: two digits are ranks, as in "exactly 98765 of a suit".
            is_count = is_number(reader.next) and len(reader.next) == 1
            return self.count("exactly") if is_count else self.suit_cards(exactly=True)
        if reader.take("no"):
            return Count("exactly", 0, self.kind())
        if reader.take("a", "lay-down"):
            if reader.next in ("hand", "nap"):
                reader.place += 1
            return LayDown()
        if reader.take("the"):
            return Cards(self.card_in_words())
        if _is_card(reader.next):
            return self.cards()
        return self.suit_cards(exactly=False)

    def pattern(self) -> Holding:
        at = self.reader.place
        word = self.reader.read("lengths such as 4-1 or 3-1-1-0", _is_pattern)
        lengths = sorted(map(int, word.split("-")), reverse=True)
        if len(lengths) > SUITS:
            self.reader.complain("write four lengths at most: there are four suits", at)
        first, second, third, fourth = lengths + [0] * (SUITS - len(lengths))
        return Pattern((first, second, third, fourth))

    def count(self, compared: str) -> Holding:
        number = self.reader.number(f"a number after {compared}")
        return Count(compared, number, self.kind())

    def kind(self) -> str:
        self.reader.take("cards")
        if self.reader.take("of", "a", "suit"):
            return "of a suit"
        self.reader.take("of")
        word = self.reader.read("honours, aces, hearts, of a suit, or suits", KINDS.__contains__)
        return KINDS[word]

    def card_in_words(self) -> int:
        if self.reader.take(JOKER_NAME):
            return JOKER
        names = {word: rank for rank, word in RANK_WORDS.items()}
        rank = names[self.reader.read("a rank in words, such as ace", names.__contains__)]
        self.reader.expect("of")
        suit = self.reader.read("a suit, such as spades", SUIT_NAMES.__contains__)
        return parse_card(rank + SUIT_LETTERS[SUIT_NAMES.index(suit)])

    def cards(self) -> Holding:
        cards = 0
        while _is_card(self.reader.next):
            card = parse_card(self.reader.next)
            if cards & card:
                self.reader.complain("write each card once")
            cards |= card
            self.reader.place += 1
        return Cards(cards)

    def suit_cards(self, *, exactly: bool) -> Holding:
        at = self.reader.place
        word = self.reader.read(_WHAT, _is_ranks)
        ranks = word.rstrip(_SMALL)
        small = len(word) - len(ranks)
        places = [RANKS.index(rank) for rank in ranks]
        if places != sorted(set(places), reverse=True):
            self.reader.complain("write each rank once, from the highest down", at)
        if small > (places[-1] if places else len(RANKS)):
            self.reader.complain("each x is a card lower than all named ones: write fewer", at)
        self.reader.expect("of")
        suit = None
        if not self.reader.take("a", "suit"):
            named = self.reader.read("a suit, or a suit by name", SUIT_NAMES.__contains__)
            suit = SUIT_NAMES.index(named)
        return SuitCards(sum(1 << place for place in places), small, exactly or small > 0, suit)


def _flat(stated: list[Statement], kind: type[All] | type[AnyOf]) -> tuple[Statement, ...]:
    """Take statements of the same kind apart: parentheses among them change nothing."""
    return tuple(
        inner for each in stated for inner in (each.stated if isinstance(each, kind) else (each,))
    )


def _is_name(word: str) -> bool:
    return word not in ("(", ")")


def _is_pattern(word: str) -> bool:
    return all(is_number(part) and len(part) == 1 for part in word.split("-"))


def _is_card(word: str) -> bool:
    return word == JOKER_NAME or (len(word) == 2 and word[0] in RANKS and word[1] in SUIT_LETTERS)


def _is_ranks(word: str) -> bool:
    """Whether a word is ranks and then x's: "AKQxx"."""
    return bool(word) and all(letter in RANKS for letter in word.rstrip(_SMALL))
