"""``nap check-policy``."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from sim.errors import UserError

if TYPE_CHECKING:
    from sim.policies.contract import Checked

_COMPILING: Final = (
    "compiling the engine for tables of all sizes, once: about half a minute for each"
)
_WIDTH: Final = 80
_INDENT: Final = 18


def show_check(policy: str, players: int, profile: str, deals: str | None) -> None:
    """Check a policy against the contract, and print what each check comes to when it is done.

    Raises
    ------
    UserError
        If the policy cannot be loaded, or does not keep to the contract.
    """
    from sim.engine.kernel import is_compiled
    from sim.game.rules import FEWEST_PLAYERS, MOST_PLAYERS
    from sim.policies.contract import check_policy
    from sim.scenarios.quantities import parse_count

    number = None if deals is None else parse_count(deals)
    if not all(map(is_compiled, range(FEWEST_PLAYERS, MOST_PLAYERS + 1))):
        print(_COMPILING, file=sys.stderr)
    failed = []
    for checked in check_policy(policy, players=players, profile=profile, deals=number):
        print("\n".join(lines_about(checked)), flush=True)
        if checked.findings:
            failed.append(checked.check)
    if failed:
        raise UserError(
            f"{policy}: breaks the contract of policies ({', '.join(failed)}); see above"
        )


def lines_about(checked: Checked) -> Iterator[str]:
    r"""Yield the lines about one check, 80 columns wide.

    Examples
    --------
    >>> from sim.policies.contract import Checked, Finding
    >>> slow = Finding("bots.py:Sly: slower than 1,000 deals/s", "look for loops")
    >>> print("\n".join(lines_about(Checked(check="speed", told="900 deals/s", findings=(slow,)))))
    FAILED  speed     900 deals/s
                      - bots.py:Sly: slower than 1,000 deals/s
                        To mend it, look for loops.
    """
    state = "-" if checked.skipped else "passed" if checked.passed else "FAILED"
    heading = f"{state:<8}{checked.check:<10}"
    yield from textwrap.wrap(
        checked.told, _WIDTH, initial_indent=heading, subsequent_indent=" " * _INDENT
    )
    for remark in checked.remarks:
        yield from _item(remark)
    for finding in checked.findings:
        yield from _item(finding.what)
        yield from _under(f"To mend it, {finding.remedy}.")


def _item(text: str) -> list[str]:
    return textwrap.wrap(
        text,
        _WIDTH,
        initial_indent=" " * _INDENT + "- ",
        subsequent_indent=" " * (_INDENT + 2),
        break_on_hyphens=False,
    )


def _under(text: str) -> list[str]:
    indent = " " * (_INDENT + 2)
    return textwrap.wrap(
        text, _WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
    )
