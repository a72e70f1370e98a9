"""Narrow, enlarged, touched and without motion."""

import pytest
from playwright.sync_api import expect

from app import LOST, PAGES, PHONE, TOOLS, WIDE, show, walk
from microphone import fake, write_tone

NARROW = {"width": 320, "height": 640}
# The smallest phones, upright.
SHORT = {"width": 320, "height": 568}
# A screen of 1280 × 800 enlarged to 200 %, and a phone held sideways.
ENLARGED = {"width": 640, "height": 400}

# Whatever reaches beyond the right edge, clipped or not, but for what scrolls within a box of its own.
TOO_WIDE = """() => [
  ...(document.documentElement.scrollWidth > innerWidth ? ["the page"] : []),
  ...[...document.querySelectorAll("main *, nav *, dialog[open] *, .toast *")]
    .filter((element) => element.checkVisibility() && !element.parentElement.closest(".score-grid")
      && element.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5)
    .map((element) => `${element.localName}.${element.className}: ${element.textContent}`),
]"""

SMALL_TARGETS = """() => [...document.querySelectorAll(
    "nav a, button, a.button, select, textarea, input:not([type=radio], [type=checkbox]), "
    + ".check, .segment, summary")]
  .filter((element) => element.checkVisibility())
  .map((element) => [element, element.getBoundingClientRect()])
  // Thirteen bars share the width of a phone.
  .filter(([element, { width, height }]) => height < 44 || width < (element.matches(".score-cell") ? 24 : 44))
  .map(([element, { width, height }]) =>
    `${element.ariaLabel || element.textContent || element.id}: ${width} × ${height}`)"""


@pytest.mark.parametrize("viewport", [NARROW, ENLARGED], ids=["320 px", "200 %"])
def test_nothing_scrolls_sideways(new_page, viewport):
    page = new_page(viewport=viewport, device_scale_factor=2)
    for path in walk(page, [*PAGES.values(), LOST]):
        assert page.evaluate(TOO_WIDE) == [], path
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert page.evaluate(TOO_WIDE) == []
    page.keyboard.press("Escape")
    show(page, "/about/components")
    page.get_by_role("button", name="Delete").first.click()
    for name in ("Open a dialog", "Open a sheet"):
        page.get_by_role("button", name=name).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert page.evaluate(TOO_WIDE) == []
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Stop the app").click()
    page.get_by_text("Details", exact=True).click()
    assert page.evaluate(TOO_WIDE) == []


def test_every_page_is_printed_in_dark_letters(new_page):
    """Browsers print no background, so the light letters of the dark theme would not be seen."""
    page = new_page(viewport=WIDE, color_scheme="dark")
    page.emulate_media(media="print")
    colour = "[...getComputedStyle(document.querySelector('h1')).color.matchAll(/[\\d.]+/g)].slice(0, 3).map(Number)"
    for path in walk(page, PAGES.values()):
        if not path.startswith("/light"):
            assert max(page.evaluate(colour)) < 128, path


def test_nothing_scrolls_sideways_with_larger_text(new_page):
    page = new_page(viewport=PHONE)
    page.add_init_script("""addEventListener("DOMContentLoaded", () =>
      document.documentElement.style.setProperty("font-size", "200%"))""")
    for path in walk(page, PAGES.values()):
        assert page.evaluate(TOO_WIDE) == [], path


@pytest.mark.parametrize("viewport", [NARROW, PHONE, WIDE], ids=["narrow", "phone", "wide"])
def test_targets_are_large_enough(new_page, viewport):
    page = new_page(viewport=viewport)
    for path in walk(page, PAGES.values()):
        if path == "/light":
            # Its ribbons are there once the instrument has said which.
            expect(page.locator("#light-ribbon-0")).to_be_visible()
        assert page.evaluate(SMALL_TARGETS) == [], path
    show(page, "/about/components")
    page.get_by_role("button", name="Delete").first.click()
    page.get_by_role("button", name="Open a dialog").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.get_by_role("dialog").evaluate("(dialog) => Promise.all(dialog.getAnimations().map(a => a.finished))")
    assert page.evaluate(SMALL_TARGETS) == []


