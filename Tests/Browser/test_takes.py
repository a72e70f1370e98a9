"""Takes in a browser: recorded, found again after a kill, played, cut, handed on."""

import base64
import os
import re
import statistics
import struct
import subprocess
import time
import wave

import pytest
from playwright.sync_api import expect

from app import PHONE, finish_saving, go_to, heading, show, toast, until
from ledger import saving
from microphone import fake, write_tone

RATE = 48_000


@pytest.fixture(scope="module")
def tone(tmp_path_factory):
    return write_tone(tmp_path_factory.mktemp("tone") / "tone.wav", 440)


def is_ready(page):
    """Waits until what the person has is open: before that nothing can be kept."""
    expect(saving(page)).to_contain_text("Saved here")


def record(page):
    is_ready(page)
    page.get_by_role("button", name="Record", exact=True).first.click()
    expect(page.get_by_role("button", name="Stop recording")).to_be_enabled()


def stop(page):
    page.get_by_role("button", name="Stop recording").click()
    expect(page.get_by_role("button", name="Stop recording")).to_have_count(0)
    expect(page.get_by_text("Saved “").last).to_be_visible()


def seconds(page):
    """What the recorder's clock shows."""
    minutes, rest = page.get_by_role("timer").inner_text().split(":")
    return 60 * int(minutes) + int(rest)


def files(page):
    """The files that takes lie in, with their sizes."""
    return page.evaluate("""async () => {
      const root = await navigator.storage.getDirectory();
      const found = {};
      try {
        const folder = await (await root.getDirectoryHandle("takes")).getDirectoryHandle("own");
        for await (const [name, handle] of folder.entries()) found[name] = (await handle.getFile()).size;
      } catch {}
      return found;
    }""")


def recorded(page, wanted):
    """Waits until so many seconds are recorded."""
    def holds():
        assert page.get_by_role("timer").count(), "the recording has stopped"
        return seconds(page) >= wanted
    until(page, holds)


def is_finished(page, count=1):
    """Waits until each take has its name and nothing else is left of it."""
    def holds():
        names = files(page)
        return (len([name for name in names if name.endswith(".flac")]) == count
                and all(name.endswith((".flac", ".wave")) for name in names))
    until(page, holds)


def make_take(page, wanted):
    """Records a take of at least this many seconds, and waits until it is finished."""
    record(page)
    recorded(page, wanted)
    stop(page)
    is_finished(page)


def open_take(page):
    page.locator(".take-link").first.click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def download(page, name):
    with page.expect_download() as waiting:
        page.get_by_role("button", name=name).click()
    return waiting.value


# A system that shares files, and a browser in which a tap counts for as long as the test says.
SHARES = """
window.shared = [];
navigator.canShare = () => true;
navigator.share = async ({ files: [file] }) => void shared.push([file.name, file.size]);
Object.defineProperty(UserActivation.prototype, "isActive", { get: () => window.isRecent });
"""


def test_a_file_that_took_too_long_is_shared_by_another_tap(with_microphone, tone):
    page = with_microphone(*fake(tone), at="/journal/takes", script=SHARES)
    make_take(page, 1)
    open_take(page)
    page.evaluate("window.isRecent = false")
    share = page.get_by_role("button", name="Share", exact=True)
    share.press("Enter")
    expect(toast(page, "The file is ready. Tap Share again to send it.")).to_be_visible()
    made = files(page)
    assert page.evaluate("shared") == []
    page.evaluate("window.isRecent = true")
    # Whoever has only a keyboard need not look for it.
    expect(share).to_be_focused()
    page.keyboard.press("Enter")
    until(page, lambda: len(page.evaluate("shared")) == 1)
    ((name, size),) = page.evaluate("shared")
    assert name.endswith(".wav") and size in made.values()
    # The same file, not another.
    assert files(page) == made


