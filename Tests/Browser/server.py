"""The built server, and web builds for it to serve."""

import contextlib
import itertools
import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WOODSHED = Path(os.environ.get("WOODSHED", ROOT / ".build/release/woodshed"))
WEB = Path(os.environ.get("WOODSHED_WEB", ROOT / ".build/release/web"))
VECTORS = Path(os.environ.get("WOODSHED_VECTORS", ROOT / ".build/release/vectors"))
BUILD_WEB = Path(os.environ.get("WOODSHED_BUILD_WEB", ROOT / ".build/release/build-web"))

# Ports below those that a system hands out, so that nothing takes the place of a server that is away for a moment.
# Each process that runs tests has a stretch of its own, and uses no port twice: browsers keep things by address.
STRETCH = 2_000
WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
PORTS = itertools.count(random.randrange(STRETCH))


def next_port():
    for number in PORTS:
        port = 12_000 + WORKER % 8 * STRETCH + number % STRETCH
        with socket.socket() as trial, contextlib.suppress(OSError):
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(("", port))
            return port


class Server:
    """One running server, with data of its own unless `data` is a folder."""

    # By address, so that a browser that is sent there can be signed in.
    running = {}

    def __init__(self, web=WEB, port=None, data=None, options=()):
        self.own = tempfile.TemporaryDirectory(prefix="woodshed-")
        self.data = Path(data or self.own.name)
        self.log = open(Path(self.own.name) / "log", "w+")
        self.process = subprocess.Popen(
            [WOODSHED, "serve", "--port", str(port or next_port()), "--data", self.data, "--web", web, *options],
            stdout=subprocess.PIPE, stderr=self.log, text=True)
        line = self.process.stdout.readline()
        address = re.fullmatch(r"Woodshed is open at (http://localhost:(\d+))/\n", line)
        if not address:
            self.process.kill()
            self.log.seek(0)
            raise RuntimeError(f"The server did not start: {line}{self.log.read()}")
        self.url, self.port = address[1], int(address[2])
        self.link = self.process.stdout.readline().split()[-1]
        self._cookie = None
        Server.running[self.url] = self

    def ask(self, path, body=None, **headers):
        """Asks as a page of ours would; a body goes as JSON. Gives the answer's JSON and its headers."""
        headers = {"Sec-Fetch-Site": "same-origin", "Content-Type": "application/json", **headers}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer), answer.headers

    @property
    def cookie(self):
        """The cookie of the owner, who has followed the server's link: as Playwright and Selenium take it."""
        if not self._cookie:
            token = self.link.split("#")[1]
            _, headers = self.ask("/v1/signin/launch", {"token": token, "device": "Test"})
            self._cookie = headers["Set-Cookie"].split(";")[0].split("=", 1)
        name, value = self._cookie
        return {"name": name, "value": value, "httpOnly": True, "sameSite": "Strict"}

    @property
    def is_running(self):
        return self.process.poll() is None

    def stop(self):
        """Ends it as a system does, and holds it to a clean end."""
        if Server.running.get(self.url) is self:
            del Server.running[self.url]
        self.process.send_signal(signal.SIGTERM)
        try:
            code = self.process.wait(20)
        finally:
            self.process.kill()
            self.process.stdout.close()
            self.log.close()
            self.own.cleanup()
        assert code == 0, f"the server ended with exit code {code}"


def sign_in(context, url):
    """Signs a browser in as the owner of the server at an address."""
    context.add_cookies([{**Server.running[url].cookie, "url": url}])


def build_version(folder, mark, early=""):
    """Builds a version of the app that bears `mark` in its style and in a script; `early` runs before all other scripts."""
    sources = folder / f"Web-{mark}"
    shutil.copytree(ROOT / "Web", sources)
    with open(sources / "styles/tokens.css", "a") as style:
        style.write(f":root {{ --mark: {mark}; }}\n")
    with open(sources / "wasi.js", "a") as script:
        script.write(f'document.documentElement.dataset.mark = "{mark}";\n')
    with open(sources / "early.js", "a") as script:
        script.write(early)
    [program] = (WEB / "assets").glob("program-*.wasm")
    [rest] = (WEB / "assets").glob("rest-*.wasm")
    [player] = (WEB / "assets").glob("player-*.wasm")
    [listener] = (WEB / "assets").glob("listener-*.wasm")
    output = folder / mark
    output.mkdir()
    [trials] = (WEB / "assets").glob("trials-*.wasm")
    [clerk] = (WEB / "assets").glob("clerk-*.wasm")
    [stage] = (WEB / "assets").glob("stage-*.wasm")
    [analyst] = (WEB / "assets").glob("analyst-*.wasm")
    programs = [
        f"program={program}", f"rest={rest}", f"trials={trials}", f"player={player}", f"listener={listener}", f"clerk={clerk}",
        f"stage={stage}", f"analyst={analyst}"]
    subprocess.run([BUILD_WEB, sources, output, *programs], check=True)
    return output


def files_of(web):
    """The addresses of a web build's hashed files."""
    return {f"/assets/{file.name}" for file in (web / "assets").iterdir()}
