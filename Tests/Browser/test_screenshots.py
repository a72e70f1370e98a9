"""Every page in every size and theme: it opens cleanly, and a picture of it is kept."""

import pytest
from playwright.sync_api import expect

from app import LOST, PAGES, PHONE, TABLET, WIDE, show

SIZES = {"phone": PHONE, "tablet": TABLET, "wide": WIDE}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_pictures(new_page, allow, screenshots, size, theme):
    allow("404.*/no/such/page")
    page = new_page(viewport=SIZES[size], color_scheme=theme, reduced_motion="reduce")

    def keep(name, full_page=True):
        page.screenshot(path=screenshots / f"{name}-{size}-{theme}.png", full_page=full_page)

    for name, path in {**PAGES, "lost": LOST}.items():
        show(page, path)
        keep(name)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    keep("shortcuts", full_page=False)
    show(page, "/about/components")
    page.get_by_role("button", name="Say something").click()
    page.get_by_role("button", name="Open a dialog").click()
    keep("dialog", full_page=False)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Stop the app").click()
    expect(page.get_by_role("heading", name="Woodshed has stopped")).to_be_visible()
    keep("stopped", full_page=False)
