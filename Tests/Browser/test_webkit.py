"""The main walks in the engine of every iPhone."""

import contextlib
import os
import signal
from pathlib import Path

import pytest
from playwright.sync_api import expect
from selenium.common.exceptions import WebDriverException

from app import HEADINGS, LOST, PAGES, ROOMS
from failures import descendants
from server import Server
from test_accessibility import AXE
from test_tabs import LEAVE
from webkit import Keys, browser, screen, webkit

LEAVE_BY_KEY = f"({LEAVE})(arguments[0])"
LIGHT, DARK = "rgb(247, 243, 234)", "rgb(22, 19, 15)"


def test_first_visit(webkit):
    webkit.show("/")
    webkit.wait_for_heading("Journal")
    assert webkit.path == "/journal"
    assert webkit.driver.title == "Journal · Woodshed"
    assert webkit.run("return document.querySelectorAll('h1').length") == 1
    links = webkit.run("return [...document.querySelectorAll('nav.rooms li')].map(li => li.textContent)")
    assert links == list(ROOMS)


def test_rooms_by_link_back_and_forward(webkit):
    webkit.show("/sessions")
    for name, path in ROOMS.items():
        webkit.click(webkit.find("nav a", name))
        webkit.wait_for_heading(HEADINGS[name])
        assert webkit.path == path
        assert webkit.focused == "heading"
    webkit.driver.back()
    webkit.wait_for_heading("Light")
    webkit.driver.forward()
    webkit.wait_for_heading("Sessions")


def test_deep_links(webkit):
    for path in PAGES.values():
        webkit.show(path)
        assert webkit.path == path
    webkit.show(LOST)
    webkit.wait_for_heading("There is nothing at this address")


def test_shortcuts(webkit):
    webkit.show("/about")
    for key, name in zip("12345,", [*ROOMS, "Settings"]):
        webkit.press(key)
        webkit.wait_for_heading(HEADINGS.get(name, name))
        assert webkit.focused == "heading"
        # There the digits are chords.
        if name == "Light":
            webkit.show("/about")


def test_the_sheet_of_shortcuts(webkit):
    webkit.show("/journal")
    link = webkit.find("nav a", "Light")
    webkit.run("arguments[0].focus()", link)
    webkit.press("?")
    webkit.find("dialog[open]")
    assert webkit.run("return !!document.activeElement.closest('dialog')")
    webkit.press(Keys.ESCAPE)
    webkit.wait(lambda: not webkit.run("return !!document.querySelector('dialog[open]')"), "closed")
    assert webkit.focused == "Light"


def is_saved(webkit, text="saved on the server"):
    webkit.wait(lambda: text in webkit.find("#saving").text, text)


def test_theme_and_settings_survive_reload(webkit):
    def first_day():
        return webkit.run("return arguments[0].value", webkit.find("#first-day"))

    webkit.show("/settings")
    # Before that nothing can be chosen.
    is_saved(webkit, "Saved here")
    webkit.click(webkit.find("#theme-2"))
    webkit.wait(lambda: webkit.background() == DARK, "dark")
    choose = "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('change', { bubbles: true }))"
    webkit.run(choose, webkit.find("#first-day"), "2")
    is_saved(webkit, "Saved here")
    webkit.driver.refresh()
    webkit.wait_for_heading("Settings")
    assert webkit.background() == DARK
    is_saved(webkit, "Saved here")
    assert webkit.find("#theme-2").is_selected()
    assert first_day() == "2"
    webkit.click(webkit.find("#theme-1"))
    webkit.wait(lambda: webkit.background() == LIGHT, "light")
    webkit.click(webkit.button("Reset all settings"))
    webkit.wait(lambda: first_day() == "0", "reset")
    webkit.click(webkit.find(".toast button", "Undo"))
    webkit.wait(lambda: first_day() == "2", "undone")


