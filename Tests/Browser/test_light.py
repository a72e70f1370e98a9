"""Light: first light, hands, keys and readers, what is stored, the list, and the picture against the reference."""

import base64
import re
import subprocess

import pytest
from playwright.sync_api import expect

from app import PHONE, TABLET, WIDE, go_offline, heading, show, toast, until
from ledger import is_synced
from server import WOODSHED
from test_accessibility import AXE, examine

LIGHT = "/light"
# What lies over the picture.
COVERS = """(isShown) => {
  for (const each of document.querySelectorAll(".light-head, .toasts")) each.style.opacity = isShown ? "" : 0;
}"""


def begin(page):
    """Opens the room; the first set of the app is in the hand, and its picture shows."""
    show(page, LIGHT)
    expect(page.locator(".light-chord canvas")).to_have_count(8)


def ribbon(page, name="Hue"):
    return page.get_by_role("slider", name=name, exact=True)


def words(page, name="Hue"):
    return ribbon(page, name).get_attribute("aria-valuetext")


def chord(page, number):
    return page.locator(f"#light-chord-{number}")


def at(page, place, x, y=0.5):
    """A point of a ribbon, from the left."""
    box = page.locator(".light-ribbon").nth(place).bounding_box()
    return box["x"] + box["width"] * x, box["y"] + box["height"] * y


def press_ribbon(page, place, x):
    page.mouse.move(*at(page, place, x))
    page.mouse.down()
    page.mouse.up()


PIXELS = """async (data) => {
  const image = new Image();
  image.src = `data:image/png;base64,${data}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  return [image.width, image.height, Array.from(context.getImageData(0, 0, image.width, image.height).data)];
}"""


# How bright a picture is on the whole, from 0 to 255.
BRIGHTNESS = """async (data) => {
  const image = new Image();
  image.src = `data:image/png;base64,${data}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: 64, height: 36 });
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0, 64, 36);
  const dots = context.getImageData(0, 0, 64, 36).data;
  return dots.reduce((sum, value, place) => (place % 4 === 3 ? sum : sum + value), 0) / (dots.length * 0.75);
}"""


def pixels(page, png):
    return page.evaluate(PIXELS, base64.b64encode(png).decode())


def screenshot(page):
    page.evaluate(COVERS, False)
    png = page.locator(".light-canvas").screenshot()
    page.evaluate(COVERS, True)
    return png


def picture(page):
    """What the canvas shows: its width, height and pixels."""
    return pixels(page, screenshot(page))


def brightness(page):
    return page.evaluate(BRIGHTNESS, base64.b64encode(screenshot(page)).decode())


def is_dark(page):
    return brightness(page) < 4


def test_the_first_visit_shows_light(page):
    begin(page)
    until(page, lambda: brightness(page) > 60)
    expect(heading(page)).to_have_text("Low tide")
    expect(page.get_by_text("Chordset 1 of 12 · Safe")).to_be_visible()
    expect(chord(page, 4)).to_have_attribute("aria-pressed", "true")
    assert words(page).startswith("tempered ")


def test_a_finger_on_a_ribbon(page):
    begin(page)
    page.mouse.move(*at(page, 0, 0.26))
    page.mouse.down()
    expect(ribbon(page)).to_have_attribute("aria-valuetext", "tempered 3.1, orange")
    page.mouse.move(*at(page, 0, 0.51), steps=4)
    expect(ribbon(page)).to_have_attribute("aria-valuetext", re.compile("tempered 6.1"))
    # With Alt a tenth of the way.
    page.keyboard.down("Alt")
    page.mouse.move(*at(page, 0, 0.61), steps=4)
    expect(ribbon(page)).to_have_attribute("aria-valuetext", re.compile("tempered 6.2"))
    page.keyboard.up("Alt")
    page.mouse.up()
    # Beside it nothing moves, and two taps lead to the middle.
    page.mouse.move(*at(page, 0, 0.9))
    expect(ribbon(page)).to_have_attribute("aria-valuetext", re.compile("tempered 6.2"))
    page.mouse.dblclick(*at(page, 1, 0.8))
    expect(ribbon(page, "Purity")).to_have_attribute("aria-valuetext", "pure")


