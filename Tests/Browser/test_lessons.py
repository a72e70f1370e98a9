"""Lessons with a teacher: the next one with what to bring, those before; by mouse, by keyboard alone, and on a phone."""

import re

import pytest
from playwright.sync_api import expect

from app import PHONE, WIDE, focused, heading, show, toast
from ledger import is_synced
from test_accessibility import AXE, examine

LESSONS = "/journal/lessons"


def button(page, name):
    return page.locator("main").get_by_role("button", name=name, exact=True)


def form(page):
    return page.get_by_role("dialog", name="Lesson")


def day(page, days):
    """A day so many days from today, as the page's own clock has it."""
    return page.evaluate("""(days) => {
      const day = new Date(); day.setDate(day.getDate() + days);
      return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((n) => `${n}`.padStart(2, "0")).join("-");
    }""", days)


def add(page, teacher, days, bring="", notes=""):
    page.locator("#lesson-new").click()
    form(page).get_by_label("Teacher").fill(teacher)
    form(page).get_by_label("Day", exact=True).fill(day(page, days))
    if bring:
        form(page).get_by_label("What to bring").fill(bring)
    if notes:
        form(page).get_by_label("Notes").fill(notes)
    form(page).get_by_role("button", name="Done", exact=True).click()
    expect(form(page)).to_have_count(0)


@pytest.mark.parametrize("viewport", [PHONE, WIDE], ids=["phone", "wide"])
def test_a_lesson_is_planned_packed_for_and_done(new_page, viewport):
    page = new_page(viewport=viewport)
    show(page, "/journal")
    page.get_by_role("navigation", name="Journal").get_by_role("link", name="Lessons").click()
    expect(heading(page)).to_have_text("Lessons")
    expect(page.get_by_text("No lessons yet")).to_be_visible()
    button(page, "Plan a lesson").click()
    expect(form(page).get_by_label("Teacher")).to_be_focused()
    form(page).get_by_label("Teacher").fill("Anna")
    form(page).get_by_label("Day", exact=True).fill(day(page, 1))
    form(page).get_by_label("What to bring").fill("Reeds\nFerling 12")
    form(page).get_by_role("button", name="Done", exact=True).click()
    expect(form(page)).to_have_count(0)
    expect(page.locator("#lesson-new")).to_be_focused()
    card = page.get_by_role("region", name="Next lesson")
    expect(card).to_contain_text("Tomorrow")
    card.get_by_label("Ferling 12").check()
    is_synced(page)
    page.reload()
    expect(card.get_by_label("Ferling 12")).to_be_checked()
    expect(card.get_by_label("Reeds")).not_to_be_checked()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    button(page, "Mark as done").click()
    expect(page.get_by_text("No lesson planned.")).to_be_visible()
    expect(page.get_by_role("region", name="Past lessons")).to_contain_text("Anna")
    toast(page, "marked as done").get_by_role("button", name="Undo").click()
    expect(card).to_contain_text("Tomorrow")


def test_what_is_typed_is_there_after_a_reload(page):
    show(page, LESSONS)
    add(page, "Anna", -7, notes="More direction\n- [ ] Romance from memory")
    is_synced(page)
    page.get_by_role("button", name=re.compile("^Edit lesson")).click()
    form(page).get_by_label("Notes").fill("More *air*")
    is_synced(page)
    page.reload()
    expect(page.locator(".note-text em")).to_have_text("air")
    # A lesson that was opened and closed untouched is none.
    page.locator("#lesson-new").click()
    expect(form(page).get_by_label("Teacher")).to_have_value("Anna")
    page.keyboard.press("Escape")
    expect(form(page)).to_have_count(0)
    expect(page.locator("#lesson-new")).to_be_focused()
    expect(page.get_by_text("No lesson planned.")).to_be_visible()


def test_a_lesson_is_deleted_and_comes_back(page):
    show(page, LESSONS)
    add(page, "Anna", -7)
    page.get_by_role("button", name=re.compile("^Edit lesson")).click()
    form(page).get_by_role("button", name="Delete").click()
    expect(page.get_by_text("No lessons yet")).to_be_visible()
    toast(page, "Lesson moved to the trash").get_by_role("button", name="Undo").click()
    expect(page.get_by_role("region", name="Past lessons")).to_contain_text("Anna")


