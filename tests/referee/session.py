"""One session: deal after deal, with everything that passes from one to the next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.referee.acts import Acts, Verdict
from tests.referee.chance import first_dealer
from tests.referee.deal import Chance, judge_deal
from tests.referee.dealing import (
    Layout,
    cut_pack,
    gathered_pack,
    layout_in_packets,
    numbered_layout,
    shuffled_pack,
)
from tests.referee.house import House
from tests.referee.pack import Foul, pack_of
from tests.referee.play import Revokes
from tests.referee.reckoning import SeatedDeal, SessionVerdict, shares_of
from tests.referee.seats import next_dealer, seat_of_player, seats_from
from tests.referee.ties import highest, judge_extra_deals

FEWEST_PLAYERS = 3


def judge_numbered_session(
    house: House,
    *,
    players: int,
    seed: int,
    session: int,
    deals: Sequence[Acts],
    extra_deals: Sequence[Acts] = (),
    seating: str = "fixed",
    revoke_rates: Sequence[float] = (),
) -> SessionVerdict:
    """Judge a numbered session, act by act, whatever is random included.

    `revoke_rates` are by player of the line-up, none for players who never revoke; `deals` and
    `extra_deals` are all that were played, in order.
    """
    if len(revoke_rates) not in (0, players):
        raise Foul(f"{len(revoke_rates)} rates of revokes are told of {players} players")
    seats = [seat_of_player(player, session, players, seating) for player in range(players)]
    rates = dict.fromkeys(seats, 0.0) | dict(zip(seats, revoke_rates, strict=False))
    table = SessionTable(house, players, seed, session, rates)
    for acts in deals:
        table.play(acts)
    if not table.session_is_over:
        raise Foul(f"session {session} ended after {len(deals)} deals")
    winners, extra = table.winners(extra_deals)
    split = table.split_of_the_pool
    wins = [seat in winners for seat in seats]
    return SessionVerdict(
        deals=tuple(table.deals),
        balances=tuple(table.won[seat] + split for seat in seats),
        by_position=tuple(table.by_position),
        pool=table.pool - players * split,
        split=split,
        rebuys=tuple(table.rebuys[seat] for seat in seats),
        extra_deals=tuple(extra),
        winners=tuple(wins),
        shares=shares_of(wins),
    )


class SessionTable:
    """A session as it goes on: who is present and deals next, purses, pool, pack.

    `rates` (of revokes), `purses`, `won` and `rebuys` are by seat; there are purses only where
    chips are limited. `pack` is how the cards lie after the last deal, the top one first; None if
    they are shuffled anew.
    """

    def __init__(
        self, house: House, players: int, seed: int, session: int, rates: Mapping[int, float]
    ) -> None:
        self.house, self.seed, self.session, self.rates = house, seed, session, rates
        self.players = players
        self.first_deal = session * house.deals_per_session
        self.dealer = first_dealer(seed, session, players)
        self.present = list(range(players))
        self.purses = dict.fromkeys(self.present, house.chips) if house.chips else None
        self.won = dict.fromkeys(self.present, 0)
        self.rebuys = dict.fromkeys(self.present, 0)
        self.by_position = [0] * players
        self.pool = 0
        self.pack: list[str] | None = None
        self.deals: list[SeatedDeal] = []

    @property
    def session_is_over(self) -> bool:
        """Whether all deals are played, or too few players are left for another."""
        played = len(self.deals)
        return played == self.house.deals_per_session or len(self.present) < FEWEST_PLAYERS

    def play(self, acts: Acts) -> None:
        """Judge the next deal, and let everything that it changes pass to the one after it."""
        number = self.first_deal + len(self.deals)
        if self.session_is_over:
            raise Foul(f"deal {number} was played after the end of its session")
        seats = seats_from(self.dealer, self.present)
        if len(acts.hands) != len(seats):
            raise Foul(f"deal {number} has {len(acts.hands)} players, but {len(seats)} are present")
        try:
            verdict = self.judged(number, seats, acts)
        except Foul as foul:
            raise Foul(f"deal {number}: {foul}") from foul
        self.deals.append(SeatedDeal(number=number, seats=tuple(seats), verdict=verdict))
        self.book(seats, verdict)
        self.gather(acts, verdict)
        self.move_on()

    def judged(self, number: int, seats: Sequence[int], acts: Acts) -> Verdict:
        """Judge a deal with the cards, the revokes and the money that it begins with."""
        revokes = Revokes(seed=self.seed, number=number, rates=[self.rates[seat] for seat in seats])
        purses = None if self.purses is None else [self.purses[seat] for seat in seats]
        chance = Chance(self.layout(number, len(seats)), revokes)
        return judge_deal(self.house, acts, purses, self.pool, chance)

    def layout(self, number: int, players: int) -> Layout:
        """Deal: a pack that is shuffled anew is not cut."""
        if self.house.shuffle == "every-deal":
            return numbered_layout(self.house, self.seed, number, players)
        if self.pack is None:
            pack = pack_of(self.house.pack, self.house.joker)
            self.pack = shuffled_pack(self.seed, number, pack)
        else:
            self.pack = cut_pack(self.pack, self.seed, number)
        return layout_in_packets(self.house, self.pack, players)

    def book(self, seats: Sequence[int], verdict: Verdict) -> None:
        """Enter what each seat won, and what lies in the pool."""
        if verdict.pool is None or sum(verdict.payments) != self.pool - verdict.pool:
            raise Foul(f"the payments {verdict.payments} are not what the pool lost")
        self.pool = verdict.pool
        for position, seat in enumerate(seats):
            units, stacks = verdict.payments[position], verdict.rebuys[position]
            self.won[seat] += units
            self.by_position[position] += units
            self.rebuys[seat] += stacks
            if self.purses is not None:
                self.purses[seat] += units + stacks * self.house.chips

    def gather(self, acts: Acts, verdict: Verdict) -> None:
        """Leave the pack as it lies; after an all-trick contract made it will be shuffled."""
        if verdict.all_trick_made:
            self.pack = None
        elif self.pack is not None:
            self.pack = gathered_pack(self.pack, acts.plays, verdict.unplayed)

    def move_on(self) -> None:
        """Let the broke leave, and give the deal to the next player clockwise."""
        if self.purses is not None and self.house.when_broke == "out":
            self.present = [seat for seat in self.present if self.purses[seat] > 0]
        if self.present:
            self.dealer = next_dealer(self.dealer, self.present)

    @property
    def split_of_the_pool(self) -> int:
        """What every seat, left or not, gets of the pool at the end; the rest stays there."""
        return self.pool // self.players if self.house.pool_end == "split" else 0

    def winners(self, extra_deals: Sequence[Acts]) -> tuple[list[int], list[SeatedDeal]]:
        """Give the seats that win the session, and the extra deals that were needed for it."""
        tied = highest(self.won)
        if self.house.ties == "extra deal" and len(tied) > 1:
            return judge_extra_deals(
                self.house,
                tied,
                seed=self.seed,
                session=self.session,
                rates=self.rates,
                acts_of_deals=extra_deals,
            )
        if extra_deals:
            raise Foul(f"session {self.session} had extra deals without a tie to break")
        return tied, []
