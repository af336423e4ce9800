"""A figure as a file: its body in a frame of title, caption and footer, on white paper."""

from __future__ import annotations

from typing import Final
from xml.etree import ElementTree

from reports.chart import Chart
from reports.drawing import SVG, body_svg, serialised
from reports.sheet import BROAD, LINE_HEIGHT, wrapped
from reports.style import INK, MUTED, PAPER, Colour, figure_style

MARGIN: Final = 24.0
_FRAMED: Final = "framed"
_TITLE: Final = BROAD.text + 4
_SMALL: Final = BROAD.small - 1
_HALF_A_CAPITAL: Final = 0.365
"""Half the height of a capital of the drawing's font, in multiples of the type size."""
_FONT: Final = "'DejaVu Sans', Verdana, Helvetica, Arial, sans-serif"


def framed_svg(chart: Chart) -> str:
    """Frame the broad drawing of a chart; title and description are there for readers' tools."""
    if _FRAMED not in chart.drawn:
        chart.drawn[_FRAMED] = _framed_svg(chart)
    return chart.drawn[_FRAMED]


def _framed_svg(chart: Chart) -> str:
    with figure_style(f"{chart.name}/framed"):
        return serialised(_framed(chart, ElementTree.fromstring(body_svg(chart))))


def _framed(chart: Chart, body: ElementTree.Element) -> ElementTree.Element:
    root = ElementTree.Element(_tag("svg"), {"role": "img"})
    for tag, text in (("title", chart.title), ("desc", chart.alt)):
        ElementTree.SubElement(root, _tag(tag)).text = text
    paper = ElementTree.SubElement(root, _tag("rect"), {"style": f"fill: {PAPER.light}"})
    top = _write(root, chart.title, MARGIN, size=_TITLE, colour=INK, bold=True) + 10
    place = f"translate({MARGIN:g} {top:.2f})"
    group = ElementTree.SubElement(
        root, _tag("g"), {"transform": place, "stroke-linejoin": "round"}
    )
    group.extend(body)
    top += float(body.get("height", "0")) + 14
    for text in (chart.caption, chart.footer):
        top = _write(root, text, top, size=_SMALL, colour=MUTED) + 4
    width, height = f"{BROAD.width + 2 * MARGIN:g}", f"{top - 4 + MARGIN:.2f}"
    for element in (root, paper):
        element.set("width", width)
        element.set("height", height)
    root.set("viewBox", f"0 0 {width} {height}")
    root.set("version", "1.1")
    return root


def _write(
    root: ElementTree.Element,
    text: str,
    top: float,
    *,
    size: float,
    colour: Colour,
    bold: bool = False,
) -> float:
    """Write lines from `top` down; give where they end."""
    weight = "bold " if bold else ""
    style = f"font: {weight}{size:g}px {_FONT}; fill: {colour.light}"
    line_height = size * LINE_HEIGHT
    for line in wrapped(text, BROAD.width, size, bold=bold):
        baseline = top + line_height / 2 + size * _HALF_A_CAPITAL
        place = {"x": f"{MARGIN:g}", "y": f"{baseline:.2f}", "style": style}
        ElementTree.SubElement(root, _tag("text"), place).text = line
        top += line_height
    return top


def _tag(name: str) -> str:
    return f"{{{SVG}}}{name}"
