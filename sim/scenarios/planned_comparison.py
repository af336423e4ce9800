"""A comparison as somebody asks for it: what is compared, at which tables, on how many deals."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from sim.comparisons.comparison import (
    Comparison,
    Contrast,
    Design,
    Entry,
    all_pairs,
    challengers,
    round_robin,
)
from sim.comparisons.sweeps import Swept, points, swept_entries
from sim.game.rules import Rules
from sim.policies import Policy
from sim.scenarios.policy_text import changed_parameters, text_of, with_parameters
from sim.toml_writer import toml_pair

_HEADING: Final = "# The comparison in full: this file alone gives the same numbers again."

NamedPolicy = tuple[str, Policy]


@dataclass(frozen=True, kw_only=True)
class PlannedComparison:
    """Line-ups to be compared at tables of one or several sizes, and how many deals at most.

    Attributes
    ----------
    name : str
        What reports call it.
    design : {"challenger", "round robin", "line-ups"}
    rules : tuple of Rules
        Of each table size, in ascending order.
    seed : int
    deals : int
        The most deals for a table size; a comparison that is decided stops before.
    policies : tuple of (str, Policy)
        What is compared, with names; empty where line-ups are.
    field : (str, Policy) or None
        The policy of all others at the table, in the challenger design.
    lineups : tuple of Entry
        What is compared in the line-ups design.
    swept : tuple of Swept
        In a sweep the parameters that it is over; `policies` then holds one, the one that is swept.
    folder : str
        What its directory is called if the user does not say.
    text : str
        The file as its author wrote it, before any change from the command line.
    """

    name: str
    design: Design
    rules: tuple[Rules, ...]
    seed: int
    deals: int
    policies: tuple[NamedPolicy, ...] = ()
    field: NamedPolicy | None = None
    lineups: tuple[Entry, ...] = ()
    swept: tuple[Swept, ...] = ()
    folder: str = dataclasses.field(default="comparison", compare=False)
    text: str = dataclasses.field(default="", compare=False, repr=False)

    @cached_property
    def comparisons(self) -> tuple[Comparison, ...]:
        """One comparison for each table size.

        Raises
        ------
        UserError
            If there is nothing to compare, or names are not different.
        """
        return tuple(self._at(rules) for rules in self.rules)

    @property
    def players(self) -> tuple[int, ...]:
        """The table sizes."""
        return tuple(rules.players for rules in self.rules)

    def cap_units(self, comparison: Comparison) -> int:
        """Return the most units of analysis of one of the comparisons: deals, or sessions."""
        per_session = comparison.rules.deals_per_session
        sessions = -(-self.deals // per_session)
        return sessions if comparison.unit == "session" else sessions * per_session

    def to_toml(self) -> str:
        """Return a comparison file that says everything, and loads as an equal comparison."""
        blocks = [self._heading(), *self._rules_tables(), *self._what_is_compared()]
        return "\n".join(line for block in blocks for line in block) + "\n"

    def _at(self, rules: Rules) -> Comparison:
        entries, contrasts = self._parts(rules.players)
        return Comparison(
            name=self.name,
            design=self.design,
            rules=rules,
            seed=self.seed,
            entries=entries,
            contrasts=contrasts,
        )

    def _parts(self, players: int) -> tuple[tuple[Entry, ...], tuple[Contrast, ...]]:
        if self.design == "line-ups":
            return self.lineups, all_pairs([entry.label for entry in self.lineups])
        if self.field is None:
            return round_robin(self.policies, players)
        if self.swept:
            return swept_entries(self._points(), self.field, players)
        return challengers(self.policies, self.field, players)

    def _points(self) -> list[NamedPolicy]:
        """The policies of a sweep's grid."""
        ((_, policy),) = self.policies
        kept = dict(changed_parameters(policy))
        return [
            (label, with_parameters(policy, {**kept, **at})) for label, at in points(self.swept)
        ]

    def _heading(self) -> Iterator[str]:
        yield _HEADING
        yield toml_pair("name", self.name)
        yield toml_pair("profile", self.rules[0].profile)
        yield toml_pair("players", self.players)
        if self.design != "line-ups":
            yield toml_pair("design", self.design.replace(" ", "-"))
        if self.field is not None:
            yield toml_pair("field", text_of(self.field[1]))
        yield toml_pair("deals", self.deals)
        yield f"seed = {self.seed}"

    def _rules_tables(self) -> Iterator[list[str]]:
        """Yield the options that all tables share, and then those of each size."""
        of_each = [rules.options for rules in self.rules]
        first = of_each[0]
        shared = [key for key in first if all(each[key] == first[key] for each in of_each)]
        yield _options_lines(("rules",), {key: first[key] for key in shared})
        for rules in self.rules:
            own = {key: value for key, value in rules.options.items() if key not in shared}
            if own:
                yield _options_lines(("tables", str(rules.players)), own)

    def _what_is_compared(self) -> Iterator[list[str]]:
        if self.swept:
            values = {each.parameter: each.values for each in self.swept}
            text = text_of(self.policies[0][1])
            yield ["\n[sweep]", toml_pair("policy", text), toml_pair("parameters", values)]
            return
        for name, policy in self.policies:
            named = [] if name == policy.label else [toml_pair("name", name)]
            yield ["\n[[policy]]", *named, toml_pair("policy", text_of(policy))]
        for entry in self.lineups:
            players = [text_of(policy) for policy in entry.policies]
            yield ["\n[[lineup]]", toml_pair("name", entry.label), toml_pair("players", players)]


def _options_lines(table: Sequence[str], options: dict[str, Any]) -> list[str]:
    """Return options as a table of a file, contracts and stakes in tables of their own."""
    below = {key: options.pop(key) for key in ("contracts", "stakes") if key in options}
    lines = [f"\n[{'.'.join(table)}]", *(toml_pair(key, value) for key, value in options.items())]
    for section, values in below.items():
        lines.append(f"\n[{'.'.join([*table, section])}]")
        lines += [toml_pair(contract, said) for contract, said in values.items()]
    return lines
