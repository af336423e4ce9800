"""Findings that compare positions or policies, in one sentence, no stronger than the data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from reports.estimates import Extremes, Share, extremes
from reports.wording import contract_name, percent


def who_most_often(
    shares: Mapping[str, Sequence[Share]],
    subjects: Sequence[str],
    *,
    headline: str,
    verb: str,
    kind: str,
    level: float,
) -> str:
    """Say by whom the headline contract is bid, or made, most and least often.

    Where that cannot be told, the most frequent other contract for which it can is named. All
    contracts and subjects count as comparisons, so that looking on does not make a finding of
    chance.

    Parameters
    ----------
    shares
        For each contract one share for each subject.
    subjects
        Who is compared, as prose names them.
    verb
        "bid" or "made".
    kind
        What the subjects are: "position" or "policy".
    """
    others = sorted(
        (contract for contract in shares if contract != headline),
        key=lambda contract: -sum(share.successes for share in shares[contract]),
    )
    for contract in (headline, *others):
        found = extremes(shares[contract], level, times=len(shares))
        if found is not None:
            finding = _difference(contract, shares[contract], subjects, found, verb)
            if contract == headline:
                return finding
            return f"{finding}; for {contract_name(headline)} no difference is shown"
    act = {"bid": "bid", "made": "make"}[verb]
    return f"No {kind} is shown to {act} {contract_name(headline)} more often than another"


def _difference(
    contract: str, shares: Sequence[Share], subjects: Sequence[str], found: Extremes, verb: str
) -> str:
    """Say who differs; "most" and "least" only where all the others are told apart too."""
    most = f"{subjects[found.highest]} ({percent(shares[found.highest])})"
    least = f"{subjects[found.lowest]} ({percent(shares[found.lowest])})"
    name = contract_name(contract)
    if found.alone:
        return f"{name} is {verb} most often by {most}, least often by {least}"
    return f"{name} is {verb} more often by {most} than by {least}"
