"""Restore points: a moment is named, looked at and gone back to, and that can be undone, on every device."""

import re

import pytest
from playwright.sync_api import expect

from app import PHONE, TABLET, WIDE, go_offline, heading, show, toast
from ledger import DATA, add_row, count, field, is_synced, line, file_of, look, make_kind, reads, saving, take_in, undo
from test_account import button, device, sign_in, sign_up, is_signed_in, shed  # noqa: F401
from test_accessibility import AXE, examine

POINTS = "/about/points"


def past(page):
    """What is being looked at."""
    return page.locator("section").filter(has=page.locator("#past"))


def point(page, name):
    return page.locator(".list-row").filter(has_text=name)


def name_moment(page, name):
    show(page, POINTS)
    page.get_by_label("Name", exact=True).fill(name)
    button(page, "Create").click()
    expect(point(page, name)).to_be_visible()
    is_synced(page)


def look_at(page, name):
    show(page, POINTS)
    button(page, f"View “{name}”").click()
    expect(page.locator("#past")).to_have_text(f"“{name}”")
    expect(page.locator("#past")).to_be_focused()


def remove(page, path):
    show(page, path)
    button(page, "Delete").click()
    expect(page.get_by_text("This item is in the trash.")).to_be_visible()
    is_synced(page)


def is_gone(page, path):
    show(page, path)
    expect(page.get_by_text("This item is in the trash.")).to_be_visible()


def three_pieces(page):
    """Three rows that are on the server: where they are."""
    make_kind(page)
    paths = []
    for text in ("Britten", "Bridge", "Bach"):
        show(page, DATA)
        page.get_by_role("button", name=re.compile("^Piece")).click()
        paths.append(add_row(page, text))
        expect(saving(page)).to_contain_text("Saved here")
    return paths


def change_much(page, paths):
    """Changes one row, removes one and adds one; says where that is."""
    show(page, paths[0])
    field(page).fill("Britten, Six Metamorphoses")
    heading(page).click()
    remove(page, paths[1])
    show(page, DATA)
    page.get_by_role("button", name=re.compile("^Piece")).click()
    path = add_row(page, "Berio")
    is_synced(page)
    return path


def is_as_it_was(page, paths, new):
    show(page, paths[0])
    reads(page, "Britten")
    show(page, paths[1])
    reads(page, "Bridge")
    is_gone(page, new)


def is_as_it_became(page, paths, new):
    show(page, paths[0])
    reads(page, "Britten, Six Metamorphoses")
    is_gone(page, paths[1])
    show(page, new)
    reads(page, "Berio")


def test_a_moment_is_gone_back_to_and_forward_again(page, new_page):
    paths = three_pieces(page)
    name_moment(page, "Before the recital")
    new = change_much(page, paths)
    look_at(page, "Before the recital")
    expect(past(page).locator("li")).to_have_text("1 piece comes back, 1 changes, 1 is deleted")
    button(page, "Cancel").click()
    expect(past(page)).to_have_count(0)
    is_as_it_became(page, paths, new)

    look_at(page, "Before the recital")
    button(page, "Restore").click()
    expect(toast(page, "Restored “Before the recital”.")).to_be_visible()
    is_synced(page)
    # What was before going back has a point of its own.
    expect(point(page, "Before restoring “Before the recital”")).to_contain_text("before a restore")
    is_as_it_was(page, paths, new)
    # Another device sees the same.
    other = new_page()
    show(other, paths[1])
    reads(other, "Bridge")
    is_as_it_was(other, paths, new)

    undo(page).click()
    expect(toast(page, "Undone: Restore “Before the recital”.")).to_be_visible()
    is_synced(page)
    is_as_it_became(page, paths, new)
    other.reload()
    is_synced(other)
    is_as_it_became(other, paths, new)
    # And from there the other device goes back by the point that was made by itself.
    look_at(other, "Before the recital")
    button(other, "Restore").click()
    is_synced(other)
    is_as_it_was(other, paths, new)
    look_at(other, "Before the recital")
    expect(past(other)).to_contain_text("Nothing would change")


