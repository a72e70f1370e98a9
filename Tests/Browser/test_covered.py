"""No control is covered by another while everything sounds, records and runs: what a finger hits at the middle of a control is
that control: in an empty shed, and in the sample."""

import re

import pytest
from playwright.sync_api import expect

from app import PAGES, PHONE, TOOLS, TRIALS, show, toast, turn_to
from ledger import DATA, notice
from microphone import fake, write_tone
from test_dock import practise_and_record, row, set_all_going

# Two sizes for each walk, so that the walks run at the same time and a page is opened once for both.
SIZES = {
    "phone": [(320, 640), (390, 844)],
    "wide": [(820, 1180), (1440, 900)],
    "landscape": [(844, 390), (667, 375), (568, 320)],
}
# The pages for trials have a program of their own: opening it would end what runs.
MAIN = [path for path in PAGES.values() if path not in TRIALS]

# Brings each visible, enabled control into view and looks at what is hit in its middle. All of it is one task, so that
# nothing changes meanwhile. A field without a look of its own stands for its label.
COVERED = """(part) => {
  const kinds = "a[href], button, input, select, textarea, summary, label:has(input), [role=slider], [tabindex='0']";
  const nameOf = (element) => element && (element.ariaLabel || element.textContent.trim().slice(0, 40)
    || element.id || `${element.localName}.${element.getAttribute("class") ?? ""}`);
  const covered = [];
  for (const folded of document.querySelectorAll(`${part} details`)) folded.open = true;
  for (const control of document.querySelectorAll(`${part} :is(${kinds})`)) {
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

# Where the links of a page lead, within the program.
LINKS = "() => [...document.querySelectorAll('main a[href^=\"/\"]:not([download])')].map(({ pathname }) => pathname)"
# Pages that are there only with rows, by their kind.
OF_ROWS = {
    "/journal/takes/…", "/journal/practice/…", "/reeds/reed/…", "/sessions/log/…", "/sessions/item/…",
    "/sessions/catalogue/…", f"{DATA}/row/…",
}

# Two frames: the media queries have been answered and what follows from them is drawn.
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
# What slides or rises into the window is there.
AT_REST = "(element) => Promise.all(element.getAnimations().map(({ finished }) => finished))"


@pytest.fixture(scope="module")
def tone(tmp_path_factory):
    return write_tone(tmp_path_factory.mktemp("tone") / "tone.wav", 440)


def resize(page, path, width, height):
    page.set_viewport_size({"width": width, "height": height})
    expect(page.locator(".fitted")).to_have_count(1 if height <= 480 and is_tool(path) else 0)
    page.evaluate(DRAWN)


def is_tool(path):
    return path in ("/tools", *TOOLS.values())


def kind_of(path):
    return re.sub(r"[0-9a-f]{32}|\d{4}-\d\d-\d\d", "…", path)


# Buttons that open a sheet, by their pages.
SHEETS = {"/journal": "Export", "/journal/practice": "Session options", "/tools/tuner": re.compile("^Tuning:")}


def covered_in_sheet(page, name):
    opener = page.locator("main").get_by_role("button", name=name)
    # The stage of a tool has no room for it.
    if not opener.is_visible():
        return []
    opener.click()
    page.locator("dialog[open]").evaluate(AT_REST)
    covered = page.evaluate(COVERED, "dialog[open]")
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    return covered


def covered_in_list(page):
    """What is covered of the list of chordsets, which is over the room of Light."""
    page.get_by_role("button", name="Chordsets", exact=True).click()
    page.locator(".light-list").evaluate(AT_REST)
    covered = page.evaluate(COVERED, ".light-list")
    page.locator(".light-list").get_by_role("button", name="Close the list").click()
    expect(page.locator(".light-list")).to_have_count(0)
    return covered


def covered_by_toast(page, sizes):
    """What a toast covers: everything can be scrolled out of its way, and on the stage of a low screen it lies over the head."""
    turn_to(page, "/tools/metronome")
    page.get_by_role("button", name="Save as a preset").click()
    dialog = page.get_by_role("dialog", name="Save preset")
    dialog.get_by_role("button", name="Save", exact=True).click()
    expect(toast(page, "Saved “")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    # It stays while it has the focus.
    dismiss = toast(page, "Saved “").get_by_role("button", name="Dismiss")
    dismiss.focus()
    covered = []
    for width, height in sizes:
        resize(page, "/tools/metronome", width, height)
        part = ":is(.panel, .dock, .rooms)" if page.locator(".fitted").count() else "body"
        covered += [f"toast at {width} × {height}: {each}" for each in page.evaluate(COVERED, part)]
    dismiss.click()
    return covered


def make_batch(page):
    """Makes a batch of reeds, to whose page no link of the sample leads; says where it is."""
    turn_to(page, "/reeds")
    page.locator("#reed-new").click()
    page.get_by_role("button", name=re.compile("^A batch")).click()
    page.get_by_role("button", name="Create batch").click()
    expect(page.locator(".batch-table")).to_be_visible()
    return page.evaluate("() => location.pathname")


def find_covered(page, sizes, *more):
    """The covered controls of every page, of more, and of one page of each kind that a link leads to; and these kinds."""
    for name in ["Recorder", "Current session", "Active tools"]:
        expect(row(page, name)).to_be_visible()
    expect(page.locator(".toast")).to_have_count(0)
    paths, kinds, covered = [*MAIN, *more], {*MAIN, *TRIALS}, []
    for path in paths:
        turn_to(page, path)
        for link in page.evaluate(LINKS):
            if kind_of(link) not in kinds:
                kinds.add(kind_of(link))
                paths.append(link)
        for width, height in sizes:
            resize(page, path, width, height)
            covered += [f"{path} at {width} × {height}: {each}" for each in page.evaluate(COVERED, "body")]
            if path in SHEETS:
                covered += [f"{path}, sheet, at {width} × {height}: {each}" for each in covered_in_sheet(page, SHEETS[path])]
            if path == "/light":
                covered += [f"{path}, chordsets, at {width} × {height}: {each}" for each in covered_in_list(page)]
    return covered, kinds


def test_no_control_of_an_empty_shed_or_a_stage_is_covered(new_page):
    """With the metronome and the drone playing: the doors, a note on a phone, and each tool on the stage."""
    page = new_page(viewport=PHONE)
    # As on an iPhone; a window that fills the screen cannot be resized.
    page.add_init_script("delete Element.prototype.requestFullscreen")
    show(page, "/journal")
    page.locator(".door").filter(has_text="Click").click()
    expect(page.get_by_role("button", name="Stop", exact=True)).to_be_visible()
    turn_to(page, "/tools/drone")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("#drone-state")).to_contain_text("Playing")
    turn_to(page, "/journal")
    expect(page.locator(".doors")).to_be_visible()
    covered = []
    for width, height in [size for sizes in SIZES.values() for size in sizes]:
        resize(page, "/journal", width, height)
        covered += [f"doors at {width} × {height}: {each}" for each in page.evaluate(COVERED, "body")]
    page.set_viewport_size(PHONE)
    page.locator("#add-note").click()
    expect(page.locator("#note-text")).to_be_focused()
    covered += [f"note: {each}" for each in page.evaluate(COVERED, "body")]
    page.locator("#note-text").fill("Done")
    page.locator("#note-done").click()
    for path in TOOLS.values():
        page.set_viewport_size(PHONE)
        turn_to(page, path)
        page.get_by_role("button", name="Stage", exact=True).click()
        expect(page.locator(".on-stage")).to_be_visible()
        for width, height in [size for sizes in SIZES.values() for size in sizes]:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(DRAWN)
            covered += [f"stage of {path} at {width} × {height}: {each}" for each in page.evaluate(COVERED, ".on-stage")]
        page.get_by_role("button", name="Leave the stage").click()
    assert not covered, f"{len(covered)} covered controls:\n" + "\n".join(covered)


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
    covered = covered_by_toast(page, sizes)
    turn_to(page, "/reeds")
    covered += find_covered(page, sizes)[0]
    # What sounds goes on in the sample; a take belongs to its space.
    page.set_viewport_size(PHONE)
    row(page, "Recorder").get_by_role("button", name="Stop recording").click()
    expect(row(page, "Recorder")).to_have_count(0)
    turn_to(page, DATA)
    page.get_by_role("radio", name="Sample").click()
    expect(notice(page, "You’re looking at sample data.")).to_be_visible()
    batch = make_batch(page)
    turn_to(page, "/sessions")
    page.locator("main").get_by_role("button", name="Start", exact=True).click()
    expect(page).to_have_url("/sessions/now")
    practise_and_record(page)
    turn_to(page, "/reeds")
    in_sample, kinds = find_covered(page, sizes, batch)
    covered += [f"{each} (in the sample)" for each in in_sample]
    assert OF_ROWS <= kinds
    assert not covered, f"{len(covered)} covered controls:\n" + "\n".join(covered)
