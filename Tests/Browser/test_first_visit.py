from playwright.sync_api import expect

from app import ROOMS, heading


def test_the_first_address_is_the_journal(page):
    page.goto("/")
    expect(heading(page)).to_have_text("Journal")
    expect(page).to_have_url("/journal")
    expect(page).to_have_title("Journal · Woodshed")


def test_the_first_address_is_not_a_step_back(page):
    page.goto("about:blank")
    page.goto("/")
    expect(page).to_have_url("/journal")
    page.go_back()
    expect(page).to_have_url("about:blank")


def test_the_five_rooms_are_one_navigation(page):
    page.goto("/")
    rooms = page.get_by_role("navigation", name="Rooms")
    expect(rooms).to_have_count(1)
    expect(rooms.get_by_role("listitem")).to_have_text(list(ROOMS))
    expect(rooms.locator("[aria-current=page]")).to_have_text(["Journal"])


def test_the_frame_stands_before_the_program(page):
    page.route("**/*.wasm", lambda route: None)
    page.goto("/journal", wait_until="commit")
    expect(page.get_by_role("navigation", name="Rooms").get_by_role("link")).to_have_count(6)
    expect(page.get_by_text("Opening the shed")).to_be_visible()
    page.unroute_all(behavior="ignoreErrors")


def test_it_can_be_installed(page):
    page.goto("/")
    expect(heading(page)).to_be_visible()
    devtools = page.context.new_cdp_session(page)
    manifest = devtools.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"].endswith("/manifest.webmanifest")
    problems = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A private window, which tests run in, cannot install anything.
    assert [each["errorId"] for each in problems] in ([], ["in-incognito"])
