"""The practice part of the journal: a session in two taps, by mouse and by keyboard alone, through a reload."""

import re

import pytest
from playwright.sync_api import expect

from app import PHONE, WIDE, focused, heading, show, toast
from ledger import is_synced
from test_accessibility import AXE, examine

PRACTICE = "/journal/practice"
TIMER = re.compile(r"^\d+:\d\d(:\d\d)?$")


def timer(page):
    return page.get_by_role("timer")


def button(page, name):
    return page.locator("main").get_by_role("button", name=name, exact=True)


def add_piece(page, title):
    """Makes a piece and goes back to all of them."""
    page.get_by_label("New piece", exact=True).fill(title)
    page.get_by_label("New piece", exact=True).press("Enter")
    expect(heading(page)).to_have_text(title)
    address = page.url
    page.get_by_role("link", name="All pieces").click()
    expect(heading(page)).to_have_text("Practice")
    return address


@pytest.mark.parametrize("viewport", [PHONE, WIDE], ids=["phone", "wide"])
def test_two_taps_from_launch_to_a_running_session(new_page, viewport):
    page = new_page(viewport=viewport)
    show(page, "/")
    page.get_by_role("navigation", name="Journal").get_by_role("link", name="Practice").click()
    button(page, "Start").click()
    expect(timer(page)).to_have_text(TIMER)
    first = timer(page).text_content()
    expect(timer(page)).not_to_have_text(first)
    expect(page.get_by_role("dialog")).to_have_count(0)


# The database is open only when the test says so.
SLOW_STORE = """
  const released = new Promise((done) => { window.letItOpen = done; });
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (...names) {
    const [real, held] = [open.apply(this, names), {}];
    real.onupgradeneeded = (event) => {
      held.result = real.result;
      held.onupgradeneeded(event);
    };
    real.onsuccess = async () => {
      await released;
      held.result = real.result;
      held.onsuccess();
    };
    return held;
  };"""


def test_a_tap_before_the_store_is_open_counts(page):
    page.add_init_script(SLOW_STORE)
    show(page, PRACTICE)
    button(page, "Start").click()
    expect(timer(page)).to_have_count(0)
    page.evaluate("() => letItOpen()")
    expect(timer(page)).to_have_text(TIMER)
    is_synced(page)


def test_a_name_before_the_store_is_open_leads_to_its_piece(page):
    page.add_init_script(SLOW_STORE)
    show(page, PRACTICE)
    page.get_by_label("New piece", exact=True).fill("Ferling 12")
    page.get_by_label("New piece", exact=True).press("Enter")
    expect(heading(page)).to_have_text("Practice")
    page.evaluate("() => letItOpen()")
    expect(heading(page)).to_have_text("Ferling 12")
    page.get_by_role("link", name="All pieces").click()
    expect(page.get_by_label("New piece", exact=True)).to_have_value("")
    expect(page.get_by_role("link", name="Ferling 12")).to_have_count(1)


def test_a_session_goes_on_through_a_reload(page):
    show(page, PRACTICE)
    button(page, "Start").click()
    expect(timer(page)).to_have_text(TIMER)
    page.get_by_label("Focus", exact=True).fill("The low D")
    is_synced(page)
    page.reload()
    expect(timer(page)).to_have_text(TIMER)
    expect(page.get_by_label("Focus", exact=True)).to_have_value("The low D")
    button(page, "Pause").click()
    expect(page.get_by_text(re.compile("^Paused since"))).to_be_visible()
    held = timer(page).text_content()
    page.reload()
    expect(timer(page)).to_have_text(held)
    button(page, "Resume").click()
    expect(timer(page)).not_to_have_text(held)
    button(page, "End").click()
    expect(toast(page, "practised.")).to_be_visible()
    expect(page.get_by_text("Focus: The low D")).to_be_visible()


def test_ending_is_taken_back(page):
    show(page, PRACTICE)
    button(page, "Start").click()
    expect(timer(page)).to_have_text(TIMER)
    button(page, "End").click()
    toast(page, "practised.").get_by_role("button", name="Undo").click()
    expect(timer(page)).to_have_text(TIMER)


def test_what_came_of_it_is_said_in_three_steps(page):
    show(page, PRACTICE)
    add_piece(page, "Ferling 12")
    button(page, "Practise Ferling 12").click()
    expect(page.locator(".practice-spot")).to_contain_text("Ferling 12")
    button(page, "End").click()
    button(page, "4 Solid").click()
    expect(button(page, "4 Solid")).to_have_attribute("aria-pressed", "true")
    page.get_by_label("Comment", exact=True).fill("The slur holds.")
    page.get_by_label("Next step", exact=True).fill("With the metronome at 72")
    button(page, "Done").click()
    expect(page.get_by_text("The slur holds.")).to_be_visible()
    # It becomes the focus of the next session with the piece.
    button(page, "Ferling 12").click()
    expect(page.get_by_label("Focus", exact=True)).to_have_value("With the metronome at 72")


def test_a_session_by_keyboard_alone(page):
    show(page, PRACTICE)
    heading(page).focus()

    def tab_to(name):
        for _ in range(60):
            page.keyboard.press("Tab")
            if focused(page) == name or focused(page).startswith(name):
                return
        raise AssertionError(f"{name} is not reached by Tab")

    tab_to("practice-start")
    page.keyboard.press("Enter")
    expect(timer(page)).to_have_text(TIMER)
    expect(page.locator("#practice-pause")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text(re.compile("^Paused since"))).to_be_visible()
    expect(page.locator("#practice-pause")).to_be_focused()
    page.keyboard.press("Enter")
    tab_to("Switch piece")
    page.keyboard.press("Enter")
    expect(page.locator("#practice-pick")).to_be_focused()
    page.keyboard.type("Britten")
    tab_to("New piece “Britten”")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".practice-spot")).to_contain_text("Britten")
    button(page, "End").focus()
    page.keyboard.press("Enter")
    expect(heading(page)).to_be_focused()
    tab_to("3 Okay")
    page.keyboard.press("Space")
    expect(button(page, "3 Okay")).to_have_attribute("aria-pressed", "true")


