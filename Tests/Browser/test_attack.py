"""Data that would like to be a program: it is shown as what it is, wherever text is shown, and runs nowhere."""

import json
import re

import pytest
from playwright.sync_api import Error, expect

from app import PAGES, show, toast, walk
from ledger import DATA, file_of, is_synced, line, take_in

PAYLOADS = [
    "<img src=x onerror=__ran=1>",
    '"><script>__ran=1</script>',
    "<svg onload=__ran=1>",
    "javascript:__ran=1//",
    "'-__ran=1-'",
    "</title><iframe srcdoc='<script>top.__ran=1</script>'>",
    "[x](javascript:__ran=1)",
    "{{__ran=1}}${__ran=1}",
]
# More kinds and fields than the app knows, by number: each text field is among them.
# Restore points are not: a file brings none, and they are made by hand below.
KINDS = [kind for kind in range(1, 41) if kind != 27]
FIELDS = range(1, 41)
# Pages without a link's secret show nothing that is kept.
SCREENS = [path for name, path in PAGES.items() if name not in ("open", "reset", "join")]
# Where a person reads or writes text, so that a screen must show it, and not the list of all rows alone.
MUST_SHOW = {
    "account", "device", "note.text", "take.name", "piece.title", "piece.composer",
    "section.name", "session.sentence", "plan.name",
    # The name of a folder.
    "kind 15, field 1",
}

# Takes note of everything that ran.
TRAP = """
window.__found = [];
Object.defineProperty(window, "__ran", { set: () => window.__found.push("ran") });
"""
# What ran, and what of the data has become an element or an attribute that could run.
HARM = """() => [
  ...window.__found,
  ...[...document.querySelectorAll(
    "img[src='x'], iframe, object, embed, base, [onload], [onerror], [onclick], script:not([src])," +
    "a[href^='javascript' i], form[action]")].map((each) => each.outerHTML),
]"""
# All that a person can read on a page: texts, labels, and what stands in fields.
SHOWN = """() => [
  document.title, document.body.innerText,
  ...[...document.querySelectorAll("input, textarea")].map((each) => each.value),
  ...[...document.querySelectorAll("option, [aria-label], [title]")].map((each) =>
    `${each.textContent} ${each.ariaLabel || ""} ${each.title || ""}`),
].join("\\n")"""


class Marks:
    """Texts that mean harm, each of which tells what it was put into."""

    def __init__(self):
        self.places = []

    def text(self, place):
        self.places.append(place)
        return self.of(len(self.places) - 1)

    def of(self, number):
        return f"{PAYLOADS[number % len(PAYLOADS)]}~{number}~"

    def shown(self, page):
        """Those that stand on a page, whole."""
        text = page.evaluate(SHOWN)
        return {int(number) for number in re.findall(r"~(\d+)~", text)
                if self.of(int(number)) in text}

    def names(self, numbers):
        return {self.places[number] for number in numbers}


def sample_rows(page):
    """The rows of the sample studio, which has every page full."""
    show(page, "/journal")
    page.get_by_role("button", name="Open sample journal").click()
    expect(page.get_by_text("You’re looking at sample data.")).to_be_visible()
    # A page that is left before has no sample, and one that is still loading has no rows to export.
    expect(page.locator("#saving")).to_contain_text("Saved here")
    show(page, DATA)
    expect(page.locator("#saving")).to_contain_text("Saved here")
    with page.expect_download() as download:
        page.locator(".page-head").get_by_role("button", name="Export").click()
    page.get_by_role("button", name="Back to my journal").click()
    expect(page.get_by_text("You’re looking at sample data.")).to_have_count(0)
    return [json.loads(each) for each in download.value.path().read_text().splitlines()[1:]]


