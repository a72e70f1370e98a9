"""A phone in landscape: each tool fits the screen, beside the rooms and above the dock."""

import re

import pytest
from playwright.sync_api import expect

from app import PHONE, TOOLS, show, turn_to
from microphone import fake, write_tone

LOW = {"large": {"width": 844, "height": 390}, "small": {"width": 667, "height": 375},
       "smallest": {"width": 568, "height": 320}}

# The controls of a part of the page that are not wholly inside the window.
OUTSIDE = """(part) => [...document.querySelectorAll(`${part} :is(a, button)`)]
  .filter((control) => control.checkVisibility())
  .filter((control) => {
    const { left, top, right, bottom } = control.getBoundingClientRect();
    return left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
  }).map((control) => control.ariaLabel || control.textContent)"""

# What has to be scrolled inside the tool.
SCROLLED = """() => {
  const page = document.querySelector(".fitted");
  return [page, ...page.querySelectorAll(".panel, .tuner-main, .drone-now, .metro-main, .score-now")]
    .filter((each) => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1)
    .map((each) => `${each.className}: ${each.scrollWidth} × ${each.scrollHeight} in `
      + `${each.clientWidth} × ${each.clientHeight}`);
}"""


@pytest.fixture(scope="module")
def tone(tmp_path_factory):
    return write_tone(tmp_path_factory.mktemp("tone") / "tone.wav", 440)


def fitted(page):
    return page.locator(".fitted")


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


@pytest.mark.parametrize("size", LOW)
@pytest.mark.parametrize("panel", TOOLS)
def test_a_tool_is_used_without_scrolling(new_page, with_microphone, tone, panel, size):
    if panel == "Tuner":
        page = with_microphone(*fake(tone), at=TOOLS[panel], viewport=LOW[size])
    else:
        page = new_page(viewport=LOW[size])
        show(page, TOOLS[panel])
    expect(fitted(page)).to_be_visible()
    press(page, "Listen" if panel == "Tuner" else "Start")
    expect(page.get_by_role("button", name="Stop", exact=True)).to_be_in_viewport(ratio=1)
    reading = {
        "Tuner": ".tuner-note", "Drone": ".drone-name", "Metronome": ".metro-tempo-figure", "Scores": ".score-counter"}
    expect(page.locator(reading[panel])).to_be_in_viewport(ratio=1)
    assert page.evaluate(SCROLLED) == []
    assert page.evaluate(OUTSIDE, ".fitted") == []
    assert page.evaluate("() => scrollY") == 0


def test_a_transposed_drone_stays_below_the_head(new_page):
    page = new_page(viewport=LOW["smallest"])
    show(page, TOOLS["Drone"])
    page.get_by_role("button", name=re.compile("^Tuning")).click()
    page.get_by_role("dialog", name="Tuning").get_by_label("Instrument", exact=True).select_option("Clarinet in B♭")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    turn_to(page, TOOLS["Metronome"])
    press(page, "Start")
    expect(page.get_by_role("button", name="Stop", exact=True)).to_be_visible()
    turn_to(page, TOOLS["Drone"])
    expect(page.locator(".drone-hertz")).to_contain_text("sounds as")
    expect(page.get_by_role("group", name="Active tools")).to_be_visible()
    page.wait_for_function("""() => document.querySelector(".fitted .page-head").getBoundingClientRect().bottom
      <= document.querySelector(".drone-hertz").getBoundingClientRect().top + 0.5""")


# Whether the chords and ribbons of Light are wholly in the window, and above the dock if something is in it.
HANDS_IN_SIGHT = """() => {
  const rows = document.querySelector(".dock-rows");
  const end = rows?.children.length ? rows.getBoundingClientRect().top : innerHeight;
  return [...document.querySelectorAll(".light-chord, .light-ribbon")].every((hand) => {
    const { top, bottom } = hand.getBoundingClientRect();
    return top >= 0 && bottom <= end + 0.5;
  });
}"""


