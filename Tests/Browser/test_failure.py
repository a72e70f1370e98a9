"""When the program stops or cannot be loaded, a calm page says so and nothing is lost."""

import pytest
from playwright.sync_api import expect

from app import show

TITLE = "Woodshed has stopped"
UNLOADED = "Woodshed could not be loaded"


@pytest.fixture
def page(new_page):
    return new_page(permissions=["clipboard-read", "clipboard-write"])


@pytest.fixture
def stopped(page):
    show(page, "/settings")
    page.get_by_role("radio", name="Dark").check()
    show(page, "/about/components")
    page.get_by_role("button", name="Stop the app").click()
    expect(page.get_by_role("heading", name=TITLE)).to_be_focused()
    return page


def test_a_stop_says_what_is_safe_and_what_to_do(stopped):
    expect(stopped).to_have_title(TITLE)
    expect(stopped.get_by_role("main")).to_contain_text("is safe on this device")
    expect(stopped.get_by_role("heading", level=1)).to_have_count(1)
    stopped.get_by_role("button", name="Reload").click()
    expect(stopped.get_by_role("heading", name="Components")).to_be_visible()
    show(stopped, "/settings")
    expect(stopped.get_by_role("radio", name="Dark")).to_be_checked()


def test_the_details_can_be_copied(stopped):
    build = stopped.evaluate("() => document.documentElement.dataset.build")
    stopped.get_by_role("button", name="Copy details").click()
    expect(stopped.get_by_role("button", name="Copied")).to_be_visible()
    details = stopped.evaluate("() => navigator.clipboard.readText()")
    assert details.startswith(f"Woodshed {build}\n")
    for part in ("Address: /about/components", "When: 20", "Browser: ", "RuntimeError: unreachable"):
        assert part in details
    stopped.get_by_text("Details", exact=True).click()
    expect(stopped.locator("pre")).to_have_text(details)


def test_without_a_clipboard_the_details_are_selected(stopped):
    stopped.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(); }")
    stopped.get_by_role("button", name="Copy details").click()
    expect(stopped.get_by_role("button", name="Selected. Copy it now")).to_be_visible()
    expect(stopped.locator("pre")).to_be_visible()
    assert stopped.evaluate("() => `${getSelection()}`").startswith("Woodshed ")


def test_nothing_goes_on_behind_the_screen(page):
    page.clock.install(time=0)
    page.clock.pause_at(1_000)
    show(page, "/about/components")
    page.get_by_role("button", name="Say something").click()
    page.get_by_role("button", name="Count frames").click()
    page.get_by_role("button", name="Stop the app").click()
    expect(page.get_by_role("heading", name=TITLE)).to_be_visible()
    page.clock.run_for(10_000)
    page.keyboard.press("2")
    page.keyboard.press("?")
    expect(page.get_by_role("heading", name=TITLE)).to_be_visible()
    expect(page).to_have_url("/about/components")


@pytest.mark.parametrize("what, title", [
    ("program", TITLE), ("start", UNLOADED), ("glue", UNLOADED), ("services-storage", UNLOADED)])
def test_a_file_that_does_not_come(page, allow, what, title):
    allow("ERR_FAILED", "Failed to load resource", "preload")
    page.context.route(f"**/assets/{what}-*", lambda route: route.abort())
    page.goto("/journal")
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("could not be loaded")
    page.context.unroute_all()
    page.get_by_role("button", name="Reload").click()
    expect(page.get_by_role("heading", name="Journal")).to_be_visible()


def test_a_program_that_is_damaged(page, allow):
    allow("preload")
    page.context.route("**/*.wasm", lambda route: route.fulfill(
        content_type="application/wasm", body=b"\0asm\1\0\0\0damaged"))
    page.goto("/journal")
    expect(page.get_by_role("heading", name=TITLE)).to_be_visible()
