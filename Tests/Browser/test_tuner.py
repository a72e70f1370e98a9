"""The tuner, with a microphone that plays a tone of exactly known pitch."""

import math
import os
import re

import pytest
from playwright.sync_api import expect

from app import PHONE, go_to, heading, show, until
from ledger import is_synced, saving
from microphone import fake, write_tone

TONE = 744.2
# A figure that means something takes ten seconds: WOODSHED_TUNER_SECONDS=10.
SECONDS = int(os.environ.get("WOODSHED_TUNER_SECONDS", 1))
F_SHARP_5 = 440 * 2 ** (9 / 12)


@pytest.fixture(scope="module")
def tone(tmp_path_factory):
    return write_tone(tmp_path_factory.mktemp("tone") / "tone.wav", TONE)


@pytest.fixture
def hears(with_microphone, tone):
    return lambda **options: with_microphone(*fake(tone), at="/tools/tuner", **options)


def listen(page):
    page.get_by_role("button", name="Listen", exact=True).click()


def note(page):
    return page.locator(".tuner-note")


def comes_to(page, expected, within=0.11):
    """Waits until so many cents are shown: a reading needs a while of sound, and a busy machine loses some of it."""
    figure = page.locator(".tuner-figures div", has_text="cents").first.locator("dd")
    expect(figure).to_have_text(re.compile(r"[+−]?\d+\.\d"))
    until(page, lambda: abs(float(figure.text_content().replace("−", "-")) - expected) <= within)


def between(frequency, note):
    return 1_200 * math.log2(frequency / note)


def tuning(page):
    page.get_by_role("button", name=re.compile("^Tuning")).click()
    return page.get_by_role("dialog", name="Tuning")


def close(page):
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_tone_has_its_note_its_cents_and_its_colour(hears):
    page = hears()
    listen(page)
    expect(note(page)).to_have_accessible_name(re.compile("^F♯5"))
    comes_to(page, between(TONE, F_SHARP_5))
    expect(page.locator(".tuner")).to_have_class(re.compile("sharp"))
    expect(page.locator(".tuner-verdict")).to_have_text("▲ sharp")
    expect(page.locator(".tuner-figures")).to_contain_text("744.2")
    page.wait_for_function("""() => {
      const probe = document.body.appendChild(document.createElement("i"));
      probe.style.color = "var(--sharp)";
      const sharp = getComputedStyle(probe).color;
      probe.remove();
      return getComputedStyle(document.querySelector(".tuner-note")).color === sharp;
    }""")


def test_a4_temperament_and_instrument_change_the_reading(hears):
    page = hears()
    listen(page)
    expect(note(page)).to_have_accessible_name(re.compile("^F♯5"))
    sheet = tuning(page)
    sheet.get_by_role("button", name="442", exact=True).click()
    close(page)
    comes_to(page, between(TONE, F_SHARP_5 * 442 / 440))
    expect(page.locator(".tuner-verdict")).to_have_text("● in tune")
    expect(page.get_by_text("A = 442 · Equal · Concert pitch")).to_be_visible()

    sheet = tuning(page)
    sheet.get_by_label("Temperament", exact=True).select_option("Quarter-comma meantone")
    sheet.get_by_label("Instrument", exact=True).select_option("Clarinet in B♭")
    close(page)
    # F♯ lies 10.26 cents below where A has it in equal temperament: two more fifths, each narrow by 5.38.
    lower = F_SHARP_5 * 442 / 440 * 2 ** (-10.265 / 1_200)
    comes_to(page, between(TONE, lower))
    expect(note(page)).to_have_accessible_name(re.compile("^G♯5"))
    expect(page.locator(".tuner-verdict")).to_contain_text("sounds F♯5")
    # It is kept, and shown again.
    is_synced(page)
    page.reload()
    expect(page.get_by_text("A = 442 · Quarter-comma meantone on C · Clarinet in B♭")).to_be_visible()


LONG = re.compile("Piccolo trumpet in B♭$")


@pytest.mark.parametrize("panel", ["tuner", "drone"])
def test_the_line_over_the_title_opens_the_tuning(new_page, panel):
    page = new_page(viewport=PHONE)
    show(page, f"/tools/{panel}")
    line = page.locator(".tuning-line")
    expect(line).to_have_accessible_name("Tuning: A = 440 · Equal · Concert pitch")
    # It is the only way.
    expect(page.get_by_role("button", name=re.compile("^Tuning"))).to_have_count(1)
    # With the keyboard, too, and the focus comes back to it.
    line.focus()
    page.keyboard.press("Enter")
    sheet = page.get_by_role("dialog", name="Tuning")
    sheet.get_by_label("Instrument", exact=True).select_option("Oboe")
    close(page)
    expect(line).to_be_focused()
    expect(line).to_have_accessible_name("Tuning: A = 440 · Equal · Oboe")


