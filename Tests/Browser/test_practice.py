"""The practice part of the journal: a session in two taps, by mouse and by keyboard alone, through a reload."""

import re

import pytest
from playwright.sync_api import expect

from app import PHONE, WIDE, focused, heading, show, toast
from ledger import is_synced, saving
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
    page.goto(PRACTICE)
    expect(heading(page)).to_be_visible()
    button(page, "Start").click()
    expect(timer(page)).to_have_count(0)
    page.evaluate("() => letItOpen()")
    expect(timer(page)).to_have_text(TIMER)
    is_synced(page)


def test_a_name_before_the_store_is_open_leads_to_its_piece(page):
    page.add_init_script(SLOW_STORE)
    page.goto(PRACTICE)
    expect(heading(page)).to_be_visible()
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
    # A tap selects the number, so that what is typed replaces it.
    dialog.get_by_label("Minutes", exact=True).click()
    page.wait_for_function(
        "() => { const field = document.activeElement; return field.selectionEnd - field.selectionStart === 2; }")
    page.keyboard.type("45")
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_text("Today · 45 min")).to_be_visible()
    expect(page.get_by_text("Practised on 1 day in the last 8 weeks")).to_be_visible()
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


def region(page, name):
    return page.get_by_role("region", name=name, exact=True)


def log(page, minutes):
    """Logs a session of today."""
    expect(saving(page)).to_contain_text("Saved here")
    button(page, "Log a past session").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Minutes", exact=True).fill(str(minutes))
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text(f"Today · {minutes} min")).to_be_visible()


def add_plan(page, *minutes):
    """Makes the plan “Mornings” of new pieces, A, B and so on, each with its minutes."""
    button(page, "Make a plan").click()
    expect(page.get_by_label("New plan", exact=True)).to_be_focused()
    page.keyboard.type("Mornings")
    page.keyboard.press("Enter")
    plans = region(page, "Plans")
    for number, length in enumerate(minutes):
        title = chr(ord("A") + number)
        plans.get_by_role("button", name="Add a piece").click()
        page.get_by_label("Find or add a piece", exact=True).fill(title)
        page.get_by_role("button", name=f"New piece “{title}”").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        field = plans.get_by_label("Minutes", exact=True).nth(number)
        expect(field).to_have_value("10")
        field.fill(str(length))
        field.blur()
        expect(plans.get_by_text(f"{sum(minutes[:number + 1])} min in total")).to_be_visible()
    return plans


def test_empty_cards_are_hidden_and_offered_below(page):
    show(page, PRACTICE)
    cards = page.locator("main .practice-parts h2")
    expect(cards).to_have_text(["Pieces"])
    for name in ("Set a goal", "Make a plan", "Log a past session"):
        expect(button(page, name)).to_be_visible()
    log(page, 45)
    expect(cards).to_have_text(["Pieces", "Minutes per week", "Your year", "Sessions"])
    add_plan(page, 2)
    expect(button(page, "Make a plan")).to_have_count(0)
    button(page, "Set a goal").click()
    page.get_by_role("dialog").get_by_role("button", name="Save", exact=True).click()
    expect(cards).to_have_text(
        ["Plans", "Goals", "Pieces", "Minutes per week", "Your year", "Sessions"])


def test_a_goal_is_made_when_it_is_saved(page):
    show(page, PRACTICE)
    button(page, "Set a goal").click()
    dialog = page.get_by_role("dialog")
    target = dialog.get_by_label("Target", exact=True)
    target.fill("60")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(region(page, "Goals")).to_have_count(0)
    is_synced(page)
    page.reload()
    expect(region(page, "Goals")).to_have_count(0)
    button(page, "Set a goal").click()
    expect(target).to_have_value("30")
    target.fill("2000")
    page.keyboard.press("Enter")
    expect(dialog).to_contain_text("Enter 1–1440 minutes a day.")
    expect(target).to_be_focused()
    expect(target).to_have_attribute("aria-invalid", "true")
    dialog.get_by_role("radio", name="Week", exact=True).check()
    dialog.get_by_role("button", name="Save", exact=True).click()
    expect(dialog).to_have_count(0)
    expect(region(page, "Goals")).to_contain_text("2000 min a week")
    expect(page.locator("#practice-set-goal")).to_be_focused()
    toast(page, "Goal saved.").get_by_role("button", name="Undo").click()
    expect(region(page, "Goals")).to_have_count(0)


