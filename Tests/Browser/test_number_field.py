import pytest
from playwright.sync_api import expect

from app import show
from ledger import is_synced


@pytest.fixture
def stopped_clock(page):
    """Time goes on only when the test says so; ask for it before the field."""
    page.clock.install(time=0)
    page.clock.pause_at(1_000)


@pytest.fixture
def a4(page):
    show(page, "/settings")
    # Until what is kept is open, a change is refused with a word.
    expect(page.locator("#saving")).to_contain_text("Saved here")
    return page.get_by_label("A4 reference", exact=True)


@pytest.fixture
def more(page):
    return page.get_by_role("button", name="A4 reference: more")


@pytest.fixture
def less(page):
    return page.get_by_role("button", name="A4 reference: less")


@pytest.mark.parametrize("typed", ["442,5", "442.5", " 442.50 ", "+442,5"])
def test_comma_and_point_are_understood(page, a4, typed):
    a4.fill(typed)
    a4.press("Enter")
    expect(a4).to_have_value("442.5")
    is_synced(page)
    page.reload()
    expect(a4).to_have_value("442.5")


@pytest.mark.parametrize("typed, problem", [
    ("high", "Enter a number."),
    ("", "Enter a number."),
    ("44O", "Enter a number."),
    ("500", "Enter 380.0–480.0 Hz."),
    ("99999999999999999999", "Enter 380.0–480.0 Hz."),
    ("442.55", "At most 1 decimal place."),
])
def test_wrong_input_is_explained_and_kept(page, a4, typed, problem):
    a4.fill(typed)
    a4.blur()
    expect(a4).to_have_attribute("aria-invalid", "true")
    expect(a4).to_have_accessible_description(problem)
    expect(a4).to_have_value(typed)
    a4.fill("443")
    expect(a4).not_to_have_attribute("aria-invalid", "true")
    a4.press("Enter")
    is_synced(page)
    page.reload()
    expect(a4).to_have_value("443.0")


def test_escape_gives_up_what_was_wrong(a4):
    a4.fill("high")
    a4.blur()
    a4.press("Escape")
    expect(a4).to_have_value("440.0")
    expect(a4).not_to_have_attribute("aria-invalid", "true")


def test_escape_brings_the_former_number_back(a4):
    a4.press("ControlOrMeta+a")
    a4.press_sequentially("445")
    a4.press("Escape")
    expect(a4).to_have_value("440.0")


def test_keys_step(a4):
    for key, value in [("ArrowUp", "440.1"), ("ArrowUp", "440.2"), ("ArrowDown", "440.1"),
                       ("PageUp", "441.1"), ("PageDown", "440.1")]:
        a4.press(key)
        expect(a4).to_have_value(value)


def test_keys_do_not_leave_the_range(a4, more, less):
    a4.fill("479.5")
    a4.press("PageUp")
    expect(a4).to_have_value("480.0")
    expect(more).to_be_disabled()
    a4.fill("380.1")
    a4.press("PageDown")
    expect(a4).to_have_value("380.0")
    expect(less).to_be_disabled()


def test_a_click_is_one_step(page, a4, more, less):
    more.click()
    expect(a4).to_have_value("440.1")
    less.click()
    less.click()
    expect(a4).to_have_value("439.9")
    is_synced(page)
    page.reload()
    expect(a4).to_have_value("439.9")


def test_a_button_is_worked_by_keys(a4, more):
    more.press("Enter")
    more.press("Space")
    expect(a4).to_have_value("440.2")


def test_a_long_press_goes_on_and_ends_without_a_step_more(page, stopped_clock, a4, more):
    more.hover()
    page.mouse.down()
    page.clock.run_for(399)
    expect(a4).to_have_value("440.0")
    page.clock.run_for(1 + 4 * 75)
    expect(a4).to_have_value("440.4")
    page.mouse.up()
    page.clock.run_for(1_000)
    expect(a4).to_have_value("440.4")
    more.click()
    expect(a4).to_have_value("440.5")


def test_a_long_press_ends_where_the_pointer_left(page, stopped_clock, a4, more):
    more.hover()
    page.mouse.down()
    page.clock.run_for(400 + 2 * 75)
    page.mouse.move(5, 5)
    page.mouse.up()
    page.clock.run_for(1_000)
    expect(a4).to_have_value("440.2")
    more.click()
    expect(a4).to_have_value("440.3")


def test_a_long_press_stops_at_the_end_of_the_range(page, stopped_clock, a4, more):
    a4.fill("479.8")
    more.hover()
    page.mouse.down()
    page.clock.run_for(400 + 10 * 75)
    expect(a4).to_have_value("480.0")
    page.mouse.up()
    page.clock.run_for(100)
    page.get_by_role("button", name="A4 reference: less").click()
    expect(a4).to_have_value("479.9")


def test_a_long_press_in_real_time(page, a4, more):
    more.hover()
    page.mouse.down()
    expect(a4).not_to_have_value("440.0")
    page.mouse.up()
    after = a4.input_value()
    more.click()
    expect(a4).to_have_value(f"{float(after) + 0.1:.1f}")


def test_the_other_mouse_button_does_not_step(page, a4, more):
    more.click(button="right")
    expect(a4).to_have_value("440.0")
