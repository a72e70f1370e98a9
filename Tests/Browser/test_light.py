"""Light: first light, hands, keys and readers, what is stored, the list, and the picture against the reference."""

import base64
import contextlib
import re
import struct
import subprocess
import zlib

import pytest
from playwright.sync_api import Error, expect

from app import PHONE, TABLET, WIDE, go_offline, heading, show, toast, until
from ledger import is_synced, saving
from server import WOODSHED
from test_accessibility import AXE, examine

LIGHT = "/light"
# What lies over the picture.
COVERS = """(isShown) => {
  for (const each of document.querySelectorAll(".light-head, .light-fit, .light-corner, .room-line, .toasts")) each.style.opacity = isShown ? "" : 0;
}"""


def begin(page):
    """Opens the room; the first set of the app is in the hand, and its picture shows."""
    show(page, LIGHT)
    expect(page.locator(".light-chord canvas")).to_have_count(8)


# Both halves of a key, or of a tap, in one task: a chord that is held for 350 ms is only borrowed, and a busy machine may take as
# long between them.
TAP_KEY = """(number) => {
  for (const type of ["keydown", "keyup"]) {
    document.body.dispatchEvent(new KeyboardEvent(type, { code: `Digit${number}`, key: `${number}`, bubbles: true }));
  }
}"""


def ribbon(page, name="Hue"):
    return page.get_by_role("slider", name=name, exact=True)


def words(page, name="Hue"):
    return ribbon(page, name).get_attribute("aria-valuetext")


def chord(page, number):
    return page.locator(f"#light-chord-{number}")


TAP = """(button) => {
  button.scrollIntoView({ block: "nearest" });
  const box = button.getBoundingClientRect();
  const place = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
  for (const type of ["pointerdown", "pointerup"]) {
    button.dispatchEvent(new PointerEvent(type, { pointerId: 1, pointerType: "mouse", button: 0, bubbles: true, ...place }));
  }
}"""


def tap(page, number):
    chord(page, number).evaluate(TAP)


def at(page, place, x, y=0.5):
    """A point of a ribbon, from the left."""
    box = page.locator(".light-ribbon").nth(place).bounding_box()
    return box["x"] + box["width"] * x, box["y"] + box["height"] * y


def press_ribbon(page, place, x):
    page.mouse.move(*at(page, place, x))
    page.mouse.down()
    page.mouse.up()


# The dots of a picture, which is a file's text.
DOTS = """async (data) => {
  const image = new Image();
  image.src = `data:image/png;base64,${data}`;
  await image.decode();
  const { width, height } = image;
  const context = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
  context.drawImage(image, 0, 0);
  return { width, height, dots: context.getImageData(0, 0, width, height).data };
}"""

# How bright a picture is on the whole, from 0 to 255: by one dot of 16.
BRIGHTNESS = f"""async (data) => {{
  const {{ dots }} = await ({DOTS})(data);
  let sum = 0;
  for (let place = 0; place < dots.length; place += 64) sum += dots[place] + dots[place + 1] + dots[place + 2];
  return sum / (3 * Math.ceil(dots.length / 64));
}}"""


def picture(page):
    """What the canvas shows, as a file's text."""
    page.evaluate(COVERS, False)
    png = page.locator(".light-canvas").screenshot()
    page.evaluate(COVERS, True)
    return base64.b64encode(png).decode()


def brightness(page):
    return page.evaluate(BRIGHTNESS, picture(page))


def is_dark(page):
    return brightness(page) < 4


def stages(page):
    return [worker for worker in page.workers if "/light-stage-" in worker.url]


# A stage that goes on asks for the next picture with each; one that rests has drawn none for two.
DRAWS_NO_MORE = """() => new Promise((tell) => {
  const count = works.length;
  requestAnimationFrame(() => requestAnimationFrame(() => tell(works.length === count)));
})"""


def rests(page):
    """Waits until the picture is as it will stay."""
    (stage,) = stages(page)
    until(page, lambda: stage.evaluate(DRAWS_NO_MORE))


def test_the_first_visit_shows_light(page):
    begin(page)
    until(page, lambda: brightness(page) > 60)
    expect(heading(page)).to_have_text("Low tide")
    expect(page.get_by_text("Chordset 1 of 12 · few flashes")).to_be_visible()
    expect(chord(page, 4)).to_have_attribute("aria-pressed", "true")
    assert words(page).startswith("tempered ")


@pytest.mark.parametrize("size", [PHONE, {"width": 844, "height": 390}, {"width": 1440, "height": 900}], ids=str)
def test_the_picture_keeps_its_size_while_the_instrument_starts(new_page, size):
    page = new_page(viewport=size)
    page.add_init_script("""
      self.sizes = new Set();
      const look = () => {
        const stage = document.querySelector(".light-stage");
        if (stage) sizes.add(`${stage.clientWidth} × ${stage.clientHeight}`);
        requestAnimationFrame(look);
      };
      look();""")
    begin(page)
    assert len(page.evaluate("[...sizes]")) == 1


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

    def is_tapped(number, by):
        # A real button or key, which a busy machine may hold down so long that it only borrows. Which it was shows once the
        # stage has heard that it is up.
        by()
        expect(page.locator(".light-chord.held")).to_have_count(0)
        return page.locator(f"#light-chord-{number}[aria-pressed=true]:not(.held)").count() == 1

    until(page, lambda: is_tapped(2, lambda: chord(page, 2).click()))
    until(page, lambda: is_tapped(7, lambda: page.keyboard.press("7")))
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
    expect(page.get_by_role("button", name="Black out the picture")).to_have_attribute("aria-pressed", "true")
    until(page, lambda: is_dark(page))
    page.keyboard.press("Escape")
    until(page, lambda: brightness(page) > 60)
    # A picture that is held still stays through a chord. It still comes back from black.
    page.keyboard.press("p")
    expect(page.get_by_role("button", name="Freeze the picture")).to_have_attribute("aria-pressed", "true")
    rests(page)
    held = picture(page)
    page.evaluate(TAP_KEY, 7)
    expect(chord(page, 7)).to_have_attribute("aria-pressed", "true")
    rests(page)
    assert picture(page) == held
    page.keyboard.press("p")
    until(page, lambda: picture(page) != held)


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


