"""Sessions: from the first run to the first send, a whole session without a network, resets, and progress."""

import re

import pytest
from playwright.sync_api import expect

from app import PHONE, WIDE, go_offline, heading, show, turn_to
from ledger import is_synced, saving, undo
from test_accessibility import AXE, examine

SESSIONS = "/sessions"


def button(page, name):
    return page.locator("main").get_by_role("button", name=name, exact=True)


def begin(page, sample="Climbing gym (sample)", level="V4"):
    """Comes in for the first time, takes a catalogue and says a level."""
    show(page, SESSIONS)
    expect(page.get_by_text("Nothing to train on yet")).to_be_visible()
    button(page, sample).click()
    expect(page.get_by_role("heading", name="About you")).to_be_visible()
    page.get_by_label("Name (optional)").fill("Jo")
    page.get_by_label("Level (optional)").fill(level)
    button(page, "Done").click()
    expect(page.get_by_role("heading", name="About you")).to_have_count(0)


def items(page):
    return page.locator(".going-item")


def send(page, number=0):
    """Logs a send of an item with one tap; says which."""
    row = items(page).nth(number)
    name = row.locator("strong").text_content()
    row.get_by_role("button", name=re.compile("^Sent: ")).click()
    return name


def clock(page):
    hours_or_minutes = [int(part) for part in page.locator(".going-head .display").text_content().split(":")]
    return sum(part * 60 ** place for place, part in enumerate(reversed(hours_or_minutes)))


def test_from_the_first_run_to_the_first_send_on_a_phone(new_page):
    page = new_page(viewport=PHONE)
    begin(page)
    next_item = page.locator(".next-item")
    expect(next_item).to_be_visible()
    expect(page.get_by_text(re.compile(r"(about|perhaps) \d in 10", re.I)).first).to_be_visible()
    expect(page.locator(".page-head .caps")).to_contain_text("V4 ±")
    button(page, "Start").click()
    expect(page).to_have_url("/sessions/now")
    expect(button(page, "Cancel")).to_be_visible()
    name = send(page)
    expect(page.get_by_text(f"{name}: sent.")).to_be_visible()
    expect(button(page, "End")).to_be_visible()
    expect(button(page, "Cancel")).to_have_count(0)
    expect(items(page).first.locator(".sent")).to_have_count(1)
    button(page, "End").click()
    expect(heading(page)).to_contain_text("Workout 1")
    expect(page.locator("main")).to_contain_text("Sent for the first time")
    page.get_by_role("link", name="See what to try next").click()
    expect(page.get_by_text("Workout 1")).to_be_visible()
    parts = page.get_by_role("navigation", name="Sessions", exact=True)
    top = parts.bounding_box()["y"]
    for name in ("History", "Progress", "Catalogues", "Next"):
        parts.get_by_role("link", name=name).click()
        expect(parts.locator("[aria-current]")).to_have_text(name)
        assert parts.bounding_box()["y"] == top, name


def test_a_clarinettist_is_given_studies_for_the_clarinet(new_page):
    page = new_page(viewport=PHONE)
    show(page, "/settings")
    page.get_by_label("Instrument", exact=True).select_option("Clarinet in B♭")
    expect(saving(page)).to_contain_text("Saved here")
    begin(page, "Studies", "6")
    title, grade = page.locator(".next-item h2"), page.locator(".next-item .display")
    expect(title).to_contain_text("Rose")
    name = title.text_content()
    # On a phone, the name has the line for itself.
    above, below = title.bounding_box(), grade.bounding_box()
    assert below["y"] >= above["y"] + above["height"]
    button(page, "Start").click()
    expect(items(page).first).to_contain_text(name)
    expect(page.locator(".going-legend")).to_contain_text("Clean at first reading")
    expect(button(page, "My instrument")).to_have_attribute("aria-pressed", "true")
    page.get_by_label("Search").fill("ferling 14")
    expect(items(page)).to_have_count(0)
    button(page, "My instrument").click()
    expect(items(page)).to_have_count(1)


def test_start_is_no_wider_than_it_needs_to_be(new_page):
    page = new_page(viewport=WIDE)
    begin(page)
    assert button(page, "Start").bounding_box()["width"] < 300


