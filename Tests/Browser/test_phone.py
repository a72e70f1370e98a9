"""What is easily squeezed on a phone: the recorder's row, toasts with two actions, long titles, search results."""

import pytest
from playwright.sync_api import expect

from app import PHONE, heading, show, toast
from ledger import saving
from microphone import fake, write_wave

SMALL = {"width": 320, "height": 640}

# How far a text reaches out of what clips it.
CLIPPED = """(text) => {
  const [inner, outer] = [text.getBoundingClientRect(), text.parentElement.getBoundingClientRect()];
  return Math.max(outer.left - inner.left, inner.right - outer.right, outer.top - inner.top,
    inner.bottom - outer.bottom);
}"""


@pytest.fixture(scope="module")
def too_loud(tmp_path_factory):
    """A square wave as loud as a microphone can hear."""
    wave = [32_767 if index // 50 % 2 else -32_768 for index in range(48_000)]
    return write_wave(tmp_path_factory.mktemp("loud") / "loud.wav", wave, 48_000)


@pytest.mark.parametrize("viewport", [PHONE, SMALL], ids=["phone", "small"])
def test_a_take_that_is_too_loud_says_so_legibly(with_microphone, too_loud, viewport):
    page = with_microphone(*fake(too_loud), at="/tools/scores", viewport=viewport)
    expect(saving(page)).to_contain_text("Saved here")
    page.get_by_role("button", name="Record", exact=True).first.click()
    note = page.locator(".dock .level .small")
    expect(note).to_have_text("too loud")
    assert note.evaluate(CLIPPED) <= 1
    # It is on a ground of its own, not on the red of the bar.
    assert note.evaluate("(text) => getComputedStyle(text).backgroundColor") != "rgba(0, 0, 0, 0)"
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    assert page.get_by_role("timer").evaluate("(time) => time.getClientRects().length") == 1
    page.get_by_role("button", name="Stop recording").click()
    saved = toast(page, "Saved “")
    expect(saved).to_be_visible()
    if viewport == PHONE:
        assert saved.bounding_box()["height"] < 72, "one row for the text and both actions"
    for name in ["Play", "Undo"]:
        assert saved.get_by_role("button", name=name).bounding_box()["height"] >= 44


def test_a_long_title_has_the_line_for_itself(new_page):
    page = new_page(viewport=PHONE)
    show(page, "/journal/practice")
    page.get_by_label("New piece").fill("Mozart Clarinet Concerto, 2nd movement")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(heading(page)).to_have_text("Mozart Clarinet Concerto, 2nd movement")
    assert heading(page).bounding_box()["height"] < 100, "two lines, not five"
    expect(page.get_by_role("link", name="All pieces")).to_be_visible()


def test_results_have_no_switch_for_a_calendar_that_they_replace(new_page):
    page = new_page(viewport=PHONE)
    show(page, "/journal")
    switch = page.get_by_role("button", name="Show month")
    expect(saving(page)).to_contain_text("Saved here")
    page.get_by_label("Search", exact=True).fill("leister")
    expect(page.get_by_role("heading", name="Results")).to_be_visible()
    expect(switch).to_be_hidden()
    page.get_by_label("Search", exact=True).fill("")
    expect(switch).to_be_visible()


def test_the_journal_begins_with_its_entries(new_page):
    page = new_page(viewport=PHONE)
    show(page, "/journal")
    page.locator("#add-note").click()
    page.locator("#note-text").fill("Low attacks")
    page.get_by_role("button", name="Done").click()
    expect(saving(page)).to_contain_text("Saved here")
    latest = page.get_by_role("heading", name="Latest")
    expect(latest).to_be_in_viewport(ratio=1)
    assert latest.bounding_box()["y"] < PHONE["height"] * 0.7, "the entries are on the first screen"
    # A week of days, and the whole month at a tap; a day that is chosen folds it.
    days = page.locator("#month button")
    expect(days).to_have_count(7)
    page.get_by_role("button", name="Show month").click()
    expect(days).to_have_count(42)
    days.nth(20).click()
    expect(days).to_have_count(7)
    heading_of_day = page.locator(".days-heading h2")
    expect(heading_of_day).to_be_focused()
    expect(heading_of_day).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Add note", exact=True)).to_be_in_viewport(ratio=1)


def test_a_deleted_note_leaves_the_page_where_it_was(new_page):
    page = new_page(viewport=PHONE)
    show(page, "/journal")
    for number in range(6):
        page.locator("#add-note").click()
        page.locator("#note-text").fill(f"Note {number}\n" + "line\n" * 8)
        page.get_by_role("button", name="Done").click()
        expect(page.locator(".day-entry")).to_have_count(number + 1)
    page.get_by_role("button", name="Delete “Note 2”").click()
    expect(page.get_by_role("button", name="Edit “Note 1”")).to_be_focused()
    assert page.evaluate("scrollY") > 200


def test_practice_starts_at_the_left(new_page):
    page = new_page(viewport=PHONE)
    show(page, "/journal/practice")
    start = page.locator("#practice-start").bounding_box()
    choose = page.get_by_role("button", name="Choose a piece").bounding_box()
    assert abs(choose["x"] - start["x"]) < 1 or abs(choose["y"] - start["y"]) < 1


def test_a_plan_that_is_created_comes_into_view(new_page):
    page = new_page(viewport=PHONE)
    show(page, "/journal/practice")
    page.get_by_role("button", name="Make a plan").click()
    field = page.get_by_label("New plan")
    expect(field).to_be_focused()
    expect(page.locator("label[for=practice-new-plan]")).to_be_in_viewport(ratio=1)
    field.fill("Daily")
    page.get_by_role("button", name="Create").click()
    expect(page.get_by_role("button", name="Add a piece")).to_be_focused()
    expect(page.get_by_role("button", name="Add a piece")).to_be_in_viewport(ratio=1)


def test_the_line_of_a_room_leaves_the_metronome_its_place(new_page):
    page = new_page(viewport=SMALL)
    show(page, "/tools/metronome")
    close = page.get_by_role("button", name="Got it")
    expect(close).to_be_visible()
    line = page.locator(".room-line p").bounding_box()
    assert close.bounding_box()["y"] < line["y"] + line["height"], "beside the line, not below it"


def test_the_name_of_a_subdivision_ends_before_the_arrow(new_page):
    page = new_page(viewport=SMALL)
    show(page, "/tools/metronome")
    expect(page.get_by_label("Subdivision", exact=True)).to_be_visible()
    # The arrow of the browser takes some 20 pixels.
    spare = page.locator("#metro-subdivision").evaluate("""(select) => {
      const style = getComputedStyle(select), pen = document.createElement("canvas").getContext("2d");
      pen.font = style.font;
      const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 20;
      return [...select.options].map((option) => [option.text, room - pen.measureText(option.text).width]);
    }""")
    assert all(pixels >= 0 for _, pixels in spare), spare
    figure = page.get_by_label("Beats", exact=True)
    assert figure.evaluate("(field) => field.scrollWidth <= field.clientWidth")
