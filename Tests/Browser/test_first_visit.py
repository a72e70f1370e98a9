import re

import pytest
from playwright.sync_api import expect

from app import PHONE, ROOMS, WIDE, heading, show, toast, turn_to, worker_is_ready
from microphone import fake, write_tone


def test_the_first_address_is_the_journal(page):
    page.goto("/")
    expect(heading(page)).to_have_text("Journal")
    expect(page).to_have_url("/journal")
    expect(page).to_have_title("Journal · Woodshed")


def test_the_first_address_is_not_a_step_back(page):
    page.goto("about:blank")
    page.goto("/")
    expect(page).to_have_url("/journal")
    page.go_back()
    expect(page).to_have_url("about:blank")


def test_the_five_rooms_are_one_navigation(page):
    page.goto("/")
    rooms = page.get_by_role("navigation", name="Rooms")
    expect(rooms).to_have_count(1)
    expect(rooms.get_by_role("listitem")).to_have_text(list(ROOMS))
    expect(rooms.locator("[aria-current=page]")).to_have_text(["Journal"])


def test_the_frame_stands_before_the_program(page):
    page.route("**/*.wasm", lambda route: None)
    page.goto("/journal", wait_until="commit")
    expect(page.get_by_role("navigation", name="Rooms").get_by_role("link")).to_have_count(6)
    expect(page.get_by_text("Opening the shed")).to_be_visible()
    page.unroute_all(behavior="ignoreErrors")


def test_it_can_be_installed(page):
    page.goto("/")
    expect(heading(page)).to_be_visible()
    devtools = page.context.new_cdp_session(page)
    manifest = devtools.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"].endswith("/manifest.webmanifest")
    problems = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A private window, which tests run in, cannot install anything.
    assert [each["errorId"] for each in problems] in ([], ["in-incognito"])


# All that the page says about its loading, from the first moment on.
TOLD = """
  window.told = [];
  new MutationObserver(() => {
    const words = document.querySelector(".opening .figure")?.textContent;
    if (words && told.at(-1) !== words) told.push(words);
    const bar = document.querySelector(".opening progress:not([hidden])");
    if (bar) window.bar = `${bar.ariaLabel}: ${bar.getAttribute("aria-valuetext")}`;
  }).observe(document, { subtree: true, childList: true, characterData: true });
"""

# The program's size on the network, in megabytes with one decimal.
SIZE = """() => {
  const [entry] = performance.getEntriesByName(document.querySelector("link[data-program]").href);
  return (entry.encodedBodySize / 1_000_000).toFixed(1);
}"""


def test_a_first_load_says_how_much_has_come(page):
    devtools = page.context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", {
        "offline": False, "latency": 0, "downloadThroughput": 250_000, "uploadThroughput": -1})
    page.add_init_script(TOLD)
    page.goto("/journal", wait_until="commit")
    expect(heading(page)).to_have_text("Journal")
    expect(page.get_by_role("progressbar", name="Loading Woodshed")).to_have_count(0)
    assert re.fullmatch(r"Loading Woodshed: \d+\.\d of \d+\.\d MB", page.evaluate("bar"))
    told = [words.removesuffix(" MB").split(" of ") for words in page.evaluate("told")]
    size = page.evaluate(SIZE)
    assert {total for _, total in told} == {size}
    parts = [float(part) for part, _ in told]
    assert parts == sorted(parts) and len(parts) > 3 and parts[-1] == float(size)


@pytest.mark.kept_offline
def test_a_later_load_says_nothing(page):
    page.add_init_script(TOLD)
    page.goto("/journal")
    expect(heading(page)).to_have_text("Journal")
    worker_is_ready(page)
    page.reload()
    expect(heading(page)).to_have_text("Journal")
    assert page.evaluate("told") == []


@pytest.fixture
def shed(with_microphone, tmp_path):
    """The empty shed on a phone that hears a tone."""
    tone = write_tone(tmp_path / "tone.wav", 440)
    return with_microphone(*fake(tone), at="/", viewport=PHONE)