def test_further_taps_count_and_undo_takes_the_last_back(page):
    begin(page)
    button(page, "Start").click()
    row = items(page).first
    more = row.get_by_role("button", name=re.compile("^Attempt: "))
    more.click()
    expect(row).to_contain_text("1 try")
    more.click()
    expect(row).to_contain_text("2 tries")
    row.get_by_role("button", name=re.compile("^Sent: ")).click()
    expect(row).to_contain_text("3 tries")
    page.get_by_role("group", name="Last try").get_by_role("button").click()
    expect(row).to_contain_text("2 tries")
    expect(row.locator(".sent")).to_have_count(0)
    expect(row.get_by_role("button", name=re.compile("^Flash: "))).to_be_disabled()


@pytest.mark.parametrize("width", [320, 390])
def test_what_is_logged_moves_nothing_under_the_finger(new_page, width):
    page = new_page(viewport={"width": width, "height": 844})
    begin(page, "Studies", "6")
    button(page, "Start").click()
    places = """() => [...document.querySelectorAll(".going-item")].slice(0, 4)
      .map((row) => row.getBoundingClientRect().y + scrollY)"""
    # A row is measured once it has been in view.
    items(page).nth(4).scroll_into_view_if_needed()
    before = page.evaluate(places)
    for number in range(3):
        items(page).nth(number).get_by_role("button", name=re.compile("^Not clean: ")).click()
        expect(items(page).nth(number)).to_contain_text("1 try")
    items(page).nth(3).get_by_role("button", name=re.compile("^Clean: ")).click()
    expect(page.locator(".going-head")).to_contain_text("best ABRSM")
    assert page.evaluate(places) == before
    line = page.locator(".going-head > p.small")
    line.evaluate("(line) => line.textContent = '12 h 12 min · 111 clean · best ABRSM 10'")
    assert page.evaluate(places) == before


def test_a_session_that_is_cancelled_leaves_nothing(page):
    begin(page)
    button(page, "Start").click()
    button(page, "Cancel").click()
    expect(page).to_have_url(SESSIONS)
    page.get_by_role("link", name="History").click()
    expect(page.get_by_text("No sessions yet")).to_be_visible()


@pytest.mark.kept_offline
def test_a_whole_session_offline_with_a_reload_in_it(page):
    begin(page)
    is_synced(page)
    go_offline(page)
    button(page, "Start").click()
    expect(page.locator(".going-head .display")).to_have_text(re.compile(r"^0:(0[1-9]|[1-5]\d)$"))
    before = clock(page)
    page.reload()
    # Nothing was logged, and the session is there again with its time.
    expect(button(page, "Cancel")).to_be_visible()
    assert clock(page) >= before
    first = send(page)
    expect(button(page, "End")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="So far")).to_be_visible()
    expect(page.locator(".try").filter(has_text=first)).to_be_visible()
    button(page, "End").click()
    expect(heading(page)).to_contain_text("Workout 1")
    page.context.set_offline(False)
    is_synced(page)


def test_the_clock_follows_from_instants(new_page):
    page = new_page()
    page.clock.install()
    begin(page)
    button(page, "Start").click()
    expect(page.locator(".going-head .display")).to_be_visible()
    # As after ten minutes in a pocket: no tick came meanwhile.
    page.clock.fast_forward("10:00")
    expect(page.locator(".going-head .display")).to_have_text(re.compile(r"^1[0-4]:\d\d$"))


def test_a_rest_is_told_in_every_room_and_ends(new_page):
    page = new_page()
    page.clock.install()
    begin(page)
    button(page, "Start").click()
    button(page, "Rest 3:00").click()
    dock = page.get_by_role("group", name="Rest")
    expect(dock).to_contain_text("of 3:00 rest")
    page.get_by_role("navigation", name="Rooms").get_by_role("link", name="Journal").click()
    expect(dock).to_be_visible()
    page.clock.fast_forward("03:01")
    expect(dock).to_contain_text("is over")
    dock.get_by_role("button", name="End the rest").click()
    expect(dock).to_have_count(0)
    expect(page.get_by_role("group", name="Current workout")).to_be_visible()


def test_a_reset_by_staff_while_a_member_is_in_a_session(new_context):
    context = new_context()
    member, staff = context.new_page(), context.new_page()
    begin(member)
    button(member, "Start").click()
    send(member)
    expect(button(member, "End")).to_be_visible()
    is_synced(member)
    show(staff, SESSIONS)
    staff.get_by_role("link", name="Catalogues").click()
    staff.get_by_role("link", name=re.compile("^Climbing gym")).click()
    button(staff, "Reset a wall").click()
    sheet = staff.get_by_role("dialog")
    # One wall is chosen already; this gym is set anew as a whole.
    expect(sheet.get_by_role("button", name="Remove 12 climbs")).to_be_visible()
    sheet.get_by_label("Wall").select_option(label="All walls")
    sheet.get_by_role("button", name="Remove 72 climbs").click()
    expect(staff.get_by_text(re.compile(r"^\d+ climbs removed\.$"))).to_be_visible()
    # What the member did is there; what is gone is not offered any more.
    expect(items(member)).to_have_count(0)
    expect(member.get_by_role("heading", name="So far")).to_be_visible()
    undo(staff).click()
    expect(items(member).first).to_be_visible()


