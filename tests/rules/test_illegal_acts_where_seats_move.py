"""Who broke a rule is named rightly where seats move: at tables left, and in extra deals.

Fault of this kind elsewhere: "agent 1 is better" was only the first seat (open_spiel 108).
"""

from __future__ import annotations

from typing import Any

import pytest

from sim.engine.bits import ZERO, either, lane_function, u64
from sim.engine.calls import BID, FOLLOW
from sim.experiment import Experiment, Seating
from sim.illegal_acts import IllegalActError
from sim.policies.random import any_legal_act
from sim.records import ExtraDeal, play_sessions
from sim.simulation import simulate_sessions
from tests import referee
from tests.injected_decisions import EXTRA_DEAL, answer_instead, compiled
from tests.rules.illegal_decisions import SEED, named_player, table, without_the_player
from tests.rules.in_words import house_of, sessions_in_words


def nothing_in(number: int) -> Any:
    """No act at all in one deal, else what `random` does."""

    @lane_function
    def nothing_in_the_deal(view, deal):  # type: ignore[no-untyped-def]
        return either(deal == u64(number), ZERO, any_legal_act(view))

    return nothing_in_the_deal


def test_the_player_is_named_where_others_have_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """The referee tells who is present and who deals; eldest makes a call that is none."""
    experiment = table(5, profile="pub", policies=("random",), chips=8)
    record = play_sessions(experiment, 0, 1)
    ((deals, extra),) = sessions_in_words(record)
    verdict = referee.judge_numbered_session(
        house_of(experiment.rules),
        players=5,
        seed=SEED,
        session=0,
        deals=deals,
        extra_deals=extra,
    )
    places = [place for place, deal in enumerate(verdict.deals) if len(deal.seats) < 5]
    assert len(places) > 1
    for place in places:
        with monkeypatch.context() as patch:
            answer_instead(patch, BID, compiled(nothing_in(place), BID))
            with pytest.raises(IllegalActError) as caught:
                simulate_sessions(experiment, 0, 1)
        assert without_the_player(experiment, caught.value) == (
            f"illegal call none in deal {place}, speaking as number 1"
        )
        assert named_player(caught.value) == verdict.deals[place].seats[1]


# Extra deals -------------------------------------------------------------------------------------

EXTRA_DEALS = {"ties": "extra deal", "deals_per_session": 1}
FIRST_SESSION, SESSIONS = 1_000, 100


def second_extra_deal(experiment: Experiment) -> ExtraDeal:
    """The first one with a declarer that is the second of its session."""
    record = play_sessions(experiment, FIRST_SESSION, SESSIONS)
    found = [record.extra_deals(session) for session in range(SESSIONS)]
    return next(deals[1] for deals in found if len(deals) > 1 and deals[1].acts.calls[0])


@pytest.mark.parametrize("seating", ["fixed", "rotate"])
def test_extra_deals_are_named_as_such(seating: Seating, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the player among the tied ones who broke the rule, wherever he sits."""
    experiment = table(4, policies=("random",), seating=seating, **EXTRA_DEALS)
    deal = second_extra_deal(experiment)
    players = len(deal.seating)
    act = nothing_in(EXTRA_DEAL * deal.number + deal.session)
    answer_instead(monkeypatch, BID, compiled(act, BID))
    with pytest.raises(IllegalActError) as caught:
        simulate_sessions(experiment, FIRST_SESSION, SESSIONS)
    assert without_the_player(experiment, caught.value) == (
        f"illegal call none in extra deal 2 of session {deal.session}, speaking as number 1"
    )
    assert named_player(caught.value) == deal.seating[1 % players]


def test_a_card_of_an_extra_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The player behind the declarer puts no card on the table."""
    experiment = table(4, policies=("random",), **EXTRA_DEALS)
    deal = second_extra_deal(experiment)
    players = len(deal.seating)
    act = nothing_in(EXTRA_DEAL * deal.number + deal.session)
    answer_instead(monkeypatch, FOLLOW, compiled(act, FOLLOW))
    with pytest.raises(IllegalActError) as caught:
        simulate_sessions(experiment, FIRST_SESSION, SESSIONS)
    assert without_the_player(experiment, caught.value) == (
        f"illegal card none in extra deal 2 of session {deal.session}, in trick 1, "
        "as number 2 to play"
    )
    assert deal.acts.declarer is not None
    assert named_player(caught.value) == deal.seating[(deal.acts.declarer + 2) % players]
