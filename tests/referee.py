"""An independent referee of Nap, written from the rules alone.

The referee shares nothing with the simulator: no import, no encoding, no table. Cards are texts
("AC" is the ace of clubs, "TD" the ten of diamonds), players are positions at the table
(0 the dealer, 1 eldest, ...), and every rule is written out once, in the order of the rule book:

* the house rules: which pack, which ladder, how many deals (`House`, `Rung`, `BASIC`);
* the numbered deals: Philox4x32-10, the streams, who deals first, who holds what;
* the auction (`hear_auction`), the play (`watch_play`), the settlement (`settle`);
* one deal from first word to last payment (`judge`) and one session (`judge_session`).

Whatever breaks a rule raises `Foul` with a plain sentence. Standard library only.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

SUITS = "CDHS"
RANKS = "23456789TJQKA"
STRENGTH = {rank: strength for strength, rank in enumerate(RANKS)}
SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
PASS = "pass"


class Foul(Exception):  # noqa: N818 - a foul is what players call it
    """Something that the rules forbid; its text says what was done, and by whom."""


# The house rules -------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Rung:
    """A contract: its name, the tricks it promises, what one opponent pays or is paid."""

    name: str
    target: int
    made: int
    failed: int
    requires: str | None = None


@dataclass(frozen=True, kw_only=True)
class House:
    """What the players agreed on before the first deal; `ladder` runs from the lowest contract."""

    ladder: tuple[Rung, ...]
    pack: int = 52
    hand_size: int = 5
    deals_per_session: int = 8

    def rung(self, name: str) -> Rung:
        """Give the contract of that name."""
        for rung in self.ladder:
            if rung.name == name:
                return rung
        raise Foul(f"there is no contract {name!r}")

    def height(self, name: str) -> int:
        """Give the place of a contract on the ladder, the lowest being 0."""
        return self.ladder.index(self.rung(name))


BASIC = House(
    ladder=(
        Rung(name="three", target=3, made=3, failed=3),
        Rung(name="four", target=4, made=4, failed=4),
        Rung(name="nap", target=5, made=5, failed=5),
        Rung(name="wellington", target=5, made=10, failed=10, requires="nap"),
    )
)


def pack_of(size: int) -> tuple[str, ...]:
    """List a pack in its printed order: clubs, diamonds, hearts, spades, each from its lowest."""
    ranks_in_a_suit, odd_cards = divmod(size, len(SUITS))
    if odd_cards or not 0 < ranks_in_a_suit <= len(RANKS):
        raise Foul(f"no pack of {size} cards can be made by stripping the lowest ranks")
    return tuple(rank + suit for suit in SUITS for rank in RANKS[-ranks_in_a_suit:])


# The numbered deals ----------------------------------------------------------------------------

CARDS_STREAM = 0
FIRST_DEALER_STREAM = 1

LOW_32 = (1 << 32) - 1
LOW_64 = (1 << 64) - 1


def philox4x32(counter: Sequence[int], key: Sequence[int]) -> tuple[int, int, int, int]:
    """Philox4x32 with ten rounds, word by word as its authors define it.

    Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC'11.
    """
    c0, c1, c2, c3 = counter
    k0, k1 = key
    for _ in range(10):
        product_0 = 0xD2511F53 * c0
        product_1 = 0xCD9E8D57 * c2
        c0, c1, c2, c3 = (
            (product_1 >> 32) ^ c1 ^ k0,
            product_1 & LOW_32,
            (product_0 >> 32) ^ c3 ^ k1,
            product_0 & LOW_32,
        )
        k0 = (k0 + 0x9E3779B9) & LOW_32
        k1 = (k1 + 0xBB67AE85) & LOW_32
    return c0, c1, c2, c3


def random_words(seed: int, stream: int, index: int) -> Iterator[int]:
    """Yield the 64-bit words of one stream at one index, the first word first."""
    key = (seed & LOW_32, seed >> 32)
    block = 0
    while True:
        c0, c1, c2, c3 = philox4x32((block, stream, index & LOW_32, index >> 32), key)
        yield c0 | c1 << 32
        yield c2 | c3 << 32
        block += 1


def draw_below(bound: int, word: int) -> tuple[int, int]:
    """Draw a number below `bound` from a 64-bit word; also give the word for the next draw."""
    product = word * bound
    return product >> 64, product & LOW_64


def first_dealer(seed: int, session: int, players: int) -> int:
    """Give the seat that deals the first deal of a session."""
    word = next(random_words(seed, FIRST_DEALER_STREAM, session))
    return draw_below(players, word)[0]


def dealer_of(seed: int, deal: int, players: int, deals_per_session: int) -> int:
    """Give the seat that deals a numbered deal: the deal moves one seat on after every deal."""
    session, deals_before = divmod(deal, deals_per_session)
    return (first_dealer(seed, session, players) + deals_before) % players


def deal_cards(
    seed: int, deal: int, players: int, pack: Sequence[str], hand_size: int = 5
) -> list[set[str]]:
    """Give the hands of a numbered deal by position, dealt from eldest round to the dealer.

    Each hand is drawn from one 64-bit word; each draw takes one of the cards still in the pack,
    counted in the pack's printed order.
    """
    words = random_words(seed, CARDS_STREAM, deal)
    left = list(pack)
    hands: list[set[str]] = [set() for _ in range(players)]
    for position in speaking_order(players):
        word = next(words)
        for _ in range(hand_size):
            place, word = draw_below(len(left), word)
            hands[position].add(left.pop(place))
    return hands


def speaking_order(players: int) -> list[int]:
    """List the positions from eldest clockwise to the dealer."""
    return [*range(1, players), 0]


# The auction -----------------------------------------------------------------------------------


def legal_calls(house: House, calls: Sequence[str]) -> list[str]:
    """List what may be said after these calls: pass, or a contract above the highest bid.

    A contract that requires another may be bid only where the other has been bid before.
    """
    bids = [call for call in calls if call != PASS]
    floor = max((house.height(bid) for bid in bids), default=-1)
    above = house.ladder[floor + 1 :]
    return [PASS] + [rung.name for rung in above if rung.requires in (None, *bids)]


def all_auctions(house: House, players: int) -> list[tuple[str, ...]]:
    """List every legal auction of one round, the one of passes alone included."""
    auctions: list[tuple[str, ...]] = [()]
    for _ in range(players):
        auctions = [(*calls, call) for calls in auctions for call in legal_calls(house, calls)]
    return auctions


def hear_auction(house: House, bids: Sequence[str], players: int) -> tuple[Rung, int] | None:
    """Judge an auction in speaking order; give contract and declarer, or None if passed out."""
    if len(bids) != players:
        raise Foul(f"{players} players spoke {len(bids)} times")
    highest: tuple[Rung, int] | None = None
    bid_before: set[str] = set()
    for position, bid in zip(speaking_order(players), bids, strict=True):
        if bid == PASS:
            continue
        rung = house.rung(bid)
        if highest and house.height(bid) <= house.height(highest[0].name):
            raise Foul(f"position {position} bid {bid}, which is not above {highest[0].name}")
        if rung.requires and rung.requires not in bid_before:
            raise Foul(f"position {position} bid {bid} before anybody had bid {rung.requires}")
        bid_before.add(bid)
        highest = rung, position
    return highest


# The play --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Trick:
    """One trick: who led, the cards in the order played, who won."""

    leader: int
    cards: tuple[str, ...]
    winner: int


def check_hands(house: House, hands: Sequence[Collection[str]]) -> None:
    """Refuse hands that this pack could not have dealt."""
    pack = set(pack_of(house.pack))
    dealt: set[str] = set()
    for position, hand in enumerate(hands):
        if len(hand) != house.hand_size:
            raise Foul(f"position {position} was dealt {len(hand)} cards")
        for card in hand:
            if card not in pack:
                raise Foul(f"position {position} was dealt {card}, which is not in the pack")
            if card in dealt:
                raise Foul(f"position {position} was dealt {card}, which another hand holds")
            dealt.add(card)


def beats(card: str, best: str, trump: str) -> bool:
    """Say whether a card played later takes the trick from the card that is winning it."""
    if card[1] == best[1]:
        return STRENGTH[card[0]] > STRENGTH[best[0]]
    return card[1] == trump


def check_card(position: int, card: str, hand: Collection[str], led: str | None) -> None:
    """Refuse a card that the player does not hold, and a revoke."""
    if card not in hand:
        raise Foul(f"position {position} played {card}, which is not in that hand")
    if led is not None and card[1] != led and any(held[1] == led for held in hand):
        raise Foul(f"position {position} revoked: {card} on {SUIT_NAMES[led]}, which were held")


def watch_trick(hands: list[set[str]], leader: int, cards: Sequence[str], trump: str) -> Trick:
    """Judge one trick and take its cards out of the hands."""
    players = len(hands)
    best, winner = cards[0], leader
    led: str | None = None
    for turn, card in enumerate(cards):
        position = (leader + turn) % players
        check_card(position, card, hands[position], led)
        hands[position].discard(card)
        if turn == 0:
            led = card[1]
        elif beats(card, best, trump):
            best, winner = card, position
    return Trick(leader, tuple(cards), winner)


def watch_play(
    hands: Sequence[Collection[str]], declarer: int, plays: Sequence[str]
) -> tuple[str, list[Trick]]:
    """Judge the play of all tricks; give the trump suit and the tricks.

    The declarer leads, and the suit of his card is trump for the whole deal. The winner of a
    trick leads to the next. All tricks are played out.
    """
    players, hand_size = len(hands), len(hands[0])
    if len(plays) != players * hand_size:
        raise Foul(f"{len(plays)} cards were played, not {players * hand_size}")
    left = [set(hand) for hand in hands]
    trump = plays[0][1]
    leader, tricks = declarer, []
    for start in range(0, len(plays), players):
        trick = watch_trick(left, leader, plays[start : start + players], trump)
        tricks.append(trick)
        leader = trick.winner
    return trump, tricks


# The settlement --------------------------------------------------------------------------------


def settle(rung: Rung, declarer: int, made: bool, players: int) -> tuple[int, ...]:
    """Give what each position wins: the declarer is paid by, or pays, every opponent alike."""
    from_each = rung.made if made else -rung.failed
    return tuple(
        from_each * (players - 1) if position == declarer else -from_each
        for position in range(players)
    )


# One deal --------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What a legal deal came to; all is by position, payments in units with sum zero.

    Of a deal that was passed out, contract, declarer, trump, tricks and made are None.
    """

    payments: tuple[int, ...]
    contract: str | None = None
    declarer: int | None = None
    trump: str | None = None
    made: bool | None = None
    tricks: int | None = None
    course: tuple[Trick, ...] = ()


