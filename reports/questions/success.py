"""The page of how often bids succeed."""

from __future__ import annotations

from typing import Final

from pipelines.tables import Tables
from reports.answer import how_often_made
from reports.key_figures import headline_figures
from reports.language import marked
from reports.questions.question import Part, Question
from reports.remarks import of_success


def _answer(tables: Tables) -> tuple[str, ...]:
    return (how_often_made(tables),)


SUCCESS: Final = Question(
    name="success",
    heading=marked("How often does a bid succeed?"),
    short=marked("Success"),
    answer=_answer,
    key_figures=headline_figures,
    parts=(
        Part(
            anchor="made",
            heading=marked("What is made, by whom?"),
            charts=(
                "success-by-contract",
                "success-by-position",
                "success-by-policy",
                "tricks-taken",
            ),
            remarks=of_success,
        ),
        Part(anchor="hands", heading=marked("With which hands?"), charts=("hands-*",)),
        Part(
            anchor="bidding",
            heading=marked("Who bids what?"),
            charts=("calls-by-position", "calls-given-bid"),
        ),
        Part(
            anchor="acts",
            heading=marked("What do players do before they bid?"),
            charts=(
                "acts-by-position",
                "success-by-exchange",
                "success-by-float",
                "success-by-peep",
                "success-by-extra-hand",
            ),
        ),
        Part(anchor="precision", heading=marked("How sure is it by now?"), charts=("convergence",)),
    ),
    tables=(
        "contracts",
        "contracts_by_position",
        "contracts_by_policy",
        "contracts_by_player",
        "tricks",
        "hands",
        "revokes_by_player",
        "calls_by_position",
        "calls_by_position_given_bid",
        "acts_by_position",
        "acts_by_player",
        "success_by_act",
        "convergence",
    ),
    method=frozenset({"shares", "means", "comparisons", "break-even"}),
)