def test_an_etude_session_with_the_metronome(page):
    begin(page, "Studies", "6")
    button(page, "Start").click()
    page.get_by_label("Search").fill("ferling 14")
    expect(items(page)).to_have_count(1)
    items(page).get_by_role("button", name=re.compile("^Clean: ")).click()
    expect(page.locator(".try")).to_contain_text("Clean")
    tempo = page.get_by_role("textbox", name="Tempo reached")
    tempo.fill("72")
    tempo.press("Tab")
    expect(tempo).to_have_value("72.00")
    # The metronome plays in the session, and stops there.
    button(page, "Metronome").click()
    metronome = page.get_by_role("group", name="Active tools").get_by_role("link", name=re.compile("^Metronome"))
    expect(metronome).to_be_visible()
    button(page, "Metronome").click()
    expect(metronome).to_have_count(0)
    button(page, "End").click()
    expect(heading(page)).to_contain_text("Étude session 1")


def test_an_etude_session_is_recorded(with_microphone):
    page = with_microphone(
        "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream", at=SESSIONS)
    begin(page, "Studies", "6")
    button(page, "Start").click()
    size = button(page, "Record").bounding_box()
    button(page, "Record").click()
    expect(page.locator(".recorder-time")).not_to_have_text("0:00")
    assert button(page, "Stop recording").bounding_box()["width"] == size["width"]
    button(page, "Stop recording").click()
    expect(button(page, "Record")).to_be_visible()
    turn_to(page, "/journal/takes")
    expect(page.locator("main")).to_contain_text("1 take")


def test_items_from_a_spreadsheet_and_a_bad_line(page):
    begin(page)
    show(page, "/sessions/catalogues")
    page.get_by_role("link", name=re.compile("^Climbing gym")).click()
    button(page, "Add several").click()
    sheet = page.get_by_role("dialog", name="Add several")
    sheet.get_by_label("Or type or paste").fill("Pinch me\tV5\tCave\tred\nOther\tV99")
    sheet.get_by_role("button", name="Preview").click()
    expect(sheet).to_contain_text("Line 2")
    expect(sheet).to_contain_text("V99")
    sheet.get_by_role("button", name="Cancel").click()
    sheet.get_by_label("Or type or paste").fill("Pinch me\tV5\tCave\tred")
    sheet.get_by_role("button", name="Preview").click()
    sheet.get_by_role("button", name="Import", exact=True).click()
    expect(sheet).to_have_count(0)
    page.get_by_label("Search").fill("pinch me")
    expect(page.get_by_role("link", name=re.compile("^Pinch me"))).to_be_visible()


def test_by_keyboard_alone(page):
    begin(page)
    page.locator("#sessions-start").focus()
    page.keyboard.press("Enter")
    expect(heading(page)).to_be_focused()
    tap = items(page).first.get_by_role("button", name=re.compile("^Sent: "))
    tap.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".try")).to_have_count(1)
    end = page.locator("#going-end")
    end.focus()
    page.keyboard.press("Enter")
    expect(heading(page)).to_contain_text("Workout 1")
    expect(heading(page)).to_be_focused()


@pytest.mark.parametrize("viewport", [PHONE, WIDE], ids=["phone", "wide"])
def test_nothing_is_in_the_way_of_anybody(new_page, viewport):
    page = new_page(viewport=viewport)
    page.add_init_script(AXE)
    begin(page)
    examine(page)
    button(page, "Start").click()
    for number in range(4):
        send(page, number)
        expect(page.locator(".try")).to_have_count(number + 1)
    examine(page)
    button(page, "End").click()
    examine(page)
    for path in ("history", "progress", "files", "catalogues"):
        show(page, f"/sessions/{path}")
        examine(page)
    page.get_by_role("link", name=re.compile("^Climbing gym")).click()
    examine(page)
    page.locator(".list-row a").first.click()
    examine(page)
    button(page, "Edit").click()
    examine(page)
