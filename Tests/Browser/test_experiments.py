"""An experiment: from the question to the report, with a second device that rates."""

import re

from playwright.sync_api import expect

from app import PHONE, heading, show, toast
from ledger import is_synced, look
from test_accessibility import AXE, examine
from test_reeds import button, log, sheet

EXPERIMENTS = "/reeds/experiments"


def add_shaper(page, name):
    show(page, "/reeds/tools")
    page.get_by_role("button", name="Shaper", exact=True).click()
    field = page.get_by_label("New shaper")
    field.fill(name)
    field.press("Enter")
    expect(page.get_by_text(name, exact=True)).to_be_visible()


def plan(page):
    """A plan of two pairs, by keyboard."""
    show(page, EXPERIMENTS)
    expect(page.get_by_text("No experiments yet")).to_be_visible()
    page.locator("#experiment-new").press("Enter")
    form = sheet(page, "New experiment")
    question = form.get_by_label("Question, in your own words")
    expect(question).to_be_focused()
    page.keyboard.type("Is RC better than Gilbert for me?")
    form.get_by_label("What differs").select_option("shaper")
    form.get_by_label("First", exact=True).select_option(label="Gilbert")
    form.get_by_label("Second", exact=True).select_option(label="RC")
    form.get_by_label("Smallest difference that matters").fill("2")
    expect(form.get_by_text("You need 9 pairs for an 80 % chance of finding a difference of 2")).to_be_visible()
    form.get_by_label("Pairs", exact=True).fill("2")
    form.get_by_label("Pairs", exact=True).press("Enter")
    expect(heading(page)).to_have_text("Is RC better than Gilbert for me?")


def begin(page):
    for name in ("RC", "Gilbert"):
        add_shaper(page, name)
    for _ in range(4):
        show(page, "/reeds")
        log(page)
    plan(page)
    button(page, "Start").press("Enter")
    expect(page.get_by_text("you can’t change the question")).to_be_visible()
    expect(button(page, "Start now")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("0 of 2 pairs rated")).to_be_visible()
    expect(button(page, "Edit plan")).to_have_count(0)


def fill(page):
    """Puts the four reeds to their places; their codes."""
    codes = []
    for number in range(4):
        words = "first" if number % 2 == 0 else "second"
        place = page.get_by_text(re.compile(f"^Pair {number // 2 + 1}, {words} piece: use (RC|Gilbert)\\.$"))
        expect(place).to_be_visible()
        name = f"R{number + 1}"
        choice = page.get_by_label("Reed", exact=True)
        choice.focus()
        choice.select_option(label=name)
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        advice = page.get_by_text(re.compile(f"^Write [A-Z][1-9] on {name}\\.$"))
        expect(advice).to_be_visible()
        codes.append(advice.inner_text().split()[1])
    expect(page.get_by_text("All places have a reed.")).to_be_visible()
    return codes


def hides_names(place):
    """Whether no reed is named there; no code looks like a name."""
    for name in ["R1", "R2", "R3", "R4"]:
        expect(place.get_by_text(re.compile(rf"\b{name}\b"))).to_have_count(0)


def rate(page, code, times):
    button(page, f"Rate {code}").click()
    form = sheet(page, "Test a reed")
    expect(form.get_by_text(f"Reed {code}, judged blind")).to_be_visible()
    hides_names(form)
    expect(form.get_by_text(re.compile("Gilbert"))).to_have_count(0)
    # The form's first field gets the focus a moment after it is there.
    expect(form.locator("[id^=form-]:focus")).to_have_count(1)
    success = form.get_by_label("Success", exact=True)
    success.focus()
    for _ in range(times):
        page.keyboard.press("ArrowRight")
    form.get_by_role("button", name="Save", exact=True).click()
    expect(form).to_have_count(0)
    expect(button(page, f"Rate {code}")).to_have_count(0)


