"""The journal's days: the calendar, notes, search and what is handed out, by mouse, keyboard and finger."""

import contextlib
import csv
import io
import threading
import time
from datetime import date, timedelta

import pytest
from playwright.sync_api import Error, expect

from app import PHONE, TABLET, WIDE, focused, show, toast, week, worker_is_ready
from ledger import is_synced, notice, saving
from test_accessibility import AXE, examine
from test_layout import SMALL_TARGETS, TOO_WIDE
from test_ledger_sync import AWAY, go_offline, meet

# Tells outside what is typed, and how the machine keeps up: when a commit begins, how long one took, and how late
# the page is.
TELL = """() => {
  const tell = (what, rest) => console.debug(`${what} ${Date.now()} ${rest}`);
  const field = document.getElementById("note-text");
  field.addEventListener("input", () => tell("typed", field.value));
  const make = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (stores, mode, options) {
    const start = performance.now();
    const transaction = make.call(this, stores, mode, options);
    if (mode === "readwrite") {
      tell("begins", "");
      transaction.addEventListener("complete", () => tell("took", Math.ceil(performance.now() - start)));
    }
    return transaction;
  };
  let last = performance.now();
  setInterval(() => {
    tell("late", Math.ceil(performance.now() - last - 20));
    last = performance.now();
  }, 20);
}"""


def lateness(heard):
    """How many milliseconds at most the machine kept the page waiting, and a commit, also one that it was killed in."""
    begun = [int(at) for what, at, _ in heard if what == "begins"]
    took = [int(rest) for what, _, rest in heard if what == "took"]
    if len(begun) > len(took):
        took.append(int(heard[-1][1]) - begun[-1])
    ticks = [(int(at), int(rest)) for what, at, rest in heard if what == "late"]
    # The tick that was due when it was killed counts too.
    late = [rest for _, rest in ticks] + [int(heard[-1][1]) - ticks[-1][0] - 20]
    return max(took, default=0) + max(late)


def day_button(page, day):
    return page.locator(f"#day-{(day - date(1970, 1, 1)).days}")


def today():
    return date.today()


def month_name(page):
    return page.locator("#month-name")


def note_field(page):
    return page.locator("#note-text")


def entries(page):
    return page.locator(".day-entry")


def write(page, text, tags=""):
    """Adds a note on the chosen day and leaves it."""
    page.locator("#add-note").click()
    expect(note_field(page)).to_be_focused()
    note_field(page).press_sequentially(text)
    if tags:
        page.locator("#note-tags").fill(tags)
    page.get_by_role("button", name="Done").click()
    expect(note_field(page)).to_have_count(0)
    expect(saving(page)).to_contain_text("Saved here")


@pytest.fixture
def page(page):
    show(page, "/journal")
    return page


# MARK: The whole way


def test_a_note_from_the_first_key_to_the_trash(page):
    # The second Enter ends the list.
    write(page, "Low attacks\n- [ ] long tones\n\n**slowly**", "air, reeds")
    note = entries(page)
    expect(note.locator(".note-first")).to_have_text("Low attacks")
    expect(note.locator("strong")).to_have_text("slowly")
    expect(note.get_by_role("button", name="#air")).to_be_visible()
    expect(day_button(page, today())).to_have_accessible_name(
        f"{today():%A} {today().day} {today():%B %Y}: 1 note")

    note.get_by_role("checkbox", name="long tones").check()
    expect(saving(page)).to_contain_text("Saved here")
    page.reload()
    expect(entries(page).get_by_role("checkbox")).to_be_checked()

    entries(page).get_by_role("button", name="Edit").click()
    expect(note_field(page)).to_be_focused()
    expect(note_field(page)).to_have_value("Low attacks\n- [x] long tones\n**slowly**")
    note_field(page).press("ControlOrMeta+End")
    note_field(page).press_sequentially(" and softly")
    expect(page.locator("#note-saving")).to_have_text("Saved here")
    other = today() - timedelta(days=1)
    page.locator("#note-day").fill(other.isoformat())
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".days-day h3")).to_contain_text(f"{other:%A}")

    entries(page).get_by_role("button", name="Delete").click()
    expect(entries(page)).to_have_count(0)
    toast(page, "in the trash").get_by_role("button", name="Undo").click()
    expect(entries(page)).to_contain_text("slowly")


