"""Whether the cards of a deal can have been dealt: by this pack, and by this number."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tests.referee.acts import Acts
from tests.referee.dealing import EXTRA_HAND, Layout
from tests.referee.house import House
from tests.referee.pack import Foul, in_words, pack_of


def check_hands(house: House, hands: Sequence[Collection[str]]) -> None:
    """Refuse hands that this pack could not have dealt."""
    pack = set(pack_of(house.pack, house.joker))
    dealt: set[str] = set()
    for position, hand in enumerate(hands):
        expected = 0 if house.dealer_sits_out and position == 0 else house.hand_size
        if len(hand) != expected:
            raise Foul(f"position {position} was dealt {len(hand)} cards")
        for card in hand:
            if card not in pack:
                raise Foul(f"position {position} was dealt {card}, which is not in the pack")
            if card in dealt:
                raise Foul(f"position {position} was dealt {card}, which another hand holds")
            dealt.add(card)


def check_cards_face_down(house: House, acts: Acts) -> None:
    """Refuse an extra hand, peep card or float too few or too many, or dealt to somebody too."""
    face_down = [*acts.extra_hand, *filter(None, [acts.peep_card, acts.float_card])]
    dealt = {card for hand in acts.hands for card in hand}
    if len(set(acts.extra_hand)) != (EXTRA_HAND if house.sir_garnet else 0):
        raise Foul(f"the extra hand has {len(set(acts.extra_hand))} cards")
    if (acts.peep_card is not None) != house.peep:
        raise Foul("there is one peep card where the house knows it, and none elsewhere")
    if (acts.float_card is not None) != house.float_card:
        raise Foul("there is one float where the house knows it, and none elsewhere")
    if len(set(face_down)) < len(face_down) or dealt.intersection(face_down):
        raise Foul("a card that lies face down is dealt twice")
    strange = set(face_down).difference(pack_of(house.pack, house.joker))
    if strange:
        raise Foul(f"{in_words(strange)} lies face down, which is not in the pack")


def check_layout(acts: Acts, layout: Layout) -> None:
    """Refuse cards that are not those of the numbered deal."""
    for position, (hand, dealt) in enumerate(zip(acts.hands, layout.hands, strict=True)):
        if set(hand) != dealt:
            raise Foul(f"position {position} has {in_words(hand)}, but was dealt {in_words(dealt)}")
    if set(acts.extra_hand) != layout.extra_hand:
        raise Foul(f"the extra hand is {in_words(layout.extra_hand)}")
    if acts.peep_card != layout.peep_card:
        raise Foul(f"the peep card is {layout.peep_card}, not {acts.peep_card}")
    if acts.float_card != layout.float_card:
        raise Foul(f"the float is {layout.float_card}, not {acts.float_card}")
