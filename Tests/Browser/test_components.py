"""Everything on the component page does what it looks like."""

import pytest
from playwright.sync_api import expect

from app import focused, heading, show, toast


@pytest.fixture
def page(page):
    show(page, "/about/components")
    return page


def test_chips_go_on_and_off(page):
    chip = page.get_by_role("button", name="A", exact=True)
    expect(chip).to_have_attribute("aria-pressed", "false")
    chip.click()
    expect(chip).to_have_attribute("aria-pressed", "true")
    chip.press("Space")
    expect(chip).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_role("button", name="B", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name="E♭")).to_be_disabled()


def test_one_segment_holds(page):
    group = page.get_by_role("group", name="Speed of the needle")
    group.get_by_role("radio", name="Slow").check()
    expect(group.get_by_role("radio", name="Slow")).to_be_checked()
    group.get_by_role("radio", name="Slow").press("ArrowLeft")
    expect(group.get_by_role("radio", name="Normal")).to_be_checked()
    expect(group.get_by_role("radio", checked=True)).to_have_count(1)


def test_boxes_are_ticked(page):
    box = page.get_by_role("checkbox", name="Drone in the gaps")
    expect(box).to_be_checked()
    page.get_by_text("Drone in the gaps").click()
    expect(box).not_to_be_checked()
    box.press("Space")
    expect(box).to_be_checked()
    expect(page.get_by_role("checkbox", name="Some of them")).to_be_checked(indeterminate=True)
    expect(page.get_by_role("checkbox", name="Not available here")).to_be_disabled()


def test_a_mixed_box_shows_what_the_program_says(page):
    box = page.get_by_role("checkbox", name="Some of them")
    box.click()
    expect(box).to_be_checked(indeterminate=True)


def test_numbers_of_other_kinds(page):
    tempo = page.get_by_label("Tempo", exact=True)
    tempo.fill("120,5")
    tempo.blur()
    expect(tempo).to_have_accessible_description("Enter a whole number.")
    tempo.fill("96")
    tempo.press("PageUp")
    expect(tempo).to_have_value("106")
    gouge = page.get_by_label("Gouge", exact=True)
    gouge.fill(",6")
    gouge.press("Enter")
    expect(gouge).to_have_value("0.60")
    expect(page.get_by_label("Read-only", exact=True)).to_have_value("0.60")
    expect(page.get_by_label("Read-only", exact=True)).to_be_disabled()


def test_fields_have_names_and_explanations(page):
    wrong = page.get_by_label("Staple length")
    expect(wrong).to_have_attribute("aria-invalid", "true")
    expect(wrong).to_have_accessible_description(
        "“47 mm long” is not a number. Type the millimetres only.")
    expect(page.get_by_label("Name of the reed")).to_have_accessible_description(
        "As you call it at the bench.")
    expect(page.get_by_label("Given by the maker")).to_be_disabled()


def test_texts_of_any_language(page):
    words = "Übung № 3, «très» 🎶 \u202eמיתר\u202c e\u0301"
    field = page.get_by_label("Name of the reed")
    field.fill(words)
    notes = page.get_by_label("Notes")
    notes.fill(f"{words}\nand more")
    page.get_by_role("button", name="Tap").first.click()
    expect(field).to_have_value(words)
    expect(notes).to_have_value(f"{words}\nand more")


def test_choice_colour_and_date(page):
    choice = page.get_by_label("Instrument")
    choice.select_option("Oboe d’amore")
    expect(choice).to_have_value("oboe-damore")
    page.get_by_label("Thread", exact=True).fill("#ff0080")
    expect(page.get_by_role("status").filter(has_text="#ff0080")).to_be_visible()
    day = page.get_by_label("Tied on")
    day.fill("2026-11-20")
    day.blur()
    expect(day).to_have_value("2026-11-20")
    day.fill("")
    day.blur()
    expect(day).to_have_value("")


def test_a_removed_row_comes_back_to_its_place(page):
    rows = page.locator("#c-lists ~ ul").first.locator("strong")
    names = rows.all_text_contents()
    page.get_by_role("button", name=f"Delete {names[1]}").click()
    expect(rows).to_have_text([names[0], names[2]])
    toast(page, names[1]).get_by_role("button", name="Undo").click()
    expect(rows).to_have_text(names)


def test_an_empty_list_says_what_belongs_there(page):
    for _ in range(3):
        page.get_by_role("button", name="Delete").first.click()
    expect(page.get_by_text("No notes yet")).to_be_visible()
    page.get_by_role("button", name="Restore").click()
    expect(page.get_by_role("button", name="Delete")).to_have_count(3)


@pytest.mark.parametrize("opener, name", [
    ("Open a dialog", "Erase for good?"), ("Open a sheet", "Subdivision")])
def test_dialogs_open_and_close_in_every_way(page, opener, name):
    opens = page.get_by_role("button", name=opener)
    box = page.get_by_role("dialog", name=name)
    for close in (lambda: page.keyboard.press("Escape"),
                  lambda: box.get_by_role("button", name="Close").click(),
                  lambda: page.keyboard.press("Enter")):
        opens.click()
        expect(box).to_be_visible()
        assert page.evaluate("() => document.activeElement.closest('dialog') !== null")
        close()
        expect(box).to_be_hidden()
        expect(opens).to_be_focused()


def test_an_answer_closes_the_dialog(page):
    box = page.get_by_role("dialog")
    for answer in ("Cancel", "Erase"):
        page.get_by_role("button", name="Open a dialog").click()
        box.get_by_role("button", name=answer, exact=True).click()
        expect(box).to_have_count(0)


def test_the_page_behind_a_dialog_is_out_of_reach(page):
    page.get_by_role("button", name="Open a dialog").click()
    for _ in range(8):
        page.keyboard.press("Tab")
        assert page.evaluate("""() => document.activeElement === document.body
          || document.activeElement.closest("dialog") !== null""")


def test_progress_is_named(page):
    known = page.get_by_role("progressbar", name="Rendering the click track")
    expect(known).to_have_js_property("value", 62)
    expect(page.get_by_text("62 %")).to_be_visible()
    unknown = page.get_by_role("progressbar", name="Looking for the server")
    expect(unknown).to_have_js_property("position", -1)


def test_the_pages_own_action(page):
    page.get_by_role("button", name="Page action").click()
    expect(toast(page, "This disappears automatically.")).to_be_visible()


def test_the_focus_is_not_lost_with_a_removed_row(page):
    first = page.get_by_role("button", name="Delete").first
    first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Delete")).to_have_count(2)
    page.keyboard.press("Tab")
    assert focused(page).startswith("Delete")


def test_what_was_entered_outlives_a_walk_through_the_rooms(page):
    page.get_by_label("Name of the reed").fill("Staple 27")
    page.get_by_role("link", name="Journal").click()
    expect(heading(page)).to_have_text("Journal")
    page.go_back()
    expect(page.get_by_label("Name of the reed")).to_have_value("Staple 27")


def test_wrong_and_disabled_fields_look_it(page):
    def style(label, name):
        field = page.get_by_label(label, exact=True)
        return field.evaluate("(field, name) => getComputedStyle(field)[name]", name)

    for name in ("borderTopColor", "borderTopWidth"):
        assert style("Staple length", name) != style("Name of the reed", name)
    for name in ("color", "backgroundColor", "borderTopColor"):
        assert style("Given by the maker", name) != style("Name of the reed", name)
        assert style("Read-only", name) != style("Tempo", name)