def test_a_slow_tap_counts_though_the_note_is_kept_meanwhile(page):
    """The first thing a person keeps must not move the page while the button is down."""
    page.locator("#add-note").click()
    expect(note_field(page)).to_be_focused()
    note_field(page).press_sequentially("Quick")
    done = page.get_by_role("button", name="Done")
    place = done.bounding_box()
    page.mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    field = note_field(page).bounding_box()
    page.mouse.down()
    expect(page.locator("#note-saving")).to_have_text("Saved here")
    assert note_field(page).bounding_box() == field
    page.mouse.up()
    expect(note_field(page)).to_have_count(0)
    expect(entries(page)).to_contain_text("Quick")


def test_the_first_visit_offers_to_look_around(page):
    page.get_by_role("button", name="Open sample journal").click()
    expect(page.get_by_text("You’re looking at sample data.")).to_be_visible()
    expect(entries(page).first).to_be_visible()
    page.get_by_role("button", name="Back to my journal").click()
    expect(entries(page)).to_have_count(0)
    expect(page.get_by_role("button", name="Open sample journal")).to_be_visible()


def test_an_untouched_note_leaves_nothing(page):
    page.locator("#add-note").click()
    note_field(page).press("Escape")
    expect(note_field(page)).to_have_count(0)
    expect(page.get_by_role("button", name="Tune")).to_be_visible()
    assert focused(page) == "Add a note"


def test_the_field_grows_and_the_caret_stays(page):
    page.locator("#add-note").click()
    height = note_field(page).bounding_box()["height"]
    note_field(page).press_sequentially("\n".join(f"line {number}" for number in range(12)))
    assert note_field(page).bounding_box()["height"] > height
    expect(page.locator("#note-saving")).to_have_text("Saved here")
    note_field(page).press("Home")
    note_field(page).press_sequentially("first ", delay=60)
    expect(note_field(page)).to_have_value("\n".join(
        [f"line {number}" for number in range(11)] + ["first line 11"]))
    page.get_by_role("button", name="Checklist").click()
    expect(note_field(page)).to_be_focused()
    assert note_field(page).input_value().endswith("first line 11\n☐ ")


def test_enter_continues_a_list(page):
    page.locator("#add-note").click()
    page.get_by_role("button", name="Checklist").click()
    field = note_field(page)
    for line in ("Long tones", "Scales", ""):
        field.press_sequentially(line)
        field.press("Enter")
    field.press_sequentially("- one")
    field.press("Enter")
    expect(field).to_have_value("☐ Long tones\n☐ Scales\n- one\n- ")
    page.locator("#note-done").click()
    box = entries(page).get_by_label("Scales", exact=True)
    box.check()
    page.keyboard.press("Control+z")
    expect(box).not_to_be_checked()
    box.check()
    entries(page).get_by_role("button", name="Edit").click()
    expect(field).to_have_value("☐ Long tones\n☑ Scales\n- one\n- ")
    field.press("Control+End")
    field.press("Enter")
    expect(field).to_have_value("☐ Long tones\n☑ Scales\n- one\n")


def test_everything_with_the_keyboard_alone(page):
    day_button(page, today()).focus()
    for key, step in (("ArrowLeft", -1), ("ArrowUp", -7), ("ArrowRight", 1), ("ArrowDown", 7)):
        page.keyboard.press(key)
    expect(day_button(page, today())).to_be_focused()
    page.keyboard.press("ArrowLeft")
    chosen = today() - timedelta(days=1)
    expect(day_button(page, chosen)).to_be_focused()
    page.keyboard.press("Enter")
    expect(day_button(page, chosen)).to_have_attribute("aria-pressed", "true")
    expect(day_button(page, chosen)).to_be_focused()
    name = month_name(page).text_content()
    page.keyboard.press("PageDown")
    expect(month_name(page)).not_to_have_text(name)
    page.keyboard.press("PageUp")
    expect(month_name(page)).to_have_text(name)
    page.keyboard.press("Home")
    assert focused(page).startswith("Monday")
    page.keyboard.press("End")
    assert focused(page).startswith("Sunday")

    page.locator("#add-note").focus()
    page.keyboard.press("Enter")
    expect(note_field(page)).to_be_focused()
    page.keyboard.type("By keyboard")
    page.keyboard.press("Escape")
    edit = page.get_by_role("button", name="Edit “By keyboard”")
    expect(edit).to_be_focused()
    page.keyboard.press("Enter")
    expect(note_field(page)).to_be_focused()
    page.keyboard.press("Escape")
    for _ in range(3):
        page.keyboard.press("Tab")
    assert focused(page) == "Delete “By keyboard”"
    page.keyboard.press("Enter")
    expect(page.get_by_text("Nothing on this day yet")).to_be_visible()
    expect(page.locator(".days-heading h2")).to_be_focused()


