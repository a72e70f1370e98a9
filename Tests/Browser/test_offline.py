"""The second visit needs no server."""

import pytest
from playwright.sync_api import expect

from app import LOST, PAGES, ROOMS, go_offline, go_to, heading, show, worker_is_ready
from server import Server

pytestmark = pytest.mark.kept_offline


@pytest.fixture
def kept(new_page, allow):
    """A page that has been visited once, and whose server is gone."""
    # The browser asks for a new version of the worker, and the app for the time: there is no answer.
    gone = "ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE)"
    for path in ("/service-worker.js", "/v1/"):
        allow(f"{path}.*{gone}", f"{gone}.*{path}")
    server = Server()
    try:
        page = new_page(base_url=server.url)
        show(page, "/journal")
        worker_is_ready(page)
    finally:
        server.stop()
    return page


def test_reload_without_a_server(kept):
    kept.reload()
    expect(heading(kept)).to_have_text("Journal")
    for name, path in ROOMS.items():
        go_to(kept, name, path)


def test_every_address_without_a_server(kept, allow):
    allow("/trials-")
    for path in ["/", *PAGES.values(), LOST]:
        show(kept, path)
        expect(kept).to_have_url("/journal" if path == "/" else path)
        expect(heading(kept)).to_have_count(1)
        expect(kept.get_by_role("navigation", name="Rooms").get_by_role("link")).to_have_count(6)


def test_choices_made_without_a_server_are_kept(kept):
    show(kept, "/settings")
    kept.get_by_role("radio", name="Dark").check()
    kept.reload()
    expect(kept.get_by_role("radio", name="Dark")).to_be_checked()


def test_a_trial_page_that_is_not_kept_says_so(page, allow):
    allow("/trials-", "ERR_INTERNET_DISCONNECTED")
    show(page, "/journal")
    go_offline(page)
    show(page, "/about")
    page.get_by_role("link", name="Components").click()
    expect(heading(page)).to_have_text("Components")
    expect(page.get_by_role("main")).to_contain_text("not stored on your device")
    go_to(page, "Tools", "/tools")
    page.go_back()
    expect(heading(page)).to_have_text("Components")
    page.context.set_offline(False)
    page.get_by_role("button", name="Reload").click()
    expect(page.get_by_role("button", name="Ask the server")).to_be_visible()


def test_the_first_visit_keeps_all_that_the_app_needs(page, server):
    show(page, "/journal")
    worker_is_ready(page)
    kept = set(page.evaluate("""async () => {
      const [name] = await caches.keys();
      const requests = await (await caches.open(name)).keys();
      return requests.map(({ url }) => new URL(url).pathname);
    }"""))
    used = set(page.evaluate("""() => performance.getEntriesByType("resource")
      .map(({ name }) => new URL(name).pathname)"""))
    assert {path for path in used if path.startswith("/assets/")} <= kept
    assert "/" in kept


def test_a_notice_says_that_there_is_no_network(page):
    show(page, "/journal")
    notice = page.get_by_text("You’re offline.")
    expect(notice).to_have_count(0)
    go_offline(page)
    go_to(page, "Tools", "/tools")
    expect(notice).to_be_visible()
    page.context.set_offline(False)
    expect(notice).to_have_count(0)
