"""The policies of a comparison as its page lists them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pipelines.comparisons.tables import ComparedPolicy, ComparisonTables
from reports.comparison.record import ComparisonRecord
from reports.wording import general, listed


@dataclass(frozen=True, kw_only=True)
class ListedPolicy:
    """One of what is compared: its name, what it is, its version and parameters as text."""

    label: str
    policy: str
    version: int
    parameters: str


def listed_policies(tables: ComparisonTables, record: ComparisonRecord) -> tuple[ListedPolicy, ...]:
    """List what is compared; of a sweep, parameters of the field alone: points name theirs."""
    field = tables.provenance.field
    known = _parameters(tables, record)
    return tuple(
        ListedPolicy(
            label=each.label,
            policy="" if each.policy == each.label else each.policy,
            version=each.version,
            parameters=_in_words(_of(each, known))
            if not tables.provenance.swept or each.policy == field
            else "",
        )
        for each in tables.provenance.policies
    )


def _parameters(
    tables: ComparisonTables, record: ComparisonRecord
) -> Mapping[str, Mapping[str, Any]]:
    """Find the studied policies' parameters by line-up, and by policy."""
    first = tables.scores.filter(players=tables.provenance.sizes[0])
    found: dict[str, Mapping[str, Any]] = {}
    rows = first.select("entry", "policy").rows()
    for (entry, policy), parameters in zip(rows, record.parameters, strict=False):
        found.setdefault(policy, parameters)
        found[entry] = parameters
    return found


def _of(each: ComparedPolicy, known: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Any]:
    return known.get(each.label) or known.get(each.policy) or {}


def _in_words(parameters: Mapping[str, Any]) -> str:
    return listed([*_said(parameters)])


def _said(parameters: Mapping[str, Any]) -> Iterator[str]:
    for name, value in parameters.items():
        yield f"{name} {general(value)}" if isinstance(value, float) else f"{name} {value}"
