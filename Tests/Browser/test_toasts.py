import pytest
from playwright.sync_api import expect

from app import PHONE, go_to, heading, show, toast

WORDS = "This disappears automatically."


@pytest.fixture
def say(page):
    page.clock.install(time=0)
    page.clock.pause_at(1_000)
    show(page, "/about/components")
    return lambda: page.get_by_role("button", name="Say something").click()


def test_a_remark_goes_after_four_seconds(page, say):
    say()
    page.clock.run_for(3_900)
    expect(toast(page, WORDS)).to_be_visible()
    page.clock.run_for(200)
    expect(toast(page, WORDS)).to_have_count(0)


def test_a_toast_can_be_dismissed(page, say):
    say()
    toast(page, WORDS).get_by_role("button", name="Dismiss").click()
    expect(toast(page, WORDS)).to_have_count(0)


def test_a_toast_stays_while_it_has_the_focus(page, say):
    say()
    toast(page, WORDS).get_by_role("button", name="Dismiss").focus()
    page.clock.run_for(60_000)
    expect(toast(page, WORDS)).to_be_visible()
    page.get_by_role("button", name="Say something").focus()
    page.clock.run_for(8_100)
    expect(toast(page, WORDS)).to_have_count(0)


# Whether a button ends above the toasts.
IS_FREE = """(button) => button.getBoundingClientRect().bottom <= document.querySelector(".toasts").getBoundingClientRect().top"""
# One more picture: what follows from a change of size has been done.
DRAWN = "() => new Promise((done) => new IntersectionObserver(done).observe(document.body))"


def test_a_toast_leaves_the_main_button_free(page, say):
    page.set_viewport_size(PHONE)
    start = page.locator("main .primary:enabled").filter(has_text="Start").first
    box = start.bounding_box()
    # Where toasts appear, above the tabs.
    page.set_viewport_size({"width": PHONE["width"], "height": int(box["y"] + box["height"]) + 80})
    page.get_by_role("button", name="Say something").evaluate("(button) => button.click()")
    expect(toast(page, WORDS)).to_be_visible()
    page.wait_for_function(IS_FREE, arg=start.element_handle())
    assert page.evaluate("() => scrollY") > 0
    # Whoever scrolls on is left alone.
    page.evaluate("() => scrollTo(0, 0)")
    page.evaluate(DRAWN)
    assert page.evaluate("() => scrollY") == 0
    assert not start.evaluate(IS_FREE)


def test_a_toast_leaves_the_first_answers_free(page):
    page.set_viewport_size(PHONE)
    show(page, "/journal")
    page.get_by_role("button", name="443").click()
    skip = page.get_by_role("button", name="Skip")
    box = skip.bounding_box()
    # Where toasts appear, above the tabs.
    height = int(box["y"] + box["height"] + page.evaluate("() => scrollY")) + 80
    page.set_viewport_size({"width": PHONE["width"], "height": height})
    page.evaluate("() => scrollTo(0, 0)")
    heading(page).focus()
    page.keyboard.press("Control+z")
    expect(toast(page, "Undone")).to_be_visible()
    for answer in ("Piano", "Skip"):
        page.wait_for_function(IS_FREE, arg=page.get_by_role("button", name=answer).element_handle())
    assert page.evaluate("() => scrollY") > 0


def test_at_most_three_toasts(page, say):
    for _ in range(5):
        say()
    expect(toast(page, WORDS)).to_have_count(3)


def test_toasts_are_read_out(page, say):
    say()
    expect(page.get_by_role("status").filter(has_text=WORDS)).to_have_attribute("aria-live", "polite")


def test_undo_comes_too_late_after_eight_seconds(page, say):
    page.get_by_role("button", name="Delete Long tones on B").click()
    page.clock.run_for(8_100)
    expect(page.get_by_role("button", name="Undo", exact=True)).to_have_count(0)
    expect(page.get_by_text("Long tones on B")).to_have_count(0)


def test_a_toast_is_in_reach_while_a_dialog_is_open(page, say):
    say()
    say()
    heading(page).focus()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard")).to_be_visible()
    # Two would lie over the dialog's heading.
    expect(toast(page, WORDS).first).to_be_hidden()
    toast(page, WORDS).last.get_by_role("button", name="Dismiss").click()
    expect(toast(page, WORDS)).to_have_count(1)
    expect(toast(page, WORDS)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(toast(page, WORDS)).to_be_visible()
    page.clock.run_for(8_100)
    expect(toast(page, WORDS)).to_have_count(0)


def test_what_was_deleted_is_a_tap_away(page):
    show(page, "/journal")
    page.locator("#add-note").click()
    page.locator("#note-text").fill("Trash polka")
    page.locator("#note-done").click()
    page.get_by_role("button", name="Delete “Trash polka”").click()
    deleted = toast(page, "The note is in the trash.")
    deleted.get_by_role("button", name="Show the trash").click()
    expect(page.get_by_role("button", name="Restore “Trash polka”")).to_be_visible()
    deleted.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("The trash is empty")).to_be_visible()


def test_a_toast_outlives_the_page_whose_dialog_it_was_in(page):
    show(page, "/journal")
    go_to(page, "Tools", "/tools")
    page.get_by_role("button", name="Save as a preset").click()
    page.get_by_role("textbox", name="Name").fill("Long tones")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Save or edit presets").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete “Long tones”").click()
    deleted = toast(page, "is in the trash")
    expect(deleted).to_be_visible()
    page.go_back()
    expect(heading(page)).to_have_text("Journal")
    deleted.get_by_role("button", name="Undo").click()
    expect(deleted).to_have_count(0)
