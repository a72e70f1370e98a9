"""What the app asks of the device, and what comes back."""

from contextlib import closing

import pytest
from playwright.sync_api import expect

from app import show


@pytest.fixture
def page(new_page):
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    show(page, "/about/components")
    return page


@pytest.fixture
def press(page):
    return lambda name: page.get_by_role("button", name=name, exact=True).click()


@pytest.fixture
def report(page):
    return page.locator("#c-report")


def test_copy(page, press, report):
    press("Copy")
    expect(report).to_have_text("Copied.")
    assert page.evaluate("() => navigator.clipboard.readText()").startswith("Woodshed ")


def test_copy_where_it_is_forbidden(page, press, report):
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(); }")
    press("Copy")
    expect(report).to_have_text("No access to the clipboard.")


@pytest.mark.parametrize("share, words", [
    ("undefined", "This browser can’t share. Copy it instead."),
    ("async () => {}", "Shared."),
    ("async () => { throw new DOMException('', 'AbortError'); }", "Not shared after all."),
    ("async () => { throw new TypeError(); }", "This browser can’t share. Copy it instead."),
])
def test_share(page, press, report, share, words):
    page.evaluate(f"() => {{ navigator.share = {share}; }}")
    press("Share")
    expect(report).to_have_text(words)


def test_download(page, press):
    with page.expect_download() as started:
        press("Download")
    assert started.value.suggested_filename == "woodshed.txt"
    assert started.value.path().read_text().startswith("Woodshed ")


def test_a_file_is_read(page, press, report, tmp_path):
    file = tmp_path / "Übung & <b>.bin"
    file.write_bytes(bytes(range(256)) * 5_000)
    with page.expect_file_chooser() as asked:
        press("Choose a file")
    asked.value.set_files(file)
    expect(report).to_have_text("The file has 1280000 bytes.")


# Whatever nothing holds is gone a moment after a file was asked for.
COLLECT = """() => {
  const click = HTMLInputElement.prototype.click;
  HTMLInputElement.prototype.click = function () {
    click.call(this);
    setTimeout(gc);
  };
}"""


def test_what_asks_for_a_file_is_not_collected(started_with, server, prepare, tmp_path):
    file = tmp_path / "a.bin"
    file.write_bytes(b"abc")
    with closing(started_with("--js-flags=--expose-gc").new_context(base_url=server.url)) as context:
        page = prepare(context, server.url).new_page()
        show(page, "/about/components")
        page.evaluate(COLLECT)
        with page.expect_file_chooser() as asked:
            page.get_by_role("button", name="Choose a file", exact=True).click()
        asked.value.set_files(file)
        expect(page.get_by_text("The file has 3 bytes.")).to_be_visible()


def test_a_file_that_is_gone_is_explained(page, press, report):
    page.evaluate("() => { Blob.prototype.arrayBuffer = () => Promise.reject(); }")
    with page.expect_file_chooser() as asked:
        press("Choose a file")
    asked.value.set_files({"name": "a.txt", "mimeType": "text/plain", "buffer": b"a"})
    expect(report).to_have_text("The file can’t be read. Choose it again.")


def test_the_server_is_asked(page, press, report):
    press("Ask the server")
    expect(report).to_have_text("The server is up.")


def test_a_server_that_does_not_answer(page, press, report, allow):
    allow("healthz")
    page.route("**/healthz", lambda route: route.abort())
    press("Ask the server")
    expect(report).to_have_text("The server can’t be reached. Keep working.")


def test_frames_are_counted_until_told_to_stop(page, press):
    frames = page.locator("#c-frames")
    press("Count frames")
    expect(frames).not_to_have_text("0")
    press("Stop counting")
    stopped = frames.text_content()
    page.evaluate("""() => new Promise((done) =>
      requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))))""")
    expect(frames).to_have_text(stopped)


def test_the_screen_is_kept_on_and_let_go(page, press):
    page.evaluate("""() => {
      window.locks = [];
      navigator.wakeLock.request = async (kind) => {
        window.locks.push(kind);
        return { released: false, release() { window.locks.push("let go"); } };
      };
    }""")
    press("Keep the screen on")
    press("Let the screen sleep")
    assert page.evaluate("() => window.locks") == ["screen", "let go"]
    expect(page.get_by_role("button", name="Keep the screen on")).to_be_visible()


def test_buzzing(page, press):
    page.evaluate("() => { navigator.vibrate = (times) => { window.buzz = times; }; }")
    press("Buzz")
    assert page.evaluate("() => window.buzz") == [40, 60, 40]


def test_the_screen_is_filled(page, press):
    page.evaluate("""() => {
      document.documentElement.requestFullscreen = async () => { window.isFilled = true; };
    }""")
    press("Full screen")
    assert page.evaluate("() => window.isFilled")


def test_what_the_browser_lacks_does_no_harm(page, press):
    page.evaluate("""() => {
      Object.defineProperty(navigator, "wakeLock", { value: undefined });
      navigator.vibrate = undefined;
      Element.prototype.requestFullscreen = undefined;
    }""")
    for name in ("Keep the screen on", "Let the screen sleep", "Buzz", "Full screen"):
        press(name)
    expect(page.get_by_role("button", name="Keep the screen on")).to_be_visible()