def test_one_day_of_the_month_is_on_the_tab_way(page):
    expect(page.locator("#month button[tabindex='0']")).to_have_count(1)
    expect(page.locator("#month button")).to_have_count(42)


# MARK: Days and search


def test_days_are_chosen_together_and_searched(page):
    days = [today() - timedelta(days=number) for number in range(3)]
    for number, day in enumerate(days):
        page.locator("#go-to-date").fill(day.isoformat())
        expect(day_button(page, day)).to_have_attribute("aria-pressed", "true")
        write(page, f"Tones {number}", "air" if number else "reeds")
    page.get_by_role("button", name="All days").click()
    expect(entries(page)).to_have_count(3)
    page.locator("#go-to-date").fill(days[0].isoformat())
    expect(entries(page)).to_have_count(1)
    # As with a finger: no key is held.
    page.get_by_role("button", name="Select several").click()
    day_button(page, days[1]).click()
    expect(entries(page)).to_have_count(2)
    page.get_by_role("button", name="All days").click()
    page.get_by_role("button", name="Select several").click()

    search = page.get_by_label("Search", exact=True)
    search.fill("tone air")
    expect(entries(page)).to_have_count(2)
    expect(page.locator("#found-count")).to_have_text("2 found")
    search.press("Escape")
    expect(search).to_have_value("")
    expect(entries(page)).to_have_count(3)
    search.fill("trombone")
    expect(page.get_by_text("Nothing found")).to_be_visible()


def test_a_click_with_control_adds_a_day_and_one_with_shift_a_stretch(page):
    page.locator("#go-to-date").fill("2026-11-10")
    first, last = date(2026, 11, 10), date(2026, 11, 13)
    expect(day_button(page, first)).to_have_attribute("aria-pressed", "true")
    day_button(page, last).click(modifiers=["ControlOrMeta"])
    expect(page.locator("#month [aria-pressed=true]")).to_have_count(2)
    day_button(page, date(2026, 11, 16)).click(modifiers=["Shift"])
    expect(page.locator("#month [aria-pressed=true]")).to_have_count(5)
    day_button(page, first).click(modifiers=["ControlOrMeta"])
    expect(page.locator("#month [aria-pressed=true]")).to_have_count(4)
    day_button(page, first).click()
    expect(page.locator("#month [aria-pressed=true]")).to_have_count(1)


def test_the_month_is_leafed_through_swiped_and_hidden(page):
    page.locator("#go-to-date").fill("2026-11-16")
    expect(month_name(page)).to_have_text("November 2026")
    expect(page.get_by_role("rowheader", name="Week 47")).to_be_visible()
    page.get_by_role("button", name="Next month").click()
    expect(month_name(page)).to_have_text("December 2026")
    page.get_by_role("button", name="Previous month").click()
    box = page.locator("#month").bounding_box()
    page.mouse.move(box["x"] + box["width"] - 30, box["y"] + 150)
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] + 155, steps=5)
    page.mouse.up()
    expect(month_name(page)).to_have_text("December 2026")
    page.get_by_role("button", name="Today", exact=True).click()
    expect(month_name(page)).to_have_text(f"{today():%B %Y}")
    page.get_by_role("button", name="Hide calendar").click()
    expect(page.locator("#month")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("button", name="Show calendar")).to_be_visible()
    page.get_by_role("button", name="Show calendar").click()
    expect(page.locator("#month")).to_be_visible()


def test_a_week_has_its_number_on_the_line_of_its_dates(page):
    middle = "(text) => { const range = document.createRange(); range.selectNodeContents(text); " \
        "const box = range.getBoundingClientRect(); return box.y + box.height / 2; }"
    number = page.locator(".week-number").first.evaluate(middle)
    assert abs(number - page.locator(".day-number").first.evaluate(middle)) <= 2


def test_a_practice_row_opens_its_session(page):
    page.get_by_role("button", name="Log practice").click()
    page.get_by_role("dialog").get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    row = page.locator(".session-link")
    row.click()
    page.get_by_role("dialog").get_by_label("Comment").fill("Steadier")
    page.get_by_role("dialog").get_by_role("button", name="Done").click()
    expect(row).to_be_focused()
    expect(row).to_contain_text("Steadier")


