"""Prints what the room Reeds costs in Chromium: a reed to durable, killed browsers, ten thousand reeds.

Run by `make bench`; it prints figures, and fails only when something does not work.
"""

import contextlib
import json
import os
import random
import re
import signal
import statistics
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Error, expect, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/Browser"))
from app import processes_of  # noqa: E402
from server import Server, sign_in  # noqa: E402

SAVED = 100
KILLED = 100
MANY = 10_000
CHROMIUM = {"executable_path": "/usr/bin/chromium", "args": ["--no-sandbox"]}

# Remembers when the browser said that a transaction is on the disk.
DURABLE = """
  const begin = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (...all) {
    const transaction = begin.apply(this, all);
    if (all[1] === "readwrite") {
      transaction.addEventListener("complete", () => { window.durable ??= performance.now(); });
    }
    return transaction;
  };
"""
# Taps on Save; says when it was durable, and when the page said so.
SAVE = """() => new Promise((done) => {
  const saving = document.getElementById("saving");
  let wasBusy = false;
  const start = performance.now();
  window.durable = null;
  new MutationObserver((_, observer) => {
    const text = saving.textContent;
    if (!text.startsWith("Saved here")) { wasBusy = true; return; }
    if (!wasBusy) return;
    observer.disconnect();
    done([window.durable - start, performance.now() - start]);
  }).observe(saving, { subtree: true, childList: true, characterData: true });
  document.getElementById("reed-save").click();
})"""
# Types a letter into the search; says when the list is another.
TYPE = """(text) => {
  const field = document.getElementById("reeds-find");
  const start = performance.now();
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  document.body.offsetHeight;
  return performance.now() - start;
}"""
# Scrolls through the list for two seconds; says how long each picture took.
SCROLL = """() => new Promise((done) => {
  const times = [];
  let last = performance.now();
  const end = last + 2_000;
  const step = (now) => {
    times.push(now - last);
    last = now;
    scrollBy(0, 40);
    if (now < end) requestAnimationFrame(step); else done(times);
  };
  requestAnimationFrame(step);
})"""


def line(name, times, unit="ms", goal=""):
    times = sorted(times)
    print(f"{name:58}{statistics.median(times):9.1f} {unit}, p99 {times[int(len(times) * .99) - 1]:.1f} "
          f"of {len(times)}   {goal}", flush=True)


def is_saved(page):
    expect(page.locator("#saving")).to_contain_text("Saved here", timeout=60_000)


def begin(page):
    """Opens a form that has values of the last reed already, so that Save has something to keep."""
    page.locator("#reed-new").click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("^(Like the last|One reed)")).first.click()
    expect(page.get_by_role("dialog").get_by_label("Name", exact=True)).to_be_focused()


def first(page, url):
    page.goto(url + "/reeds")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    is_saved(page)


def saving(browser, server):
    context = browser.new_context(base_url=server.url)
    sign_in(context, server.url)
    page = context.new_page()
    page.add_init_script(DURABLE)
    first(page, server.url)
    times, words = [], []
    for _ in range(SAVED):
        page.goto("/reeds")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        is_saved(page)
        begin(page)
        durable, said = page.evaluate(SAVE)
        times.append(durable)
        words.append(said)
        expect(page).to_have_url(re.compile("/reeds/reed/"))
    line("add a reed, tap on Save to durable", times, goal="goal p50 15, p99 60 ms")
    line("… to “Saved here” and the reed's page", words)
    context.close()


def killed(playwright, server):
    kept = 0
    with tempfile.TemporaryDirectory(prefix="woodshed-browser-", ignore_cleanup_errors=True) as folder:
        def launch():
            context = playwright.chromium.launch_persistent_context(folder, base_url=server.url, **CHROMIUM)
            # Without a server's account nothing but this device keeps it.
            return context, context.pages[0]

        context, page = launch()
        first(page, server.url)
        for number in range(KILLED):
            begin(page)
            page.evaluate(SAVE)
            for each in processes_of(folder):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(each, signal.SIGKILL)
            with contextlib.suppress(Error):
                context.close()
            context, page = launch()
            first(page, server.url)
            with contextlib.suppress(AssertionError):
                expect(page.get_by_role("link", name=re.compile(rf"^R{number + 1}\b"))).to_be_visible(timeout=10_000)
                kept += 1
        context.close()
    print(f"{'killed right after “Saved here”, and the reed is there':58}{kept:9} of {KILLED}", flush=True)


