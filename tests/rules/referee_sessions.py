"""Numbered sessions in which everybody plays his first card that follows, for the referee."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace

from tests import referee
from tests.referee import BASIC, Acts, House, SessionVerdict, judge_numbered_session
from tests.rules.referee_deals import any_play, auction

SEED, SESSION = 58, 3
"""Neither three nor four players begin with seat 0 as dealer, nor does the first extra deal."""
SHORT = replace(BASIC, deals_per_session=2)


def played(house: House, number: int, players: int, calls: str, stream: int = 0) -> Acts:
    """A numbered deal in which everybody plays his first card that follows."""
    layout = referee.numbered_layout(house, SEED, number, players, stream)
    acts = Acts(
        hands=layout.hands,
        peep_card=layout.peep_card,
        peeps=[False] * players if house.peep else [],
        calls=auction(calls),
    )
    highest = referee.hear_auction(house, acts.calls, players)
    return replace(acts, plays=any_play(layout.hands, highest[1])) if highest else acts


def played_session(house: House, players: int, *calls: str) -> list[Acts]:
    """The deals of the session from its first on, as many as auctions are given."""
    first = SESSION * house.deals_per_session
    return [played(house, first + place, players, said) for place, said in enumerate(calls)]


def judged(house: House, players: int, deals: Sequence[Acts], **more: object) -> SessionVerdict:
    return judge_numbered_session(
        house, players=players, seed=SEED, session=SESSION, deals=deals, **more
    )


def revoke(acts: Acts, number: int, stream: int = 2) -> Acts:
    """The same deal, but second could follow eldest's lead and revokes with the card of chance."""
    for lead in sorted(acts.hands[1]):
        others = [
            card for card in referee.pack_of(52) if card in acts.hands[2] and card[1] != lead[1]
        ]
        if 0 < len(others) < 5:
            break
    word = next(itertools.islice(referee.random_words(SEED, stream, number, block=1), 1, 2))
    card = others[word * len(others) >> 64]
    return replace(acts, plays=[lead, card], revoked=2)