def test_shift_is_latched_by_one_tap(page):
    begin(page)
    shift = page.locator(".light-shift")
    press_ribbon(page, 0, 0.26)
    shift.evaluate(TAP)
    expect(shift).to_have_attribute("aria-pressed", "true")
    tap(page, 2)
    expect(toast(page, "your own copy of “Low tide”")).to_be_visible()
    expect(shift).to_have_attribute("aria-pressed", "false")


def test_what_is_stored_is_there_on_another_device(page, new_page):
    begin(page)
    press_ribbon(page, 0, 0.26)
    store(page, 2)
    expect(toast(page, "your own copy of “Low tide”")).to_be_visible()
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
    tap(other, 2)
    expect(ribbon(other)).to_have_attribute("aria-valuetext", "tempered 3.1, orange")


def test_the_hand_is_kept_once_it_rests(new_context):
    context = new_context()
    page = context.new_page()
    begin(page)
    page.keyboard.press("]")
    expect(heading(page)).to_have_text("Ember")
    press_ribbon(page, 0, 0.26)
    expect(ribbon(page)).to_have_attribute("aria-valuetext", "tempered 3.1, orange")

    def is_kept():
        other = context.new_page()
        begin(other)
        found = heading(other).text_content() == "Ember" and words(other) == "tempered 3.1, orange"
        other.close()
        return found

    # Nothing on the page says so.
    until(page, is_kept)


def test_a_chord_tapped_before_the_stage_is_there(new_context):
    context = new_context()
    page = context.new_page()
    begin(page)
    tap(page, 2)

    def is_kept():
        other = context.new_page()
        begin(other)
        found = chord(other, 2).get_attribute("aria-pressed") == "true"
        other.close()
        return found

    until(page, is_kept)
    page.close()
    held = []
    context.route("**/assets/stage-*.wasm", lambda route: held.append(route))
    page = context.new_page()
    show(page, LIGHT)
    until(page, lambda: held)
    tap(page, 7)
    expect(page.locator(".light-chord canvas")).to_have_count(0)
    held[0].continue_()
    # It comes after what was in the hand.
    expect(chord(page, 7)).to_have_attribute("aria-pressed", "true")
    expect(chord(page, 2)).to_have_attribute("aria-pressed", "false")


def push_aside(page, title, pixels):
    """Pushes a set of the list to the left, in steps as a finger does."""
    row = page.locator(".light-set").filter(has=page.locator("strong", has_text=re.compile(f"^{title}$")))
    row.scroll_into_view_if_needed()
    box = row.bounding_box()
    x, y = box["x"] + box["width"] - 80, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, 6):
        page.mouse.move(x - pixels * step / 5, y)
    page.mouse.up()


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
    page.get_by_label("Search").fill("even")
    expect(page.locator(".light-set strong").first).to_have_text("Evening")
    page.get_by_label("Search").fill("")
    page.get_by_role("button", name="More for “Evening”").click()
    page.get_by_role("button", name="Move “Evening” up").click()
    expect(page.locator(".light-set strong").first).to_have_text("Evening")
    page.get_by_role("button", name="Delete “Evening”").click()
    toast(page, "“Evening” is in the trash.").get_by_role("button", name="Undo").click()
    expect(sets).to_have_count(14)
    # A push aside removes one's own; a short one does not, and what comes with the app stays.
    page.get_by_role("button", name="More for “Evening”").click()
    push_aside(page, "Evening", 60)
    push_aside(page, "Ember", 160)
    expect(sets).to_have_count(14)
    push_aside(page, "Evening", 160)
    toast(page, "“Evening” is in the trash.").get_by_role("button", name="Undo").click()
    expect(sets).to_have_count(14)
    page.get_by_role("button", name="Close the list").click()
    expect(page.get_by_role("button", name="Chordsets", exact=True)).to_be_focused()


# How many of the list's pictures are drawn: one that is not yet has no dot.
DRAWN = """(canvases) => {
  const dot = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  return canvases.filter((canvas) => {
    dot.clearRect(0, 0, 1, 1);
    dot.drawImage(canvas, canvas.width / 2, canvas.height / 2, 1, 1, 0, 0, 1, 1);
    return dot.getImageData(0, 0, 1, 1).data[3] === 255;
  }).length;
}"""