def test_a_plan_is_due_and_its_items_come_in_turn(page):
    # What the phone would do beside the bell.
    page.add_init_script("navigator.vibrate = () => { window.shaken = (window.shaken ?? 0) + 1; return true; }")
    page.clock.install()
    show(page, PRACTICE)
    plans = add_plan(page, 2, 1)
    days = plans.get_by_role("group", name="Practise on")
    for name in ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"):
        days.get_by_role("button", name=name).click()
        expect(days.get_by_role("button", name=name)).to_have_attribute("aria-pressed", "true")
    button(page, "Done: Mornings").click()
    expect(plans.get_by_text("Every day")).to_be_visible()
    due = region(page, "Due today")
    expect(due).to_contain_text("2 items · 3 min")
    due.get_by_role("button", name="Start “Mornings”").click()
    spot = page.locator(".practice-spot")
    expect(spot).to_contain_text("item 1 of 2")
    expect(due).to_have_count(0)
    is_synced(page)
    page.reload()
    expect(spot).to_contain_text("item 1 of 2")
    page.clock.fast_forward("02:01")
    expect(toast(page, "Now: B.")).to_be_visible()
    expect(spot).to_contain_text("item 2 of 2")
    assert page.evaluate("() => window.shaken") == 1
    page.clock.fast_forward("01:01")
    expect(toast(page, "Plan finished.")).to_be_visible()
    expect(spot).not_to_contain_text("item 2 of 2")
    expect(timer(page)).to_have_text(TIMER)
    button(page, "End").click()
    expect(region(page, "Sessions")).to_contain_text("A; B")


def test_an_item_is_skipped_and_a_plan_finished_by_hand(page):
    show(page, PRACTICE)
    add_plan(page, 2, 1)
    button(page, "Done: Mornings").click()
    button(page, "Start this plan: Mornings").click()
    spot = page.locator(".practice-spot")
    expect(spot).to_contain_text("item 1 of 2")
    expect(page.locator("#practice-pause")).to_be_focused()
    button(page, "Skip to B").click()
    expect(spot).to_contain_text("item 2 of 2")
    expect(page.locator("#practice-pause")).to_be_focused()
    button(page, "Leave the plan").click()
    expect(spot).not_to_contain_text("item 2 of 2")
    toast(page, "You left the plan.").get_by_role("button", name="Undo").click()
    expect(spot).to_contain_text("item 2 of 2")


def test_the_journal_says_how_much_was_practised_today(page):
    show(page, PRACTICE)
    log(page, 45)
    page.get_by_role("navigation", name="Journal").get_by_role("link", name="Days").click()
    expect(heading(page)).to_have_text("Journal")
    expect(page.locator(".page-head .caps")).to_have_text("Practised today: 45 min")


def test_a_year_at_a_glance_and_a_streak_only_if_asked_for(page):
    show(page, PRACTICE)
    log(page, 45)
    year = region(page, "Your year")
    expect(year).to_contain_text("45 min on 1 day in the last 53 weeks")
    year.get_by_text("The numbers", exact=True).click()
    expect(year.get_by_role("row")).to_have_count(2)
    expect(year.get_by_role("row").last).to_contain_text(re.compile(r"(Mon|Tue|Wed|Thu|Fri|Sat|Sun) 45"))
    expect(year).not_to_contain_text("Streak")
    button(page, "Session options").click()
    page.get_by_label("Show my streak of days in a row", exact=True).check()
    page.keyboard.press("Escape")
    expect(year).to_contain_text("Streak: 1 day")
    page.reload()
    expect(year).to_contain_text("Streak: 1 day")


@pytest.mark.parametrize("width", [320, 430, 1440])
def test_plans_and_the_year_fit_any_width(new_page, width):
    page = new_page(viewport={"width": width, "height": 800})
    page.add_init_script(AXE)
    show(page, PRACTICE)
    log(page, 45)
    add_plan(page, 2, 1)
    examine(page)
    button(page, "Done: Mornings").click()
    button(page, "Start this plan: Mornings").click()
    expect(page.locator(".practice-spot")).to_contain_text("item 1 of 2")
    region(page, "Your year").get_by_text("The numbers", exact=True).click()
    examine(page)
    overflow = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert overflow <= 0


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
