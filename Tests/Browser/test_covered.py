"""No control is covered by another while everything sounds, records and runs: what a finger hits at the middle of a control is
that control."""

import pytest
from playwright.sync_api import expect

from app import PAGES, PHONE, TOOLS, TRIALS, turn_to
from microphone import fake, write_tone
from test_dock import row, set_all_going

# Two sizes for each walk, so that the walks run at the same time and a page is opened once for both.
SIZES = {
    "phone": [(320, 640), (390, 844)],
    "wide": [(820, 1180), (1440, 900)],
    "landscape": [(844, 390), (667, 375)],
}
# The pages for trials have a program of their own: opening it would end what runs.
MAIN = [path for path in PAGES.values() if path not in TRIALS]

# Brings each visible, enabled control into view and looks at what is hit in its middle. All of it is one task, so that
# nothing changes meanwhile. A field without a look of its own stands for its label.
COVERED = """() => {
  const kinds = "a[href], button, input, select, textarea, summary, label:has(input), [role=slider], [tabindex='0']";
  const nameOf = (element) => element && (element.ariaLabel || element.textContent.trim().slice(0, 40)
    || element.id || `${element.localName}.${element.getAttribute("class") ?? ""}`);
  const covered = [];
  for (const control of document.querySelectorAll(kinds)) {
    if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (control.matches(":disabled, .skip") || control.closest("[inert]")) continue;
    if (control.localName === "label" && control.querySelector(":disabled")) continue;
    control.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    // A link in a text may take two lines: the first is enough.
    const { x, y, width, height } = control.getClientRects()[0] ?? control.getBoundingClientRect();
    // Only for readers.
    if (width < 2 || height < 2) continue;
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    const labels = [...(control.labels ?? [])];
    if (hit && [control, ...labels].some((each) => each.contains(hit))) continue;
    if (hit?.closest("a[href], button, label, summary")?.contains(control)) continue;
    covered.push(`${nameOf(control)} (${control.localName}) under ${hit ? nameOf(hit) : "the window's edge"}`);
  }
  scrollTo(0, 0);
  return covered;
}"""

# Two frames: the media queries have been answered and what follows from them is drawn.
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"


@pytest.fixture(scope="module")
def tone(tmp_path_factory):
    return write_tone(tmp_path_factory.mktemp("tone") / "tone.wav", 440)


def resize(page, path, width, height):
    page.set_viewport_size({"width": width, "height": height})
    expect(page.locator(".fitted")).to_have_count(1 if height <= 480 and is_tool(path) else 0)
    page.evaluate(DRAWN)


def is_tool(path):
    return path in ("/tools", *TOOLS.values())


@pytest.mark.parametrize("walk", SIZES)
def test_no_control_is_covered(with_microphone, tone, walk):
    sizes = SIZES[walk]
    # All is started on a phone; the window gets its sizes afterwards.
    page = with_microphone(*fake(tone), at="/journal", viewport=PHONE)
    set_all_going(page)
    turn_to(page, "/tools/drone")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("#drone-state")).to_contain_text("Playing")
    turn_to(page, "/reeds")
    for name in ["Recorder", "Current session", "Active tools"]:
        expect(row(page, name)).to_be_visible()
    expect(page.locator(".toast")).to_have_count(0)
    covered = []
    for path in MAIN:
        turn_to(page, path)
        for width, height in sizes:
            resize(page, path, width, height)
            covered += [f"{path} at {width} × {height}: {each}" for each in page.evaluate(COVERED)]
    assert not covered, f"{len(covered)} covered controls:\n" + "\n".join(covered)