def judge(
    house: House, hands: Sequence[Collection[str]], bids: Sequence[str], plays: Sequence[str]
) -> Verdict:
    """Judge one deal, act by act.

    `hands` is listed by position, `bids` in speaking order ("pass" or the name of a contract),
    `plays` in the order in which the cards were played; a deal passed out has none.
    """
    players = len(hands)
    check_hands(house, hands)
    highest = hear_auction(house, bids, players)
    if highest is None:
        if plays:
            raise Foul("cards were played although everybody passed")
        return Verdict(payments=(0,) * players)
    rung, declarer = highest
    trump, course = watch_play(hands, declarer, plays)
    tricks = sum(trick.winner == declarer for trick in course)
    made = tricks >= rung.target
    return Verdict(
        payments=settle(rung, declarer, made, players),
        contract=rung.name,
        declarer=declarer,
        trump=SUIT_NAMES[trump],
        made=made,
        tricks=tricks,
        course=tuple(course),
    )


# One session -----------------------------------------------------------------------------------


def seat_of_player(player: int, session: int, players: int, seating: str) -> int:
    """Give the seat at which a player of the line-up sits in a session."""
    if seating == "fixed":
        return player
    if seating == "rotate":
        return (player + session) % players
    raise Foul(f"there is no seating {seating!r}")


