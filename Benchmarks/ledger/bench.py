"""Prints what ten thousand rows of eight cells cost in Chromium: queries, start, first sync, an edit.

Run by `make bench`; it prints figures and fails only when something does not work.
"""

import json
import random
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/Browser"))
from server import Server, sign_in  # noqa: E402

WORDS = "reed cane gouge shape staple scrape tip heart back warm bright dark Lorée Britten étude tone".split()
CLICK = """(id) => { const start = performance.now(); document.getElementById(id).click();
  document.body.offsetHeight; return performance.now() - start; }"""
# Types a letter; says when it stood on the screen, and when it was durable.
EDIT = """(text) => new Promise((done) => {
  const field = document.querySelector("textarea");
  const title = document.querySelector("h1");
  const start = performance.now();
  let shown = 0;
  new MutationObserver((_, observer) => {
    const now = performance.now() - start;
    if (!shown && title.textContent.endsWith(text)) shown = now;
    const state = document.getElementById("saving").textContent;
    if (shown && state.startsWith("Saved here")) { observer.disconnect(); done([shown, now]); }
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
  field.focus();
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
})"""


def rows():
    """An export of ten thousand rows."""
    random.seed(3)
    lines = []
    for number in range(10_000):
        ms = 1_760_000_000_000 + number * 60_000
        name = f"{ms:012x}{random.getrandbits(16):04x}{random.getrandbits(64):016x}"
        fields = {
            "7001": " ".join(random.choice(WORDS) for _ in range(4)), "7002": random.randint(1, 100),
            "7003": {"decimal": f"{random.randint(40, 80) / 100:.2f}"}, "7004": random.random() < .5,
            "7005": {"day": f"2025-{random.randint(1, 12):02d}-{random.randint(1, 28):02d}"},
            "7006": random.choice(WORDS), "7007": {"instant": ms, "zone": 60}, "7008": random.randint(0, 5)}
        lines.append(f'{{"row":"{name}","kind":"27","stamp":"{ms << 16:016x}-1122334455667788",'
                     f'"fields":{json.dumps(fields, ensure_ascii=False, separators=(",", ":"))}}}')
    return '{"format":"woodshed rows","version":1}\n' + "\n".join(sorted(lines)) + "\n"


def queries(browser, server):
    page = browser.new_page()
    page.goto(server.url)
    page.get_by_role("heading", name="Workbench").wait_for()
    page.evaluate(CLICK, "rows-fill")
    for what, name in [("rows-filter", "choose a third by number, sort by number and text"),
                       ("rows-sort", "sort all by text"), ("rows-search", "search two words")]:
        times = [page.evaluate(CLICK, what) for _ in range(25)]
        print(f"{name:52}{statistics.median(times):8.2f} ms, slowest of 25 {max(times):.2f}")
    page.close()


def counted(page):
    page.locator("#row-count").filter(has_text="1000").wait_for()


def main():
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        bench = Server(ROOT / ".build/workbench")
        queries(browser, bench)
        bench.stop()

        file = Path(folder) / "rows.jsonl"
        file.write_text(rows())
        server = Server()
        first = browser.new_context(base_url=server.url)
        sign_in(first, server.url)
        page = first.new_page()
        page.goto("/about/data")
        page.locator("#saving").filter(has_text="saved on the server").wait_for()
        with page.expect_file_chooser() as chooser:
            page.get_by_role("button", name="Choose a file").click()
        chooser.value.set_files(file)
        counted(page)
        page.locator("#saving").filter(has_text="saved on the server").wait_for()

        starts, syncs, weights = [], [], []
        for _ in range(5):
            context = browser.new_context(base_url=server.url)
            sign_in(context, server.url)
            other = context.new_page()
            client = context.new_cdp_session(other)
            client.send("Network.enable")
            paths, sizes = {}, []
            client.on("Network.responseReceived",
                      lambda event: paths.__setitem__(event["requestId"], event["response"]["url"]))
            client.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"])
                      if "/v1/" in paths.get(event["requestId"], "") else None)
            other.goto("/about/data")
            counted(other)
            end = other.evaluate("performance.now()")
            begin = other.evaluate("""Math.min(...performance.getEntriesByType("resource")
              .filter(({ name }) => name.includes("/v1/")).map(({ startTime }) => startTime))""")
            syncs.append(end - begin)
            weights.append(sum(sizes))
            other.locator("#saving").filter(has_text="saved on the server").wait_for()
            other.wait_for_timeout(500)
            other.reload()
            counted(other)
            starts.append(other.evaluate("performance.now()"))
            context.close()
        print(f"{'first sync, first request to the list':52}{statistics.median(syncs):8.0f} ms, slowest of 5 "
              f"{max(syncs):.0f}; {max(weights) / 1000:.0f} KB on the wire")
        print(f"{'start with all rows on the device, to the list':52}{statistics.median(starts):8.0f} ms, slowest of 5 "
              f"{max(starts):.0f}")

        page.get_by_label("Name", exact=True).fill("Piece")
        page.get_by_role("button", name="Create", exact=True).click()
        page.get_by_role("button", name="Add an item").click()
        page.locator("textarea").wait_for()
        times = [page.evaluate(EDIT, f"Piece {number}") for number in range(25)]
        for place, name in enumerate(["edit to screen, beside 10,000 rows", "edit to durable"]):
            each = [time[place] for time in times]
            print(f"{name:52}{statistics.median(each):8.2f} ms, slowest of 25 {max(each):.2f}")
        first.close()
        server.stop()
        browser.close()


if __name__ == "__main__":
    main()
