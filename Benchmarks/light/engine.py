"""Plays the same visit to the stage of Light again and again in WebKit and Chromium, and prints whether the results are the same.

Nothing of the app is around the program: a bare worker makes it from its bytes, plays, and hashes all that it tells and draws. An
engine that replaces code while it runs must not change what comes out (Docs/Decisions/0042). Run it by hand when an engine has a new
version: `.build/venv/bin/python Benchmarks/light/engine.py --runs 300`, after `make build` and `make test-browser`. It takes a
second a run.
"""

import argparse
import collections
import functools
import http.server
import sys
import threading
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/Browser"))
from conftest import ENGINE  # noqa: E402
from webkit import Screen, WebKit  # noqa: E402

VISITS = 3  # of one program: the first runs while the engine compiles

WORKER = """
const encoder = new TextEncoder();
const moments = (seed) => () => (seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff) / 0x80000000;

// Chords, sets and ribbons, with pictures between them.
const visit = (module) => {
  const nothing = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) (nothing[from] ??= {})[name] = () => 0;
  const program = new WebAssembly.Instance(module, nothing).exports;
  const random = moments(7);
  let hash = 0x811c9dc5;
  let time = 1e6;
  const leave = (text) => {
    const bytes = encoder.encode(text);
    const start = program.room(bytes.length) >>> 0;
    new Uint8Array(program.memory.buffer, start, bytes.length).set(bytes);
    return bytes.length;
  };
  const eat = (count) => {
    for (const byte of new Uint8Array(program.memory.buffer, program.paper() >>> 0, count)) hash = Math.imul(hash ^ byte, 16777619) >>> 0;
  };
  const draw = () => {
    time += random() < 0.3 ? Math.floor(random() * 5e5) : 16000;
    const state = program.draw(time);
    eat(program.news());
    if (state & 1) eat(program.pixels());
  };
  const tell = (...parts) => program.take(leave(parts.join("\\x1F")), time);
  const press = (code) => { for (const flags of [1, 0]) program.press(leave(code), flags, time); };
  program.start(12345, 0);
  program.reshape(1144, 430);
  tell("sets", "");
  tell("ribbons", 0, 0, 1);
  tell("manner", 0, 1);
  for (let step = 0; step < 40; step++) {
    if (step % 9 === 4) press("BracketRight");
    else if (step % 3 === 0) press(`Digit${step % 8 + 1}`);
    else tell("slide", step % 2, random().toFixed(2));
    eat(program.picture(leave("app:tide"), step % 8, 96, 54));
    do draw(); while (random() < 0.5);
  }
  return hash;
};

onmessage = ({ data: { bytes, visits } }) => {
  const results = [];
  try {
    const module = new WebAssembly.Module(bytes);
    for (let number = 0; number < visits; number++) results.push(visit(module));
  } catch ({ message }) {
    results.push(message);
  }
  postMessage(results.join(" "));
};
"""

PAGE = """<!doctype html><meta charset="utf-8"><script>
window.counts = {};
window.play = async (runs, visits) => {
  const bytes = await (await fetch("stage.wasm")).arrayBuffer();
  for (let ran = 0; ran < runs; ran++) {
    const worker = new Worker("worker.js");
    const result = await new Promise((done) => {
      worker.onmessage = ({ data }) => done(data);
      worker.onerror = ({ message }) => done(message);
      worker.postMessage({ bytes, visits });
    });
    worker.terminate();
    counts[result] = (counts[result] ?? 0) + 1;
  }
};
</script>"""


class Pages(http.server.BaseHTTPRequestHandler):
    def __init__(self, program, *rest):
        self.files = {
            "/": ("text/html", PAGE.encode()), "/worker.js": ("text/javascript", WORKER.encode()),
            "/stage.wasm": ("application/wasm", program)}
        super().__init__(*rest)

    def do_GET(self):
        kind, body = self.files.get(self.path, ("text/plain", b""))
        self.send_response(200 if body else 404)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def tell(engine, counts):
    """Most runs have the true result; what else came is printed whole."""
    counts = collections.Counter(counts)
    (usual, alike), *others = counts.most_common()
    print(f"{engine:10}{alike} of {counts.total()} runs alike")
    for result, count in others:
        print(f"{'':10}{count}: {result} instead of {usual}")


def in_chromium(url, runs):
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=ENGINE, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(url)
        page.evaluate("([runs, visits]) => play(runs, visits)", [runs, VISITS])
        counts = page.evaluate("counts")
        browser.close()
    return counts


def in_webkit(url, runs):
    screen = Screen()
    try:
        webkit = WebKit(screen, url)
        webkit.driver.get(url)
        webkit.driver.set_script_timeout(60 + 10 * runs)
        counts = webkit.driver.execute_async_script(
            "play(arguments[0], arguments[1]).then(() => arguments[2](counts))", runs, VISITS)
        webkit.close()
    finally:
        screen.close()
    return counts


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=300)
    runs = parser.parse_args().runs
    (program,) = (ROOT / ".build/release/web/assets").glob("stage-*.wasm")
    server = http.server.ThreadingHTTPServer(("localhost", 0), functools.partial(Pages, program.read_bytes()))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://localhost:{server.server_port}/"
    tell("Chromium", in_chromium(url, runs))
    tell("WebKit", in_webkit(url, runs))
    server.shutdown()


main()
