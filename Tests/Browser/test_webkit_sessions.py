"""The walks of Sessions in the engine of every iPhone."""

import re

from playwright.sync_api import expect

from server import Server
from test_catalogues import publish
from test_sessions import SESSIONS, button, show
from test_webkit import is_saved
from webkit import Keys, browser, screen, webkit

COUNT = "return document.querySelectorAll(arguments[0]).length"


def begin(webkit, sample="Climbing gym (sample)", level="V4"):
    """Comes in for the first time, takes a catalogue and says a level."""
    webkit.show(SESSIONS)
    webkit.click(webkit.button(sample))
    webkit.find("h2", "About you")
    type_into(webkit, labelled(webkit, "Level (optional)"), level)
    webkit.click(webkit.button("Done"))
    webkit.find("#sessions-start")
    # Whoever leaves before that may leave without the gym.
    is_saved(webkit, "Saved here")


def labelled(webkit, name):
    return webkit.find("input, select, textarea", name)


def type_into(webkit, field, text):
    """As if typed or pasted: the driver types no line ends."""
    webkit.run("""arguments[0].focus(); arguments[0].value = arguments[1];
      arguments[0].dispatchEvent(new InputEvent("input", { bubbles: true }));
      arguments[0].dispatchEvent(new Event("change", { bubbles: true }));""", field, text)


def start(webkit):
    webkit.click(webkit.find("#sessions-start"))
    webkit.wait(lambda: webkit.path == "/sessions/now", "the session")


def send(webkit, number=1):
    webkit.click(webkit.find(f".going-item:nth-child({number}) button[aria-label^='Sent']"))


def tries(webkit):
    return webkit.run(COUNT, ".try")


def test_a_session_is_logged_through_a_reload_and_ended(webkit):
    webkit.show("/sessions")
    webkit.click(webkit.button("Climbing gym (sample)"))
    webkit.click(webkit.button("Skip"))
    webkit.click(webkit.button("Start"))
    webkit.wait(lambda: webkit.path == "/sessions/now", "the session")
    webkit.click(webkit.find(".going-item button[aria-label^='Sent']"))
    webkit.find(".try")
    is_saved(webkit, "Saved here")
    webkit.driver.refresh()
    webkit.find(".try")
    webkit.click(webkit.find("#going-end"))
    webkit.find("h2", "Summary")
    assert "Workout 1" in webkit.find("h1").text


def test_a_published_catalogue_is_subscribed_to_and_kept(browser, server, new_page):
    address = publish(new_page())
    # By somebody without an account: to its owner it is no news.
    browser.visit(server, is_signed_in=False)
    browser.show(address[address.index("/sessions"):])
    browser.click(browser.button("Subscribe"))
    browser.click(browser.button("Skip"))
    is_saved(browser, "Saved here")
    browser.driver.refresh()
    browser.find(".next-item")


def test_a_whole_session_offline_with_a_reload_in_it(browser):
    place = Server()
    browser.visit(place)
    try:
        begin(browser)
        is_saved(browser)
        is_kept = browser.has("'serviceWorker' in navigator")
        if is_kept:
            browser.driver.execute_async_script(
                "const done = arguments[0]; navigator.serviceWorker.ready.then(() => done());")
        place.stop()
        start(browser)
        send(browser)
        browser.wait(lambda: tries(browser) == 1, "the first try")
        if is_kept:
            browser.driver.refresh()
            browser.find("h2", "So far")
            browser.wait(lambda: tries(browser) == 1, "the try after the reload")
        browser.click(browser.find("#going-end"))
        browser.find("h2", "Summary")
    finally:
        if place.is_running:
            place.stop()
    place = Server(port=place.port)
    try:
        browser.driver.add_cookie(place.cookie)
        browser.run("document.dispatchEvent(new Event('visibilitychange'))")
        is_saved(browser)
    finally:
        place.stop()


def test_a_session_that_is_cancelled_leaves_nothing(webkit):
    begin(webkit)
    start(webkit)
    webkit.click(webkit.button("Cancel"))
    webkit.wait(lambda: webkit.path == SESSIONS, "the front")
    webkit.show("/sessions/history")
    webkit.wait(lambda: "No sessions yet" in webkit.find("main").text, "an empty history")


def test_the_summary_is_shared(webkit):
    begin(webkit)
    start(webkit)
    send(webkit)
    webkit.wait(lambda: tries(webkit) == 1, "the try")
    webkit.click(webkit.find("#going-end"))
    webkit.find("h2", "Summary")
    # This browser has nothing to share with: what would be shared is shown to a stand-in.
    webkit.run("navigator.share = (what) => { window.shared = what; return Promise.resolve(); };")
    webkit.click(webkit.find("#session-share"))
    webkit.wait(lambda: webkit.run("return window.shared?.text"), "the text")
    text = webkit.run("return window.shared.text")
    assert re.search(r"V\d", text), text
    assert "1 send" in text or "sent" in text, text


