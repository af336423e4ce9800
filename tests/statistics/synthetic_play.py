"""Sessions played by a small generator that shares nothing with the simulator.

There are no cards: what is bid, how many tricks are taken, who exchanges or revokes is drawn by
plain Python. What follows from it, who may bid what, who pays whom and who leaves the table, is
worked out from rules.md in the longest possible way, one seat after the other.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from sim.experiment import Experiment

SUITS = ("clubs", "diamonds", "hearts", "spades")


@dataclass
class Promise:
    """A contract, told by the options of a profile."""

    name: str
    base: str
    target: int
    exactly: bool
    trump: str
    requires: str | None
    made: int
    failed: int

    @property
    def with_float(self) -> bool:
        return self.name != self.base

    def kept_by(self, tricks: int) -> bool:
        return tricks == self.target if self.exactly else tricks >= self.target


def promises(chosen: Experiment) -> dict[str, Promise]:
    """Return the ladder as it is bid, lowest first; each contract with the float below itself."""
    options = chosen.rules.options
    found = {}
    for base in options["ladder"]:
        said, stakes = options["contracts"][base], options["stakes"][base]
        names = [f"{base}-float", base] if options["float"] else [base]
        for name in names:
            found[name] = Promise(
                name,
                base,
                said["target"],
                said["judged"] == "exactly",
                said["trump"],
                None if said["requires"] == "nothing" else said["requires"],
                stakes["made"],
                stakes["failed"],
            )
    return found


@dataclass
class Deal:
    """Who is told by seat, if not said otherwise."""

    number: int
    dealer: int
    present: list[int]  # the dealer first, then clockwise
    speakers: list[int]  # those who have cards, in speaking order
    auction: list[str] = field(default_factory=list)
    trump: str = "none"
    tricks: int = 0
    contract: str | None = None
    declarer: int | None = None
    made: bool | None = None
    revoked: int | None = None
    exchanged: dict[int, int] = field(default_factory=dict)
    looked: set[int] = field(default_factory=set)
    peeped: set[int] = field(default_factory=set)
    took: int | None = None
    antes: dict[int, int] = field(default_factory=dict)
    prices: dict[str, dict[int, int]] = field(default_factory=dict)
    stakes: dict[int, int] = field(default_factory=dict)
    pool_won: int = 0
    pool: int = 0

    def position(self, seat: int) -> int:
        return self.present.index(seat)

    def from_pool(self, seat: int) -> int:
        won = self.pool_won if seat == self.declarer else 0
        paid = sum(of_act.get(seat, 0) for of_act in self.prices.values())
        return won - paid - self.antes.get(seat, 0)

    def units(self, seat: int) -> int:
        return self.stakes.get(seat, 0) + self.from_pool(seat)

    def amount(self, act: str, seat: int) -> int:
        """Return how much of an act was done: cards exchanged, else 0 or 1."""
        if act == "exchange":
            return self.exchanged.get(seat, 0)
        done = {"float": self.looked, "peep": self.peeped, "extra hand": {self.took}}
        return int(seat in done[act])


@dataclass
class Session:
    number: int
    first_dealer: int
    seat_of_player: list[int]
    deals: list[Deal] = field(default_factory=list)
    pool: int = 0
    split: int = 0
    stacks_bought: dict[int, int] = field(default_factory=dict)
    chips: dict[int, int] = field(default_factory=dict)
    extra_deals: int = 0
    winners: list[int] = field(default_factory=list)

    def player_in(self, seat: int) -> int:
        return self.seat_of_player.index(seat)

    def balance_of_seat(self, seat: int) -> int:
        return sum(deal.units(seat) for deal in self.deals) + self.split

    def units_of_position(self, position: int) -> int:
        return sum(
            deal.units(deal.present[position])
            for deal in self.deals
            if position < len(deal.present)
        )


def play_sessions(
    chosen: Experiment, first: int, count: int, seed: int = 1, boldness: float = 0.25
) -> list[Session]:
    draw = random.Random(f"{seed} {first}")
    return [Evening(chosen, first + k, draw, boldness).played() for k in range(count)]


class Evening:
    """A session in progress."""

    def __init__(self, chosen: Experiment, number: int, draw: random.Random, boldness: float):
        self.rules, self.ladder = chosen.rules, promises(chosen)
        self.rates = [player.revoke_rate for player in chosen.lineup]
        self.draw, self.boldness = draw, boldness
        self.seats = list(range(self.rules.players))
        moved = number if chosen.seating == "rotate" else 0
        seat_of_player = [(player + moved) % len(self.seats) for player in self.seats]
        self.session = Session(number, draw.randrange(len(self.seats)), seat_of_player)
        self.leaves = self.rules.chips > 0 and self.rules.when_broke == "out"
        self.chips = dict.fromkeys(self.seats, self.rules.chips)
        self.bought = dict.fromkeys(self.seats, 0)
        self.pool = 0

    def played(self) -> Session:
        dealer = self.session.first_dealer
        for place in range(self.rules.deals_per_session):
            present = [seat for seat in self._from(dealer) if self._is_in(seat)]
            if len(present) < 3:
                break
            number = self.session.number * self.rules.deals_per_session + place
            self.session.deals.append(self._deal(number, present))
            dealer = next(seat for seat in self._from(dealer + 1) if self._is_in(seat))
        self._end()
        return self.session

    def _from(self, seat: int) -> list[int]:
        return [(seat + step) % len(self.seats) for step in self.seats]

    def _is_in(self, seat: int) -> bool:
        return not self.leaves or self.chips[seat] > 0

    # Units ----------------------------------------------------------------------------------------

    def _take_from(self, seat: int, amount: int) -> int:
        """Take units from a seat, as many as it has to give; return how many."""
        if self.leaves:
            amount = min(amount, self.chips[seat])
        elif self.rules.chips:
            while self.chips[seat] < amount:
                self.chips[seat] += self.rules.chips
                self.bought[seat] += 1
        self.chips[seat] -= amount
        return amount

    def _affords(self, seat: int, price: int) -> bool:
        return not self.leaves or self.chips[seat] >= price

    def _buys(self, deal: Deal, act: str, seat: int, price: int) -> None:
        paid = self._take_from(seat, price)
        assert paid == price
        self.pool += paid
        deal.prices.setdefault(act, {})[seat] = price

    # One deal -------------------------------------------------------------------------------------

    def _deal(self, number: int, present: list[int]) -> Deal:
        dealer = present[0]
        speakers = present[1:] + ([] if self.rules.dealer_sits_out else [dealer])
        deal = Deal(number, dealer, present, speakers)
        for seat in present:
            deal.antes[seat] = self._take_from(seat, self.rules.pool_ante)
            self.pool += deal.antes[seat]
        self._exchange(deal)
        self._look(deal)
        self._bid(deal)
        if deal.contract:
            self._play(deal)
            self._settle(deal)
        deal.pool = self.pool
        return deal

    def _exchange(self, deal: Deal) -> None:
        rules = self.rules
        cards_out = len(deal.speakers) * rules.hand_size + 5 * rules.sir_garnet
        stock = rules.pack + rules.joker - cards_out - rules.peep - rules.float_card
        for seat in deal.speakers if rules.exchange_cards else []:
            most = min(rules.exchange_cards, stock)
            if rules.exchange_price_per == "card":
                while not self._affords(seat, most * rules.exchange_price):
                    most -= 1
            elif not self._affords(seat, rules.exchange_price):
                most = 0
            cards = self.draw.randint(0, most)
            stock -= cards
            if cards:
                deal.exchanged[seat] = cards
                bought = cards if rules.exchange_price_per == "card" else 1
                self._buys(deal, "exchange", seat, bought * rules.exchange_price)

    def _look(self, deal: Deal) -> None:
        for seat in deal.speakers if self.rules.float_card else []:
            price = 0 if seat == deal.dealer else self.rules.float_price
            if self._affords(seat, price) and self.draw.random() < 0.4:
                deal.looked.add(seat)
                self._buys(deal, "float", seat, price)

    def _bid(self, deal: Deal) -> None:
        rules, names = self.rules, list(self.ladder)
        for seat in deal.speakers:
            if rules.peep and self._affords(seat, rules.peep_price) and self.draw.random() < 0.3:
                deal.peeped.add(seat)
                self._buys(deal, "peep", seat, rules.peep_price)
            bids = [call for call in deal.auction if call != "pass"]
            higher = names[names.index(bids[-1]) + 1 :] if bids else names
            spoken = {self.ladder[bid].base for bid in bids}
            legal = [
                name
                for name in higher
                if self.ladder[name].requires in (None, *spoken)
                and (seat in deal.looked or not self.ladder[name].with_float)
            ]
            call = "pass"
            nap_stands = (
                "nap" in names and ("nap-float" if rules.float_card else "nap") not in higher
            )
            offered = rules.sir_garnet and deal.took is None and not nap_stands
            if offered and self.draw.random() < 0.2:
                deal.took, call = seat, "nap"
            elif legal and self.draw.random() < self.boldness:
                call = self.draw.choice(legal)
            deal.auction.append(call)
            if call != "pass":
                deal.contract, deal.declarer = call, seat

    def _play(self, deal: Deal) -> None:
        promise = self.ladder[deal.contract]
        deal.trump = "none" if promise.trump == "none" else self.draw.choice(SUITS)
        helped = 1 if deal.declarer in deal.peeped or deal.exchanged.get(deal.declarer) else 0
        drawn = self.draw.randrange(4) + self.draw.randrange(4) + helped
        deal.tricks = min(self.rules.hand_size, drawn)
        if promise.exactly and self.draw.random() < 0.3:
            deal.tricks = promise.target
        revoking = [
            seat
            for seat in deal.speakers
            if self.draw.random() < self.rates[self.session.player_in(seat)]
        ]
        if revoking:
            deal.revoked = self.draw.choice(revoking)
            deal.tricks = min(deal.tricks, self.rules.hand_size - 1)
        if deal.revoked is None:
            deal.made = promise.kept_by(deal.tricks)
        else:
            deal.made = deal.revoked != deal.declarer

    def _settle(self, deal: Deal) -> None:
        promise = self.ladder[deal.contract]
        after_declarer = deal.position(deal.declarer) + 1
        opponents = (deal.present[after_declarer:] + deal.present[:after_declarer])[:-1]
        deal.stakes = dict.fromkeys(deal.present, 0)
        if not deal.made:
            for seat in opponents:
                paid = self._take_from(deal.declarer, promise.failed)
                deal.stakes[deal.declarer] -= paid
                deal.stakes[seat] += paid
        elif deal.revoked is not None:
            paid = self._take_from(deal.revoked, promise.made * len(opponents))
            deal.stakes[deal.revoked] -= paid
            deal.stakes[deal.declarer] += paid
        else:
            for seat in opponents:
                paid = self._take_from(seat, promise.made)
                deal.stakes[seat] -= paid
                deal.stakes[deal.declarer] += paid
        if deal.made and promise.target == self.rules.hand_size:
            deal.pool_won, self.pool = self.pool, 0
        for seat in deal.present:
            received = max(deal.stakes[seat], 0)
            self.chips[seat] += received + (deal.pool_won if seat == deal.declarer else 0)

    # The end --------------------------------------------------------------------------------------

    def _end(self) -> None:
        session, players = self.session, len(self.seats)
        session.chips, session.stacks_bought = dict(self.chips), self.bought
        if self.rules.pool_end == "split":
            session.split = self.pool // players
        session.pool = self.pool - players * session.split
        balances = [session.balance_of_seat(seat) for seat in self.seats]
        session.winners = [seat for seat in self.seats if balances[seat] == max(balances)]
        if self.rules.ties == "extra deal" and len(session.winners) > 1:
            session.extra_deals = self.draw.choice([1, 1, 2, 3, 19, 20, 20])
            left = self.draw.randint(1, len(session.winners)) if session.extra_deals == 20 else 1
            session.winners = self.draw.sample(session.winners, left)
