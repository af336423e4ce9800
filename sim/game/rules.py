"""The rules of one table, complete and checked: what the engine is told to play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from sim.game.ladder import Ladder
from sim.game.ladder_options import ladder_mistakes, ladder_of, options_of
from sim.game.options import (
    SINGLE_OPTIONS,
    PoolEnd,
    PricePer,
    Shuffle,
    Ties,
    WhenBroke,
    merged,
    option_mistakes,
    without,
)
from sim.game.profiles import Profile, profile_names, profile_text, shipped_profile
from sim.mistakes import KeyPath, Mistake, MistakesError, shown, untold

__all__ = ["FEWEST_PLAYERS", "MOST_PLAYERS", "Rules", "load_rules", "profile_names", "profile_text"]

FEWEST_PLAYERS: Final = 3
MOST_PLAYERS: Final = 7

EXTRA_HAND: Final = 5
"""Cards of sir garnet's extra hand."""

NAP: Final = "nap"
"""What a player who takes the extra hand must bid."""

_PLAIN_PRICE: Final = 1
"""Price of what is not for sale in the profile: any other shows that something was forgotten."""


@dataclass(frozen=True, kw_only=True)
class Rules:
    """All options of the game at one table.

    Fields are called like the keys of a ``[rules]`` table and mean the same, but for `ladder`.

    Attributes
    ----------
    profile : str
        Shipped profile that the rules start from; a label, the options are what counts.
    players : int
        Seats at the table, 3 to 7.
    ladder : Ladder
        The contracts as they can be bid: where there is a float, each with and without it.
    pack : int
        Cards in the pack, the joker not counted.
    joker : bool
        Whether a joker is added, the highest trump.
    hand_size : int
        Cards in a hand, and tricks in a deal.
    dealer_sits_out : bool
        Whether the dealer gets no cards; he pays and receives like the others.
    shuffle : {"every-deal", "after-nap"}
        When the pack is shuffled.
    deals_per_session : int
        Length of a session, passed-out deals included.
    ties : {"share", "extra deal"}
        What becomes of a session with several highest balances.
    pool_ante : int
        Units that every player pays into the pool at every deal.
    pool_end : {"split", "stay"}
        What becomes of the pool when the session ends.
    exchange_cards : int
        Most cards that a player may exchange before the auction; 0: no exchange.
    exchange_price : int
        Units that an exchange costs.
    exchange_price_per : {"card", "exchange"}
        What the price buys: one card, or all cards of one exchange.
    peep : bool
        Whether there is a card to peep at.
    peep_price : int
        Units that a peep costs.
    float_card : bool
        Whether there is a float (key ``float``).
    float_price : int
        Units that a look at the float costs those who do not deal.
    sir_garnet : bool
        Whether there is an extra hand of five cards.
    chips : int
        Units that every player starts a session with; 0: without limit.
    when_broke : {"out", "rebuy"}
        Whether a player without chips leaves the table or buys again.
    two_may_play : bool
        Allow two players: for solved deals and deals that break a tie, never for a whole run.

    Raises
    ------
    UserError
        If the options contradict each other or cannot be dealt.

    Examples
    --------
    >>> from sim.game.ladder import Contract
    >>> ladder = Ladder((Contract(name="nap", target=5, made=5, failed=5),))
    >>> rules = Rules(profile="basic", players=4, pack=28, ladder=ladder)
    >>> rules.opponents, rules.stock
    (3, 8)
    >>> Rules(profile="basic", players=6, pack=28, ladder=ladder)
    Traceback (most recent call last):
    ...
    sim.mistakes.MistakesError: rules.pack: the pack is too small: 6 players x 5 cards = 30 > 28
    """

    profile: str
    players: int
    ladder: Ladder
    pack: int = 52
    joker: bool = False
    hand_size: int = 5
    dealer_sits_out: bool = False
    shuffle: Shuffle = "every-deal"
    deals_per_session: int = 8
    ties: Ties = "share"
    pool_ante: int = 0
    pool_end: PoolEnd = "split"
    exchange_cards: int = 0
    exchange_price: int = 1
    exchange_price_per: PricePer = "card"
    peep: bool = False
    peep_price: int = 1
    float_card: bool = False
    float_price: int = 1
    sir_garnet: bool = False
    chips: int = 0
    when_broke: WhenBroke = "out"
    two_may_play: bool = False

    def __post_init__(self) -> None:
        mistakes = [*self._value_mistakes()]
        if not mistakes:
            mistakes = [*_disagreements(self)]
        if mistakes:
            raise MistakesError(mistakes)

    @property
    def hands(self) -> int:
        """Players who get cards, bid and play."""
        return self.players - self.dealer_sits_out

    @property
    def opponents(self) -> int:
        """Players who pay the declarer or receive from him, a dealer who sits out included."""
        return self.players - 1

    @property
    def pack_size(self) -> int:
        """Cards in the pack, the joker included."""
        return self.pack + self.joker

    @property
    def cards_needed(self) -> int:
        """Cards that leave the stock before the auction: hands, extra hand, peep card, float."""
        extra_cards = sum(cards for _, cards in _extra_cards(self).values())
        return self.hands * self.hand_size + extra_cards

    @property
    def stock(self) -> int:
        """Cards that stay hidden after the deal; they are what can be exchanged."""
        return self.pack_size - self.cards_needed

    @property
    def has_pool(self) -> bool:
        """Whether anything can be paid into the pool."""
        prices = (
            (self.exchange_cards, self.exchange_price),
            (self.peep, self.peep_price),
            (self.float_card, self.float_price),
        )
        return self.pool_ante > 0 or any(on and price > 0 for on, price in prices)

    @property
    def may_end_early(self) -> bool:
        """Whether players may leave the table before the session is over."""
        return self.chips > 0 and self.when_broke == "out"

    @property
    def may_rebuy(self) -> bool:
        """Whether players may buy further stacks of chips."""
        return self.chips > 0 and self.when_broke == "rebuy"

    @property
    def pays_by_ladder(self) -> bool:
        """Whether what everybody receives follows from the auction and the tricks alone."""
        return not self.has_pool and not self.may_end_early

    @property
    def session_matters(self) -> bool:
        """Whether what happens in a deal can depend on the deals before it in the session."""
        return self.shuffle == "after-nap" or self.has_pool or self.chips > 0

    @property
    def options(self) -> dict[str, Any]:
        """Every option as the ``[rules]`` table of a file would give it.

        Laid over any profile, these options give the same rules again.
        """
        single = {key: getattr(self, _field(key)) for key in SINGLE_OPTIONS if key != "ladder"}
        return {**single, **options_of(self.ladder)}

    def for_two(self) -> Rules:
        """Return the same rules for a deal between two players, both with cards."""
        return replace(self, players=2, dealer_sits_out=False, two_may_play=True)

    def _value_mistakes(self) -> Iterator[Mistake]:
        fewest = 2 if self.two_may_play else FEWEST_PLAYERS
        if not fewest <= self.players <= MOST_PLAYERS:
            complaint = f"{self.players} is not allowed; allowed: {fewest} to {MOST_PLAYERS}"
            yield Mistake(complaint, (("players",), ("player",)))
        yield from option_mistakes(self.options)


