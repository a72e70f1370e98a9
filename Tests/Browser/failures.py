"""What a failing test leaves in `.build/failures`: pictures, traces, and what browsers and servers said."""

import contextlib
import gc
import os
import re
import shutil
import signal
import sys
import traceback
from pathlib import Path

from greenlet import greenlet
from playwright.sync_api import Error
from selenium.common.exceptions import WebDriverException

from driven import Driven
from server import ROOT, Server

FOLDER = ROOT / ".build/failures"
# No test takes this many seconds. What `make prove` runs for longer says so in its variables.
PATIENCE = 600 + max((int(value) for name, value in os.environ.items() if re.fullmatch("WOODSHED_[A-Z]+_SECONDS", name)), default=0)


def forget():
    """Removes what an earlier run has left."""
    shutil.rmtree(FOLDER, ignore_errors=True)


def folder_of(item):
    folder = FOLDER / re.sub(r"[^\w.\[\]-]+", "-", f"{item.path.stem}-{item.name}")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@contextlib.contextmanager
def watched(item):
    """Ends a test that waits for good, as for a page's answer that never comes: it fails, and says where it waits."""
    signal.signal(signal.SIGALRM, lambda *_: give_up(item))
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)


def give_up(item):
    """Writes where a test waits, and ends its process. The others' processes go on, and a new one takes this one's place."""
    waiting = [each.gr_frame for each in gc.get_objects() if isinstance(each, greenlet) and each.gr_frame]
    stacks = "\n".join("".join(traceback.format_stack(frame)) for frame in [*waiting, sys._getframe()])
    error = f"{item.nodeid} was not over after {PATIENCE} seconds.\n{stacks}"
    (folder_of(item) / "error.txt").write_text(error)
    print(error, file=sys.__stderr__, flush=True)
    for process in descendants(os.getpid()):
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    os._exit(1)


def descendants(process):
    """The processes that a process has started, and what those have."""
    for path in Path(f"/proc/{process}/task").glob("*/children"):
        # One may end meanwhile.
        with contextlib.suppress(OSError):
            for child in map(int, path.read_text().split()):
                yield from descendants(child)
                yield child


def leave(item, error):
    """Keeps what a test shows just now, under its name; gives the words on its pages."""
    words = []
    folder = folder_of(item)
    with open(folder / "error.txt", "a") as file:
        file.write(f"{error}\n")
    for argument in item.funcargs.values():
        if isinstance(argument, Driven):
            # It may have ended, or be closed already.
            with contextlib.suppress(WebDriverException, OSError):
                argument.leave(folder)
    if watch := item.funcargs.get("watch"):
        (folder / "console.txt").write_text("\n".join(watch.said))
        for number, context in enumerate(watch.contexts, start=1):
            # A context may have been closed, and a page may have ended.
            with contextlib.suppress(Error):
                for place, page in enumerate(context.pages, start=1):
                    (folder / f"page-{number}-{place}.html").write_text(page.content())
                    page.screenshot(path=folder / f"page-{number}-{place}.png", timeout=5_000)
                    words.append(f"{page.url}\n{page.locator('body').inner_text(timeout=5_000)[:2_000]}")
            with contextlib.suppress(Error):
                context.tracing.stop(path=folder / f"trace-{number}.zip")
    for server in Server.running.values():
        shutil.copy(server.log.name, folder / f"server-{server.port}.log")
    return words