def test_chords_by_mouse_keys_and_readers(page):
    begin(page)
    chord(page, 2).click()
    expect(chord(page, 2)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("7")
    expect(chord(page, 7)).to_have_attribute("aria-pressed", "true")
    # A chord that is held for a while is borrowed.
    page.keyboard.down("3")
    expect(chord(page, 3)).to_have_class(re.compile("held"))
    page.wait_for_timeout(500)
    page.keyboard.up("3")
    expect(chord(page, 7)).to_have_attribute("aria-pressed", "true")
    # As a screen reader presses it.
    chord(page, 5).evaluate("(button) => button.click()")
    expect(chord(page, 5)).to_have_attribute("aria-pressed", "true")
    chord(page, 6).focus()
    page.keyboard.press("Space")
    expect(chord(page, 6)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("]")
    expect(heading(page)).to_have_text("Ember")
    page.keyboard.press("[")
    expect(heading(page)).to_have_text("Low tide")
    ribbon(page).focus()
    before = words(page)
    for _ in range(60):
        page.keyboard.press("ArrowRight")
    expect(ribbon(page)).not_to_have_attribute("aria-valuetext", before)


def test_escape_leads_to_black_and_back(page):
    begin(page)
    until(page, lambda: brightness(page) > 60)
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Darken the picture")).to_have_attribute("aria-pressed", "true")
    until(page, lambda: is_dark(page))
    page.keyboard.press("Escape")
    until(page, lambda: brightness(page) > 60)
    # A picture that is held still stays through a chord.
    page.keyboard.press("p")
    expect(page.get_by_role("button", name="Hold the picture still")).to_have_attribute("aria-pressed", "true")
    held = screenshot(page)
    page.keyboard.press("7")
    expect(chord(page, 7)).to_have_attribute("aria-pressed", "true")
    page.wait_for_timeout(300)
    assert screenshot(page) == held
    page.keyboard.press("p")
    until(page, lambda: screenshot(page) != held)


def test_ten_fingers(new_page):
    page = new_page(viewport=TABLET, has_touch=True)
    begin(page)
    session = page.context.new_cdp_session(page)

    def points(*places):
        return [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]

    def middle(number):
        box = chord(page, number).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    fingers = [middle(number) for number in range(1, 9)] + [at(page, 0, 0.5), at(page, 1, 0.5)]
    for count in range(1, 11):
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points(*fingers[:count])})
    expect(page.locator(".light-chord.held")).to_have_count(8)
    expect(ribbon(page, "Purity")).to_have_attribute("aria-valuetext", "pure")
    # The system takes all of them away.
    session.send("Input.dispatchTouchEvent", {"type": "touchCancel", "touchPoints": []})
    expect(page.locator(".light-chord.held")).to_have_count(0)
    # One slides over three selectors.
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points(middle(1))})
    for number in (2, 3):
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": points(middle(number))})
        expect(chord(page, number)).to_have_class(re.compile("held"))
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(".light-chord.held")).to_have_count(0)
    expect(chord(page, 3)).to_have_attribute("aria-pressed", "true")


def test_nothing_stays_held_when_the_page_loses_sight(page):
    begin(page)
    page.keyboard.down("2")
    page.keyboard.down("Shift")
    expect(chord(page, 2)).to_have_class(re.compile("held"))
    page.evaluate("() => dispatchEvent(new Event('blur'))")
    expect(page.locator(".light-chord.held")).to_have_count(0)
    expect(page.locator(".light-shift")).to_have_attribute("aria-pressed", "false")
    page.keyboard.up("2")
    page.keyboard.up("Shift")


def store(page, number):
    page.keyboard.down("Shift")
    page.keyboard.press(f"Digit{number}")
    page.keyboard.up("Shift")


def test_what_is_stored_is_there_on_another_device(page, new_page):
    begin(page)
    press_ribbon(page, 0, 0.26)
    store(page, 2)
    expect(toast(page, "“Low tide” is yours now")).to_be_visible()
    expect(page.get_by_text("Chordset 1 of 13")).to_be_visible()
    # A second one is one step of undo for itself.
    press_ribbon(page, 0, 0.6)
    store(page, 3)
    toast(page, "Stored as chord 3").get_by_role("button", name="Undo").click()
    expect(toast(page, "Undone")).to_be_visible()
    is_synced(page)
    other = new_page()
    begin(other)
    expect(other.get_by_text("Chordset 1 of 13")).to_be_visible()
    chord(other, 2).click()
    expect(ribbon(other)).to_have_attribute("aria-valuetext", "tempered 3.1, orange")


def test_the_hand_is_kept_half_a_second_after_it_rests(new_context):
    context = new_context()
    page = context.new_page()
    begin(page)
    page.keyboard.press("]")
    expect(heading(page)).to_have_text("Ember")
    press_ribbon(page, 0, 0.26)
    expect(ribbon(page)).to_have_attribute("aria-valuetext", "tempered 3.1, orange")
    page.wait_for_timeout(500)
    page.close()
    page = context.new_page()
    begin(page)
    expect(heading(page)).to_have_text("Ember")
    expect(ribbon(page)).to_have_attribute("aria-valuetext", "tempered 3.1, orange")


