"""What a person types, selects or scrolls is theirs while the page draws itself anew."""

import pytest
from playwright.sync_api import expect

from app import show

CARET = "(field) => [field.selectionStart, field.selectionEnd, field.selectionDirection]"


@pytest.fixture
def page(page):
    show(page, "/about/components")
    page.get_by_role("button", name="Count frames").click()
    let_frames_pass(page)
    return page


def let_frames_pass(page):
    frames = page.locator("#c-frames")
    frames_before = frames.text_content()
    expect(frames).not_to_have_text(frames_before)


@pytest.mark.parametrize("label", ["Name of the reed", "Notes"])
def test_typing_in_the_middle(page, label):
    field = page.get_by_label(label)
    field.press_sequentially("Staple 27")
    field.press("Home")
    for _ in range(3):
        field.press("ArrowRight")
    field.press_sequentially("abc", delay=20)
    expect(field).to_have_value("Staabcple 27")
    assert field.evaluate(CARET)[:2] == [6, 6]


@pytest.mark.parametrize("label", ["Name of the reed", "Notes"])
def test_a_selection_stays(page, label):
    field = page.get_by_label(label)
    field.fill("Staple 27")
    field.press("End")
    for _ in range(4):
        field.press("Shift+ArrowLeft")
    let_frames_pass(page)
    let_frames_pass(page)
    assert field.evaluate(CARET) == [5, 9, "backward"]
    expect(field).to_be_focused()


def test_typing_in_a_number_is_left_alone_until_it_is_done(page):
    field = page.get_by_label("Tempo", exact=True)
    field.press("ControlOrMeta+a")
    field.press_sequentially("0144", delay=10)
    field.press("ArrowLeft")
    field.press("Backspace")
    let_frames_pass(page)
    expect(field).to_have_value("014")
    assert field.evaluate(CARET)[:2] == [2, 2]
    field.press("Tab")
    expect(field).to_have_value("14")


def test_fast_typing_loses_nothing(page):
    words = "the quick brown fox jumps over the lazy dog 0123456789 " * 4
    notes = page.get_by_label("Notes")
    notes.press_sequentially(words, timeout=600_000)
    expect(notes).to_have_value(words)


def test_composing_is_not_disturbed(page):
    field = page.get_by_label("Name of the reed")
    field.fill("Reed ")
    field.focus()
    devtools = page.context.new_cdp_session(page)
    for text in ("す", "すず", "すずめ"):
        devtools.send("Input.imeSetComposition", {
            "text": text, "selectionStart": len(text), "selectionEnd": len(text)})
        let_frames_pass(page)
        expect(field).to_have_value(f"Reed {text}")
    devtools.send("Input.insertText", {"text": "雀"})
    expect(field).to_have_value("Reed 雀")


def test_undo_in_a_field_still_works(page):
    field = page.get_by_label("Name of the reed")
    field.press_sequentially("one")
    field.press("ControlOrMeta+z")
    expect(field).to_have_value("")
    field.press("ControlOrMeta+Shift+z")
    expect(field).to_have_value("one")


def test_an_open_choice_keeps_what_is_picked(page):
    choice = page.get_by_label("Instrument")
    choice.focus()
    choice.press("ArrowDown")
    let_frames_pass(page)
    expect(choice).to_have_value("english-horn")


def test_the_page_stays_where_it_was_scrolled_to(page):
    page.evaluate("() => scrollTo(0, 300)")
    let_frames_pass(page)
    assert page.evaluate("() => scrollY") == 300


def test_a_scrolled_dialog_stays(new_page):
    page = new_page(viewport={"width": 390, "height": 300})
    show(page, "/about/components")
    page.get_by_role("button", name="Count frames").click()
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog")
    sheet.evaluate("(sheet) => sheet.scrollTo(0, 120)")
    let_frames_pass(page)
    assert sheet.evaluate("(sheet) => sheet.scrollTop") == 120


def test_marked_text_stays_marked(page):
    page.get_by_text("Small and quiet").evaluate("(text) => getSelection().selectAllChildren(text)")
    let_frames_pass(page)
    assert page.evaluate("() => `${getSelection()}`").startswith("Small and quiet")
