"""Plots: read by pointing, by keys, on a phone, on paper and without colours, on Practice's chart of weeks."""

import re

import pytest
from playwright.sync_api import expect

from app import PHONE, WIDE, show
from test_accessibility import AXE, examine
from test_practice import PRACTICE, log, region

WEEK = re.compile(r"^Week of \d+ \w+ \d{4}: 45 min$")
NONE = re.compile(r"^Week of \d+ \w+ \d{4}: 0 min$")


each_width = pytest.mark.parametrize(
    "viewport", [PHONE, WIDE, {"width": 320, "height": 640}], ids=["phone", "wide", "small"])


def practised(new_page, viewport):
    """Practice's page after 45 minutes today."""
    page = new_page(viewport=viewport)
    page.add_init_script(AXE)
    show(page, PRACTICE)
    log(page, 45)
    return page


def pad(page):
    return page.get_by_role("application", name="Minutes per week. Arrow keys read its values.")


def reading(page):
    return region(page, "Minutes per week").locator(".plot-reading")


def drawing(page):
    return pad(page).locator("svg.plot-drawing:visible")


@each_width
def test_one_of_the_drawings_shows_and_fits(new_page, viewport):
    page = practised(new_page, viewport)
    expect(drawing(page)).to_have_count(1)
    box, outer = drawing(page).bounding_box(), region(page, "Minutes per week").bounding_box()
    assert box["x"] >= outer["x"] and box["x"] + box["width"] <= outer["x"] + outer["width"] + 1
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
    # No text is too small to read.
    sizes = drawing(page).evaluate("""(svg) => [...svg.querySelectorAll("text")]
        .map((text) => 12 * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width)""")
    assert sizes and min(sizes) >= 8
    examine(page)


@each_width
def test_keys_go_from_week_to_week(new_page, viewport):
    page = practised(new_page, viewport)
    expect(reading(page)).to_have_text("")
    pad(page).focus()
    page.keyboard.press("End")
    expect(reading(page)).to_have_text(WEEK)
    expect(pad(page).locator(".plot-ring:visible circle")).to_have_count(1)
    last = reading(page).text_content()
    page.keyboard.press("ArrowLeft")
    expect(reading(page)).to_have_text(NONE)
    page.keyboard.press("ArrowRight")
    expect(reading(page)).to_have_text(last)
    page.keyboard.press("Home")
    expect(reading(page)).to_have_text(NONE)
    expect(pad(page)).to_be_focused()
    examine(page)
    page.keyboard.press("Escape")
    expect(reading(page)).to_have_text("")
    expect(pad(page).locator(".plot-ring")).to_have_count(0)
    expect(pad(page)).to_be_focused()


@each_width
def test_pointing_reads_the_nearest(new_page, viewport):
    page = practised(new_page, viewport)
    pad(page).scroll_into_view_if_needed()
    box = drawing(page).bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.93, box["y"] + box["height"] / 2)
    expect(reading(page)).to_have_text(WEEK)
    ring = pad(page).locator(".plot-ring:visible circle").bounding_box()
    assert ring["x"] > box["x"] + box["width"] / 2
    page.mouse.move(box["x"] + box["width"] * 0.3, box["y"] + box["height"] / 2)
    expect(reading(page)).to_have_text(NONE)


@each_width
def test_the_numbers_are_below(new_page, viewport):
    page = practised(new_page, viewport)
    part = region(page, "Minutes per week")
    part.get_by_text("The numbers", exact=True).click()
    expect(part.get_by_role("row")).to_have_count(9)
    expect(part.get_by_role("row").last).to_contain_text("45")


COLOURS = """(path) => [getComputedStyle(path).fill, getComputedStyle(document.body).backgroundColor]"""


def test_a_plot_is_readable_without_colours(new_page):
    page = practised(new_page, WIDE)
    page.emulate_media(forced_colors="active")
    fill, paper = drawing(page).locator("path.plot-ink-0").evaluate(COLOURS)
    assert fill not in ("none", paper)


def test_a_plot_is_printed_in_the_colours_of_paper(new_page):
    page = practised(new_page, WIDE)
    page.emulate_media(media="print", color_scheme="dark")
    fill, _ = drawing(page).locator("path.plot-ink-0").evaluate(COLOURS)
    assert fill == "rgb(138, 90, 12)"
