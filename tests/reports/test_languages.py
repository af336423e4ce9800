"""Reports in other languages: catalogues are whole, and nothing English is left in a report."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest
from babel.numbers import format_decimal
from matplotlib.font_manager import FontProperties, findfont
from matplotlib.ft2font import FT2Font

from reports.chart import Chart
from reports.comparison.page import compared_from, render_comparison_page
from reports.comparison.reading import comparison_tables_to_read
from reports.comparison.sections import comparison_sections
from reports.figures import all_charts
from reports.language import LANGUAGES, speaking, tr
from reports.language.messages import catalogue_of, texts
from reports.page import render_pages
from reports.reading import ReadingTable, reading_tables
from reports.wording import count, counted, decimal, in_percent, listed, percent_interval
from tests.reports.comparison_cases import RECORD, comparison_of
from tests.reports.conftest import POLICIES, built, tables_of
from tests.reports.test_wording import share

NB = "\N{NO-BREAK SPACE}"
OTHERS = LANGUAGES[1:]
PLACE = re.compile(r"\{\w+\}|%\(\w+\)s|</?\w+>")

ENGLISH = re.compile(
    r"\b(the|of|and|is|in|to|with|that|each|by|for|deals?|bid|made|played|interval|share|tricks?"
    r"|sessions?|units?|players?|wins?|won|from|than|most|least|less|often|never|only|which|where"
    r"|it|its|are|this|those|before|after|below|line|dots?|between|every|how|seed|identity)\b",
    re.IGNORECASE,
)
LATIN = re.compile(r"[A-Za-z]{2,}")
NOT_TRANSLATED = re.compile(
    r"<(script|style|code|pre|svg)\b.*?</\1>|<dt>[^<]*</dt>\s*<dd>(numba|numpy|python)[^<]*</dd>"
    r"|Annals of Statistics|[\w-]+\.(svg|png|html|pdf)|[a-z]+(-[a-z]+)+, ",
    re.DOTALL,
)
NAMES = {"Philox", "CSV", "Parquet", "SVG", "PNG", "PDF", "Blackwell", "Zou", "Donner"}


@pytest.fixture(params=OTHERS)
def code(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def forms(code: str) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield each text, one and many, with its translations, one for each plural form."""
    for message in catalogue_of(code):
        if message.id:
            ids = message.id if isinstance(message.id, tuple) else (message.id,)
            said = message.string if isinstance(message.string, tuple) else (message.string,)
            yield ids, said


def test_a_catalogue_holds_every_text_and_no_other(code):
    wanted = {(message.context, message.id) for message in texts() if message.id}
    there = {(message.context, message.id) for message in catalogue_of(code) if message.id}
    assert there == wanted, "python -m reports.language.messages brings catalogues up to date"


def test_every_text_is_translated_in_all_its_plural_forms(code):
    many = catalogue_of(code).num_plurals
    for ids, said in forms(code):
        assert all(said) and len(said) == (many if len(ids) == 2 else 1), ids
    assert not any(message.fuzzy for message in catalogue_of(code))


def test_a_translation_has_the_places_and_the_markup_of_its_text(code):
    """Spanish alone may say "once" for 1: elsewhere that form is also for 0, or 21."""
    for ids, said in forms(code):
        places = sorted(PLACE.findall(ids[-1]))
        for place, form in enumerate(said):
            once = code == "es" and len(said) > 1 and place == 0
            optional = {"{n}"} if once else set()
            assert set(PLACE.findall(form)) | optional == set(places) | optional, (ids, form)


def test_figures_have_a_letter_for_everything_that_is_said(code):
    letters = FT2Font(findfont(FontProperties(family="DejaVu Sans"))).get_charmap()
    said = {sign for _, translations in forms(code) for form in translations for sign in form}
    assert not {sign for sign in said - {"\n"} if ord(sign) not in letters}


@pytest.mark.parametrize("number", [0, 7, 1_234, 160_000, 10_000_000, 10**12])
def test_numbers_are_written_as_the_language_writes_them(code, number):
    with speaking(code):
        assert count(number) == format_decimal(number, locale=code)
        assert decimal(43.217, 2) == format_decimal(43.22, locale=code)
        assert in_percent(43.217, 1) == f"{format_decimal(43.2, locale=code)}{NB}%"
        assert percent_interval(share(430, 1000)) == "40,0–46,1"


@pytest.mark.parametrize(
    ("language", "number", "words"),
    [
        ("en", 1, "1 deal"),
        ("en", 0, "0 deals"),
        ("es", 1, "1 mano"),
        ("es", 0, "0 manos"),
        ("es", 10**6, "1.000.000 de manos"),
        ("fr", 0, "0 donne"),
        ("fr", 2, "2 donnes"),
        ("ru", 1, "1 сдача"),
        ("ru", 2, "2 сдачи"),
        ("ru", 5, "5 сдач"),
        ("ru", 11, "11 сдач"),
        ("ru", 21, "21 сдача"),
        ("ru", 112, "112 сдач"),
    ],
)
def test_nouns_have_the_form_that_their_number_asks_for(language, number, words):
    with speaking(language):
        assert counted(number, "deal") == words