def replace_text(webkit, field, text):
    def is_typed():
        webkit.run("arguments[0].focus(); arguments[0].select()", field)
        try:
            field.send_keys(text)
        except WebDriverException:
            # The driver gives up, without a word, where the page is busy just then.
            return False
        return True
    webkit.wait(is_typed, f"typed {text}")


def test_number_field(webkit):
    webkit.show("/settings")
    field = webkit.find("#a4")

    def reads(text):
        webkit.wait(lambda: field.get_property("value") == text, text)

    replace_text(webkit, field, "442,5")
    reads("442,5")
    field.send_keys(Keys.ENTER)
    reads("442.5")
    field.send_keys(Keys.ARROW_UP, Keys.PAGE_UP)
    reads("443.6")
    webkit.button("A4 reference: less").send_keys(Keys.ENTER)
    reads("443.5")
    replace_text(webkit, field, "high")
    field.send_keys(Keys.TAB)
    webkit.wait(lambda: "Enter a number" in webkit.find("#a4-note").text, "problem")
    assert field.get_attribute("aria-invalid") == "true"
    is_saved(webkit, "Saved here")
    webkit.driver.refresh()
    field = webkit.find("#a4")
    reads("443.5")


def test_components(webkit):
    webkit.show("/about/components")
    chip = webkit.button("A")
    webkit.click(chip)
    webkit.wait(lambda: chip.get_attribute("aria-pressed") == "true", "chip")
    webkit.click(webkit.find("#needle-2"))
    assert webkit.find("#needle-2").is_selected()
    assert webkit.run("return document.getElementById('c-mixed').indeterminate")
    webkit.click(webkit.find("#c-check"))
    assert not webkit.find("#c-check").is_selected()
    webkit.click(webkit.button("Delete Tombeau, bars 1 to 32"))
    webkit.click(webkit.find(".toast button", "Undo"))
    webkit.button("Delete Tombeau, bars 1 to 32")
    webkit.click(webkit.button("Ask the server"))
    webkit.wait(lambda: webkit.find("#c-report").text == "The server is up.", "answer")


def test_dialogs(webkit):
    webkit.show("/about/components")
    for opener in ("Open a dialog", "Open a sheet"):
        webkit.click(webkit.button(opener))
        webkit.find("dialog[open]")
        webkit.click(webkit.find("dialog[open] button", "Close"))
        webkit.wait(lambda: not webkit.run("return !!document.querySelector('dialog[open]')"), "closed")


def test_typing_while_the_page_draws(webkit):
    webkit.show("/about/components")
    webkit.click(webkit.button("Count frames"))
    webkit.wait(lambda: webkit.find("#c-frames").text != "0", "frames")
    field = webkit.find("#c-text")
    field.send_keys("Staple 27", Keys.HOME, Keys.ARROW_RIGHT, "abc")
    webkit.wait(lambda: field.get_property("value") == "Sabctaple 27", "typed")
    assert webkit.run("return arguments[0].selectionStart", field) == 4


def test_a_stop_shows_the_calm_screen(webkit):
    webkit.show("/about/components")
    webkit.click(webkit.button("Stop the app"))
    webkit.wait_for_heading("Woodshed has stopped")
    assert "RuntimeError: " in webkit.run("return document.querySelector('pre').textContent")
    webkit.click(webkit.button("Reload"))
    webkit.wait_for_heading("Components")


def test_a_note_in_the_journal(webkit):
    webkit.show("/journal")
    webkit.click(webkit.find("#add-note"))
    field = webkit.find("#note-text")
    field.send_keys("Low attacks", Keys.ENTER, "- slow", Keys.ENTER, "short", Keys.ENTER, Keys.ENTER, "Tired")
    text = "Low attacks\n- slow\n- short\nTired"
    webkit.wait(lambda: field.get_property("value") == text, "a list that Enter continues and ends")
    webkit.wait(lambda: webkit.find("#note-saving").text == "Saved here", "saved")
    webkit.click(webkit.find("#note-done"))
    webkit.wait(lambda: webkit.find(".note-first").text == "Low attacks", "note")
    webkit.driver.refresh()
    webkit.wait(lambda: webkit.find(".note-first").text == "Low attacks", "note after a reload")


