"""A page as a tree of elements, so that what it says can be said again in another form."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Final

_EMPTY: Final = frozenset({"br", "hr", "img", "input", "link", "meta", "wbr", "rect", "path"})


@dataclass(eq=False)
class Element:
    """An element of a page.

    Attributes
    ----------
    tag
        Its name, lower case.
    attributes
        Values by name; empty where an attribute has none.
    children
        Elements and texts, in their order.
    """

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Element | str] = field(default_factory=list)

    @property
    def classes(self) -> frozenset[str]:
        """The classes that it has."""
        return frozenset(self.attributes.get("class", "").split())

    @property
    def text(self) -> str:
        """All text inside, white space as one space."""
        return " ".join("".join(self._texts()).split(" ")).strip()

    def _texts(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child.replace("\n", " ")
            else:
                yield from child._texts()

    def all(self, *tags: str) -> Iterator[Element]:
        """Go through the elements of these names inside, from the first to the last."""
        for child in self.children:
            if isinstance(child, Element):
                if child.tag in tags:
                    yield child
                yield from child.all(*tags)

    def first(self, *tags: str) -> Element | None:
        """Return the first element of these names inside; None if there is none."""
        return next(self.all(*tags), None)

    def elements(self) -> list[Element]:
        """Return the elements directly inside."""
        return [child for child in self.children if isinstance(child, Element)]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open = [Element("document")]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(element)
        if tag not in _EMPTY:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(element)

    def handle_endtag(self, tag: str) -> None:
        if tag in {element.tag for element in self.open[1:]}:
            while self.open.pop().tag != tag:
                pass

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def read_page(text: str) -> Element:
    r"""Read a page that templates have made.

    >>> page = read_page('<p class="answer">Nap is made in <em>7&nbsp;%</em></p>')
    >>> [(element.tag, element.text) for element in page.all("p", "em")]
    [('p', 'Nap is made in 7\xa0%'), ('em', '7\xa0%')]
    """
    reader = _Reader()
    reader.feed(text)
    reader.close()
    return reader.open[0]
