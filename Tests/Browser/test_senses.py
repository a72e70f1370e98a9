"""Events and watchers that no page uses yet, on the workbench's pad."""

import pytest
from playwright.sync_api import expect

from app import WIDE


@pytest.fixture
def bench(new_page, workbench):
    page = new_page(base_url=workbench.url)
    page.goto("/")
    page.get_by_role("heading", name="Workbench").wait_for()
    return page


def sensed(page):
    return page.locator("#sensed")


def test_a_pointer_is_where_it_is_on_the_element(bench):
    box = bench.locator("#pad").bounding_box()
    bench.mouse.move(box["x"] + 30, box["y"] + 5)
    expect(sensed(bench)).to_have_text("at 30 5, buttons 0")
    bench.mouse.down()
    bench.mouse.move(box["x"] + 31, box["y"] + 6)
    expect(sensed(bench)).to_have_text("at 31 6, buttons 1")


def test_a_wheel_turns_the_pad_and_not_the_page(bench):
    bench.set_viewport_size({"width": 800, "height": 300})
    bench.locator("#create").click()
    bench.locator("#pad").hover()
    before = bench.evaluate("() => scrollY")
    bench.mouse.wheel(0, -120)
    expect(sensed(bench)).to_have_text("wheel 0 -120")
    assert bench.evaluate("() => scrollY") == before


def test_files_can_be_dropped(bench):
    kept = bench.evaluate("""() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(["abc"], "reed.txt", { type: "text/plain" }));
      const send = (type) => document.getElementById("pad").dispatchEvent(
        new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      return [send("dragover"), send("drop")];
    }""")
    assert kept == [False, False], "the browser would have opened the file"
    expect(sensed(bench)).to_have_text("reed.txt text/plain 3")


def test_back_goes_to_the_address_before(bench):
    bench.locator("#away").click()
    expect(bench).to_have_url("/away")
    bench.locator("#back").click()
    expect(bench).to_have_url("/")
    expect(sensed(bench)).to_have_text("address /")


def test_a_media_query_is_watched(bench):
    bench.set_viewport_size({"width": 400, "height": 700})
    expect(sensed(bench)).to_have_text("narrow")
    bench.set_viewport_size(WIDE)
    expect(sensed(bench)).to_have_text("wide")


def test_what_was_kept_can_be_erased(bench):
    bench.locator("#next").click()
    assert bench.evaluate("() => localStorage.getItem('outline') !== null")
    bench.locator("#erase").click()
    assert bench.evaluate("() => localStorage.getItem('outline') === null")


def test_visibility_is_watched(bench):
    # Said once at the start, after the width.
    expect(sensed(bench)).to_have_text("seen")
    bench.evaluate("""() => {
      Object.defineProperty(document, "hidden", { value: true, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }""")
    expect(sensed(bench)).to_have_text("hidden")