def test_the_list_is_printed_with_its_pictures(page):
    begin(page)
    page.get_by_role("button", name="Chordsets", exact=True).click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Import", exact=True).click()
    many = "woodshed light 1\n" + "".join(f"set Mine {number}\nchord One\n" for number in range(30))
    chooser.value.set_files({"name": "many.light.txt", "mimeType": "text/plain", "buffer": many.encode()})
    expect(page.get_by_text("40 of 42; type to find others")).to_be_visible()
    # More than the screen shows, all of them drawn.
    expect(page.locator(".light-set")).to_have_count(42)
    expect(page.locator(".light-set").last).to_be_hidden()
    pictures = page.locator(".light-set-chords canvas")
    until(page, lambda: pictures.evaluate_all(DRAWN) == 42 * 8)
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.get_by_role("heading", name="Chordsets")).to_be_visible()
    expect(page.locator(".light-set strong:visible")).to_have_count(42)
    expect(page.locator(".light-set canvas:visible")).to_have_count(42 * 8)
    expect(page.locator(".light-more:visible")).to_have_count(0)
    expect(page.locator(".light-set strong").first).to_have_text("Mine 0")
    expect(page.locator(".light-set strong").first).to_have_css("color", "rgb(35, 29, 21)")
    # Dark letters are not on the room's black, also where backgrounds are printed, and the list starts at the left.
    expect(page.locator(".light-list")).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    left = page.locator(".light-set").first.bounding_box()["x"]
    assert left < 8 and page.locator(".light-set strong").first.bounding_box()["x"] < left + 24
    for gone in (".light-stage", ".light-controls", "#light-find", ".light-list p", ".rooms", ".dock"):
        expect(page.locator(gone).locator("visible=true")).to_have_count(0)
    # All of it is on paper, not only what is in sight.
    assert page.locator(".light-list").evaluate("(list) => list.scrollHeight <= list.clientHeight")
    page.emulate_media(media="screen")
    expect(page.locator(".light-stage")).to_be_visible()


def test_pointing_at_the_tab_makes_the_stage_ready(page):
    show(page, "/journal")
    assert stages(page) == []
    tab = page.get_by_role("navigation", name="Rooms").get_by_role("link", name="Light")
    with page.expect_request("**/assets/stage-*.wasm"):
        tab.hover()
    until(page, lambda: len(stages(page)) == 1)
    tab.click()
    expect(page.locator(".light-chord canvas")).to_have_count(8)
    until(page, lambda: brightness(page) > 60)
    assert len(stages(page)) == 1


# What a browser does to a program that it cannot go on with.
END = "() => void setTimeout(() => { throw new Error('out of bounds') })"


def test_a_stage_that_ends_is_started_again_with_what_was_in_the_hand(page):
    begin(page)
    # Nothing is held, so what is told of it is at rest.
    ribbon(page).fill("260")
    expect(ribbon(page)).to_have_attribute("aria-valuetext", "tempered 3.1, orange")
    (first,) = stages(page)
    first.evaluate(END)
    until(page, lambda: stages(page) not in ([], [first]))
    until(page, lambda: brightness(page) > 0)
    expect(ribbon(page)).to_have_attribute("aria-valuetext", "tempered 3.1, orange")
    # It is played on.
    ribbon(page).fill("510")
    expect(ribbon(page)).to_have_attribute("aria-valuetext", re.compile("tempered 6.1"))
    (second,) = stages(page)
    second.evaluate(END)
    expect(page.get_by_role("alert")).to_contain_text("could not be started (Uncaught Error: out of bounds)")
    page.get_by_role("button", name="Try again").click()
    expect(ribbon(page)).to_have_attribute("aria-valuetext", re.compile("tempered 6.1"))
    until(page, lambda: brightness(page) > 0)


def test_a_set_goes_out_and_comes_in_by_file_and_by_link(page, new_page):
    begin(page)
    press_ribbon(page, 0, 0.26)
    store(page, 1)
    expect(toast(page, "your own copy of “Low tide”")).to_be_visible()
    expect(page.get_by_text("Chordset 1 of 13")).to_be_visible()
    page.get_by_role("button", name="Chordsets", exact=True).click()
    page.get_by_role("button", name="More for “Low tide (mine)”").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export “Low tide (mine)”").click()
    assert download.value.suggested_filename == "Low tide (mine).light.txt"
    file = download.value.path()
    page.get_by_role("button", name="Share “Low tide (mine)”").click()
    address = page.locator(".light-address").text_content()
    assert len(address) < 8_300
    other = new_page(is_signed_in=False)
    other.goto(address)
    other.get_by_role("button", name="Add", exact=True).click()
    expect(heading(other)).to_have_text("Low tide (mine)")
    expect(other.get_by_text("Chordset 1 of 13")).to_be_visible()
    # The instrument is there with its pictures; before, a tap plays nothing.
    expect(other.locator(".light-chord canvas")).to_have_count(8)
    tap(other, 1)
    expect(ribbon(other)).to_have_attribute("aria-valuetext", "tempered 3.1, orange")
    other.get_by_role("button", name="Chordsets", exact=True).click()
    with other.expect_file_chooser() as chooser:
        other.get_by_role("button", name="Import", exact=True).click()
    chooser.value.set_files(file)
    expect(toast(other, "you already have all of it")).to_be_visible()
    with other.expect_file_chooser() as chooser:
        other.get_by_role("button", name="Import", exact=True).click()
    renamed = file.read_text().replace("Low tide (mine)", "Low tide (theirs)")
    chooser.value.set_files({"name": "theirs.txt", "mimeType": "text/plain", "buffer": renamed.encode()})
    expect(toast(other, "Imported “Low tide (theirs)”.")).to_be_visible()
    with other.expect_file_chooser() as chooser:
        other.get_by_role("button", name="Import", exact=True).click()
    chooser.value.set_files({"name": "x.txt", "mimeType": "text/plain", "buffer": b"PK\x03\x04"})
    expect(toast(other, "Nothing was imported.")).to_be_visible()


