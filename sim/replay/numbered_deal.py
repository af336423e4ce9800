"""Transcripts of a numbered deal, with the session's end after it, and of a whole session."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from sim.conditions.tries import DEALS
from sim.engine.philox import DEALS_OF_A_SEED
from sim.errors import UserError
from sim.game.rules import FEWEST_PLAYERS
from sim.records import play_sessions
from sim.replay.deal import DealText
from sim.replay.session_end import session_end
from sim.replay.standing import Standing, standing_before
from sim.replay.wording import counted, fitted, joined

if TYPE_CHECKING:
    from sim.experiment import Experiment
    from sim.records import Record


def transcript(experiment: Experiment, deal: int) -> str:
    """Simulate one deal again, by the same engine, and write down everything that happens.

    Its session is played from the first deal on. Where deals depend on each other, or ties are
    played off, the transcript also tells how the session stands, and after its last deal how it
    ends.

    Raises
    ------
    UserError
        If there is no such deal, or it was not played because too few players were left.
    """
    per_session = experiment.rules.deals_per_session
    last = _sessions_of_a_seed(experiment) * per_session - 1
    if not 0 <= deal <= last:
        raise UserError(f"deal {deal} does not exist; deals are numbered from 0 to {last}")
    session, place = divmod(deal, per_session)
    record = play_sessions(experiment, session, 1)
    if not record.present[place]:
        raise UserError(_not_played(record, deal, session))
    sections = [*_deal(experiment, record, session, place)]
    is_last = place + 1 == _deals_played(record)
    if is_last and (experiment.rules.session_matters or experiment.rules.ties == "extra deal"):
        sections += session_end(experiment, record, session)
    return _text(sections)


def session_transcript(experiment: Experiment, session: int) -> str:
    """Simulate one session again, by the same engine, and write down all its deals and its end.

    Raises
    ------
    UserError
        If there is no such session.
    """
    last = _sessions_of_a_seed(experiment) - 1
    if not 0 <= session <= last:
        raise UserError(f"session {session} does not exist; sessions are numbered from 0 to {last}")
    record = play_sessions(experiment, session, 1)
    places = range(_deals_played(record))
    deals = (_deal(experiment, record, session, place) for place in places)
    return _text([*chain.from_iterable(deals), *session_end(experiment, record, session)])


def _text(sections: Iterable[Sequence[str]]) -> str:
    return "\n\n".join("\n".join(section) for section in sections) + "\n"


def _sessions_of_a_seed(experiment: Experiment) -> int:
    deals = DEALS_OF_A_SEED if experiment.given is None else DEALS
    return deals // experiment.rules.deals_per_session


def _deals_played(record: Record) -> int:
    """Return how many deals of the session were played: those before it ended, perhaps early."""
    return int((record.present > 0).sum())


def _not_played(record: Record, deal: int, session: int) -> str:
    played = _deals_played(record)
    return (
        f"deal {deal} was not played: fewer than {FEWEST_PLAYERS} players were left in session "
        f"{session} after {counted(played, 'deal')}, so it ended with deal "
        f"{record.first_deal + played - 1}"
    )


def _deal(experiment: Experiment, record: Record, session: int, place: int) -> Iterator[list[str]]:
    standing = standing_before(experiment, record, session, place)
    lines = [*_place(experiment, standing, session, place), *_condition(experiment, record)]
    yield [
        f"Deal {record.first_deal + place:,} of seed {experiment.seed}",
        *chain.from_iterable(fitted(line, indent="  ") for line in lines),
    ]
    yield from DealText(experiment, session, standing, record.acts(place)).sections()


def _place(experiment: Experiment, standing: Standing, session: int, place: int) -> Iterator[str]:
    """Yield where the deal stands, and what the deals before have left of pack, chips and pool."""
    rules, lineup = experiment.rules, experiment.lineup
    joker = " and a joker" if rules.joker else ""
    yield (
        f"profile {rules.profile}, {rules.players} players, pack of {rules.pack}{joker}; session "
        f"{session:,}, deal {place + 1} of {rules.deals_per_session}"
    )
    if rules.shuffle == "after-nap":
        gathered = "gathered after the deal before, and cut"
        yield f"pack: {'shuffled' if standing.shuffled else gathered}"
    if rules.chips:
        stacks = [_chips(experiment, standing, player) for player in standing.seating]
        yield "chips: " + ", ".join(stacks)
    gone = [player for player in range(rules.players) if player not in standing.seating]
    if gone:
        yield "out: " + joined([lineup[player].name for player in gone])
    if standing.has_pool:
        yield f"pool: {counted(standing.pool or 0, 'unit')}"


def _condition(experiment: Experiment, record: Record) -> Iterator[str]:
    """Yield what the deal satisfies, and how many tries that took."""
    if experiment.given is not None:
        yield f"given {experiment.given}"
    if experiment.needs_tries and record.outcomes.tries is not None:
        yield f"tries: {record.outcomes.tries[0]:,}"


def _chips(experiment: Experiment, standing: Standing, player: int) -> str:
    bought = standing.stacks[player]
    stacks = f", {counted(bought, 'stack')} bought" if bought else ""
    return f"{experiment.lineup[player].name} ({standing.chips(player)}{stacks})"
