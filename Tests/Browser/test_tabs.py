"""What must not be lost: the last letters before a reload, notes that are too long, and what two tabs do at once."""

import pytest
from playwright.sync_api import expect

from app import PHONE, WIDE, show, toast
from ledger import notice, saving
from microphone import fake, write_tone
from test_accessibility import AXE, examine
from test_journal import entries, note_field
from test_layout import SMALL_TARGETS
from test_takes import is_finished, open_take, record, stop

# Leaves the page so many milliseconds after the next key; 0 is within the key's own event.
LEAVE = """(after) => addEventListener("input", () => {
  if (after) setTimeout(() => location.reload(), after);
  else location.reload();
}, { once: true })"""
LEFT = "() => Object.keys(localStorage).filter((key) => key.startsWith('woodshed.late'))"


def begin_note(page, text):
    page.locator("#add-note").click()
    expect(note_field(page)).to_be_focused()
    page.keyboard.insert_text(text)
    expect(saving(page)).to_contain_text("Saved here")


def leave(page, key, after):
    page.evaluate(LEAVE, after)
    with page.expect_navigation():
        page.keyboard.press(key)
    expect(saving(page)).to_contain_text("Saved here")


@pytest.mark.parametrize("after", [0, 1, 30, 299])
def test_a_reload_loses_no_letter_of_a_note(page, after):
    show(page, "/journal")
    begin_note(page, "The last lette")
    leave(page, "r", after)
    for _ in range(2):
        expect(entries(page)).to_have_count(1)
        expect(entries(page)).to_contain_text("The last letter")
        expect(notice(page, "between devices")).to_have_count(0)
        assert page.evaluate(LEFT) == []
        page.reload()
        expect(saving(page)).to_contain_text("Saved here")


def test_the_first_letter_of_all_is_kept(page):
    show(page, "/journal")
    page.locator("#add-note").click()
    expect(note_field(page)).to_be_focused()
    leave(page, "A", 0)
    expect(entries(page)).to_have_count(1)
    expect(entries(page)).to_contain_text("A")


@pytest.mark.parametrize("after", [0, 1])
def test_a_reload_loses_no_letter_of_a_name(page, after):
    show(page, "/journal/practice")
    page.get_by_label("New piece").fill("Britten")
    page.get_by_label("New piece").press("Enter")
    name = page.get_by_label("Title", exact=True)
    name.click()
    name.press("End")
    leave(page, "!", after)
    expect(page.get_by_label("Title", exact=True)).to_have_value("Britten!")


def test_a_field_that_is_kept_when_it_is_left_is_kept_on_a_reload(page):
    show(page, "/settings")
    field = page.get_by_label("A4 reference", exact=True)
    field.click()
    field.press("ControlOrMeta+a")
    field.press_sequentially("44")
    leave(page, "3", 0)
    expect(page.get_by_label("A4 reference", exact=True)).to_have_value("443.0")


def test_without_storage_a_reload_harms_nothing(new_context):
    context = new_context()
    context.add_init_script("""
      Object.defineProperty(globalThis, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } });
    """)
    page = context.new_page()
    show(page, "/journal")
    begin_note(page, "Kept")
    page.evaluate(LEAVE, 0)
    with page.expect_navigation():
        page.keyboard.press("!")
    expect(entries(page)).to_contain_text("Kept")


# MARK: Long notes


