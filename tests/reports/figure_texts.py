"""The texts of a figure, and whether they can all be read."""

from __future__ import annotations

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from reports.chart import Chart
from reports.sheet import Canvas
from reports.style import figure_style


def written_texts(figure: Figure) -> list[tuple[str, Bbox]]:
    """Every visible text with the rectangle it covers."""
    renderer = FigureCanvasAgg(figure).get_renderer()
    figure.draw_without_rendering()
    texts = [t for t in figure.findobj(Text) if t.get_visible() and t.get_text().strip()]
    return [(t.get_text(), Bbox(t.get_window_extent(renderer))) for t in texts]


def assert_texts_stand_apart(chart: Chart, canvas: Canvas) -> None:
    """No text leaves the sheet, and none covers another."""
    with figure_style("test"):
        found = written_texts(chart.draw(canvas))
    assert found, chart.name
    for text, box in found:
        assert box.x0 >= -1 and box.x1 <= canvas.width + 1, (chart.name, text)
    left, low, right, high = np.array([box.extents for _, box in found]).T
    overlap_x = np.minimum.outer(right, right) - np.maximum.outer(left, left)
    overlap_y = np.minimum.outer(high, high) - np.maximum.outer(low, low)
    covers = np.triu((overlap_x > -2) & (overlap_y > 3), k=1)
    covered = [(found[one][0], found[other][0]) for one, other in np.argwhere(covers)]
    assert not covered, (chart.name, covered)
