"""Transcripts of a numbered deal, with the session's end after it, and of a whole session."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from sim.errors import UserError
from sim.records import play_sessions
from sim.replay.deal import DealText
from sim.replay.found_deal import FoundDeal, deals_played, find_deal, sessions_of_a_seed
from sim.replay.session_end import session_end

if TYPE_CHECKING:
    from sim.experiment import Experiment


def transcript(experiment: Experiment, deal: int, *, solve: bool = False) -> str:
    """Simulate one deal again, by the same engine, and write down everything that happens.

    Its session is played from the first deal on. Where deals depend on each other, or ties are
    played off, the transcript also tells how the session stands, and after its last deal how it
    ends.

    Parameters
    ----------
    solve : bool
        Whether it also tells what each card lost against best play with all hands open, what the
        contract came to with it, and what everybody could have made.

    Raises
    ------
    UserError
        If there is no such deal, or it was not played because too few players were left.
    """
    found = find_deal(experiment, deal)
    sections = [*_deal(found, solve=solve)]
    rules = experiment.rules
    if found.ends_session and (rules.session_matters or rules.ties == "extra deal"):
        sections += session_end(experiment, found.record, found.session, solve=solve)
    return _text(sections)


def session_transcript(experiment: Experiment, session: int, *, solve: bool = False) -> str:
    """Simulate one session again, by the same engine, and write down all its deals and its end.

    Raises
    ------
    UserError
        If there is no such session.
    """
    last = sessions_of_a_seed(experiment) - 1
    if not 0 <= session <= last:
        raise UserError(f"session {session} does not exist; sessions are numbered from 0 to {last}")
    record = play_sessions(experiment, session, 1)
    deals = (
        _deal(FoundDeal(experiment, record, session, place), solve=solve)
        for place in range(deals_played(record))
    )
    end = session_end(experiment, record, session, solve=solve)
    return _text([*chain.from_iterable(deals), *end])


def _text(sections: Iterable[Sequence[str]]) -> str:
    return "\n\n".join("\n".join(section) for section in sections) + "\n"


def _deal(found: FoundDeal, *, solve: bool) -> Iterator[list[str]]:
    yield found.heading()
    text = DealText(found.experiment, found.session, found.standing, found.acts, solve=solve)
    yield from text.sections()
