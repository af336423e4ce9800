"""Plain text in documents of TeX and LaTeX."""

from __future__ import annotations

import re
from typing import Final

_SPECIAL: Final = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "--": "-{}-",
    "\N{NO-BREAK SPACE}": "~",
    "\N{NARROW NO-BREAK SPACE}": r"\,",
    "\N{EN DASH}": "--",
    "\N{EM DASH}": "---",
    "\N{MINUS SIGN}": r"\ensuremath{-}",
    "\N{PLUS-MINUS SIGN}": r"\ensuremath{\pm}",
    "\N{MULTIPLICATION SIGN}": r"\ensuremath{\times}",
    "\N{LESS-THAN OR EQUAL TO}": r"\ensuremath{\leq}",
    "\N{GREATER-THAN OR EQUAL TO}": r"\ensuremath{\geq}",
    "\N{BLACK SPADE SUIT}": r"\ensuremath{\spadesuit}",
    "\N{BLACK HEART SUIT}": r"\ensuremath{\heartsuit}",
    "\N{BLACK DIAMOND SUIT}": r"\ensuremath{\diamondsuit}",
    "\N{BLACK CLUB SUIT}": r"\ensuremath{\clubsuit}",
}
_SPECIALS: Final = re.compile("|".join(map(re.escape, _SPECIAL)))
_LINE_ENDS: Final = re.compile(r"[\r\n]+")


def in_tex(text: str) -> str:
    r"""Write text so that TeX sets every letter of it.

    >>> print(in_tex("100 % of $x_1$ & <more>"))
    100 \% of \$x\_1\$ \& \textless{}more\textgreater{}
    """
    return _SPECIALS.sub(lambda found: _SPECIAL[found.group()], text)


def comment(text: str) -> str:
    """Write text as one line that TeX leaves out."""
    return f"% {_LINE_ENDS.sub(' ', text)}\n"
