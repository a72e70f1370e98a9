"""Prints how soon Light shows its first picture and what its pictures cost in Chromium, beside a plain page of eight rectangles.

Run by `make bench`; WebGL runs in software here, so ratios say more than milliseconds. It fails only when something does not work.
`--minutes 10` drags a ribbon for so long instead, and prints for each minute what pictures cost and what memory the page has.
"""

import argparse
import statistics
import sys
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Tests/Browser"))
from app import until  # noqa: E402
from server import Server, sign_in  # noqa: E402

SECONDS = 10
ARGUMENTS = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--js-flags=--expose-gc"]

# Eight rectangles that change their colour in each picture, as a page would draw them that does nothing else.
PLAIN = """
<!doctype html><canvas width="960" height="540"></canvas><script type="module">
const gl = document.querySelector("canvas").getContext("webgl2", { alpha: false, antialias: false });
const shader = (kind, text) => { const made = gl.createShader(kind); gl.shaderSource(made, text); gl.compileShader(made); return made; };
const program = gl.createProgram();
gl.attachShader(program, shader(gl.VERTEX_SHADER, `#version 300 es
in vec2 corner; uniform vec4 box; void main() { gl_Position = vec4(box.xy + corner * box.zw, 0, 1); }`));
gl.attachShader(program, shader(gl.FRAGMENT_SHADER, `#version 300 es
precision highp float; uniform vec4 colour; out vec4 shown; void main() { shown = colour; }`));
gl.linkProgram(program);
gl.useProgram(program);
gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([0, 0, 1, 0, 0, 1, 1, 1]), gl.STATIC_DRAW);
gl.enableVertexAttribArray(0);
gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
const [box, colour] = ["box", "colour"].map((name) => gl.getUniformLocation(program, name));
window.times = [];
const draw = (time) => {
  window.times.push(time);
  for (let place = 0; place < 8; place++) {
    gl.uniform4f(box, -1 + place / 4, -1, 0.25, 2);
    gl.uniform4f(colour, (time / 1000 + place / 8) % 1, place / 8, 0.5, 1);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  }
  requestAnimationFrame(draw);
};
requestAnimationFrame(draw);
</script>"""

FIRST_LIGHT = """() => new Promise((done) => {
  const look = () => document.querySelector(".light-chord canvas") ? done(performance.now()) : requestAnimationFrame(look);
  look();
})"""


def quantile(values, part):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * part))]


def drag(page, seconds):
    """Drags along the hue ribbon, to and fro."""
    box = page.locator(".light-ribbon").first.bounding_box()
    end = time.monotonic() + seconds
    page.mouse.move(box["x"] + 5, box["y"] + 20)
    page.mouse.down()
    place = 0
    while time.monotonic() < end:
        place = (place + 7) % 200
        way = abs(place - 100) / 100
        page.mouse.move(box["x"] + 5 + (box["width"] - 10) * way, box["y"] + 20)
    page.mouse.up()


def stage_of(page):
    [worker] = [worker for worker in page.workers if "light-stage" in worker.url]
    return worker


def works(page):
    return stage_of(page).evaluate("() => self.works.splice(0).filter((work) => work !== undefined)")


def page_work(session) -> float:
    """What the page's own thread has worked since it was made, in milliseconds, without what this program asked of it."""
    metrics = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    return (metrics["TaskDuration"] - metrics["DevToolsCommandDuration"]) * 1000


def memory(browser_page) -> int:
    """What the page's process holds, in kilobytes, once page and stage have given back what they no longer use."""
    for place in (browser_page, *browser_page.workers):
        place.evaluate("() => gc()")
    session = browser_page.context.browser.new_browser_cdp_session()
    processes = [each["id"] for each in session.send("SystemInfo.getProcessInfo")["processInfo"] if each["type"] == "renderer"]
    session.detach()
    sizes = [Path(f"/proc/{each}/status").read_text().split("VmRSS:")[1].split()[0] for each in processes]
    return max(int(size) for size in sizes)


def endure(page, minutes: int) -> None:
    gaps = """() => {
      window.gaps = [];
      let last = performance.now();
      const look = (time) => { window.gaps.push(time - last); last = time; requestAnimationFrame(look); };
      requestAnimationFrame(look);
    }"""
    page.evaluate(gaps)
    for minute in range(1, minutes + 1):
        works(page)
        page.evaluate("() => { window.gaps = []; }")
        drag(page, 60)
        own, between = works(page), page.evaluate("() => window.gaps")
        late = sum(gap > 50 for gap in between) / max(len(between), 1)
        print(f"minute {minute:2}: {len(own) / 60:.0f} pictures a second, {statistics.median(own):.1f} ms in the middle, "
              f"99 of 100 within {quantile(own, 0.99):.1f} ms; the page's own pictures: {late:.2%} later than 50 ms; "
              f"{memory(page) / 1024:.0f} MB", flush=True)


