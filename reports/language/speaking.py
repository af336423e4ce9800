"""Texts in the language that is spoken now."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Final, NoReturn

from sim.errors import UserError

CATALOGUES: Final = Path(__file__).parent / "catalogues"


@dataclass(frozen=True, kw_only=True)
class Language:
    """A language of reports.

    Attributes
    ----------
    code : str
        ISO 639-1, as ``--language`` and HTML's ``lang`` take it.
    name : str
        In the language itself.
    decimal, group : str
        What stands before decimals, and between groups of three digits.
    """

    code: str
    name: str
    decimal: str
    group: str


ENGLISH: Final = Language(code="en", name="English", decimal=".", group=",")


@cache
def _from_cldr(code: str) -> Language:
    """Describe a language by the Unicode Common Locale Data Repository, as Babel has it."""
    from babel import Locale
    from babel.numbers import get_decimal_symbol, get_group_symbol

    return Language(
        code=code,
        name=Locale.parse(code).get_display_name(code) or code,
        decimal=get_decimal_symbol(code),
        group=get_group_symbol(code),
    )


LANGUAGES: Final = ("en", "es", "fr", "ru")
"""Codes of the languages that there are, English first."""

_spoken: ContextVar[Language] = ContextVar("_spoken", default=ENGLISH)


def language() -> Language:
    """Return the language that is spoken now."""
    return _spoken.get()


@contextmanager
def speaking(code: str) -> Iterator[Language]:
    """Speak a language inside this.

    Parameters
    ----------
    code
        One of `LANGUAGES`.

    Raises
    ------
    UserError
        If it is none of them.

    Examples
    --------
    >>> with speaking("en"):
    ...     tr("{n} of {of}", n=3, of=4)
    '3 of 4'
    """
    if code not in LANGUAGES:
        _refuse(code)
    token = _spoken.set(ENGLISH if code == ENGLISH.code else _from_cldr(code))
    try:
        yield _spoken.get()
    finally:
        _spoken.reset(token)


def _refuse(code: str) -> NoReturn:
    raise UserError(f"language {code!r} is not one of {', '.join(LANGUAGES)}")


@cache
def _catalogue(code: str) -> NullTranslations:
    """Read a catalogue of messages; there is none of English."""
    if code == ENGLISH.code:
        return NullTranslations()
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with (CATALOGUES / f"{code}.po").open("rb") as file:
        messages = read_po(file, locale=code)
    compiled = io.BytesIO()
    write_mo(compiled, messages)
    compiled.seek(0)
    return GNUTranslations(compiled)


def marked(message: str) -> str:
    """Mark a text that is translated where it is used, with `tr`; return it as it is."""
    return message


def marked_many(one: str, many: str) -> tuple[str, str]:
    """Mark a text of a number of things that is translated where it is used, with `trn`."""
    return one, many


def said(message: str) -> str:
    """Return what a message is in the language that is spoken; templates fill its places."""
    return _catalogue(language().code).gettext(message)


def said_of_many(one: str, many: str, number: int) -> str:
    """Return what a message of a number of things is; templates fill its places."""
    return _catalogue(language().code).ngettext(one, many, number)


def tr(message: str, /, **values: object) -> str:
    """Say a text in the language that is spoken.

    Parameters
    ----------
    message
        The English text, with named places as `str.format` has them.
    **values
        What stands in the places.
    """
    return _filled(said(message), values)


def trc(context: str, message: str, /, **values: object) -> str:
    """Say a text whose translation depends on where it stands, which `context` tells."""
    return _filled(_catalogue(language().code).pgettext(context, message), values)


def trn(one: str, many: str, number: int, /, **values: object) -> str:
    """Say a text whose words depend on a number; the place ``n`` has it unless it is given.

    Examples
    --------
    >>> trn("{n} deal", "{n} deals", 1), trn("{n} deal", "{n} deals", 2000)
    ('1 deal', '2,000 deals')
    """
    return _filled(said_of_many(one, many, number), {"n": localised(f"{number:,}"), **values})


def localised(number: str) -> str:
    """Write a number that Python has formatted as the language spoken does.

    Examples
    --------
    >>> localised(f"{1234.5:,.2f}")
    '1,234.50'
    """
    spoken = language()
    if spoken is ENGLISH:
        return number
    return number.translate({ord(","): spoken.group, ord("."): spoken.decimal})


def _filled(text: str, values: dict[str, object]) -> str:
    return text.format(**values) if values else text