def test_an_import_can_be_taken_back_whole_after_other_work(page):
    paths = three_pieces(page)
    is_synced(page)
    show(page, DATA)
    # What a file brings was written long ago, and was not here before all the same.
    rows = [line(number, "goal", {"amount": 20}, 1_600_000_000_000) for number in range(1, 31)]
    take_in(page, "goals.jsonl", file_of(rows))
    expect(toast(page, "Imported 30 items.")).to_be_visible()
    is_synced(page)
    show(page, paths[0])
    field(page).fill("Brahms")
    heading(page).click()
    is_synced(page)
    look_at(page, "Before “Import goals.jsonl”")
    expect(past(page).locator("li")).to_have_text(["30 goals are deleted", "1 piece changes"])
    button(page, "Restore").click()
    is_synced(page)
    show(page, DATA)
    # The kind, its field, and three pieces.
    count(page, "5 items")
    show(page, paths[0])
    reads(page, "Britten")


def test_without_a_network_it_says_so_and_loses_nothing(page, allow):
    allow("ERR_INTERNET_DISCONNECTED", "Failed to load resource")
    three_pieces(page)
    name_moment(page, "Now")
    go_offline(page)
    # A point can be made, and renamed; what was when only the server knows.
    page.get_by_label("Name", exact=True).fill("On the train")
    button(page, "Create").click()
    expect(point(page, "On the train")).to_be_visible()
    button(page, "View “Now”").click()
    expect(past(page)).to_contain_text("The server can’t be reached")
    expect(past(page)).to_contain_text("Nothing was changed")
    button(page, "Close").click()
    page.context.set_offline(False)
    is_synced(page)
    button(page, "View “On the train”").click()
    expect(past(page)).to_contain_text("Nothing would change")


def test_a_moment_before_the_servers_memory_is_refused_with_words(page, allow):
    allow("410")
    three_pieces(page)
    is_synced(page)
    show(page, POINTS)
    button(page, "Show what would change").click()
    expect(past(page)).to_contain_text("can go back only to")
    page.get_by_label("Day", exact=True).fill("2099-01-01")
    button(page, "Show what would change").click()
    expect(page.get_by_text("That’s in the future.")).to_be_visible()
    expect(page.get_by_label("Day", exact=True)).to_be_focused()


def test_without_an_account_undo_remains(device):
    page = device()
    show(page, POINTS)
    expect(page.get_by_role("main")).to_contain_text("Restore points need a server")
    sign_up(page)
    is_signed_in(page)
    is_synced(page)
    name_moment(page, "First")


def test_a_point_is_renamed_and_removed(page):
    name_moment(page, "Now")
    button(page, "Rename “Now”").click()
    expect(page.get_by_label("New name")).to_be_focused()
    page.get_by_label("New name").fill("Then")
    page.keyboard.press("Enter")
    expect(point(page, "Then")).to_be_visible()
    button(page, "Delete “Then”").click()
    expect(point(page, "Then")).to_have_count(0)
    toast(page, "Deleted “Then”.").get_by_role("button", name="Undo").click()
    expect(point(page, "Then")).to_be_visible()


def test_everything_by_keyboard(page):
    paths = three_pieces(page)
    show(page, POINTS)
    page.get_by_label("Name", exact=True).focus()
    page.keyboard.type("Now")
    page.keyboard.press("Enter")
    expect(point(page, "Now")).to_be_visible()
    remove(page, paths[0])
    show(page, POINTS)
    page.get_by_label("Time", exact=True).focus()
    for _ in range(9):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.ariaLabel") == "View “Now”":
            break
    page.keyboard.press("Enter")
    expect(page.locator("#past")).to_be_focused()
    page.keyboard.press("Tab")
    expect(button(page, "Restore")).to_be_focused()
    page.keyboard.press("Enter")
    expect(heading(page)).to_be_focused()
    is_synced(page)
    page.keyboard.press("Control+z")
    is_gone(page, paths[0])


@pytest.mark.parametrize("viewport", [PHONE, TABLET, WIDE], ids=["phone", "tablet", "wide"])
def test_axe_finds_nothing(new_page, allow, viewport, screenshots):
    allow("410")
    page = new_page(viewport=viewport)
    page.add_init_script(AXE)

    def check(what):
        examine(page, lambda theme: screenshots / f"points-{what}-{theme}-{viewport['width']}.png")
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")

    paths = three_pieces(page)
    show(page, POINTS)
    check("empty")
    name_moment(page, "Before the recital in the old hall")
    name_moment(page, "Now")
    remove(page, paths[0])
    look_at(page, "Now")
    check("look")
    button(page, "Cancel").click()
    button(page, "Show what would change").click()
    expect(past(page)).to_contain_text("can go back only to")
    check("refused")
    button(page, "Rename “Now”").click()
    check("rename")
