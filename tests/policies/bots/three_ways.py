"""One policy in all three ways of writing: each act is chosen by all that is seen.

It reads every field of every view, every setting and every fact of the game, mixes them into one
number, and lets that choose among the legal acts.
"""

from numba.extending import register_jitable

from sim.policies import NumpyPolicy, Parameter, ScalarPolicy
from sim.policies.kit import count, either, highest, lowest

PARAMETERS = (
    Parameter(name="fraction", meaning="mixed in", default=0.25, low=-10.0, high=10.0),
    Parameter(name="whole", meaning="mixed in", default=3, low=-5, high=9, whole=True),
)


@register_jitable
def mixed(number, field):
    """Mix a field into a number of 30 bits."""
    folded = (field ^ (field >> 31)) & 0x7FFFFFFF
    stirred = ((number ^ folded) & 0x3FFFFFFF) * 0x2545F491
    return ((stirred >> 17) ^ stirred) & 0x3FFFFFFF


@register_jitable
def of_table(settings, game):
    number = mixed(settings.whole + 5, either(settings.fraction > 0.5, 77, 1234))
    number = mixed(number, either(settings.fraction < 0.0, 99, 5))
    number = mixed(number, game.players)
    number = mixed(number, game.hand_size)
    number = mixed(number, game.pack)
    number = mixed(number, game.contracts)
    number = mixed(number, game.two + 32 * game.three)
    number = mixed(number, game.misere + 32 * game.four)
    number = mixed(number, game.nap + 32 * game.bonaparte)
    number = mixed(number, game.wellington + 32 * game.blucher)
    return mixed(number, game.six + 32 * game.seven)


@register_jitable
def of_bid(view, number):
    number = mixed(number, view.hand)
    number = mixed(number, view.legal)
    number = mixed(number, view.bid_contracts)
    number = mixed(number, view.contract)
    number = mixed(number, view.auction)
    number = mixed(number, view.turn)
    number = mixed(number, view.position)
    number = mixed(number, view.players)
    number = mixed(number, view.hand_size)
    number = mixed(number, view.pack)
    number = mixed(number, view.peep_card)
    number = mixed(number, view.float_card)
    number = mixed(number, view.peeped)
    number = mixed(number, view.looked)
    number = mixed(number, view.exchanged)
    number = mixed(number, view.pool)
    return mixed(number, view.chance)


@register_jitable
def of_discard(view, number):
    number = mixed(number, view.hand)
    number = mixed(number, view.fewest)
    number = mixed(number, view.most)
    number = mixed(number, view.contract)
    number = mixed(number, view.bid_contracts)
    number = mixed(number, view.auction)
    number = mixed(number, view.turn)
    number = mixed(number, view.position)
    number = mixed(number, view.players)
    number = mixed(number, view.hand_size)
    number = mixed(number, view.pack)
    number = mixed(number, view.exchanged)
    number = mixed(number, view.pool)
    return mixed(number, view.chance)


@register_jitable
def of_play(view, number):
    """Fields that mean something only later in a trick are read only then."""
    number = mixed(number, view.hand)
    number = mixed(number, view.legal)
    number = mixed(number, view.winning * (view.turn > 0))
    number = mixed(number, view.trump)
    number = mixed(number, view.led_suit * ((view.turn > 0) | (view.trick > 0)))
    number = mixed(number, view.best * (view.turn > 0))
    number = mixed(number, view.winner * (view.turn > 0))
    number = mixed(number, view.seen)
    number = mixed(number, view.voids)
    number = mixed(number, view.played_0)
    number = mixed(number, view.played_1)
    number = mixed(number, view.played_2)
    number = mixed(number, view.played_3)
    number = mixed(number, view.played_4)
    number = mixed(number, view.played_5)
    number = mixed(number, view.played_6)
    number = mixed(number, view.card_0 * (view.turn > 0))
    number = mixed(number, view.card_1 * (view.turn > 1))
    number = mixed(number, view.card_2 * (view.turn > 2))
    number = mixed(number, view.card_3 * (view.turn > 3))
    number = mixed(number, view.card_4 * (view.turn > 4))
    number = mixed(number, view.card_5 * (view.turn > 5))
    number = mixed(number, view.card_6 * (view.turn > 6))
    number = mixed(number, view.tricks)
    number = mixed(number, view.trick)
    number = mixed(number, view.contract)
    number = mixed(number, view.misere)
    number = mixed(number, view.auction)
    number = mixed(number, view.turn)
    number = mixed(number, view.declarer_turn)
    number = mixed(number, view.leader)
    number = mixed(number, view.players)
    number = mixed(number, view.hand_size)
    number = mixed(number, view.pack)
    number = mixed(number, view.position)
    return mixed(number, view.chance)


@register_jitable
def chosen(acts, number):
    """One of the acts, by a number of 30 bits."""
    place = (number * count(acts)) >> 30
    for _ in range(31):
        acts = either(place > 0, acts ^ lowest(acts), acts)
        place = place - (place > 0)
    return lowest(acts)


def call(view, settings, game):
    return chosen(view.legal, of_bid(view, of_table(settings, game)))


def card(view, settings, game):
    return chosen(view.legal, of_play(view, of_table(settings, game)))


def thrown(view, settings, game):
    number = of_discard(view, of_table(settings, game))
    to_throw = view.fewest + number % (view.most - view.fewest + 1)
    cards = 0 * view.hand
    for place in range(7):
        left = view.hand ^ cards
        another = either((number >> (place + 3)) & 1, highest(left), lowest(left))
        cards = cards | another * (place < to_throw)
    return cards


def expected(view, settings, game):
    return (of_bid(view, of_table(settings, game)) & 2047) / 512.0


DECISIONS = {
    "bid": call,
    "look": call,
    "peep": call,
    "take": call,
    "discard": thrown,
    "opening_lead": card,
    "lead": card,
    "follow": card,
    "name_trump": card,
    "estimate": expected,
}
SAID = {"version": 1, "idea": "Chooses by all that it sees.", "parameters": PARAMETERS}

Scalar = ScalarPolicy(**SAID, **DECISIONS)
Numpy = NumpyPolicy(**SAID, **DECISIONS)


class Object:
    """Chooses by all that it sees."""

    version = 1
    parameters = PARAMETERS

    def __init__(self, settings, game):
        self.own = settings, game

    def bid(self, view):
        return call(view, *self.own)

    look = peep = take = bid

    def discard(self, view):
        return thrown(view, *self.own)

    def opening_lead(self, view):
        return card(view, *self.own)

    lead = follow = name_trump = opening_lead

    def estimate(self, view):
        return expected(view, *self.own)
