"""The dock: what records, runs or sounds is in sight in every room, and lies over nothing."""

import pytest
from playwright.sync_api import expect

from app import PHONE, ROOMS, TABLET, TOOLS, WIDE, show, turn_to
from ledger import saving
from microphone import fake, write_tone
from test_light import TAP

# The controls in a part of the page that something else covers, or that the window does not show.
COVERED = """(part) => [...document.querySelectorAll(`${part} :is(a, button)`)].filter((control) => {
  if (!control.checkVisibility()) return false;
  const { x, y, width, height } = control.getBoundingClientRect();
  return !control.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}).map((control) => control.ariaLabel ?? control.textContent)"""

BOTTOM = "(part) => document.querySelector(part).getBoundingClientRect().bottom"
TOP = "(part) => document.querySelector(part).getBoundingClientRect().top"


@pytest.fixture(scope="module")
def tone(tmp_path_factory):
    return write_tone(tmp_path_factory.mktemp("tone") / "tone.wav", 440)


def row(page, name):
    return page.locator(".dock").get_by_role("group", name=name)


def set_all_going(page):
    """A metronome, a session and a take."""
    expect(saving(page)).to_contain_text("Saved here")
    turn_to(page, "/tools/metronome")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("button", name="Stop", exact=True)).to_be_visible()
    practise_and_record(page)


def practise_and_record(page):
    turn_to(page, "/journal/practice")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    page.keyboard.press("r")
    expect(page.get_by_role("button", name="Stop recording")).to_be_enabled()


@pytest.mark.parametrize("viewport", [PHONE, TABLET, WIDE], ids=["phone", "tablet", "wide"])
def test_all_that_goes_on_is_in_sight_in_every_room(with_microphone, tone, viewport):
    page = with_microphone(*fake(tone), at="/journal", viewport=viewport)
    set_all_going(page)
    for path in {**ROOMS, "Tools": TOOLS["Tuner"]}.values():
        turn_to(page, path)
        for name in ["Recorder", "Current session", "Active tools"]:
            expect(row(page, name)).to_be_in_viewport(ratio=1)
        assert page.evaluate(COVERED, ".dock") == [], path
        assert page.evaluate(COVERED, "nav.rooms") == [], path
        # The page ends above the dock.
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        page.wait_for_function(f"() => ({BOTTOM})('main > :last-child') <= ({TOP})('.dock-rows')")


def test_tools_share_one_row_on_a_short_phone(with_microphone, tone):
    page = with_microphone(*fake(tone), at="/journal", viewport={"width": 320, "height": 568})
    for path, name in (("/tools/metronome", "Start"), ("/tools/drone", "Start"), ("/tools/tuner", "Listen")):
        turn_to(page, path)
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.get_by_role("button", name="Stop", exact=True)).to_be_visible()
    page.keyboard.press("r")
    expect(page.get_by_role("button", name="Stop recording")).to_be_enabled()
    turn_to(page, "/reeds")
    tools = row(page, "Active tools")
    for name in ("Drone", "Metronome"):
        link = tools.get_by_role("link", name=name)
        expect(link).to_be_in_viewport(ratio=1)
        assert link.bounding_box()["width"] >= 44
    assert tools.bounding_box()["height"] <= 52
    assert page.evaluate(COVERED, ".dock") == []
    # Half of the window and more is the page's.
    assert page.evaluate(f"() => ({TOP})('.dock-rows')") > 568 / 2


def test_the_metronome_is_stopped_on_a_short_phone_while_all_goes_on(with_microphone, tone):
    page = with_microphone(*fake(tone), at="/journal", viewport={"width": 320, "height": 568})
    set_all_going(page)
    turn_to(page, "/tools/drone")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("button", name="Stop", exact=True)).to_be_visible()
    turn_to(page, "/tools/metronome")
    for name in ["Recorder", "Current session", "Active tools"]:
        expect(row(page, name)).to_be_visible()
    # Nothing was scrolled, and it is above the dock.
    page.wait_for_function(
        f"() => scrollY === 0 && ({BOTTOM})('#metro-start') <= ({TOP})('.dock-rows')")
    assert page.evaluate(COVERED, ".metro-buttons") == []
    # As a finger does it: the driver would scroll first.
    box = page.locator("#metro-start").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("#metro-start")).to_have_text("Start")
    assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize("width, height", [(844, 390), (568, 320)])
