"""A page read as a reader's tools read it: elements, attributes, text."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import pairwise

VOID = {"meta", "link", "br", "img", "input", "hr", "use"}


@dataclass
class Element:
    tag: str
    attributes: dict[str, str]
    children: list[Element | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(c if isinstance(c, str) else c.text for c in self.children)

    def all(self, *tags: str) -> list[Element]:
        found = [self] if self.tag in tags or not tags else []
        for child in self.children:
            if isinstance(child, Element):
                found += child.all(*tags)
        return found

    def with_class(self, name: str) -> list[Element]:
        return [e for e in self.all() if name in e.attributes.get("class", "").split()]


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("document", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def read_html(text: str) -> Element:
    """Read a page; every element must be closed where it should be."""
    builder = _Builder()
    builder.feed(text)
    assert len(builder.open) == 1, f"<{builder.open[-1].tag}> is not closed"
    return builder.open[0]


def check_references(document: Element) -> None:
    """Identifiers are unique, and whatever refers to one of the page's leads somewhere."""
    identifiers = [e.attributes["id"] for e in document.all() if "id" in e.attributes]
    assert len(identifiers) == len(set(identifiers))
    for element in document.all():
        for name in ("aria-labelledby", "aria-describedby"):
            for target in element.attributes.get(name, "").split():
                assert target in identifiers
        href = element.attributes.get("href", "")
        if href.startswith("#"):
            assert href[1:] in identifiers, href


def check_headings(document: Element) -> None:
    """One heading of the first level comes first, and headings go down one step at a time."""
    levels = [int(element.tag[1]) for element in document.all("h1", "h2", "h3", "h4")]
    assert levels.count(1) == 1 and levels[0] == 1
    assert all(later - earlier <= 1 for earlier, later in pairwise(levels))
