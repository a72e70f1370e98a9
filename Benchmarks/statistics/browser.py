"""Prints how long the page's frames are in Chromium while the map of 20 × 6 relations is worked on, and how long dots take.

Run by `make bench`; it prints figures, and fails only when something does not work. `browser.py map` and `browser.py dots`
print one part.
"""

import json
import random
import statistics
import sys
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/Browser"))
from server import Server  # noqa: E402

CHROMIUM = {"executable_path": "/usr/bin/chromium", "args": ["--no-sandbox"]}
TIMES = 7
FRAME = "goal 50 ms"

MEASURED = {
    "tie_length": (6_900, 7_700, 100), "staple_length": (4_400, 4_800, 100), "shape_width": (600, 800, 100),
    "throat_width": (400, 500, 100), "wrap_close": (-20, 30, 10), "overall_length": (6_600, 7_500, 100),
    "tip_start": (1_700, 2_300, 100), "tip_len": (200, 600, 100), "heart_len": (200, 700, 100),
    "back_len": (500, 1_500, 100), "tip_thick": (30, 150, 1_000), "heart_thick": (300, 600, 1_000),
    "back_thick": (200, 550, 1_000), "opening": (20, 150, 100), "blade_offset": (0, 30, 100), "strokes": (0, 2_000, 1),
    "scrape_time": (0, 300, 1), "clips": (0, 20, 1), "g_a_m": (500, 700, 1_000), "g_b_m": (500, 700, 1_000),
}
# With the player's score, which follows from them, there are six outcomes.
RATED = ["success", "q_response", "q_ring", "q_depth", "q_stability"]

# Remembers the page's long tasks, and how far its frames are apart.
WATCH = """
  window.tasks = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) tasks.push([startTime, startTime + duration]);
  }).observe({ type: "longtask" });
"""
# Opens a page of analysis; says when its answer stood and was on screen, the longest gap between two frames meanwhile,
# the longest task, that until the question was handed over and when that was, and how long opening itself and every
# message of the analyst took.
ASK = """(path) => new Promise((done) => {
  const frames = [];
  let isDone = false;
  const start = performance.now();
  const frame = (now) => { frames.push(now); if (!isDone) requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
  window.marks = [];
  window.handed = 0;
  const watch = new MutationObserver(() => {
    if (!document.querySelector(".stats-report:not([aria-busy=true]) .stats-headline")) return;
    watch.disconnect();
    const stood = performance.now();
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => {
      isDone = true;
      const gaps = frames.slice(1).map((time, place) => time - frames[place]);
      const own = tasks.filter(([, end]) => end > start);
      const lengths = (tasks) => tasks.map(([begin, end]) => end - begin);
      const gathering = lengths(own.filter(([begin]) => begin < handed));
      const gathered = handed - start;
      done({ stood: stood - start, gap: Math.max(...gaps), long: lengths(own), gathering, gathered, marks });
    }, 100)));
  });
  watch.observe(document.body, { subtree: true, childList: true, attributes: true });
  const link = document.querySelector(`a[href="${path}"]`);
  link.click();
  marks.push(["opening the page and asking", performance.now() - start]);
})"""
# What the page does when the analyst's worker says something.
MESSAGES = """
  const Plain = Worker;
  window.Worker = class extends Plain {
    set onmessage(deed) {
      super.onmessage = (event) => {
        const start = performance.now();
        deed(event);
        const took = performance.now() - start;
        if (window.marks) marks.push([typeof event.data === "number" ? "progress" : "drawing the answer", took]);
      };
    }
    postMessage(...parts) {
      const start = performance.now();
      super.postMessage(...parts);
      if (!window.marks) return;
      window.handed = performance.now();
      marks.push(["handing the question over", handed - start]);
    }
  };
"""


