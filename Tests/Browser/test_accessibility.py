"""axe finds nothing to mend, on any page and in any state."""

from pathlib import Path

import axe_playwright_python
import pytest
from playwright.sync_api import expect

from app import LOST, PAGES, PHONE, WIDE, go_offline, show, walk

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()


THEMES = ("light", "dark")
COLOUR_RULES = ["color-contrast", "link-in-text-block"]
# Waits until nothing moves: what is still fading in has less contrast.
AT_REST = """() => Promise.allSettled(document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().endTime < Infinity).map(({ finished }) => finished))"""


@pytest.fixture(params=[PHONE, WIDE], ids=["phone", "wide"])
def page(new_page, request):
    page = new_page(viewport=request.param)
    page.add_init_script(AXE)
    return page


def in_each_theme(page):
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        page.evaluate(AT_REST)
        yield theme


def examine(page, picture=None):
    """Holds a page to axe in each theme; `picture` says where a picture of it is kept."""
    for theme in in_each_theme(page):
        # The themes differ in colours alone, so the rest of the rules is asked once.
        rules = {"runOnly": {"type": "rule", "values": COLOUR_RULES}} if theme == "dark" else {}
        violations = page.evaluate("""async (rules) => {
          const { violations } = await axe.run(document, { resultTypes: ["violations"], ...rules });
          return violations.map(({ id, help, nodes }) => `${id}: ${help}\\n` +
            nodes.map(({ html, failureSummary }) => `  ${html}\\n  ${failureSummary}`).join("\\n"));
        }""", rules)
        assert violations == [], f"{page.url}, {theme}\n" + "\n".join(violations)
        if picture:
            page.screenshot(path=picture(theme), full_page=True)


def test_every_page(page):
    for _ in walk(page, [*PAGES.values(), LOST]):
        examine(page)


def test_the_sheet_of_shortcuts(page):
    show(page, "/journal")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    examine(page)


def test_dialogs_and_toasts(page):
    show(page, "/about/components")
    page.get_by_role("button", name="Delete").first.click()
    page.get_by_role("button", name="Say something").click()
    expect(page.locator(".toast")).to_have_count(2)
    examine(page)
    for name in ("Open a dialog", "Open a sheet"):
        page.get_by_role("button", name=name).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        examine(page)
        page.keyboard.press("Escape")


def test_wrong_input_notices_and_empty_lists(page):
    show(page, "/about/components")
    page.get_by_label("Tempo", exact=True).fill("fast")
    page.get_by_label("Tempo", exact=True).blur()
    for _ in range(3):
        page.get_by_role("button", name="Delete").first.click()
    go_offline(page)
    examine(page)


def test_the_failure_screen(page):
    show(page, "/about/components")
    page.get_by_role("button", name="Stop the app").click()
    expect(page.get_by_role("heading", name="Woodshed has stopped")).to_be_visible()
    page.get_by_text("Details", exact=True).click()
    examine(page)


def test_the_screen_for_a_missing_script(page, allow):
    allow("ERR_FAILED", "Failed to load resource", "preload")
    page.context.route("**/assets/start-*", lambda route: route.abort())
    page.goto("/journal")
    expect(page.get_by_role("heading", name="Woodshed could not be loaded")).to_be_visible()
    examine(page)
