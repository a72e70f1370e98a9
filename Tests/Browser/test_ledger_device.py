"""One device: killed, full, without a store, with two tabs. What it called saved is saved."""

import contextlib
import json
import re
import threading
import time

import pytest
from playwright.sync_api import Error, expect

from app import first_day, show, toast, until, week
from ledger import (
    DATA, add_row, count, export, field, is_synced, look, make_kind, make_row, notice, reads,
    saving, undo, write)

# Tells outside what the field holds and when: each time something is typed, and each time the page
# says that everything is saved.
TELL = """() => {
  const field = document.querySelector("textarea");
  const saving = document.getElementById("saving");
  const tell = (what) => console.debug(`${what} ${Date.now()} ${field.value}`);
  const look = () => saving.textContent.startsWith("Saved here") && tell("saved");
  field.addEventListener("input", () => tell("typed"));
  new MutationObserver(look).observe(saving, { subtree: true, childList: true, characterData: true });
}"""


@pytest.mark.parametrize("letters", [10, 25])
def test_a_killed_browser_loses_nothing_that_was_called_saved(lasting, letters):
    page, kill = lasting()
    path = make_row(page, "")
    is_synced(page)
    heard = []
    page.on("console", lambda message: heard.append(message.text.split(" ", 2)))
    page.evaluate(TELL)
    field(page).focus()
    typing = threading.Event()

    def strike():
        # Something must have been called saved, or nothing was promised.
        while not typing.wait(0.002):
            said = [what for what, *_ in heard]
            if said.count("typed") >= letters and "saved" in said:
                break
        kill()

    killer = threading.Thread(target=strike)
    killer.start()
    with contextlib.suppress(Error):
        for number in range(1_000):
            page.keyboard.press("abcdefghij"[number % 10])
    typing.set()
    killer.join()
    typed = [(int(at), text) for what, at, text in heard if what == "typed"]
    saved = [text for what, _, text in heard if what == "saved"]
    assert len(typed) >= letters and saved

    page, _ = lasting()
    show(page, path)
    expect(saving(page)).to_contain_text("Saved here")
    kept = field(page).input_value()
    assert kept.startswith(saved[-1]), f"{saved[-1]} was called saved, {kept} is there"
    wrote = typed[-1][1]
    assert wrote.startswith(kept) or kept.startswith(wrote)
    lost = typed[-1][0] - next((at for at, text in typed if not kept.startswith(text)), typed[-1][0])
    print(f"\n  killed after {len(wrote)} letters: {max(len(wrote) - len(kept), 0)} of them not kept, "
          f"the last {lost} ms of typing")
    expect(undo(page)).to_be_enabled()


# Writes 1 … 100 into the row's field, each an action of its own, as fast as they are kept.
WRITE_ON = """async () => {
  const field = document.querySelector("textarea");
  const saving = document.getElementById("saving");
  for (let number = 1; number <= 100; number += 1) {
    field.value = number;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("focusout", { bubbles: true }));
    await new Promise((done) => setTimeout(done, number % 5));
  }
}"""


def pushes(page):
    sent = []
    page.on("request", lambda request: "/push" in request.url and sent.append(request))
    return sent


# Whether this page has the lock of the one that syncs.
SYNCS = """() => navigator.locks.request("whose", async () => {
  const { held } = await navigator.locks.query();
  const holder = (name) => held.find((lock) => lock.name === name)?.clientId;
  return holder("woodshed sync") === holder("whose");
})"""