def test_a_take_is_recorded_finished_and_is_the_same_sound_in_each_format(
        with_microphone, tone, tmp_path):
    page = with_microphone(*fake(tone), at="/reeds", accept_downloads=True)
    record(page)
    recorded(page, 2)
    stop(page)
    go_to(page, "Journal", "/journal")
    page.get_by_role("link", name="Takes").click()
    is_finished(page)
    open_take(page)
    path = tmp_path / "take.wav"
    download(page, "Download as WAV").save_as(path)
    flac = tmp_path / "take.flac"
    download(page, "Download as FLAC").save_as(flac)
    subprocess.run(["flac", "--silent", "--test", flac], check=True)
    subprocess.run(["flac", "--silent", "--decode", flac, "-o", tmp_path / "back.wav"], check=True)
    with wave.open(str(path)) as file, wave.open(str(tmp_path / "back.wav")) as back:
        assert (file.getnchannels(), file.getsampwidth()) == (1, 2)
        frames = file.readframes(file.getnframes())
        assert back.readframes(back.getnframes()) == frames
        assert file.getnframes() / file.getframerate() >= 2
        rate = file.getframerate()
    samples = struct.unpack(f"<{len(frames) // 2}h", frames)
    # A microphone takes a moment until something comes.
    samples = samples[next(index for index, each in enumerate(samples) if abs(each) > 1_000):]
    # The browser's false microphone may leave something out on a busy machine; most of the turns are whole.
    rises = [index for index, (one, other) in enumerate(zip(samples, samples[1:])) if one < 0 <= other]
    twenty = statistics.median(later - earlier for earlier, later in zip(rises, rises[20:]))
    assert abs(20 * rate / twenty - 440) < 1
    print(f"\n  a take of {len(samples) / rate:.2f} s; FLAC has "
          f"{flac.stat().st_size / path.stat().st_size:.2f} of its size")


def test_a_teacher_hears_the_take_in_the_page(with_microphone, tone, tmp_path):
    page = with_microphone(*fake(tone), at="/journal/takes", accept_downloads=True)
    make_take(page, 2)
    page.get_by_role("navigation", name="Journal").get_by_role("link", name="Days").click()
    page.get_by_role("button", name="Export").click()
    expect(page.get_by_label("Include audio of 1 take in the page")).to_be_checked()
    html = download(page, "Page for a teacher").path().read_text()
    sound = base64.b64decode(re.search(r'src="data:audio/flac;base64,([^"]+)"', html)[1])
    (tmp_path / "take.flac").write_bytes(sound)
    subprocess.run(["flac", "--silent", "--test", tmp_path / "take.flac"], check=True)
    (tmp_path / "page.html").write_text(html)
    teacher = page.context.new_page()
    teacher.goto((tmp_path / "page.html").as_uri())
    assert 2 <= teacher.evaluate("""() => new Promise((done, fail) => {
      const sound = document.querySelector("audio");
      sound.onloadedmetadata = () => done(sound.duration);
      sound.onerror = () => fail(sound.error.message);
      sound.load();
    })""") < 60
    teacher.close()


def test_pauses_leave_nothing_between(with_microphone, tone):
    page = with_microphone(*fake(tone), at="/journal/takes")
    record(page)
    recorded(page, 1)
    page.get_by_role("button", name="Pause recording").click()
    expect(page.get_by_role("button", name="Resume recording")).to_be_visible()
    before = seconds(page)
    page.wait_for_timeout(1_500)
    assert seconds(page) == before
    page.get_by_role("button", name="Resume recording").click()
    recorded(page, before + 1)
    stop(page)
    is_finished(page)


def test_plays_with_loop_speed_and_pitch_and_its_place_moves(with_microphone, tone):
    page = with_microphone(*fake(tone), at="/journal/takes")
    # Long enough that a busy machine sees it before it is at its end.
    make_take(page, 8)
    open_take(page)
    expect(page.locator(".wave-reach")).to_have_attribute("d", re.compile("^M0 "))
    page.get_by_label("Speed").fill("50")
    page.get_by_role("button", name="A semitone higher").click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    expect(page.locator(".take-time")).not_to_contain_text("0:00.0 /")
    page.get_by_role("button", name="Pause", exact=True).click()
    slider = page.get_by_role("slider", name="Position in the take")
    slider.press("Home")
    expect(page.locator(".take-time")).to_contain_text("0:00.0 /")
    slider.press("End")
    expect(page.get_by_role("button", name="Split here")).to_be_disabled()


# What the place of a playing take has been.
PLACES = """() => {
  window.places = [];
  const time = document.querySelector(".take-time");
  new MutationObserver(() => places.push(time.textContent)).observe(time, { subtree: true, childList: true, characterData: true });
}"""