def test_an_experiment_from_question_to_report_with_a_second_device(new_page):
    maker, judge = new_page(), new_page(viewport=PHONE)
    begin(maker)
    codes = fill(maker)
    is_synced(maker)
    show(judge, EXPERIMENTS)
    look(judge)
    judge.get_by_role("link", name="Is RC better than Gilbert for me?").click()
    rating = judge.get_by_role("region", name="Rate them blind")
    for code in codes:
        expect(rating.get_by_text(code, exact=True)).to_be_visible()
    # By code alone: neither names nor shapers.
    expect(rating).not_to_contain_text("Gilbert")
    hides_names(rating)
    for number, code in enumerate(codes):
        rate(judge, code, 1 + number % 3)
    expect(judge.get_by_text("2 of 2 pairs rated")).to_be_visible()
    is_synced(judge)
    look(maker)
    expect(maker.get_by_text("2 of 2 pairs rated")).to_be_visible()
    button(maker, "End").press("Enter")
    expect(button(maker, "End it")).to_be_focused()
    maker.keyboard.press("Enter")
    expect(heading(maker)).to_have_text("Experiments")
    report = maker.locator(".stats-report")
    expect(report).to_contain_text("Too early to tell: 2 of 2 pairs rated.")
    expect(report).to_contain_text("4 of 4 ratings blind, by code")
    expect(report.get_by_role("rowheader", name="Question")).to_be_visible()
    report.get_by_role("button", name="Open the experiment").click()
    expect(button(maker, "See the result")).to_be_visible()


def test_what_a_reed_got_is_hidden_while_it_runs(page):
    begin(page)
    fill(page)
    show(page, "/reeds")
    page.get_by_role("link", name=re.compile("^R1")).click()
    expect(heading(page)).to_have_text("R1")
    link = page.get_by_role("link", name=re.compile("^Hidden until the experiment ends"))
    expect(link).to_be_visible()
    expect(page.get_by_role("main")).not_to_contain_text("Gilbert")
    link.click()
    expect(heading(page)).to_have_text("Is RC better than Gilbert for me?")
    button(page, "End early").click()
    page.get_by_label("Reason", exact=True).fill("Out of cane")
    page.keyboard.press("Enter")
    expect(page.locator(".stats-report")).to_contain_text("Too early to tell")
    show(page, "/reeds")
    page.get_by_role("link", name=re.compile("^R1")).click()
    expect(page.get_by_role("main")).to_contain_text(re.compile("Gilbert|RC"))
    expect(link).to_have_count(0)


def test_a_look_is_confirmed_and_marked(page):
    begin(page)
    button(page, "Look early").click()
    button(page, "Cancel").click()
    expect(page.get_by_text("Looked early")).to_have_count(0)
    button(page, "Look early").click()
    button(page, "Look anyway").click()
    expect(heading(page)).to_have_text("Experiments")
    report = page.locator(".stats-report")
    expect(report).to_contain_text("looked at before the end")
    report.get_by_role("button", name="Open the experiment").click()
    expect(page.get_by_role("region", name="Plan")).to_contain_text("Looked early")
    # Undo takes back what came before, and not what was seen.
    page.keyboard.press("Control+z")
    expect(toast(page, "Undone: Start experiment.")).to_be_visible()
    expect(page.get_by_role("region", name="Plan")).to_contain_text("Looked early")


def test_an_early_end_needs_a_reason(page):
    begin(page)
    button(page, "End early").click()
    reason = page.get_by_label("Reason", exact=True)
    expect(reason).to_be_focused()
    page.keyboard.press("Enter")
    expect(reason).to_be_visible()
    page.keyboard.type("Out of cane")
    page.keyboard.press("Enter")
    expect(page.locator(".stats-report")).to_contain_text("Too early to tell")
    expect(page.locator(".stats-report")).to_contain_text("Out of cane")


def test_the_pages_are_accessible(new_page):
    page = new_page()
    page.add_init_script(AXE)
    begin(page)
    examine(page)
    button(page, "End early").click()
    examine(page)
