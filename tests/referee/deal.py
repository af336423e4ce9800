"""One deal from the antes to the last payment, act by act."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from tests.referee.acts import Acts, Verdict
from tests.referee.auction import highest_bid
from tests.referee.dealing import Layout
from tests.referee.house import House, Rung
from tests.referee.money import debt_of_a_revoking_defender, debts
from tests.referee.pack import SUIT_NAMES, Foul
from tests.referee.play import Play, Revokes, watch_play
from tests.referee.table import Table


@dataclass(frozen=True)
class Chance:
    """What chance has decided in a numbered deal: every card, and the revokes."""

    layout: Layout
    revokes: Revokes


def judge_deal(
    house: House,
    acts: Acts,
    purses: Sequence[int] | None = None,
    pool: int | None = 0,
    chance: Chance | None = None,
) -> Verdict:
    """Judge one deal, act by act.

    `purses` are the chips of each position before the antes, None if they are without limit;
    `pool` are the units in the pool, None if there is no pool. Without `chance` the cards are
    what the acts say, as long as the pack has them, and anybody may revoke.
    """
    table = Table(house, acts, purses, pool, chance.layout if chance else None)
    table.collect_antes()
    table.check_cards()
    table.watch_exchanges()
    table.watch_looks()
    table.hear_auction()
    highest = highest_bid(house, acts.calls, table.players)
    if highest is None:
        return passed_out(table)
    rung, declarer = highest
    table.watch_pick_up(rung, declarer)
    play = watch_play(
        table.hands,
        rung,
        declarer,
        acts.plays,
        named=acts.named,
        revoked=acts.revoked,
        revokes=chance.revokes if chance else None,
    )
    return settled(table, rung, declarer, play)


def judge(
    house: House, hands: Sequence[Collection[str]], bids: Sequence[str], plays: Sequence[str]
) -> Verdict:
    """Judge one deal of which hands, calls and cards say everything."""
    return judge_deal(house, Acts(hands=hands, calls=bids, plays=plays))


def passed_out(table: Table) -> Verdict:
    """Nobody has bid: nothing may follow, and nobody scores."""
    acts = table.acts
    if acts.plays:
        raise Foul("cards were played although everybody passed")
    if acts.declarer_throws or acts.named or acts.revoked is not None:
        raise Foul("somebody declared although everybody passed")
    return table.account(table.hands)


def settled(table: Table, rung: Rung, declarer: int, play: Play) -> Verdict:
    """The contract is paid, or paid for; an all-trick contract that is made takes the pool.

    The declarer's revoke breaks the contract, a defender's makes it.
    """
    tricks = sum(trick.winner == declarer for trick in play.tricks)
    made = rung.keeps(tricks) if play.ended_by is None else play.ended_by != declarer
    if play.ended_by not in (None, declarer):
        owed = [debt_of_a_revoking_defender(rung, play.ended_by, declarer, table.players)]
    else:
        owed = debts(rung, declarer, made, table.players)
    for debt in owed:
        table.till.pay(debt)
    all_trick_made = made and table.house.is_all_trick(rung)
    if all_trick_made:
        table.till.win_pool(declarer)
    return replace(
        table.account(play.hands),
        contract=rung.name,
        declarer=declarer,
        trump=SUIT_NAMES[play.trump] if play.trump else None,
        made=made,
        tricks=tricks,
        course=tuple(play.tricks),
        revoked=play.ended_by,
        all_trick_made=all_trick_made,
    )
