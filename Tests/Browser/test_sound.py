"""What sounds, as it comes out of the audio thread."""

import pytest
from playwright.sync_api import expect

from app import go_to, other_devices, show, worker_is_ready
from recorder import RECORDER, have_sounded, is_recorded


@pytest.fixture
def recorded(new_context):
    """A page whose sound is recorded; the recorder is not ours, so the page's policy lets it in."""
    page = new_context(bypass_csp=True).new_page()
    page.add_init_script(RECORDER)
    show(page, "/about/sound")
    return page


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def stage(page):
    return page.locator("#sound-stage")


def set_tempo(page, tempo):
    field = page.get_by_role("textbox", name="Tempo")
    field.fill(str(tempo))
    field.press("Tab")


def test_another_tempo_begins_on_the_next_beat(recorded):
    page = recorded
    set_tempo(page, 240)
    press(page, "Clicks")
    expect(stage(page)).to_have_text("Running.")
    is_recorded(page)
    have_sounded(page, 5)
    set_tempo(page, 300)
    have_sounded(page, page.evaluate("async () => (await window.onsets()).length - 1") + 5)
    press(page, "Stop: Clicks")
    _, *onsets = page.evaluate("() => window.onsets()")
    rate = page.evaluate("() => window.context.sampleRate")
    steps = [after - before for before, after in zip(onsets[1:], onsets[2:])]
    slow, fast = rate // 4, rate // 5
    assert slow in steps and fast in steps
    assert steps == sorted(steps, reverse=True)
    assert set(steps) == {slow, fast}


def test_other_devices_are_told_of_and_can_be_used(recorded):
    page = recorded
    press(page, "Clicks")
    expect(stage(page)).to_have_text("Running.")
    other_devices(page, "audioinput")
    expect(page.get_by_role("alert")).to_have_count(0)
    other_devices(page, "audiooutput")
    expect(page.get_by_role("alert")).to_contain_text("device was connected")
    before = page.evaluate_handle("() => window.context")
    press(page, "Restart")
    expect(page.get_by_role("alert")).to_have_count(0)
    page.wait_for_function("(before) => before.state === 'closed' && window.context !== before", arg=before)
    expect(stage(page)).to_have_text("Running.")
    expect(page.get_by_role("button", name="Stop: Clicks")).to_be_visible()
    page.evaluate("() => window.context.dispatchEvent(new Event('error'))")
    expect(page.get_by_role("alert")).to_contain_text("output was disconnected")
    press(page, "Try again")
    expect(stage(page)).to_have_text("Running.")


def test_everything_sounds_at_once_and_in_every_room(recorded):
    page = recorded
    press(page, "Drone on A")
    press(page, "Sequenza VII")
    page.get_by_role("radio", name="reed").check()
    expect(stage(page)).to_have_text("Running.")
    expect(page.get_by_text("Count").first).to_be_visible()
    expect(page.get_by_text("Line 1, bar 1")).to_be_visible()
    go_to(page, "Journal", "/journal")
    assert page.evaluate("() => window.context.state") == "running"
    page.go_back()
    expect(page.get_by_role("button", name="Stop: Drone on A")).to_be_visible()
    press(page, "All off")
    expect(stage(page)).to_contain_text("Off.")
    page.wait_for_function("() => window.context.state === 'closed'")


def test_sound_that_was_put_to_sleep_can_be_woken(recorded):
    page = recorded
    press(page, "Clicks")
    expect(stage(page)).to_have_text("Running.")
    page.evaluate("() => window.context.suspend()")
    expect(page.get_by_role("alert")).to_contain_text("paused the sound")
    press(page, "Resume")
    expect(stage(page)).to_have_text("Running.")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_sound_that_cannot_start_says_so_and_can_be_tried_again(new_context, allow):
    allow(r"player-.*\.wasm", r"Failed to fetch", r"ERR_FAILED")
    page = new_context().new_page()
    show(page, "/about/sound")
    page.route("**/assets/player-*.wasm", lambda route: route.abort())
    press(page, "Clicks")
    expect(page.get_by_role("alert")).to_contain_text("Sound could not be started")
    expect(page.get_by_role("button", name="Clicks", exact=True)).to_be_visible()
    page.unroute("**/assets/player-*.wasm")
    press(page, "Try again")
    expect(stage(page)).to_have_text("Running.")
    press(page, "Clicks")
    expect(page.get_by_text("Bar 1, beat 2")).to_be_visible()


@pytest.mark.kept_offline
def test_sound_works_without_a_network(new_context, allow):
    allow(r"ERR_INTERNET_DISCONNECTED")
    context = new_context()
    page = context.new_page()
    show(page, "/tools/metronome")
    worker_is_ready(page)
    page.reload()
    context.set_offline(True)
    show(page, "/tools/metronome")
    press(page, "Start")
    expect(page.locator(".metro-where")).to_contain_text("Bar 1")