def test_the_week_begins_as_chosen(page):
    show(page, "/settings")
    week(page).select_option("Wednesday")
    expect(saving(page)).to_contain_text("Saved here")
    page.get_by_role("navigation").get_by_role("link", name="Journal").click()
    expect(page.get_by_role("columnheader").nth(1)).to_have_accessible_name("Wednesday")


# MARK: Addresses


def test_days_have_addresses_and_back_returns_to_the_day_before(page):
    page.locator("#go-to-date").fill("2026-11-10")
    expect(page).to_have_url("/journal/2026-11-10")
    write(page, "On the tenth")
    day_button(page, date(2026, 11, 12)).click()
    expect(page).to_have_url("/journal/2026-11-12")
    expect(page).to_have_title("Thursday 12 November 2026 · Woodshed")
    # Whoever chooses a day stays at the month.
    expect(day_button(page, date(2026, 11, 12))).to_be_focused()
    expect(entries(page)).to_have_count(0)
    page.go_back()
    expect(page).to_have_url("/journal/2026-11-10")
    expect(entries(page)).to_contain_text("On the tenth")
    expect(day_button(page, date(2026, 11, 10))).to_have_attribute("aria-pressed", "true")
    page.go_forward()
    expect(day_button(page, date(2026, 11, 12))).to_have_attribute("aria-pressed", "true")
    page.go_back()
    page.reload()
    expect(entries(page)).to_contain_text("On the tenth")
    page.get_by_role("button", name="All days").click()
    expect(page).to_have_url("/journal")
    page.go_back()
    expect(day_button(page, date(2026, 11, 10))).to_have_attribute("aria-pressed", "true")


def test_an_address_of_a_day_opens_it_and_a_wrong_one_says_so(page, allow):
    allow("404.*/journal/2026-02-30")
    # Asked directly: a service worker answers a page's own request.
    assert page.request.get("/journal/2026-02-30").status == 404
    assert page.goto("/journal/2026-02-28").status == 200
    expect(page.locator(".days-heading h2")).to_have_text("Saturday 28")
    expect(month_name(page)).to_have_text("February 2026")
    page.goto("/journal/2026-02-30")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is nothing at this address")
    expect(page.locator("main code")).to_have_text("/journal/2026-02-30")


def test_addresses_and_tags_in_a_note(page):
    page.locator("#go-to-date").fill("2026-11-10")
    write(page, "Fingering: https://example.org/low_(d). #air\nSee /journal/2026-11-12 and [the shed](/tools/drone)\n"
          "[no](javascript:alert) #1")
    note = entries(page)
    link = note.get_by_role("link", name="https://example.org/low_(d)", exact=True)
    expect(link).to_have_attribute("href", "https://example.org/low_(d)")
    expect(link).to_have_attribute("rel", "noopener noreferrer")
    expect(link).to_have_attribute("target", "_blank")
    expect(note).to_contain_text("[no](javascript:alert) #1")
    expect(note.locator("a")).to_have_count(3)
    expect(note.locator(".note-tag")).to_have_text(["#air"])
    note.get_by_role("button", name="Find #air").click()
    expect(page.locator("#found-count")).to_have_text("1 found")
    page.keyboard.press("Escape")
    note.get_by_role("link", name="Thursday 12 November 2026").click()
    expect(page).to_have_url("/journal/2026-11-12")
    expect(entries(page)).to_have_count(0)
    page.go_back()
    entries(page).get_by_role("link", name="the shed").click()
    expect(page).to_have_url("/tools/drone")


def test_the_first_paragraph_is_not_bold(page):
    weigh = "(line) => Number(getComputedStyle(line).fontWeight)"
    write(page, "The low notes speak later than on the old reed, most of all the D.")
    assert entries(page).locator(".note-first").evaluate(weigh) == 400
    write(page, "Low notes\nThey speak late.")
    expect(entries(page)).to_have_count(2)
    title = entries(page).filter(has_text="They speak late.").locator(".note-first")
    assert title.evaluate(weigh) == 600