@pytest.mark.parametrize("size", ["large", "smallest"])
def test_light_is_played_without_scrolling(with_microphone, tone, size):
    page = with_microphone(*fake(tone), at="/light", viewport=LOW[size])
    expect(page.locator(".light-chord")).to_have_count(8)
    expect(page.locator(".light-ribbon")).to_have_count(2)
    page.wait_for_function(HANDS_IN_SIGHT)
    page.get_by_role("navigation", name="Rooms").get_by_role("button", name="Record").click()
    expect(page.get_by_role("button", name="Stop recording").first).to_be_enabled()
    expect(page.locator(".dock-row.recorder")).to_be_in_viewport(ratio=1)
    page.wait_for_function(HANDS_IN_SIGHT)
    assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize("height", [390, 375, 320])
def test_all_rooms_record_and_settings_fit_the_rail(new_page, height):
    page = new_page(viewport={"width": 667, "height": height})
    show(page, "/journal")
    rail = page.get_by_role("navigation", name="Rooms")
    for link in rail.get_by_role("link").all():
        expect(link).to_be_in_viewport(ratio=1)
    expect(rail.get_by_role("button", name="Record")).to_be_in_viewport(ratio=1)
    assert rail.evaluate("(rail) => rail.scrollHeight <= rail.clientHeight")
    assert page.evaluate(OUTSIDE, ".rooms") == []


def test_other_tools_and_rooms_are_one_tap_away(new_page):
    page = new_page(viewport=LOW["small"])
    show(page, TOOLS["Drone"])
    press(page, "Start")
    page.get_by_role("navigation", name="Tools").get_by_role("link", name="Metronome").click()
    expect(page).to_have_url(TOOLS["Metronome"])
    expect(fitted(page)).to_be_visible()
    # The drone goes on, and can be stopped from here.
    sounding = page.get_by_role("group", name="Active tools")
    expect(sounding).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_in_viewport(ratio=1)
    sounding.get_by_role("button", name="Stop: Drone").click()
    expect(sounding).to_have_count(0)
    page.get_by_role("navigation", name="Rooms").get_by_role("link", name="Journal").click()
    expect(page).to_have_url("/journal")
    # The focus in the first field of a sheet does not scroll its head away.
    page.set_viewport_size(LOW["large"])
    show(page, "/reeds")
    page.get_by_role("button", name="New reed").first.click()
    page.get_by_role("button", name=re.compile("^One reed")).click()
    page.locator("#reed-save").click()
    page.locator("#reed-test").click()
    test = page.get_by_role("dialog", name="Test a reed")
    expect(test.get_by_role("slider").first).to_be_focused()
    assert test.evaluate("(sheet) => sheet.scrollTop") == 0


def test_the_whole_panel_is_shown_until_the_screen_turns(new_page):
    page = new_page(viewport=PHONE)
    show(page, TOOLS["Drone"])
    notes = page.locator(".drone-notes")
    expect(notes).to_be_visible()
    expect(page.get_by_role("button", name="More controls")).to_have_count(0)
    page.set_viewport_size(LOW["large"])
    expect(notes).to_be_hidden()
    press(page, "More controls")
    expect(notes).to_be_visible()
    expect(page.get_by_role("button", name="Fewer controls")).to_be_focused()
    press(page, "Fewer controls")
    expect(fitted(page)).to_be_visible()
    press(page, "More controls")
    expect(fitted(page)).to_have_count(0)
    page.set_viewport_size(PHONE)
    expect(page.get_by_role("button", name="Fewer controls")).to_have_count(0)
    page.set_viewport_size(LOW["large"])
    expect(fitted(page)).to_be_visible()


def test_the_stage_covers_the_frame_and_leads_back(new_page):
    page = new_page(viewport=LOW["large"])
    show(page, TOOLS["Metronome"])
    press(page, "Stage")
    expect(fitted(page)).to_have_count(0)
    box = page.locator(".on-stage").bounding_box()
    assert (box["width"], box["height"]) == (844, 390)
    press(page, "Leave the stage")
    expect(fitted(page)).to_be_visible()
    turn_to(page, "/journal")
    turn_to(page, TOOLS["Metronome"])
    expect(fitted(page)).to_be_visible()
