"""Digests of policies that users write: whatever a decision depends on changes them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from sim.policies import make_policy

BOT = """
from sim.policies import ScalarPolicy
from sim.policies.kit import PASS, highest, lowest
{imports}

def bid(view):
    return PASS

def lead(view):
    return highest(view.legal)

Bot = ScalarPolicy(version=1, idea="A bot.", bid=bid, opening_lead=lead, lead=lead, follow=lead)
"""
VARIANT = """
from dataclasses import replace
from sim.policies.kit import lowest
from bot import Bot

def follow(view):
    return lowest(view.legal)

Variant = replace(Bot, follow=follow)
"""


def digest(folder: Path, text: str) -> str:
    return make_policy(text, folder=folder).code_digest


def test_a_function_taken_from_another_file_counts(tmp_path: Path) -> None:
    """A variant shares all but one function with the policy that it comes from."""
    (tmp_path / "bot.py").write_text(BOT.format(imports=""))
    variant = tmp_path / "variant.py"
    variant.write_text(VARIANT)
    before = digest(tmp_path, "variant.py:Variant")
    variant.write_text(VARIANT.replace("lowest", "highest"))
    changed = digest(tmp_path, "variant.py:Variant")
    (tmp_path / "bot.py").write_text(BOT.format(imports="") + "# changed\n")
    assert len({before, changed, digest(tmp_path, "variant.py:Variant")}) == 3


@pytest.mark.parametrize(
    "imports",
    ["from . import more", "from .more import NUMBER", "from bots.more import NUMBER"],
)
def test_in_a_package_its_other_modules_count(
    tmp_path: Path, monkeypatch: Any, imports: str
) -> None:
    package = tmp_path / "bots"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "bot.py").write_text(BOT.format(imports=imports))
    (package / "more.py").write_text("NUMBER = 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    before = _fresh_digest(monkeypatch)
    (package / "more.py").write_text("NUMBER = 2\n")
    assert _fresh_digest(monkeypatch) != before


def _fresh_digest(monkeypatch: Any) -> str:
    """The digest as a process finds it that has not imported the package yet."""
    for name in [name for name in sys.modules if name.split(".")[0] == "bots"]:
        monkeypatch.delitem(sys.modules, name)
    return make_policy("bots.bot:Bot").code_digest