def test_a_reset_by_staff_while_a_member_is_in_a_session(webkit, new_page):
    begin(webkit)
    start(webkit)
    send(webkit)
    webkit.wait(lambda: tries(webkit) == 1, "the try")
    is_saved(webkit)
    staff = new_page()
    show(staff, SESSIONS)
    staff.get_by_role("link", name="Catalogues").click()
    staff.get_by_role("link", name=re.compile("^Climbing gym")).click()
    button(staff, "Reset a wall").click()
    sheet = staff.get_by_role("dialog")
    sheet.get_by_label("Wall").select_option(label="All walls")
    sheet.get_by_role("button", name="Remove 72 climbs").click()
    expect(staff.get_by_text(re.compile(r"^\d+ climbs removed\.$"))).to_be_visible()
    # The member's browser asks for news when its person comes back to it, and every half minute.
    webkit.run("document.dispatchEvent(new Event('visibilitychange'))")
    webkit.wait(lambda: webkit.run(COUNT, ".going-item") == 0, "nothing that is gone", seconds=90)
    assert tries(webkit) == 1


def test_an_etude_session_with_the_metronome(webkit):
    begin(webkit, "Studies", "6")
    start(webkit)
    type_into(webkit, webkit.find("#items-find"), "ferling 14")
    webkit.wait(lambda: webkit.run(COUNT, ".going-item") == 1, "one étude")
    webkit.click(webkit.find(".going-item button[aria-label^='Clean']"))
    webkit.wait(lambda: "Clean" in webkit.find(".try").text, "the try")
    webkit.click(webkit.button("Metronome"))
    running = "return document.querySelector('[aria-label=\"Active tools\"]')?.textContent ?? ''"
    webkit.wait(lambda: "Metronome" in webkit.run(running), "the metronome in the dock")
    webkit.click(webkit.button("Metronome"))
    webkit.wait(lambda: "Metronome" not in webkit.run(running), "silence")
    webkit.click(webkit.find("#going-end"))
    webkit.wait(lambda: "Étude session 1" in webkit.find("h1").text, "the summary")


def test_by_keyboard_alone(webkit):
    begin(webkit)
    webkit.run("document.querySelector('#sessions-start').focus()")
    webkit.press(Keys.ENTER)
    webkit.wait(lambda: webkit.path == "/sessions/now", "the session")
    webkit.wait(lambda: webkit.focused == "heading", "the heading's focus")
    webkit.find(".going-item")
    webkit.run("document.querySelector(\".going-item button[aria-label^='Sent']\").focus()")
    webkit.press(Keys.ENTER)
    webkit.wait(lambda: tries(webkit) == 1, "the try")
    webkit.run("document.querySelector('#going-end').focus()")
    webkit.press(Keys.ENTER)
    webkit.wait(lambda: "Workout 1" in webkit.find("h1").text, "the summary")
    webkit.wait(lambda: webkit.focused == "heading", "the heading's focus")


def test_ten_thousand_climbs_are_found_and_logged_at_once(webkit):
    begin(webkit)
    webkit.show("/sessions/catalogues")
    webkit.wait(lambda: webkit.run(COUNT, ".list-row a") > 0, "the gym")
    webkit.click(webkit.find(".list-row a"))
    webkit.click(webkit.button("Add several"))
    lines = "".join(
        f"Problem {number}\tV{number % 11}\tHall {number % 40}\tblue\tslab\n" for number in range(10_000))
    type_into(webkit, labelled(webkit, "Or type or paste"), lines)
    webkit.click(webkit.find("dialog[open] button", "Preview"))
    webkit.wait(lambda: "10000 new climbs" in webkit.find("dialog[open]").text, "the preview")
    webkit.click(webkit.find("dialog[open] button", "Import"))
    # What the driver calls an element's text is in capitals there.
    count = "return document.querySelector('.page-head .caps')?.textContent ?? ''"
    webkit.wait(lambda: "10072 climbs" in webkit.run(count), "all climbs", seconds=180)
    # Whoever leaves before that has imported nothing.
    is_saved(webkit, "Saved here")
    webkit.show(SESSIONS)
    start(webkit)
    webkit.wait(lambda: webkit.run(COUNT, ".going-item") == 40, "the first items")
    measure = """const [find, text, done] = arguments;
      const start = performance.now();
      const element = document.querySelector(find);
      if (text === null) element.click();
      else { element.value = text; element.dispatchEvent(new InputEvent("input", { bubbles: true })); }
      requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));"""
    keys = [webkit.driver.execute_async_script(measure, "#items-find", "problem 77"[:end])
            for end in range(1, 11)]
    webkit.wait(lambda: "Problem 77" in webkit.find(".going-item").text, "what was searched for")
    webkit.driver.execute_async_script(measure, "#items-find", "")
    sends = []
    for number in range(5):
        tap = f".going-item:nth-child({number + 1}) button[aria-label^='Sent']"
        sends.append(webkit.driver.execute_async_script(measure, tap, None))
        webkit.wait(lambda: tries(webkit) == number + 1, "the try")
    print(f"\n  10,000 items in WebKit: a key {sorted(keys)[5]:.0f} ms (most {max(keys):.0f}), "
          f"a send {sorted(sends)[2]:.0f} ms (most {max(sends):.0f})")
