"""A figure as a matplotlib `Figure` with its frame: for notebooks, where it may be changed."""

from __future__ import annotations

from matplotlib.figure import Figure

from reports.chart import Chart
from reports.forms.frame import MARGIN
from reports.sheet import BROAD, Sheet, wrapped
from reports.style import INK, MUTED, figure_style


def framed_figure(chart: Chart) -> Figure:
    """Draw a chart as its files show it: title, body, caption and footer on white paper."""
    with figure_style(f"{chart.name}/framed"):
        sheet = Sheet(BROAD, margin=MARGIN)
        title = BROAD.text + 4
        lines = wrapped(chart.title, BROAD.width, title, bold=True)
        sheet.write_lines(lines, MARGIN, size=title, weight="bold", colour=INK)
        sheet.bottom += 10
        chart.paint(sheet)
        sheet.bottom += 14
        small = BROAD.small - 1
        for text in (chart.caption, chart.footer):
            sheet.write_lines(wrapped(text, BROAD.width, small), MARGIN, size=small, colour=MUTED)
            sheet.bottom += 4
        sheet.bottom -= 4
        return sheet.finish(on_paper=True)
