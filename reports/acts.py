"""What players do beside bidding and playing, in words: exchange, look, peep, take."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import polars as pl

from pipelines.tables import Tables
from reports.language import marked, tr, trn
from reports.wording import counted


@dataclass(frozen=True, kw_only=True)
class Act:
    """One kind of act, in texts that are translated where they are used.

    Attributes
    ----------
    heading
        Its name for a heading.
    most_and_least, more_often, no_one
        Who does it most often and least often; who does it more often than whom; that nobody is
        shown to. Places: ``most`` and ``least``.
    no_difference
        That the act is not shown to matter for a ``contract``.
    labels, declarers
        Declarers who did not do it, and those who did: for a label, and for a sentence.
    """

    heading: str
    most_and_least: str
    more_often: str
    no_one: str
    no_difference: str
    labels: tuple[str, str]
    declarers: tuple[str, str]

    def label(self, amount: int) -> str:
        """Name for a label what a declarer did."""
        return tr(self.labels[amount])

    def declarers_of(self, amount: int) -> str:
        """Name for a sentence the declarers who did so much."""
        return tr(self.declarers[amount])


@dataclass(frozen=True, kw_only=True)
class Exchange(Act):
    """The act of which there is more or less: a number of cards."""

    def label(self, amount: int) -> str:
        """Name for a label how many cards a declarer exchanged."""
        return counted(amount, "card") if amount else tr(self.labels[0])

    def declarers_of(self, amount: int) -> str:
        """Name for a sentence the declarers who exchanged so many cards."""
        if not amount:
            return tr(self.declarers[0])
        return trn("those who exchanged {n} card", "those who exchanged {n} cards", amount)


ACTS: Final[Mapping[str, Act]] = MappingProxyType(
    {
        "exchange": Exchange(
            heading=marked("Exchange"),
            most_and_least=marked(
                "Cards are exchanged most often by {most}, least often by {least}"
            ),
            more_often=marked("Cards are exchanged more often by {most} than by {least}"),
            no_one=marked("No position is shown to exchange cards more often than another"),
            no_difference=marked(
                "No number of cards exchanged is shown to make {contract} more often than another"
            ),
            labels=(marked("no card"), ""),
            declarers=(marked("those who exchanged no card"), ""),
        ),
        "float": Act(
            heading=marked("Look at the float"),
            most_and_least=marked(
                "The float is looked at most often by {most}, least often by {least}"
            ),
            more_often=marked("The float is looked at more often by {most} than by {least}"),
            no_one=marked("No position is shown to look at the float more often than another"),
            no_difference=marked(
                "{contract} is not shown to be made more or less often with a look at the float "
                "than without"
            ),
            labels=(marked("did not look"), marked("looked")),
            declarers=(
                marked("those who did not look at the float"),
                marked("those who looked at the float"),
            ),
        ),
        "peep": Act(
            heading=marked("Peep"),
            most_and_least=marked(
                "A peep is paid for most often by {most}, least often by {least}"
            ),
            more_often=marked("A peep is paid for more often by {most} than by {least}"),
            no_one=marked("No position is shown to peep more often than another"),
            no_difference=marked(
                "{contract} is not shown to be made more or less often with a peep than without"
            ),
            labels=(marked("did not peep"), marked("peeped")),
            declarers=(marked("those who did not peep"), marked("those who peeped")),
        ),
        "extra hand": Act(
            heading=marked("Extra hand"),
            most_and_least=marked(
                "The extra hand is taken most often by {most}, least often by {least}"
            ),
            more_often=marked("The extra hand is taken more often by {most} than by {least}"),
            no_one=marked("No position is shown to take the extra hand more often than another"),
            no_difference=marked(
                "{contract} is not shown to be made more or less often with the extra hand than "
                "without"
            ),
            labels=(marked("own five cards"), marked("extra hand")),
            declarers=(
                marked("those with their own five cards"),
                marked("those with the extra hand"),
            ),
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