def test_a_place_that_is_chosen_before_it_sounds_is_where_it_starts(with_microphone, tone):
    page = with_microphone(*fake(tone), at="/journal/takes")
    make_take(page, 4)
    open_take(page)
    held = []
    page.route("**/assets/sound-replay-*.js", lambda route: held.append(route))
    page.get_by_role("button", name="Play", exact=True).click()
    until(page, lambda: held)
    page.get_by_role("slider", name="Position in the take").press("End")
    expect(page.locator(".take-time")).not_to_contain_text("0:00")
    page.evaluate(PLACES)
    held.pop().continue_()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    assert [place for place in page.evaluate("places") if place.startswith("0:00")] == []


def test_is_cut_and_split_without_loss(with_microphone, tone):
    page = with_microphone(*fake(tone), at="/journal/takes")
    make_take(page, 3)
    open_take(page)
    box = page.locator(".wave").bounding_box()
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] * 0.25, middle)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.75, middle, steps=5)
    page.mouse.up()
    whole = page.locator(".take-time").inner_text().split(" / ")[1]
    page.get_by_role("button", name="Trim to selection").click()
    expect(page.get_by_text("recording is unchanged").first).to_be_visible()
    assert page.locator(".take-time").inner_text().split(" / ")[1] < whole
    page.get_by_role("button", name="Restore the original").click()
    expect(page.locator(".take-time")).to_contain_text(whole)
    page.mouse.click(box["x"] + box["width"] * 0.5, middle)
    page.get_by_role("button", name="Split here").click()
    page.get_by_role("link", name="Takes").click()
    expect(page.locator(".take-link")).to_have_count(2)
    assert len([name for name in files(page) if name.endswith(".flac")]) == 1


def test_folders_search_rename_and_the_bin_by_keyboard_alone(with_microphone, tone):
    page = with_microphone(*fake(tone), at="/journal/takes")
    is_ready(page)
    page.keyboard.press("r")
    recorded(page, 1)
    page.keyboard.press("r")
    is_finished(page)
    more = page.get_by_role("button", name="More about")
    more.focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Rename", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("New name")).to_be_focused()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("Ferling 14")
    page.keyboard.press("Enter")
    expect(page.locator(".take-link strong")).to_have_text("Ferling 14")
    page.get_by_label("Folder").last.select_option(label="Lessons")
    page.get_by_role("button", name="Lessons").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".take-link")).to_have_count(1)
    page.get_by_role("button", name="Scales").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".take-link")).to_have_count(0)
    page.get_by_role("button", name="All", exact=True).click()
    page.get_by_label("Search").fill("ferl")
    expect(page.locator(".take-link")).to_have_count(1)
    page.get_by_role("button", name="Delete", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".take-link")).to_have_count(0)
    page.keyboard.press("ControlOrMeta+z")
    expect(page.locator(".take-link")).to_have_count(1)


# Where in the microphone's time the take began, and how far that time is.
WATCH = """
  const NodeOfAudio = AudioWorkletNode;
  window.AudioWorkletNode = class extends NodeOfAudio {
    constructor(context, name, options) {
      super(context, name, options);
      if (name === "woodshed-capture") window.microphone = context;
    }
  };
  window.Worker = class extends Worker {
    constructor(...rest) {
      super(...rest);
      this.addEventListener("message", ({ data }) => {
        if (data.news && data.began !== null) window.began = data.began;
      });
    }
  };
"""


@pytest.mark.alone
@pytest.mark.parametrize("milliseconds", [400, 1_730, 3_110])
def test_a_killed_browser_loses_at_most_a_quarter_of_a_second(lasting, tone, milliseconds):
    page, kill = lasting(*fake(tone))
    page.add_init_script(WATCH)
    show(page, "/journal/takes")
    record(page)
    until(page, lambda: page.evaluate("window.began !== undefined"))
    page.wait_for_timeout(milliseconds)
    heard = page.evaluate("microphone.currentTime - began / microphone.sampleRate")
    kill()

    page, _ = lasting(*fake(tone))
    show(page, "/journal/takes")
    expect(page.get_by_text("of an interrupted take")).to_be_visible()
    expect(page.locator(".take-link strong")).to_contain_text("(recovered)")
    is_finished(page)
    open_take(page)
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download as WAV").click()
    path = waiting.value.path()
    subprocess.run(["sox", "--no-show-progress", "-t", "wav", path, "-n", "stat"],
                   check=True, capture_output=True)
    with wave.open(str(path)) as file:
        kept = file.getnframes() / file.getframerate()
    print(f"\n  {heard:.3f} s were heard when it was killed, {kept:.3f} s are there: "
          f"{heard - kept:.3f} s lost")
    assert heard - kept <= 0.25


