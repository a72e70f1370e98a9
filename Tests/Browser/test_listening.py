"""What the microphone hears, from a file that the browser takes for one."""

import csv
import io
import math
import re
import statistics
import subprocess

import pytest
from playwright.sync_api import expect

from app import go_to, other_devices
from microphone import fake, write_wave
from server import WOODSHED

RATE = 44_100
# Steady tones of exactly known pitch: none is a note of ours.
TONES = [82.9, 147.3, 233.7, 441.9, 703.1, 1_180.4]
SECONDS = 1.5

# The readings that come from the listener, and the stream that it hears; one may come when it is allowed to.
WATCH = """
  const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (wish) => {
    await window.allowed;
    return (window.stream = await ask(wish));
  };
  window.frames = [];
  window.Worker = class extends Worker {
    constructor(...rest) {
      super(...rest);
      this.addEventListener("message", ({ data }) => {
        if (!data.heard) return;
        for (let at = 0; at < data.heard.length; at += 8) {
          window.frames.push([data.heard[at], data.heard[at + 1]]);
        }
      });
    }
  };
"""


def tone(frequency):
    """A second and a half of a tone with eight partials, which fades in and out."""
    count = round(SECONDS * RATE)
    samples = []
    for index in range(count):
        edge = min(1, index / 800, (count - index) / 800)
        sample = sum(
            math.sin(2 * math.pi * frequency * partial * index / RATE + partial) / partial
            for partial in range(1, 9) if frequency * partial < 9_000)
        samples.append(round(9_000 * edge * sample))
    return samples


@pytest.fixture(scope="module")
def recording(tmp_path_factory):
    path = tmp_path_factory.mktemp("tones") / "tones.wav"
    samples = [sample for frequency in TONES for sample in tone(frequency)]
    return write_wave(path, samples, RATE)


@pytest.fixture
def hears(with_microphone):
    """The page for trials, which tells what its listener heard."""
    return lambda *options: with_microphone(*options, at="/about/sound", script=WATCH)


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def steady(frames):
    """The median of each tone, from frames whose neighbours for 200 ms on either side are of the same tone."""
    medians = {}
    reach = 20
    for truth in TONES:
        is_near = [
            frequency > 0 and abs(1_200 * math.log2(frequency / truth)) < 30
            for _, frequency in frames]
        heard = [
            frames[at][1] for at in range(reach, len(frames) - reach)
            if all(is_near[at - reach:at + reach + 1])]
        medians[truth] = statistics.median(heard) if heard else None
    return medians


@pytest.mark.alone
def test_the_page_hears_what_the_command_line_hears(hears, recording):
    printed = subprocess.run(
        [WOODSHED, "pitch", recording, "--format", "csv"], check=True, capture_output=True, text=True)
    rows = csv.DictReader(io.StringIO(printed.stdout))
    here = steady([(0, float(row["frequency"] or 0)) for row in rows])
    assert all(here.values()), here
    page = hears(*fake(recording))
    page.get_by_role("radio", name="raw").check()
    press(page, "Listen")
    # The recording begins anew when it is over, so each tone is heard whole once. On a busy machine the browser's false
    # microphone may leave something out of one: then it is listened to again.
    for _ in range(6):
        page.evaluate("() => { window.frames = []; }")
        page.wait_for_function(
            "(samples) => window.frames.at(-1)?.[0] - window.frames[0]?.[0] > samples",
            arg=(len(TONES) + 2) * SECONDS * RATE, timeout=120_000)
        there = steady(page.evaluate("() => window.frames"))
        differences = {
            truth: 1_200 * math.log2(there[truth] / here[truth]) if there[truth] else math.inf for truth in TONES}
        worst = max(map(abs, differences.values()))
        if worst <= 0.01:
            break
    print(f"\nthe page's medians are within {worst:.5f} cents of the command line's")
    assert worst <= 0.01, differences


def test_the_page_shows_the_note_and_the_work(hears, recording):
    page = hears(*fake(recording))
    press(page, "Listen")
    expect(page.locator("#ear-note")).to_contain_text("Hz")
    page.get_by_role("radio", name="precise").check()
    expect(page.locator("#ear-note")).to_contain_text("±")
    press(page, "Stop: Listen")
    expect(page.get_by_role("button", name="Listen", exact=True)).to_be_visible()


def test_listening_and_playing_at_once(hears, recording):
    page = hears(*fake(recording))
    press(page, "Clicks")
    press(page, "Drone on A")
    press(page, "Listen")
    expect(page.locator("#ear-note")).to_contain_text("Hz")
    # Only the last eight cues are listed, and the microphone may have come after the second bar.
    expect(page.get_by_text(re.compile(r"Bar ([2-9]|\d\d+), beat 1")).first).to_be_visible()


def test_a_microphone_that_is_taken_away_can_be_had_again(hears, recording):
    page = hears(*fake(recording))
    press(page, "Listen")
    expect(page.locator("#ear-note")).to_contain_text("Hz")
    page.evaluate("() => window.stream.getAudioTracks()[0].dispatchEvent(new Event('ended'))")
    expect(page.get_by_role("alert")).to_contain_text("was disconnected")
    press(page, "Try again")
    expect(page.locator("#ear-note")).to_contain_text("Hz")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_another_microphone_is_told_of_and_can_be_used(hears, recording):
    page = hears(*fake(recording))
    press(page, "Listen")
    expect(page.locator("#ear-note")).to_contain_text("Hz")
    before = page.evaluate_handle("() => window.stream")
    other_devices(page, "audioinput")
    expect(page.get_by_role("alert")).to_contain_text("Still listening")
    press(page, "Restart")
    page.wait_for_function(
        "(before) => window.stream !== before && before.getAudioTracks()[0].readyState === 'ended'",
        arg=before)
    expect(page.locator("#ear-note")).to_contain_text("Hz")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_without_leave_it_says_how_to_give_it(hears):
    page = hears("--use-fake-device-for-media-stream", "--deny-permission-prompts")
    press(page, "Listen")
    expect(page.get_by_role("alert")).to_contain_text("access is blocked")
    expect(page.get_by_role("button", name="Listen", exact=True)).to_be_visible()


def test_without_a_microphone_it_says_so(hears):
    page = hears("--use-fake-ui-for-media-stream")
    # Whatever this machine has, the browser is told of none.
    page.evaluate("""() => {
      navigator.mediaDevices.getUserMedia = () =>
        Promise.reject(new DOMException("no device", "NotFoundError"));
    }""")
    press(page, "Listen")
    expect(page.get_by_role("alert")).to_contain_text("No microphone found")


def test_the_microphone_is_let_go_with_its_page(hears, recording):
    page = hears(*fake(recording))
    press(page, "Listen")
    expect(page.locator("#ear-note")).to_contain_text("Hz")
    go_to(page, "Journal", "/journal")
    page.wait_for_function("() => window.stream.getAudioTracks()[0].readyState === 'ended'")


def test_a_microphone_that_is_allowed_too_late_is_closed_again(hears, recording):
    page = hears(*fake(recording))
    page.evaluate("() => { window.allowed = new Promise((done) => { window.allow = done; }); }")
    press(page, "Listen")
    press(page, "Stop: Listen")
    page.evaluate("() => window.allow()")
    page.wait_for_function("() => window.stream?.getAudioTracks()[0].readyState === 'ended'")
    expect(page.get_by_role("alert")).to_have_count(0)
