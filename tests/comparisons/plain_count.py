"""The sums of a comparison, counted deal by deal in plain Python from records of every act."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from sim.comparisons.comparison import Comparison, Entry
from sim.comparisons.sums import CALIBRATION_BINS, ComparisonSums
from sim.game.ladder import Contract
from sim.game.result import result_of
from sim.game.rules import Rules
from sim.records import Record, play_sessions


@dataclass(frozen=True)
class Fact:
    """What one deal was for the studied player, who was present."""

    unit: int
    seat: int
    position: int
    units: int
    call: int | None
    contract: int
    declares: bool
    tricks: int


@dataclass(frozen=True)
class Studied:
    """An entry: the facts of all deals, and what was won by unit and seat."""

    facts: list[Fact]
    won: list[list[int]]

    def by_unit(self) -> list[list[Fact]]:
        units: list[list[Fact]] = [[] for _ in self.won]
        for fact in self.facts:
            units[fact.unit].append(fact)
        return units


def plain_sums(comparison: Comparison, first_session: int, sessions: int) -> ComparisonSums:
    """Count everything but calibration."""
    entries = comparison.entries
    studied = [studied_of(comparison, entry, first_session, sessions) for entry in entries]
    won = [entry.won for entry in studied]
    scores = [[sum(by_seat) for by_seat in entry] for entry in won]
    units = len(scores[0])
    return ComparisonSums(
        units=units,
        deals=sessions * comparison.rules.deals_per_session,
        scores=np.array([sum(of_units) for of_units in scores]),
        products=np.array([[product(one, other) for other in scores] for one in scores]),
        squares=np.array([sum(w * w for by_seat in entry for w in by_seat) for entry in won]),
        differing=np.array([differing(c.weights, won) for c in comparison.contrasts]),
        ratios=np.array([ratios_of(entry) for entry in studied]),
        contract_ratios=np.array(
            [contract_ratios_of(entry, comparison.rules) for entry in studied]
        ),
        calls=np.array([by_position(comparison.rules, calls_of(entry)) for entry in studied]),
        played=np.array([by_position(comparison.rules, played_of(entry)) for entry in studied]),
        made=np.array(
            [by_position(comparison.rules, made_of(entry, comparison.rules)) for entry in studied]
        ),
        position_units=np.array([positions_of(e, comparison.rules, 1) for e in studied]),
        position_squares=np.array([positions_of(e, comparison.rules, 2) for e in studied]),
        calibration=np.zeros((len(studied), CALIBRATION_BINS, 5), np.int64),
    )


def product(one: list[int], other: list[int]) -> int:
    return sum(a * b for a, b in zip(one, other, strict=True))


def differing(weights: tuple[int, ...], won: list[list[list[int]]]) -> int:
    """Units in which entries with a weight won different sums at any seat."""
    compared = [by_unit for by_unit, weight in zip(won, weights, strict=True) if weight]
    return sum(any(w != unit[0] for w in unit) for unit in zip(*compared, strict=True))


def studied_of(comparison: Comparison, entry: Entry, first_session: int, sessions: int) -> Studied:
    rules = comparison.rules
    by_session = comparison.unit == "session"
    facts: list[Fact] = []
    units = sessions if by_session else sessions * rules.deals_per_session
    won = [[0] * rules.players for _ in range(units)]
    for seat in range(rules.players):
        experiment = comparison.experiment(entry.seated(seat))
        record = play_sessions(experiment, first_session, sessions)
        of_seat = [*facts_of(record, rules, seat, by_session=by_session)]
        facts += of_seat
        for fact in of_seat:
            won[fact.unit][seat] += fact.units
        if by_session:
            for session in range(sessions):
                won[session][seat] = int(record.outcomes.player_units[session, seat])
    return Studied(facts, won)


def facts_of(record: Record, rules: Rules, seat: int, *, by_session: bool) -> Iterator[Fact]:
    for session in range(len(record.outcomes.first_dealers)):
        chips = dict.fromkeys(range(rules.players), rules.chips)
        for deal in range(rules.deals_per_session):
            place = session * rules.deals_per_session + deal
            if record.present[place] == 0:
                break
            dealer = int(record.dealers[place])
            clockwise = [(dealer + step) % rules.players for step in range(rules.players)]
            at_table = [one for one in clockwise if one in chips]
            assert len(at_table) == record.present[place]
            payments = payments_of(record, rules, place)
            if seat in at_table:
                position = at_table.index(seat)
                unit = session if by_session else place
                yield fact_of(record, rules, place, unit, seat, position, payments[position])
            if rules.may_end_early:
                for position, one in enumerate(at_table):
                    chips[one] += payments[position]
                chips = {one: left for one, left in chips.items() if left > 0}


def payments_of(record: Record, rules: Rules, place: int) -> tuple[int, ...]:
    acts = record.acts(place)
    if acts.payments is not None:
        return acts.payments
    return result_of(rules.ladder.auction_text(acts.calls), acts.tricks, rules).payments


def fact_of(
    record: Record, rules: Rules, place: int, unit: int, seat: int, position: int, units: int
) -> Fact:
    acts = record.acts(place)
    seats = int(record.present[place])
    speakers = [(turn + 1) % seats for turn in range(len(acts.calls))]
    turn = speakers.index(position) if position in speakers else None
    return Fact(
        unit=unit,
        seat=seat,
        position=position,
        units=units,
        call=None if turn is None else acts.calls[turn],
        contract=acts.contract,
        declares=turn is not None and acts.declarer == turn,
        tricks=acts.tricks,
    )


def moments(pairs: list[tuple[int, int]]) -> list[int]:
    """Of y and x of all units, as the sums keep them."""
    return [
        sum(y for y, _ in pairs),
        sum(x for _, x in pairs),
        sum(y * y for y, _ in pairs),
        sum(x * y for y, x in pairs),
        sum(x * x for _, x in pairs),
        sum(x > 0 for _, x in pairs),
        sum(y > 0 for y, _ in pairs),
        sum(y < x for y, x in pairs),
    ]


def ratios_of(entry: Studied) -> list[list[int]]:
    declares, as_declarer, as_defender = [], [], []
    for facts in entry.by_unit():
        declared = [fact.units for fact in facts if fact.declares]
        defended = [fact.units for fact in facts if fact.contract and not fact.declares]
        declares.append((len(declared), sum(fact.call is not None for fact in facts)))
        as_declarer.append((sum(declared), len(declared)))
        as_defender.append((sum(defended), len(defended)))
    return [moments(declares), moments(as_declarer), moments(as_defender)]


def contract_ratios_of(entry: Studied, rules: Rules) -> list[list[list[int]]]:
    by_unit = entry.by_unit()
    rows = []
    for number in range(len(rules.ladder) + 1):
        bid, made, overbid, underbid = [], [], [], []
        for facts in by_unit:
            spoken = sum(fact.call is not None for fact in facts)
            bid.append((sum(fact.call == number for fact in facts), spoken))
            played = [fact.tricks for fact in facts if fact.declares and fact.contract == number]
            for pairs, holds in ((made, keeps), (overbid, too_high), (underbid, too_low)):
                pairs.append((sum(holds(rules, number, tricks) for tricks in played), len(played)))
        rows.append([moments(bid), moments(made), moments(overbid), moments(underbid)])
    return rows


def keeps(rules: Rules, number: int, tricks: int) -> bool:
    return rules.ladder[number].keeps(tricks)


def too_high(rules: Rules, number: int, tricks: int) -> bool:
    contract = rules.ladder[number]
    if contract.judged == "exactly" or contract.keeps(tricks):
        return False
    lower = [c for c in rules.ladder.contracts[: number - 1] if is_easier(c, contract)]
    return bool(lower) and lower[-1].keeps(tricks)


def too_low(rules: Rules, number: int, tricks: int) -> bool:
    contract = rules.ladder[number]
    if contract.judged == "exactly":
        return False
    higher = [c for c in rules.ladder.contracts[number:] if is_easier(contract, c)]
    return bool(higher) and higher[0].keeps(tricks)


def is_easier(one: Contract, other: Contract) -> bool:
    """Whether it needs fewer tricks, further ones being welcome."""
    return one.judged == other.judged == "at least" and one.target < other.target


def calls_of(entry: Studied) -> list[tuple[int, int]]:
    return [(fact.position, fact.call) for fact in entry.facts if fact.call is not None]


def played_of(entry: Studied) -> list[tuple[int, int]]:
    return [(fact.position, fact.contract) for fact in entry.facts if fact.declares]


def made_of(entry: Studied, rules: Rules) -> list[tuple[int, int]]:
    return [
        (fact.position, fact.contract)
        for fact in entry.facts
        if fact.declares and keeps(rules, fact.contract, fact.tricks)
    ]


def by_position(rules: Rules, pairs: list[tuple[int, int]]) -> list[list[int]]:
    numbers = range(len(rules.ladder) + 1)
    return [[pairs.count((p, number)) for number in numbers] for p in range(rules.players)]


def positions_of(entry: Studied, rules: Rules, power: int) -> list[int]:
    sums = [[0] * rules.players for _ in entry.won]
    for fact in entry.facts:
        sums[fact.unit][fact.position] += fact.units
    return [sum(of_unit[p] ** power for of_unit in sums) for p in range(rules.players)]