@pytest.mark.parametrize("after", [0, 1, 30, 299])
def test_the_last_letters_survive_a_reload(webkit, after):
    webkit.show("/journal")
    webkit.click(webkit.find("#add-note"))
    webkit.find("#note-text").send_keys("Low attack")
    webkit.wait(lambda: webkit.find("#note-saving").text == "Saved here", "saved")
    webkit.run(LEAVE_BY_KEY, after)
    webkit.find("#note-text").send_keys("s")
    webkit.wait(lambda: webkit.find(".note-first").text == "Low attacks", "all letters")
    is_saved(webkit, "Saved here")
    assert webkit.run("return Object.keys(localStorage).filter((key) => key.startsWith('woodshed.late'))") == []


def test_reeds_from_a_table_and_by_hand(webkit):
    webkit.show("/reeds/files")
    # As it is pasted: the driver types no line ends.
    webkit.run("""arguments[0].value = arguments[1];
      arguments[0].dispatchEvent(new Event("input", { bubbles: true }));""",
               webkit.find("#reeds-paste"), "Name,Tie length\nB1,72.5\nB2,long\n")
    webkit.click(webkit.button("Preview"))
    webkit.find("h2", "Pasted table")
    assert "Line 3, column 2" in webkit.find(".reed-problems").text
    webkit.click(webkit.button("Import the rest"))
    webkit.find("#reeds-paste")
    webkit.show("/reeds")
    webkit.wait(lambda: webkit.run("return document.querySelectorAll('.reed-row').length") == 2, "two reeds")
    webkit.click(webkit.find("#reed-new"))
    webkit.click(webkit.find("dialog[open] li button"))
    webkit.find("#reed-save")
    webkit.wait(lambda: webkit.run("return document.activeElement.matches('dialog input')"), "the first field")
    webkit.press("7")
    webkit.click(webkit.find("#reed-save"))
    webkit.wait(lambda: webkit.path.startswith("/reeds/reed/"), "the new reed")
    webkit.click(webkit.button("Stage: Blank. Change"))
    webkit.click(webkit.find("dialog[open] li button", "In use"))
    webkit.find("button", "Stage: In use. Change")
    webkit.driver.refresh()
    webkit.find("button", "Stage: In use. Change")


# A person's choice of a file, which the driver has no way to make: a picture of 3,000 by 2,000 dots.
CHOOSE_A_PICTURE = """
  const done = arguments[0];
  const canvas = Object.assign(document.createElement('canvas'), { width: 3000, height: 2000 });
  canvas.getContext('2d').fillRect(0, 0, 1500, 2000);
  canvas.toBlob((blob) => {
    HTMLInputElement.prototype.click = function () {
      const chosen = new DataTransfer();
      chosen.items.add(new File([blob], 'IMG_1.png', { type: 'image/png' }));
      this.files = chosen.files;
      this.dispatchEvent(new Event('change'));
    };
    done();
  });"""


def test_a_picture_of_a_reed(webkit):
    webkit.show("/reeds")
    if not webkit.has("navigator.storage?.getDirectory"):
        pytest.skip("this WebKit keeps no files")
    webkit.click(webkit.find("#reed-new"))
    webkit.click(webkit.find("dialog[open] li button"))
    webkit.wait(lambda: webkit.run("return document.activeElement.matches('dialog input')"), "the first field")
    webkit.press("7")
    webkit.click(webkit.find("#reed-save"))
    webkit.wait(lambda: webkit.path.startswith("/reeds/reed/"), "the new reed")
    webkit.driver.execute_async_script(CHOOSE_A_PICTURE)
    webkit.click(webkit.button("Add pictures"))
    width = "return document.querySelector('.thumbnail img')?.naturalWidth"
    webkit.wait(lambda: webkit.run(width) == 2_048, "the picture")
    is_saved(webkit)
    webkit.driver.refresh()
    webkit.wait(lambda: webkit.run(width) == 2_048, "the picture after a reload")


