"""The list of profiles: for whom, with which ladder, and what differs from the basic game."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from sim.game.options import SINGLE_OPTIONS
from sim.game.profiles import Profile, profile_names, shipped_profile
from sim.toml_writer import toml_value

_PLAIN: Final = "basic"
_WIDTH: Final = 80
_INDENT: Final = 13
_EXPLAINED: Final = (
    "Ladders give the units that each opponent pays when a contract is made, and gets when it "
    f"fails. Options are those that differ from {_PLAIN}; docs/rules.md explains them all, and "
    "nap profiles NAME shows a profile's file."
)


def profile_list() -> str:
    """Return all shipped profiles as they are listed, the basic game first."""
    others = [name for name in profile_names() if name != _PLAIN]
    paragraphs = ["\n".join(profile_lines(name)) for name in (_PLAIN, *others)]
    return "\n\n".join([*paragraphs, textwrap.fill(_EXPLAINED, _WIDTH)]) + "\n"


def profile_lines(name: str) -> Iterator[str]:
    r"""Yield the lines about one profile, at most 80 columns wide.

    Examples
    --------
    >>> print("\n".join(profile_lines("traditional")))
    traditional  3 to 7 players
      The basic game, shuffled only after a Nap that was made
      ladder     three 3/3, four 4/4, nap 5/5, wellington 10/10
      options    shuffle = "after-nap"
    """
    profile = shipped_profile(name)
    yield f"{name}  {_table_sizes(profile)} players"
    yield f"  {profile.title}"
    yield from _wrapped("ladder", _ladder(profile.options_at(profile.players[0])))
    yield from _wrapped("options", _differing(profile, _single_options))
    yield from _wrapped("contracts", _differing(profile, _promises))


def _table_sizes(profile: Profile) -> str:
    fewest, *_, most = profile.players
    return f"{fewest} {'or' if most == fewest + 1 else 'to'} {most}"


def _ladder(options: Mapping[str, Any]) -> Iterator[str]:
    stakes = options["stakes"]
    return (f"{bid} {stakes[bid]['made']}/{stakes[bid]['failed']}" for bid in options["ladder"])


def _differing(
    profile: Profile, part: Callable[[Mapping[str, Any]], Mapping[str, Any]]
) -> Iterator[str]:
    """Yield what differs from the basic game in a part of the options, and at which tables."""
    at: dict[str, list[int]] = {}
    for players in profile.players:
        basic = part(shipped_profile(_PLAIN).options_at(players))
        for key, value in part(profile.options_at(players)).items():
            news = _without_equals(value, basic.get(key))
            if news != basic.get(key):
                at.setdefault(f"{key} = {toml_value(news)}", []).append(players)
    for option, tables in at.items():
        everywhere = tables == [*profile.players]
        yield option if everywhere else f"{option} at {' and '.join(map(str, tables))}"


def _without_equals(value: Any, plain: Any) -> Any:
    """Return what a value adds to the plain one: of a table, the keys that differ."""
    if not isinstance(value, Mapping) or plain is None:
        return value
    return {key: said for key, said in value.items() if said != plain.get(key)} or plain


def _single_options(options: Mapping[str, Any]) -> dict[str, Any]:
    return {key: options[key] for key in SINGLE_OPTIONS if key != "ladder"}


def _promises(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: options["contracts"][name] for name in options["ladder"]}


def _wrapped(label: str, items: Iterable[str]) -> Iterator[str]:
    """Yield items behind a label, broken between items only."""
    # A space that does not break keeps an item together.
    text = ", ".join(item.replace(" ", "\N{NO-BREAK SPACE}") for item in items)
    lines = textwrap.wrap(text, _WIDTH - _INDENT, break_on_hyphens=False)
    for number, line in enumerate(lines):
        heading = f"  {label}" if number == 0 else ""
        yield f"{heading:{_INDENT}}{line}".replace("\N{NO-BREAK SPACE}", " ")