def test_two_tabs_are_one_and_one_of_them_syncs(new_context):
    context = new_context()
    first, second = context.new_page(), context.new_page()
    sent = [pushes(first), pushes(second)]
    make_kind(first)
    one = add_row(first, "One")
    is_synced(first)
    show(second, one)
    reads(second, "One")
    write(second, "Changed in the other tab")
    reads(first, "Changed in the other tab")
    show(second, DATA)
    second.get_by_role("button", name=re.compile("^Piece")).click()
    two = add_row(second, "Two")

    # The one that somebody looks at takes it over.
    until(second, lambda: second.evaluate(SYNCS))
    is_synced(second)
    for requests in sent:
        requests.clear()
    for page in (first, second):
        page.evaluate(f"() => void ({WRITE_ON})().then(() => document.title = 'written')")
    for page in (first, second):
        expect(page).to_have_title("written")
        expect(saving(page)).to_contain_text("Saved here")
    is_synced(first)
    is_synced(second)
    # On a busy machine the other one may take over, if it hears nothing of the first for long.
    assert bool(sent[0]) != bool(sent[1]), "both tabs sent something"
    other = new_context().new_page()
    for path in (one, two):
        show(other, path)
        reads(other, "100")
        earlier = other.locator("#history").locator("..").get_by_role("listitem")
        expect(earlier.filter(has_text=re.compile("Use this value"))).not_to_have_count(0)
        # What comes meanwhile has the page ask once more.
        values = earlier.locator(".value")
        until(other, lambda: {int(text) for text in values.all_inner_texts() if text.isdigit()}
              == set(range(1, 100)))

    second.close()
    write(first, "After the other tab")
    is_synced(first)
    assert sent[0], "the tab that is left sends"
    show(other, one)
    look(other)
    reads(other, "After the other tab")


FULL = "This device is full."


@pytest.fixture
def full(new_context, server, allow):
    """A page on a device without room, and what makes room; no server answers before that."""
    allow("QuotaExceeded", "/v1/", "ERR_FAILED", "Service Worker registration blocked", "'waiting'")
    context = new_context(service_workers="block")
    context.route("**/v1/**", lambda route: route.abort())
    page = context.new_page()
    page.goto("/healthz")
    devtools = context.new_cdp_session(page)
    # The browser looks at the room there is only at the first writing, and later from time to time.
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": server.url, "quotaSize": 1})

    def make_room():
        devtools.send("Storage.overrideQuotaForOrigin", {"origin": server.url})
        context.unroute_all()

    return page, make_room


def rows_of(file):
    """The rows of an export."""
    return [json.loads(line) for line in file.splitlines()[1:]]


def test_a_full_device_says_so_and_goes_on_by_itself(full):
    page, make_room = full
    show(page, DATA)
    page.get_by_label("Name", exact=True).fill("Piece")
    page.get_by_role("button", name="Create", exact=True).click()
    said = notice(page, FULL)
    expect(said).to_be_visible()
    expect(saving(page)).to_have_text("Not saved")
    for part in ("Everything saved before is safe", "only on this page", "Free up space", "tries again"):
        expect(said).to_contain_text(part)
    with page.expect_download() as download:
        said.get_by_role("button", name="Export").click()
    rescued = download.value.path().read_bytes()
    assert b"Piece" in rescued
    page.locator("#add-row").click()
    refusal = toast(page, "Nothing was changed: this device can’t store it.")
    expect(refusal).to_be_visible()
    refusal.get_by_role("button", name="Dismiss").click()
    expect(refusal).to_have_count(0)
    page.get_by_role("navigation").get_by_role("link", name="Settings").click()
    page.get_by_role("radio", name="Dark").click()
    expect(refusal).to_be_visible()
    start = time.monotonic()
    make_room()
    expect(said).to_have_count(0)
    print(f"\n  room again: saved {time.monotonic() - start:.1f} s later")
    expect(saving(page)).to_contain_text("Saved here")
    show(page, DATA)
    count(page, "2 items")
    # What was not kept then went into the file without its stamp.
    kept = export(page)
    assert b'"stamp"' not in rescued and b'"stamp"' in kept
    assert [row["fields"] for row in rows_of(rescued)] == [row["fields"] for row in rows_of(kept)]
    is_synced(page)


