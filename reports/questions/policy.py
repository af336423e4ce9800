"""The page of what policies win."""

from __future__ import annotations

from typing import Final

from pipelines.tables import Tables
from reports.conditions import policies_of
from reports.key_figures import KeyFigure
from reports.questions.question import Part, Question


def _several(tables: Tables) -> bool:
    return len(policies_of(tables.provenance)) > 1


def _answer(tables: Tables) -> str:
    policies = policies_of(tables.provenance)
    if len(policies) == 1:
        return f"All players follow {policies[0]}: this run tells nothing of other policies."
    return ""


def _key_figures(tables: Tables) -> tuple[KeyFigure, ...]:
    return ()


POLICY: Final = Question(
    name="policy",
    heading="Which policy?",
    short="Policies",
    answer=_answer,
    key_figures=_key_figures,
    parts=(
        Part(
            anchor="policies",
            heading="Who wins more, and how?",
            charts=(
                "expectation-by-policy",
                "expectation-by-player",
                "success-by-policy",
                "win-shares",
            ),
        ),
    ),
    tables=(
        "expectation_by_policy",
        "expectation_by_player",
        "contracts_by_policy",
        "win_share_by_policy",
        "win_shares",
    ),
    method=frozenset({"shares", "means", "comparisons", "break-even"}),
    can_tell=_several,
)
