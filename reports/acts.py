"""What players do beside bidding and playing, in words: exchange, look, peep, take."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import polars as pl

from pipelines.tables import Tables
from reports.wording import counted


@dataclass(frozen=True, kw_only=True)
class Act:
    """One kind of act.

    Attributes
    ----------
    heading
        Its name for a heading.
    happens
        That it happens, as the beginning of a sentence.
    to_do
        What nobody is shown to do more often, for a sentence.
    having
        What a declarer has who did it, for a sentence.
    labels, declarers
        Declarers who did not do it, and those who did: for a label, and for a sentence.
    """

    heading: str
    happens: str
    to_do: str
    having: str
    labels: tuple[str, str]
    declarers: tuple[str, str]

    def label(self, amount: int) -> str:
        """Name for a label what a declarer did."""
        return self.labels[amount]

    def declarers_of(self, amount: int) -> str:
        """Name for a sentence the declarers who did so much."""
        return self.declarers[amount]

    def no_difference(self, contract: str) -> str:
        """Say that the act is not shown to matter for a contract."""
        return f"{contract} is not shown to be made more or less often {self.having} than without"


@dataclass(frozen=True, kw_only=True)
class Exchange(Act):
    """The act of which there is more or less: a number of cards."""

    def label(self, amount: int) -> str:
        """Name for a label how many cards a declarer exchanged."""
        return counted(amount, "card") if amount else self.labels[0]

    def declarers_of(self, amount: int) -> str:
        """Name for a sentence the declarers who exchanged so many cards."""
        return f"{self.declarers[1]} {self.label(amount)}" if amount else self.declarers[0]

    def no_difference(self, contract: str) -> str:
        """Say that the number of cards is not shown to matter for a contract."""
        return f"No number of cards exchanged is shown to make {contract} more often than another"


ACTS: Final[Mapping[str, Act]] = MappingProxyType(
    {
        "exchange": Exchange(
            heading="Exchange",
            happens="Cards are exchanged",
            to_do="exchange cards",
            having="with an exchange",
            labels=("no card", "cards"),
            declarers=("those who exchanged no card", "those who exchanged"),
        ),
        "float": Act(
            heading="Look at the float",
            happens="The float is looked at",
            to_do="look at the float",
            having="with a look at the float",
            labels=("did not look", "looked"),
            declarers=(
                "those who did not look at the float",
                "those who looked at the float",
            ),
        ),
        "peep": Act(
            heading="Peep",
            happens="A peep is paid for",
            to_do="peep",
            having="with a peep",
            labels=("did not peep", "peeped"),
            declarers=("those who did not peep", "those who peeped"),
        ),
        "extra hand": Act(
            heading="Extra hand",
            happens="The extra hand is taken",
            to_do="take the extra hand",
            having="with the extra hand",
            labels=("own five cards", "extra hand"),
            declarers=("those with their own five cards", "those with the extra hand"),
        ),
    }
)
"""Every act under its name in the tables."""


def compared_acts(tables: Tables) -> pl.DataFrame | None:
    """Give the rows of ``success_by_act`` that can be compared, None where there are none.

    They are of contracts that were played by declarers who did it and by others, or by declarers
    who exchanged different numbers of cards.
    """
    if tables.success_by_act is None:
        return None
    compared = tables.success_by_act.filter(pl.len().over("act", "contract") > 1)
    return None if compared.is_empty() else compared
