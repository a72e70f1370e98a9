"""Prints how long changes of the page take in Chromium, beside plain hand-written DOM code.

Run by `make bench`; it prints figures and fails only when something does not work.
"""

import statistics
from pathlib import Path
from playwright.sync_api import sync_playwright

from server import serve

HERE = Path(__file__).parent
RUNS = 25


def main() -> None:
    with serve(".build/workbench") as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(address)
        page.get_by_role("heading", name="Workbench").wait_for()
        page.evaluate((HERE / "plain.js").read_text())
        measure = (HERE / "measure.js").read_text()
        page.evaluate(measure, 10)
        results = page.evaluate(measure, RUNS)
        print(f"Chromium {browser.version}, {RUNS} runs each, medians in milliseconds up to layout")
        print(f"{'':28}{'Woodshed':>10}{'plain DOM':>11}{'ratio':>8}{'slowest':>9}")
        for name, times in results.items():
            ours = statistics.median(times["ours"])
            theirs = statistics.median(times["theirs"])
            ratio = ours / theirs if theirs else float("nan")
            print(f"{name:28}{ours:10.2f}{theirs:11.2f}{ratio:8.2f}{max(times['ours']):9.2f}")
        browser.close()


if __name__ == "__main__":
    main()
