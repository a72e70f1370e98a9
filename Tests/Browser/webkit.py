"""WebKit's own small browser, driven over WebDriver on a screen of its own."""

import contextlib
import os
import shutil
import subprocess
import tempfile

import pytest
from selenium.common.exceptions import WebDriverException
from selenium.webdriver import Keys, WebKitGTK, WebKitGTKOptions
from selenium.webdriver.webkitgtk.service import Service

from driven import SECONDS, Driven

MINI_BROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser"


class Screen:
    """A display that nobody sees."""

    def __init__(self):
        reading, writing = os.pipe()
        self.process = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1500x1000x24", "-nolisten", "tcp"],
            pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading) as number:
            self.name = f":{number.readline().strip()}"

    def close(self):
        self.process.terminate()
        self.process.wait()


class WebKit(Driven):
    """A browser that has never been here."""

    def __init__(self, screen, url):
        self.screen = screen
        self.log = tempfile.NamedTemporaryFile(prefix="woodshed-webkit-", suffix=".log")
        super().__init__(self.start(), url)

    def start(self):
        options = WebKitGTKOptions()
        options.binary_location = MINI_BROWSER
        options.add_argument("--automation")
        environment = {**os.environ, "DISPLAY": self.screen.name, "LIBGL_ALWAYS_SOFTWARE": "1",
                       "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}
        service = Service("/usr/bin/WebKitWebDriver", log_output=self.log.name, env=environment)
        driver = WebKitGTK(options=options, service=service)
        # A program that computes in a script may take as long as a page that loads: the driver's own 30 seconds are too short
        # on a slow machine.
        driver.set_page_load_timeout(2 * SECONDS)
        driver.set_script_timeout(2 * SECONDS)
        return driver

    def close(self):
        try:
            super().close()
        finally:
            # Left to the collector, the file would be named as unclosed in whatever walk comes next.
            self.log.close()

    def leave(self, folder):
        shutil.copy(self.log.name, folder / "webkit.log")
        super().leave(folder)

    @property
    def fault(self):
        """What went wrong in WebKit itself, if something did: its process has ended, or its compiler let a program leave its memory,
        which no program of ours can, and which Chromium never reports of the same walks (Docs/Decisions/0042)."""
        try:
            if not self.driver.window_handles:
                return "WebKit has ended"
            said = self.run("return document.querySelector('main.failure pre')?.textContent ?? ''")
            return next((line for line in said.splitlines() if "Out of bounds memory access" in line), None)
        except WebDriverException:
            return "WebKit has ended"

    def visit(self, server, is_signed_in=True):
        """Goes on at a server where it has never been, as its owner unless told otherwise."""
        self.server, self.url, self.is_signed_in = server, server.url, is_signed_in
        try:
            self.sign_in()
        except WebDriverException as error:
            # A browser that cannot even load a line of text hangs, and would in all walks to come.
            print(f"\n  WebKit hangs, another takes its place: {error.msg}")
            self.restart()
            self.sign_in()

    def sign_in(self):
        if self.is_signed_in:
            self.driver.get(self.url + "/healthz")
            self.driver.add_cookie(self.server.cookie)

    def restart(self):
        """Takes another browser in the place of one that hangs or has failed."""
        with contextlib.suppress(WebDriverException):
            self.driver.quit()
        self.driver = self.start()


@pytest.fixture(scope="module")
def screen():
    screen = Screen()
    yield screen
    screen.close()


@pytest.fixture(scope="module")
def browser(screen):
    browser = WebKit(screen, "about:blank")
    yield browser
    browser.close()


@pytest.fixture
def webkit(browser, server):
    """The browser at an address where it has never been."""
    browser.visit(server)
    return browser


__all__ = ["Keys", "Screen", "WebKit", "browser", "screen", "webkit"]
