"""Scenarios: one TOML file that says everything about a run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from sim.errors import UserError
from sim.experiment import Experiment, Player
from sim.game.options import merged, option_mistakes
from sim.game.rules import Rules, load_rules
from sim.mistakes import Mistake, MistakesError, untold
from sim.scenarios.file import ScenarioFile, incomplete, read_keys
from sim.scenarios.lineup import lineup_mistakes, lineup_of, players_at_table
from sim.scenarios.located import parse_toml, read_text, told
from sim.scenarios.profile_file import named_profile
from sim.scenarios.targets import Target
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
    text : str
        The file as its author wrote it, before any change from the command line.
    """

    name: str
    experiment: Experiment
    sessions: int
    until: tuple[Target, ...] = ()
    text: str = field(default="", compare=False, repr=False)

    @property
    def deals(self) -> int:
        """Deals of all sessions together."""
        return self.sessions * self.experiment.rules.deals_per_session

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
            f"seed = {self.experiment.seed}",
            "\n[rules]",
            *(toml_pair(key, value) for key, value in options.items()),
        ]
        for section, table in tables.items():
            lines.append(f"\n[rules.{section}]")
            lines += [toml_pair(contract, said) for contract, said in table.items()]
        for player in self.experiment.lineup:
            lines += ["\n[[player]]", *_player_lines(player)]
        return "\n".join(lines) + "\n"


def load_scenario(path: Path | str, overrides: Mapping[str, Any] | None = None) -> Scenario:
    """Return the scenario of a file.

    Parameters
    ----------
    path : Path or str
        The file. A user's profile that it names is looked for beside it.
    overrides : mapping, optional
        Keys of the file that the command line sets instead (``deals``, ``seed``, ``players``,
        ``policy``, ...); None leaves the file's own value.

    Raises
    ------
    UserError
        With everything that is wrong in the file, one line each: ``file:line: key: what is wrong
        and what is allowed``. Mistakes in overrides are shown as ``--key: ...``.
    """
    file = Path(path)
    text = read_text(file)
    given = {key: value for key, value in (overrides or {}).items() if value is not None}
    content = _overridden(parse_toml(text, str(file)), given)
    keys, mistakes = read_keys(content)
    mistakes += untold([*incomplete(content), *lineup_mistakes(keys, file.parent)], mistakes)
    try:
        rules = _rules(keys, file.parent)
    except MistakesError as error:
        mistakes += untold(error.mistakes, mistakes)
    if mistakes:
        raise UserError("\n".join(told(mistakes, given, text, str(file))))
    experiment = Experiment(rules, lineup_of(keys, file.parent), keys.seating, keys.seed)
    mistakes = list(_target_mistakes(keys, experiment))
    if mistakes:
        raise UserError("\n".join(told(mistakes, given, text, str(file))))
    return Scenario(
        name=keys.name or file.stem,
        experiment=experiment,
        sessions=_sessions(keys, rules.deals_per_session),
        until=tuple(dict.fromkeys(keys.until)),
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
