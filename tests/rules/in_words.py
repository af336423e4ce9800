"""The engine's records in the plain words that the referee reads."""

from __future__ import annotations

from collections.abc import Iterator

from sim.acts import Acts
from sim.game.cards import SUIT_LETTERS, SUIT_NAMES, card_bits, card_name
from sim.game.rules import Rules
from sim.records import Record
from tests import referee
from tests.referee import JOKER, House, Rung

JOKER_RANK = 13


def house_of(rules: Rules) -> House:
    """The rules as the referee is told them."""
    options = dict(rules.options)
    contracts, stakes = options.pop("contracts"), options.pop("stakes")
    ladder = []
    for name in options.pop("ladder"):
        promise = dict(contracts[name])
        if promise["requires"] == "nothing":
            promise["requires"] = None
        ladder.append(Rung(name=name, **promise, **stakes[name]))
    options["float_card"] = options.pop("float")
    return House(ladder=tuple(ladder), **options)


def card_in_words(bit: int) -> str:
    """A card by its bit number; the joker stands beyond the ace of any suit."""
    return JOKER if bit % 16 == JOKER_RANK else card_name(bit)


def cards_in_words(mask: int) -> set[str]:
    return {card_in_words(bit) for bit in card_bits(mask)}


def one_card(mask: int) -> str | None:
    return next(iter(cards_in_words(mask)), None)


def acts_in_words(rules: Rules, acts: Acts, present: int, *, dealer_sits_out: bool) -> referee.Acts:
    """One deal, told by position and in speaking order."""
    hands: list[set[str]] = [set() for _ in range(present)]
    for turn, hand in enumerate(acts.hands):
        hands[(turn + 1) % present] = cards_in_words(hand)
    assert len(acts.hands) == present - dealer_sits_out
    return referee.Acts(
        hands=hands,
        extra_hand=cards_in_words(acts.extra_hand),
        peep_card=one_card(acts.peep_card),
        float_card=one_card(acts.float_card),
        exchanges=[(cards_in_words(thrown), cards_in_words(got)) for thrown, got in acts.exchanges],
        looks=acts.looked,
        peeps=acts.peeped,
        taker=position_of(acts.taker, present),
        taker_throws=cards_in_words(acts.taker_threw),
        calls=[rules.ladder.calls[call] for call in acts.calls],
        declarer_throws=cards_in_words(acts.declarer_threw),
        named=named_suit(rules, acts),
        plays=[card_in_words(bit) for bit in acts.cards],
        revoked=position_of(acts.revoker, present),
    )


def position_of(turn: int | None, present: int) -> int | None:
    return None if turn is None else (turn + 1) % present


def named_suit(rules: Rules, acts: Acts) -> str | None:
    """The suit named before the opening lead, or with a joker as opening lead."""
    if acts.named is not None:
        return SUIT_LETTERS[acts.named]
    joker_led = bool(acts.cards) and acts.cards[0] % 16 == JOKER_RANK
    if joker_led and rules.ladder[acts.contract].trump == "suit led":
        return SUIT_LETTERS[acts.cards[0] // 16]
    return None


def sessions_in_words(
    record: Record,
) -> Iterator[tuple[list[referee.Acts], list[referee.Acts]]]:
    """The deals and the extra deals of each session of a record."""
    rules = record.rules
    per_session = rules.deals_per_session
    for session in range(len(record.dealers) // per_session):
        deals = [
            acts_in_words(
                rules,
                record.acts(place),
                int(record.present[place]),
                dealer_sits_out=rules.dealer_sits_out,
            )
            for place in range(session * per_session, (session + 1) * per_session)
            if record.present[place]
        ]
        extra = [
            acts_in_words(rules, deal.acts, len(deal.seating), dealer_sits_out=False)
            for deal in record.extra_deals(session)
        ]
        yield deals, extra


def trump_in_words(trump: int | None) -> str | None:
    return None if trump is None else SUIT_NAMES[trump]
