"""Charts as bytes: SVG inside the page, SVG and PNG files. The same bytes on every run."""

from __future__ import annotations

import io
import re
from typing import Final
from xml.etree import ElementTree

from matplotlib.figure import Figure

from reports.chart import Chart
from reports.sheet import Canvas
from reports.style import PALETTE, figure_style

SVG: Final = "http://www.w3.org/2000/svg"
XLINK: Final = "http://www.w3.org/1999/xlink"
PIXELS_AN_INCH: Final = 144
"""Resolution of PNG files: two pixels of the image for one CSS pixel."""

_ROLES: Final = {colour.light: f"var(--{colour.role})" for colour in PALETTE}
_HEX_COLOUR: Final = re.compile(r"#[0-9a-f]{6}\b")
_REFERENCE: Final = re.compile(r"url\(#([^)]+)\)")
_NUMBER: Final = re.compile(r"-?\d+\.\d+")


def svg_for_page(chart: Chart, canvas: Canvas) -> str:
    """Draw a chart as an ``svg`` element to put into the page.

    Its colours are the page's (``var(--role)``), its text is real text in the page's type, and
    its identifiers are its own, so that many of them can stand in one page.
    """
    root = _parsed(chart.draw(canvas), chart)
    width, height = root.attrib.pop("width"), root.attrib.pop("height")
    root.set("class", canvas.name)
    root.set("role", "img")
    root.set("aria-label", chart.alt)
    root.set("viewBox", f"0 0 {width.removesuffix('pt')} {height.removesuffix('pt')}")
    _remove(root, {f"{{{SVG}}}metadata"})
    _remove(root, {f"{{{SVG}}}style"})
    _own_identifiers(root, f"{chart.name}-{canvas.name}")
    for element in root.iter():
        _name_colours(element)
        _simplify(element)
    return _serialised(root)


def figure_files(chart: Chart) -> dict[str, bytes]:
    """Draw a chart as files: name to content, SVG and PNG, with title and footer.

    The SVG holds title and description for readers' tools; the PNG has them, and the provenance,
    in its metadata.
    """
    figure = chart.draw_framed()
    return {f"{chart.name}.svg": _svg_file(figure, chart), f"{chart.name}.png": _png(figure, chart)}


def _svg_file(figure: Figure, chart: Chart) -> bytes:
    root = _parsed(figure, chart)
    _own_identifiers(root, chart.name)
    for element in root.iter():
        _simplify(element)
    root.set("role", "img")
    for side in ("width", "height"):
        root.set(side, f"{root.get(side, '').removesuffix('pt')}px")
    for place, (tag, text) in enumerate((("title", chart.title), ("desc", chart.alt))):
        element = ElementTree.Element(f"{{{SVG}}}{tag}")
        element.text = text
        root.insert(place, element)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{_serialised(root)}\n'.encode()


def _png(figure: Figure, chart: Chart) -> bytes:
    written = {"Title": chart.title, "Description": chart.alt, "Source": chart.footer}
    image = io.BytesIO()
    with figure_style(chart.name):
        figure.savefig(
            image, format="png", dpi=PIXELS_AN_INCH, metadata={**written, "Software": None}
        )
    return image.getvalue()


def _parsed(figure: Figure, chart: Chart) -> ElementTree.Element:
    text = io.BytesIO()
    metadata = {"Date": None, "Creator": None, "Title": chart.title, "Source": chart.footer}
    with figure_style(chart.name):
        figure.savefig(text, format="svg", metadata=metadata)
    return ElementTree.fromstring(text.getvalue())


def _serialised(root: ElementTree.Element) -> str:
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
