"""axe finds nothing to mend, on any page and in any state."""

from pathlib import Path

import axe_playwright_python
import pytest
from playwright.sync_api import expect

from app import LOST, PAGES, PHONE, WIDE, go_offline, show

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()


@pytest.fixture(params=["light", "dark"])
def theme(request):
    return request.param


@pytest.fixture(params=[PHONE, WIDE], ids=["phone", "wide"])
def page(new_page, request, theme):
    page = new_page(viewport=request.param, color_scheme=theme, reduced_motion="reduce")
    page.add_init_script(AXE)
    return page


def examine(page):
    violations = page.evaluate("""async () => {
      const { violations } = await axe.run(document, { resultTypes: ["violations"] });
      return violations.map(({ id, help, nodes }) => `${id}: ${help}\\n` +
        nodes.map(({ html, failureSummary }) => `  ${html}\\n  ${failureSummary}`).join("\\n"));
    }""")
    assert violations == [], f"{page.url}\n" + "\n".join(violations)


def test_every_page(page, allow):
    allow("404.*/no/such/page")
    for path in [*PAGES.values(), LOST]:
        show(page, path)
        examine(page)


def test_the_sheet_of_shortcuts(page):
    show(page, "/journal")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    examine(page)


def test_dialogs_and_toasts(page):
    show(page, "/about/components")
    page.get_by_role("button", name="Remove").first.click()
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
        page.get_by_role("button", name="Remove").first.click()
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
