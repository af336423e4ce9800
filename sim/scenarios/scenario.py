"""Scenarios: one TOML file that says everything about a run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from sim.conditions import Condition
from sim.conditions.sampling import sampling_of
from sim.double_dummy import SOLVE_NONE, SolvedShare
from sim.errors import UserError
from sim.experiment import Experiment, Player, rules_under_condition
from sim.game.options import merged, option_mistakes
from sim.game.rules import Rules, load_rules
from sim.mistakes import Mistake, MistakesError, untold
from sim.policies.policy import COPIES
from sim.runs.kept_outcomes import KEEP_ALL, KeptOutcomes
from sim.scenarios.file import ScenarioFile, first_deal_mistakes, incomplete, read_keys
from sim.scenarios.lineup import lineup_mistakes, lineup_of, players_at_table
from sim.scenarios.located import parse_toml, read_text, told
from sim.scenarios.profile_file import named_profile
from sim.scenarios.targets import Target
from sim.storage import Folder, folder_at
from sim.storage.local_copy import on_this_machine
from sim.toml_writer import toml_pair

_HEADING: Final = "# The scenario in full: this file alone gives the same deals again."


@dataclass(frozen=True, kw_only=True)
class Scenario:
    """An experiment and how much of it to run.

    Attributes
    ----------
    name : str
        What reports call the scenario.
    experiment : Experiment
        What is sampled.
    sessions : int
        How many sessions are played; a number of deals is rounded up to whole sessions.
    until : tuple of Target
        What is to be known how precisely; then ``sessions`` are the most that are played.
    first_session : int
        Number of the first of them: 0, unless other machines play those before it.
    outcomes : KeptOutcomes
        Which shards keep their rows.
    solve : SolvedShare
        Which sessions are solved, all hands open.
    text : str
        The file as its author wrote it, before any change from the command line.
    """

    name: str
    experiment: Experiment
    sessions: int
    until: tuple[Target, ...] = ()
    first_session: int = 0
    outcomes: KeptOutcomes = KEEP_ALL
    solve: SolvedShare = SOLVE_NONE
    text: str = field(default="", compare=False, repr=False)

    @property
    def deals(self) -> int:
        """Deals of all sessions together."""
        return self.sessions * self.experiment.rules.deals_per_session

    @property
    def first_deal(self) -> int:
        """Number of the first deal."""
        return self.first_session * self.experiment.rules.deals_per_session

    def to_toml(self) -> str:
        """Return a scenario file that says everything, and loads as an equal scenario.

        Every option of the rules is written out, so that the file gives the same deals even where
        a profile changes in a later version, or a user's profile is out of reach. Policies that
        come from files are looked for in the folder ``policies`` beside it.
        """
        rules = self.experiment.rules
        options = rules.options
        tables = {key: options.pop(key) for key in ("contracts", "stakes")}
        lines = [
            _HEADING,
            toml_pair("name", self.name),
            toml_pair("profile", rules.profile),
            toml_pair("players", rules.players),
            toml_pair("seating", self.experiment.seating),
            toml_pair("deals", self.deals),
            *([toml_pair("until", [str(target) for target in self.until])] if self.until else []),
            *([toml_pair("first_deal", self.first_deal)] if self.first_session else []),
            f"seed = {self.experiment.seed}",
            *_condition_lines(self.experiment.given),
            toml_pair("outcomes", str(self.outcomes)),
            *([toml_pair("solve", self.solve.written)] if self.solve else []),
            "\n[rules]",
            *(toml_pair(key, value) for key, value in options.items()),
        ]
        for section, table in tables.items():
            lines.append(f"\n[rules.{section}]")
            lines += [toml_pair(contract, said) for contract, said in table.items()]
        for player in self.experiment.lineup:
            lines += ["\n[[player]]", *_player_lines(player)]
        return "\n".join(lines) + "\n"


def load_scenario(path: Folder | str, overrides: Mapping[str, Any] | None = None) -> Scenario:
    """Return the scenario of a file.

    Parameters
    ----------
    path : Path, ObjectPath or str
        The file. A user's profile that it names is looked for beside it; of a store, only the
        copies of policies in a run are found.
    overrides : mapping, optional
        Keys of the file that the command line sets instead (``deals``, ``seed``, ``players``,
        ``policy``, ...); None leaves the file's own value.

    Raises
    ------
    UserError
        With everything that is wrong in the file, one line each: ``file:line: key: what is wrong
        and what is allowed``. Mistakes in overrides are shown as ``--key: ...``.
    """
    file = folder_at(path)
    text = read_text(file)
    folder = on_this_machine(file.parent, COPIES)
    given = {key: value for key, value in (overrides or {}).items() if value is not None}
    content = _overridden(parse_toml(text, str(file)), given)
    keys, mistakes = read_keys(content)
    mistakes += untold([*incomplete(content), *lineup_mistakes(keys, folder)], mistakes)
    try:
        rules = _rules(keys, folder)
        rules, condition = _under_condition(rules, keys.given)
    except MistakesError as error:
        mistakes += untold(error.mistakes, mistakes)
    else:
        mistakes += first_deal_mistakes(keys.first_deal, rules.deals_per_session)
    if mistakes:
        raise UserError("\n".join(told(mistakes, given, text, str(file))))
    experiment = Experiment(rules, lineup_of(keys, folder), keys.seating, keys.seed, condition)
    mistakes = list(_target_mistakes(keys, experiment))
    if mistakes:
        raise UserError("\n".join(told(mistakes, given, text, str(file))))
    return Scenario(
        name=keys.name or file.stem,
        experiment=experiment,
        sessions=_sessions(keys, rules.deals_per_session),
        until=tuple(dict.fromkeys(keys.until)),
        first_session=keys.first_deal // rules.deals_per_session,
        outcomes=keys.outcomes,
        solve=keys.solve,
        text=text,
    )


def _target_mistakes(keys: ScenarioFile, experiment: Experiment) -> Iterator[Mistake]:
    """Yield which targets of precision an experiment cannot tell."""
    for place, target in enumerate(keys.until):
        try:
            target.check(experiment)
        except UserError as error:
            yield Mistake(str(error), (("until", place),))


def _overridden(content: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the content of a file with the given keys in place of those that they replace."""
    replaced = set(given)
    result = dict(content)
    if replaced & {"deals", "sessions"}:
        replaced |= {"deals", "sessions"}
    if "policy" in given:
        replaced |= {"player", "parameters"}
        if isinstance(content.get("player"), list):
            result.setdefault("players", len(content["player"]))
    kept = {key: value for key, value in result.items() if key not in replaced or key == "rules"}
    return merged(kept, given)