def test_the_limit_is_switched_off_on_purpose(page):
    begin(page)
    page.get_by_role("button", name="Light settings").click()
    page.get_by_role("button", name="No limit …").click()
    expect(page.get_by_text("seizure")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("· few flashes")).to_be_visible()
    page.get_by_role("button", name="Light settings").click()
    page.get_by_role("button", name="No limit …").click()
    page.get_by_role("button", name="Turn off the limit").click()
    expect(page.get_by_text("no flash limit")).to_be_visible()
    page.reload()
    expect(page.get_by_text("· few flashes")).to_be_visible()


def test_all_of_the_screen(page):
    begin(page)
    page.get_by_role("button", name="Full screen").click()
    expect(page.locator(".light-room.full")).to_be_visible()
    # The controls go by themselves, and come back at a touch.
    expect(page.locator(".light-controls")).to_be_hidden()
    box = page.locator(".light-canvas").bounding_box()
    assert (box["width"], box["height"]) == (WIDE["width"], WIDE["height"])

    def has_left():
        # Three seconds later they would be gone again.
        page.mouse.move(400, 300)
        page.mouse.move(410, 300)
        with contextlib.suppress(AssertionError, Error):
            expect(page.locator(".light-controls")).to_be_visible(timeout=2_000)
            page.get_by_role("button", name="Exit full screen").click(timeout=2_000)
        return page.locator(".light-room.full").count() == 0

    until(page, has_left)


# Stores a chord, and answers after how many milliseconds everything is called saved.
STORE = """(number) => new Promise((done) => {
  const [saving, toasts] = [document.getElementById("saving"), document.querySelector(".toasts")];
  const before = toasts.textContent;
  const start = performance.now();
  const look = () => {
    // The word of what was stored comes with that of its being saved.
    const isSaved = toasts.textContent !== before && saving.textContent.startsWith("Saved here");
    if (isSaved) done(performance.now() - start);
    else setTimeout(look, 1);
  };
  const key = (type, code, key) => document.body.dispatchEvent(new KeyboardEvent(type, { code, key, bubbles: true }));
  key("keydown", "ShiftLeft", "Shift");
  key("keydown", `Digit${number}`, `${number}`);
  key("keyup", `Digit${number}`, `${number}`);
  key("keyup", "ShiftLeft", "Shift");
  look();
})"""

# Takes the drawing context away and gives it back a little later; answers how long the next picture takes from then on.
LOSE = """() => new Promise((done) => {
  const taken = self.gl.getExtension("WEBGL_lose_context");
  self.gl.canvas.addEventListener("webglcontextlost", () => setTimeout(() => {
    const start = performance.now();
    const count = self.works.length;
    const look = () => (self.works.length > count ? done(performance.now() - start) : requestAnimationFrame(look));
    taken.restoreContext();
    look();
  }), { once: true });
  taken.loseContext();
})"""


# Whoever draws without a graphics card needs four times as long for a screen twice as wide.
SMALL = {"width": 720, "height": 450}


def test_a_second_screen_shows_what_is_played(new_context):
    context = new_context(viewport=SMALL)
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
    tap(page, 7)
    until(page, lambda: brightness(page) < 30)
    screen = context.new_page()
    show(screen, "/light/screen")
    until(page, lambda: 0 < brightness(screen) < 30)


# How bright a picture is at each of some places, from its upper left corner in parts of its width and height.
LIGHTS = f"""async ([data, places]) => {{
  const {{ width, height, dots }} = await ({DOTS})(data);
  return places.map(([x, y]) => {{
    const start = 4 * (Math.floor(y * (height - 1)) * width + Math.floor(x * (width - 1)));
    return (dots[start] + dots[start + 1] + dots[start + 2]) / 3;
  }});
}}"""


def lights(page, *places):
    return page.evaluate(LIGHTS, [picture(page), places])


@pytest.mark.parametrize("count", [1, 3, 8])
def test_a_killed_browser_keeps_every_chord_that_was_called_saved(lasting, count):
    page, kill = lasting()
    begin(page)
    press_ribbon(page, 0, 0.26)
    took = []
    for number in range(1, count + 1):
        expect(saving(page)).to_contain_text("Saved here")
        took.append(page.evaluate(STORE, number))
    kill()
    page, _ = lasting()
    begin(page)
    # What is in the hand is kept a moment after it rests; what is stored, at once.
    expect(page.get_by_text(re.compile("Chordset [12] of 13"))).to_be_visible()
    if page.get_by_text("Chordset 2 of 13").is_visible():
        page.keyboard.press("[")
    expect(page.get_by_text("Chordset 1 of 13")).to_be_visible()
    press_ribbon(page, 0, 0.8)
    for number in range(1, count + 1):
        tap(page, number)
        expect(ribbon(page)).to_have_attribute("aria-valuetext", "tempered 3.1, orange")
    print(f"\n  killed {took[-1]:.0f} ms after the last of {count} chords was stored: all are there "
          f"(saved after {min(took):.0f} to {max(took):.0f} ms)")


def begin_with_its_context(page):
    """Opens the room; answers the worker of its stage, which shows its drawing context as `gl`."""
    page.route("**/assets/light-painter-*.js", lambda route: route.fulfill(
        body=re.sub(r"if ?\(gl\?\.", "self.gl = gl; if (gl?.", route.fetch().text(), count=1),
        content_type="text/javascript"))
    begin(page)
    (stage,) = stages(page)
    return stage