def test_takes_of_the_sample_studio(webkit):
    """Made, finished as FLAC, drawn and read again by the listening program."""
    webkit.show("/journal")
    webkit.click(webkit.button("Open sample journal"))
    webkit.find(".day-entry")
    webkit.show("/journal/takes")
    if not webkit.has("navigator.storage?.getDirectory"):
        webkit.wait(lambda: "This browser can’t store recordings here" in webkit.find("main").text, "the reason")
        pytest.skip("this WebKit keeps no files")
    finished = """
      const done = arguments[0];
      (async () => {
        const takes = await (await navigator.storage.getDirectory()).getDirectoryHandle("takes");
        const names = [];
        for await (const name of (await takes.getDirectoryHandle("sample")).keys()) names.push(name);
        done(names.filter((name) => name.endsWith(".flac")).length);
      })().catch(() => done(-1));"""
    webkit.wait(lambda: webkit.driver.execute_async_script(finished) >= 10, "ten takes", seconds=120)
    webkit.click(webkit.find(".take-link"))
    webkit.button("Play")
    webkit.wait(lambda: "M" in webkit.run(
        "return document.querySelector('.wave-reach')?.getAttribute('d') ?? ''"), "picture")


# WebKit’s driver neither prints nor chooses a medium, but the styles of paper can be made those of the screen.
ON_PAPER = """
  const turn = (rules) => {
    for (const rule of rules) {
      if (rule.media?.mediaText === "print") rule.media.mediaText = "all";
      if (rule.cssRules) turn(rule.cssRules);
    }
  };
  for (const sheet of document.styleSheets) turn(sheet.cssRules);
"""


def test_paper_shows_an_answer_with_its_numbers_and_no_controls(webkit):
    webkit.show("/journal")
    webkit.click(webkit.button("Open sample journal"))
    webkit.find(".day-entry")
    webkit.show("/reeds/stats/relations")
    webkit.find(".stats-report:not(.old) .card .practice-table")

    def shown():
        return webkit.run("""
          const parts = [".stats-headline", ".plot-wide", ".more .practice-table", ".rooms", "summary", ".plot-narrow"];
          return parts.filter((css) => [...document.querySelectorAll(css)].some((part) => part.checkVisibility()));""")

    # Its tables are folded away.
    assert ".rooms" in shown() and ".more .practice-table" not in shown(), shown()
    webkit.run(ON_PAPER)
    assert shown() == [".stats-headline", ".plot-wide", ".more .practice-table"]
    # Tables push what follows, and nothing lies above anything else.
    cards = webkit.run("""
      const boxes = [...document.querySelectorAll(".stats-report > .card")].map((card) => card.getBoundingClientRect());
      return boxes.map((box) => [box.top, box.bottom]);""")
    assert len(cards) > 1 and all(low[1] <= high[0] for low, high in zip(cards, cards[1:])), cards


def test_without_a_network(webkit):
    if not webkit.has("'serviceWorker' in navigator"):
        pytest.skip("this WebKit has no service workers")
    webkit.show("/journal")
    kept = webkit.driver.execute_async_script("""
      const done = arguments[0];
      navigator.serviceWorker.ready.then(async () => done((await caches.keys()).filter((name) => name !== "notes").length));""")
    assert kept == 1


def test_text_becomes_no_markup(webkit):
    webkit.show("/journal")
    if not webkit.has("window.trustedTypes"):
        pytest.skip("this WebKit has no Trusted Types")
    assert webkit.run("""try { document.body.innerHTML = "<b>x</b>"; return "done"; }
      catch (error) { return error.name; }""") == "TypeError"


