"""The rules of every shipped profile in the referee's words, written out from the page of rules."""

from __future__ import annotations

from dataclasses import replace

from tests.referee import BASIC, House, Rung

TWO = Rung(name="two", target=2, made=2, failed=2)
THREE = Rung(name="three", target=3, made=3, failed=3)
MISERE = Rung(name="misere", target=0, judged="exactly", trump="none", made=3, failed=3)
FOUR = Rung(name="four", target=4, made=4, failed=4)
NAP_AT_5 = Rung(name="nap", target=5, made=5, failed=5)
NAP_AT_10 = Rung(name="nap", target=5, made=10, failed=5)
BONAPARTE = Rung(name="bonaparte", target=5, lead="lowest trump", made=7, failed=7)
WELLINGTON = Rung(name="wellington", target=5, requires="nap", made=10, failed=10)
BLUCHER = Rung(name="blucher", target=5, requires="wellington", made=10, failed=20)

HOYLE = House(
    ladder=(THREE, MISERE, FOUR, NAP_AT_10, replace(WELLINGTON, lead="lowest trump"), BLUCHER)
)

PUB = House(
    ladder=(
        THREE,
        MISERE,
        FOUR,
        NAP_AT_10,
        replace(WELLINGTON, made=20, failed=10),
        replace(BLUCHER, made=30, failed=15),
    ),
    deals_per_session=20,
    chips=100,
    when_broke="out",
    ties="extra deal",
)

SEVEN_CARD = House(
    ladder=(
        THREE,
        FOUR,
        NAP_AT_10,
        replace(MISERE, made=10, failed=5),
        Rung(name="six", target=6, made=18, failed=9),
        Rung(name="seven", target=7, made=24, failed=12),
    ),
    hand_size=7,
)

Houses = dict[int, House]
"""The house by number of players."""


def at_any_table(house: House) -> Houses:
    return dict.fromkeys((3, 4, 5, 6, 7), house)


def where_the_dealer_sits_out_at_six(house: House) -> Houses:
    return at_any_table(house) | {6: replace(house, dealer_sits_out=True)}


def without(house: House, *contracts: str) -> House:
    return replace(house, ladder=tuple(r for r in house.ladder if r.name not in contracts))


HOUSES: dict[str, Houses] = {
    "basic": at_any_table(BASIC),
    "hoyle": where_the_dealer_sits_out_at_six(HOYLE),
    "hoyle-stripped": {4: replace(HOYLE, pack=28), 5: replace(HOYLE, pack=36)},
    "pub": at_any_table(PUB),
    "pub-no-misere": at_any_table(without(PUB, "misere")),
    "pub-misere-only": at_any_table(without(PUB, "wellington", "blucher")),
    "two": where_the_dealer_sits_out_at_six(replace(HOYLE, ladder=(TWO, *HOYLE.ladder))),
    "joker": where_the_dealer_sits_out_at_six(replace(HOYLE, joker=True)),
    "bonaparte": at_any_table(
        replace(BASIC, ladder=(THREE, FOUR, NAP_AT_5, BONAPARTE, WELLINGTON))
    ),
    "pool": at_any_table(replace(BASIC, pool_ante=1, pool_end="split")),
    "float": at_any_table(replace(BASIC, float_card=True, float_price=1)),
    "peep": at_any_table(replace(BASIC, pool_ante=1, peep=True, peep_price=1)),
    "sir-garnet": at_any_table(replace(BASIC, sir_garnet=True)),
    "ecarte": dict.fromkeys(
        (3, 4), replace(BASIC, exchange_cards=5, exchange_price=1, exchange_price_per="card")
    ),
    "buy": dict.fromkeys(
        (3, 4, 5), replace(BASIC, exchange_cards=3, exchange_price=1, exchange_price_per="exchange")
    ),
    "seven-card": at_any_table(SEVEN_CARD),
    "traditional": at_any_table(replace(BASIC, shuffle="after-nap")),
}