@pytest.mark.parametrize("viewport", [PHONE, WIDE], ids=["phone", "wide"])
def test_a_note_that_is_full_goes_on_in_another(new_page, screenshots, viewport):
    page = new_page(viewport=viewport)
    page.add_init_script(AXE)
    show(page, "/journal")
    long = "\n\n".join(f"{number}. " + "Long tones, softly and slowly. " * 30 for number in range(1, 75))
    page.locator("#add-note").click()
    expect(note_field(page)).to_be_focused()
    page.keyboard.insert_text(long)
    onward = page.get_by_role("button", name="Continue in a new note")
    expect(onward).to_be_visible()
    expect(saving(page)).to_contain_text("Saved here")
    page.get_by_role("button", name="Done").click()
    expect(onward).to_be_focused()
    expect(note_field(page)).to_have_value(long)
    examine(page, lambda theme: screenshots / f"note-full-{viewport['width']}-{theme}.png")
    onward.click()
    expect(onward).to_have_count(0)
    expect(note_field(page)).to_be_focused()
    rest = note_field(page).input_value()
    assert long.endswith(rest) and 0 < len(rest) < 20_000
    page.get_by_role("button", name="Done").click()
    expect(entries(page)).to_have_count(2)
    page.reload()
    expect(entries(page)).to_have_count(2)
    page.get_by_role("button", name="Edit “1. Long").click()
    first = note_field(page).input_value()
    assert first + rest == long


# MARK: Two tabs


def test_what_two_tabs_write_at_once_is_all_there(new_context):
    context = new_context()
    first, second = context.new_page(), context.new_page()
    show(first, "/journal")
    begin_note(first, "Base ")
    first.get_by_role("button", name="Done").click()
    show(second, "/journal")
    for page in (first, second):
        page.get_by_role("button", name="Edit “Base").click()
        expect(note_field(page)).to_be_focused()
        page.keyboard.press("End")
    for page, text in ((first, "one"), (second, "other")):
        page.evaluate("""(text) => {
          const field = document.getElementById("note-text");
          field.value += text;
          field.dispatchEvent(new Event("input", { bubbles: true }));
        }""", text)
    for page in (first, second):
        expect(saving(page)).to_contain_text("Saved here")
        page.get_by_role("button", name="Done").click()
        expect(note_field(page)).to_have_count(0)
    show(first, "/journal")
    told = first.get_by_text("between devices").or_(entries(first).nth(1))
    expect(told.first).to_be_visible()
    texts = entries(first).all_inner_texts()
    found = " ".join(texts)
    if len(texts) == 1:
        show(first, "/about/data")
        expect(first.locator(".conflict")).to_be_visible()
        found += first.locator(".conflict").inner_text()
    assert "Base one" in found and "Base other" in found


@pytest.fixture(scope="module")
def tone(tmp_path_factory):
    return write_tone(tmp_path_factory.mktemp("tone") / "tone.wav", 440)


def nobody_records(page):
    """Waits until the browser has heard that a tab has ended its take, or is gone."""
    page.evaluate("""async () => {
      const records = ({ held }) => held.some(({ name }) => name === "woodshed recording");
      while (records(await navigator.locks.query())) await new Promise((done) => setTimeout(done, 10));
    }""")


def is_recording(page):
    """Waits until something is in the take: one that ends before that leaves nothing."""
    expect(page.get_by_role("button", name="Stop recording")).to_be_enabled()
    expect(page.get_by_role("timer")).not_to_have_text("0:00")


def test_one_tab_records_at_a_time(with_microphone, tone, screenshots):
    page = with_microphone(*fake(tone), at="/tools/tuner", viewport=WIDE)
    record(page)
    is_recording(page)
    other = page.context.new_page()
    other.add_init_script(AXE)
    show(other, "/journal")
    expect(saving(other)).to_contain_text("Saved here")
    other.get_by_role("button", name="Record", exact=True).first.click()
    offer = other.get_by_role("button", name="Stop it there and record here")
    expect(offer).to_be_visible()
    expect(other.get_by_role("button", name="Stop recording")).to_have_count(0)
    for viewport in (PHONE, WIDE):
        other.set_viewport_size(viewport)
        examine(other, lambda theme: screenshots / f"recording-elsewhere-{viewport['width']}-{theme}.png")
        assert other.evaluate(SMALL_TARGETS) == []
    expect(page.get_by_role("button", name="Stop recording")).to_be_enabled()
    offer.click()
    expect(toast(page, "Recording stopped from another tab")).to_be_visible()
    expect(toast(page, "Saved “")).to_be_visible()
    is_recording(other)
    expect(page.get_by_role("button", name="Stop recording")).to_have_count(0)
    stop(other)
    # The first may again, without being asked.
    nobody_records(page)
    record(page)
    is_recording(page)
    stop(page)
    show(page, "/journal/takes")
    expect(page.locator(".take")).to_have_count(3)


