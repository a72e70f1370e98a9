"""How a test gets about in what is kept: kinds, rows, what is saved, and files of rows."""

import json

from playwright.sync_api import expect

from app import heading, show

DATA = "/about/data"
DEVICE = "1122334455667788"

# Comes back to the page, as a person does who looks at it again: it then asks the server at once.
LOOK = "() => void document.dispatchEvent(new Event('visibilitychange'))"


def saving(page):
    return page.locator("#saving")


def is_synced(page):
    expect(saving(page)).to_contain_text("saved on the server")


def is_waiting(page, count):
    expect(saving(page)).to_contain_text(f"{count} waiting for the server")


def look(page):
    page.evaluate(LOOK)


def count(page, text):
    """Waits until the list says how many rows there are."""
    expect(page.locator("#row-count")).to_have_text(text)


def field(page):
    """The one field of a row of one's own kind."""
    return page.get_by_label("Text", exact=True)


def leave(page):
    """Leaves the field that has the focus."""
    heading(page).click()


def write(page, text):
    """Writes into the row's field and leaves it: one action."""
    field(page).fill(text)
    leave(page)


def reads(page, text):
    expect(field(page)).to_have_value(text)


def make_kind(page, name="Piece"):
    show(page, DATA)
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_role("button", name="Create", exact=True).click()
    expect(page.locator("#add-row")).to_be_visible()


def add_row(page, text):
    """Adds a row of the kind that is shown, writes into it and says where it is."""
    page.locator("#add-row").click()
    write(page, text)
    return page.evaluate("() => location.pathname")


def make_row(page, text="Britten"):
    """Makes a kind and a row of it; says where the row is."""
    make_kind(page)
    return add_row(page, text)


def undo(page):
    return page.locator(".saving").get_by_role("button", name="Undo")


def redo(page):
    return page.locator(".saving").get_by_role("button", name="Redo")


def notice(page, text):
    return page.locator(".notice").filter(has_text=text)


def export(page):
    """The bytes of an export."""
    with page.expect_download() as download:
        page.locator(".page-head").get_by_role("button", name="Export").click()
    return download.value.path().read_bytes()


def take_in(page, name, content):
    """Chooses a file of rows on the data page."""
    content = content if isinstance(content, bytes) else content.encode()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose a file").click()
    chooser.value.set_files({"name": name, "mimeType": "application/jsonl", "buffer": content})


def line(row, kind, fields, milliseconds=1_760_000_000_000):
    """A line of an export; `row` is a number."""
    return json.dumps({
        "row": f"{row:032x}", "kind": kind, "stamp": f"{milliseconds << 16:016x}-{DEVICE}",
        "fields": fields}, ensure_ascii=False, separators=(",", ":"))


def file_of(lines):
    return "\n".join(['{"format":"woodshed rows","version":1}', *lines, ""])