def _field(key: str) -> str:
    """Return the field of `Rules` that holds an option: `float` would hide Python's type."""
    return "float_card" if key == "float" else key


def load_rules(
    profile: str | Profile, players: int, overrides: Mapping[str, Any] | None = None
) -> Rules:
    """Return the rules of a profile for a number of players.

    Parameters
    ----------
    profile : str or Profile
        Name of a shipped profile, or a user's profile already read.
    players : int
        Seats at the table.
    overrides : mapping, optional
        Options to change, laid out like the ``[rules]`` table of a profile.

    Raises
    ------
    UserError
        With everything that is wrong; nothing unknown is ever ignored.

    Examples
    --------
    >>> load_rules("basic", 4, {"stakes": {"nap": {"made": 10}}}).ladder[3].made
    10
    >>> load_rules("basic", 7, {"pack": 28})
    Traceback (most recent call last):
    ...
    sim.mistakes.MistakesError: rules.pack: the pack is too small: 7 players x 5 cards = 35 > 28
    """
    chosen = shipped_profile(profile) if isinstance(profile, str) else profile
    changes = {} if overrides is None else overrides
    mistakes = [*option_mistakes(changes)]
    # What is sound is checked further, so that all mistakes are told in one go.
    sound = without(changes, [mistake.keys[0][1:] for mistake in mistakes])
    base = chosen.options_at(players)
    options = merged(base, sound)
    wrong = [*ladder_mistakes(options, sound)]
    mistakes += untold(wrong, mistakes)
    mistakes += _table_mistakes(chosen, players)
    single = {_field(key): options[key] for key in SINGLE_OPTIONS if key != "ladder"}
    # With a ladder that is wrong, the other options are checked beside the profile's own.
    ladder = ladder_of({**base, "float": options["float"]} if wrong else options)
    try:
        rules = Rules(profile=chosen.shipped, players=players, ladder=ladder, **single)
    except MistakesError as error:
        raise MistakesError([*mistakes, *error.mistakes]) from None
    if mistakes:
        raise MistakesError(mistakes)
    return rules


def _table_mistakes(profile: Profile, players: int) -> Iterator[Mistake]:
    if FEWEST_PLAYERS <= players <= MOST_PLAYERS and players not in profile.players:
        meant_for = ", ".join(map(str, profile.players))
        complaint = f"the profile is for {meant_for} players, not {players}"
        yield Mistake(complaint, (("players",), ("player",), ("profile",)))