def test_a_tab_that_ends_lets_another_record(with_microphone, tone):
    page = with_microphone(*fake(tone), at="/tools/tuner")
    other = page.context.new_page()
    show(other, "/tools/tuner")
    record(page)
    is_recording(page)
    page.close()
    nobody_records(other)
    record(other)
    is_recording(other)
    stop(other)


def test_the_tab_that_began_last_clicks(with_microphone, tone):
    page = with_microphone(*fake(tone), at="/tools/metronome")
    other = page.context.new_page()
    show(other, "/tools/metronome")
    start, end = ("Start", "Stop")
    page.locator("main").get_by_role("button", name=start, exact=True).click()
    expect(page.locator("main").get_by_role("button", name=end, exact=True)).to_be_visible()
    other.locator("main").get_by_role("button", name=start, exact=True).click()
    expect(other.locator("main").get_by_role("button", name=end, exact=True)).to_be_visible()
    expect(page.locator("main").get_by_role("button", name=start, exact=True)).to_be_visible()
    expect(toast(page, "Sound stopped from another tab")).to_be_visible()
    expect(toast(other, "another tab")).to_have_count(0)


# MARK: What is heard or recorded in another tab


def elsewhere(page, what):
    return page.get_by_role("group", name=f"{what} in another tab")


def main_button(page, name):
    return page.locator("main").get_by_role("button", name=name, exact=True)


def two_tabs(new_context, at, **options):
    """A tab whose metronome clicks, and another that was opened since."""
    context = new_context(**options)
    page = context.new_page()
    show(page, "/tools/metronome")
    main_button(page, "Start").click()
    expect(main_button(page, "Stop")).to_be_visible()
    other = context.new_page()
    other.add_init_script(AXE)
    show(other, at)
    return page, other


@pytest.mark.parametrize("at", ["/tools/metronome", "/journal"])
def test_what_clicks_in_another_tab_is_shown_until_it_stops(new_context, at):
    page, other = two_tabs(new_context, at)
    expect(elsewhere(other, "Sound")).to_contain_text("In another tab: Metronome 120")
    expect(elsewhere(page, "Sound")).to_have_count(0)
    # A new tempo is told as well.
    page.get_by_role("button", name="Faster").first.press("Enter")
    expect(elsewhere(other, "Sound")).to_contain_text("In another tab: Metronome 121")
    main_button(page, "Stop").click()
    expect(elsewhere(other, "Sound")).to_have_count(0)
    # Whoever starts while the other is already open is shown there too.
    main_button(page, "Start").click()
    expect(elsewhere(other, "Sound")).to_be_visible()


def test_what_clicks_in_another_tab_is_stopped_from_here(new_context):
    page, other = two_tabs(new_context, "/journal")
    elsewhere(other, "Sound").get_by_role("button", name="Stop it there").click()
    expect(main_button(page, "Start")).to_be_visible()
    expect(toast(page, "Sound stopped from another tab")).to_be_visible()
    expect(elsewhere(other, "Sound")).to_have_count(0)
    # Nothing is held on to: the first clicks again, and nobody stops it.
    main_button(page, "Start").click()
    expect(elsewhere(other, "Sound")).to_be_visible()
    expect(main_button(page, "Stop")).to_be_visible()


def test_what_clicks_in_another_tab_goes_on_here(new_context):
    page, other = two_tabs(new_context, "/tools/metronome")
    elsewhere(other, "Sound").get_by_role("button", name="Play here").click()
    expect(main_button(other, "Stop")).to_be_visible()
    expect(main_button(page, "Start")).to_be_visible()
    expect(elsewhere(other, "Sound")).to_have_count(0)
    # And back.
    elsewhere(page, "Sound").get_by_role("button", name="Play here").click()
    expect(main_button(page, "Stop")).to_be_visible()
    expect(main_button(other, "Start")).to_be_visible()