def test_a_full_device_ends_the_take_and_keeps_what_is_there(with_microphone, tone):
    page = with_microphone(*fake(tone), at="/journal/takes")
    session = page.context.new_cdp_session(page)
    record(page)
    recorded(page, 1)
    used = page.evaluate("navigator.storage.estimate().then(({ usage }) => usage)")
    session.send("Storage.overrideQuotaForOrigin",
                 {"origin": page.evaluate("location.origin"), "quotaSize": used + 100_000})
    expect(page.get_by_text("Recording stopped: this device is full")).to_be_visible()
    session.send("Storage.overrideQuotaForOrigin", {"origin": page.evaluate("location.origin")})
    expect(page.get_by_role("button", name="Stop recording")).to_have_count(0)
    page.reload()
    expect(page.locator(".take-link")).to_have_count(1)
    is_finished(page)


def test_a_take_outlives_its_worker(with_microphone, tone, allow):
    allow("the worker is gone")
    page = with_microphone(*fake(tone), at="/journal/takes")
    record(page)
    recorded(page, 2)
    (worker,) = [worker for worker in page.workers if "/sound-listener-" in worker.url]
    worker.evaluate("() => { setTimeout(() => { throw new Error('the worker is gone'); }); }")
    expect(page.get_by_text(re.compile(r"Recording stopped: .* 0:0\d is saved"))).to_be_visible()
    expect(page.get_by_role("button", name="Stop recording")).to_have_count(0)
    expect(page.locator(".take-link")).to_have_count(1)
    is_finished(page)


# A microphone that counts: each sample is a step above the one before, 20,000 times over and over.
RAMP = """
  AudioContext.prototype.createMediaStreamSource = function () {
    const buffer = this.createBuffer(1, 20_000, this.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let index = 0; index < samples.length; index++) samples[index] = (index - 10_000) / 32_768;
    const source = new AudioBufferSourceNode(this, { buffer, loop: true });
    source.start();
    return source;
  };
"""


def test_every_sample_comes_once(with_microphone, tone):
    page = with_microphone(*fake(tone), at="/journal/takes", script=RAMP)
    record(page)
    wanted = int(os.environ.get("WOODSHED_TAKE_SECONDS", 20))
    until(page, lambda: seconds(page) >= wanted, wanted + 120)
    stop(page)
    start = time.monotonic()
    until(page, lambda: [name for name in files(page) if name.endswith(".flac")], 60 + wanted / 5)
    finished = time.monotonic() - start
    is_finished(page)
    open_take(page)
    page.set_default_timeout(60_000 + wanted * 100)
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download as WAV").click()
    with wave.open(str(waiting.value.path())) as file:
        rate = file.getframerate()
        samples = struct.unpack(f"<{file.getnframes()}h", file.readframes(file.getnframes()))
    begin = next(index for index, sample in enumerate(samples) if sample)
    breaks = sum(
        (other - one - 1) % 20_000 != 0 for one, other in zip(samples[begin:], samples[begin + 1:]))
    print(f"\n  {len(samples) / rate:.1f} s at {rate} Hz: {breaks} places where a sample is missing or twice; "
          f"finished as FLAC {len(samples) / rate / finished:.0f} times as fast as it sounds")
    assert breaks == 0


def test_a_key_pressed_twice_leaves_nothing(with_microphone, tone):
    page = with_microphone(*fake(tone), at="/tools/tuner")
    page.get_by_role("button", name="Listen", exact=True).click()
    expect(page.locator(".tuner-verdict")).to_have_text("● in tune")
    is_ready(page)
    page.evaluate("""() => {
      for (let count = 0; count < 2; count++) {
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "r", bubbles: true }));
      }
    }""")
    expect(page.get_by_text("Nothing was recorded.")).to_be_visible()
    expect(page.get_by_role("button", name="Stop recording")).to_have_count(0)
    until(page, lambda: files(page) == {})
    # What listened before listens on, and a take can be recorded with it.
    record(page)
    recorded(page, 1)
    stop(page)


# A network from which the listener's program does not come while it is cut off.
CUT = """
  const get = window.fetch;
  window.refused = 0;
  window.fetch = (address, ...rest) => {
    if (!sessionStorage.isCut || !/listener/.test(address)) return get(address, ...rest);
    window.refused += 1;
    return Promise.reject(new TypeError("cut off"));
  };
"""


