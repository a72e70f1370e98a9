"""Runs a script in Chromium: what a browser does by itself, beside what ours does in it."""

from playwright.sync_api import sync_playwright


def run(script):
    """What a function of JavaScript answers, in an empty page."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        try:
            return browser.new_page().evaluate(script)
        finally:
            browser.close()