@pytest.mark.parametrize("viewport", [PHONE, WIDE], ids=["phone", "wide"])
def test_the_list_of_sets(new_page, viewport):
    page = new_page(viewport=viewport)
    begin(page)
    page.get_by_role("button", name="Chordsets", exact=True).click()
    sets = page.locator(".light-set")
    expect(sets).to_have_count(12)
    page.get_by_role("button", name="New chordset").click()
    expect(sets).to_have_count(13)
    expect(heading(page)).to_have_text("New chordset")
    page.get_by_role("button", name="More for “New chordset”").click()
    page.get_by_role("button", name="Rename “New chordset”").click()
    page.get_by_label("New name").fill("Evening")
    page.get_by_label("New name").press("Enter")
    expect(heading(page)).to_have_text("Evening")
    page.get_by_role("button", name="More for “Ember”").click()
    page.get_by_role("button", name="Copy “Ember”").click()
    expect(heading(page)).to_have_text("Copy of Ember")
    page.get_by_label("Find").fill("even")
    expect(page.locator(".light-set strong").first).to_have_text("Evening")
    page.get_by_label("Find").fill("")
    page.get_by_role("button", name="More for “Evening”").click()
    page.get_by_role("button", name="Move “Evening” up").click()
    expect(page.locator(".light-set strong").first).to_have_text("Evening")
    page.get_by_role("button", name="Remove “Evening”").click()
    toast(page, "“Evening” is in the trash.").get_by_role("button", name="Undo").click()
    expect(sets).to_have_count(14)
    page.get_by_role("button", name="Close the list").click()
    expect(page.get_by_role("button", name="Chordsets", exact=True)).to_be_focused()


def test_a_set_goes_out_and_comes_in_by_file_and_by_link(page, new_page):
    begin(page)
    press_ribbon(page, 0, 0.26)
    store(page, 1)
    expect(toast(page, "“Low tide” is yours now")).to_be_visible()
    page.get_by_role("button", name="Chordsets", exact=True).click()
    page.get_by_role("button", name="More for “Low tide”").first.click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export “Low tide”").click()
    assert download.value.suggested_filename == "Low tide.light.txt"
    file = download.value.path()
    page.get_by_role("button", name="Share “Low tide”").click()
    address = page.locator(".light-address").text_content()
    assert len(address) < 8_300
    other = new_page(is_signed_in=False)
    other.goto(address)
    other.get_by_role("button", name="Add it").click()
    expect(heading(other)).to_have_text("Low tide")
    expect(other.get_by_text("Chordset 1 of 13")).to_be_visible()
    chord(other, 1).click()
    expect(ribbon(other)).to_have_attribute("aria-valuetext", "tempered 3.1, orange")
    other.get_by_role("button", name="Chordsets", exact=True).click()
    with other.expect_file_chooser() as chooser:
        other.get_by_role("button", name="Import", exact=True).click()
    chooser.value.set_files(file)
    expect(toast(other, "Imported “Low tide”.")).to_be_visible()
    with other.expect_file_chooser() as chooser:
        other.get_by_role("button", name="Import", exact=True).click()
    chooser.value.set_files({"name": "x.txt", "mimeType": "text/plain", "buffer": b"PK\x03\x04"})
    expect(toast(other, "Nothing was imported.")).to_be_visible()


def test_the_limit_is_switched_off_on_purpose(page):
    begin(page)
    page.get_by_role("button", name="Settings of Light").click()
    page.get_by_role("button", name="Not limited …").click()
    expect(page.get_by_text("seizure")).to_be_visible()
    page.get_by_role("button", name="Stay safe").click()
    expect(page.get_by_text("· Safe")).to_be_visible()
    page.get_by_role("button", name="Settings of Light").click()
    page.get_by_role("button", name="Not limited …").click()
    page.get_by_role("button", name="Do not limit flashes").click()
    expect(page.get_by_text("Flashes are not limited")).to_be_visible()
    page.reload()
    expect(page.get_by_text("· Safe")).to_be_visible()


def test_all_of_the_screen(page):
    begin(page)
    page.get_by_role("button", name="Full screen").click()
    expect(page.locator(".light-room.full")).to_be_visible()
    # The controls go by themselves, and come back at a touch.
    expect(page.locator(".light-controls")).to_be_hidden()
    box = page.locator(".light-canvas").bounding_box()
    assert (box["width"], box["height"]) == (WIDE["width"], WIDE["height"])
    page.mouse.move(400, 300)
    expect(page.locator(".light-controls")).to_be_visible()
    page.get_by_role("button", name="Leave the full screen").click()
    expect(page.locator(".light-room.full")).to_have_count(0)


def test_a_second_screen_shows_what_is_played(new_context):
    context = new_context()
    page = context.new_page()
    begin(page)
    screen = context.new_page()
    show(screen, "/light/screen")
    until(page, lambda: brightness(screen) > 60)
    expect(screen.get_by_role("navigation")).to_have_count(0)
    page.bring_to_front()
    page.keyboard.press("Escape")
    until(page, lambda: is_dark(screen))
    page.keyboard.press("Escape")
    until(page, lambda: brightness(screen) > 60)
    # It is closed and opened again while the other plays on.
    screen.close()
    chord(page, 7).click()
    until(page, lambda: brightness(page) < 30)
    screen = context.new_page()
    show(screen, "/light/screen")
    until(page, lambda: 0 < brightness(screen) < 30)


