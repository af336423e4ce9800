"""Golden transcripts: a few deals of every shipped profile, to be read and compared.

Each file in `tests/data/transcripts` is the transcript of one numbered deal. It was read against
the rules before it was kept, and the referee reads it again here. When a change of the rules, the
policies or the format is meant, write them anew and read the difference:

    python -m tests.rules.test_golden_transcripts
"""

from __future__ import annotations

import re

import pytest

from sim.game.profiles import shipped_profile
from sim.game.rules import load_rules, profile_names
from tests import referee
from tests.referee import House, SeatedDeal, Verdict
from tests.rules.agreement import compare_session
from tests.rules.golden_deals import GOLDEN
from tests.rules.houses import HOUSES
from tests.rules.in_words import house_of
from tests.rules.stories import FOLDER, Golden, is_told, stories_wanted
from tests.rules.transcript_reading import Deal, Table

MOST_LINES = 50
"""Of a deal with all that is told before and after it; …"""
MOST_LINES_OF_AN_EXTRA_DEAL = 30
"""… further deals that break a tie are shorter."""

STAKES = ("contract", "units")
"""Titles of the column of what contracts pay; the second is that of a table without titles."""


@pytest.fixture(scope="module", params=GOLDEN, ids=lambda told: f"{told.profile}, {told.story}")
def golden(request: pytest.FixtureRequest) -> Golden:
    """Each golden deal in turn: all tests of one are run before those of the next."""
    told: Golden = request.param
    return told


# The promise of each story -----------------------------------------------------------------------


@pytest.mark.parametrize("profile", profile_names())
def test_the_referee_knows_the_rules_of_every_profile(profile: str) -> None:
    """Written by hand, they are those of the profile's file at every table that it is meant for."""
    assert HOUSES[profile] == {
        players: house_of(load_rules(profile, players))
        for players in shipped_profile(profile).players
    }


@pytest.mark.parametrize("profile", profile_names())
def test_every_profile_has_its_stories(profile: str) -> None:
    """A deal passed out, a nap made, a contract that failed, and a deal for every option."""
    told = {
        part
        for golden in GOLDEN
        if golden.profile == profile
        for part in golden.story.split(" and ")
    }
    wanted = {story for house in HOUSES[profile].values() for story in stories_wanted(house)}
    untold = [story for story in wanted if not any(re.fullmatch(story, part) for part in told)]
    assert not untold, f"write golden transcripts of {profile}: {', '.join(untold)}"


def test_every_file_is_compared() -> None:
    assert sorted(FOLDER.iterdir()) == sorted(golden.file for golden in GOLDEN)


def test_the_transcript_is_the_golden_one(golden: Golden) -> None:
    assert golden.written_now() == golden.text, (
        "if the change is meant: python -m tests.rules.test_golden_transcripts, and read it"
    )


def test_the_transcript_is_made_to_be_read(golden: Golden) -> None:
    lines = golden.reading.lines
    assert max(map(len, lines)) <= 80
    extra_deals = len(golden.reading.extra_deals)
    assert len(lines) <= MOST_LINES + MOST_LINES_OF_AN_EXTRA_DEAL * extra_deals


# What the referee reads in it --------------------------------------------------------------------


def test_the_referee_agrees_with_every_act_and_payment(golden: Golden) -> None:
    told = golden.reading
    for deal in (told.deal, *told.extra_deals):
        verdict = deal.verdict
        assert deal.payments == verdict.payments
        assert deal.pool_after == verdict.pool
        assert deal.result == result_in_words(deal, verdict)
        assert deal.announcement == announcement_in_words(deal, verdict)
        assert deal.sections["Settlement"][0].startswith("Settlement: ")
        check_columns(deal, verdict)


def announcement_in_words(deal: Deal, verdict: Verdict) -> str:
    if verdict.declarer is None:
        return ""
    trumps = "no trumps but the joker" if deal.house.joker else "no trumps"
    if verdict.trump:
        named = " (named)" if deal.acts.named else ""
        trumps = f"{verdict.trump} are trumps{named}"
    return f"Play: {deal.name_at(verdict.declarer)} declares {verdict.contract}, {trumps}"


