"""Findings that compare positions or policies, in one sentence, no stronger than the data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from reports.estimates import Extremes, Share, extremes
from reports.language import tr
from reports.wording import contract_name, percent


def who_most_often(
    shares: Mapping[str, Sequence[Share]],
    subjects: Sequence[str],
    *,
    headline: str,
    verb: str,
    level: float,
    otherwise: str,
) -> str:
    """Say by whom the headline contract is bid, or made, or could be, most and least often.

    Where that cannot be told, the most frequent other contract for which it can is named, and
    `otherwise` where there is none. All contracts and subjects count as comparisons, so that
    looking on does not make a finding of chance.

    Parameters
    ----------
    shares
        For each contract one share for each subject; the headline need not be among them.
    subjects
        Who is compared, as prose names them.
    verb
        "bid", "made" or "makeable".
    otherwise
        What is said of the headline contract where no difference is shown.
    """
    others = sorted(
        (contract for contract in shares if contract != headline),
        key=lambda contract: -sum(share.successes for share in shares[contract]),
    )
    compared = [headline, *others] if headline in shares else others
    for contract in compared:
        found = extremes(shares[contract], level, times=len(shares))
        if found is not None:
            finding = _difference(contract, shares[contract], subjects, found, verb)
            if contract == headline or headline not in shares:
                return finding
            return tr(
                "{finding}; for {contract} no difference is shown",
                finding=finding,
                contract=contract_name(headline),
            )
    return otherwise


def _difference(
    contract: str, shares: Sequence[Share], subjects: Sequence[str], found: Extremes, verb: str
) -> str:
    """Say who differs; "most" and "least" only where others are told apart too."""
    compared = sum(share.rate is not None for share in shares)
    places = {
        "contract": contract_name(contract),
        "most": subjects[found.highest],
        "most_share": percent(shares[found.highest]),
        "least": subjects[found.lowest],
        "least_share": percent(shares[found.lowest]),
    }
    if verb == "bid":
        if found.alone and compared > 2:
            return tr(
                "{contract} is bid most often by {most} ({most_share}), least often by {least} "
                "({least_share})",
                **places,
            )
        return tr(
            "{contract} is bid more often by {most} ({most_share}) than by {least} ({least_share})",
            **places,
        )
    if verb == "makeable":
        return tr(
            "{contract} could be made more often by {most} ({most_share}) than by {least} "
            "({least_share})",
            **places,
        )
    if found.alone and compared > 2:
        return tr(
            "{contract} is made most often by {most} ({most_share}), least often by {least} "
            "({least_share})",
            **places,
        )
    return tr(
        "{contract} is made more often by {most} ({most_share}) than by {least} ({least_share})",
        **places,
    )
