"""Prints what a visible page costs while nobody does anything: bytes on the wire in both directions, and processor time.

    .build/venv/bin/python Benchmarks/sync/idle.py [SECONDS]

The browser reaches the server through a port that counts. The processor time is that of the page's process. The default is
three of the requests that the server holds; it measures for three minutes at most.
"""

import contextlib
import socket
import sys
import threading
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Tests/Browser"))
from app import show, worker_is_ready  # noqa: E402
from ledger import is_synced  # noqa: E402
from server import Server, next_port, sign_in  # noqa: E402

BYTES_A_MINUTE = 2_000
SHARE_OF_A_CORE = 0.001


class Counter:
    """A port that passes everything on to another, and counts it."""

    def __init__(self, port):
        self.target = port
        self.up = self.down = self.requests = 0
        self.port = next_port()
        listener = socket.create_server(("localhost", self.port))
        threading.Thread(target=self.accept, args=(listener,), daemon=True).start()

    def accept(self, listener):
        while True:
            client, _ = listener.accept()
            server = socket.create_connection(("localhost", self.target))
            for ends in ((client, server), (server, client)):
                threading.Thread(target=self.carry, args=(*ends, client), daemon=True).start()

    def carry(self, source, sink, client):
        try:
            while data := source.recv(65_536):
                if source is client:
                    self.up += len(data)
                    self.requests += 1
                else:
                    self.down += len(data)
                sink.sendall(data)
        except OSError:
            pass
        # When one end closes, so does the other, which ends its thread.
        for end in (source, sink):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    @property
    def all(self):
        return self.up, self.down, self.requests


def processor_seconds(devtools):
    """What the page's process has used."""
    metrics = devtools.send("Performance.getMetrics")["metrics"]
    return next(each["value"] for each in metrics if each["name"] == "ProcessTime")


def is_quiet(page, counter):
    """Waits until nothing has been sent for five seconds: what belongs to a first visit is over."""
    before = None
    while counter.all != before:
        before = counter.all
        page.wait_for_timeout(5_000)


def main():
    seconds = min(int(sys.argv[1]) if len(sys.argv) > 1 else 150, 180)
    server = Server()
    counter = Counter(server.port)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=[
            "--no-sandbox", f"--host-resolver-rules=MAP localhost:{server.port} localhost:{counter.port}"])
        context = browser.new_context(base_url=server.url)
        sign_in(context, server.url)
        page = context.new_page()
        show(page, "/journal")
        worker_is_ready(page)
        is_synced(page)
        is_quiet(page, counter)
        devtools = context.new_cdp_session(page)
        devtools.send("Performance.enable")
        began, sent, used = time.monotonic(), counter.all, processor_seconds(devtools)
        time.sleep(seconds)
        lasted, used = time.monotonic() - began, processor_seconds(devtools) - used
        up, down, requests = (after - before for before, after in zip(sent, counter.all))
        browser.close()
    server.stop()
    print(f"A visible page for {lasted:.0f} s: {requests} requests, {up} bytes up, {down} bytes down")
    print(f"  {(up + down) * 60 / lasted:.0f} bytes a minute   (goal {BYTES_A_MINUTE})")
    print(f"  {used / lasted:.3%} of a core   (goal {SHARE_OF_A_CORE:.1%})")


if __name__ == "__main__":
    main()