def result_in_words(deal: Deal, verdict: Verdict) -> str:
    if verdict.contract is None:
        return "passed out (units)" if any(verdict.payments) else "passed out, nobody pays"
    rung = deal.house.rung(verdict.contract)
    result = f"{rung.name} {'made' if verdict.made else 'failed'}"
    if verdict.revoked is not None:
        pays_alone = " and pays for all" if verdict.made else ""
        return f"{result}, {deal.name_at(verdict.revoked)} revoked{pays_alone} (units)"
    tricks = "1 trick" if verdict.tricks == 1 else f"{verdict.tricks} tricks"
    needed = "none allowed" if rung.judged == "exactly" else f"{rung.target} needed"
    return f"{result} with {tricks}, {needed} (units)"


def check_columns(deal: Deal, verdict: Verdict) -> None:
    """Hold every column of the settlement that is there against the verdict."""
    if deal.pays_nothing:
        return
    house, columns = deal.house, {title: deal.column(title) for title in deal.settlement.titles}
    purses = deal.by_position(deal.chips) if house.chips else None
    assert columns.pop("in all", verdict.payments) == verdict.payments
    if purses is not None:
        assert columns.pop("bought", (0,) * len(purses)) == verdict.rebuys
        changes = zip(purses, verdict.payments, verdict.rebuys, strict=True)
        left = tuple(purse + won + house.chips * stacks for purse, won, stacks in changes)
        assert columns.pop("chips left") == left
    parts = columns_of_the_parts(house, verdict)
    assert {title: columns[title] for title in columns if title not in STAKES} == parts
    for name, units in deal.paid_for_exchange:
        assert parts["exchange"][deal.position_of(name)] == -units
    unlimited = purses is None or house.when_broke == "rebuy"
    if verdict.declarer is not None and verdict.revoked is None and unlimited:
        rung, players = house.rung(verdict.contract), len(deal.names)
        stakes = referee.settle(rung, verdict.declarer, verdict.made, players)
        assert deal.column("contract", "units") == stakes


def columns_of_the_parts(house: House, verdict: Verdict) -> dict[str, tuple[int, ...]]:
    """What antes, prices and pool bring each position; antes are those of who can pay them."""
    positions = range(len(verdict.payments))
    parts = {}
    if house.pool_ante:
        parts["ante"] = (-house.pool_ante,) * len(positions)
    if house.exchange_cards:
        units = verdict.exchanged
        if house.exchange_price_per == "exchange":
            units = [min(cards, 1) for cards in verdict.exchanged]
        parts["exchange"] = tuple(-house.exchange_price * number for number in units)
    if house.float_card:
        parts["float"] = tuple(
            -house.float_price if verdict.looked[position] and position else 0
            for position in positions
        )
    if house.peep:
        parts["peep"] = tuple(-house.peep_price * peeped for peeped in verdict.peeped)
    if verdict.pool_won:
        parts["pool"] = tuple(
            verdict.pool_won * (position == verdict.declarer) for position in positions
        )
    return parts


def test_leaders_and_winners_are_the_referee_s(golden: Golden) -> None:
    """Each trick's line begins with its leader, and the card that wins it has the star."""
    for deal in (golden.reading.deal, *golden.reading.extra_deals):
        for trick, line in zip(deal.verdict.course, deal.tricks, strict=True):
            assert line[0]["name"] == deal.name_at(trick.leader)
            winners = [played["name"] for played in line if played["mark"] == "*"]
            if trick.winner is None:
                assert (winners, line[-1]["mark"]) == ([], " (revoke)")
            else:
                assert winners == [deal.name_at(trick.winner)]


def test_the_story_is_what_happens(golden: Golden) -> None:
    assert is_told(golden.story, golden.reading)


# What the numbers say ----------------------------------------------------------------------------


def test_the_session_is_the_one_of_its_number(golden: Golden) -> None:
    """The referee deals, shuffles, cuts and draws by himself: every card is where it was told."""
    assert golden.reading.number == golden.deal
    compare_session(golden.record, 0, golden.judged_session)


