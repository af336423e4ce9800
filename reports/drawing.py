"""Charts as SVG, for pages and for files. The same text on every run."""

from __future__ import annotations

import io
import re
from typing import Final
from xml.etree import ElementTree

from reports.chart import Chart
from reports.sheet import BROAD, Canvas
from reports.style import PALETTE, figure_style

SVG: Final = "http://www.w3.org/2000/svg"
XLINK: Final = "http://www.w3.org/1999/xlink"

_ROLES: Final = {colour.light: f"var(--{colour.role})" for colour in PALETTE}
_HEX_COLOUR: Final = re.compile(r"#[0-9a-f]{6}\b")
_REFERENCE: Final = re.compile(r"url\(#([^)]+)\)")
_NUMBER: Final = re.compile(r"-?\d+\.\d+")


def svg_for_page(chart: Chart, canvas: Canvas) -> str:
    """Draw a chart as an ``svg`` element to put into the page.

    Its colours are the page's (``var(--role)``), its text is real text in the page's type, and
    its identifiers are its own, so that many of them can stand in one page.
    """
    root = ElementTree.fromstring(body_svg(chart, canvas))
    del root.attrib["width"], root.attrib["height"]
    root.set("class", canvas.name)
    root.set("role", "img")
    root.set("aria-label", chart.alt)
    for element in root.iter():
        _name_colours(element)
    return serialised(root)


def body_svg(chart: Chart, canvas: Canvas = BROAD) -> str:
    """Draw a chart's body as SVG in the light colours, sizes in CSS pixels; once, then keep it."""
    if canvas.name not in chart.drawn:
        chart.drawn[canvas.name] = _body_svg(chart, canvas)
    return chart.drawn[canvas.name]


def _body_svg(chart: Chart, canvas: Canvas) -> str:
    root = _parsed(chart, canvas)
    _remove(root, {f"{{{SVG}}}metadata", f"{{{SVG}}}style"})
    _own_identifiers(root, f"{chart.name}-{canvas.name}")
    for element in root.iter():
        _simplify(element)
    for side in ("width", "height"):
        root.set(side, root.get(side, "").removesuffix("pt"))
    root.set("viewBox", f"0 0 {root.get('width')} {root.get('height')}")
    root.set("stroke-linejoin", "round")
    return serialised(root)


def _parsed(chart: Chart, canvas: Canvas) -> ElementTree.Element:
    text = io.BytesIO()
    figure = chart.draw(canvas)
    with figure_style(f"{chart.name}/{canvas.name}"):
        figure.savefig(text, format="svg", metadata=dict.fromkeys(("Date", "Creator")))
    return ElementTree.fromstring(text.getvalue())


def serialised(root: ElementTree.Element) -> str:
    """Write SVG as text, without a prefix to its names."""
    ElementTree.register_namespace("", SVG)
    ElementTree.register_namespace("xlink", XLINK)
    return ElementTree.tostring(root, encoding="unicode")


def _remove(root: ElementTree.Element, tags: set[str]) -> None:
    for parent in list(root.iter()):
        for child in [child for child in parent if child.tag in tags]:
            parent.remove(child)


def _own_identifiers(root: ElementTree.Element, prefix: str) -> None:
    """Prefix the identifiers that something refers to; drop those that nothing does."""
    link = f"{{{XLINK}}}href"
    wanted = {element.get(link, "")[1:] for element in root.iter()}
    for element in root.iter():
        for value in element.attrib.values():
            wanted.update(_REFERENCE.findall(value))
    for element in root.iter():
        identifier = element.attrib.pop("id", None)
        if identifier in wanted:
            element.set("id", f"{prefix}-{identifier}")
        if link in element.attrib:
            element.set("href", f"#{prefix}-{element.attrib.pop(link)[1:]}")
        for name, value in element.attrib.items():
            element.set(name, _REFERENCE.sub(rf"url(#{prefix}-\1)", value))


def _name_colours(element: ElementTree.Element) -> None:
    """Say the role of each colour instead of the colour: the page decides light or dark."""
    style = element.get("style")
    if style is not None and element.tag != f"{{{SVG}}}svg":
        element.set("style", _HEX_COLOUR.sub(lambda found: _ROLES[found.group()], style))


def _simplify(element: ElementTree.Element) -> None:
    """Drop what has no effect: null rotations, white space, digits below 1/100 of a pixel."""
    if element.get("transform", "").startswith(("rotate(-0 ", "rotate(0 ")):
        del element.attrib["transform"]
    if not (element.text or "").strip():
        element.text = None
    element.tail = None
    for name in ("d", "x", "y", "width", "height"):
        if name in element.attrib:
            text = " ".join(element.attrib[name].split())
            element.set(name, _NUMBER.sub(_hundredths, text))


def _hundredths(found: re.Match[str]) -> str:
    text = f"{float(found.group()):.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
