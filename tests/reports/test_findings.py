"""Comparing sentences claim what the intervals allow, for the headline contract first."""

from __future__ import annotations

from pipelines.intervals import rate
from reports.estimates import Share
from reports.findings import who_most_often

OTHERWISE = "No position is shown to make Nap more often than another"
SUBJECTS = ["eldest", "the dealer", "the second to speak"]


def share(successes: int, of: int) -> Share:
    found = rate(successes, of)
    value = successes / of if of else None
    return Share(successes=successes, of=of, rate=value, low=found.low, high=found.high)


def finding(**shares: list[Share]) -> str:
    return who_most_often(
        shares, SUBJECTS, headline="nap", verb="made", level=0.95, otherwise=OTHERWISE
    ).replace("\N{NO-BREAK SPACE}", " ")


def test_a_difference_in_the_headline_contract_is_the_finding():
    assert finding(
        three=[share(100, 1000), share(900, 1000), share(500, 1000)],
        nap=[share(300, 1000), share(600, 1000), share(450, 1000)],
    ) == ("Nap is made most often by the dealer (60.0 %), least often by eldest (30.0 %)")


def test_of_two_one_does_it_more_often_than_the_other():
    wanted = "Nap is made more often by the dealer (60.0 %) than by eldest (30.0 %)"
    two = [share(300, 1000), share(600, 1000)]
    assert finding(nap=two) == wanted
    assert finding(nap=[*two, share(0, 0)]) == wanted


def test_a_headline_that_cannot_be_compared_is_left_out():
    two = [share(300, 1000), share(600, 1000)]
    assert finding(three=two) == (
        "Three is made more often by the dealer (60.0 %) than by eldest (30.0 %)"
    )
    assert finding(three=[share(3, 10), share(4, 10)]) == OTHERWISE


def test_else_another_contract_is_named_and_the_headline_is_not_hidden():
    assert finding(
        three=[share(100, 1000), share(900, 1000)], nap=[share(3, 10), share(4, 10)]
    ) == (
        "Three is made more often by the dealer (90.0 %) than by eldest (10.0 %); for Nap no "
        "difference is shown"
    )


def test_without_any_difference_none_is_claimed():
    nothing = finding(three=[share(50, 100), share(52, 100)], nap=[share(3, 10), share(4, 10)])
    assert nothing == OTHERWISE


def test_looking_through_more_contracts_asks_for_stronger_evidence():
    weak = [share(420, 1000), share(500, 1000)]
    same = [share(50, 100), share(50, 100)]
    assert finding(nap=weak).startswith("Nap is made more often")
    assert finding(nap=weak, a=same, b=same, c=same, d=same).startswith("No position")


def test_most_and_least_are_kept_for_those_who_differ_from_all_others():
    assert finding(nap=[share(300, 1000), share(600, 1000), share(595, 1000)]) == (
        "Nap is made more often by the dealer (60.0 %) than by eldest (30.0 %)"
    )
