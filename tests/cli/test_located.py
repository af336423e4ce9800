"""Keys of a TOML file are found on their lines, however the file is written."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.errors import UserError
from sim.mistakes import KeyPath, Mistake
from sim.scenarios.located import key_lines, located, parse_toml

EVERYTHING = '''\
# title = "no key" [neither]
name = "a # b = [c]"
rules.stakes.nap = { made = 10, "failed" = 5 }  # dotted, inline, quoted
text = """
seed = 1
[player]
quotes: \\""" and "" and """
literal = \'\'\'
[[player]]
\'\'\'
days = [1979-05-27 07:32:00, 07:32:00]
list = [
    1.5,  # ]
    "]",
    [2, { deep = 3 }],
]
"two words" . 'x.y' = 1

[[player]]
name = 'say "hi"'
[player.parameters]
three = 2.5

  [[player]]
  name = "second"
  [[player.tag]]
  [[player.tag]]
  word = "last"
[ precision . nap ]
width = 1e-3'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("name",), 2),
        (("rules",), 3),
        (("rules", "stakes", "nap", "failed"), 3),
        (("text",), 4),
        (("literal",), 8),
        (("days", 1), 11),
        (("list",), 12),
        (("list", 0), 13),
        (("list", 1), 14),
        (("list", 2, 1, "deep"), 15),
        (("two words", "x.y"), 17),
        (("player",), 19),
        (("player", 0), 19),
        (("player", 0, "name"), 20),
        (("player", 0, "parameters"), 21),
        (("player", 0, "parameters", "three"), 22),
        (("player", 1), 24),
        (("player", 1, "name"), 25),
        (("player", 1, "tag", 0), 26),
        (("player", 1, "tag", 1), 27),
        (("player", 1, "tag", 1, "word"), 28),
        (("precision", "nap"), 29),
        (("precision", "nap", "width"), 30),
    ],
)
def test_a_key_is_found_on_its_line(path: KeyPath, line: int) -> None:
    assert key_lines(EVERYTHING)[path] == line


def test_nothing_is_found_that_the_parser_does_not_see() -> None:
    assert set(key_lines(EVERYTHING)) == set(paths(tomllib.loads(EVERYTHING)))


def test_line_ends_of_other_systems_make_no_difference() -> None:
    assert key_lines(EVERYTHING.replace("\n", "\r\n")) == key_lines(EVERYTHING)


VALUES = (
    "1",
    "-1.5e3",
    "true",
    '"a # b = [c]"',
    '"ends in a quote \\""',
    "'c:\\'",
    '""',
    '"""\n[no]\nk = 1 \\"""\n"""',
    '"""two quotes at the end"""""',
    "'''\n# '' no\n'''",
    "1979-05-27 07:32:00",
    "[]",
    "{}",
    "[1, [2, 3], # ]\n  { x = 1, y.z = 2 },\n]",
    '{ a = { b = [{}, {}] }, "w w" = [1, 2] }',
)


@st.composite
def documents(draw: st.DrawFn) -> str:
    """Valid documents: no key is written twice in the same table."""
    keys = (f"k{number}" for number in range(1000))
    lines = []
    for _ in range(draw(st.integers(0, 12))):
        key = next(keys)
        styles = [key, f'"{key}"', f"'{key}'", f"{key}.sub", f'{key} . "s.u b"']
        written = draw(st.sampled_from(styles))
        kind = draw(st.sampled_from(["pair", "table", "array", "entry", "blank"]))
        if kind == "pair":
            lines.append(f"{written} = {draw(st.sampled_from(VALUES))} # {key}")
        elif kind == "table":
            lines.append(f"[{written}]")
        elif kind == "array":
            lines.append(f"[[ {written} ]]\n# comment\n[[{written}]]")
        elif kind == "entry":
            lines.append(f"[[shared]]\n[shared.{written}]\nx = 1")
        else:
            lines.append(draw(st.sampled_from(["", "   ", "# [c] = 'x'"])))
    return "\n".join(lines)


@given(documents())
def test_exactly_the_keys_of_the_parser_are_found_each_on_a_line_that_has_it(text: str) -> None:
    lines = text.split("\n")
    found = key_lines(text)
    assert set(found) == set(paths(tomllib.loads(text)))
    for path, line in found.items():
        if isinstance(path[-1], str):
            assert path[-1] in lines[line - 1]


def paths(value: Any, above: KeyPath = ()) -> Iterator[KeyPath]:
    steps: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        steps = [*value.items()]
    elif isinstance(value, list):
        steps = [*enumerate(value)]
    for step, below in steps:
        yield (*above, step)
        yield from paths(below, (*above, step))


def test_mistakes_are_told_in_the_order_of_the_file_each_once() -> None:
    text = "seed = 1\npack = 2\n"
    mistakes = [
        Mistake("too small", (("pack",),)),
        Mistake("too odd", (("seed",),)),
        Mistake("too small", (("pack",),)),
    ]
    assert located(mistakes, text, "f") == ["f:1: seed: too odd", "f:2: pack: too small"]


def test_a_mistake_is_placed_at_the_first_of_its_keys_that_is_written() -> None:
    mistake = Mistake("disagree", (("rules", "pack"), ("players",)))
    assert located([mistake], "# c\nplayers = 7\n", "f") == ["f:2: players: disagree"]


def test_a_missing_key_is_placed_at_its_table() -> None:
    mistake = Mistake("missing", (("player", 0, "policy"),))
    assert located([mistake], "\n[[player]]\nname = 'x'\n", "f") == [
        "f:2: player[1].policy: missing"
    ]
    assert located([mistake], "\n", "f") == ["f:1: player[1].policy: missing"]


@pytest.mark.parametrize(
    ("text", "line"),
    [("a = 1\nb = \nc = 3", 2), ("a = 1\n\n[t\n", 3), ("a = 1\na = 2\n", 2), ('a = """\n\n', 2)],
)
def test_a_syntax_error_is_told_with_its_line(text: str, line: int) -> None:
    with pytest.raises(UserError, match=rf"^my\.toml:{line}: not valid TOML: "):
        parse_toml(text, "my.toml")
