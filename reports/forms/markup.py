"""What a page says, in the markup of Typst: no word is written for the PDF alone.

The functions that the markup calls (``lead``, ``numbers``, …) are those of ``report.typ``, which
says how each kind of thing looks on paper.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import urlsplit

from reports.forms.html_tree import Element
from reports.forms.one_document import page_of

_SPECIAL: Final = re.compile(r"([!-/:-@\[-`{-~])")
_SPACES: Final = re.compile(r"[ \t\r\n]+")
_NOT_IN_A_LABEL: Final = re.compile(r"[^\w-]")

_LEFT_OUT: Final = frozenset({"nav", "script", "style", "svg", "button", "template", "footer"})
_NOT_ON_PAPER: Final = frozenset({"skip", "files", "no-print"})
_PARAGRAPHS: Final[Mapping[str, str]] = {
    "masthead": "masthead",
    "answer": "lead",
    "conditions": "conditions",
    "warning": "warning",
    "note": "note",
    "remark": "remark",
}
_PHRASES: Final[Mapping[str, str]] = {
    "em": "emph",
    "i": "emph",
    "var": "emph",
    "strong": "strong",
    "b": "strong",
    "sup": "super",
    "sub": "sub",
    "small": "small",
}
_CANDIDATES: Final = 3
"""So many cells of most letters are measured to find the broadest: letters differ in width."""
_HEADINGS: Final = ("h1", "h2", "h3", "h4", "h5", "h6")


def escaped(text: str) -> str:
    r"""Write text so that Typst takes every letter of it for itself.

    >>> escaped("*n* = 7, #1")
    '\\*n\\* \\= 7\\, \\#1'
    """
    return _SPECIAL.sub(r"\\\1", _SPACES.sub(" ", text))


def quoted(text: str) -> str:
    r"""Write text as a string of Typst's code.

    >>> print(quoted('say "a\\b"'))
    "say \"a\\b\""
    """
    # Typst knows the escapes of JSON for what is quoted here; other letters stand for themselves.
    return json.dumps(text, ensure_ascii=False)


def labels_linked(pages: Mapping[str, Element]) -> frozenset[str]:
    """Find the places that any link of any page leads to."""
    return frozenset(
        label
        for name, page in pages.items()
        for link in page.all("a")
        if (label := _place(link.attributes.get("href", ""), name, pages))
    )


def _place(address: str, page: str, pages: Collection[str]) -> str:
    """Name the place in this document that a link leads to; empty if it is not in it."""
    parts = urlsplit(address)
    target = parts.path or page
    if parts.scheme or parts.netloc or target not in pages:
        return ""
    return _label(page_of(target, parts.fragment, pages), parts.fragment)


def _label(page: str, identifier: str = "") -> str:
    return _NOT_IN_A_LABEL.sub("-", f"{page}--{identifier}")


@dataclass(frozen=True, kw_only=True)
class Drawing:
    """A drawing as the document places it: height divided by width, and the same in words."""

    shape: float
    alt: str


@dataclass(frozen=True, kw_only=True)
class Paper:
    """Writes pages in Typst's markup.

    Attributes
    ----------
    name
        File name of the page that is written.
    pages
        File names of all pages of the document: links among them stay inside it.
    labels
        The places that links lead to.
    figures
        The drawings that there are, by name.
    of_examples
        Whether what is written is a list of examples.
    """

    name: str
    pages: Collection[str]
    labels: Collection[str]
    figures: Mapping[str, Drawing]
    of_examples: bool = False

    def page(self, page: Element) -> str:
        """Write all that a page says."""
        body = page.first("body") or page
        return f"#page-of-report[\n{self._mark(_label(self.name))}{self._blocks(body)}]\n"

    def _blocks(self, parent: Element) -> str:
        written, elements = [], [*parent.elements(), None]
        for child in parent.children:
            text = self._child(child)
            if isinstance(child, Element):
                elements.pop(0)
                if child.tag == "p" and _is_kept_whole(elements[0]):
                    text = _sticking(text, child)
            written.append(text)
        return "".join(written)

    def _child(self, child: Element | str) -> str:
        if isinstance(child, str):
            return escaped(child)
        if child.tag in _LEFT_OUT or child.classes & _NOT_ON_PAPER or "hidden" in child.attributes:
            return ""
        identifier = child.attributes.get("id", "")
        mark = self._mark(_label(self.name, identifier)) if identifier else ""
        return mark + self._element(child)

    def _mark(self, label: str) -> str:
        return f"#mark(<{label}>)\n" if label in self.labels else ""

    def _element(self, element: Element) -> str:
        if element.tag in _HEADINGS:
            # A heading that leads to another page of the document is an entry of its contents.
            text = self._line(element).replace("#link(<", "#entry(<")
            return f"\n#heading(level: {element.tag[1]})[{text}]\n"
        if element.tag in _PHRASES:
            return f"#{_PHRASES[element.tag]}[{self._line(element)}];"
        writers: Mapping[str, Callable[[Element], str]] = {
            "a": self._link,
            "br": lambda _: "#linebreak();",
            "details": self._details,
            "code": lambda code: f"#raw({quoted(code.text)});",
            "dl": self._definitions,
            "figcaption": lambda caption: f"#note[{self._line(caption)}]\n",
            "figure": self._figure,
            "ol": self._list,
            "p": self._paragraph,
            "pre": lambda code: f"\n#command({quoted(_lines(code))})\n",
            "span": self._span,
            "table": self._table,
            "ul": self._list,
        }
        return writers.get(element.tag, self._blocks)(element)

    def _line(self, element: Element | None) -> str:
        return "" if element is None else self._blocks(element).strip(" ")

    def _paragraph(self, paragraph: Element) -> str:
        text = self._line(paragraph)
        looks = [_PARAGRAPHS[name] for name in sorted(paragraph.classes & _PARAGRAPHS.keys())]
        return f"\n#{looks[0]}[{text}]\n" if looks else f"\n\n{text}\n\n"

    def _span(self, span: Element) -> str:
        text = self._blocks(span)
        return f"#box[{text}];" if "nb" in span.classes else text

    def _link(self, link: Element) -> str:
        address, text = link.attributes.get("href", ""), self._line(link)
        place = _place(address, self.name, self.pages)
        if place in self.labels:
            return f"#link(<{place}>)[{text}];"
        if urlsplit(address).scheme in ("http", "https"):
            return f"#link({quoted(address)})[{text}];"
        return text

    def _list(self, element: Element) -> str:
        kind = "enum" if element.tag == "ol" else "list"
        items = "".join(f"[{self._line(item)}], " for item in element.elements())
        return f"\n#{kind}({items})\n"

    def _details(self, details: Element) -> str:
        examples = "examples" in details.classes
        summary = details.first("summary")
        heading = f"\n#heading(level: {4 if examples else 2})[{self._line(summary)}]\n"
        rest = Element(details.tag, {}, [each for each in details.children if each is not summary])
        return heading + replace(self, of_examples=examples)._blocks(rest)

    def _definitions(self, element: Element) -> str:
        if "key-figures" in element.classes:
            return f"\n#key-figures({self._grouped(element.elements())})\n"
        terms: list[tuple[str, list[str]]] = []
        for part in element.all("dt", "dd"):
            if part.tag == "dt":
                terms.append((self._line(part), []))
            elif terms:
                terms[-1][1].append(f"[{self._line(part)}]")
        kind = "examples" if self.of_examples else "facts"
        pairs = _listed(f"([{term}], ({_listed(said)}))" for term, said in terms)
        return f"\n#{kind}({pairs})\n"

    def _grouped(self, groups: list[Element]) -> str:
        return _listed(
            f"({_listed(f'[{self._line(part)}]' for part in group.all('dt', 'dd'))})"
            for group in groups
        )

    def _figure(self, figure: Element) -> str:
        name = figure.attributes.get("id", "")
        drawing = self.figures.get(name)
        if drawing is None:
            return self._blocks(figure)
        title, caption = figure.first("h2", "h3", "h4"), figure.first("figcaption")
        settings = (
            f"{quoted(name)}, {drawing.shape:.4f}, alt: {quoted(drawing.alt)}, "
            f"title: [{self._line(title)}], "
            f"caption: [{self._line(caption)}]"
        )
        rest = "".join(
            self._child(child)
            for child in figure.elements()
            if child is not title and child is not caption and "drawing" not in child.classes
        )
        return f"\n#drawing({settings})\n{rest}"

    def _table(self, table: Element) -> str:
        head, body = table.first("thead"), table.first("tbody")
        headings = [*head.all("th", "td")] if head else []
        names = sum("name" in heading.classes for heading in headings)
        rows = [[*row.all("th", "td")] for row in body.all("tr")] if body else []
        longest = "".join(f"({_listed(each)}), " for each in _longest(rows, len(headings)))
        lines = "".join(map(self._row, body.all("tr"))) if body else ""
        columns = _listed(quoted(heading.text) for heading in headings)
        return (
            f"\n#numbers(names: {names}, head: ({columns}), longest: ({longest}), "
            f"rows: (\n{lines}))\n"
        )

    def _row(self, row: Element) -> str:
        cells = "".join(self._cell(cell) for cell in row.all("th", "td"))
        return f"  (group: {str('group' in row.classes).lower()}, cells: ({cells})),\n"

    def _cell(self, cell: Element) -> str:
        parts = [
            f"#interval[{self._line(part)}]"
            if isinstance(part, Element) and part.tag == "small"
            else self._child(part)
            for part in cell.children
        ]
        text = "".join(parts).strip(" ")
        return f"muted[{text}], " if "again" in cell.classes else f"[{text}], "


def _is_kept_whole(element: Element | None) -> bool:
    """Whether what is said before it must not be left alone at the foot of the page before."""
    return element is not None and (
        element.tag == "figure" or bool(element.classes & {"table", "scroll"})
    )


def _sticking(written: str, paragraph: Element) -> str:
    """Keep a paragraph on the page of what comes after it."""
    if "note" in paragraph.classes:
        return written.replace("#note[", "#note(sticky: true)[", 1)
    return written if paragraph.classes else f"\n#remark[{written.strip()}]\n"


def _listed(values: Iterable[object]) -> str:
    """Write an array of Typst without its brackets."""
    return "".join(f"{value}, " for value in values)


def _longest(rows: list[list[Element]], columns: int) -> Iterator[list[int]]:
    """Find, for each column, the rows of the cells of most letters, in number or in interval."""
    for column in range(columns):
        lengths = [_lengths(row[column]) for row in rows]
        places = range(len(lengths))
        yield sorted(
            {
                row
                for part in (0, 1)
                for row in sorted(places, key=lambda row: -lengths[row][part])[:_CANDIDATES]
            }
        )


def _lengths(cell: Element) -> tuple[int, int]:
    small = cell.first("small")
    interval = len(small.text) if small else 0
    return len(cell.text) - interval, interval


def _lines(code: Element) -> str:
    """Return what stands in a block of code, line by line."""
    texts = [child if isinstance(child, str) else _lines(child) for child in code.children]
    return "".join(texts).strip("\n")
