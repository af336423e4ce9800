"""The pages in a real browser: no complaint, no sideways scroll, the same without scripts."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.reports.beside_cases import page_beside
from tests.reports.browser import DESKTOP, PHONE, Browser, missing, open_browser
from tests.reports.comparison_cases import page_of_comparison
from tests.reports.conftest import page_of
from tests.reports.html_reading import read_html

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing() or "can run")

PAGES_SEEN = (
    ("hostile names", "policy.html"),
    ("hostile names", "index.html"),
    ("traditional", "policy.html"),
    ("traditional", "audit.html"),
    ("everything", "success.html"),
    ("everything", "balance.html"),
)
COMPARISONS_SEEN = ("long names", "small heat map")
BESIDE_SEEN = ("hostile", "eight")
SEEN = {f"{name}, {page}": partial(page_of, name, page) for name, page in PAGES_SEEN} | {
    f"comparison, {name}": partial(page_of_comparison, name) for name in COMPARISONS_SEEN
}
SEEN |= {f"side by side, {name}": partial(page_beside, name) for name in BESIDE_SEEN}
PAPER_WIDTH, PAPER_HEIGHT = 673, 1001
WIDTHS = (320, PHONE, 768, 820, DESKTOP)
AXE = Path(
    os.environ.get("AXE_CORE", Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js")
)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with open_browser(tmp_path_factory.mktemp("profile")) as browser:
        yield browser


@pytest.fixture(scope="module", params=SEEN)
def page(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "index.html"
    path.write_text(SEEN[request.param](), encoding="utf-8")
    return path


def test_the_browser_has_nothing_to_complain_of_and_loads_nothing_else(browser, page):
    browser.console()
    browser.open(page)
    assert browser.console() == []
    loaded = browser.run("return performance.getEntriesByType('resource').map(e => e.name)")
    assert [name for name in loaded if not name.startswith("data:")] == []


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_scrolls_sideways(browser, page, width):
    browser.open(page, width=width)
    widest, inner, culprits = browser.run(
        """
        const wide = document.documentElement.clientWidth;
        const inside = e => e.closest('.scroll') || e.closest('svg') || e.closest('.skip');
        const culprits = [...document.body.querySelectorAll('*')]
          .filter(e => !inside(e) && e.getBoundingClientRect().right > wide + 1)
          .map(e => e.tagName + '.' + e.className + '#' + e.id);
        return [document.documentElement.scrollWidth, window.innerWidth, culprits];
        """
    )
    assert inner == width
    assert widest <= width
    assert culprits == []


@pytest.mark.parametrize("width", WIDTHS)
def test_text_of_figures_stays_inside_and_large_enough_to_read(browser, page, width):
    browser.open(page, width=width)
    figures, outside, smallest, shown = browser.run(
        """
        const texts = [...document.querySelectorAll('figure svg text')]
          .filter(t => t.getBoundingClientRect().width > 0);
        const outside = texts.filter(t => {
          const box = t.getBoundingClientRect();
          const frame = t.closest('figure').getBoundingClientRect();
          return box.left < frame.left - 1 || box.right > frame.right + 1;
        }).map(t => t.textContent);
        const scale = t => t.closest('svg').getBoundingClientRect().width
          / t.closest('svg').viewBox.baseVal.width;
        const sizes = texts.map(t => parseFloat(getComputedStyle(t).fontSize) * scale(t));
        const shown = new Set(texts.map(t => t.closest('svg').getAttribute('class')));
        const figures = document.querySelectorAll('figure').length;
        return [figures, outside, Math.min(...sizes), [...shown]];
        """
    )
    assert outside == []
    if figures:
        assert smallest >= (9.0 if width >= PHONE else 8.5)
        assert shown == (["narrow"] if width <= 800 else ["broad"])


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_figures_follow_the_readers_light_or_dark(browser, page, dark):
    browser.open(page, dark=dark)
    ground, text = browser.run(
        """
        const text = [...document.querySelectorAll('figure svg.broad text')];
        const light = css => css.match(/[0-9.]+/g).slice(0, 3).reduce((a, b) => a + +b, 0) / 3;
        return [
          light(getComputedStyle(
            document.querySelector('figure, .card, .scroll, pre')).backgroundColor),
          text.map(t => light(getComputedStyle(t).fill)),
        ];
        """
    )
    assert (ground < 60) == dark
    assert all(abs(level - ground) > 80 for level in text)


def test_the_page_is_the_same_with_scripts_off(browser, page):
    """With them there are buttons that copy, and no word more."""
    browser.open(page)
    browser.run("document.querySelectorAll('button.copy').forEach(b => b.remove())")
    shown = browser.run("return document.body.textContent")
    try:
        browser.allow_scripts(False)
        browser.open(page)
        without = read_html(browser.source()).all("body")[0]
    finally:
        browser.allow_scripts(True)
    assert not without.all("button")
    assert without.text.split() == shown.split()


def test_a_column_sorts_upwards_downwards_and_back_by_the_keyboard_too(browser, page):
    browser.open(page)
    if not browser.run("return document.querySelectorAll('button.sort').length"):
        pytest.skip("no table is long enough")
    orders = browser.run(
        """
        const table = document.querySelector('button.sort').closest('table');
        const heads = [...table.tHead.rows[0].cells];
        const column = heads.findIndex(h => !h.classList.contains('name'));
        const texts = () => [...table.tBodies[0].rows].map(r => r.textContent);
        const numbers = () => [...table.tBodies[0].rows]
          .map(r => parseFloat(r.cells[column].firstChild.textContent.replaceAll(',', '')
            .replace('−', '-'))).filter(n => !isNaN(n));
        const button = heads[column].querySelector('button');
        const seen = [[heads[column].getAttribute('aria-sort'), texts(), numbers()]];
        for (let i = 0; i < 3; i++) {
          button.focus();
          document.activeElement.click();
          seen.push([heads[column].getAttribute('aria-sort'), texts(), numbers()]);
        }
        return seen;
        """
    )
    states, texts, numbers = zip(*orders, strict=True)
    assert states == ("none", "ascending", "descending", "none")
    assert numbers[1] == sorted(numbers[0])
    assert numbers[2] == sorted(numbers[0], reverse=True)
    assert texts[3] == texts[0] and all(sorted(rows) == sorted(texts[0]) for rows in texts)


def test_a_command_is_copied_or_at_least_selected(browser, page):
    browser.open(page)
    if browser.run("return document.querySelector('.command') === null"):
        pytest.skip("has no command")
    said, selected, command = browser.run_async(
        """
        const done = arguments[arguments.length - 1];
        const button = [...document.querySelectorAll('.command button.copy')].pop();
        const tell = () => done([button.textContent, getSelection().toString(),
          button.parentElement.querySelector('code').textContent]);
        new MutationObserver(tell).observe(button, {childList: true});
        setTimeout(tell, 20000);
        button.click();
        """
    )
    assert said == "Copied" or (said == "Selected" and selected.strip() == command)


def test_the_page_prints(browser, page):
    browser.open(page, dark=True)
    assert browser.pdf().startswith(b"%PDF")


def test_on_paper_every_figure_fits_on_a_page_and_every_table_between_the_margins(browser, page):
    """A4 with margins of 16 mm."""
    browser.open_as_printed(page, width=PAPER_WIDTH)
    tallest, smallest, too_wide = browser.run(
        """
        const box = e => e.getBoundingClientRect();
        const whole = [...document.querySelectorAll('figure, .card, pre')];
        const heights = whole.map(f => box(f).height);
        const scale = svg => Math.min(box(svg).width / svg.viewBox.baseVal.width,
          box(svg).height / svg.viewBox.baseVal.height);
        const sizes = [...document.querySelectorAll('figure svg.broad')].flatMap(svg =>
          [...svg.querySelectorAll('text')].map(t =>
            parseFloat(getComputedStyle(t).fontSize) * scale(svg)));
        sizes.push(99);
        const wide = [...document.querySelectorAll('table')].filter(t =>
          box(t).right > document.documentElement.clientWidth + 1);
        return [Math.max(...heights), Math.min(...sizes),
          wide.map(t => t.getAttribute('aria-labelledby'))];
        """
    )
    assert tallest <= PAPER_HEIGHT
    assert smallest >= 8.0
    assert too_wide == []


@pytest.mark.parametrize(("width", "dark"), [(PHONE, False), (DESKTOP, True)])
@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed (npm install axe-core)")
def test_axe_finds_no_violation(browser, page, width, dark):
    browser.open(page, width=width, dark=dark)
    browser.run(AXE.read_text(encoding="utf-8"))
    violations = browser.run_async(
        """
        const done = arguments[arguments.length - 1];
        axe.run().then(result => done(result.violations.map(v =>
          v.id + ': ' + v.help + ' ' + v.nodes.slice(0, 3).map(n => n.html).join(' | '))));
        """
    )
    assert violations == []
