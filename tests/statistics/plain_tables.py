"""Every whole number of the final tables, counted by loops over single deals.

Slow and plain: dictionaries of counts by the labels of a row. Nothing is shared with `pipelines`.
Counters that say ``by_session`` hold a list of such counts, one for each session.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction

from tests.statistics.synthetic_play import Deal, Session


def deals_of(sessions: list[Session]) -> Iterator[tuple[Session, Deal]]:
    for session in sessions:
        for deal in session.deals:
            yield session, deal


def label(who: str, session: Session, deal: Deal, seat: int, policies: list[str]):
    """Return to which row of a table a seat belongs."""
    player = session.player_in(seat)
    return {
        "": None,
        "position": deal.position(seat),
        "player": player,
        "policy": policies[player],
    }[who]


def speakers(session: Session, deal: Deal) -> Iterator[tuple[int, int, str, str]]:
    """Yield position, player, highest bid before ("none") and call, in speaking order."""
    highest = "none"
    for seat, call in zip(deal.speakers, deal.auction, strict=True):
        yield deal.position(seat), session.player_in(seat), highest, call
        if call != "pass":
            highest = call


def count_bids(sessions: list[Session], who: str, policies: list[str]) -> dict[str, Counter]:
    """Return counters bid, played, made by (label, contract), and deals at the table by label."""
    counts = {"bid": Counter(), "played": Counter(), "made": Counter(), "deals": Counter()}
    for session, deal in deals_of(sessions):
        for seat in deal.present if who else [deal.dealer]:
            counts["deals"][label(who, session, deal, seat, policies)] += 1
        for seat, call in zip(deal.speakers, deal.auction, strict=True):
            if call != "pass":
                counts["bid"][label(who, session, deal, seat, policies), call] += 1
        if deal.contract:
            key = label(who, session, deal, deal.declarer, policies), deal.contract
            counts["played"][key] += 1
            counts["made"][key] += deal.made
    return counts


def count_calls(sessions: list[Session]) -> Counter:
    """Count (position, player, highest, call)."""
    return Counter(
        spoken for session, deal in deals_of(sessions) for spoken in speakers(session, deal)
    )


def count_tricks(sessions: list[Session]) -> Counter:
    return Counter((deal.contract, deal.tricks) for _, deal in deals_of(sessions) if deal.contract)


def units_by_session(
    sessions: list[Session], who: str, policies: list[str]
) -> dict[object, dict[str, list[int]]]:
    """Return, by label, one list each of what every session brought: the whole and its parts.

    Also how many deals at the table, as declarer, and as his opponent, it had.
    """
    names = ("units", "declarer", "defender", "pool", "deals", "declarer_deals", "defender_deals")
    labels = list(range(len(policies))) if who != "policy" else list(dict.fromkeys(policies))
    found = {key: {name: [] for name in names} for key in labels}
    for session in sessions:
        here = {key: Counter() for key in labels}
        for deal in session.deals:
            for seat in deal.present:
                won = here[label(who, session, deal, seat, policies)]
                part = "declarer" if seat == deal.declarer else "defender"
                won[part] += deal.stakes.get(seat, 0)
                won[f"{part}_deals"] += deal.contract is not None
                won["pool"] += deal.from_pool(seat)
                won["units"] += deal.units(seat)
                won["deals"] += 1
        if who != "position":
            for player, policy in enumerate(policies):
                won = here[policy if who == "policy" else player]
                won["pool"] += session.split
                won["units"] += session.split
        for key in labels:
            for name in names:
                found[key][name].append(here[key][name])
    return found


def balances_by_player(sessions: list[Session]) -> list[list[int]]:
    return [
        [session.balance_of_seat(session.seat_of_player[player]) for session in sessions]
        for player in range(len(sessions[0].seat_of_player))
    ]


def win_shares_by_player(sessions: list[Session]) -> list[list[Fraction]]:
    return [
        [
            Fraction(int(session.seat_of_player[player] in session.winners), len(session.winners))
            for session in sessions
        ]
        for player in range(len(sessions[0].seat_of_player))
    ]


def by_session(sessions: list[Session], count) -> dict[object, list[int]]:
    """Count something in each session alone: ``count`` takes a list of sessions."""
    found = defaultdict(lambda: [0] * len(sessions))
    for place, session in enumerate(sessions):
        for key, number in count([session]).items():
            found[key][place] = number
    return found