def test_a_picture_that_the_screen_has_lost_is_there_again(new_page):
    page = new_page(viewport=PHONE)
    worker = begin_with_its_context(page)
    until(page, lambda: brightness(page) > 60)
    everywhere = [(x / 10, y / 10) for x in range(1, 10) for y in range(1, 10)]
    before = lights(page, *everywhere)
    took = worker.evaluate(LOSE)

    # A page that is still finding its layout shifts the picture a little.
    def is_back():
        away = [abs(one - other) for one, other in zip(lights(page, *everywhere), before)]
        return sum(away) / len(away) < 10

    until(page, is_back)
    # It is played on as before.
    page.keyboard.press("Escape")
    until(page, lambda: is_dark(page))
    print(f"\n  A lost context: the picture is drawn again {took:.0f} ms after the screen is back")


def test_the_second_screen_is_fitted(new_context):
    context = new_context(viewport=SMALL)
    page = context.new_page()
    begin(page)
    screen = context.new_page()
    show(screen, "/light/screen")
    corner, middle = (0.01, 0.01), (0.5, 0.5)
    until(page, lambda: lights(screen, corner)[0] > 10)
    controls = screen.locator(".light-fit")
    expect(controls).to_have_css("opacity", "0")
    # Whoever has keys alone comes to them as well.
    screen.keyboard.press("Tab")
    expect(controls).to_have_css("opacity", "1")
    screen.mouse.move(300, 300)
    screen.get_by_role("button", name="4:3").click()
    until(page, lambda: lights(screen, corner)[0] == 0 and lights(screen, middle)[0] > 10)

    # A lamp on the right is on the left then.
    tap(page, 7)
    row = [(x / 20, 0.6) for x in range(4, 17)]

    def is_lit(place):
        found = lights(screen, *row)
        other = found[:6] if place == "right" else found[7:]
        return max(found) > 50 and max(other) < 20

    until(page, lambda: is_lit("right"))
    screen.mouse.move(320, 300)
    screen.get_by_role("button", name="Mirror").click()
    until(page, lambda: is_lit("left"))
    tap(page, 4)

    screen.mouse.move(300, 320)
    screen.get_by_role("button", name="Fill the screen").click()
    screen.get_by_role("button", name="Corners").click()
    handle = screen.get_by_role("button", name="Upper left corner")
    screen.mouse.move(4, 4)
    screen.mouse.down()
    screen.mouse.move(130, 90, steps=4)
    screen.mouse.up()
    near, inside = (0.1, 0.1), (0.3, 0.3)
    until(page, lambda: lights(screen, near)[0] == 0 and lights(screen, inside)[0] > 10)
    screen.mouse.move(300, 250)
    place = handle.bounding_box()
    assert abs(place["x"] + 24 - 130) < 2 and abs(place["y"] + 24 - 90) < 2

    # By keys as well, and over the middle of the picture it does not go.
    handle.focus()
    screen.keyboard.press("Shift+ArrowRight")
    until(page, lambda: handle.bounding_box()["x"] > place["x"] + 10)
    for _ in range(60):
        screen.keyboard.press("Shift+ArrowDown")
    assert handle.bounding_box()["y"] < SMALL["height"] * 0.9

    # It belongs to this device, and is there again.
    screen.reload()
    until(page, lambda: lights(screen, near)[0] == 0 and lights(screen, (0.8, 0.8))[0] > 10)
    screen.mouse.move(310, 310)
    screen.get_by_role("button", name="Reset").click()
    until(page, lambda: lights(screen, corner)[0] > 10)


def test_a_stage_that_could_not_be_had_is_tried_again(page, allow):
    allow("stage-", "Failed to load", "ERR_FAILED")
    page.route("**/assets/stage-*.wasm", lambda route: route.abort())
    show(page, LIGHT)
    expect(page.get_by_text("The picture could not be started")).to_be_visible()
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


@pytest.mark.kept_offline
def test_light_without_a_network(page):
    begin(page)
    go_offline(page)
    page.reload()
    expect(page.locator(".light-chord canvas")).to_have_count(8)
    until(page, lambda: brightness(page) > 60)
    tap(page, 5)
    expect(chord(page, 5)).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("viewport", [PHONE, WIDE], ids=["phone", "wide"])
