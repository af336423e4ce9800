"""Pages as the parts of one document: what each of them says of method and source is said once."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from reports.forms.html_tree import Element

_AT_THE_END: Final = ("method", "glossary", "provenance")
"""Identifiers or classes of what every page has, and the document has at its end."""

_APPENDIX: Final = "appendix"


def in_one_document(pages: Mapping[str, Element]) -> dict[str, Element]:
    """Take what pages repeat to the end of the document, each part of it once.

    Parts are what stands between headings of the third level; of the same heading and the same
    words, only the first is kept. The pages are changed.
    """
    if len(pages) == 1:
        return dict(pages)
    found: dict[str, list[Element]] = {name: [] for name in _AT_THE_END}
    for page in pages.values():
        _take_out(page, found)
    sections = [_joined(of_pages) for of_pages in found.values() if of_pages]
    if not sections:
        return dict(pages)
    return {**pages, _APPENDIX: Element("document", children=[*sections])}


def page_of(page: str, identifier: str, pages: Collection[str]) -> str:
    """Name the page on which a section stands in the end."""
    return _APPENDIX if identifier in _AT_THE_END and _APPENDIX in pages else page


def _take_out(element: Element, found: Mapping[str, list[Element]]) -> None:
    for child in element.elements():
        names = {child.attributes.get("id", ""), *child.classes} & found.keys()
        if names:
            element.children.remove(child)
            found[names.pop()].append(child)
        else:
            _take_out(child, found)


def _joined(sections: list[Element]) -> Element:
    """Join the same section of several pages; it looks like that of the first one."""
    parts: dict[str, list[Element | str]] = {}
    for section in sections:
        for part in _parts(section):
            text = Element("part", children=part).text
            parts.setdefault(text, part)
    first = sections[0]
    children = [child for part in parts.values() for child in part]
    return Element(first.tag, first.attributes, children)


def _parts(section: Element) -> Iterator[list[Element | str]]:
    part: list[Element | str] = []
    for child in section.children:
        if isinstance(child, Element) and child.tag == "h3" and part:
            yield part
            part = []
        part.append(child)
    yield part
