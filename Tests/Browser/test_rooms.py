import pytest
from playwright.sync_api import expect

from app import GO, LOST, PAGES, PHONE, ROOMS, TOOLS, WIDE, go_to, heading, show, until

TITLES = {**{path: name for name, path in {**ROOMS, **TOOLS}.items()},
          "/settings": "Settings", "/account": "Account", "/open": "Opening your shed",
          "/reset": "New password", "/join": "You’re invited", "/about": "About", "/about/components": "Components",
          "/about/sound": "Sound", "/about/data": "Your data", "/about/points": "Restore points",
          "/journal/takes": "Takes", "/journal/practice": "Practice", "/journal/lessons": "Lessons",
          "/reeds/tools": "Workshop", "/reeds/cane": "Cane", "/reeds/files": "Files",
          "/reeds/stats/compare": "Compare", "/reeds/stats/suggestions": "Suggestions", "/reeds/study": "Studies",
          "/reeds/figures": "Stats", "/reeds/fields": "Fields",
          "/reeds/experiments": "Your experiments",
          "/sessions/now": "Session", "/sessions/history": "History", "/sessions/progress": "Progress",
          "/sessions/catalogues": "Catalogues", "/sessions/files": "Import and export"}


@pytest.mark.parametrize("viewport", [PHONE, WIDE], ids=["phone", "wide"])
def test_every_room_by_its_link(new_page, viewport):
    page = new_page(viewport=viewport)
    show(page, "/sessions")
    for name, path in ROOMS.items():
        go_to(page, name, path)
        expect(page).to_have_title(f"{name} · Woodshed")
        expect(page.get_by_role("navigation", name="Rooms").locator("[aria-current=page]")).to_have_text([name])
        expect(heading(page)).to_have_count(1)
        expect(heading(page)).to_be_focused()


def test_a_link_loads_nothing_anew(page):
    show(page, "/journal")
    page.evaluate("() => { window.isSame = true; }")
    for name, path in ROOMS.items():
        go_to(page, name, path)
    assert page.evaluate("() => window.isSame")


def test_every_page_by_its_address(page):
    for path in PAGES.values():
        assert page.goto(path).status == 200, path
        expect(page).to_have_title(f"{TITLES[path]} · Woodshed")
        expect(heading(page)).to_have_count(1)
        expect(page).to_have_url(path)


def test_an_address_may_say_more(page):
    show(page, "/reeds?made=today")
    expect(heading(page)).to_have_text("Reeds")
    expect(page).to_have_url("/reeds?made=today")


def test_back_and_forward(page):
    show(page, "/journal")
    go_to(page, "Reeds", "/reeds")
    go_to(page, "Light", "/light")
    page.go_back()
    expect(heading(page)).to_have_text("Reeds")
    expect(heading(page)).to_be_focused()
    page.go_back()
    expect(heading(page)).to_have_text("Journal")
    expect(page).to_have_title("Journal · Woodshed")
    page.go_forward()
    page.go_forward()
    expect(heading(page)).to_have_text("Low tide")


def programs(page):
    """The programs that the page has loaded."""
    names = page.evaluate("""() => performance.getEntriesByType("resource")
      .map(({ name }) => name.match(/\\/assets\\/(program|trials)-/)?.[1])""")
    return {name for name in names if name}


def test_only_the_trial_pages_load_the_program_that_has_them(page):
    show(page, "/about")
    assert programs(page) == {"program"}
    page.get_by_role("link", name="Sound").click()
    expect(page).to_have_title("Sound · Woodshed")
    expect(page.get_by_role("button", name="Clicks", exact=True)).to_be_visible()
    # The page requests the app's program before any script can know the address.
    assert programs(page) == {"program", "trials"}
    page.go_back()
    expect(heading(page)).to_have_text("About Woodshed")
    assert programs(page) == {"program"}


def test_a_trial_page_before_another_page_in_the_history(page):
    show(page, "/about/components")
    go_to(page, "Reeds", "/reeds")
    page.reload()
    expect(heading(page)).to_have_text("Reeds")
    page.go_back()
    expect(heading(page)).to_have_text("Components")
    expect(page.get_by_role("button", name="Ask the server")).to_be_visible()


def test_the_same_link_twice_is_one_step(page):
    show(page, "/journal")
    go_to(page, "Reeds", "/reeds")
    go_to(page, "Reeds", "/reeds")
    page.go_back()
    expect(heading(page)).to_have_text("Journal")


def test_a_new_page_begins_at_its_top(page):
    show(page, "/about/components")
    page.mouse.wheel(0, 2_000)
    expect(page.locator("#c-device")).to_be_in_viewport()
    go_to(page, "Reeds", "/reeds")
    assert page.evaluate("() => scrollY") == 0


def test_back_returns_to_where_the_page_stood(page):
    show(page, "/about/components")
    page.locator("#c-device").scroll_into_view_if_needed()
    before = page.evaluate("() => scrollY")
    assert before > 0
    go_to(page, "Reeds", "/reeds")
    page.go_back()
    expect(heading(page)).to_have_text("Components")
    expect(page.locator("#c-device")).to_be_in_viewport()


def test_a_link_with_a_modifier_is_the_browsers(page):
    show(page, "/journal")
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Tools").click(modifiers=["Control"])
    expect(heading(opened.value)).to_have_text("Tuner")
    expect(heading(page)).to_have_text("Journal")


def test_settings_are_found_on_a_phone_and_on_a_wide_screen(new_page):
    for viewport in (PHONE, WIDE):
        page = new_page(viewport=viewport)
        show(page, "/tools")
        page.get_by_role("link", name="Settings").click()
        expect(heading(page)).to_have_text("Settings")


def test_an_unknown_address_is_answered_helpfully(page, allow):
    allow("404.*/no/such/page")
    assert page.goto(LOST).status == 404
    expect(heading(page)).to_have_text("There is nothing at this address")
    expect(page).to_have_title("Not found · Woodshed")
    expect(page.locator("main code")).to_have_text(LOST)
    page.locator("main").get_by_role("link", name="Tools").click()
    expect(heading(page)).to_have_text("Tuner")


def test_an_unknown_address_is_shown_as_text(page, allow):
    allow("404.*/%3Cimg")
    page.goto("/<img src=x onerror=alert(1)>")
    expect(heading(page)).to_have_text("There is nothing at this address")
    expect(page.locator("main img")).to_have_count(0)


def test_whoever_goes_back_while_the_program_loads_starts_there(page):
    program = []
    page.route("**/program-*.wasm", lambda route: program.append(route))
    page.goto("/reeds", wait_until="domcontentloaded")
    page.evaluate(GO, "/sessions")
    until(page, lambda: program)
    program[0].continue_()
    expect(heading(page)).to_have_text("Sessions")
