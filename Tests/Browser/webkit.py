"""WebKit's own small browser, driven over WebDriver on a screen of its own."""

import os
import subprocess
import time

from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver import Keys, WebKitGTK, WebKitGTKOptions
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait
from selenium.webdriver.webkitgtk.service import Service

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


class WebKit:
    """A browser that has never been here."""

    def __init__(self, screen, url):
        options = WebKitGTKOptions()
        options.binary_location = MINI_BROWSER
        options.add_argument("--automation")
        environment = {**os.environ, "DISPLAY": screen.name, "LIBGL_ALWAYS_SOFTWARE": "1",
                       "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}
        service = Service("/usr/bin/WebKitWebDriver", env=environment)
        self.driver = WebKitGTK(options=options, service=service)
        self.url = url

    def close(self):
        self.driver.quit()

    def show(self, path):
        self.driver.get(self.url + path)
        self.find("h1")

    def find(self, css, text=None):
        """The first element, once it is there; `text` is what it reads or is called."""
        def look(driver):
            for element in driver.find_elements(By.CSS_SELECTOR, css):
                try:
                    if text in (None, element.text, element.accessible_name):
                        return element
                except StaleElementReferenceException:
                    continue
            return None
        return WebDriverWait(self.driver, 10, 0.05).until(look, f"{css} {text or ''}")

    def wait(self, condition, words):
        WebDriverWait(self.driver, 10, 0.05).until(lambda driver: condition(), words)

    def wait_for_heading(self, text):
        self.find("h1", text)

    def button(self, text):
        return self.find("button", text)

    def click(self, element):
        self.driver.execute_script("arguments[0].scrollIntoView({ block: 'center' })", element)
        element.click()

    def press(self, *keys):
        """Presses keys where the focus is."""
        self.driver.switch_to.active_element.send_keys(*keys)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def has(self, feature):
        """Whether the browser has what a script names."""
        return self.run(f"return !!({feature})")

    @property
    def path(self):
        return self.driver.current_url.removeprefix(self.url)

    @property
    def focused(self):
        return self.run("return document.activeElement.id || document.activeElement.textContent")

    def background(self):
        return self.run("return getComputedStyle(document.body).backgroundColor")


__all__ = ["Keys", "Screen", "WebKit"]
