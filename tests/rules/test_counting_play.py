"""The counting policy plays as it says.

First single positions with the hands and the auction given, made to be read; then the same rules
of play as properties of thousands of numbered deals, read from the records in plain Python.

Faults of this kind elsewhere (TricksterBots): leads a suit shown void (241, 379), drops aces and
keeps losers (143), draws trumps without winners (121).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pytest

from sim.experiment import Experiment, Player
from sim.game.cards import card_name, parse_cards
from sim.game.rules import load_rules
from sim.policies import make_policy
from sim.records import Record, play_hands, play_sessions


def table(players: int, deals_per_session: int = 8) -> Experiment:
    """Counting players."""
    everybody = tuple(
        Player(name=f"player {place}", policy=make_policy("counting")) for place in range(players)
    )
    rules = load_rules("basic", players, {"deals_per_session": deals_per_session})
    return Experiment(rules=rules, lineup=everybody, seating="fixed", seed=1815)


# Positions ---------------------------------------------------------------------------------------
# The first hand is the declarer's: he is eldest and speaks first. The others follow clockwise.


def play(*hands: str) -> list[str]:
    """The tricks as counting players play them, each as its cards in the order played."""
    players = len(hands)
    by_position = [hands[-1], *hands[:-1]]
    masks = np.array([[parse_cards(hand) for hand in by_position]], np.uint64)
    bids = np.array([[1, *[0] * (players - 1)]], np.uint64)
    record = play_hands(table(players, deals_per_session=1), masks, bids)
    cards = [card_name(int(card)) for card in record.cards[0]]
    return [" ".join(cards[first : first + players]) for first in range(0, len(cards), players)]


def leads(tricks: list[str]) -> list[str]:
    return [trick.split()[0] for trick in tricks]


def test_the_declarer_leads_trumps_from_the_top_while_one_may_be_out_then_winners() -> None:
    """Nobody has a trump left when he leads his last; but he cannot know that."""
    tricks = play("AS KS 4S AH 3D", "QS 9S 2H 5H 6H", "JS TS 2D 5D 6D", "8S 3S 2C 5C 6C")
    assert leads(tricks) == ["AS", "KS", "4S", "AH", "3D"]


def test_the_declarer_stops_when_he_has_seen_the_last_trump() -> None:
    """After three tricks he has counted thirteen spades; of his two winners the ace comes first."""
    tricks = play("AS KS QS JS AH", "TS 9S 8S 2H 3H", "7S 6S 5S 2D 3D", "4S 3S 2S 2C 3C")
    assert leads(tricks) == ["AS", "KS", "QS", "AH", "JS"]


def test_a_defender_wins_as_cheaply_as_he_can_and_his_fellow_ducks() -> None:
    """The jack is enough for the nine, so the ace stays; and the king lets a fellow's jack win."""
    tricks = play("9S 8S 7S 2H 2D", "JS AS 2C 3C 4C", "KS 3S 3H 4H 5H", "4S 5S 4D 5D 6D")
    assert tricks[0] == "9S JS 3S 4S"


def test_a_defender_trumps_the_declarer_with_his_lowest_trump() -> None:
    """Second trick: the declarer's ace beats a fellow's king, so the six of trumps is played."""
    tricks = play("KS 9S 8S AC 2D", "5S 6S 7S 2H 3H", "4S 3C 4C 5C 4H", "AS KC TH 5D 6D")
    assert tricks[:2] == ["KS 5S 4S AS", "KC AC 6S 3C"]


def test_a_defender_does_not_trump_his_fellow() -> None:
    """The same, but the declarer has to follow low: the king of a fellow is left alone."""
    tricks = play("KS 9S 8S 2C 2D", "5S 6S 7S 2H 3H", "4S 3C 4C 5C 4H", "AS KC TH 5D 6D")
    assert tricks[:2] == ["KS 5S 4S AS", "KC 2C 2H 3C"]


