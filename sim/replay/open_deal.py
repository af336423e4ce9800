"""A deal with all hands open, written by somebody or found by its number."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from sim.engine_input import pack_mask
from sim.errors import UserError
from sim.game.cards import JOKER, JOKER_NAME, card_bits, card_name
from sim.game.rules import FEWEST_PLAYERS, Rules, load_rules
from sim.replay.open_hands import hands_at_auction, hands_at_lead, hands_move
from sim.replay.written_hands import speakers

if TYPE_CHECKING:
    from sim.game.ladder import Contract, Ladder
    from sim.game.profiles import Profile
    from sim.replay.found_deal import FoundDeal

_DEALER: Final = 0
_USUAL: Final = "hoyle"


@dataclass(frozen=True, kw_only=True)
class Played:
    """What was played in a deal found by its number.

    Attributes
    ----------
    declarer : int
        Speaking turn.
    contract : str
        Its name, without the float.
    hands : tuple of int
        The hands at the opening lead.
    trump : int or None
        Number of the trump suit.
    cards : tuple of int
        Bit numbers of the cards in the order played, a revoke left out.
    """

    declarer: int
    contract: str
    hands: tuple[int, ...]
    trump: int | None
    cards: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class OpenDeal:
    """A deal with all hands open.

    Attributes
    ----------
    heading : tuple of str
        Where it comes from, and by which rules it is played.
    rules : Rules
    names : tuple of str
        The players with cards, in speaking order.
    hands : tuple of int
        Their cards as masks: as dealt, after any exchange, or what is left of them in mid-deal. A
        joker stands at the place of the clubs.
    opponents : int
        Who pays the declarer or receives from him: all others, and a dealer who sits out.
    played : Played or None
        What was played, if that is known and it was not passed out.
    remarks : tuple of str
        What else must be known about the hands.
    """

    heading: tuple[str, ...]
    rules: Rules
    names: tuple[str, ...]
    hands: tuple[int, ...]
    opponents: int
    played: Played | None = None
    remarks: tuple[str, ...] = field(default=())

    @property
    def ladder(self) -> Ladder:
        """The contracts, without those with the float: nobody knows what it is."""
        return self.rules.ladder.without_float()

    @property
    def hand_size(self) -> int:
        """Cards in a hand as dealt."""
        return self.rules.hand_size

    def turn_of(self, player: str) -> int:
        """The speaking turn of a player, given by name or by position (0 deals, 1 is eldest).

        Raises
        ------
        UserError
            If there is no such player.
        """
        called = [name.lower() for name in self.names]
        if player.lower() in called:
            return called.index(player.lower())
        ordinary = speakers(len(self.names))
        if player.lower() in ordinary and self._dealer_has_cards:
            return ordinary.index(player.lower())
        positions = [*range(1, len(self.names)), _DEALER if self._dealer_has_cards else len(called)]
        if player.isdecimal() and int(player) in positions:
            return positions.index(int(player))
        by_position = ", ".join(map(str, positions))
        raise UserError(
            f"no player {player}; they are {', '.join(self.names)}; by position {by_position}"
        )

    def contract_of(self, name: str) -> Contract:
        """The contract of a name.

        Raises
        ------
        UserError
            If it is not on the ladder.
        """
        called = {contract.name.lower(): contract.name for contract in self.ladder}
        return self.ladder[self.ladder.number(called.get(name.lower(), name))]

    @property
    def _dealer_has_cards(self) -> bool:
        return not self.rules.dealer_sits_out


def deal_of_hands(hands: tuple[int, ...], rules: Rules) -> OpenDeal:
    """The deal of hands that somebody wrote, by speaking turn.

    Raises
    ------
    UserError
        If they are no hands of these rules.
    """
    names = speakers(len(hands))
    joker = " and a joker" if rules.joker else ""
    pack = f"pack of {rules.pack}{joker}"
    strangers = sum(hands) & ~pack_mask(rules)
    if strangers:
        cards = " ".join(map(card_name, card_bits(strangers)))
        raise UserError(
            f"{cards}: not in the {pack} of profile {rules.profile} at {len(hands)} players; "
            "choose another with --profile, nap profiles lists them"
        )
    for name, hand in zip(names, hands, strict=True):
        if hand.bit_count() > rules.hand_size:
            raise UserError(
                f"hand of {name}: {hand.bit_count()} cards, but hands of profile {rules.profile} "
                f"have {rules.hand_size}"
            )
    return OpenDeal(
        heading=(f"{len(hands)} hands, profile {rules.profile}, {pack}",),
        rules=rules,
        names=names,
        hands=hands,
        opponents=len(hands) - 1,
    )


def rules_for(hands: int, profile: str | Profile) -> Rules:
    """The rules of a profile for a deal in which so many players have cards, and no others play.

    Raises
    ------
    UserError
        If the profile is not for so many.
    """
    players = max(hands, FEWEST_PLAYERS)
    rules = load_rules(profile, players, {"dealer_sits_out": False})
    return rules.for_two() if hands < FEWEST_PLAYERS else rules


def suggested_profile(hands: tuple[int, ...], table: str = "") -> str:
    """The profile of a deal of which no more is known than its cards, those on the table too.

    Examples
    --------
    >>> from sim.game.cards import parse_cards
    >>> suggested_profile((parse_cards("AS 2S"), parse_cards("joker 3S")))
    'joker'
    """
    usual = load_rules(_USUAL, FEWEST_PLAYERS).hand_size
    if max(hand.bit_count() for hand in hands) > usual:
        return "seven-card"
    has_joker = JOKER_NAME in table.lower() or any(hand & JOKER for hand in hands)
    return "joker" if has_joker else _USUAL


def deal_found(found: FoundDeal) -> OpenDeal:
    """The deal of a number, with all hands open."""
    acts, rules = found.acts, found.standing.rules
    lineup = [found.experiment.lineup[player].name for player in found.standing.seating]
    names = tuple(lineup[(turn + 1) % len(lineup)] for turn in range(len(acts.hands)))
    played = None
    if acts.declarer is not None:
        contract = rules.ladder[acts.contract].base
        played = Played(
            declarer=acts.declarer,
            contract=contract,
            hands=hands_at_lead(rules, acts),
            trump=acts.trump,
            cards=acts.cards if acts.revoker is None else acts.cards[:-1],
        )
    remarks = []
    if rules.exchange_cards:
        remarks.append("as they were after the exchange")
    if hands_move(rules):
        remarks.append("as they were when the auction began")
    return OpenDeal(
        heading=tuple(found.heading()),
        rules=rules,
        names=names,
        hands=hands_at_auction(acts),
        opponents=len(lineup) - 1,
        played=played,
        remarks=tuple(remarks),
    )