def test_a_tab_that_is_closed_is_not_shown_any_longer(new_context):
    page, other = two_tabs(new_context, "/journal")
    expect(elsewhere(other, "Sound")).to_be_visible()
    page.close()
    expect(elsewhere(other, "Sound")).to_have_count(0)


@pytest.mark.parametrize("at", ["/tools/metronome", "/journal"])
@pytest.mark.parametrize("viewport", [{"width": 320, "height": 640}, WIDE], ids=["phone", "wide"])
def test_the_line_of_another_tab_fits(new_context, screenshots, viewport, at):
    _, other = two_tabs(new_context, at, viewport=viewport)
    expect(elsewhere(other, "Sound")).to_be_visible()
    name = at.rpartition("/")[2]
    examine(other, lambda theme: screenshots / f"sound-elsewhere-{name}-{viewport['width']}-{theme}.png")
    assert other.evaluate(SMALL_TARGETS) == []


def test_a_take_in_another_tab_is_shown_and_taken_over(with_microphone, tone, allow):
    # A page that is left may have sent the last piece of a file. The tab that sends it again hears that the upload is over.
    allow(r"404.*/v1/uploads/\w+")
    page = with_microphone(*fake(tone), at="/tools/tuner", viewport=PHONE)
    record(page)
    is_recording(page)
    other = page.context.new_page()
    show(other, "/journal")
    expect(saving(other)).to_contain_text("Saved here")
    elsewhere(other, "Recording").get_by_role("button", name="Record here").click()
    # The take there is ended and saved first.
    expect(toast(page, "Saved “")).to_be_visible()
    is_recording(other)
    expect(elsewhere(other, "Recording")).to_have_count(0)
    elsewhere(page, "Recording").get_by_role("button", name="Stop it there").click()
    expect(toast(other, "Saved “")).to_be_visible()
    expect(elsewhere(page, "Recording")).to_have_count(0)
    show(page, "/journal/takes")
    expect(page.locator(".take")).to_have_count(2)


def test_a_take_that_plays_in_another_tab_is_shown_and_stopped_from_here(with_microphone, tone, screenshots):
    page = with_microphone(*fake(tone), at="/journal/takes", viewport=PHONE)
    record(page)
    is_recording(page)
    stop(page)
    is_finished(page)
    name = page.locator(".take strong").inner_text()
    open_take(page)
    other = page.context.new_page()
    other.add_init_script(AXE)
    show(other, "/journal")
    playing = page.get_by_role("button", name="Pause", exact=True)
    page.get_by_role("button", name="Loop the last 5 s").click()
    expect(playing).to_be_visible()
    expect(elsewhere(other, "Sound")).to_contain_text(f"In another tab: Playback of “{name}”")
    expect(elsewhere(page, "Sound")).to_have_count(0)
    expect(elsewhere(other, "Sound").get_by_role("button", name="Play here")).to_have_count(0)
    examine(other, lambda theme: screenshots / f"take-elsewhere-{theme}.png")
    assert other.evaluate(SMALL_TARGETS) == []
    elsewhere(other, "Sound").get_by_role("button", name="Stop it there").click()
    expect(playing).to_have_count(0)
    expect(toast(page, "Sound stopped from another tab")).to_be_visible()
    expect(elsewhere(other, "Sound")).to_have_count(0)
    # It plays again, until the other tab itself sounds.
    page.get_by_role("button", name="Play", exact=True).click()
    expect(elsewhere(other, "Sound")).to_be_visible()
    show(other, "/tools/metronome")
    main_button(other, "Start").click()
    expect(playing).to_have_count(0)
    expect(elsewhere(page, "Sound")).to_contain_text("In another tab: Metronome 120")