@pytest.mark.parametrize("width", [320, 390, 430, 1440])
def test_the_line_never_pushes_the_title(new_page, width):
    page = new_page(viewport={"width": width, "height": 800})
    show(page, "/tools/tuner")
    boxes = """() => [".page-head", "h1", ".page-head .row"].map((each) => {
      const { top, height } = document.querySelector(each).getBoundingClientRect();
      return [top, height];
    })"""
    before = page.evaluate(boxes)
    sheet = tuning(page)
    sheet.get_by_label("Temperament", exact=True).select_option("Just intonation, five-limit")
    sheet.get_by_label("Instrument", exact=True).select_option(label="Piccolo trumpet in B♭")
    close(page)
    line = page.locator(".tuning-line")
    expect(line).to_have_accessible_name(LONG)
    assert page.evaluate(boxes) == before
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # One line, cut short where it does not fit, and none of its neighbours is under it.
    assert line.locator("span").evaluate("(span) => span.getClientRects().length") == 1
    cut = line.locator("span").evaluate("(span) => span.scrollWidth > span.clientWidth")
    assert cut == (width < 480)
    under = page.evaluate("""() => [...document.querySelectorAll(".page-head :is(a, button)")]
      .filter((each) => each.checkVisibility())
      .filter((each) => {
        const { left, top, width, height } = each.getBoundingClientRect();
        return [[0.5, 0.5], [0.5, 0.1], [0.5, 0.9]].some(([x, y]) => {
          const hit = document.elementFromPoint(left + width * x, top + height * y);
          return !each.contains(hit);
        });
      }).map((each) => each.ariaLabel)""")
    assert under == []


def test_what_was_used_recently_comes_first(new_page):
    page = new_page(viewport=PHONE)
    show(page, "/tools/tuner")
    expect(saving(page)).to_contain_text("Saved here")
    sheet = tuning(page)
    recent = sheet.get_by_role("group", name="Recent")
    expect(recent).to_have_count(0)
    sheet.get_by_role("button", name="415", exact=True).click()
    sheet.get_by_label("Temperament", exact=True).select_option("Vallotti")
    sheet.get_by_label("Instrument", exact=True).select_option("Oboe")
    close(page)
    is_synced(page)
    page.reload()
    expect(page.get_by_text("A = 415 · Vallotti on C · Oboe")).to_be_visible()
    sheet = tuning(page)
    expect(recent.get_by_role("button")).to_have_text(
        ["A = 415", "A = 440", "Vallotti on C", "Equal", "Oboe", "Concert pitch"])
    assert recent.bounding_box()["y"] < sheet.get_by_role("textbox", name="A4").bounding_box()["y"]
    # One tap each, and nothing moves meanwhile.
    for name in ("A = 440", "Equal", "Concert pitch"):
        recent.get_by_role("button", name=name, exact=True).click()
        expect(recent.get_by_role("button", name=name, exact=True)).to_have_attribute("aria-pressed", "true")
    expect(recent.get_by_role("button").first).to_have_text("A = 415")
    close(page)
    expect(page.get_by_text("A = 440 · Equal · Concert pitch")).to_be_visible()


def test_one_tap_gives_the_drone_the_note(hears):
    page = hears(viewport=PHONE)
    listen(page)
    expect(note(page)).to_have_accessible_name(re.compile("^F♯5"))
    # Held, so that what the drone sounds like in the microphone changes nothing.
    page.get_by_role("button", name="Hold", exact=True).click()
    drone = page.get_by_role("button", name="Drone on F♯5", exact=True)
    expect(drone).to_have_attribute("aria-pressed", "false")
    drone.click()
    expect(drone).to_have_attribute("aria-pressed", "true")
    sounding = page.get_by_role("group", name="Active tools")
    expect(sounding).to_contain_text("Drone F♯5")
    page.get_by_role("navigation", name="Tools").get_by_role("link", name="Drone").click()
    expect(page.locator(".drone-hertz")).to_have_text("739.99 Hz")
    page.get_by_role("navigation", name="Tools").get_by_role("link", name="Tuner").click()
    # The dock stops it, and so does the button.
    sounding.get_by_role("button", name=re.compile("^Stop: Drone")).click()
    expect(drone).to_have_attribute("aria-pressed", "false")
    drone.click()
    expect(sounding).to_contain_text("Drone F♯5")
    drone.click()
    expect(drone).to_have_attribute("aria-pressed", "false")
    expect(sounding).to_have_count(0)


def test_readers_and_the_average_have_the_number_on_the_screen(hears):
    page = hears()
    listen(page)
    comes_to(page, between(TONE, F_SHARP_5))
    expect(page.locator(".tuner p.unseen")).to_have_text(re.compile(r"^F♯5, sharp, \+9\.[789] cents$"))
    # A steady tone has the average that it shows all the time, but for its very beginning.
    average = page.locator(".map li").filter(has_text="F♯5")
    expect(average).to_have_text(re.compile(r"\+\d+\.\d · spread \d+\.\d$"))
    until(page, lambda: abs(float(re.search(r"\+(\d+\.\d) ·", average.text_content())[1]) - 9.8) < 1)


def test_a_tap_on_the_note_writes_it_with_the_other_sign(hears):
    page = hears()
    listen(page)
    expect(note(page)).to_have_accessible_name(re.compile("^F♯5"))
    note(page).click()
    expect(note(page)).to_have_accessible_name(re.compile("^G♭5"))


