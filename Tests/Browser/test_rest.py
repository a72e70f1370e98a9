"""The app's program comes in two parts: what a first visit runs, and the rest (Docs/Decisions/0066)."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from app import ROOMS, heading, show, turn_to, worker_is_ready
from server import Server, build_version
from webkit import browser, screen  # noqa: F401

REST = "**/rest-*.wasm"
WAITED = "() => performance.getEntriesByName('woodshed-waited').length"
WHOLE = "() => performance.getEntriesByName('woodshed-whole').length > 0"
# As if the rest came later than whatever needs it, which then asks for it and waits.
NEVER = "WebAssembly.compileStreaming = () => new Promise(() => {});\n"


@pytest.fixture
def newcomer(new_page):
    """A page of somebody who has never been here and has no account."""
    page = new_page(is_signed_in=False)
    page.add_init_script(NEVER)
    return page


@pytest.mark.parametrize("path", ["/", "/journal", "/reeds", "/tools", "/light", "/sessions", "/settings"])
def test_a_first_visit_runs_without_the_rest(newcomer, path):
    newcomer.goto(path)
    expect(heading(newcomer)).to_be_visible()
    expect(newcomer.locator("main[aria-busy]")).to_have_count(0)
    for room in ROOMS.values():
        if room != urlsplit(newcomer.url).path:
            turn_to(newcomer, room)
    assert newcomer.evaluate(WAITED) == 0


def test_signed_in_on_a_new_device_the_page_does_not_wait(new_page):
    page = new_page()
    page.add_init_script(NEVER)
    page.goto("/journal")
    expect(heading(page)).to_have_text("Journal")
    for room in ["/reeds", "/tools", "/light", "/sessions", "/journal"]:
        turn_to(page, room)
    assert page.evaluate(WAITED) == 0


def test_a_newcomers_first_tap_does_not_wait(newcomer):
    newcomer.goto("/journal")
    newcomer.locator(".doors").get_by_role("button", name="Tune").click()
    expect(heading(newcomer)).to_have_text("Tuner")
    assert newcomer.evaluate(WAITED) == 0


def test_what_needs_the_rest_waits_for_it(newcomer):
    page = newcomer
    page.goto("/journal")
    expect(heading(page)).to_have_text("Journal")
    assert page.evaluate(WAITED) == 0
    page.get_by_role("button", name="Open sample journal").click()
    expect(page.get_by_role("button", name="Back to my journal")).to_be_visible()
    # The sample is opened before it is full.
    page.wait_for_function(f"() => ({WAITED})() === 1")
    # Once it is here, nothing waits.
    turn_to(page, "/reeds/fields")
    assert page.evaluate(WAITED) == 1


def test_a_rest_that_does_not_come_is_told_and_nothing_is_lost(new_page, allow):
    allow("ERR_FAILED", "Failed to load resource", "NetworkError", "rest-")
    page = new_page(is_signed_in=False)
    page.route(REST, lambda route: route.abort())
    page.goto("/journal")
    expect(heading(page)).to_have_text("Journal")
    page.get_by_role("button", name="Open sample journal").click()
    expect(page.get_by_role("heading", name="Woodshed has stopped")).to_be_focused()
    expect(page.get_by_role("main")).to_contain_text(
        "Part of the app could not be loaded. Your data is safe on this device. Reload to try again.")
    page.unroute(REST)
    page.get_by_role("button", name="Reload").click()
    expect(heading(page)).to_have_text("Journal")
    page.wait_for_function(WHOLE)


@pytest.mark.kept_offline
def test_a_rest_that_failed_is_asked_for_again(new_page, allow):
    allow("ERR_FAILED", "Failed to load resource", "rest-")
    page = new_page(is_signed_in=False)
    with page.expect_event("requestfailed", lambda request: "rest-" in request.url):
        page.route(REST, lambda route: route.abort())
        page.goto("/journal")
    page.unroute(REST)
    expect(heading(page)).to_have_text("Journal")
    # After ten seconds.
    page.wait_for_function(WHOLE)
    worker_is_ready(page)


def test_a_tap_while_the_rest_is_on_its_way(new_page):
    page = new_page(is_signed_in=False)
    devtools = page.context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", {
        "offline": False, "latency": 0, "downloadThroughput": 300_000, "uploadThroughput": -1})
    page.goto("/journal", wait_until="commit")
    page.get_by_role("button", name="Open sample journal").click()
    expect(page.get_by_role("button", name="Back to my journal")).to_be_visible()
    page.wait_for_function(WHOLE)


def begins_whole(page):
    whole, ready = page.evaluate("""() => ["woodshed-whole", "woodshed-ready"].map(
      (name) => performance.getEntriesByName(name)[0].startTime)""")
    return whole <= ready and page.evaluate(WAITED) == 0


@pytest.mark.kept_offline
def test_on_the_next_visit_the_program_begins_whole(new_page):
    page = new_page(is_signed_in=False)
    page.goto("/journal")
    worker_is_ready(page)
    page.reload()
    expect(heading(page)).to_have_text("Journal")
    assert begins_whole(page)


def test_on_the_next_visit_the_program_begins_whole_although_nothing_is_kept(new_page):
    page = new_page(is_signed_in=False)
    show(page, "/journal")
    assert not begins_whole(page)
    show(page, "/journal")
    assert begins_whole(page)


@pytest.mark.parametrize("path", ["/reeds/files", "/journal/takes", "/about", "/?from=a-friend"])
def test_a_first_visit_that_begins_elsewhere_begins_whole(new_page, path):
    page = new_page(is_signed_in=False)
    show(page, path)
    assert begins_whole(page)


@pytest.fixture(scope="module")
def late(tmp_path_factory):
    """A server of the app whose rest always comes too late."""
    folder = tmp_path_factory.mktemp("late")
    server = Server(build_version(folder, "late", early=NEVER), data=folder)
    yield server
    server.stop()


def test_webkit_waits_for_the_rest(browser, late):
    browser.visit(late, is_signed_in=False)
    browser.show("/journal")
    browser.click(browser.button("Open sample journal"))
    browser.button("Back to my journal")
    browser.wait(lambda: browser.run("return performance.getEntriesByName('woodshed-waited').length") == 1, "a wait")