def test_a_defender_throws_losers_and_keeps_aces() -> None:
    """On three rounds of trumps he throws his twos to fours; the aces stay for the end."""
    tricks = play("AS KS QS 2H 2D", "AC AD 3C 4D 2C", "JS TS 3H 4H 5H", "4S 5S 6S 5D 6D")
    assert [trick.split()[1] for trick in tricks[:3]] == ["2C", "3C", "4D"]
    assert tricks[3:] == ["2D AD 4H 5D", "AC 5H 6D 2H"]


def test_a_defender_does_not_lead_a_suit_that_the_declarer_has_shown_to_lack() -> None:
    """The declarer trumps hearts; then from the queen of hearts and a low club the club is led."""
    tricks = play("9S 8S 7S 2D 3D", "JS KH 4C 3C 2C", "KS 3S QH 3H 5C", "4S 5S 4D 5D 6D")
    assert tricks[:3] == ["9S JS 3S 4S", "KH 3H 4D 7S", "8S 2C KS 5S"]
    assert tricks[3].startswith("5C ")


# Properties of play ------------------------------------------------------------------------------

PACK = frozenset(16 * suit + rank for suit in range(4) for rank in range(13))
Cards = frozenset[int]


def suit_of(card: int) -> int:
    return card // 16


@dataclass(frozen=True)
class Act:
    """A card played, and what the player knew; cards are bit numbers."""

    card: int
    hand: Cards
    table: tuple[int, ...]
    """The cards of the trick so far, in the order played."""
    trump: int | None
    """Number of the trump suit; None at the opening lead."""
    seen: Cards
    declaring: bool
    declarer_wins: bool
    """Whether the declarer's card is winning the trick."""
    declarer_lacks: frozenset[int]
    """Suits that the declarer has shown to lack in earlier tricks."""

    @property
    def legal(self) -> Cards:
        return following(self.hand, self.table)

    @property
    def winning(self) -> Cards:
        """Legal cards that beat all on the table."""
        return frozenset(c for c in self.legal if best_of((*self.table, c), self.trump) == c)

    @property
    def masters(self) -> Cards:
        """Own cards that no card out of sight can beat in their suit."""
        out = PACK - self.hand - self.seen
        return frozenset(c for c in self.hand if not any(c < o for o in out & whole_suit(c)))

    @property
    def trumps_out(self) -> bool:
        return any(suit_of(card) == self.trump for card in PACK - self.hand - self.seen)

    def side(self, cards: Cards) -> Cards:
        """Those cards that are no trumps."""
        return frozenset(card for card in cards if suit_of(card) != self.trump)


def whole_suit(card: int) -> Cards:
    return frozenset(range(16 * suit_of(card), 16 * suit_of(card) + 13))


def following(hand: Cards, trick: tuple[int, ...]) -> Cards:
    followers = hand & whole_suit(trick[0]) if trick else hand
    return followers or hand


def best_of(cards: tuple[int, ...], trump: int | None) -> int:
    trumps = [card for card in cards if suit_of(card) == trump]
    return max(trumps or [card for card in cards if suit_of(card) == suit_of(cards[0])])


def preferred(liked: Cards, cards: Cards) -> Cards:
    """Those that are liked, or all if none is."""
    return liked & cards or cards


def acts_of(record: Record, place: int) -> Iterator[Act]:
    """Every card of one deal, with what its player knew."""
    hands = [{bit for bit in PACK if int(mask) >> bit & 1} for mask in record.hands[place]]
    players = len(hands)
    cards = [int(card) for card in record.cards[place]]
    trump = suit_of(cards[0])
    declarer = leader = (int(record.bids[place].argmax()) + 1) % players
    lacks: frozenset[int] = frozenset()
    for first in range(0, len(cards), players):
        trick = cards[first : first + players]
        for turn, card in enumerate(trick):
            position = (leader + turn) % players
            so_far = tuple(trick[:turn])
            winner = (leader + trick.index(best_of(so_far, trump))) % players if so_far else None
            yield Act(
                card=card,
                hand=frozenset(hands[position]),
                table=so_far,
                trump=trump if first + turn else None,
                seen=frozenset(cards[: first + turn]),
                declaring=position == declarer,
                declarer_wins=winner == declarer,
                declarer_lacks=lacks,
            )
            hands[position].discard(card)
        if suit_of(trick[(declarer - leader) % players]) != suit_of(trick[0]):
            lacks |= {suit_of(trick[0])}
        leader = (leader + trick.index(best_of(tuple(trick), trump))) % players


