"""Rows as files: out and in again without a change, also what this version does not know."""

import re

import pytest
from playwright.sync_api import expect

from app import show, toast, week
from ledger import (
    DATA, add_row, count, export, file_of, is_synced, line, make_row, take_in, undo)
from server import Server

STRANGE = {
    "1": "A later kind", "2": {"number": "7ff8000000000001"}, "3": {"sealed": "0102"},
    "4": {"day": "2026-11-20"}, "5": {"instant": 1760000000000, "zone": 60},
    "6": {"decimal": "0.10"}, "7": None, "8": -7,
    "4611686018427387904": {"tag": 99, "bytes": "00ff"}}


@pytest.fixture
def elsewhere(new_context):
    """A page of a device and a server that have nothing."""
    server = Server()
    page = new_context(base_url=server.url).new_page()
    show(page, DATA)
    yield page
    page.context.close()
    server.stop()


def test_out_and_in_elsewhere_gives_the_same_bytes(page, elsewhere):
    path = make_row(page, "Britten: „Mock“ \\ \"Temporal\" 🎼\n\ttwo lines \u2028 and\u0001 more")
    show(page, DATA)
    page.get_by_role("button", name=re.compile("^Piece")).click()
    add_row(page, "In the trash")
    page.get_by_role("button", name="Delete", exact=True).click()
    show(page, "/settings")
    week(page).select_option("Saturday")
    show(page, DATA)
    take_in(page, "strange.jsonl", file_of([line(7, "60000", STRANGE)]))
    expect(toast(page, "Imported 1 item.")).to_be_visible()
    is_synced(page)
    before = export(page)
    assert before.count(b"\n") == 1 + 6
    take_in(elsewhere, "woodshed.jsonl", before)
    expect(toast(elsewhere, "Imported 6 items.")).to_be_visible()
    assert export(elsewhere) == before
    is_synced(elsewhere)
    elsewhere.reload()
    count(elsewhere, "5 items")
    assert export(elsewhere) == before
    show(elsewhere, path)
    expect(elsewhere.get_by_label("Text", exact=True)).to_have_value(re.compile("Mock"))
    show(elsewhere, DATA)
    take_in(elsewhere, "woodshed.jsonl", before)
    expect(toast(elsewhere, "everything in this file is already here")).to_be_visible()
    assert export(elsewhere) == before


@pytest.mark.parametrize("content, words", [
    (file_of([line(1, "60000", {"1": "good"}), '{"kind":']), "Line 3: this is not JSON"),
    (file_of([line(1, "60000", {"1": "good"}), line(2, "no such kind", {})]), "Line 3: the kind"),
    (file_of(["", line(1, "60000", {"1": [1]})]), "Line 3: the value of `1` cannot be read."),
    (file_of([line(1, "60000", {"1": "x" * 70_000})]), "Line 2: the value of `1` is larger than"),
    (file_of(['{"row":"xyz","kind":"60000","fields":{}}']), "Line 2: `row` is not 32"),
    ('{"format":"woodshed rows","version":9}', "Line 1: a later version of Woodshed wrote this"),
    (b"\x89PNG\r\n\x1a\n\0\0\xff\xfe", "Line 1: "),
    ("name,composer\nMetamorphoses,Britten\n", "Line 1: this is not JSON"),
])
def test_a_file_that_is_wrong_changes_nothing(page, content, words):
    show(page, DATA)
    take_in(page, "wrong.jsonl", content)
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("Couldn’t import wrong.jsonl.")
    expect(alert).to_contain_text(words)
    expect(alert).to_contain_text("Nothing was changed.")
    count(page, "0 items")
    assert export(page) == file_of([]).encode()


def test_a_file_without_stamps_is_taken_in_once(page):
    show(page, DATA)
    by_hand = '{"kind":"60000","fields":{"1":"By hand"}}\n'
    for words in ("Imported 1 item.", "everything in this file is already here"):
        take_in(page, "hand.jsonl", by_hand)
        expect(toast(page, words)).to_be_visible()
        count(page, "1 item")


@pytest.mark.parametrize("way", ["toast", "button"])
def test_a_large_import_is_taken_back_whole(page, way):
    make_row(page, "Mine")
    show(page, DATA)
    rows = [line(number, "60000", {"1": f"Row {number}", "2": number}) for number in range(1, 1_201)]
    take_in(page, "rows.jsonl", file_of(rows))
    count(page, "1203 items")
    back = toast(page, "Imported 1200 items.").get_by_role("button", name="Undo")
    if way == "toast":
        # A toast with the focus stays.
        back.focus()
    is_synced(page)
    if way == "toast":
        back.click()
    else:
        page.reload()
        count(page, "1203 items")
        undo(page).click()
    count(page, "3 items")
    expect(page.get_by_role("button", name="Trash 1200")).to_be_visible()
    expect(page.get_by_role("link", name="Mine")).to_be_visible()
    is_synced(page)


def test_what_a_later_version_wrote_is_shown_kept_and_exported(page, new_page):
    show(page, DATA)
    # A later version's field in a kind of today's, and a kind that is not known at all.
    rows = [line(7, "60000", STRANGE),
            line(8, "type", {"label": "Piece", "4611686018427387904": {"tag": 99, "bytes": "00ff"}})]
    take_in(page, "strange.jsonl", file_of(rows))
    count(page, "2 items")
    expect(page.get_by_role("button", name="Type 60000 1")).to_be_visible()
    is_synced(page)
    other = new_page()
    show(other, DATA)
    count(other, "2 items")
    other.get_by_role("link", name="A later kind").click()
    fields = other.locator("#fields").locator("..")
    for text in ("Field 4611686018427387904", "from a later version", "20 Nov 2026", "0.10"):
        expect(fields).to_contain_text(text)
    show(other, f"/about/data/row/{8:032x}")
    expect(other.locator("#fields").locator("..")).to_contain_text("Field 4611686018427387904")
    write_label = other.get_by_label("Name", exact=True)
    write_label.fill("Pieces")
    is_synced(other)
    show(other, DATA)
    exported = export(other).decode()
    assert rows[0] in exported.split("\n")
    assert '"label":"Pieces"' in exported
    assert '"4611686018427387904":{"tag":99,"bytes":"00ff"}' in exported.split("\n")[2]