def test_all_is_stopped_without_scrolling_in_landscape(with_microphone, tone, width, height):
    page = with_microphone(*fake(tone), at="/journal", viewport={"width": width, "height": height})
    set_all_going(page)
    turn_to(page, "/tools/drone")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("button", name="Stop", exact=True)).to_be_visible()
    turn_to(page, "/reeds")
    for name in ["Stop recording", "End the session", "Stop: Metronome", "Stop: Drone"]:
        expect(page.locator(".dock").get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    # Names are left to readers.
    expect(row(page, "Active tools").get_by_role("link", name="Drone")).to_be_in_viewport(ratio=1)
    assert page.evaluate(COVERED, ".dock") == []


@pytest.mark.parametrize("path, read, main", [
    ("/tools/metronome", "#metro-tempo", "#metro-start"), ("/tools/drone", ".drone-name", "#drone-main"),
    ("/tools/tuner", ".tuner-note", "#tuner-main")], ids=["metronome", "drone", "tuner"])
def test_a_tool_is_read_and_started_above_a_full_dock(with_microphone, tone, path, read, main):
    page = with_microphone(*fake(tone), at="/journal", viewport={"width": 320, "height": 568})
    set_all_going(page)
    turn_to(page, "/tools/drone")
    page.locator("#drone-main").click()
    expect(page.locator("#drone-main")).to_have_text("Stop")
    turn_to(page, "/reeds")
    turn_to(page, path)
    # Neither is under the other, or under the dock, and nothing was scrolled.
    page.wait_for_function("""([read, main]) => {
      const [above, below] = [read, main].map((part) => document.querySelector(part).getBoundingClientRect());
      const end = document.querySelector(".dock-rows").getBoundingClientRect().top;
      return scrollY === 0 && above.top >= 0 && above.bottom <= below.top && below.bottom <= end;
    }""", arg=[read, main])


def test_what_goes_on_is_ended_from_another_room(with_microphone, tone):
    page = with_microphone(*fake(tone), at="/journal", viewport=PHONE)
    set_all_going(page)
    turn_to(page, "/reeds")
    row(page, "Active tools").get_by_role("button").click()
    expect(row(page, "Active tools")).to_have_count(0)
    row(page, "Current session").get_by_role("button", name="End the session").click()
    expect(row(page, "Current session")).to_have_count(0)
    row(page, "Recorder").get_by_role("button", name="Stop recording").click()
    expect(row(page, "Recorder")).to_have_count(0)
    expect(page.locator(".dock-rows")).to_be_empty()


def test_a_page_has_no_second_button_for_what_it_shows(with_microphone, tone):
    page = with_microphone(*fake(tone), at="/journal", viewport=PHONE)
    set_all_going(page)
    expect(row(page, "Current session")).to_have_count(0)
    turn_to(page, "/tools/metronome")
    expect(row(page, "Active tools")).to_have_count(0)
    expect(row(page, "Current session")).to_be_visible()


# Whether all that plays Light is wholly in the window and above the dock.
HANDS_IN_SIGHT = f"""() => {{
  const hands = [...document.querySelectorAll(".light-ribbon, .light-hands button")];
  const end = ({TOP})(".dock-rows");
  return hands.length === 13 && hands.every((hand) => {{
    const {{ top, bottom }} = hand.getBoundingClientRect();
    return top >= 0 && bottom <= end + 0.5;
  }});
}}"""


@pytest.mark.parametrize("viewport", [PHONE, {"width": 320, "height": 568}], ids=["phone", "short"])
def test_light_is_played_above_a_full_dock(with_microphone, tone, viewport):
    page = with_microphone(*fake(tone), at="/journal", viewport=viewport)
    set_all_going(page)
    turn_to(page, "/tools/drone")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("#drone-state")).to_contain_text("Playing")
    turn_to(page, "/light")
    for name in ["Recorder", "Current session", "Active tools"]:
        expect(row(page, name)).to_be_in_viewport(ratio=1)
    expect(page.locator(".light-chord canvas")).to_have_count(8)
    # What the room is for stays where it is while somebody plays; on a short phone the dock has its space.
    chord = page.locator("#light-chord-3")
    place = chord.bounding_box()["y"]
    chord.evaluate(TAP)
    expect(chord).to_have_attribute("aria-pressed", "true")
    assert chord.bounding_box()["y"] == place
    page.wait_for_function(HANDS_IN_SIGHT)
    assert page.evaluate(COVERED, ".light-hands") == []
    assert page.evaluate("() => scrollY") == 0


def test_what_is_said_stands_above_the_dock(with_microphone, tone):
    page = with_microphone(*fake(tone), at="/journal", viewport=PHONE)
    set_all_going(page)
    turn_to(page, "/reeds")
    row(page, "Recorder").get_by_role("button", name="Stop recording").click()
    expect(page.locator(".toast")).to_be_visible()
    page.wait_for_function(f"() => ({BOTTOM})('.toast') <= ({TOP})('.dock-rows')")
    # Whoever scrolls to the end of the page finds nothing below it.
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.wait_for_function(f"() => ({BOTTOM})('main > :last-child') <= ({TOP})('.toast')")


def test_the_dock_is_gone_on_a_stage(page):
    page.set_viewport_size(PHONE)
    show(page, "/tools/metronome")
    page.get_by_role("button", name="Start", exact=True).click()
    turn_to(page, "/tools/tuner")
    expect(row(page, "Active tools")).to_be_visible()
    page.get_by_role("button", name="Stage").click()
    expect(page.locator(".on-stage")).to_be_visible()
    expect(page.locator(".dock-rows")).to_be_hidden()
