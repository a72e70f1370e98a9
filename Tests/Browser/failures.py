"""What a failing test leaves in `.build/failures`: pictures, traces, and what browsers and servers said."""

import contextlib
import re
import shutil

from playwright.sync_api import Error
from selenium.common.exceptions import WebDriverException

from driven import Driven
from server import ROOT, Server

FOLDER = ROOT / ".build/failures"


def forget():
    """Removes what an earlier run has left."""
    shutil.rmtree(FOLDER, ignore_errors=True)


def leave(item, error):
    """Keeps what a test shows just now, under its name; gives the words on its pages."""
    words = []
    folder = FOLDER / re.sub(r"[^\w.\[\]-]+", "-", f"{item.path.stem}-{item.name}")
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "error.txt", "a") as file:
        file.write(f"{error}\n")
    for argument in item.funcargs.values():
        if isinstance(argument, Driven):
            with contextlib.suppress(WebDriverException):
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
