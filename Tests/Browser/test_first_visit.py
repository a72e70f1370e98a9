import re

from playwright.sync_api import expect

from app import ROOMS, heading, worker_is_ready


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
    bar = page.get_by_role("progressbar", name="Loading Woodshed")
    expect(bar).to_be_visible()
    expect(bar).to_have_attribute("aria-valuetext", re.compile(r"^\d+\.\d of \d+\.\d MB$"))
    expect(heading(page)).to_have_text("Journal")
    expect(bar).to_have_count(0)
    told = [words.removesuffix(" MB").split(" of ") for words in page.evaluate("told")]
    size = page.evaluate(SIZE)
    assert {total for _, total in told} == {size}
    parts = [float(part) for part, _ in told]
    assert parts == sorted(parts) and len(parts) > 3 and parts[-1] == float(size)


def test_a_later_load_says_nothing(page):
    page.add_init_script(TOLD)
    page.goto("/journal")
    expect(heading(page)).to_have_text("Journal")
    worker_is_ready(page)
    page.reload()
    expect(heading(page)).to_have_text("Journal")
    assert page.evaluate("told") == []
