"""Ten thousand rows: they are there, found and kept in step. Figures are printed and never fail."""

import random
import time

from playwright.sync_api import expect

from app import PHONE, show
from ledger import DATA, count, file_of, is_synced, line, take_in

ROWS = 10_000
WORDS = ["dark", "étude", "loose", "staple", "Lorée", "Rigotti", "slow", "bright", "gouge", "low C"]

# Writes into the row's field; says after how many milliseconds the heading shows it, and it is saved.
EDIT = """(text) => new Promise((done) => {
  const field = document.querySelector("textarea");
  const saving = document.getElementById("saving");
  const start = performance.now();
  const since = () => performance.now() - start;
  let shown = 0;
  const observer = new MutationObserver(() => {
    if (!saving.textContent.startsWith("Saved here")) return;
    observer.disconnect();
    done([shown, since(), document.getElementById("heading").textContent]);
  });
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  shown = since();
  observer.observe(saving, { subtree: true, childList: true, characterData: true });
})"""

SEARCH = """(text) => {
  const field = document.getElementById("search");
  field.value = text;
  const start = performance.now();
  field.dispatchEvent(new Event("input", { bubbles: true }));
  return [performance.now() - start, document.getElementById("row-count").textContent];
}"""


def rows():
    choose = random.Random(7)
    return [line(number + 1, "60000", {
        "1": " ".join(choose.choices(WORDS, k=4)) + f" {number}", "2": number,
        "3": {"decimal": "0.77"}, "4": True, "5": {"day": "2026-11-20"}, "6": choose.choice(WORDS),
        "7": {"instant": 1_760_000_000_000 + number, "zone": 60}, "8": number % 5},
        1_760_000_000_000 + number) for number in range(ROWS)]


def figure(name, text):
    print(f"  {name:<34} {text}")


def first_list(page):
    count(page, f"{ROWS} items")
    return page.evaluate("() => performance.now()")


def test_ten_thousand_rows(new_context):
    print()
    page = new_context().new_page()
    show(page, DATA)
    content = file_of(rows())
    start = time.monotonic()
    take_in(page, "rows.jsonl", content)
    count(page, f"{ROWS} items")
    figure("import shown", f"{time.monotonic() - start:.2f} s")
    is_synced(page)
    figure("import saved and on the server", f"{time.monotonic() - start:.2f} s")

    for turn in (1, 2):
        page.goto(DATA)
        figure(f"cold start to the first list, {turn}", f"{first_list(page):.0f} ms")
    for text in ("é", "lor", "rig dar", "étude 99"):
        milliseconds, words = page.evaluate(SEARCH, text)
        figure(f"search “{text}”", f"{milliseconds:.0f} ms, {words}")
        assert words != f"{ROWS} items" or text == "é"
    page.evaluate(SEARCH, "nothing of that kind")
    expect(page.get_by_text("No matches")).to_be_visible()
    page.evaluate(SEARCH, "9999")
    expect(page.get_by_role("link", name=" 9999")).to_have_count(1)

    phone = new_context(viewport=PHONE).new_page()
    devtools = phone.context.new_cdp_session(phone)
    devtools.send("Network.enable")
    ours, sizes = set(), []
    devtools.on("Network.responseReceived", lambda event: "/v1/" in event["response"]["url"]
                and ours.add(event["requestId"]))
    devtools.on("Network.loadingFinished", lambda event: event["requestId"] in ours
                and sizes.append(event["encodedDataLength"]))
    phone.goto(DATA)
    milliseconds = first_list(phone)
    is_synced(phone)
    figure("first sync to the first list", f"{milliseconds:.0f} ms after the page was asked for")
    figure("first sync", f"{sum(sizes) / 1_000:.0f} KB in {len(sizes)} answers")
    assert sum(sizes) > 0
    assert phone.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    for _ in range(2):
        phone.get_by_role("button", name="Show 100 more").click()
    expect(phone.locator(".data-rows li.list-row")).to_have_count(300)
    assert phone.evaluate("() => document.documentElement.scrollWidth <= innerWidth")

    # A person's own rows among the ten thousand.
    page.goto(DATA)
    first_list(page)
    page.get_by_label("Name", exact=True).fill("Piece")
    page.get_by_role("button", name="Create", exact=True).click()
    page.locator("#add-row").click()
    expect(page.locator("textarea")).to_be_visible()
    times = [page.evaluate(EDIT, f"Edit {number}") for number in range(9)]
    assert [text for *_, text in times] == [f"Edit {number}" for number in range(9)]
    for name, each in zip(("edit to the screen", "edit to “Saved here”"), zip(*times)):
        figure(name, f"{sorted(each)[4]:.1f} ms (the median of 9; the longest {max(each):.1f} ms)")
    is_synced(page)