def _rules(keys: ScenarioFile, folder: Path) -> Rules:
    try:
        profile = named_profile(keys.profile, folder)
    except MistakesError as error:
        raise MistakesError([*error.mistakes, *option_mistakes(keys.rules)]) from None
    return load_rules(profile, players_at_table(keys), keys.rules)


def _under_condition(rules: Rules, text: str | None) -> tuple[Rules, Condition | None]:
    """Return the rules and the condition that a file states; under one, deals stand alone.

    Raises
    ------
    MistakesError
        If the condition cannot be read, or does not go with the rules.
    """
    if text is None:
        return rules, None
    single = rules_under_condition(rules)
    try:
        condition = Condition.of(text)
        complaints = [*condition.complaints(single)]
        if not complaints:
            sampling_of(condition, single)
    except UserError as error:
        complaints = [str(error)]
    if complaints:
        raise MistakesError([Mistake(complaint, (("given",),)) for complaint in complaints])
    return single, condition


def _condition_lines(condition: Condition | None) -> Iterator[str]:
    if condition is not None:
        yield toml_pair("given", str(condition))


def _sessions(keys: ScenarioFile, deals_per_session: int) -> int:
    """Return the number of sessions, deals rounded up to whole ones."""
    return keys.sessions or -(-(keys.deals or 0) // deals_per_session)


def _player_lines(player: Player) -> Iterator[str]:
    """Yield the lines of a ``[[player]]`` table."""
    policy = player.policy
    yield toml_pair("name", player.name)
    yield toml_pair("policy", policy.text_by_copies)
    if policy.changed:
        values = dict(policy.parameters)
        yield toml_pair("parameters", {name: values[name] for name in policy.changed})
    if player.revoke_rate > 0:
        yield toml_pair("revoke_rate", player.revoke_rate)
