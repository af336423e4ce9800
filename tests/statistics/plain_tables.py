"""Every whole number of the final tables, counted by loops over single deals.

Slow and plain: dictionaries of counts by the labels of a row. Nothing is shared with `pipelines`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction

from tests.statistics.synthetic_run import LADDER, TARGETS, Deal, Session


def player_in_seat(session: Session, seat: int) -> int:
    return session.seat_of_player.index(seat)


def speakers(session: Session, deal: Deal):
    """Yield position, player, highest bid before ("none") and call, in speaking order."""
    players = len(session.seat_of_player)
    highest = "none"
    for turn, call in enumerate(deal.auction):
        seat = (deal.dealer + 1 + turn) % players
        yield (turn + 1) % players, player_in_seat(session, seat), highest, call
        if call != "pass":
            highest = call


def deals_of(sessions: list[Session]):
    for session in sessions:
        for deal in session.deals:
            yield session, deal


def count_bids(sessions: list[Session], who: str, policies: list[str]) -> dict[str, Counter]:
    """Return counters bid, played, made by (position, player, policy or nothing; contract)."""
    counts = {"bid": Counter(), "played": Counter(), "made": Counter()}
    for session, deal in deals_of(sessions):
        for position, player, _, call in speakers(session, deal):
            if call != "pass":
                counts["bid"][label(who, position, player, policies), call] += 1
        if deal.contract:
            players = len(session.seat_of_player)
            position = (deal.declarer - deal.dealer) % players
            player = player_in_seat(session, deal.declarer)
            key = label(who, position, player, policies), deal.contract
            counts["played"][key] += 1
            counts["made"][key] += deal.tricks >= TARGETS[deal.contract]
    return counts


def label(who: str, position: int, player: int, policies: list[str]):
    return {"": None, "position": position, "player": player, "policy": policies[player]}[who]


def count_calls(sessions: list[Session]) -> Counter:
    """Count (position, player, highest, call)."""
    return Counter(
        spoken for session, deal in deals_of(sessions) for spoken in speakers(session, deal)
    )


def count_tricks(sessions: list[Session]) -> Counter:
    return Counter((deal.contract, deal.tricks) for _, deal in deals_of(sessions) if deal.contract)


def units_by_session(sessions: list[Session], who: str, policies: list[str]):
    """Return, by label, one list each of what was won a session: whole, declarer, defender."""
    players = len(policies)
    won = defaultdict(lambda: {"whole": [], "declarer": [], "defender": []})
    for session in sessions:
        here = defaultdict(Counter)
        for deal in session.deals:
            for seat in range(players):
                position = (seat - deal.dealer) % players
                key = label(who, position, player_in_seat(session, seat), policies)
                part = "declarer" if seat == deal.declarer else "defender"
                here[key][part] += deal.payments[seat]
                here[key]["whole"] += deal.payments[seat]
        for key, parts in here.items():
            for part in ("whole", "declarer", "defender"):
                won[key][part].append(parts[part])
    return won


def balances_by_player(sessions: list[Session]) -> list[list[int]]:
    return [
        [
            session.balance_of_seat(seat)
            for session in sessions
            for seat in [session.seat_of_player[player]]
        ]
        for player in range(len(sessions[0].seat_of_player))
    ]


def win_shares_by_player(sessions: list[Session]) -> list[list[Fraction]]:
    balances = balances_by_player(sessions)
    shares = [[] for _ in balances]
    for after_session in zip(*balances, strict=True):
        best = max(after_session)
        winners = sum(balance == best for balance in after_session)
        for player, balance in enumerate(after_session):
            shares[player].append(Fraction(int(balance == best), winners))
    return shares


CALLS = ["pass", *LADDER]