@pytest.mark.parametrize("viewport", [PHONE, {"width": 320, "height": 640}], ids=["phone", "narrow"])
def test_on_a_phone_a_note_is_a_page_of_its_own(new_page, viewport):
    page = new_page(viewport=viewport)
    show(page, "/journal")
    write(page, "Another")
    page.locator("#add-note").click()
    expect(note_field(page)).to_be_focused()
    done = page.get_by_role("button", name="Done")
    expect(page.locator("#month")).to_be_hidden()
    expect(page.get_by_role("navigation", name="Journal")).to_be_hidden()
    expect(entries(page)).to_be_hidden()
    assert done.bounding_box()["y"] < 60
    assert note_field(page).bounding_box()["height"] >= viewport["height"] / 2 - 1
    # However long it gets, Done stays in sight.
    page.keyboard.insert_text("\n".join(f"line {number}" for number in range(80)))
    page.mouse.wheel(0, 600)
    expect(done).to_be_in_viewport()
    expect(note_field(page)).to_be_focused()
    expect(page.locator("#note-saving")).to_have_text("Saved here")
    # Back leaves the note, not the journal.
    page.go_back()
    expect(note_field(page)).to_have_count(0)
    expect(page).to_have_url("/journal")
    expect(page.locator("#month")).to_be_visible()
    expect(entries(page)).to_have_count(2)
    entries(page).filter(has_text="Another").get_by_role("button", name="Edit").click()
    expect(note_field(page)).to_be_focused()
    expect(page.locator("#month")).to_be_hidden()
    done.click()
    expect(page.get_by_role("button", name="Edit “Another”")).to_be_focused()


# MARK: Layout and access


