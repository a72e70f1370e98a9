"""What was done can be taken back: undo, redo, the trash, earlier values, and what came too late."""

import re

import pytest
from playwright.sync_api import expect

from app import go_offline, heading, show, toast
from ledger import (
    DATA, count, field, is_synced, is_waiting, look, make_row, reads, redo, undo, write)


@pytest.fixture
def row(page):
    """A row that was written twice and is on the server."""
    path = make_row(page, "Britten")
    write(page, "Bridge")
    is_synced(page)
    return path


def press(page, keys):
    """Presses keys where no field has the focus."""
    heading(page).focus()
    page.keyboard.press(keys)


def test_undo_and_redo_by_button(page, row):
    for text, button in (("Britten", undo), ("", undo), ("Britten", redo), ("Bridge", redo)):
        button(page).click()
        reads(page, text)
    expect(page.get_by_role("button", name="Nothing to redo")).to_be_disabled()
    expect(toast(page, "Redone: Change Text.").last).to_be_visible()
    is_synced(page)


def test_undo_and_redo_by_keys_also_after_a_reload(page, row):
    press(page, "Control+z")
    reads(page, "Britten")
    expect(toast(page, "Undone: Change Text.")).to_be_visible()
    press(page, "Control+Shift+Z")
    reads(page, "Bridge")
    press(page, "Control+z")
    is_synced(page)
    page.reload()
    reads(page, "Britten")
    press(page, "Control+Shift+Z")
    reads(page, "Bridge")
    is_synced(page)
    page.reload()
    reads(page, "Bridge")
    press(page, "Control+z")
    press(page, "Control+z")
    reads(page, "")
    write(page, "Something else")
    expect(page.get_by_role("button", name="Nothing to redo")).to_be_disabled()


def test_undo_leaves_what_another_device_changed_and_says_so(page, row, new_page):
    other = new_page()
    show(other, row)
    reads(other, "Bridge")
    write(other, "Bax")
    is_synced(other)
    look(page)
    reads(page, "Bax")
    undo(page).click()
    said = toast(page, "Undone: Change Text. A later change was kept.")
    expect(said).to_be_visible()
    reads(page, "Bax")


def test_what_is_in_the_trash_can_be_put_back(page, row, new_page):
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_text("This item is in the trash.")).to_be_visible()
    expect(field(page)).to_be_disabled()
    said = toast(page, "“Bridge” is in the trash.")
    said.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("This item is in the trash.")).to_have_count(0)
    page.get_by_role("button", name="Delete", exact=True).click()
    is_synced(page)
    other = new_page()
    show(other, DATA)
    other.get_by_role("button", name="Trash 1").click()
    count(other, "1 item")
    other.get_by_role("link", name="Bridge").click()
    other.locator(".notice").get_by_role("button", name="Restore").click()
    expect(field(other)).to_be_enabled()
    is_synced(other)
    look(page)
    expect(page.get_by_text("This item is in the trash.")).to_have_count(0)
    reads(page, "Bridge")


def erase(page):
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_role("button", name="Erase for good …").click()
    dialog = page.get_by_role("dialog", name="Erase for good?")
    expect(dialog).to_contain_text("It can’t be undone.")
    dialog.get_by_role("button", name="Erase for good").click()
    expect(heading(page)).to_have_text("Your data")
    is_synced(page)


@pytest.mark.parametrize("choice", ["Save as a copy", "Discard"])
@pytest.mark.kept_offline
def test_what_came_too_late_to_an_erased_row_is_offered_as_a_copy(page, row, new_page, choice):
    other = new_page()
    show(other, row)
    reads(other, "Bridge")
    is_synced(other)
    go_offline(other)
    write(other, "Written too late")
    is_waiting(other, 1)
    erase(page)
    page.get_by_role("button", name="All", exact=True).click()
    count(page, "2 items")
    other.context.set_offline(False)
    expect(heading(other)).to_have_text("This item isn’t here")
    other.get_by_role("link", name="All items").click()
    late = other.locator(".card").filter(has_text="This came too late")
    expect(late).to_contain_text("What you wrote is still here.")
    other.reload()
    late.get_by_role("button", name=choice).click()
    expect(late).to_have_count(0)
    copies = 1 if choice == "Save as a copy" else 0
    count(other, f"{2 + copies} items")
    expect(other.get_by_role("link", name="Written too late")).to_have_count(copies)
    is_synced(other)
    look(page)
    expect(page.get_by_role("link", name="Written too late")).to_have_count(copies)
    show(page, row)
    expect(heading(page)).to_have_text("This item isn’t here")


def test_earlier_values_with_when_and_where(page, row, new_page):
    other = new_page()
    show(other, row)
    reads(other, "Bridge")
    write(other, "Bax")
    is_synced(other)
    look(page)
    reads(page, "Bax")
    for here, places in ((page, ("on this device", "on this device")),
                         (other, ("on another device", "on another device"))):
        earlier = here.locator("#history").locator("..").get_by_role("listitem")
        values = earlier.filter(has_text=re.compile("Britten|Bridge"))
        expect(values).to_have_count(2)
        expect(values.locator(".value")).to_have_text(["Bridge", "Britten"])
        for value, place in zip(values.all(), places):
            expect(value).to_contain_text(re.compile(rf"\d+ \w+ \d{{4}}, \d\d:\d\d, {place}"))
    again = page.get_by_role("listitem").filter(has_text="Britten")
    again.get_by_role("button", name="Use this value").click()
    reads(page, "Britten")
    is_synced(page)
    look(other)
    reads(other, "Britten")
    undo(page).click()
    reads(page, "Bax")