def test_axe_finds_nothing(new_page, viewport):
    page = new_page(viewport=viewport)
    page.add_init_script(AXE)
    begin(page)
    examine(page)
    page.get_by_role("button", name="Light settings").click()
    examine(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Chordsets", exact=True).click()
    expect(page.locator(".light-set")).to_have_count(12)
    examine(page)


def oracle(name, number, width, height, folder, gamut="srgb"):
    """The reference picture of a chord, as a file's text."""
    path = folder / f"{name}-{number}.png"
    subprocess.run(
        [WOODSHED, "light", "render", name, "--chord", str(number), "--size", f"{width}x{height}",
         "--gamut", gamut, "-o", path],
        check=True)
    return base64.b64encode(path.read_bytes()).decode()


# The largest difference of a colour between two pictures, where the best of the pixels around it counts: edges may lie a pixel
# beside. A picture is a file's text, or its dots.
DIFFERENCE = """async ([shown, wanted]) => {
  const [one, other] = await Promise.all([shown, wanted].map((each) => (each.dots ? each : dotsOf(each))));
  if (one.width !== other.width || one.height !== other.height) return 255;
  const apart = (place, spot) =>
    Math.max(...[0, 1, 2].map((part) => Math.abs(one.dots[place + part] - other.dots[spot + part])));
  let worst = 0;
  for (let y = 1; y < one.height - 1; y += 1) {
    for (let x = 1; x < one.width - 1; x += 1) {
      const place = 4 * (y * one.width + x);
      if (apart(place, place) <= worst) continue;
      let best = 255;
      for (const dy of [-1, 0, 1]) {
        for (const dx of [-1, 0, 1]) best = Math.min(best, apart(place, place + 4 * (dy * one.width + dx)));
      }
      worst = Math.max(worst, best);
    }
  }
  return worst;
}""".replace("dotsOf", f"({DOTS})")


SETS = ["tide", "fire", "bands", "tones", "even", "vivid", "frost", "lantern", "eclipse", "glass", "compass", "weather"]


# A canvas whose edges lie between the screen's dots is scaled by the browser, and what it shows is no dot of ours.
WHOLE_DOTS = """() => {
  const stage = document.querySelector(".light-stage");
  Object.assign(stage.style, { position: "fixed", zIndex: 30, left: 0, top: 0, width: "320px", height: "180px", borderRadius: 0 });
}"""


# The same dots, by which a picture is compared.
SIZE = 320, 180


# Taps a chord's key, and draws a picture each tenth of a second until the last one rests.
ARRIVE = """(number) => {
  let pictures = 0;
  self.step(0, number);
  for (; self.next && pictures < 600; pictures += 1) self.step(100, 0);
  return pictures;
}"""


def test_the_shader_draws_what_the_reference_draws(new_page, tmp_path):
    page = new_page(viewport={"width": 420, "height": 640})
    worker = with_clock(page)
    expect(page.locator(".light-note")).to_have_count(0)
    worker.evaluate("() => self.stop()")
    worst = {}

    def is_drawn(*chord):
        # Whatever else the page has sent it is drawn as well.
        worker.evaluate("() => self.step(100)")
        worst[chord] = page.evaluate(DIFFERENCE, [picture(page), wanted])
        return worst[chord] <= 2

    for place, name in enumerate(SETS):
        if place:
            page.keyboard.press("]")
            title = page.get_by_text(f"Chordset {place + 1} of 12")
            until(page, lambda: worker.evaluate("() => self.step(100)") or title.is_visible())
        for number in (1 + place % 4, 5 + place % 4):
            worker.evaluate(ARRIVE, number)
            expect(chord(page, number)).to_have_attribute("aria-pressed", "true")
            wanted = oracle(name, number, *SIZE, tmp_path)
            until(page, lambda: is_drawn(name, number))
    print(f"\n  Shader against reference, {len(worst)} chords: largest difference {max(worst.values())} of 255")


# White and black, red and black; each at once.
HOSTILE = "woodshed light 1\nset Hostile\nplay mode=vivid tempo=120\n" + "".join(
    f"chord {number}\nchord-values time=0\nbackground hue={hue} purity={purity}\npane alpha=0\n"
    for number, (hue, purity) in enumerate([(3, 1), (3, -1), (1, 0), (1, -1)] * 2))

# The worker's time, which stands still between two steps from then on.
CLOCK = """
const sinceBegin = performance.now.bind(performance);
const inTime = requestAnimationFrame.bind(self);
self.stop = () => new Promise((done) => {
  self.clock = sinceBegin();
  inTime(() => inTime(done));
});
performance.now = () => self.clock ?? sinceBegin();
self.requestAnimationFrame = (draw) => (self.clock ? void (self.next = draw) : inTime(draw));
// Taps a chord's key, if one is named, and draws the next picture so many milliseconds later.
self.step = (milliseconds, number) => {
  const time = performance.timeOrigin + self.clock;
  for (const flags of number ? [1, 0] : []) self.onmessage({ data: { what: "press", code: `Digit${number}`, flags, time } });
  self.clock += milliseconds;
  const draw = self.next;
  self.next = null;
  draw?.(self.clock);
};
"""

# Three seconds in which another chord is tapped 30 times a second; every fourth dot of each 60th of a second, in rows from below.
HAMMER = """([one, other]) => {
  const { width, height } = self.gl.canvas;
  const dots = new Uint8Array(width * height * 4);
  const shots = [];
  for (let step = 0; step < 180; step++) {
    self.step(1000 / 60, step % 2 ? 0 : step % 4 ? one : other);
    // What was drawn stays until the task ends.
    self.gl.readPixels(0, 0, width, height, self.gl.RGBA, self.gl.UNSIGNED_BYTE, dots);
    let shot = "";
    for (let y = 0; y < height; y += 4) {
      for (let x = 0; x < width; x += 4) shot += String.fromCharCode(...dots.subarray(4 * (y * width + x), 4 * (y * width + x) + 3));
    }
    shots.push(btoa(shot));
  }
  return { width: Math.ceil(width / 4), height: Math.ceil(height / 4), shots };
}"""



def with_clock(page):
    """Opens the room; the worker of its stage has a clock that a test can stop and move."""
    def with_script(route):
        answer = route.fetch()
        route.fulfill(response=answer, body=CLOCK + answer.text())

    page.route("**/assets/light-stage-*.js", with_script)
    worker = begin_with_its_context(page)
    page.evaluate(WHOLE_DOTS)
    until(page, lambda: worker.evaluate("() => self.gl.canvas.width") == SIZE[0])
    return worker


# How wide the scene is drawn, picture by picture, each so many milliseconds after the last; a chord is tapped at every 25th, or none is.
WIDTHS = """([count, milliseconds, isPlayed]) => {
  const [widths, fit] = [[], self.gl.viewport];
  self.gl.viewport = (...box) => (widths.push(box[2]), fit.apply(self.gl, box));
  for (let step = 0; step < count; step++) {
    self.step(milliseconds, isPlayed && step % 25 === 0 ? 1 + (step / 25) % 2 : 0);
  }
  delete self.gl.viewport;
  // The scene first, then the screen.
  return widths.filter((_, place) => place % 2 === 0);
}"""


def test_late_pictures_are_drawn_smaller_for_a_while(new_page):
    worker = with_clock(new_page(viewport={"width": 420, "height": 640}))
    worker.evaluate("() => self.stop()")
    late = worker.evaluate(WIDTHS, [120, 40, True])
    # The first may have been late before the clock stood still.
    assert set(late) <= {160, 200, 240, 280, 320} and late == sorted(late, reverse=True) and late[0] > late[-1] == 160
    # The first pictures after the late ones, and the last of nine seconds without a late one.
    again = worker.evaluate(WIDTHS, [450, 20, True])
    assert (again[1], again[-1]) == (160, 200)
    # At rest all of it is drawn, whatever went before.
    rest = worker.evaluate(WIDTHS, [350, 20, False])
    assert rest[-1] == 320


PAD = """() => {
  window.pad = { buttons: Array.from({ length: 16 }, () => ({ pressed: false })), axes: [0, 0, 0, 0] };
  navigator.getGamepads = () => [window.pad];
}"""


def begin_with(new_context, script):
    context = new_context()
    context.add_init_script(f"({script})()")
    page = context.new_page()
    begin(page)
    return page


def test_a_gamepad_plays(new_context):
    page = begin_with(new_context, PAD)
    page.evaluate("() => dispatchEvent(new Event('gamepadconnected'))")
    page.evaluate("() => { pad.buttons[2].pressed = true; }")
    expect(chord(page, 3)).to_have_class(re.compile("held"))
    page.evaluate("() => { pad.buttons[2].pressed = false; }")
    expect(page.locator(".light-chord.held")).to_have_count(0)
    # A stick leads on for as long as it leans.
    before = words(page)
    page.evaluate("() => { pad.axes[0] = 0.5; }")
    expect(ribbon(page)).not_to_have_attribute("aria-valuetext", before)
    page.evaluate("() => { pad.axes[0] = 0; }")
    # Pulled out with a button down.
    page.evaluate("() => { pad.buttons[4].pressed = true; }")
    expect(chord(page, 5)).to_have_class(re.compile("held"))
    page.evaluate("() => { navigator.getGamepads = () => []; dispatchEvent(new Event('gamepaddisconnected')); }")
    expect(page.locator(".light-chord.held")).to_have_count(0)


# The screen's locks: how many are held.
LOCKS = """() => {
  window.locks = 0;
  // An empty page has none.
  if (navigator.wakeLock) navigator.wakeLock.request = async () => {
    window.locks += 1;
    return { released: false, release() { window.locks -= 1; } };
  };
}"""


def test_the_screen_stays_on_while_the_room_is_open(new_context):
    page = begin_with(new_context, LOCKS)
    until(page, lambda: page.evaluate("() => locks") == 1)
    page.get_by_role("navigation", name="Rooms").get_by_role("link", name="Journal").click()
    expect(heading(page)).to_have_text("Journal")
    until(page, lambda: page.evaluate("() => locks") == 0)


def picture_file(width, height, dots):
    """A picture of these dots, as a file."""
    def part(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    rows = b"".join(b"\0" + dots[3 * width * y:3 * width * (y + 1)] for y in range(height))
    return (b"\x89PNG\r\n\x1a\n" + part(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + part(b"IDAT", zlib.compress(rows)) + part(b"IEND", b""))


def is_harmful(worker, keys, folder):
    """Whether the second analyser, which knows nothing of the limiter, finds harm in what the shader has shown."""
    found = worker.evaluate(HAMMER, keys)
    folder.mkdir()
    for number, shot in enumerate(found["shots"]):
        picture = picture_file(found["width"], found["height"], base64.b64decode(shot))
        (folder / f"{number:04}.png").write_bytes(picture)
    judged = subprocess.run([WOODSHED, "light", "check", folder, "--fps", "60"], capture_output=True, text=True)
    assert judged.stdout.startswith("180 pictures"), judged
    return judged.returncode == 1 and "flashes" in judged.stdout


def test_what_the_shader_shows_is_judged(new_page, tmp_path):
    page = new_page(viewport={"width": 420, "height": 640})
    worker = with_clock(page)
    page.get_by_role("button", name="Chordsets", exact=True).evaluate("(button) => button.click()")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Import", exact=True).evaluate("(button) => button.click()")
    chooser.value.set_files({"name": "hostile.light.txt", "mimeType": "text/plain", "buffer": HOSTILE.encode()})
    expect(heading(page)).to_have_text("Hostile")
    worker.evaluate("() => self.stop()")
    assert not is_harmful(worker, [1, 2], tmp_path / "white")
    assert not is_harmful(worker, [3, 4], tmp_path / "red")
    # Without the limit, as its target of the events has it, both are found.
    worker.evaluate("""() => self.onmessage({ data: {
      what: "order", text: ["play", "4121", "2"].join("\\x1F"), time: performance.timeOrigin + self.clock } })""")
    assert is_harmful(worker, [1, 2], tmp_path / "white without")
    assert is_harmful(worker, [3, 4], tmp_path / "red without")


# What the drawing context is given to show, from now on.
WATCH_DOTS = """() => {
  const { gl } = self;
  const draw = gl.drawArrays;
  gl.drawArrays = (...rest) => {
    draw.apply(gl, rest);
    if (gl.getParameter(gl.FRAMEBUFFER_BINDING)) return;
    const { width, height } = gl.canvas;
    const dots = new Uint8Array(4 * width * height);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, dots);
    self.shown = { width, height, dots };
  };
  return gl.drawingBufferColorSpace;
}"""
# Rows from the top, as files have them.
SHOWN = """() => {
  if (!self.shown) return null;
  const { width, height, dots } = self.shown;
  const rows = Array.from({ length: height }, (_, y) => [...dots.subarray(4 * width * (height - 1 - y), 4 * width * (height - y))]);
  return { width, height, dots: rows.flat() };
}"""


def test_a_wide_screen_gets_its_own_colours(with_microphone, tmp_path):
    page = with_microphone(
        "--force-color-profile=display-p3-d65", at="/about", viewport={"width": 420, "height": 640})
    assert page.evaluate("() => matchMedia('(color-gamut: p3)').matches")
    worker = with_clock(page)
    worker.evaluate("() => self.stop()")
    assert worker.evaluate(WATCH_DOTS) == "display-p3"
    worst, apart = 0, 0
    for number in (3, 6):
        worker.evaluate(ARRIVE, number)
        shown = worker.evaluate(SHOWN)
        worst = max(worst, page.evaluate(DIFFERENCE, [shown, oracle("tide", number, *SIZE, tmp_path, gamut="p3")]))
        apart = max(apart, page.evaluate(DIFFERENCE, [shown, oracle("tide", number, *SIZE, tmp_path)]))
    assert worst <= 2
    assert apart > 8, "the colours of other screens would have done"
    print(f"\n  Shader against reference on a wide screen: largest difference {worst} of 255")


def test_the_key_that_freezes_works_over_a_sheet_and_before_the_stage_is_there(new_context):
    context = new_context()
    held = []
    context.route("**/assets/stage-*.wasm", lambda route: held.append(route))
    page = context.new_page()
    show(page, LIGHT)
    until(page, lambda: held)
    page.keyboard.press("p")
    held[0].continue_()
    freeze = page.locator("button[title='Freeze the picture']")
    expect(freeze).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Light settings").click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_be_visible()
    page.keyboard.press("p")
    expect(freeze).to_have_attribute("aria-pressed", "false")
    # From a checkbox, too; a chord's key stays with the sheet.
    sheet.get_by_label("Snap hues").focus()
    page.keyboard.press("2")
    page.keyboard.press("p")
    expect(freeze).to_have_attribute("aria-pressed", "true")
    expect(chord(page, 2)).to_have_attribute("aria-pressed", "false")
    # Where letters are typed, it is one.
    sheet.get_by_label("Third ribbon").focus()
    page.keyboard.press("p")
    page.keyboard.press("Escape")
    expect(freeze).to_have_attribute("aria-pressed", "true")


def test_panes_colours_and_tempo_of_a_set(page):
    begin(page)
    page.get_by_role("button", name="Light settings").click()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_label("Tempo (bpm)")).to_be_disabled()
    expect(sheet.get_by_role("button", name="Even")).to_be_disabled()
    page.keyboard.press("Escape")
    store(page, 2)
    expect(toast(page, "your own copy of “Low tide”")).to_be_visible()
    page.get_by_role("button", name="Light settings").click()
    sheet.get_by_role("button", name="Even").click()
    expect(sheet.get_by_role("button", name="Even")).to_have_attribute("aria-pressed", "true")
    sheet.get_by_label("Tempo (bpm)").fill("96")
    sheet.get_by_label("Tempo (bpm)").blur()
    sheet.get_by_role("button", name="3", exact=True).click()
    expect(sheet.get_by_role("button", name="3", exact=True)).to_have_attribute("aria-pressed", "true")
    sheet.get_by_label("Glide").fill("40")
    sheet.get_by_label("Brightness").fill("60")

    def is_kept():
        # Nothing on the page says so.
        other = page.context.new_page()
        begin(other)
        other.get_by_role("button", name="Light settings").click()
        found = [other.get_by_label(name).input_value() for name in ("Glide", "Brightness")]
        other.close()
        return found == ["40", "60"]

    until(page, is_kept)
    is_synced(page)
    page.reload()
    page.get_by_role("button", name="Light settings").click()
    expect(sheet.get_by_label("Glide")).to_have_value("40")
    expect(sheet.get_by_label("Brightness")).to_have_value("60")
    expect(sheet.get_by_role("button", name="Even")).to_have_attribute("aria-pressed", "true")
    expect(sheet.get_by_label("Tempo (bpm)")).to_have_value("96")


def test_reduced_motion_begins_calm(new_context):
    page = new_context(reduced_motion="no-preference").new_page()
    begin(page)
    expect(page.get_by_text("Chordset 1 of 12 · flashes limited")).to_be_visible()
    page.emulate_media(reduced_motion="reduce")
    expect(page.get_by_text("Chordset 1 of 12 · few flashes")).to_be_visible()
    page.get_by_role("button", name="Light settings").click()
    page.get_by_role("button", name="Limited", exact=True).click()
    expect(page.get_by_text("Chordset 1 of 12 · flashes limited")).to_be_visible()


# The controls on the screen that a message lies over.
UNDER_A_MESSAGE = """() => [...document.querySelectorAll(".light-hands button, .light-ribbon, .light-head button")]
  .filter((control) => {
    const { x, y, width, height } = control.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2)?.closest(".toast");
  }).map((control) => control.ariaLabel || control.textContent)"""


@pytest.mark.parametrize("viewport", [PHONE, {"width": 844, "height": 390}, WIDE], ids=["phone", "landscape", "wide"])
def test_a_message_lies_over_nothing_that_is_played(new_page, viewport):
    page = new_page(viewport=viewport)
    begin(page)
    press_ribbon(page, 0, 0.26)
    store(page, 3)
    expect(page.locator(".toast")).to_be_visible()
    assert page.evaluate(UNDER_A_MESSAGE) == []
