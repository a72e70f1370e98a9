"""Clicks and a score that go on exactly while nobody looks and the page is busy."""

import os
import time

import pytest
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service

from driven import Driven
from recorder import RECORDER

# A long run takes an hour: WOODSHED_SOUND_SECONDS=3600.
SECONDS = int(os.environ.get("WOODSHED_SOUND_SECONDS", 30))
TEMPO = 131.37
COLUMNS = [3, 2.7, 2, 2, 2, 2, 1.8, 1.5, 1.3, 1.3, 1, 1, 1]
COUNT_IN = 3

BUSY = """
  setInterval(() => {
    const end = performance.now() + 200;
    while (performance.now() < end);
  }, 1000);
  window.shown = [document.visibilityState];
  document.addEventListener("visibilitychange", () => shown.push(document.visibilityState));
"""


@pytest.fixture
def chromium_with_tabs(server):
    """A browser as a person has it, in which a tab behind another is hidden."""
    options = ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for argument in ("--headless=new", "--no-sandbox"):
        options.add_argument(argument)
    browser = Driven(Chrome(options=options, service=Service("/usr/bin/chromedriver")), server.url)
    browser.driver.set_script_timeout(20)
    yield browser
    browser.close()


def open_recorded(browser):
    """The sound page in this tab; the recorder is not ours, so the page's policy lets it in."""
    browser.driver.execute_cdp_cmd("Page.enable", {})
    browser.driver.execute_cdp_cmd("Page.setBypassCSP", {"enabled": True})
    browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": RECORDER})
    browser.show("/about/sound")


def play(browser, name):
    browser.click(browser.button(name))
    browser.wait(lambda: browser.find("#sound-stage").text == "Running.", "sound runs")
    assert answer(browser, "window.recording.then(() => 1)") == 1
    browser.run(BUSY)


def answer(browser, script):
    return browser.driver.execute_async_script(f"const done = arguments[0]; ({script}).then(done)")


def recorded(browser, tab):
    """The sample rate, how many samples there were, and where sounds began."""
    browser.driver.switch_to.window(tab)
    frames, *onsets = answer(browser, "window.onsets()")
    assert "hidden" in browser.run("return window.shown")
    return browser.run("return window.context.sampleRate"), frames, onsets


def starts(seconds):
    """When sounds of the score begin, from its first count on, within so many seconds."""
    places, at = [float(count) for count in range(COUNT_IN)], float(COUNT_IN)
    for length in COLUMNS * 13:
        places.append(at)
        at += length
    return [place for place in places if place < seconds]


def hide(browser):
    """Another tab comes before this one, and stays there for a while."""
    tab = browser.driver.current_window_handle
    browser.driver.switch_to.new_window("tab")
    browser.driver.get("about:blank")
    time.sleep(SECONDS)
    return recorded(browser, tab)


@pytest.mark.alone
def test_clicks_in_a_hidden_tab_whose_page_is_busy_are_in_time(chromium_with_tabs):
    browser = chromium_with_tabs
    open_recorded(browser)
    field = browser.find("#sound-tempo")
    browser.run("arguments[0].focus(); arguments[0].select()", field)
    field.send_keys(f"{TEMPO}\t")
    play(browser, "Clicks")
    rate, frames, onsets = hide(browser)
    beat = rate * 60 / TEMPO
    # The first sound may be cut by the beginning of the recording.
    onsets = onsets[1:]
    errors = [at - onsets[0] - round(index * beat) for index, at in enumerate(onsets)]
    print(f"\n{len(onsets)} clicks in {frames / rate:.1f} s, at most {max(map(abs, errors))} samples off")
    assert frames / rate > SECONDS / 2
    assert abs(len(onsets) - frames / beat) <= 2
    assert max(map(abs, errors)) <= 1


@pytest.mark.alone
def test_a_score_in_a_hidden_tab_whose_page_is_busy_is_in_time(chromium_with_tabs):
    browser = chromium_with_tabs
    open_recorded(browser)
    play(browser, "Sequenza VII")
    rate, frames, onsets = hide(browser)
    seconds = frames / rate
    meant = starts(seconds + 1)
    # The recording begins while it counts; of what comes then the first bar is the first three seconds long.
    first = next(index for index, at in enumerate(onsets)
                 if index + 1 < len(onsets) and abs(onsets[index + 1] - at - 3 * rate) <= 2)
    bars = onsets[first:]
    exact = [round((place - COUNT_IN) * rate) for place in meant if place >= COUNT_IN]
    assert first <= COUNT_IN, "the recording began after the count-in"
    assert len(bars) <= len(exact)
    errors = [at - bars[0] - place for at, place in zip(bars, exact)]
    print(f"{len(bars)} bars of the score in {seconds:.1f} s, at most {max(map(abs, errors))} samples off")
    assert len(bars) >= min(len([place for place in exact if place < (seconds - COUNT_IN - 2) * rate]), 169)
    assert max(map(abs, errors)) <= 1