def test_a_stage_that_could_not_be_had_is_tried_again(page, allow):
    allow("stage-", "Failed to load", "ERR_FAILED")
    page.route("**/assets/stage-*.wasm", lambda route: route.abort())
    show(page, LIGHT)
    expect(page.get_by_text("The picture could not be started.")).to_be_visible()
    page.unroute("**/assets/stage-*.wasm")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".light-chord canvas")).to_have_count(8)
    until(page, lambda: brightness(page) > 60)


def test_from_one_window_to_the_other_and_back(page):
    show(page, "/light/screen")
    page.evaluate("""() => { history.pushState(null, "", "/light"); dispatchEvent(new PopStateEvent("popstate")); }""")
    expect(page.locator(".light-chord canvas")).to_have_count(8)
    until(page, lambda: brightness(page) > 60)


def test_keys_for_the_screen(page):
    begin(page)
    page.keyboard.press("h")
    expect(page.locator(".light-controls")).to_be_hidden()
    page.mouse.move(300, 300)
    expect(page.locator(".light-controls")).to_be_visible()
    page.keyboard.press("f")
    expect(page.locator(".light-room.full")).to_have_count(0)


def test_light_without_a_network(page):
    begin(page)
    go_offline(page)
    page.reload()
    expect(page.locator(".light-chord canvas")).to_have_count(8)
    until(page, lambda: brightness(page) > 60)
    chord(page, 5).click()
    expect(chord(page, 5)).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("viewport", [PHONE, WIDE], ids=["phone", "wide"])
def test_axe_finds_nothing(new_page, viewport):
    page = new_page(viewport=viewport)
    page.add_init_script(AXE)
    begin(page)
    examine(page)
    page.get_by_role("button", name="Settings of Light").click()
    examine(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Chordsets", exact=True).click()
    expect(page.locator(".light-set")).to_have_count(12)
    examine(page)


def oracle(page, name, number, width, height, tmp_path):
    path = tmp_path / "oracle.png"
    subprocess.run(
        [WOODSHED, "light", "render", name, "--chord", str(number), "--size", f"{width}x{height}", "-o", path],
        check=True)
    return pixels(page, path.read_bytes())


def largest_difference(shown, wanted):
    """The largest difference of a colour, where the best of the pixels around it counts: edges may lie a pixel beside."""
    width, height, one = shown
    assert (width, height) == (wanted[0], wanted[1])
    other = wanted[2]
    worst = 0
    for y in range(1, height - 1):
        for x in range(1, width - 1):
            place = 4 * (y * width + x)
            if one[place:place + 3] == other[place:place + 3]:
                continue
            mine = one[place:place + 3]
            best = max(abs(a - b) for a, b in zip(mine, other[place:place + 3]))
            if best > worst:
                near = [4 * ((y + dy) * width + x + dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
                best = min(max(abs(a - b) for a, b in zip(mine, other[spot:spot + 3])) for spot in near)
                worst = max(worst, best)
    return worst


SETS = ["tide", "fire", "bands", "tones", "even", "vivid", "frost", "lantern", "eclipse", "glass", "compass", "weather"]


# A canvas whose edges lie between the screen's dots is scaled by the browser, and what it shows is no dot of ours.
WHOLE_DOTS = """() => {
  const stage = document.querySelector(".light-stage");
  Object.assign(stage.style, { position: "fixed", zIndex: 30, left: 0, top: 0, width: "320px", height: "180px", borderRadius: 0 });
}"""


def test_the_shader_draws_what_the_reference_draws(new_page, tmp_path):
    page = new_page(viewport={"width": 420, "height": 640})
    begin(page)
    page.evaluate(WHOLE_DOTS)
    expect(page.locator(".light-note")).to_have_count(0)
    worst = {}
    for place, name in enumerate(SETS):
        if place:
            page.keyboard.press("]")
            expect(page.get_by_text(f"Chordset {place + 1} of 12")).to_be_visible()
        for number in (1 + place % 4, 5 + place % 4):
            page.keyboard.press(f"Digit{number}")
            expect(chord(page, number)).to_have_attribute("aria-pressed", "true")
            wanted = oracle(page, name, number, *picture(page)[:2], tmp_path)
            until(page, lambda: largest_difference(picture(page), wanted) <= 2)
            worst[name, number] = largest_difference(picture(page), wanted)
    print(f"\n  Shader against reference, {len(worst)} chords: largest difference {max(worst.values())} of 255")
