"""Who sits where, and in which position: players of the line-up, seats, dealers."""

from __future__ import annotations

from collections.abc import Collection

from tests.referee.pack import Foul


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


def seats_from(dealer: int, present: Collection[int]) -> list[int]:
    """List the seats that take part by position: the dealer, then clockwise."""
    return sorted(present, key=lambda seat: (seat < dealer, seat))


def next_dealer(dealer: int, present: Collection[int]) -> int:
    """Give the seat that deals next: the first one clockwise at which somebody is present."""
    return seats_from(dealer + 1, present)[0]
