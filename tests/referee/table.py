"""A deal up to the opening lead: antes, cards, exchange, float, auction, what is picked up."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tests.referee.acts import Acts, Exchange, Verdict
from tests.referee.auction import SIR_GARNET_BID, check_call, extra_hand_is_offered
from tests.referee.dealing import EXTRA_HAND, Layout, speaking_order
from tests.referee.dealt import check_cards_face_down, check_hands, check_layout
from tests.referee.house import House, Rung
from tests.referee.money import Till
from tests.referee.pack import Foul, in_words, pack_of


class Table:
    """A deal as it goes on: what everybody holds by now, and what has been paid."""

    def __init__(
        self,
        house: House,
        acts: Acts,
        purses: Sequence[int] | None,
        pool: int | None,
        layout: Layout | None,
    ) -> None:
        self.house, self.acts = house, acts
        self.players = len(acts.hands)
        self.speakers = speaking_order(self.players, house.dealer_sits_out)
        self.till = Till(house, self.players, purses, pool)
        self.layout = layout
        self.hands = [set(hand) for hand in acts.hands]
        self.stock: set[str] = set()
        self.exchanged = [0] * self.players
        self.looked = [False] * self.players
        self.peeped = [False] * self.players

    # Antes and deal

    def collect_antes(self) -> None:
        """Everybody pays the ante, a dealer who sits out too."""
        if self.house.pool_ante:
            for position in range(self.players):
                self.till.pay_into_pool(position, self.house.pool_ante)

    def check_cards(self) -> None:
        """Refuse cards that the pack, or the number of the deal, does not give."""
        check_hands(self.house, self.acts.hands)
        check_cards_face_down(self.house, self.acts)
        if self.layout:
            check_layout(self.acts, self.layout)
        face_down = {*self.acts.extra_hand, self.acts.peep_card, self.acts.float_card}
        pack = set(pack_of(self.house.pack, self.house.joker))
        self.stock = pack.difference(face_down, *self.hands)

    # Exchange

    def watch_exchanges(self) -> None:
        """Each player once throws cards and draws as many from the stock, and pays for them."""
        if not self.turns_are_told(self.acts.exchanges, "exchange", self.house.exchange_cards > 0):
            return
        for position, exchange in zip(self.speakers, self.acts.exchanges, strict=True):
            self.watch_exchange(position, exchange)

    def watch_exchange(self, position: int, exchange: Exchange) -> None:
        """Judge one player's exchange."""
        thrown, drawn = map(set, exchange)
        most = min(self.house.exchange_cards, len(self.stock))
        if len(thrown) > most:
            raise Foul(f"position {position} threw {len(thrown)} cards of at most {most}")
        if len(drawn) != len(thrown):
            raise Foul(f"position {position} threw {len(thrown)} cards and drew {len(drawn)}")
        per_card = self.house.exchange_price_per == "card"
        units = len(thrown) if per_card else min(len(thrown), 1)
        self.sell(position, "exchange", units * self.house.exchange_price)
        self.check_drawn(position, drawn)
        self.throw(position, thrown)
        self.hands[position] |= drawn
        self.stock -= drawn
        self.exchanged[position] = len(thrown)

    def check_drawn(self, position: int, drawn: set[str]) -> None:
        """Refuse cards that the stock does not have, or that were not to be drawn from it."""
        if not drawn <= self.stock:
            strange = in_words(drawn - self.stock)
            raise Foul(f"position {position} drew {strange}, which the stock does not have")
        if self.layout:
            wanted = self.layout.stock.draw(len(drawn))
            if drawn != wanted:
                raise Foul(f"position {position} drew {in_words(drawn)}, not {in_words(wanted)}")

    # Float

    def watch_looks(self) -> None:
        """Each player may look at the float: the dealer free, all others at the price."""
        if not self.turns_are_told(self.acts.looks, "float", self.house.float_card):
            return
        for position, looks in zip(self.speakers, self.acts.looks, strict=True):
            if looks:
                self.sell(position, "float", 0 if position == 0 else self.house.float_price)
                self.looked[position] = True

    # Auction

    def hear_auction(self) -> None:
        """Each player in turn may peep, then may take the extra hand, then speaks."""
        calls = self.acts.calls
        if len(calls) != len(self.speakers):
            raise Foul(f"{len(self.speakers)} players spoke {len(calls)} times")
        peep_is_known = self.turns_are_told(self.acts.peeps, "peep card", self.house.peep)
        for turn, position in enumerate(self.speakers):
            if peep_is_known and self.acts.peeps[turn]:
                self.sell(position, "peep card", self.house.peep_price)
                self.peeped[position] = True
            if self.acts.taker == position:
                self.watch_taking(position, calls[:turn], calls[turn])
            check_call(self.house, position, calls[:turn], calls[turn], self.looked[position])
        if self.acts.taker is None and self.acts.taker_throws:
            raise Foul("cards were thrown although nobody took the extra hand")
        if self.acts.taker is not None and self.acts.taker not in self.speakers:
            raise Foul(f"position {self.acts.taker} has no turn in which to take the extra hand")

    def watch_taking(self, position: int, calls_before: Sequence[str], call: str) -> None:
        """Judge the taking of the extra hand: five cards thrown, and nap bid on the rest."""
        if not self.house.sir_garnet:
            raise Foul(f"position {position} took an extra hand, which the house does not have")
        if not extra_hand_is_offered(self.house, calls_before):
            raise Foul(f"position {position} took the extra hand where it cannot bid nap")
        if call != SIR_GARNET_BID:
            raise Foul(f"position {position} took the extra hand and said {call}, not nap")
        self.hands[position].update(self.acts.extra_hand)
        self.throw_exactly(position, self.acts.taker_throws, EXTRA_HAND)

    # What the declarer picks up

    def watch_pick_up(self, rung: Rung, declarer: int) -> None:
        """The declarer takes the float of his contract and the card he peeped at; throws as many.

        He may throw what he took: then nothing has changed.
        """
        picked_up = set()
        if rung.with_float and self.acts.float_card:
            picked_up.add(self.acts.float_card)
        if self.peeped[declarer] and self.acts.peep_card:
            picked_up.add(self.acts.peep_card)
        self.hands[declarer] |= picked_up
        self.throw_exactly(declarer, self.acts.declarer_throws, len(picked_up))

    # Throwing and paying

    def throw_exactly(self, position: int, thrown: Collection[str], number: int) -> None:
        """Let a player throw as many cards as he must."""
        if len(set(thrown)) != number:
            raise Foul(f"position {position} threw {len(set(thrown))} cards, not {number}")
        self.throw(position, set(thrown))

    def throw(self, position: int, thrown: set[str]) -> None:
        """Take cards out of a hand and out of the deal."""
        if not thrown <= self.hands[position]:
            strange = in_words(thrown - self.hands[position])
            raise Foul(f"position {position} threw {strange}, which is not in that hand")
        self.hands[position] -= thrown

    def sell(self, position: int, what: str, price: int) -> None:
        """Let a player buy something that he need not buy; he must be able to pay for it."""
        if not self.till.can_choose_to_pay(position, price):
            raise Foul(f"position {position} cannot pay {price} for the {what}")
        self.till.pay_into_pool(position, price)

    def turns_are_told(self, acts: Sequence[object], what: str, known: bool) -> bool:
        """Say whether the house knows these acts; refuse them if not, or one a turn is missing."""
        if not known and acts:
            raise Foul(f"the house knows no {what}")
        if known and len(acts) != len(self.speakers):
            raise Foul(f"of {len(self.speakers)} turns, {len(acts)} say what became of the {what}")
        return known

    # What it came to

    def account(self, unplayed: Sequence[set[str]]) -> Verdict:
        """Say what the deal came to for each position, however it ended."""
        return Verdict(
            payments=tuple(self.till.won),
            exchanged=tuple(self.exchanged),
            looked=tuple(self.looked),
            peeped=tuple(self.peeped),
            taker=self.acts.taker,
            pool_won=self.till.pool_won,
            pool=self.till.pool,
            rebuys=tuple(self.till.rebuys),
            unplayed=tuple(map(frozenset, unplayed)),
        )
