"""Panels side by side: as many columns as a printed page asks for, no heading over its detail."""

from __future__ import annotations

import pytest

from reports.grid import Panel, draw_grid
from reports.sheet import BROAD, NARROW, Canvas, Sheet
from reports.style import figure_style

HEIGHT = 180.0


def drawn(canvas: Canvas, panels: int, detail: str = "n = 7") -> list[tuple[float, float]]:
    """Draw empty panels; give the left edge and the width that each was drawn with."""
    places = []

    def paint(sheet: Sheet, left: float, top: float, width: float) -> None:
        places.append((left, width))
        sheet.bottom = max(sheet.bottom, top + HEIGHT)

    with figure_style("test"):
        panel = Panel(heading="Wellington with float", detail=detail, height=HEIGHT, paint=paint)
        draw_grid(Sheet(canvas), [panel] * panels)
    return places


@pytest.mark.parametrize(
    ("canvas", "panels", "columns"),
    [(BROAD, 1, 1), (BROAD, 2, 2), (BROAD, 10, 2), (BROAD, 11, 3), (NARROW, 12, 1)],
)
def test_columns_are_two_unless_that_is_longer_than_a_page(canvas, panels, columns):
    places = drawn(canvas, panels)
    assert len({left for left, _ in places}) == columns
    assert all(left + width <= canvas.width + 1e-9 for left, width in places)


def test_a_long_detail_goes_below_the_heading():
    def height(detail: str) -> float:
        with figure_style("test"):
            sheet = Sheet(BROAD)
            panel = Panel(
                heading="Wellington with float",
                detail=detail,
                height=HEIGHT,
                paint=lambda sheet, left, top, width: setattr(sheet, "bottom", top + HEIGHT),
            )
            draw_grid(sheet, [panel] * 12)
            return sheet.bottom

    assert height("n = 1,234,567 to 89,012,345") > height("n = 7")
