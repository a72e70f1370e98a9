"""What the reeds of the sample studio say: asked for in two taps, worked out by a worker, read by eye, by key and in words."""

import re

import pytest
from playwright.sync_api import expect

from app import PHONE, WIDE, go_offline, heading, show, toast, turn_to, until
from test_accessibility import AXE, examine
from test_reeds import choose

STATS = "/reeds/figures"
PAGES = ["box", "gouger", "compare", "relations", "scatter", "life", "trends", "model", "ratings", "experiment",
         "suggestions"]

# Every share of the work that is shown.
WATCH = """() => {
  window.shares = [];
  new MutationObserver(() => {
    const bar = document.querySelector(".stats-work progress");
    if (bar?.hasAttribute("value")) window.shares.push(Number(bar.getAttribute("value")));
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""


def sample(page):
    """The sample studio, with its two years of reeds."""
    show(page, "/")
    page.get_by_role("button", name="Open sample journal").click()
    expect(page.locator(".day-entry").first).to_be_visible()


def headline(page):
    return page.locator(".stats-headline")


def button(page, name):
    return page.locator("main").get_by_role("button", name=name, exact=True)


def is_answered(page):
    """Waits for an answer that is not of the question before."""
    expect(headline(page)).to_be_visible()
    expect(page.locator(".stats-report")).not_to_have_class(re.compile("old"))


def fits(page):
    return page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_which_shaper_from_the_front_by_words_plot_and_keys(page):
    sample(page)
    turn_to(page, STATS)
    page.get_by_role("link", name=re.compile("^Compare")).click()
    expect(heading(page)).to_have_text("Compare")
    is_answered(page)
    first = headline(page).text_content()
    page.locator("#stats-input").select_option("staple_model")
    expect(headline(page)).not_to_have_text(first)
    is_answered(page)
    page.locator("#stats-outcome").select_option("score")
    is_answered(page)
    plot = page.locator(".plot-pad").first
    plot.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".plot-reading").first).not_to_be_empty()
    said = page.locator(".plot-reading").first.text_content()
    page.keyboard.press("End")
    expect(page.locator(".plot-reading").first).not_to_have_text(said)
    page.locator("summary", has_text="The numbers").first.click()
    expect(page.get_by_role("table").first).to_be_visible()


def test_compare_is_one_tap_from_a_reed_and_from_a_tool(page):
    sample(page)
    turn_to(page, "/reeds")
    page.locator("a.reed-link", has=page.locator(".figure", has_text=re.compile(r"^\d"))).first.click()
    page.get_by_role("button", name="Compare with your other reeds").click()
    expect(heading(page)).to_have_text("Compare")
    is_answered(page)
    turn_to(page, "/reeds/tools")
    page.get_by_role("button", name="Shaper", exact=True).click()
    page.get_by_role("button", name=re.compile("^Compare .* with others$")).first.click()
    is_answered(page)
    expect(page.locator("#stats-input")).to_have_value("shaper")


# What workers tell comes a picture apart, as where the page has a core to itself.
ONE_BY_ONE = """() => {
  const told = [];
  const tell = () => {
    told.shift()();
    if (told.length) requestAnimationFrame(tell);
  };
  Object.defineProperty(Worker.prototype, "onmessage", {
    set(hear) {
      this.addEventListener("message", (event) => {
        if (told.push(() => hear(event)) === 1) requestAnimationFrame(tell);
      });
    },
  });
}"""


def test_the_map_tells_how_far_it_is(page):
    # It tells after each step, and not only ten times a second: a quick machine would be done before.
    def tell_more(route):
        script = route.fetch()
        assert "EVERY = 100" in script.text()
        route.fulfill(response=script, body=script.text().replace("EVERY = 100", "EVERY = 0"))

    page.route("**/assets/analyst-*.js", tell_more)
    page.add_init_script(f"({ONE_BY_ONE})()")
    sample(page)
    page.evaluate(WATCH)
    turn_to(page, "/reeds/stats/relations")
    is_answered(page)
    shares = page.evaluate("() => shares")
    assert shares and shares == sorted(shares) and all(0 <= share <= 100 for share in shares), shares


def test_a_question_is_cancelled_and_asked_again(page):
    held = []
    page.route("**/assets/analyst-*.wasm", lambda route: held.append(route))
    sample(page)
    turn_to(page, "/reeds/stats/compare")
    expect(page.get_by_role("progressbar", name="Working …")).to_be_visible()
    button(page, "Cancel").click()
    expect(page.get_by_text("Cancelled.")).to_be_visible()
    expect(button(page, "Ask again")).to_be_focused()
    for route in held:
        route.continue_()
    button(page, "Ask again").click()
    is_answered(page)


def test_a_new_question_ends_the_worker_of_the_last(page):
    sample(page)
    for name in ["relations", "model", "compare"]:
        turn_to(page, f"/reeds/stats/{name}")
    is_answered(page)
    # A worker that has answered has ended.
    until(page, lambda: not [worker for worker in page.workers if "/analyst-" in worker.url])


def test_an_analyst_that_is_not_here_is_said_and_tried_again(page, allow):
    allow("analyst-", "Failed to load", "ERR_FAILED")
    page.route("**/assets/analyst-*.wasm", lambda route: route.abort())
    sample(page)
    turn_to(page, "/reeds/stats/compare")
    expect(page.get_by_role("alert")).to_contain_text("This part of the app isn’t on this device yet.")
    page.unroute("**/assets/analyst-*.wasm")
    button(page, "Try again").click()
    is_answered(page)


@pytest.mark.kept_offline
def test_offline_after_the_first_visit(page):
    sample(page)
    go_offline(page)
    page.reload()
    turn_to(page, "/reeds/stats/compare")
    is_answered(page)


def test_filters_are_folded_away_counted_and_cleared(page):
    sample(page)
    turn_to(page, "/reeds/stats/compare")
    is_answered(page)
    page.locator("summary", has_text=re.compile("^Filter$")).click()
    page.locator("#stats-days").select_option("366")
    expect(page.locator("summary", has_text="Filter (1)")).to_be_visible()
    is_answered(page)
    button(page, "Clear filters").click()
    expect(page.locator("summary", has_text=re.compile("^Filter$"))).to_be_visible()
    is_answered(page)


def test_the_score_is_weighed(page):
    sample(page)
    turn_to(page, "/reeds/stats/compare")
    is_answered(page)
    button(page, "Your score").click()
    sheet = page.get_by_role("dialog", name="Your score")
    sheet.get_by_label("Response").select_option(label="× 5")
    sheet.get_by_role("button", name="Close").click()
    is_answered(page)
    button(page, "Your score").click()
    expect(sheet.get_by_label("Response").locator("option:checked")).to_have_text("× 5")


def test_numbers_and_picture_leave_the_app(page):
    page.add_init_script("delete Navigator.prototype.share; delete Navigator.prototype.canShare;")
    sample(page)
    turn_to(page, "/reeds/stats/compare")
    is_answered(page)
    with page.expect_download() as told:
        button(page, "Download numbers").click()
    name = told.value.suggested_filename
    assert re.fullmatch(r"woodshed-\d{4}-\d\d-\d\d-compare\.csv", name), name
    lines = told.value.path().read_text().splitlines()
    assert len(lines) > 2 and "," in lines[1], lines[:3]
    expect(toast(page, f"Exported {name}.")).to_be_visible()
    with page.expect_download() as told:
        page.get_by_role("button", name=re.compile("^Share picture")).first.click()
    assert told.value.suggested_filename.endswith("-compare.png")
    assert told.value.path().read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("viewport", [PHONE, WIDE, {"width": 320, "height": 700}], ids=["phone", "wide", "narrow"])
def test_every_page_fits_and_is_accessible_in_both_themes(new_page, viewport, screenshots):
    page = new_page(viewport=viewport)
    page.add_init_script(AXE)
    sample(page)
    turn_to(page, STATS)
    assert fits(page)
    examine(page, lambda theme: screenshots / f"stats-front-{theme}-{viewport['width']}.png")
    for name in PAGES:
        turn_to(page, f"/reeds/stats/{name}")
        if name == "suggestions":
            button(page, "Turn on suggestions").click()
        expect(page.locator(".stats-work progress")).to_have_count(0, timeout=60_000)
        is_answered(page)
        assert fits(page), name
        examine(page, lambda theme: screenshots / f"stats-{name}-{theme}-{viewport['width']}.png")


def test_paper_shows_the_answer_and_no_controls(page):
    sample(page)
    turn_to(page, "/reeds/stats/compare")
    is_answered(page)
    page.emulate_media(media="print")
    expect(headline(page)).to_be_visible()
    expect(page.locator(".plot-pad").first).to_be_visible()
    for unwanted in [button(page, "Your score"), button(page, "Download numbers"), page.locator("summary").first]:
        expect(unwanted).to_be_hidden()


def test_paper_shows_every_line_of_the_numbers_in_its_place(page):
    sample(page)
    turn_to(page, "/reeds/stats/relations")
    is_answered(page)
    # As on a sheet of A4: tables of several pages push what follows, and nothing lies above anything else.
    page.set_viewport_size({"width": 720, "height": 1_000})
    page.emulate_media(media="print")
    boxes = page.locator(".stats-report > .card").evaluate_all(
        "(cards) => cards.map((card) => [card.getBoundingClientRect().top, card.getBoundingClientRect().bottom])")
    assert len(boxes) > 1 and all(low[1] <= high[0] for low, high in zip(boxes, boxes[1:])), boxes
    inner = page.locator(".stats-report .practice-table").evaluate_all(
        "(tables) => tables.every((table) => table.getBoundingClientRect().bottom "
        "<= table.closest('.card').getBoundingClientRect().bottom)")
    assert inner


def test_on_a_wide_screen_the_answer_stands_beside_its_plots(new_page):
    page = new_page(viewport=WIDE)
    sample(page)
    turn_to(page, "/reeds/stats/compare")
    is_answered(page)
    answer, card = (page.locator(part).first.bounding_box() for part in [".stats-answer", ".stats-report > .card"])
    assert answer["x"] + answer["width"] <= card["x"] and abs(answer["y"] - card["y"]) < 2


def test_weather_comes_from_a_stations_table(page):
    show(page, "/reeds/files")
    choose(page, "reeds.csv", "Name,Stage\nB1,in use\n")
    button(page, "Import").click()
    expect(page.get_by_text("Imported").first).to_be_visible()
    choose(page, "tests.csv", "Reed,Day,Success\nB1,2025-01-01,7\nB1,2024-01-01,6\n")
    page.get_by_label("Rows are").select_option(label="Tests")
    expect(page.get_by_text("2 tests: 2 new")).to_be_visible()
    button(page, "Import").click()
    expect(page.get_by_role("heading", name="Import", exact=True)).to_be_visible()
    show(page, "/reeds/stats/trends")
    page.get_by_role("link", name="Import weather").click()
    choose(page, "station.csv", "Date;Luftfeuchte %\n2025-01-01;44\n2025-01-02;51\n")
    for words in ["2 measurements on 2 days", "1 test gets 1 value", "1 test has no measurement on the day"]:
        expect(page.get_by_text(words)).to_be_visible()
    expect(page.get_by_label("Rows are")).to_have_value("weather")
    button(page, "Import").click()
    toast(page, "Imported 1 item.").get_by_role("button", name="Undo").click()
    choose(page, "station.csv", "Date;Luftfeuchte %\n2025-01-01;44\n")
    expect(page.get_by_text("1 test gets 1 value")).to_be_visible()


def test_each_mean_has_its_name_on_one_line(new_page):
    page = new_page(viewport=WIDE)
    sample(page)
    for path in ("/reeds", STATS):
        turn_to(page, path)
        names = page.locator(".reed-means dt")
        expect(names.filter(has_text="A left")).to_be_visible()
        expect(page.locator(".reed-means").first).to_contain_text("95 % interval")
        for name in names.all():
            lines = name.evaluate("(name) => { const range = new Range(); range.selectNodeContents(name);"
                                  " return new Set([...range.getClientRects()].map((one) => one.top)).size; }")
            assert lines == 1, name.inner_text()


def test_without_reeds_one_line_and_a_link(page):
    show(page, "/reeds/stats/compare")
    expect(page.get_by_text("There are no reeds to count yet.")).to_be_visible()
    page.get_by_role("link", name="Log a reed").click()
    expect(heading(page)).to_have_text("Reeds")