@pytest.mark.parametrize("refusal", [
    "Object.defineProperty(window, 'indexedDB', { get() { throw new DOMException('no', 'SecurityError'); } })",
    "IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); }",
    "delete window.indexedDB; Object.defineProperty(window, 'indexedDB', { value: undefined })",
], ids=["forbidden", "not opened", "missing"])
def test_without_a_store_the_page_opens_and_says_so(page, refusal):
    page.add_init_script(refusal)
    show(page, DATA)
    expect(saving(page)).to_have_text("Not saved")
    said = notice(page, "This browser doesn’t let Woodshed store data")
    for part in ("Everything saved before is safe", "editing is off", "then reload"):
        expect(said).to_contain_text(part)
    page.get_by_label("Name", exact=True).fill("Piece")
    page.get_by_role("button", name="Create", exact=True).click()
    expect(toast(page, "Nothing was changed: this device can’t store it.")).to_be_visible()
    assert export(page) == b'{"format":"woodshed rows","version":1}\n'
    page.get_by_role("navigation").get_by_role("link", name="Settings").click()
    page.get_by_role("radio", name="Dark").click()
    week(page).select_option("Sunday")
    page.get_by_role("radio", name="System").click()
    expect(page.get_by_role("radio", name="System")).to_be_checked()
    expect(page.get_by_role("heading", level=1)).to_have_text("Settings")


def test_the_sample_is_apart_and_never_sent(page, server, new_page):
    spaces = set()
    sent = []

    def note(request):
        if "/v1/s/" in request.url and request.method == "POST":
            spaces.add(request.url)
            sent.append(request.post_data_buffer)

    page.on("request", note)
    make_row(page, "Mine")
    is_synced(page)
    # A page that is left before it has kept the server's answer sends its own rows once more.
    own = set(spaces)
    assert len(own) == 1
    show(page, DATA)
    count(page, "3 items")
    page.get_by_role("radio", name="Sample").click()
    expect(notice(page, "You’re looking at sample data.")).to_be_visible()
    # The studio is furnished.
    expect(page.locator("#row-count")).to_have_text(re.compile(r"^\d{4} items$"))
    full = int(page.locator("#row-count").inner_text().split()[0])
    page.get_by_label("Name", exact=True).fill("Sample kind")
    page.get_by_role("button", name="Create", exact=True).click()
    add_row(page, "Not mine")
    expect(saving(page)).to_have_text("Saved here")
    page.reload()
    expect(notice(page, "You’re looking at sample data.")).to_be_visible()
    show(page, DATA)
    count(page, f"{full + 3} items")
    page.get_by_label("Search").fill("Not mine")
    expect(page.get_by_role("link", name="Not mine")).to_be_visible()
    page.get_by_label("Search").fill("")
    look(page)
    page.get_by_role("button", name="Back to my journal").click()
    expect(page.get_by_role("link", name="Mine", exact=False)).to_have_count(1)
    expect(page.get_by_role("link", name="Not mine")).to_have_count(0)
    is_synced(page)
    assert spaces == own
    assert any(b"Mine" in push for push in sent)
    assert not any(b"Not mine" in push for push in sent)
    for file in server.data.rglob("*"):
        if file.is_file():
            assert b"Not mine" not in file.read_bytes()
    page.get_by_role("button", name="Delete sample data").click()
    expect(toast(page, "Sample data deleted.")).to_be_visible()
    page.get_by_role("radio", name="Sample").click()
    count(page, f"{full} items")
    page.get_by_role("radio", name="My data").click()
    count(page, "3 items")


def test_the_settings_of_an_earlier_version_stay_until_they_are_kept(full):
    page, make_room = full
    page.evaluate("""() => localStorage.setItem("woodshed.settings", "first-day-of-week sunday")""")
    show(page, "/settings")
    expect(notice(page, FULL)).to_be_visible()
    earlier = """() => localStorage.getItem("woodshed.settings")"""
    assert page.evaluate(earlier) == "first-day-of-week sunday"
    make_room()
    expect(notice(page, FULL)).to_have_count(0)
    expect(first_day(page)).to_have_text("Sunday")
    expect(saving(page)).to_contain_text("Saved here")
    assert page.evaluate(earlier) is None
    page.reload()
    expect(first_day(page)).to_have_text("Sunday")