def log(count):
    """A file of reeds with twenty measurements and six outcomes that have nothing to do with each other."""
    chance = random.Random(3)
    reeds = []
    for number in range(count):
        day = f"2025-{1 + number % 12:02}-{1 + number % 28:02}"
        values = {name: chance.randint(low, high) / scale for name, (low, high, scale) in MEASURED.items()}
        rated = {name: chance.randint(1, 10) for name in RATED}
        reeds.append({
            "id": f"reed {number}", "name": f"R{number + 1}", "instrument": "oboe", "begun": day, "stage": "in_use",
            "values": values, "snapshots": [{"id": f"test {number}", "day": day, "values": rated}]})
    return json.dumps({"format": "double-reed-log", "version": 1, "reeds": reeds}).encode()


def filled(browser, server, count):
    """Opens the list of statistics pages with a log of this many reeds."""
    page = browser.new_context(base_url=server.url).new_page()
    page.set_default_timeout(600_000)
    page.add_init_script(WATCH + MESSAGES)
    page.goto("/reeds/files")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose a file").click()
    chooser.value.set_files({"name": "log.json", "mimeType": "application/json", "buffer": log(count)})
    page.get_by_role("button", name="Import", exact=True).click()
    page.get_by_text("Imported ").first.wait_for()
    expect(page.locator("#saving")).to_contain_text("Saved here", timeout=600_000)
    return page


def fresh(page):
    """The app at the list of the pages of analysis, without any answer yet."""
    page.goto("/reeds/figures")
    expect(page.locator(".stats-pages")).to_be_visible(timeout=600_000)
    expect(page.locator("#saving")).to_contain_text("Saved here", timeout=600_000)
    page.evaluate("() => new Promise((done) => requestIdleCallback(() => done()))")


def line(name, values, goal=""):
    values = sorted(values)
    print(f"{name:66}{statistics.median(values):8.1f} ms, most {values[-1]:7.1f}   {goal}", flush=True)


def busiest(trace):
    """The longest task of the page in processor time: other programs on the machine do not count."""
    events = json.loads(trace)["traceEvents"]
    main = {(e["pid"], e["tid"]) for e in events if e.get("name") == "thread_name" and e["args"]["name"] == "CrRendererMain"}
    tasks = [e for e in events if (e["pid"], e["tid"]) in main and e["ph"] == "X" and "RunTask" in e["name"]]
    return max((e.get("tdur", 0) / 1000 for e in tasks), default=0)


def ask(page, what, subject, times=TIMES):
    answers = []
    for number in range(times):
        fresh(page)
        page.context.browser.start_tracing(page=page, categories=["toplevel", "devtools.timeline"])
        answer = page.evaluate(ASK, f"/reeds/stats/{subject}")
        answer["busy"] = busiest(page.context.browser.stop_tracing())
        answers.append(answer)
    line(f"{what}: from the tap to the answer", [each["stood"] for each in answers])
    line(f"{what}: the longest gap between frames", [each["gap"] for each in answers], FRAME)
    line(f"{what}: the longest task", [max(each["long"], default=0) for each in answers], FRAME)
    line(f"{what}: the same, of its own time", [each["busy"] for each in answers], FRAME)
    line(f"{what}: from the tap until the reeds are gathered", [each["gathered"] for each in answers])
    line(f"{what}: the longest task until then", [max(each["gathering"], default=0) for each in answers], FRAME)
    for name in ["opening the page and asking", "handing the question over", "progress", "drawing the answer"]:
        most = [max((took for mark, took in each["marks"] if mark == name), default=0) for each in answers]
        line(f"{what}: {name}", most)


def main():
    parts = sys.argv[1:] or ["map", "dots"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**CHROMIUM)
        server = Server()
        for count in [100, 1_000] if "map" in parts else []:
            ask(filled(browser, server, count), f"map of {count:,} reeds", "relations")
        if "dots" in parts:
            page = filled(browser, server, 10_000)
            ask(page, "10,000 reeds, one by one", "scatter", times=3)
        server.stop()
        browser.close()


if __name__ == "__main__":
    main()