def door(page, name):
    return page.locator(".doors").get_by_role("button", name=name)


def test_one_tap_opens_the_tuner_listening(shed):
    door(shed, "Tune").click()
    expect(heading(shed)).to_have_text("Tuner")
    expect(shed).to_have_url("/tools/tuner")
    expect(shed.locator(".tuner-note")).to_contain_text("A")
    expect(shed.get_by_role("button", name="Listen", exact=True)).to_have_count(0)
    shed.go_back()
    expect(door(shed, "Tune")).to_be_visible()


def test_one_tap_starts_the_metronome(shed):
    door(shed, "Click").click()
    expect(heading(shed)).to_have_text("Metronome")
    expect(shed.get_by_role("button", name="Stop", exact=True)).to_be_visible()
    expect(shed.locator(".metro-beat.now")).to_have_count(1)


def test_one_tap_records_and_then_the_journal_is_the_journal(shed):
    door(shed, "Record").click()
    expect(shed.get_by_role("timer")).to_have_text(re.compile("[1-9]"))
    shed.get_by_role("button", name="Stop recording").click()
    expect(shed.locator(".days-list").get_by_role("listitem")).to_have_count(1)
    expect(shed.locator(".doors")).to_have_count(0)


def test_practice_is_logged_in_two_taps_in_an_empty_shed(shed):
    shed.get_by_role("button", name="Log practice", exact=True).click()
    shed.get_by_role("dialog", name="Log a past session").get_by_role("button", name="Add", exact=True).click()
    expect(toast(shed, "30 min added.")).to_be_visible()
    expect(shed.locator(".doors")).to_have_count(0)
    expect(shed.locator(".days-list").get_by_role("listitem")).to_have_count(1)


def test_what_is_done_daily_takes_two_taps_from_a_cold_start(shed):
    """In a journal that is no longer empty: Tune, Click, Record and Log, each with nothing tapped before."""
    shed.locator("#add-note").click()
    shed.locator("#note-text").fill("One")
    shed.locator("#note-done").click()
    expect(shed.locator("#saving")).to_contain_text("Saved here")

    def tap(name):
        shed.goto("/")
        expect(heading(shed)).to_have_text("Journal")
        # What is recorded before the device's data is loaded could not be kept.
        expect(shed.locator("#saving")).to_contain_text("Saved here")
        shed.get_by_role("button", name=name, exact=True).click()

    tap("Tune")
    expect(shed.locator(".tuner-note")).to_contain_text("A")
    tap("Click")
    expect(shed.locator(".metro-beat.now")).to_have_count(1)
    tap("Log practice")
    shed.get_by_role("dialog", name="Log a past session").get_by_role("button", name="Add", exact=True).click()
    expect(toast(shed, "30 min added.")).to_be_visible()
    expect(shed.locator(".days-list").get_by_role("listitem")).to_have_count(2)
    tap("Record")
    expect(shed.get_by_role("timer")).to_have_text(re.compile("[1-9]"))


@pytest.mark.parametrize(
    "viewport", [{"width": 320, "height": 640}, PHONE, {"width": 667, "height": 375}, WIDE],
    ids=["narrow", "phone", "landscape", "wide"])
def test_the_doors_are_the_first_things_on_the_page(new_page, viewport):
    page = new_page(viewport=viewport)
    show(page, "/")
    for name in ("Tune", "Click"):
        expect(door(page, name)).to_be_in_viewport(ratio=1)
    sizes = page.locator(".door").evaluate_all(
        "(doors) => doors.map((door) => door.getBoundingClientRect()).map(({ width, height }) => [width, height])")
    assert all(width >= 140 and height >= 100 for width, height in sizes), sizes


