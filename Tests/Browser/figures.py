"""Measures how much the app loads and how soon it is there. Prints, and never fails.

    python Tests/Browser/figures.py
"""

from statistics import median

from playwright.sync_api import sync_playwright

from app import PHONE, show, worker_is_ready
from server import Server

VISITS = 10

TIMES = """() => new Promise((done) => {
  const answer = () => {
    const [ready] = performance.getEntriesByName("woodshed-ready");
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    if (ready && paint) done([paint.startTime, ready.startTime]);
    else requestAnimationFrame(answer);
  };
  answer();
})"""


def new_page(browser, server):
    context = browser.new_context(base_url=server.url, viewport=PHONE)
    return context.new_page()


def transfer(browser, server):
    """All bytes of the first visit, those for use without a network included."""
    page = new_page(browser, server)
    sizes = []

    def measure(request):
        answer = request.sizes()
        sizes.append((answer["responseBodySize"] + answer["responseHeadersSize"], request.url))

    page.context.on("requestfinished", measure)
    show(page, "/")
    worker_is_ready(page)
    page.wait_for_load_state("networkidle")
    page.context.close()
    return sum(size for size, _ in sizes), len(sizes)


def first_visit(browser, server):
    page = new_page(browser, server)
    page.goto("/journal")
    times = page.evaluate(TIMES)
    page.context.close()
    return times


def cold_start(browser, server):
    """A first visit with a slow phone over a slow line: 1.6 Mbit/s, 150 ms there and back, a quarter of the processor."""
    page = new_page(browser, server)
    devtools = page.context.new_cdp_session(page)
    devtools.send("Network.emulateNetworkConditions", {
        "offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000})
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.goto("/journal")
    times = page.evaluate(TIMES)
    page.context.close()
    return times


def repeat_visits(browser, server):
    page = new_page(browser, server)
    show(page, "/journal")
    worker_is_ready(page)
    for _ in range(VISITS):
        page.goto("/journal")
        yield page.evaluate(TIMES)
    page.context.close()


def report(name, times, goal):
    paint, ready = (median(each) for each in zip(*times))
    print(f"  {name:<14} first paint {paint:4.0f} ms   ready for input {ready:4.0f} ms   (goal {goal} ms)")


def main():
    server = Server()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        size, count = transfer(browser, server)
        print("The app in Chromium, medians of", VISITS)
        print(f"  {'transfer':<14} {size / 1000:.1f} KB in {count} requests   (goal 250 KB)")
        report("first visit", [first_visit(browser, server) for _ in range(VISITS)], 500)
        report("repeat visit", list(repeat_visits(browser, server)), 250)
        report("slow and cold", [cold_start(browser, server) for _ in range(VISITS // 2)], 4500)
        browser.close()
    server.stop()


if __name__ == "__main__":
    main()