def test_precise_mode_shows_how_sure_it_is(hears):
    page = hears()
    listen(page)
    page.get_by_role("radio", name="Precise").check()
    figures = page.locator(".tuner-figures")
    bars = []
    until(page, lambda: bars.extend(re.findall(r"± (\d\.\d\d)", figures.text_content())) or bars)
    bar = float(bars[0])
    comes_to(page, between(TONE, F_SHARP_5), within=max(bar, 0.05) + 0.05)


def test_everything_is_done_by_keyboard(hears):
    page = hears()
    heading(page).focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Stop", exact=True)).to_be_visible()
    expect(note(page)).to_have_accessible_name(re.compile("^F♯5"))
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Listen", exact=True)).to_be_visible()
    # A blank on a button that was reached by the keyboard is the button's.
    page.get_by_role("button", name="Lock").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name=re.compile("^Locked"))).to_be_visible()
    expect(page.get_by_role("button", name="Listen", exact=True)).to_be_visible()


@pytest.mark.parametrize("viewport", [{"width": 320, "height": 568}, PHONE], ids=["short", "phone"])
def test_a_second_tap_in_the_same_place_unlocks(new_page, viewport):
    page = new_page(viewport=viewport)
    show(page, "/tools/tuner")
    # The room's first line stays where it is, too.
    expect(page.locator(".room-line")).to_be_visible()
    lock = page.locator("#tuner-lock")
    # On the page: a click may scroll the window.
    place = """(lock) => { const box = lock.getBoundingClientRect(); return [box.x, box.y + scrollY, box.width, box.height]; }"""
    before = lock.evaluate(place)
    lock.click()
    expect(page.get_by_role("button", name="Locked to A4", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(lock).to_have_text("A4")
    # Nothing but what is below it makes way.
    assert lock.evaluate(place) == before
    lock.click()
    expect(lock).to_have_attribute("aria-pressed", "false")


def test_a_preset_survives_and_reaches_another_device(new_page):
    page = new_page()
    show(page, "/tools/tuner")
    page.get_by_role("radio", name="Slow").check()
    page.get_by_role("button", name="Save as a preset").click()
    page.get_by_role("textbox", name="Name").fill("Long tones")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("button", name="Long tones", exact=True)).to_be_visible()
    page.get_by_role("radio", name="Fast").check()
    is_synced(page)
    page.reload()
    page.get_by_role("button", name="Long tones", exact=True).click()
    expect(page.get_by_role("radio", name="Slow")).to_be_checked()
    is_synced(page)

    other = new_page()
    show(other, "/tools/tuner")
    expect(other.get_by_role("button", name="Long tones", exact=True)).to_be_visible()
    expect(other.get_by_role("radio", name="Slow")).to_be_checked()


def test_without_leave_it_says_how_to_give_it(with_microphone):
    page = with_microphone(
        "--use-fake-device-for-media-stream", "--deny-permission-prompts", at="/tools/tuner")
    listen(page)
    expect(page.get_by_role("alert")).to_contain_text("access is blocked")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()


def test_it_goes_on_across_the_panels_and_ends_with_the_room(hears):
    page = hears(viewport=PHONE)
    listen(page)
    expect(note(page)).to_have_accessible_name(re.compile("^F♯5"))
    page.get_by_role("navigation", name="Tools").get_by_role("link", name="Drone").click()
    expect(page.get_by_role("group", name="Active tools")).to_contain_text("Tuner")
    page.get_by_role("navigation", name="Tools").get_by_role("link", name="Tuner").click()
    expect(page.get_by_role("button", name="Stop", exact=True)).to_be_visible()
    go_to(page, "Journal", "/journal")
    expect(page.get_by_role("group", name="Active tools")).to_have_count(0)


def test_the_stage_fills_the_screen(hears):
    page = hears(viewport=PHONE)
    listen(page)
    page.get_by_role("button", name="Stage", exact=True).click()
    box = page.locator(".on-stage").bounding_box()
    assert (box["width"], box["height"]) == (PHONE["width"], PHONE["height"])
    # A letter that is read at two metres has a sixth of a phone's height at least.
    assert note(page).bounding_box()["height"] > PHONE["height"] / 6
    page.get_by_role("button", name="Leave the stage").click()
    expect(page.locator(".on-stage")).to_have_count(0)


def test_what_readings_cost_is_told(hears):
    page = hears(reduced_motion="no-preference")
    listen(page)
    expect(note(page)).to_have_accessible_name(re.compile("^F♯5"))
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")

    def figures():
        return {m["name"]: m["value"] for m in session.send("Performance.getMetrics")["metrics"]}

    before = figures()
    page.wait_for_timeout(SECONDS * 1_000)
    after = figures()
    passed = after["Timestamp"] - before["Timestamp"]
    spent = {name: (after[name] - before[name]) / passed for name in
             ("TaskDuration", "ScriptDuration", "LayoutDuration", "RecalcStyleDuration")}
    print("\n  the page's share of a core while the tuner shows readings: "
          + ", ".join(f"{name} {share:.1%}" for name, share in spent.items()))