def test_what_the_deals_before_have_left_is_told(golden: Golden) -> None:
    """Seats, chips, pool and who is out, by the referee's own account of the session."""
    told, house = golden.reading, golden.house
    place = golden.deal % house.deals_per_session
    *before, deal = golden.judged_session.deals[: place + 1]
    at_the_table = {golden.name_at_seat(seat): seat for seat in (*deal.seats[1:], deal.seats[0])}
    seats = re.findall(r"^  (\w+) +seat (\d)", golden.text, re.MULTILINE)[: len(deal.seats)]
    assert seats == [(name, str(seat)) for name, seat in at_the_table.items()]
    assert {*told.out} == {*golden.names} - {*at_the_table}
    assert told.pool == (before[-1].verdict.pool if before else 0)
    if house.chips:
        assert told.chips == {
            name: chips_before(house, seat, before) for name, seat in at_the_table.items()
        }


def chips_before(house: House, seat: int, deals_before: list[SeatedDeal]) -> int:
    chips = house.chips
    for deal in deals_before:
        position = deal.seats.index(seat)
        chips += deal.verdict.payments[position] + house.chips * deal.verdict.rebuys[position]
    return chips


def test_the_end_of_the_session_is_told(golden: Golden) -> None:
    """Its length, the balances, and what became of the pool, after the last deal played.

    Where no deal has to do with another, nothing is said of the session.
    """
    verdict, end = golden.judged_session, golden.reading.end
    is_last = golden.deal % golden.house.deals_per_session == len(verdict.deals) - 1
    assert (end is not None) == (is_last and deals_hang_together(golden.house))
    if end is None:
        return
    assert end.column("balance", "units") == golden.by_name(verdict.balances)
    if "pool" in end.titles:
        assert end.column("pool") == golden.by_name([verdict.split] * len(golden.names))
        units = "1 unit" if verdict.pool == 1 else f"{verdict.pool} units"
        assert end.remarks[0] == f"pool: {units}"
    if "bought" in end.titles:
        assert end.column("bought") == golden.by_name(verdict.rebuys)
    deals = len(verdict.deals)
    too_few = ", too few players left" if deals < golden.house.deals_per_session else ""
    assert end.title == f"End of session {golden.session:,} after {deals} deals{too_few}"


def deals_hang_together(house: House) -> bool:
    prices = house.exchange_cards + house.float_card + house.peep
    limited = house.chips > 0 or house.ties == "extra deal"
    return limited or prices + house.pool_ante > 0 or house.shuffle == "after-nap"


def test_who_has_won_is_told(golden: Golden) -> None:
    """At once, or by the extra deals that follow."""
    verdict, told = golden.judged_session, golden.reading
    if told.end is None:
        assert not told.extra_deals
        return
    best = max(verdict.balances)
    leaders = {name for name, units in golden.by_name(verdict.balances).items() if units == best}
    winners = {name for name, wins in golden.by_name(verdict.winners).items() if wins}
    assert len(told.extra_deals) == len(verdict.extra_deals)
    if not verdict.extra_deals:
        assert names_and_outcome(told.end) == (winners, victory(winners))
        return
    assert names_and_outcome(told.end) == (leaders, "are level and play on")
    assert names_and_outcome(told.decision) == (winners, victory(winners))
    assert told.decision.column("units") == {
        name: sum(deal.payments[deal.position_of(name)] for deal in told.extra_deals)
        for name in leaders
    }


def names_and_outcome(table: Table) -> tuple[set[str], str]:
    """Whom the last remark names, and what it says of them."""
    names, outcome = re.fullmatch(
        r"(.+) (wins|share the win|are level and play on)", table.remarks[-1]
    ).groups()
    return {*re.split(", | and ", names)}, outcome


def victory(winners: set[str]) -> str:
    return "wins" if len(winners) == 1 else "share the win"


def write_all_anew() -> None:
    FOLDER.mkdir(exist_ok=True)
    for golden in GOLDEN:
        golden.file.write_text(golden.written_now(), encoding="utf-8")
        print(f"written: {golden.file.name}")


if __name__ == "__main__":
    write_all_anew()