def test_what_one_plays_is_asked_once_and_can_be_changed(page):
    show(page, "/")
    page.get_by_role("button", name="442", exact=True).click()
    expect(page.get_by_role("button", name="442", exact=True)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Clarinet in B♭").click()
    expect(toast(page, "Instrument: Clarinet in B♭.")).to_be_visible()
    expect(page.get_by_text("What do you play?")).to_have_count(0)
    expect(door(page, "Tune")).to_be_visible()
    expect(page.locator("#saving")).to_contain_text("Saved here")
    page.reload()
    expect(door(page, "Tune")).to_be_visible()
    expect(page.get_by_text("What do you play?")).to_have_count(0)
    show(page, "/reeds")
    page.get_by_role("button", name="Add a box of ten").click()
    box = page.get_by_role("dialog", name="New box of reeds")
    for label, text in [("Brand", "Vandoren"), ("Model", "V12"), ("Strength", "3½")]:
        box.get_by_label(label, exact=True).fill(text)
    box.get_by_role("button", name="Add reeds").click()
    expect(heading(page)).to_have_text("Box of 10 Vandoren V12 3.5")
    page.get_by_role("link", name="B01-10").click()
    expect(page.get_by_role("img", name="The reed: Vandoren V12 3.5")).to_be_visible()
    expect(page.get_by_text("Clarinet · Box of 10 Vandoren V12 3.5")).to_be_visible()
    expect(page.locator("#saving")).to_contain_text("Saved here")
    show(page, "/settings")
    expect(page.get_by_label("Instrument", exact=True)).to_have_value("clarinet-b-flat")
    expect(page.get_by_label("A4 reference", exact=True)).to_have_value("442.0")
    page.get_by_label("Instrument", exact=True).select_option("Cello")
    expect(page.locator("#saving")).to_contain_text("Saved here")
    page.reload()
    expect(page.get_by_label("Instrument", exact=True)).to_have_value("cello")


def test_what_one_plays_is_found_in_the_list_or_skipped(page):
    show(page, "/")
    page.get_by_label("Another instrument").select_option("Cor anglais")
    expect(toast(page, "Instrument: Cor anglais.")).to_be_visible()
    toast(page, "Instrument").get_by_role("button", name="Undo").click()
    expect(page.get_by_text("What do you play?")).to_have_count(0)


def test_the_question_can_be_skipped(page):
    show(page, "/")
    page.get_by_role("button", name="Skip", exact=True).click()
    expect(page.get_by_text("What do you play?")).to_have_count(0)
    expect(heading(page)).to_be_focused()
    page.reload()
    expect(door(page, "Tune")).to_be_visible()
    expect(page.get_by_text("What do you play?")).to_have_count(0)


@pytest.mark.parametrize("path", ["/tools/tuner", "/tools/scores", "/light"])
def test_a_room_explains_itself_until_its_line_is_read(page, path):
    show(page, path)
    page.get_by_role("button", name="Got it").click()
    expect(page.locator(".room-line")).to_have_count(0)
    expect(heading(page)).to_be_focused()
    page.reload()
    expect(page.locator("#saving")).to_contain_text("Saved here")
    expect(page.locator(".room-line")).to_have_count(0)


def test_what_is_done_in_a_room_ends_its_line_with_the_visit(page):
    show(page, "/tools/metronome")
    expect(page.locator(".room-line")).to_be_visible()
    main = page.locator("#metro-start")
    place = main.bounding_box()["y"]
    main.click()
    expect(main).to_have_text("Stop")
    expect(page.locator(".metro-beat.now")).to_have_count(1)
    # Nothing moves under the finger.
    expect(page.locator(".room-line")).to_be_visible()
    assert main.bounding_box()["y"] == place
    main.click()
    expect(main).to_have_text("Start")
    assert main.bounding_box()["y"] == place
    turn_to(page, "/reeds")
    turn_to(page, "/tools/metronome")
    expect(page.locator("#metro-start")).to_be_visible()
    expect(page.locator(".room-line")).to_have_count(0)


def test_the_rooms_of_the_sample_explain_themselves(page):
    show(page, "/")
    page.get_by_role("button", name="Open sample journal").click()
    for path in ("/reeds", "/sessions"):
        turn_to(page, path)
        expect(page.locator(".room-line")).to_be_visible()
