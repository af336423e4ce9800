"""Which runs stand side by side, how they hang together, and in what they differ, in words."""

from __future__ import annotations

from typing import Final

from pipelines.beside.conditions import policies_in_short
from pipelines.beside.tables import BesideProvenance, BesideTables, ComparedRun
from pipelines.tables import Provenance
from reports.conditions import short_identity
from reports.language import marked, tr, trn
from reports.reading.cells import Cell, ReadingTable, text_cells
from reports.wording import NOTHING, contract_name, count, in_percent, listed

_NAMES: Final = {
    "profile": marked("Profile"),
    "players": marked("Players"),
    "policies": marked("Policies"),
    "seating": marked("Seating"),
    "given": marked("Condition"),
    "seed": marked("Seed"),
    "deals": marked("Deals"),
}
_CONTRACT: Final = "contract "
_MOST_COLUMNS: Final = 4


def level_of(provenance: BesideProvenance) -> str:
    """Write the confidence level, "95 %"."""
    return in_percent(100 * provenance.level)


def how_compared(provenance: BesideProvenance) -> str:
    """Say of each run how it hangs together with the first one."""
    return " ".join(_how_compared(provenance.first, other) for other in provenance.others)


def _how_compared(first: ComparedRun, other: ComparedRun) -> str:
    names = {"first": first.label, "other": other.label}
    if other.dependence == "independent":
        return tr("{other} and {first} share no deals and are independent.", **names)
    if other.common is None or other.unit is None:
        return tr(
            "{other} and {first} have one seed and so depend on each other, but not all their "
            "deals are kept, or deals cannot be put beside each other one by one: their intervals "
            "hold whatever the dependence is.",
            **names,
        )
    if other.unit == 1:
        return trn(
            "{other} and {first} have {n} numbered deal in common, which is put beside itself.",
            "{other} and {first} have {n} numbered deals in common, which are compared deal by "
            "deal.",
            other.common,
            n=count(other.common),
            **names,
        )
    return trn(
        "{other} and {first} have {n} block of {unit} numbered deals in common, which is put "
        "beside itself.",
        "{other} and {first} have {n} blocks of {unit} numbered deals in common, which are "
        "compared block by block.",
        other.common,
        n=count(other.common),
        unit=count(other.unit),
        **names,
    )


def footer_of(provenance: BesideProvenance) -> str:
    """Give the line below a figure of a file: of each run conditions, n, seed and identity."""
    runs = [
        tr(
            "{label}: profile {profile}, {policies}, {deals} deals, seed {seed}, identity "
            "{identity}",
            label=run.label,
            profile=run.provenance.profile,
            policies=policies_in_short(run.provenance.lineup),
            deals=count(run.provenance.deals),
            seed=run.provenance.seed,
            identity=short_identity(run.provenance),
        )
        for run in provenance.runs
    ]
    return tr("Nap, runs side by side. {runs}", runs="; ".join(runs))


def lacking_contracts(provenance: BesideProvenance) -> tuple[str, ...]:
    """Name, for each run, the contracts of other runs that are not on its ladder."""
    ladders = [[stake.contract for stake in run.provenance.stakes] for run in provenance.runs]
    everything = dict.fromkeys(name for ladder in ladders for name in ladder)
    lacks = {
        run.label: [contract_name(name) for name in everything if name not in ladder]
        for run, ladder in zip(provenance.runs, ladders, strict=True)
    }
    return tuple(
        tr("Not on the ladder of {run}: {contracts}.", run=label, contracts=listed(names))
        for label, names in lacks.items()
        if names
    )


def how_positions_match(provenance: BesideProvenance) -> tuple[str, ...]:
    """Say which positions are compared, where tables differ in size."""
    if len({run.provenance.players for run in provenance.runs}) == 1:
        return ()
    return (
        tr(
            "Positions are matched by the turn to speak: eldest with eldest, dealer with dealer. "
            "One that either table lacks is not compared."
        ),
    )


def conditions_table(tables: BesideTables) -> ReadingTable:
    """Show in which conditions the runs differ."""
    provenance = tables.provenance
    names = list(dict.fromkeys(tables.conditions["condition"].to_list()))
    values = {
        (row["condition"], row["run"]): row["value"] for row in tables.conditions.rows(named=True)
    }
    return ReadingTable(
        name="conditions",
        title=tr("Conditions that differ"),
        note=tr("Only what is not the same in all; options are named as in profiles."),
        columns=(tr("condition"), *(run.label for run in provenance.runs)),
        names=1,
        rows=tuple(
            (
                *text_cells(_name(name)),
                *(
                    Cell(text=_value(name, values[name, number], run.provenance))
                    for number, run in enumerate(provenance.runs)
                ),
            )
            for name in names
        ),
        most_columns=_MOST_COLUMNS,
    )


def _name(condition: str) -> str:
    if condition.startswith(_CONTRACT):
        return contract_name(condition.removeprefix(_CONTRACT))
    return tr(_NAMES[condition]) if condition in _NAMES else condition


def _value(condition: str, value: str | None, run: Provenance) -> str:
    if value is None:
        return NOTHING
    if condition == "deals":
        numbers = run.deal_numbers
        return tr("{least} to {most}", least=count(numbers.start), most=count(numbers.stop - 1))
    if condition.startswith(_CONTRACT):
        name = condition.removeprefix(_CONTRACT)
        stake = next(each for each in run.stakes if each.contract == name)
        tricks = (
            tr("exactly {tricks} tricks", tricks=stake.target)
            if stake.judged == "exactly"
            else tr("{tricks} tricks or more", tricks=stake.target)
        )
        return f"{tricks}; {stake.made}/{stake.failed}"
    return value
