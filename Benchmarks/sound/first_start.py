"""Prints how long the first Start of the metronome takes in Chromium, from the tap to the first click that is heard.

Run by `make bench`. The player says in which frame of its sound a click begins, and the browser says when that frame is heard;
with a null device as here, the loudspeaker's own delay is missing. It fails only when nothing is heard.
"""

import statistics
import sys
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Tests/Browser"))
from server import Server, sign_in  # noqa: E402

# Notes the last tap, when the player is there, and when its first click is heard.
WATCH = """() => {
  window.noted = {};
  addEventListener("click", ({ timeStamp }) => { if (!noted.player) noted.tap = timeStamp; }, true);
  const Node = AudioWorkletNode;
  window.AudioWorkletNode = class extends Node {
    constructor(context, ...rest) {
      super(context, ...rest);
      noted.player ??= performance.now();
      this.port.addEventListener("message", ({ data }) => {
        if (!data.told?.length || noted.heard) return;
        const { contextTime, performanceTime } = context.getOutputTimestamp();
        noted.heard = performanceTime + ((data.begin + data.told[0]) / context.sampleRate - contextTime) * 1_000;
      });
    }
  };
}"""


def start(context, *, at: str) -> dict:
    """Starts the metronome for the first time on a page that has opened at an address."""
    page = context.new_page()
    page.add_init_script(f"({WATCH})()")
    page.goto(at)
    page.get_by_role("heading", level=1).wait_for()
    if at != "/tools/metronome":
        page.get_by_role("navigation").get_by_role("link", name="Tools").click()
    # What a person takes to look.
    time.sleep(1)
    if at != "/tools/metronome":
        page.get_by_role("link", name="Metronome").first.click()
    page.get_by_role("button", name="Start", exact=True).first.click()
    page.wait_for_function("() => noted.heard")
    noted = page.evaluate("() => noted")
    page.close()
    return noted


def main() -> None:
    server = Server()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--autoplay-policy=user-gesture-required"])
        for name, at in (("on its own page", "/tools/metronome"), ("from the journal", "/journal")):
            times = []
            for _ in range(5):
                context = browser.new_context(base_url=server.url, viewport={"width": 390, "height": 844})
                sign_in(context, server.url)
                noted = start(context, at=at)
                times.append((noted["player"] - noted["tap"], noted["heard"] - noted["tap"]))
                context.close()
            player, heard = (statistics.median(values) for values in zip(*times))
            print(f"first Start {name:16} {heard:6.0f} ms to the first click, of which {player:.0f} ms until the player is there"
                  f" (slowest of 5: {max(each for _, each in times):.0f} ms)")
        browser.close()
    server.stop()


if __name__ == "__main__":
    main()