# When the instrument hands a picture to the other window, and when that has heard of one and drawn it; both in milliseconds since 1970.
HANDED = """() => {
  self.handed = [];
  const post = BroadcastChannel.prototype.postMessage;
  BroadcastChannel.prototype.postMessage = function (data) {
    self.handed.push(performance.timeOrigin + performance.now());
    return post.call(this, data);
  };
}"""
DRAWN = """() => {
  self.drawn = [];
  const now = () => performance.timeOrigin + performance.now();
  const ask = self.requestAnimationFrame;
  let heard = 0;
  self.ear = new BroadcastChannel("woodshed.light");
  self.ear.onmessage = () => { heard ||= now(); };
  self.requestAnimationFrame = (draw) => ask((time) => {
    draw(time);
    if (heard) self.drawn.push([heard, now()]);
    heard = 0;
  });
}"""


def second_screen(playwright, server) -> None:
    """How long after the instrument's own picture the second screen has drawn the same."""
    # In the engine alone, both windows are in front.
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium-headless-shell", args=ARGUMENTS)
    context = browser.new_context(base_url=server.url, viewport={"width": 1096, "height": 830})
    sign_in(context, server.url)
    page, screen = context.new_page(), context.new_page()
    page.goto("/light")
    page.evaluate(FIRST_LIGHT)
    # Without a graphics card, two large pictures take longer than a frame.
    screen.set_viewport_size({"width": 480, "height": 270})
    screen.goto("/light/screen")
    until(screen, lambda: any("light-stage" in each.url for each in screen.workers)
          and stage_of(screen).evaluate("() => (self.works ?? []).length > 0"))
    stage_of(page).evaluate(HANDED)
    stage_of(screen).evaluate(DRAWN)
    drag(page, SECONDS)
    handed, drawn = stage_of(page).evaluate("() => self.handed"), stage_of(screen).evaluate("() => self.drawn")
    delays = [shown - max(moment for moment in handed if moment <= heard) for heard, shown in drawn if handed[0] <= heard]
    gaps = [after - before for before, after in zip(handed, handed[1:])]
    print(f"the second screen's picture after the first: {statistics.median(delays):.1f} ms in the middle, 99 of 100 within "
          f"{quantile(delays, 0.99):.1f} ms; the first draws one each {statistics.median(gaps):.1f} ms, the second {len(drawn) / len(handed):.0%} of them")
    browser.close()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=int, default=0)
    minutes = parser.parse_args().minutes
    server = Server()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=ARGUMENTS)
        context = browser.new_context(base_url=server.url, viewport={"width": 1096, "height": 830})
        sign_in(context, server.url)
        page = context.new_page()
        for name in ("cold", "warm"):
            page.goto("/light")
            print(f"first light, {name:32}{page.evaluate(FIRST_LIGHT):8.0f} ms from the beginning of the page")
            # From then on the app is kept on the device, and so is the compiled program.
            page.wait_for_function("navigator.serviceWorker.controller || navigator.serviceWorker.ready.then(() => true)")
            time.sleep(2)
        page.goto("/journal")
        page.get_by_role("heading", level=1).wait_for()
        before = page.evaluate("() => performance.now()")
        page.get_by_role("navigation").get_by_role("link", name="Light").click()
        print(f"first light, the room opened in the app    {page.evaluate(FIRST_LIGHT) - before:8.0f} ms")
        time.sleep(1)
        if minutes:
            endure(page, minutes)
            browser.close()
            return server.stop()
        size = page.evaluate("() => { const { width, height } = document.querySelector('.light-canvas').getBoundingClientRect();"
                             " return `${Math.round(width)} × ${Math.round(height)}`; }")
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable")
        for name, busy in (("a ribbon is dragged", ""), ("the page busy 200 ms of each second", """() => {
              window.busy = setInterval(() => { const end = performance.now() + 200; while (performance.now() < end); }, 1000);
            }""")):
            if busy:
                page.evaluate(busy)
            works(page)
            before = page_work(session)
            drag(page, SECONDS)
            of_page = page_work(session) - before
            own = works(page)
            print(f"our work a picture at {size}, {name}: {statistics.median(own):.1f} ms in the middle, "
                  f"99 of 100 within {quantile(own, 0.99):.1f} ms, {len(own) / SECONDS:.0f} pictures a second")
            if not busy:
                print(f"the page's own work meanwhile, with its controls: {of_page / len(own):.1f} ms a picture")
        page.evaluate("() => clearInterval(window.busy)")
        plain = context.new_page()
        plain.set_content(PLAIN)
        plain.bring_to_front()
        time.sleep(SECONDS / 2)
        times = plain.evaluate("() => window.times")
        gaps = [after - before for before, after in zip(times, times[1:])]
        print(f"eight rectangles on a page of their own, 960 × 540: a picture each {statistics.median(gaps):.1f} ms")
        browser.close()
        second_screen(playwright, server)
    server.stop()


if __name__ == "__main__":
    main()