def test_the_rooms_are_below_on_a_phone_and_beside_on_a_wide_screen(new_page):
    rooms = new_page(viewport=PHONE)
    show(rooms, "/journal")
    box = rooms.get_by_role("navigation", name="Rooms").bounding_box()
    assert box["width"] == 390 and box["y"] + box["height"] == 844
    rooms = new_page(viewport=WIDE)
    show(rooms, "/journal")
    box = rooms.get_by_role("navigation", name="Rooms").bounding_box()
    assert box["x"] == 0 and box["height"] == 900


def test_nothing_is_hidden_under_the_tabs(new_page):
    page = new_page(viewport=PHONE)
    for _ in walk(page, PAGES.values()):
        # A page may still grow by what the server answers.
        page.wait_for_function("""() => {
          scrollTo(0, document.documentElement.scrollHeight);
          return document.querySelector("main").lastElementChild.getBoundingClientRect().bottom
            <= document.querySelector("nav").getBoundingClientRect().top;
        }""")


@pytest.fixture(scope="module")
def tone(tmp_path_factory):
    return write_tone(tmp_path_factory.mktemp("tone") / "tone.wav", 440)


def is_above_the_tabs(page, control):
    expect(control).to_be_in_viewport(ratio=1)
    box, tabs = control.bounding_box(), page.get_by_role("navigation", name="Rooms").bounding_box()
    assert box["y"] + box["height"] <= tabs["y"], control


@pytest.mark.parametrize("tool", TOOLS)
def test_a_tool_is_started_and_stopped_on_a_short_phone_without_scrolling(new_page, with_microphone, tone, tool):
    if tool == "Tuner":
        page = with_microphone(*fake(tone), at=TOOLS[tool], viewport=SHORT)
    else:
        page = new_page(viewport=SHORT)
        show(page, TOOLS[tool])
    # A first visit: the line of the room is above it all.
    expect(page.locator(".room-line")).to_be_visible()
    start = page.get_by_role("button", name="Listen" if tool == "Tuner" else "Start", exact=True)
    is_above_the_tabs(page, start)
    start.click()
    is_above_the_tabs(page, page.get_by_role("button", name="Stop", exact=True))
    # It stays for this visit: nothing moves.
    expect(page.locator(".room-line")).to_be_visible()
    for reading in {
        "Tuner": [".tuner-note", ".dial", ".tuner-figures"], "Drone": [".drone-name"],
        "Metronome": [".metro-bar", ".metro-tempo-figure"], "Scores": ["#score-counter"],
    }[tool]:
        is_above_the_tabs(page, page.locator(reading))
    assert page.evaluate("() => scrollY") == 0


def test_a_take_is_started_and_stopped_on_a_short_phone_without_scrolling(with_microphone, tone):
    page = with_microphone(*fake(tone), at="/journal", viewport=SHORT)
    start = page.get_by_role("navigation", name="Rooms").get_by_role("button", name="Record")
    expect(start).to_be_in_viewport(ratio=1)
    start.click()
    stop = page.get_by_role("button", name="Stop recording")
    expect(stop).to_be_enabled()
    is_above_the_tabs(page, stop)


def test_motion_is_off_for_those_who_want_none(new_page):
    page = new_page(reduced_motion="reduce")
    show(page, "/about/components")
    page.get_by_role("button", name="Open a dialog").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    longest = page.evaluate("""() => Math.max(0, ...document.getAnimations()
      .map((animation) => animation.effect.getComputedTiming())
      .map(({ duration, iterations }) => duration * iterations))""")
    assert longest <= 10


def test_motion_is_short_for_the_others(page):
    show(page, "/about/components")
    page.get_by_role("button", name="Open a dialog").click()
    times = page.get_by_role("dialog").evaluate("""(dialog) => dialog.getAnimations()
      .map((animation) => animation.effect.getComputedTiming().duration)""")
    assert all(time <= 200 for time in times)


def test_forced_colours_still_tell_what_is_chosen(new_page):
    page = new_page(forced_colors="active")
    show(page, "/about/components")

    def background(locator):
        return locator.evaluate("(element) => getComputedStyle(element).backgroundColor")

    assert background(page.locator("#needle-0 + span")) != background(page.locator("#needle-1 + span"))
    assert background(page.locator(".chip.on")) != background(page.locator(".chip").first)