def test_sound(webkit):
    webkit.show("/about/sound")
    if not webkit.has("window.AudioWorkletNode"):
        pytest.skip("this WebKit has no audio worklets")
    webkit.click(webkit.button("Clicks"))
    webkit.wait(lambda: webkit.find("#sound-stage").text == "Running.", "sound runs")
    webkit.wait(lambda: ", beat 2" in webkit.find("main").text, "clicks")
    webkit.click(webkit.button("Drone on A"))
    webkit.button("Stop: Drone on A")
    webkit.click(webkit.button("All off"))
    webkit.wait(lambda: "Off." in webkit.find("#sound-stage").text, "off")
    # Without a microphone it says what keeps it away.
    webkit.click(webkit.button("Listen"))
    webkit.wait(lambda: webkit.find("main [role=alert]").text, "words")


def make_row(webkit, *texts):
    """Makes a kind and a row of it, writes texts into it one after the other; says where it is."""
    webkit.show("/about/data")
    webkit.find("#own-kind").send_keys("Piece")
    webkit.click(webkit.find("#make-kind"))
    webkit.click(webkit.find("#add-row"))
    for text in texts:
        write(webkit, text)
    return webkit.path


def write(webkit, text):
    """Writes into the row's field and leaves it: one action. What a busy machine types slowly would be kept in pieces."""
    webkit.run("arguments[0].focus(); arguments[0].select(); document.execCommand('insertText', false, arguments[1])", webkit.find("textarea"), text)
    webkit.click(webkit.find("h1"))
    webkit.run("document.activeElement.blur()")
    webkit.wait_for_heading(text)


def reads(webkit, text):
    webkit.wait(lambda: webkit.find("textarea").get_property("value") == text, text)


def test_rows_undo_and_earlier_values_survive_reload(webkit):
    make_row(webkit, "Britten", "Bridge")
    is_saved(webkit)
    webkit.driver.refresh()
    reads(webkit, "Bridge")
    # What the server tells of the row comes later, and moves all that is below it.
    is_saved(webkit)
    webkit.button("Use this value")
    webkit.click(webkit.button("Undo: Change Text"))
    reads(webkit, "Britten")
    webkit.find("h1")
    webkit.run("document.getElementById('heading').focus()")
    webkit.press(Keys.CONTROL + Keys.SHIFT + "z")
    reads(webkit, "Bridge")
    is_saved(webkit)
    webkit.click(webkit.button("Use this value"))
    reads(webkit, "Britten")
    webkit.click(webkit.button("Delete"))
    webkit.click(webkit.button("Restore"))
    reads(webkit, "Britten")
    is_saved(webkit)


# Until it is left a page reads and writes as from a disk that never comes to an end; now it reads.
READ_FOR_EVER = """
  const begin = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (...of) {
    const transaction = begin.apply(this, of);
    const goOn = () => (transaction.objectStore("heads").get("").onsuccess = goOn);
    goOn();
    return transaction;
  };
  addEventListener("pagehide", () => (IDBDatabase.prototype.transaction = begin));
  window.words = new Set();
  new MutationObserver(() => words.add(document.querySelector("#saving")?.textContent)).observe(
    document.body, { subtree: true, childList: true, characterData: true });
  document.dispatchEvent(new Event("visibilitychange"));
"""


def test_a_page_that_is_left_while_it_reads_holds_nothing_up(webkit):
    """WebKit would never end what such a page reads just then, and keep nothing any more."""
    path = make_row(webkit, "Britten")
    is_saved(webkit)
    webkit.run(READ_FOR_EVER)
    # Not the same page: a page that is loaded anew is not kept for going back.
    webkit.show("/settings")
    webkit.show(path)
    write(webkit, "Bridge")
    is_saved(webkit)


def test_a_page_that_is_left_while_it_writes_loses_nothing(webkit):
    path = make_row(webkit, "Britten")
    is_saved(webkit)
    webkit.run(READ_FOR_EVER)
    replace_text(webkit, webkit.find("textarea"), "Bridge")
    webkit.show("/settings")
    webkit.show(path)
    reads(webkit, "Bridge")
    is_saved(webkit)