def test_the_month_is_beside_the_day_where_there_is_room(new_page):
    for viewport, is_beside in ((WIDE, True), (PHONE, False)):
        page = new_page(viewport=viewport)
        show(page, "/journal")
        month = page.locator(".month-card").bounding_box()
        days = page.locator(".days-list").bounding_box()
        assert (days["x"] > month["x"] + month["width"]) == is_beside
        if not is_beside:
            page.get_by_role("button", name="Show month").click()
            expect(page.locator("#month button")).to_have_count(42)
        heights = set()
        for _ in range(12):
            page.get_by_role("button", name="Next month").click()
            heights.add(round(page.locator("#month").bounding_box()["height"]))
        assert len(heights) == 1, "the month jumps"
    # Where the month is above, a new note comes into view.
    page = new_page(viewport=TABLET)
    show(page, "/journal")
    page.locator("#add-note").click()
    expect(page.locator(".note-editor")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("viewport", [PHONE, WIDE, {"width": 320, "height": 640}],
                         ids=["phone", "wide", "narrow"])
def test_axe_and_targets_in_every_state(new_page, viewport):
    page = new_page(viewport=viewport)
    page.add_init_script(AXE)
    show(page, "/journal")

    def check():
        examine(page)
        assert page.evaluate(TOO_WIDE) == []
        assert page.evaluate(SMALL_TARGETS) == []

    if viewport != WIDE:
        check()
        page.get_by_role("button", name="Show month").click()
    page.get_by_role("button", name="Today", exact=True).click()
    write(page, "# Warm up\n- [ ] tones\n- item\n*softly* **and** " + "a" * 90, "air")
    check()
    entries(page).get_by_role("button", name="Edit").click()
    expect(note_field(page)).to_be_focused()
    check()
    page.keyboard.press("Escape")
    page.get_by_label("Search", exact=True).fill("nothing like it")
    expect(page.get_by_text("Nothing found")).to_be_visible()
    check()
    page.get_by_role("button", name="Clear search").click()
    page.get_by_role("button", name="Export").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    examine(page)


def test_on_paper_there_is_nothing_to_operate(page):
    write(page, "For the teacher")
    page.get_by_role("button", name="Log practice").click()
    page.get_by_role("dialog").get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    session = page.locator(".session-link")
    expect(session).to_contain_text("Practice")
    page.emulate_media(media="print")
    # A session is named though it can be opened.
    expect(session).to_be_visible()
    assert session.bounding_box()["x"] < 20
    expect(page.locator(".rooms")).to_be_hidden()
    expect(page.locator(".days-month")).to_be_hidden()
    expect(entries(page)).to_contain_text("For the teacher")
    expect(entries(page).get_by_role("button").first).to_be_hidden()
    expect(page.get_by_text("Your notes, takes and practice")).to_be_hidden()
    page.emulate_media(media="screen")
    page.evaluate("() => { window.print = () => console.debug('printed') }")
    page.get_by_role("button", name="Export").click()
    with page.expect_console_message(lambda message: message.text == "printed"):
        page.get_by_role("button", name="Print").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(entries(page)).to_have_count(1)


# MARK: Out


def test_a_note_and_days_are_handed_out(page):
    write(page, "=Take this,\n<b>please</b>")
    with page.expect_download() as download:
        entries(page).get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == f"note-{today().isoformat()}.txt"
    assert download.value.path().read_text().endswith("\n\n=Take this,\n<b>please</b>\n")

    page.get_by_role("button", name="Export").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Notes (CSV)").click()
    text = download.value.path().read_bytes().decode()
    rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    assert rows[1][2] == "'=Take this,\n<b>please</b>"
    with page.expect_download() as download:
        page.get_by_role("button", name="Page for a teacher").click()
    path = download.value.path()
    other = page.context.browser.new_page()
    other.set_content(path.read_text())
    expect(other.get_by_text("<b>please</b>")).to_be_visible()
    assert other.evaluate("() => document.scripts.length") == 0
    other.close()


# MARK: Nothing is lost


@pytest.mark.parametrize("letters", [20, 60])
def test_a_browser_that_is_killed_loses_half_a_second_of_typing_at_most(lasting, letters):
    page, kill = lasting()
    show(page, "/journal")
    page.locator("#add-note").click()
    expect(note_field(page)).to_be_focused()
    heard = []
    page.on("console", lambda message: heard.append(message.text.split(" ", 2)))
    page.evaluate(TELL)
    typing = threading.Event()

    def strike():
        while not typing.wait(0.002):
            if len([each for each in heard if each[0] == "typed"]) >= letters:
                break
        kill()

    killer = threading.Thread(target=strike)
    killer.start()
    with contextlib.suppress(Error):
        for number in range(1_000):
            page.keyboard.press("abcdefghij"[number % 10])
            time.sleep(0.04)
    typing.set()
    killer.join()
    typed = [(int(at), text) for what, at, text in heard if what == "typed"]
    assert len(typed) >= letters

    page, _ = lasting()
    show(page, "/journal")
    expect(saving(page)).to_contain_text("Saved here")
    expect(entries(page)).to_have_count(1)
    kept = entries(page).locator(".note-first").text_content()
    assert typed[-1][1].startswith(kept) or kept.startswith(typed[-1][1])
    # How old the first letter is that is not there.
    lost = typed[-1][0] - next((at for at, text in typed if not kept.startswith(text)), typed[-1][0])
    late = lateness(heard)
    print(f"\n  killed after {len(typed)} letters: the last {lost} ms of typing are lost, the machine was {late} ms late")
    assert lost <= 500 + late


@pytest.mark.kept_offline
def test_a_day_without_a_network_reaches_the_second_device(new_page, allow):
    allow(*AWAY)
    phone, laptop = new_page(viewport=PHONE), new_page()
    for page in (phone, laptop):
        show(page, "/journal")
        is_synced(page)
        worker_is_ready(page)
    go_offline(phone)
    write(phone, "On the train", "air")
    parts = phone.get_by_role("navigation", name="Journal")
    parts.get_by_role("link", name="Practice").click()
    phone.locator("main").get_by_role("button", name="Start", exact=True).click()
    expect(phone.get_by_role("timer")).to_be_visible()
    phone.reload()
    expect(phone.get_by_role("timer")).to_be_visible()
    phone.locator("main").get_by_role("button", name="End", exact=True).click()
    expect(toast(phone, "practised.")).to_be_visible()
    phone.get_by_label("Next step").fill("Slower")
    parts.get_by_role("link", name="Days").click()
    write(phone, "At the station")
    write(laptop, "At the desk")
    is_synced(laptop)
    expect(entries(laptop)).to_have_count(1)
    meet(phone, laptop)
    listed = ".days-list .list > li"
    for page in (phone, laptop):
        expect(page.locator(listed)).to_have_count(4)
        for text in ("On the train", "At the station", "At the desk", "Practice"):
            expect(page.locator(listed).filter(has_text=text)).to_have_count(1)
        expect(notice(page, "between devices")).to_have_count(0)
    assert phone.locator(listed).all_inner_texts() == laptop.locator(listed).all_inner_texts()


def test_closing_the_page_keeps_what_was_typed_a_moment_before(new_context):
    context = new_context()
    page = context.new_page()
    show(page, "/journal")
    page.locator("#add-note").click()
    note_field(page).press_sequentially("Just now")
    page.get_by_role("navigation").get_by_role("link", name="Reeds").click()
    expect(saving(page)).to_contain_text("Saved here")
    other = context.new_page()
    show(other, "/journal")
    expect(entries(other)).to_contain_text("Just now")