def position_of_seat(seat: int, dealer: int, players: int) -> int:
    """Give the position of a seat: 0 deals, 1 is next clockwise, and so on."""
    return (seat - dealer) % players


def player_at_position(position: int, dealer: int, session: int, players: int, seating: str) -> int:
    """Give the player of the line-up who is in a position, when a given seat deals."""
    for player in range(players):
        seat = seat_of_player(player, session, players, seating)
        if position_of_seat(seat, dealer, players) == position:
            return player
    raise Foul(f"nobody is in position {position} of {players}")


@dataclass(frozen=True, kw_only=True)
class Reckoning:
    """How a session ended: units by player, units by position, and each player's share of a win."""

    by_player: tuple[int, ...]
    by_position: tuple[int, ...]
    shares: tuple[Fraction, ...]


def winners_shares(balances: Sequence[int]) -> tuple[Fraction, ...]:
    """Share one win among the players with the highest balance."""
    highest = max(balances)
    share = Fraction(1, list(balances).count(highest))
    return tuple(share if balance == highest else Fraction(0) for balance in balances)


def judge_session(
    payments: Sequence[Sequence[int]], session: int, opening_dealer: int, seating: str = "fixed"
) -> Reckoning:
    """Add up a session whose deals, in order, paid these units by position.

    `opening_dealer` is the seat that dealt first; the deal moves on after every deal.
    """
    players = len(payments[0])
    by_player, by_position = [0] * players, [0] * players
    for deals_before, paid in enumerate(payments):
        if sum(paid) != 0:
            raise Foul(f"the payments {tuple(paid)} do not sum to zero")
        dealer = (opening_dealer + deals_before) % players
        for player in range(players):
            seat = seat_of_player(player, session, players, seating)
            position = position_of_seat(seat, dealer, players)
            by_player[player] += paid[position]
            by_position[position] += paid[position]
    return Reckoning(
        by_player=tuple(by_player),
        by_position=tuple(by_position),
        shares=winners_shares(by_player),
    )