def test_a_session_is_added_afterwards_and_removed(page):
    show(page, PRACTICE)
    button(page, "Log a past session").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Minutes", exact=True).fill("45")
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_text("Today · 45 min")).to_be_visible()
    expect(page.get_by_text("1 day of data in 8 weeks")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Edit session")).click()
    page.get_by_role("dialog").get_by_role("button", name="Delete session").click()
    expect(page.get_by_text("Today · 45 min")).to_have_count(0)
    toast(page, "in the trash").get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Today · 45 min")).to_be_visible()


def test_a_piece_has_its_sections_and_its_address(page):
    show(page, PRACTICE)
    address = add_piece(page, "Ferling 12")
    page.goto(address)
    expect(heading(page)).to_have_text("Ferling 12")
    page.get_by_label("Composer", exact=True).fill("Franz Wilhelm Ferling")
    page.get_by_label("New section", exact=True).fill("Coda")
    page.get_by_label("New section", exact=True).press("Enter")
    expect(page.get_by_text("First review the day after you play it.")).to_be_visible()
    button(page, "Practise Coda").click()
    expect(page.locator(".practice-spot")).to_contain_text("Ferling 12, Coda")
    is_synced(page)
    page.reload()
    expect(page.get_by_label("Composer", exact=True)).to_have_value("Franz Wilhelm Ferling")


def test_the_metronome_is_noted_by_itself(page):
    show(page, PRACTICE)
    button(page, "Start").click()
    expect(timer(page)).to_have_text(TIMER)
    page.get_by_role("navigation", name="Rooms").get_by_role("link", name="Tools").click()
    page.get_by_role("navigation", name="Tools").get_by_role("link", name="Metronome").click()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("#metro-start")).to_have_text("Stop")
    # It keeps playing in other rooms, and is noted once it has played for three seconds.
    page.get_by_role("navigation", name="Rooms").get_by_role("link", name="Journal").click()
    page.get_by_role("navigation", name="Journal").get_by_role("link", name="Practice").click()
    expect(page.locator(".practice-spot")).to_contain_text(re.compile(r"metronome · \d+ bpm"))


def test_every_target_is_large_enough(new_page):
    page = new_page(viewport=PHONE)
    show(page, PRACTICE)
    add_piece(page, "Ferling 12")
    button(page, "Start").click()
    expect(timer(page)).to_have_text(TIMER)
    small = page.locator("main").evaluate("""(main) =>
      [...main.querySelectorAll("button, .practice-link, summary, input:not([type=radio]), select")]
        .filter((element) => element.checkVisibility())
        .filter((element) => !element.closest("label.check"))
        .filter((element) => element.getBoundingClientRect().height < 44)
        .map((element) => element.outerHTML)""")
    assert small == []


@pytest.mark.parametrize("viewport", [PHONE, WIDE], ids=["phone", "wide"])
def test_axe_finds_nothing(new_page, viewport):
    page = new_page(viewport=viewport)
    page.add_init_script(AXE)
    show(page, PRACTICE)
    examine(page)
    address = add_piece(page, "Ferling 12")
    button(page, "Set a goal").click()
    examine(page)
    page.keyboard.press("Escape")
    button(page, "Log a past session").click()
    examine(page)
    page.get_by_role("dialog").get_by_role("button", name="Add", exact=True).click()
    button(page, "Practise Ferling 12").click()
    expect(timer(page)).to_have_text(TIMER)
    examine(page)
    button(page, "Session options").click()
    examine(page)
    page.keyboard.press("Escape")
    button(page, "End").click()
    expect(button(page, "4 Solid")).to_be_visible()
    examine(page)
    page.goto(address)
    expect(heading(page)).to_have_text("Ferling 12")
    page.get_by_label("New section", exact=True).fill("Coda")
    page.get_by_label("New section", exact=True).press("Enter")
    page.get_by_text("Edit Coda").click()
    examine(page)
    overflow = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert overflow <= 0


def test_sections_are_put_in_order_by_keys_and_by_a_drag(page):
    show(page, PRACTICE)
    address = add_piece(page, "Ferling 12")
    page.goto(address)
    for name in ("One", "Two", "Three"):
        page.get_by_label("New section", exact=True).fill(name)
        page.get_by_label("New section", exact=True).press("Enter")
        expect(button(page, f"Reorder {name}" if name != "One" else "Move One up")).to_be_visible()
    names = page.get_by_role("region", name="Sections").locator("li strong")
    expect(names).to_have_text(["One", "Two", "Three"])
    button(page, "Reorder One").focus()
    page.keyboard.press("ArrowDown")
    expect(names).to_have_text(["Two", "One", "Three"])
    expect(button(page, "Reorder One")).to_be_focused()
    page.keyboard.press("End")
    expect(names).to_have_text(["Two", "Three", "One"])
    # From the last place to the first.
    button(page, "Reorder One").hover()
    page.mouse.down()
    button(page, "Reorder Two").hover()
    expect(page.locator(".drop-before")).to_contain_text("Two")
    page.mouse.up()
    expect(names).to_have_text(["One", "Two", "Three"])
    # Let go of outside of the list, nothing moves.
    button(page, "Reorder One").hover()
    page.mouse.down()
    heading(page).hover()
    page.mouse.up()
    button(page, "Reorder Three").hover()
    expect(page.locator(".dragged")).to_have_count(0)
    expect(names).to_have_text(["One", "Two", "Three"])
