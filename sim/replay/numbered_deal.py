"""The transcript of a numbered deal: where it stands, the deal, and the session's end after it."""

from __future__ import annotations

from collections.abc import Iterator
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
    deals = DEALS_OF_A_SEED if experiment.given is None else DEALS
    last = deals // per_session * per_session - 1
    if not 0 <= deal <= last:
        raise UserError(f"deal {deal} does not exist; deals are numbered from 0 to {last}")
    session, place = divmod(deal, per_session)
    record = play_sessions(experiment, session, 1)
    if not record.present[place]:
        raise UserError(_not_played(record, deal, session))
    sections = _sections(experiment, record, session, place)
    return "\n\n".join("\n".join(section) for section in sections) + "\n"


def _not_played(record: Record, deal: int, session: int) -> str:
    played = int((record.present > 0).sum())
    return (
        f"deal {deal} was not played: fewer than {FEWEST_PLAYERS} players were left in session "
        f"{session} after {counted(played, 'deal')}, so it ended with deal "
        f"{record.first_deal + played - 1}"
    )


def _sections(
    experiment: Experiment, record: Record, session: int, place: int
) -> Iterator[list[str]]:
    rules = experiment.rules
    standing = standing_before(experiment, record, session, place)
    lines = [*_place(experiment, standing, session, place), *_condition(experiment, record)]
    yield [
        f"Deal {record.first_deal + place:,} of seed {experiment.seed}",
        *chain.from_iterable(fitted(line, indent="  ") for line in lines),
    ]
    yield from DealText(experiment, session, standing, record.acts(place)).sections()
    is_last = place + 1 == len(record.present) or not record.present[place + 1]
    if is_last and (rules.session_matters or rules.ties == "extra deal"):
        yield from session_end(experiment, record, session)


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
