"""What the app is made of, and how a test gets about in it."""

import contextlib
import re
import time
from pathlib import Path

from playwright.sync_api import expect

ROOMS = {
    "Journal": "/journal",
    "Reeds": "/reeds",
    "Tools": "/tools",
    "Light": "/light",
    "Sessions": "/sessions",
}
# The room of the tools shows the panel that showed last, at first the tuner; Light shows the set in the hand.
HEADINGS = {**{name: name for name in ROOMS}, "Tools": "Tuner", "Light": "Low tide"}
TOOLS = {
    "Tuner": "/tools/tuner",
    "Drone": "/tools/drone",
    "Metronome": "/tools/metronome",
    "Scores": "/tools/scores",
}
PAGES = {
    **{name.lower(): path for name, path in {**ROOMS, **TOOLS}.items()},
    "takes": "/journal/takes",
    "practice": "/journal/practice",
    "lessons": "/journal/lessons",
    "workshop": "/reeds/tools",
    "cane": "/reeds/cane",
    "figures": "/reeds/figures",
    "compare": "/reeds/stats/compare",
    "suggestions": "/reeds/stats/suggestions",
    "experiments": "/reeds/experiments",
    "fields": "/reeds/fields",
    "files": "/reeds/files",
    "study": "/reeds/study",
    "session": "/sessions/now",
    "history": "/sessions/history",
    "progress": "/sessions/progress",
    "catalogues": "/sessions/catalogues",
    "log files": "/sessions/files",
    "settings": "/settings",
    "account": "/account",
    "open": "/open",
    "reset": "/reset",
    "join": "/join",
    "about": "/about",
    "data": "/about/data",
    "points": "/about/points",
    "components": "/about/components",
    "sound": "/about/sound",
}
# These have a program of their own: their links load another page, and so do links away from them.
TRIALS = ("/about/components", "/about/sound")
LOST = "/no/such/page"
LOADING = "Loading your data …"

PHONE = {"width": 390, "height": 844}
TABLET = {"width": 820, "height": 1180}
WIDE = {"width": 1440, "height": 900}


def heading(page):
    return page.get_by_role("heading", level=1)


def show(page, path):
    """Opens an address and waits until the program runs there and this device's data is loaded: before that, what an export
    or a new reed's name needs is not there, and what is chosen waits."""
    finish_saving(page)
    page.goto(path)
    expect(heading(page)).to_be_visible()
    expect(page.locator("#saving", has_text=LOADING)).to_have_count(0)


def until(page, holds, seconds=60):
    """Waits until something holds. What the page asks for is answered meanwhile, also by a test's routes."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it never came"
        page.wait_for_timeout(50)


# As the browser does when a person goes back: the program hears of it and shows what is at the address.
GO = """(path) => {
  document.activeElement.blur();
  history.pushState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate", { state: null }));
}"""


def turn_to(page, path):
    """Goes to an address within the running program, once it runs."""
    expect(heading(page)).to_be_visible()
    page.evaluate(GO, path)
    expect(heading(page)).to_be_focused()
    expect(page).to_have_url(path)


def walk(page, paths):
    """Goes from address to address, within the running program where it has the page, and gives each as soon as it is
    shown."""
    first, *others = paths
    show(page, first)
    yield first
    for path in others:
        if path in TRIALS:
            show(page, path)
        else:
            turn_to(page, path)
        yield path


def finish_saving(page):
    """Waits until a page has kept what was just done there, as its foot says: leaving at once would lose it."""
    # What is done before the device's data is loaded is only on the page until then.
    expect(page.locator("#saving", has_text=re.compile(f"Saving …|{LOADING}"))).to_have_count(0)


def go_to(page, name, path):
    """Follows a room's link."""
    page.get_by_role("navigation").get_by_role("link", name=name).click()
    expect(page).to_have_url(path)
    expect(heading(page)).to_have_text(HEADINGS.get(name, name))


def worker_is_ready(page):
    """Waits until the app is kept for use without a network."""
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.evaluate("""() => navigator.serviceWorker.ready.then(({ active }) =>
      active.state === "activated" || new Promise((done) =>
        active.addEventListener("statechange", () => active.state === "activated" && done())))""")


def go_offline(*pages):
    """Takes the network away. If the app is kept for use without it, then first all of it: what is on its way would fail."""
    for page in pages:
        if page.evaluate("() => 'serviceWorker' in navigator"):
            worker_is_ready(page)
        page.context.set_offline(True)
        expect(page.get_by_text("You’re offline.")).to_be_visible()


def other_devices(page, kind):
    """As if a device of a kind were there that was not there before."""
    page.evaluate("""(kind) => {
      const devices = navigator.mediaDevices;
      const list = devices.enumerateDevices.bind(devices);
      devices.enumerateDevices = async () => [
        ...(await list()).map(({ kind }) => ({ kind, deviceId: kind, groupId: "" })),
        { kind, deviceId: `another ${kind}`, groupId: "" },
      ];
      devices.dispatchEvent(new Event("devicechange"));
    }""", kind)


def focused(page):
    """What has the keyboard: its text, label or id."""
    return page.evaluate("""() => {
      const element = document.activeElement;
      return element.ariaLabel || element.id || element.textContent.trim() || element.localName;
    }""")


def week(page):
    """The setting of the day that a week starts on."""
    return page.get_by_label("Week starts on", exact=True)


def first_day(page):
    return week(page).locator("option:checked")


def toast(page, text):
    return page.locator(".toast").filter(has_text=text)


def processes_of(folder):
    """The browser with this folder: what it runs as."""
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            parts = entry.read_bytes().split(b"\0")
            if f"--user-data-dir={folder}".encode() in parts and not any(
                    part.startswith(b"--type=") for part in parts):
                yield int(entry.parent.name)