def test_a_program_that_could_not_be_fetched_comes_the_next_time(with_microphone, tone):
    page = with_microphone(*fake(tone), at="/journal/takes", script=CUT)
    make_take(page, 2)
    finish_saving(page)
    # A page that has not recorded anything has not fetched it yet.
    page.evaluate("sessionStorage.isCut = true")
    page.reload()
    open_take(page)
    until(page, lambda: page.evaluate("refused > 0"))
    page.evaluate("sessionStorage.removeItem('isCut')")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".take-time")).to_contain_text(re.compile(r"0:0[1-9]\.\d /"))
    expect(page.locator(".take-player .problem")).to_have_count(0)


def test_nothing_lies_over_the_bar_on_a_phone(with_microphone, tone):
    page = with_microphone(*fake(tone), at="/journal", viewport=PHONE)
    record(page)
    recorded(page, 1)
    assert page.evaluate("""() => [...document.querySelectorAll(".recorder button")].filter((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      return !button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }).map(({ ariaLabel }) => ariaLabel)""") == []
    stop(page)


def test_after_stop_the_focus_is_where_a_take_begins(with_microphone, tone):
    page = with_microphone(*fake(tone), at="/journal/takes")
    is_ready(page)
    start = page.locator("#record")
    start.focus()
    page.keyboard.press("Enter")
    recorded(page, 1)
    expect(start).to_be_focused()
    page.get_by_role("button", name="Stop recording").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Saved “")).to_be_visible()
    expect(start).to_be_focused()


def test_a_take_is_played_from_the_toast_and_from_its_row(with_microphone, tone):
    page = with_microphone(*fake(tone), at="/reeds", viewport=PHONE)
    record(page)
    # Long enough that a busy machine is in another room before its end.
    recorded(page, 15)
    stop(page)
    said = page.locator(".toast", has_text="Saved “Take 1”")
    said.get_by_role("button", name="Play the new take").click()
    expect(said).to_have_count(0)
    dock = page.locator(".dock").get_by_role("group", name="Take playing")
    expect(dock.get_by_role("button", name="Stop “Take 1”")).to_be_focused()
    page.keyboard.press("Enter")
    expect(dock).to_have_count(0)
    go_to(page, "Journal", "/journal")
    page.get_by_role("link", name="Takes").click()
    is_finished(page)
    page.get_by_role("button", name="Play “Take 1”").click()
    expect(page.locator(".take-row.heard")).to_have_count(1)
    expect(dock).to_have_count(0)
    expect(page.locator(".take-row.heard .figure")).to_have_text(re.compile("^0:[01][1-9]$"))
    # It goes on in another room, and stops at its end.
    go_to(page, "Reeds", "/reeds")
    expect(dock).to_be_visible()
    expect(dock).to_have_count(0)


def test_takes_without_a_piece_are_counted(with_microphone, tone):
    page = with_microphone(*fake(tone), at="/journal/takes")
    for number in (1, 2):
        record(page)
        recorded(page, 1)
        stop(page)
        expect(page.get_by_text(f"Saved “Take {number}”")).to_be_visible()


def wave_time(page, name):
    minutes, rest = page.get_by_role("slider", name=name).get_attribute("aria-valuetext").split(":")
    return 60 * int(minutes) + float(rest)


def test_a_loop_is_set_with_handles_and_keys(with_microphone, tone):
    page = with_microphone(*fake(tone), at="/journal/takes", viewport=PHONE)
    make_take(page, 6)
    open_take(page)
    page.get_by_role("slider", name="Position in the take").press("End")
    page.get_by_role("button", name="Loop the last 5 s").click()
    expect(page.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    expect(page.get_by_label("Loop selection")).to_be_checked()
    page.get_by_role("button", name="Pause", exact=True).click()
    start, end = wave_time(page, "Loop start"), wave_time(page, "Loop end")
    assert 4.9 <= end - start <= 5.1
    # What is drawn of a handle is in its middle, at both ends.
    assert page.evaluate("() => [...document.querySelectorAll('.wave-handle')].map((handle) => "
                         "getComputedStyle(handle).justifyContent)") == ["normal", "normal"]
    # The loop is switched where its ends are set, and the labels of speed, pitch and zoom look the same.
    loop, end_button = page.locator("label.check:has(#take-loop)"), page.get_by_role("button", name="Set end")
    assert abs(loop.bounding_box()["y"] - end_button.bounding_box()["y"]) < 120
    labels = page.locator(".take-speed label, .take-player .label")
    assert len(set(labels.evaluate_all("(labels) => labels.map((label) => { const style = getComputedStyle(label); "
                                       "return style.font; })"))) == 1
    expect(page.get_by_role("button", name="Back 5 seconds")).to_have_text("−5")
    # The middle of a handle is the handle's, and it follows the pointer.
    handle = page.get_by_role("slider", name="Loop start")
    box = handle.bounding_box()
    wave = page.locator(".wave").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 5, y)
    page.mouse.move(x + wave["width"] / 4, y, steps=5)
    page.mouse.up()
    expect(handle).to_be_focused()
    moved = wave_time(page, "Loop start")
    assert moved > start + 0.5 and wave_time(page, "Loop end") == end
    handle.press("ArrowRight")
    until(page, lambda: round(wave_time(page, "Loop start") - moved, 1) == 0.1)
    handle.press("Shift+ArrowLeft")
    until(page, lambda: round(wave_time(page, "Loop start") - moved, 1) == -0.9)


