"""What players do beside bidding and playing, in words: exchange, look, peep, take."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

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
    done
        What a declarer did, for a label and for a sentence.
    undone
        The same where he did not.
    """

    heading: str
    happens: str
    to_do: str
    done: str
    undone: str

    def label(self, amount: int) -> str:
        """Name for a label what a declarer did."""
        return self.done if amount else self.undone

    def declarers(self, amount: int) -> str:
        """Name for a sentence the declarers who did so much."""
        return f"declarers who {self.label(amount)}"

    def otherwise(self, contract: str) -> str:
        """Say that the act is not shown to matter for a contract."""
        return (
            f"{contract} is not shown to be made more often by one of the two: "
            f"{self.declarers(1)}, and those who {self.undone}"
        )


@dataclass(frozen=True, kw_only=True)
class Exchange(Act):
    """The act of which there is more or less: a number of cards."""

    def label(self, amount: int) -> str:
        """Name for a label how many cards a declarer exchanged."""
        return counted(amount, "card") if amount else "no card"

    def declarers(self, amount: int) -> str:
        """Name for a sentence the declarers who exchanged so many cards."""
        return f"declarers who {self.done} {self.label(amount)}"

    def otherwise(self, contract: str) -> str:
        """Say that the number of cards is not shown to matter for a contract."""
        return f"No number of cards exchanged is shown to make {contract} more often than another"


ACTS: Final[Mapping[str, Act]] = MappingProxyType(
    {
        "exchange": Exchange(
            heading="Exchange",
            happens="Cards are exchanged",
            to_do="exchange cards",
            done="exchanged",
            undone="exchanged none",
        ),
        "float": Act(
            heading="Look at the float",
            happens="The float is looked at",
            to_do="look at the float",
            done="looked at the float",
            undone="did not look",
        ),
        "peep": Act(
            heading="Peep",
            happens="A peep is paid for",
            to_do="peep",
            done="peeped",
            undone="did not peep",
        ),
        "extra hand": Act(
            heading="Extra hand",
            happens="The extra hand is taken",
            to_do="take the extra hand",
            done="took the extra hand",
            undone="did not take it",
        ),
    }
)
"""Every act under its name in the tables."""


def acts_in(names: list[str]) -> list[str]:
    """Give the distinct acts of a table's column, in their order."""
    return list(dict.fromkeys(names))
