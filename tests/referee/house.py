"""The house rules: what the players agreed on before the first deal."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tests.referee.pack import Foul


@dataclass(frozen=True, kw_only=True)
class Rung:
    """A contract: what it promises, and what one opponent pays or is paid.

    `target` tricks are to be won, "at least" or "exactly" (`judged`). `trump` is "suit led",
    "none" or "named"; `lead`, what the declarer leads first, is "any", "lowest trump" or
    "lowest non-trump". `requires` names a contract that must have been bid before. Only the
    ladder with a floating card has rungs `with_float`.
    """

    name: str
    target: int
    made: int
    failed: int
    judged: str = "at least"
    trump: str = "suit led"
    lead: str = "any"
    requires: str | None = None
    with_float: bool = False

    def __post_init__(self) -> None:
        needed = {"lowest trump": "suit led", "lowest non-trump": "named"}.get(self.lead)
        if needed and self.trump != needed:
            raise Foul(f"{self.name} leads its {self.lead} although its trump is {self.trump}")

    @property
    def base(self) -> str:
        """The name of the contract, whether it is bid with the float or without."""
        return self.name.removesuffix("-float") if self.with_float else self.name

    def keeps(self, tricks: int) -> bool:
        """Say whether so many tricks make the contract."""
        return tricks == self.target if self.judged == "exactly" else tricks >= self.target


@dataclass(frozen=True, kw_only=True)
class House:
    """Every option of the game; `ladder` runs from the lowest contract, none with the float.

    The options have the names that they have in files of rules, but the floating card: there it
    is called `float`.
    """

    ladder: tuple[Rung, ...]
    # Pack and deal
    pack: int = 52
    joker: bool = False
    hand_size: int = 5
    dealer_sits_out: bool = False
    shuffle: str = "every-deal"
    # Options that change the cards or the money; prices in units
    pool_ante: int = 0
    pool_end: str = "split"
    exchange_cards: int = 0
    exchange_price: int = 1
    exchange_price_per: str = "card"
    peep: bool = False
    peep_price: int = 1
    float_card: bool = False
    float_price: int = 1
    sir_garnet: bool = False
    chips: int = 0
    when_broke: str = "out"
    # Session
    deals_per_session: int = 8
    ties: str = "share"

    @property
    def rungs(self) -> tuple[Rung, ...]:
        """The ladder as it is played: with a floating card, X-float stands directly below X."""
        if not self.float_card:
            return self.ladder
        return tuple(
            rung
            for plain in self.ladder
            for rung in (replace(plain, name=f"{plain.name}-float", with_float=True), plain)
        )

    def rung(self, name: str) -> Rung:
        """Give the contract of that name."""
        for rung in self.rungs:
            if rung.name == name:
                return rung
        raise Foul(f"there is no contract {name!r}")

    def height(self, name: str) -> int:
        """Give the place of a contract on the ladder, the lowest being 0."""
        return self.rungs.index(self.rung(name))

    def is_all_trick(self, rung: Rung) -> bool:
        """Say whether a contract promises every trick of the deal."""
        return rung.target == self.hand_size


BASIC = House(
    ladder=(
        Rung(name="three", target=3, made=3, failed=3),
        Rung(name="four", target=4, made=4, failed=4),
        Rung(name="nap", target=5, made=5, failed=5),
        Rung(name="wellington", target=5, made=10, failed=10, requires="nap"),
    )
)