def many():
    """A file of ten thousand reeds with twenty values each."""
    random.seed(5)
    reeds = []
    for number in range(MANY):
        values = {
            "tie_length": random.randint(280, 300) / 4, "cane_brand": random.choice(["Rigotti", "Glotin", "Donati"]),
            "tube_diameter": random.randint(95, 110) / 10, "hardness_a": random.randint(80, 160) / 10,
            "shaper": {"ref": f"shaper {number % 5}"}, "staple_no": {"ref": f"staple {number % 60}"},
            "thread_colour": random.choice(["#7a1f1f", "#1f4e79", "#2e7d32"]),
            **{f"g_a_{place}": random.randint(560, 620) / 1000 for place in "lmr"},
            **{f"g_b_{place}": random.randint(560, 620) / 1000 for place in "lmr"},
        }
        reeds.append({
            "id": f"reed {number}", "name": f"R{number + 1}", "instrument": "oboe", "begun": "2025-03-01",
            "stage": random.choice(["blank", "scraped", "in_use", "retired"]), "values": values})
    tools = [{"id": f"shaper {n}", "kind": "shaper", "name": f"Shaper {n}"} for n in range(5)]
    tools += [{"id": f"staple {n}", "kind": "staple", "name": f"{n}"} for n in range(60)]
    return json.dumps({"format": "double-reed-log", "version": 1, "tools": tools, "reeds": reeds})


def ten_thousand(browser, server):
    context = browser.new_context(base_url=server.url)
    page = context.new_page()
    page.set_default_timeout(600_000)
    page.goto("/reeds/files")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    start = time.monotonic()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose a file").click()
    chooser.value.set_files({"name": "many.json", "mimeType": "application/json", "buffer": many().encode()})
    take = page.get_by_role("button", name="Import", exact=True)
    take.wait_for()
    print(f"{'10,000 reeds: preview of an import':58}{(time.monotonic() - start) * 1000:9.0f} ms")
    start = time.monotonic()
    take.click()
    page.get_by_text("Imported ").wait_for()
    expect(page.locator("#saving")).to_contain_text("Saved here", timeout=600_000)
    print(f"{'10,000 reeds: imported and durable':58}{(time.monotonic() - start) * 1000:9.0f} ms", flush=True)
    start = time.monotonic()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export all as JSON").click()
    download.value.path()
    took = (time.monotonic() - start) * 1000
    print(f"{'10,000 reeds: exported as JSON':58}{took:9.0f} ms   goal 1,500 ms", flush=True)
    # The room is opened from another one, with all rows in memory.
    shown = []
    for _ in range(9):
        page.get_by_role("navigation", name="Rooms").get_by_role("link", name="Journal").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Journal")
        shown.append(page.evaluate("""() => {
          const start = performance.now();
          document.querySelector('nav a[href="/reeds"]').click();
          document.body.offsetHeight;
          return performance.now() - start;
        }"""))
        page.locator(".reed-row").first.wait_for()
    print(f"{'10,000 reeds: the front for the first time, then again':58}{shown[0]:9.1f} ms, "
          f"{statistics.median(shown[1:]):.1f} ms   goal 200 ms")
    page.locator("#reeds-find").click()
    keys = [page.evaluate(TYPE, "shaper 3"[:count]) for count in range(1, 9)]
    more = [page.evaluate(TYPE, text) for text in ["r", "r1", "r12", "staple", "staple 4", "rigotti", "don", "g"] * 4]
    print(f"{'10,000 reeds: the first key of a search':58}{keys[0]:9.1f} ms")
    line("10,000 reeds: a key of a search", keys[1:] + more, goal="goal 50 ms")
    page.evaluate(TYPE, "")
    for _ in range(8):
        page.get_by_role("button", name=re.compile("more$")).last.click()
    frames = page.evaluate(SCROLL)
    late = sum(1 for frame in frames if frame > 25)
    print(f"{'10,000 reeds: pictures while scrolling':58}{len(frames) / 2:9.1f} a second, {late} late of {len(frames)}"
          "   goal 60")
    context.close()


def main():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**CHROMIUM)
        server = Server()
        for part in sys.argv[1:] or ["saving", "many", "killed"]:
            if part == "saving":
                saving(browser, server)
            elif part == "many":
                ten_thousand(browser, server)
            else:
                killed(playwright, server)
        server.stop()
        browser.close()


if __name__ == "__main__":
    main()