def test_whoever_comes_back_to_a_page_finds_it_as_it_was(webkit):
    """What was broken off begins anew, and no page says that something is not saved."""
    make_row(webkit, "Britten")
    is_saved(webkit)
    webkit.run(READ_FOR_EVER)
    replace_text(webkit, webkit.find("textarea"), "Bridge")
    webkit.show("/settings")
    webkit.driver.back()
    reads(webkit, "Bridge")
    write(webkit, "Bax")
    is_saved(webkit)
    assert "Not saved" not in webkit.run("return [...words]")


def test_a_row_comes_to_another_device(webkit, new_page):
    path = make_row(webkit, "From WebKit")
    is_saved(webkit)
    page = new_page()
    page.goto(path)
    field = page.get_by_label("Text", exact=True)
    expect(field).to_have_value("From WebKit")
    field.fill("From Chromium")
    field.blur()
    expect(page.locator("#saving")).to_contain_text("saved on the server")
    webkit.driver.refresh()
    reads(webkit, "From Chromium")


def test_a_server_that_goes_and_comes_back(browser):
    place = Server()
    browser.visit(place)
    try:
        make_row(browser, "Britten")
        is_saved(browser)
        place.stop()
        write(browser, "Bridge")
        is_saved(browser, "waiting for the server")
    finally:
        if place.is_running:
            place.stop()
    place = Server(port=place.port)
    try:
        browser.driver.add_cookie(place.cookie)
        browser.run("document.dispatchEvent(new Event('visibilitychange'))")
        is_saved(browser)
        browser.driver.refresh()
        reads(browser, "Bridge")
        is_saved(browser)
    finally:
        place.stop()


def test_an_account_adopts_what_is_here_and_comes_to_another_device(browser, new_context, allow):
    allow("401", "/v1/")
    place = Server(options=("--sign-up", "open"))
    try:
        browser.visit(place, is_signed_in=False)
        path = make_row(browser, "Britten")
        is_saved(browser, "Saved here")
        browser.show("/account")
        browser.click(browser.find("#account-mode-0"))
        replace_text(browser, browser.find("#account-name"), "Anna")
        replace_text(browser, browser.find("#account-password"), "a clear low reed")
        browser.click(browser.button("Create account"))
        browser.button("Sign out")
        is_saved(browser)
        page = new_context(base_url=place.url, is_signed_in=False).new_page()
        page.goto("/account")
        page.get_by_role("radio", name="I have an account").check()
        page.get_by_label("Name or email", exact=True).fill("anna")
        page.get_by_label("Password", exact=True).fill("a clear low reed")
        page.get_by_role("button", name="Sign in", exact=True).click()
        expect(page.locator("#saving")).to_contain_text("saved on the server")
        page.goto(path)
        expect(page.get_by_label("Text", exact=True)).to_have_value("Britten")
        browser.driver.refresh()
        browser.click(browser.button("Sign out everywhere else"))
        browser.wait(lambda: len(browser.driver.find_elements("css selector", ".list-row")) == 1, "one device")
        page.reload()
        expect(page.get_by_text("sync is paused")).to_be_visible()
    finally:
        place.stop()


def test_a_moment_is_gone_back_to_and_that_is_undone(webkit, new_page):
    path = make_row(webkit, "Britten")
    is_saved(webkit)
    webkit.show("/about/points")
    replace_text(webkit, webkit.find("#moment-name"), "Before")
    webkit.click(webkit.button("Create"))
    webkit.button("View “Before”")
    is_saved(webkit)
    webkit.show(path)
    write(webkit, "Bridge")
    is_saved(webkit)
    webkit.show("/about/points")
    webkit.click(webkit.button("View “Before”"))
    webkit.find("li", "1 piece changes")
    assert webkit.focused == "past"
    webkit.click(webkit.button("Restore"))
    is_saved(webkit)
    webkit.show(path)
    reads(webkit, "Britten")
    page = new_page()
    page.goto(path)
    expect(page.get_by_label("Text", exact=True)).to_have_value("Britten")
    webkit.click(webkit.button("Undo: Restore “Before”"))
    reads(webkit, "Bridge")
    is_saved(webkit)