@pytest.mark.parametrize(
    ("language", "terms"),
    [
        ("es", ("5 bazas", "como declarante", "Saldos", "bote")),
        ("fr", ("5 levées", "comme déclarant", "Soldes", "cagnotte")),
        ("ru", ("5 взяток", "как заявитель", "Балансы", "банк")),
    ],
)
def test_terms_are_those_in_which_the_game_is_explained(language, terms):
    trick, declarer, balances, pool = terms
    with speaking(language):
        assert counted(5, "trick") == trick
        assert tr("as declarer") == declarer
        assert tr("Balances") == balances
        assert pool in tr("Nothing was paid into the pool.").lower()


def test_lists_end_as_the_language_ends_them():
    ends = {}
    for language in LANGUAGES:
        with speaking(language):
            ends[language] = listed(["a", "b", "c"])
    assert ends == {"en": "a, b and c", "es": "a, b y c", "fr": "a, b et c", "ru": "a, b и c"}


def sayings(name: str) -> Iterator[str]:
    """Yield what pages, figures and tables of a run say, without code and file names.

    The figures are not drawn: what stands in them is among their words.
    """
    tables, record = built(name)
    for chart in all_charts(tables):
        yield from of_chart(chart)
    for table in reading_tables(tables):
        yield from of_table(table)
    for page in render_pages(tables, (), record).values():
        yield from of_page(page)


def comparison_sayings(name: str) -> Iterator[str]:
    """Yield the same of a comparison."""
    tables = comparison_of(name)
    compared = compared_from(tables)
    for section in comparison_sections(compared):
        yield from (section.heading, *section.remarks)
        for chart in section.charts:
            yield from of_chart(chart)
    for table in comparison_tables_to_read(tables, compared.standings, compared.shown):
        yield from of_table(table)
    yield from of_page(render_comparison_page(compared, (), RECORD))


def of_chart(chart: Chart) -> tuple[str, ...]:
    return chart.title, chart.caption, chart.alt, chart.footer


def of_table(table: ReadingTable) -> Iterator[str]:
    yield from (table.title, table.note, *table.columns)
    for row in table.rows:
        yield from (text for cell in row for text in (cell.text, cell.interval))


def of_page(page: str) -> Iterator[str]:
    kept = NOT_TRANSLATED.sub(" ", page)
    yield from map(unescape, re.findall(r'(?:aria-label|alt|title)="([^"]*)"', kept))
    yield unescape(re.sub(r"<[^>]*>", " ", kept))


def without_names(text: str, name: str) -> str:
    """Leave out what nobody translates: names of players, policies, profiles, measures."""
    tables, record = built(name)
    provenance = tables.provenance
    named = {provenance.profile, provenance.scenario, provenance.identity}
    named |= {each for seated in provenance.lineup for each in (seated.name, seated.policy)}
    named |= {*POLICIES, *record.versions, provenance.identity[:12]}
    named |= {version[:12] for version in record.versions.values()}
    for each in sorted(named, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(each)}(?!\w)", " ", text)
    return text


@pytest.mark.parametrize("name", ["usual", "everything"])
def test_nothing_english_is_left(code, name):
    with speaking(code):
        for said in sayings(name):
            left = ENGLISH.findall(without_names(said, name))
            assert not left, (left[:3], said[:300])


@pytest.mark.parametrize("name", ["two sizes", "curve"])
def test_nothing_english_is_left_of_a_comparison(code, name):
    tables = comparison_of(name)
    with speaking(code):
        for said in comparison_sayings(name):
            words = said
            for policy in tables.provenance.policies:
                words = words.replace(policy.label, " ")
            left = ENGLISH.findall(words)
            assert not left, (left[:3], said[:300])


@pytest.mark.parametrize("name", ["evening", "revokes"])
def test_no_latin_word_is_left_in_russian(name):
    with speaking("ru"):
        for said in sayings(name):
            left = {*LATIN.findall(without_names(said, name))} - NAMES
            assert not left, (left, said[:300])


def test_what_is_drawn_is_in_the_language():
    with speaking("ru"):
        chart = next(c for c in all_charts(tables_of("usual")) if c.name == "win-shares")
        drawn = chart.draw().findobj(lambda artist: hasattr(artist, "get_text"))
        said = " ".join(text.get_text() for text in drawn)
    assert "равная доля" in said and "24,5" in said
    assert not {*LATIN.findall(without_names(said, "usual"))}


def test_a_page_names_its_language(code):
    tables, record = built("usual")
    with speaking(code):
        pages = render_pages(tables, (), record)
    assert all(f'<html lang="{code}">' in page for page in pages.values())


def test_another_language_leaves_nothing_behind():
    before = [(chart.title, chart.caption, chart.alt) for chart in all_charts(tables_of("usual"))]
    with speaking("fr"):
        other = [
            (chart.title, chart.caption, chart.alt) for chart in all_charts(tables_of("usual"))
        ]
    after = [(chart.title, chart.caption, chart.alt) for chart in all_charts(tables_of("usual"))]
    assert before == after
    assert all(one != two for one, two in zip(before, other, strict=True))
