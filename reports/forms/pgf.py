r"""PGF files: figures for ``\input`` in LaTeX documents, made without a LaTeX installation.

Matplotlib's own writer asks LaTeX for the size of every text. Here texts are measured, as they
are for every other form, by the font that figures are drawn with; only the places of a few texts
depend on it, and all of them are anchored where the drawing wants them. A document that is set in
a broader type than DejaVu Sans may have to set figures in a smaller size.
"""

from __future__ import annotations

import io
from typing import Any, Literal

from matplotlib.backends.backend_pgf import RendererPgf
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path

from reports.chart import Chart
from reports.forms.tex import comment, in_tex
from reports.sheet import BROAD, POINTS_AN_INCH
from reports.style import figure_style


def pgf_file(chart: Chart) -> str:
    """Draw a chart's body as a PGF picture, with what it says in comments above it."""
    commands = io.StringIO()
    with figure_style(f"{chart.name}/pgf"):
        figure = chart.draw(BROAD)
        figure.set_dpi(POINTS_AN_INCH)
        figure.draw(_Renderer(figure, commands))  # type: ignore[no-untyped-call]
    width, height = (f"{side:f}in" for side in figure.get_size_inches())
    return (
        f"{_comments(chart)}"
        "\\begingroup%\n\\makeatletter%\n\\begin{pgfpicture}%\n"
        f"\\pgfpathrectangle{{\\pgfpointorigin}}{{\\pgfqpoint{{{width}}}{{{height}}}}}%\n"
        "\\pgfusepath{use as bounding box, clip}%\n"
        f"{commands.getvalue()}"
        "\\end{pgfpicture}%\n\\makeatother%\n\\endgroup%\n"
    )


def _comments(chart: Chart) -> str:
    lines = (
        chart.title,
        chart.caption,
        chart.footer,
        r"In the preamble: \usepackage{pgf}; with pdflatex also \usepackage[T1]{fontenc}.",
        rf"In the text: \resizebox{{\textwidth}}{{!}}{{\input{{{chart.name}.pgf}}}}",
    )
    return "".join(map(comment, lines))


class _Renderer(RendererPgf):
    """Matplotlib's writer of PGF, for plain text of known size."""

    def get_text_width_height_descent(
        self, s: str, prop: FontProperties, ismath: bool | Literal["TeX"]
    ) -> tuple[float, float, float]:
        """Measure text in points, as the drawing's own font sets it."""
        width, height, descent = text_to_path.get_text_width_height_descent(s, prop, ismath=False)
        return float(width), float(height), float(descent)

    def draw_text(
        self,
        gc: Any,
        x: float,
        y: float,
        s: str,
        prop: FontProperties,
        angle: float,
        ismath: bool | Literal["TeX"] = False,
        mtext: Any = None,
    ) -> None:
        """Set one line of text at its anchor."""
        where = self._anchor(x, y, angle, mtext)
        turned = f",rotate={angle:f}" if angle else ""
        red, green, blue = tuple(gc.get_rgb())[:3]
        size = prop.get_size_in_points()
        weight = r"\bfseries" if prop.get_weight() in ("bold", "semibold", 700, 600) else ""
        opacity = f"\\pgfsetfillopacity{{{gc.get_alpha():f}}}%\n" if gc.get_alpha() != 1 else ""
        self.fh.write(
            f"\\begin{{pgfscope}}%\n{opacity}"
            f"\\definecolor{{textcolor}}{{rgb}}{{{red:f},{green:f},{blue:f}}}%\n"
            f"\\pgftext[{where}{turned}]{{\\color{{textcolor}}\\sffamily{weight}"
            f"\\fontsize{{{size:f}}}{{{1.2 * size:f}}}\\selectfont {in_tex(s)}}}%\n"
            "\\end{pgfscope}%\n"
        )

    def _anchor(self, x: float, y: float, angle: float, mtext: Any) -> str:
        """Anchor text at the side where the drawing wants it, else where it was measured."""
        side = "left"
        if mtext is not None and not angle:
            side = mtext.get_horizontalalignment()
            x = mtext.get_transform().transform(mtext.get_unitless_position())[0]
        horizontal = {"left": "left,", "right": "right,", "center": ""}[side]
        return f"x={x / self.dpi:f}in,y={y / self.dpi:f}in,{horizontal}base"
