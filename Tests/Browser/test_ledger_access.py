"""The data pages for everybody: axe, the keyboard alone, narrow and enlarged."""

import pytest
from playwright.sync_api import expect

from app import PHONE, WIDE, go_offline, heading, show
from ledger import (
    DATA, file_of, is_synced, is_waiting, line, make_row, notice, reads, saving, take_in,
    write)
from test_accessibility import AXE, examine
from test_ledger_files import STRANGE
from test_keyboard import HAS_INDICATOR, IS_IN_SIGHT, tab_stops
from test_layout import ENLARGED, NARROW, SMALL_TARGETS, TOO_WIDE

LONG = "Sechs-Metamorphosen-nach-Ovid-für-Oboe-allein-" * 3


@pytest.fixture
def conflict(new_page):
    """A page with a row in conflict, one in the trash and one of a later version."""
    def make(**options):
        page, other = new_page(**options), new_page()
        page.add_init_script(AXE)
        path = make_row(page, LONG)
        is_synced(page)
        show(other, path)
        reads(other, LONG)
        is_synced(other)
        for each in (page, other):
            go_offline(each)
            write(each, LONG + ("here" if each is page else "there"))
            is_waiting(each, 1)
        for each in (other, page):
            each.context.set_offline(False)
            is_synced(each)
        expect(notice(page, "conflict between devices")).to_be_visible()
        return page, path

    return make


def fill(page):
    """Strange rows, one of them in the trash."""
    show(page, DATA)
    take_in(page, "strange.jsonl", file_of([
        line(7, "60000", STRANGE), line(8, "60000", {"1": LONG}),
        line(9, "60000", {"1": "In the trash", "life": 1})]))
    expect(page.locator("#row-count")).to_have_text("5 items")
    page.get_by_role("button", name="Dismiss").last.click()


def states(page, path):
    """Shows the pages in all their states, one after the other."""
    fill(page)
    expect(page.locator(".conflict")).to_be_visible()
    yield "full"
    page.get_by_role("button", name="Trash 1").click()
    expect(page.get_by_role("link", name="In the trash")).to_be_visible()
    yield "trash"
    page.get_by_role("link", name="In the trash").click()
    expect(page.get_by_text("This item is in the trash.")).to_be_visible()
    yield "row in the trash"
    page.get_by_role("button", name="Erase for good …").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    yield "asked before erasing"
    page.keyboard.press("Escape")
    show(page, path)
    expect(page.locator("#history").locator("..").get_by_role("listitem").first).to_be_visible()
    yield "row"
    show(page, f"/about/data/row/{7:032x}")
    yield "row of a later version"
    show(page, DATA)
    page.get_by_label("Search").fill("nothing of that kind")
    yield "nothing found"
    take_in(page, "wrong.jsonl", "wrong")
    expect(page.locator("#import").locator("..").get_by_role("alert")).to_be_visible()
    yield "a wrong file"
    page.get_by_role("radio", name="Sample").click()
    expect(notice(page, "You’re looking at sample data.")).to_be_visible()
    yield "the sample"


@pytest.mark.parametrize("viewport", [PHONE, WIDE], ids=["phone", "wide"])
def test_axe_finds_nothing(conflict, viewport):
    page, path = conflict(viewport=viewport)
    for state in states(page, path):
        print(f"  {state}")
        examine(page)


@pytest.mark.parametrize("viewport", [NARROW, ENLARGED], ids=["320 px", "200 %"])
def test_nothing_scrolls_sideways_or_is_too_small(conflict, viewport):
    page, path = conflict(viewport=viewport, device_scale_factor=2)
    for state in states(page, path):
        assert page.evaluate(TOO_WIDE) == [], state
        assert page.evaluate(SMALL_TARGETS) == [], state


@pytest.mark.parametrize("viewport", [PHONE, WIDE], ids=["phone", "wide"])
def test_every_stop_shows_the_focus(conflict, viewport):
    page, path = conflict(viewport=viewport)
    for place in (DATA, path):
        show(page, place)
        for stop in tab_stops(page):
            assert page.evaluate(HAS_INDICATOR), f"{stop} on {place} shows no focus"
            assert page.evaluate(IS_IN_SIGHT), f"{stop} on {place} is covered"


def tab_to(page, name):
    for stop in tab_stops(page):
        if stop.startswith(name):
            return
    raise AssertionError(f"Tab does not reach {name}")


def test_a_row_is_made_with_the_keyboard_alone(page):
    show(page, DATA)
    tab_to(page, "own-kind")
    page.keyboard.type("Piece")
    page.keyboard.press("Enter")
    expect(page.locator("#add-row")).to_be_visible()
    heading(page).focus()
    tab_to(page, "add-row")
    page.keyboard.press("Enter")
    expect(heading(page)).to_be_focused()
    expect(heading(page)).to_have_text("Piece")
    tab_to(page, "field-")
    page.keyboard.type("Britten")
    expect(heading(page)).to_have_text("Britten")
    reads(page, "Britten")
    tab_to(page, "Undo: Change Text")
    page.keyboard.press("Enter")
    reads(page, "")
    heading(page).focus()
    page.keyboard.press("Control+Shift+Z")
    reads(page, "Britten")
    expect(saving(page)).to_contain_text("Saved here")
    page.reload()
    reads(page, "Britten")