def has_no_violations(webkit):
    # What is still fading in has less contrast.
    webkit.wait(lambda: not webkit.has("document.getAnimations().length"), "a page at rest")
    webkit.run(AXE)
    found = webkit.driver.execute_async_script("""
      const done = arguments[0];
      axe.run(document, { resultTypes: ["violations"] }).then(
        ({ violations }) => done(violations.map(({ id, help, nodes }) => `${id}: ${help} ${nodes[0].html}`)),
        (error) => done([String(error)]));""")
    assert found == [], "\n".join(found)


def test_axe_finds_nothing_on_the_pages_of_the_safe(browser, allow):
    allow("401", "/v1/")
    place = Server(options=("--sign-up", "open"))
    try:
        browser.visit(place, is_signed_in=False)
        for path in ("/account", "/about/points", "/journal/takes"):
            browser.show(path)
            has_no_violations(browser)
    finally:
        place.stop()


def test_a_wrong_password_and_the_end_of_an_account_by_keyboard(browser, allow):
    allow("401", "/v1/")
    place = Server(options=("--sign-up", "open"))
    try:
        browser.visit(place, is_signed_in=False)
        path = make_row(browser, "Britten")
        browser.show("/account")
        browser.find("#account-mode-0").send_keys(Keys.SPACE)
        replace_text(browser, browser.find("#account-name"), "Anna")
        replace_text(browser, browser.find("#account-password"), "a clear low reed")
        browser.press(Keys.ENTER)
        browser.button("Sign out")
        is_saved(browser)
        browser.button("Delete account …").send_keys(Keys.ENTER)
        browser.wait(lambda: browser.has("document.querySelector('dialog[open]')"), "the question")
        has_no_violations(browser)
        replace_text(browser, browser.find("#account-current"), "not this one")
        browser.press(Keys.ENTER)
        browser.find("#account-current[aria-invalid=true]")
        replace_text(browser, browser.find("#account-current"), "a clear low reed")
        browser.press(Keys.ENTER)
        browser.wait(lambda: browser.run("return [...document.querySelectorAll('.toast')].some("
                                         "(each) => each.textContent.includes('Account deleted'))"), "the words for it")
        # What is here stays, and nobody gets in with the old name.
        browser.show(path)
        reads(browser, "Britten")
        browser.show("/account")
        browser.find("#account-mode-1").send_keys(Keys.SPACE)
        replace_text(browser, browser.find("#account-name"), "Anna")
        replace_text(browser, browser.find("#account-password"), "a clear low reed")
        browser.press(Keys.ENTER)
        browser.wait(lambda: "The name or the password is wrong." in browser.find("main").text, "the refusal")
    finally:
        place.stop()


def ends(webkit):
    """As if WebKit's process had ended."""
    for process in descendants(os.getpid()):
        with contextlib.suppress(OSError):
            if Path(f"/proc/{process}/comm").read_text().startswith("WebKitWebProc"):
                os.kill(process, signal.SIGKILL)
    webkit.show("/reeds")


def leaves_its_memory(webkit):
    """As if WebKit's compiler had let the app's program leave its memory."""
    webkit.run("TextDecoder.prototype.decode = () => {"
               " throw new WebAssembly.RuntimeError('Out of bounds memory access'); };"
               "document.querySelector('a[href=\"/reeds\"]').click();")
    webkit.wait(lambda: webkit.has("document.querySelector('main.failure')"), "the page that says what happened")
    pytest.fail("The app has stopped.")


# The servers that a walk below has been at, by what fails in it.
begun = {}


@pytest.mark.parametrize("fails", [ends, leaves_its_memory])
def test_a_walk_begins_again_where_webkit_fails(fails, webkit, server):
    """Once, with another browser, and at a server where nobody was."""
    servers = begun.setdefault(fails, [])
    servers.append(server.url)
    webkit.show("/journal")
    if len(servers) == 1:
        fails(webkit)
    webkit.show("/reeds")
    first, second = servers
    assert first != second