def test_a_name_is_kept_when_its_field_is_left(with_microphone, tone):
    page = with_microphone(*fake(tone), at="/journal/takes")
    make_take(page, 1)
    open_take(page)
    name = page.get_by_label("Name", exact=True)
    name.fill("Long tones")
    name.press("Tab")
    expect(heading(page)).to_have_text("Long tones")
    # A take has a name.
    name.fill("")
    name.press("Tab")
    expect(name).to_have_value("Long tones")


def test_a_deleted_take_is_restored_from_the_trash(with_microphone, tone):
    page = with_microphone(*fake(tone), at="/journal/takes", viewport=PHONE)
    make_take(page, 1)
    open_take(page)
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_role("button", name="1 take in the trash").click()
    expect(page.get_by_text("Take · deleted")).to_be_visible()
    page.get_by_role("button", name="Restore “Take 1”").click()
    expect(page.get_by_text("The trash is empty")).to_be_visible()
    expect(page.locator("#rows")).to_be_focused()
    go_to(page, "Journal", "/journal")
    page.get_by_role("link", name="Takes").click()
    expect(page.locator(".take-link")).to_have_count(1)


def test_audio_files_are_imported_by_button_and_by_drop(page, tone, tmp_path):
    flac, ogg = tmp_path / "In FLAC.flac", tmp_path / "In Ogg.ogg"
    mp3, m4a = tmp_path / "In MP3.mp3", tmp_path / "In M4A.m4a"
    subprocess.run(["sox", "--no-show-progress", tone, "-c", "2", flac, "trim", "0", "2"], check=True)
    subprocess.run(["sox", "--no-show-progress", tone, ogg, "trim", "0", "3"], check=True)
    # What an encoder puts before and after the sound is a fraction of a second.
    for path, seconds in ((mp3, "4.3"), (m4a, "5.3")):
        subprocess.run(["ffmpeg", "-loglevel", "error", "-i", tone, "-t", seconds, path], check=True)
    text = tmp_path / "no sound.txt"
    text.write_text("This is no sound.")
    show(page, "/journal/takes")
    is_ready(page)
    with page.expect_file_chooser() as asked:
        page.get_by_role("button", name="Import audio files").click()
    asked.value.set_files([flac, text, ogg, mp3, m4a])
    expect(page.locator(".take-link")).to_have_count(4)
    expect(page.get_by_role("alert")).to_contain_text("“no sound.txt” isn’t an audio file")
    is_finished(page, 4)
    lengths = {each.locator("strong").inner_text(): each.locator(".take-row > .figure").inner_text()
               for each in page.locator(".take").all()}
    # To the tenth where the format keeps the length.
    lengths = {name: text if name == "In FLAC" else text[:-2] for name, text in lengths.items()}
    assert lengths == {"In FLAC": "0:02.0", "In Ogg": "0:03", "In MP3": "0:04", "In M4A": "0:05"}
    page.locator(".notice").get_by_role("button", name="Dismiss").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    page.locator(".take-list").evaluate("""(list) => {
      const files = new DataTransfer();
      files.items.add(new File(["neither"], "dropped.mp3", { type: "audio/mpeg" }));
      list.dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
    }""")
    expect(page.get_by_role("alert")).to_contain_text("“dropped.mp3” isn’t an audio file")
    page.get_by_role("link", name="In FLAC").click()
    expect(page.locator(".wave-reach")).to_have_attribute("d", re.compile("^M0 "))
