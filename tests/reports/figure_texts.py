"""The texts of a figure, and whether they can all be read."""

from __future__ import annotations

from itertools import combinations

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text

from reports.chart import Chart
from reports.sheet import Canvas
from reports.style import figure_style


def written_texts(figure: Figure) -> list[tuple[str, object]]:
    """Every visible text with the rectangle it covers."""
    renderer = FigureCanvasAgg(figure).get_renderer()
    figure.draw(renderer)
    texts = [t for t in figure.findobj(Text) if t.get_visible() and t.get_text().strip()]
    return [(text.get_text(), text.get_window_extent(renderer)) for text in texts]


def assert_texts_stand_apart(chart: Chart, canvas: Canvas) -> None:
    """No text leaves the sheet, and none covers another."""
    with figure_style("test"):
        found = written_texts(chart.draw(canvas))
    assert found, chart.name
    for text, box in found:
        assert box.x0 >= -1 and box.x1 <= canvas.width + 1, (chart.name, text)
    for (one, first), (other, second) in combinations(found, 2):
        overlap_x = min(first.x1, second.x1) - max(first.x0, second.x0)
        overlap_y = min(first.y1, second.y1) - max(first.y0, second.y0)
        assert overlap_x <= -2 or overlap_y <= 3, (chart.name, one, other)