def test_what_cannot_be_kept_is_said_beside_its_field(page):
    show(page, LESSONS)
    add(page, "Anna", 3)
    page.get_by_role("button", name=re.compile("^Edit lesson")).click()
    teacher = form(page).get_by_label("Teacher")
    teacher.fill("A" * 300)
    expect(teacher).to_have_attribute("aria-invalid", "true")
    expect(form(page).get_by_text("This is too long.")).to_be_visible()
    form(page).get_by_role("button", name="Done", exact=True).click()
    expect(teacher).to_be_focused()
    page.keyboard.press("Escape")
    expect(form(page)).to_have_count(0)
    expect(page.get_by_role("region", name="Next lesson")).to_contain_text("Anna")
    # The draft is still there.
    page.get_by_role("button", name=re.compile("^Edit lesson")).click()
    expect(teacher).to_have_value("A" * 300)
    teacher.fill("Berta")
    form(page).get_by_role("button", name="Done", exact=True).click()
    expect(page.get_by_role("region", name="Next lesson")).to_contain_text("Berta")


def test_past_lessons_are_found_and_deleted_together(page):
    show(page, LESSONS)
    add(page, "Anna", -7, notes="Breathe after the tie")
    add(page, "Berta", -14)
    add(page, "Clara", -21)
    past = page.get_by_role("region", name="Past lessons")
    past.get_by_label("Search").fill("tie")
    expect(past.locator(".day-entry")).to_have_count(1)
    expect(past).to_contain_text("1 of 3")
    past.get_by_label("Search").fill("")
    expect(past.locator(".day-entry")).to_have_count(3)
    past.get_by_role("button", name="Select", exact=True).click()
    past.get_by_label(re.compile("^Select .*Berta")).check()
    past.get_by_label(re.compile("^Select .*Clara")).check()
    past.get_by_role("button", name="Delete", exact=True).click()
    expect(past.locator(".day-entry")).to_have_count(1)
    toast(page, "2 lessons moved to the trash").get_by_role("button", name="Undo").click()
    expect(past.locator(".day-entry")).to_have_count(3)


def test_a_lesson_by_keyboard_alone(page):
    show(page, LESSONS)
    heading(page).focus()

    def tab_to(name):
        for _ in range(60):
            page.keyboard.press("Tab")
            if focused(page).startswith(name):
                return
        raise AssertionError(f"{name} is not reached by Tab")

    tab_to("New lesson")
    page.keyboard.press("Enter")
    expect(form(page).get_by_label("Teacher")).to_be_focused()
    page.keyboard.type("Anna")
    page.keyboard.press("Enter")
    expect(form(page)).to_have_count(0)
    expect(page.locator("#lesson-new")).to_be_focused()
    expect(page.get_by_role("region", name="Next lesson")).to_contain_text("Today")
    tab_to("Edit lesson")
    page.keyboard.press("Enter")
    # The form's first field gets the focus a moment after it is there.
    expect(form(page).get_by_label("Teacher")).to_be_focused()
    form(page).get_by_label("What to bring").focus()
    page.keyboard.type("Reeds")
    page.keyboard.press("Enter")
    page.keyboard.type("Pencil")
    page.keyboard.press("Control+Enter")
    expect(form(page)).to_have_count(0)
    expect(page.locator("[id^=lesson-]:focus")).to_have_count(1)
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page.get_by_label("Reeds")).to_be_checked()
    # Today's lesson is on the page of the days.
    show(page, "/journal")
    expect(page.get_by_role("link", name="Lesson today: Anna")).to_contain_text("Still to pack: Pencil")


@pytest.mark.parametrize("viewport", [PHONE, WIDE], ids=["phone", "wide"])
def test_axe_finds_nothing(new_page, viewport):
    page = new_page(viewport=viewport)
    page.add_init_script(AXE)
    show(page, LESSONS)
    add(page, "Anna", -7, notes="More air")
    add(page, "Anna", 3, bring="Reeds")
    button(page, "Select").click()
    examine(page)
    page.locator("#lesson-new").click()
    expect(form(page).get_by_label("Teacher")).to_be_focused()
    examine(page)
