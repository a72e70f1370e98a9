import pytest
from playwright.sync_api import expect

from app import HEADINGS, PHONE, ROOMS, focused, heading, show, turn_to

# Whether a person sees where the focus is: an outline, on the element or on what stands for it.
# Inside a date, the button that opens the calendar has the browser's own.
HAS_INDICATOR = """() => {
  const element = document.activeElement;
  if (element.type === "date" && !element.matches(":focus-visible")) return true;
  const shown = element.matches(".segment input") ? element.nextElementSibling : element;
  const { outlineStyle, outlineWidth } = getComputedStyle(shown);
  return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
}"""

# Whether at least a part of the focused element is in sight and nothing covers all of it.
IS_IN_SIGHT = """() => {
  const element = document.activeElement;
  const box = element.getBoundingClientRect();
  const at = [0.1, 0.5, 0.9].map((share) => document.elementFromPoint(
    box.left + box.width / 2, box.top + box.height * share));
  return at.some((top) => top && (element.contains(top) || top.contains(element)));
}"""


def tab_stops(page, limit=150):
    """Presses Tab until the focus leaves the page, and yields at each stop."""
    for _ in range(limit):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement === document.body"):
            return
        yield focused(page)
    raise AssertionError("Tab never leaves the page")


def test_the_first_stop_skips_to_the_content(page):
    show(page, "/settings")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("radio", name="System")).to_be_focused()
    expect(heading(page)).to_have_text("Settings")


def test_every_room_is_reached_with_tab_and_enter(page):
    for presses, name in enumerate(ROOMS, start=2):
        show(page, "/about")
        for _ in range(presses):
            page.keyboard.press("Tab")
        assert focused(page) == name
        page.keyboard.press("Enter")
        expect(heading(page)).to_have_text(HEADINGS.get(name, name))
        expect(heading(page)).to_be_focused()


@pytest.mark.parametrize("path", ["/settings", "/about", "/about/components"])
@pytest.mark.parametrize("viewport", [PHONE, {"width": 1440, "height": 500}], ids=["phone", "wide"])
def test_every_stop_shows_the_focus(new_page, path, viewport):
    page = new_page(viewport=viewport)
    show(page, path)
    unseen, hidden, stops = [], [], []
    for stop in tab_stops(page):
        stops.append(stop)
        if not page.evaluate(HAS_INDICATOR):
            unseen.append(stop)
        if not page.evaluate(IS_IN_SIGHT):
            hidden.append(stop)
    assert len(stops) > 7
    assert unseen == [], "no visible focus"
    assert hidden == [], "the focus is covered"


def test_one_key_goes_to_a_place(page):
    show(page, "/about")
    for key, name in zip("12345,", [*ROOMS, "Settings"]):
        page.keyboard.press(key)
        expect(heading(page)).to_have_text(HEADINGS.get(name, name))
        expect(heading(page)).to_be_focused()
        # There the digits are chords.
        if name == "Light":
            turn_to(page, "/about")
    page.go_back()
    expect(heading(page)).to_have_text("Sessions")


def test_digits_at_the_tempo_are_another_tempo(page):
    show(page, "/tools/metronome")
    page.locator("#metro-tempo").focus()
    place = page.locator("#metro-start").bounding_box()["y"]
    page.keyboard.press("1")
    expect(page.get_by_label("Beats per minute")).to_be_focused()
    # Typing moves nothing below.
    assert abs(page.locator("#metro-start").bounding_box()["y"] - place) <= 1
    page.keyboard.type("32")
    page.keyboard.press("Enter")
    expect(page.locator("#metro-tempo")).to_have_text("132")
    expect(page.locator("#metro-tempo")).to_be_focused()


@pytest.mark.parametrize("keys", ["Control+2", "Alt+2", "Meta+2"])
def test_a_key_with_a_modifier_is_the_browsers(page, keys):
    show(page, "/journal")
    page.keyboard.press(keys)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page).to_have_url("/journal")


def test_the_sheet_of_shortcuts_lists_them_and_gives_the_focus_back(page):
    show(page, "/journal")
    link = page.get_by_role("link", name="Light")
    link.focus()
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="Keyboard")
    expect(sheet).to_be_visible()
    for name in ROOMS:
        expect(sheet).to_contain_text(name)
    assert page.evaluate("() => document.activeElement.closest('dialog') !== null")
    page.keyboard.press("2")
    expect(page).to_have_url("/journal")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(link).to_be_focused()
    # The program hears of the end a moment after the browser has closed the sheet.
    for _ in range(20):
        if sheet.is_visible():
            break
        page.keyboard.press("?")
        page.wait_for_timeout(100)
    expect(sheet).to_be_visible()
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_be_hidden()


def test_the_focus_stays_in_an_open_sheet(page):
    show(page, "/journal")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    for _ in range(4):
        page.keyboard.press("Tab")
        assert page.evaluate("""() => document.activeElement === document.body
          || document.activeElement.closest("dialog") !== null""")


def test_shortcuts_do_nothing_in_fields(page):
    show(page, "/about/components")
    field = page.get_by_label("Name of the reed")
    field.press_sequentially("1,2?5")
    expect(field).to_have_value("1,2?5")
    notes = page.get_by_label("Notes")
    notes.press_sequentially("3?")
    expect(notes).to_have_value("3?")
    page.get_by_label("Instrument").press("2")
    expect(page).to_have_url("/about/components")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_shortcuts_can_be_switched_off(page):
    show(page, "/settings")
    page.get_by_label("Single-key shortcuts").uncheck()
    # Until this device's data is loaded, the change waits.
    expect(page.locator("#saving")).to_contain_text("Saved here")
    heading(page).focus()
    page.keyboard.press("2")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(heading(page)).to_have_text("Settings")
    page.get_by_role("button", name="Show all shortcuts").click()
    expect(page.get_by_role("dialog", name="Keyboard")).to_be_visible()
