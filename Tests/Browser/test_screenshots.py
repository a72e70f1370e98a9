"""Every page in every size and theme: it opens cleanly, and a picture of it is kept."""

import pytest
from playwright.sync_api import expect

from app import LOST, PAGES, PHONE, TABLET, WIDE, show, walk
from test_accessibility import in_each_theme

SIZES = {"phone": PHONE, "tablet": TABLET, "wide": WIDE}


@pytest.mark.parametrize("size", SIZES)
def test_pictures_of_the_journal_when_it_is_full(new_page, screenshots, size):
    page = new_page(viewport=SIZES[size])

    def keep(name):
        for theme in in_each_theme(page):
            page.screenshot(path=screenshots / f"{name}-full-{size}-{theme}.png", full_page=True)

    show(page, "/journal")
    page.get_by_role("button", name="Open sample journal").click()
    expect(page.locator(".day-entry").first).to_be_visible()
    keep("journal")
    show(page, PAGES["takes"])
    expect(page.locator(".take-link").first).to_be_visible()
    # The sample's takes are rendered one after another; a busy machine takes its time.
    expect(page.get_by_text("Finishing “")).to_have_count(0, timeout=240_000)
    keep("takes")
    page.locator(".take-link").first.click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_enabled(timeout=240_000)
    keep("take")
    show(page, PAGES["practice"])
    keep("practice")
    page.locator("a[href^='/journal/practice/']").first.click()
    expect(page.get_by_role("link", name="All pieces")).to_be_visible()
    keep("piece")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", SIZES)
def test_pictures(new_page, screenshots, size):
    page = new_page(viewport=SIZES[size])

    def keep(name, full_page=True):
        for theme in in_each_theme(page):
            page.screenshot(path=screenshots / f"{name}-{size}-{theme}.png", full_page=full_page)

    pages = {**PAGES, "lost": LOST}
    for name, _ in zip(pages, walk(page, pages.values())):
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