@pytest.fixture(scope="module")
def acts() -> list[Act]:
    """All cards of some thousand deals of three to seven counting players."""
    everything: list[Act] = []
    for players in (3, 4, 5, 7):
        record = play_sessions(table(players), 0, 75)
        for place in np.flatnonzero(record.bids.any(axis=1)):
            everything += acts_of(record, int(place))
    return everything


@pytest.fixture(scope="module")
def leads_of_declarer(acts: list[Act]) -> list[Act]:
    return [act for act in acts if act.declaring and not act.table and act.trump is not None]


@pytest.fixture(scope="module")
def leads_of_defenders(acts: list[Act]) -> list[Act]:
    return [act for act in acts if not act.declaring and not act.table]


@pytest.fixture(scope="module")
def to_be_won(acts: list[Act]) -> list[Act]:
    """Cards of a follower who can win, and is not leaving the trick to another defender."""
    followers = [act for act in acts if act.table]
    return [act for act in followers if act.winning and (act.declaring or act.declarer_wins)]


@pytest.fixture(scope="module")
def thrown(acts: list[Act]) -> list[Act]:
    """Cards of a follower who cannot win, or need not: another defender is winning."""
    followers = [act for act in acts if act.table]
    return [act for act in followers if not act.winning or not (act.declaring or act.declarer_wins)]


def test_the_deals_show_every_kind_of_act(
    leads_of_declarer: list[Act],
    leads_of_defenders: list[Act],
    to_be_won: list[Act],
    thrown: list[Act],
) -> None:
    assert all(len(some) > 500 for some in (leads_of_declarer, leads_of_defenders, to_be_won))
    assert len(thrown) > 5_000


def test_the_opening_lead_is_the_highest_of_its_suit(acts: list[Act]) -> None:
    openings = [act for act in acts if act.trump is None]
    assert all(act.card == max(act.hand & whole_suit(act.card)) for act in openings)


def test_the_declarer_draws_trumps_from_the_top(leads_of_declarer: list[Act]) -> None:
    drawing = [act for act in leads_of_declarer if act.trumps_out and act.hand > act.side(act.hand)]
    assert all(act.card == max(act.hand - act.side(act.hand)) for act in drawing)
    assert len(drawing) > 300


def test_with_no_trumps_to_draw_the_declarer_leads_a_winner(leads_of_declarer: list[Act]) -> None:
    others = [a for a in leads_of_declarer if not (a.trumps_out and a.hand > a.side(a.hand))]
    with_winner = [act for act in others if act.masters]
    assert all(act.card in act.masters for act in with_winner)
    assert len(with_winner) > 50


def test_a_defender_leads_no_trump_and_no_suit_that_the_declarer_lacks(
    leads_of_defenders: list[Act],
) -> None:
    """As long as he has another card."""
    for act in leads_of_defenders:
        side = act.side(act.hand) or act.hand
        useful = frozenset(card for card in side if suit_of(card) not in act.declarer_lacks)
        assert act.card in preferred(useful, side)
        assert act.card in preferred(act.masters, preferred(useful, side))


def test_whoever_wants_the_trick_wins_it_as_cheaply_as_he_can(to_be_won: list[Act]) -> None:
    """With the lowest card that wins, and with a trump only if no other card does."""
    for act in to_be_won:
        assert act.card == min(act.side(act.winning) or act.winning)


def test_nobody_beats_a_fellow_defender_without_need(thrown: list[Act]) -> None:
    for act in thrown:
        if act.legal - act.winning:
            assert act.card not in act.winning


def test_what_is_thrown_is_the_lowest_loser(thrown: list[Act]) -> None:
    """No trump if another card is legal, no winner if a loser is."""
    for act in thrown:
        losers = preferred(PACK - act.masters, act.side(act.legal) or act.legal)
        assert act.card in losers
        assert act.card % 16 == min(card % 16 for card in losers)