def _disagreements(rules: Rules) -> Iterator[Mistake]:
    """Yield which options contradict each other, each of them being allowed alone."""
    yield from _too_few_cards(rules)
    yield from _tricks_out_of_reach(rules)
    yield from _prices_of_nothing(rules)
    if rules.exchange_cards > rules.hand_size:
        yield Mistake(
            f"{rules.exchange_cards} cards cannot be exchanged of a hand of {rules.hand_size}",
            (("rules", "exchange_cards"), ("rules", "hand_size")),
        )
    if rules.sir_garnet:
        yield from _no_nap_for_sir_garnet(rules.ladder.without_float())
    played = rules.ladder.without_float()
    if rules.ladder != (played.with_float() if rules.float_card else played):
        complaint = "with a float each contract stands on the ladder twice, without it once"
        yield Mistake(complaint, (("rules", "float"), ("rules", "ladder")))


def _too_few_cards(rules: Rules) -> Iterator[Mistake]:
    at: tuple[KeyPath, ...] = (
        ("rules", "pack"),
        *(("rules", key) for key in _extra_cards(rules)),
        ("rules", "hand_size"),
        ("players",),
        ("player",),
    )
    # Only with a dealer who sits out does a deal for everybody need more cards than others do.
    for_everybody = rules.cards_needed + rules.hand_size * rules.dealer_sits_out
    if rules.cards_needed > rules.pack_size:
        who = "hands" if rules.dealer_sits_out else "players"
        dealt = _more_than_the_pack(rules, rules.hands, who)
        yield Mistake(f"the pack is too small: {dealt}", at)
    elif rules.ties == "extra deal" and for_everybody > rules.pack_size:
        dealt = _more_than_the_pack(rules, rules.players, "players")
        complaint = f"the pack is too small for an extra deal, in which nobody sits out: {dealt}"
        yield Mistake(complaint, (("rules", "ties"), *at))


def _more_than_the_pack(rules: Rules, hands: int, who: str) -> str:
    """Return why the cards do not suffice: "7 players x 7 cards + extra hand 5 = 54 > 52"."""
    extras = _extra_cards(rules)
    terms = [f"{hands} {who} x {rules.hand_size} cards"]
    terms += [f"{name} {cards}" for name, cards in extras.values()]
    needed = hands * rules.hand_size + sum(cards for _, cards in extras.values())
    pack = f"{rules.pack} + joker 1 = {rules.pack_size}" if rules.joker else f"{rules.pack}"
    return f"{' + '.join(terms)} = {needed} > {pack}"


def _extra_cards(rules: Rules) -> dict[str, tuple[str, int]]:
    """Return what is dealt beside the hands, by option: what it is called, and how many cards."""
    extras = {
        "sir_garnet": (rules.sir_garnet, "extra hand", EXTRA_HAND),
        "peep": (rules.peep, "peep card", 1),
        "float": (rules.float_card, "float", 1),
    }
    return {key: (name, cards) for key, (dealt, name, cards) in extras.items() if dealt}


def _tricks_out_of_reach(rules: Rules) -> Iterator[Mistake]:
    plain = rules.ladder.without_float()
    for contract in plain:
        if contract.target > rules.hand_size:
            yield Mistake(
                f"the target of {contract.name} is {contract.target} tricks, "
                f"but a hand has {rules.hand_size} cards",
                (("rules", "contracts", contract.name, "target"), ("rules", "hand_size")),
            )
    if any(contract.target == rules.hand_size for contract in plain):
        return
    none_on_ladder = f"no contract on the ladder needs all {rules.hand_size} tricks"
    at: tuple[KeyPath, ...] = (("rules", "ladder"), ("rules", "contracts"), ("rules", "hand_size"))
    if rules.has_pool:
        yield Mistake(f"nobody can win the pool: {none_on_ladder}", (*at, ("rules", "pool_ante")))
    if rules.shuffle == "after-nap":
        yield Mistake(
            f"the pack is never shuffled again: {none_on_ladder}", (("rules", "shuffle"), *at)
        )


def _prices_of_nothing(rules: Rules) -> Iterator[Mistake]:
    prices = {
        "exchange_cards": ("exchange_price", rules.exchange_cards, rules.exchange_price),
        "peep": ("peep_price", rules.peep, rules.peep_price),
        "float": ("float_price", rules.float_card, rules.float_price),
    }
    for switch, (key, on, price) in prices.items():
        if not on and price != _PLAIN_PRICE:
            complaint = f"{key} is {price}, but {switch} is {shown(on)}"
            yield Mistake(complaint, (("rules", key), ("rules", switch)))


def _no_nap_for_sir_garnet(ladder: Ladder) -> Iterator[Mistake]:
    """Who takes the extra hand must bid nap, whatever has been bid before."""
    if NAP not in ladder.names:
        complaint = f"who takes the extra hand must bid {NAP}, which is not on the ladder"
        yield Mistake(complaint, (("rules", "ladder"), ("rules", "sir_garnet")))
        return
    required = ladder[ladder.number(NAP)].requires
    if required is not None:
        yield Mistake(
            f"who takes the extra hand must bid {NAP}, which requires {required}",
            (("rules", "contracts", NAP, "requires"), ("rules", "sir_garnet")),
        )
