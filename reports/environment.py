"""What every page is made with: its templates and the filters that they use."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from reports.chart import Chart
from reports.drawing import svg_for_page
from reports.language.speaking import language, said, said_of_many
from reports.sheet import BROAD, NARROW
from reports.wording import DASH, contract_name, count

_TEMPLATES: Final = Path(__file__).parent / "templates"

_INTERVAL: Final = re.compile(rf"[\d.,]*\d{DASH}[\d.,]*\d(?:\s%)?")


def drawn(chart: Chart) -> dict[str, Markup]:
    """Draw a chart for the page, for broad and for narrow windows."""
    return {canvas.name: Markup(svg_for_page(chart, canvas)) for canvas in (BROAD, NARROW)}


def unbroken(text: str) -> Markup:
    """Keep intervals on one line.

    >>> unbroken("made in 7–9 % < half")
    Markup('made in <span class="nb">7–9 %</span> &lt; half')
    """
    return Markup(_INTERVAL.sub(r'<span class="nb">\g<0></span>', str(escape(text))))


def page_environment() -> Environment:
    """Give what templates of pages are filled in with: their filters, and names that must exist.

    A figure that stands on several pages is drawn once. The one script that a page may run is
    named by its digest, so that browsers run no other.
    """
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        extensions=["jinja2.ext.i18n"],
    )
    environment.policies["ext.i18n.trimmed"] = True
    environment.install_gettext_callables(  # type: ignore[attr-defined]
        said, said_of_many, newstyle=True
    )
    script = (_TEMPLATES / "page.js").read_text(encoding="utf-8")
    environment.globals["language"] = language
    environment.globals["script"] = Markup(script)
    environment.globals["script_digest"] = b64encode(sha256(script.encode()).digest()).decode()
    environment.filters["count"] = count
    environment.filters["unbroken"] = unbroken
    environment.filters["contract"] = contract_name
    environment.filters["drawn"] = cache(drawn)
    return environment
