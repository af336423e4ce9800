"""The page of how often bids succeed."""

from __future__ import annotations

from typing import Final

from reports.answer import opening_sentence
from reports.key_figures import headline_figures
from reports.questions.question import Part, Question
from reports.remarks import of_success

SUCCESS: Final = Question(
    name="success",
    heading="How often does a bid succeed?",
    short="Success",
    answer=opening_sentence,
    key_figures=headline_figures,
    parts=(
        Part(
            anchor="made",
            heading="What is made, by whom?",
            charts=(
                "success-by-contract",
                "success-by-position",
                "success-by-policy",
                "tricks-taken",
            ),
            remarks=of_success,
        ),
        Part(anchor="hands", heading="With which hands?", charts=("hands-*",)),
        Part(
            anchor="bidding",
            heading="Who bids what?",
            charts=("calls-by-position", "calls-given-bid"),
        ),
        Part(
            anchor="acts",
            heading="What do players do before they bid?",
            charts=(
                "acts-by-position",
                "success-by-exchange",
                "success-by-float",
                "success-by-peep",
                "success-by-extra-hand",
            ),
        ),
        Part(anchor="precision", heading="How sure is it by now?", charts=("convergence",)),
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