def attacked(rows, marks):
    """Lines of these rows with harm in every text, and of a row of each kind that has it in every field there may be.

    Gives with them the pages of single rows: for each path what must be read there."""
    lines, pages, known = [], {}, set()
    for row in rows:
        names = [name for name, value in row["fields"].items() if isinstance(value, str)]
        first = len(marks.places)
        for name in names:
            row["fields"][name] = marks.text(f"{row['kind']}.{name}")
        lines.append(json.dumps(row, ensure_ascii=False))
        if row["kind"] == "take":
            pages[f"/journal/takes/{row['row']}"] = set()
        if row["kind"] == "piece":
            pages[f"/journal/practice/{row['row']}"] = set()
        # One row that shows a field in the list of all rows will do.
        if not set(names) <= known:
            known |= set(names)
            pages[f"{DATA}/row/{row['row']}"] = set(range(first, len(marks.places)))
    for kind in KINDS:
        first = len(marks.places)
        # A kind's fields are numbered in its own 256.
        fields = {str(kind << 8 | field): marks.text(f"kind {kind}, field {field}")
                  for field in FIELDS}
        lines.append(line(0xBAD0000 + kind, str(kind), fields))
        pages[f"{DATA}/row/{0xBAD0000 + kind:032x}"] = set(range(first, len(marks.places)))
    lines.append(line(0xBAE0001, "type", {"label": marks.text("own kind")}))
    return lines, pages


def read(page, path, marks, wanted=frozenset()):
    """Waits until all that is wanted can be read on the page at a path, and nothing more comes; gives what can be.
    Nothing of it has run."""
    shown, before = set(), None
    for _ in range(100):
        shown = marks.shown(page)
        if wanted <= shown and shown == before:
            break
        before = shown
        page.wait_for_timeout(100)
    assert page.evaluate(HARM) == [], path
    assert wanted <= shown, f"{path} does not show {sorted(marks.names(wanted - shown))}"
    return shown


def press_everything(page, path, marks):
    """Presses every button of a page, one after the other; gives what can be read then."""
    shown = set()
    for number in range(min(page.locator("main button:visible").count(), 40)):
        button = page.locator("main button:visible").nth(number)
        try:
            name = button.get_attribute("aria-label", timeout=300) or button.inner_text(timeout=300)
            # These speak to the system, not to the person.
            if re.search(r"record|export|choose a file|print|full screen|sample", name, re.I):
                continue
            button.click(timeout=300)
        except Error:
            # It has gone, or something lies over it.
            continue
        shown |= marks.shown(page)
        assert page.evaluate(HARM) == [], f"{path}, after {name}"
        page.keyboard.press("Escape")
        if not page.url.endswith(path):
            show(page, path)
    return shown


@pytest.fixture
def dialogs():
    return []


def test_no_text_that_is_kept_runs_anywhere(server, new_context, allow, dialogs):
    # Of the sound of takes there are only the rows, and a server that begins now remembers nothing before.
    allow(r"/v1/b/\w+", r"status 404: .*/v1/b/", r"410.*/at\?")
    context = new_context()
    context.add_init_script(TRAP)
    page = context.new_page()
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    marks = Marks()
    account = context.request.get(f"{server.url}/v1/account").json()
    for call, texts in [
            ("device", {"id": account["device"], "name": marks.text("device")}),
            ("login", {"name": marks.text("account"), "password": "a clear low reed"})]:
        answer = context.request.post(
            f"{server.url}/v1/account/{call}", headers={"Sec-Fetch-Site": "same-origin"}, data=texts)
        assert answer.ok, answer.text()
    lines, pages = attacked(sample_rows(page), marks)
    show(page, DATA)
    take_in(page, "rows.jsonl", file_of(lines))
    expect(toast(page, "Imported ")).to_be_visible()
    is_synced(page)
    show(page, "/about/points")
    page.get_by_label("Name", exact=True).fill(marks.text("restore point"))
    page.get_by_role("button", name="Create", exact=True).click()
    read_there = read(page, "/about/points", marks, {len(marks.places) - 1})
    on_screens = set(read_there)
    for path in walk(page, pages):
        shown = read(page, path, marks, pages[path])
        read_there |= shown
        if not path.startswith(DATA):
            on_screens |= shown
    for path in SCREENS:
        show(page, path)
        # The devices come with the server's second answer; the first mark is this one's name.
        wanted = {0} if path == "/account" else frozenset()
        shown = read(page, path, marks, wanted) | press_everything(page, path, marks)
        read_there |= shown
        # The list of all rows shows anything.
        if path != DATA:
            on_screens |= shown
    assert dialogs == []
    names = marks.names(on_screens)
    print(f"\n  {len(marks.places)} texts that mean harm: {len(marks.names(read_there | on_screens))} fields "
          f"read as they are on {len(pages) + len(SCREENS)} pages, {len(names)} of them on screens of their "
          f"own; none ran")
    print("  " + ", ".join(sorted(names)))
    assert "own kind" in marks.names(read_there)
    assert MUST_SHOW <= names, f"never shown: {sorted(MUST_SHOW - names)}"
