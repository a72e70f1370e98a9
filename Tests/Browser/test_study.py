"""A study: what is shared is ticked, seen and downloaded; a second file has the same names, and the way out is a file."""

import json
import re

import pytest
from playwright.sync_api import expect

from app import PHONE, WIDE, go_offline, heading, show
from ledger import is_synced
from test_accessibility import AXE, examine
from test_reeds import button, choose

FILES = "/reeds/files"
STUDY = "/reeds/study"

# Every word here is a person's own, and none of them may be in a file by default.
LOG = """Name\tTie length\tShaper\tBrand\tRemark\tTags\tStage
Zephyrine\t72.5\tHortense 4417\tMarchetti\tfor Ottoline\tvermilion\tin use
Quillon\t71\tHortense 4417\tMarchetti\tfor Ottoline\tvermilion\tdiscarded
"""
WORDS = ["Zephyrine", "Quillon", "Hortense", "4417", "Marchetti", "Ottoline", "vermilion"]


def fill(page):
    show(page, FILES)
    choose(page, "reeds.csv", LOG)
    button(page, "Import").click()
    expect(page.get_by_text("Imported").first).to_be_visible()


def begin(page, code="oboe-26"):
    page.get_by_label("Study code").fill(code)
    button(page, "Continue").click()
    expect(page.get_by_role("heading", name="Share with")).to_be_focused()


def see(page):
    page.get_by_label("Who agrees").select_option("1")
    button(page, "Show my file").click()
    expect(page.get_by_role("heading", name="Your file")).to_be_focused()


def downloaded(page, name):
    with page.expect_download() as download:
        button(page, name).click()
    return download.value.suggested_filename, download.value.path().read_text()


@pytest.mark.parametrize("viewport", [PHONE, WIDE], ids=["phone", "wide"])
def test_a_file_is_seen_before_it_is_given(new_page, viewport):
    page = new_page(viewport=viewport)
    fill(page)
    page.get_by_role("link", name="Take part in a study").click()
    expect(heading(page)).to_have_text("Studies")
    page.get_by_label("Study code").fill("Ottoline's study")
    button(page, "Continue").click()
    expect(page.get_by_text("Enter the code as your coordinator gave it")).to_be_visible()
    begin(page)
    for box in page.get_by_role("group", name="I agree to share").get_by_role("checkbox").all():
        expect(box).not_to_be_checked()
    expect(button(page, "Show my file")).to_be_disabled()
    page.get_by_role("checkbox", name=re.compile("^Measurements")).check()
    see(page)
    text = page.locator(".study-text")
    expect(text).to_contain_text('"scope":"study"')
    button(page, "Show all").click()
    expect(text).to_contain_text('"tie_length":72.5')
    shown = text.text_content()
    name, file = downloaded(page, "I agree: download")
    assert file == shown
    assert re.fullmatch(r"woodshed-study-OBOE-26-p[0-9a-f]{16}\.json", name)
    document = json.loads(file)
    assert len(document["reeds"]) == 2 and {reed["stage"] for reed in document["reeds"]} == {"in_use", "discarded"}
    for word in WORDS:
        assert word.lower() not in file.lower()
    assert not re.search(r"\d{4}-\d\d", file)
    expect(page.get_by_role("heading", name="Your studies")).to_be_focused()
    expect(page.get_by_text("text version 1")).to_be_visible()


def test_names_of_tools_are_let_through_one_by_one(page):
    fill(page)
    show(page, STUDY)
    begin(page)
    page.get_by_role("checkbox", name=re.compile("^Measurements")).check()
    page.get_by_role("checkbox", name=re.compile("^Tool models")).check()
    see(page)
    name = page.get_by_role("checkbox", name=re.compile("^Hortense 4417 .* looks like a serial number"))
    expect(name).to_be_checked()
    button(page, "Show all").click()
    text = page.locator(".study-text")
    expect(text).to_contain_text("Hortense")
    name.uncheck()
    expect(text).not_to_contain_text("Hortense")
    _, file = downloaded(page, "I agree: download")
    assert "Hortense" not in file


def test_out_again_by_keyboard_and_without_a_network(page):
    """No pointer from the code to the withdrawal."""
    fill(page)
    show(page, STUDY)
    page.get_by_label("Study code").focus()
    page.keyboard.type("oboe-26")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Share with OBOE-26")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page.get_by_role("checkbox", name=re.compile("^Measurements"))).to_be_checked()
    age = page.get_by_label("Who agrees")
    age.focus()
    page.keyboard.press("ArrowDown")
    expect(age).to_have_value("1")
    page.keyboard.press("Tab")
    expect(button(page, "Show my file")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Your file")).to_be_focused()
    agree = button(page, "I agree: download")
    agree.focus()
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    first = json.loads(download.value.path().read_text())
    expect(page.get_by_role("heading", name="Your studies")).to_be_focused()
    is_synced(page)
    page.reload()
    expect(page.get_by_text("Agreed on")).to_be_visible()

    button(page, "New file for OBOE-26").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("checkbox", name=re.compile("^Measurements"))).to_be_checked()
    see(page)
    _, file = downloaded(page, "I agree: download")
    assert json.loads(file) == first

    go_offline(page)
    leave = button(page, "Withdraw from OBOE-26")
    leave.focus()
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    assert download.value.suggested_filename == "woodshed-study-OBOE-26-withdrawal.json"
    withdrawal = json.loads(download.value.path().read_text())
    assert withdrawal["action"] == "delete"
    assert withdrawal["study"] == {"code": "OBOE-26", "participant": first["study"]["participant"]}
    expect(page.get_by_text("Withdrawn on")).to_be_visible()
    expect(button(page, "Withdrawal file for OBOE-26")).to_be_visible()


def test_axe_finds_nothing_on_a_narrow_screen(new_page):
    page = new_page(viewport={"width": 320, "height": 800})
    page.add_init_script(AXE)
    fill(page)
    show(page, STUDY)
    begin(page)
    for box in page.get_by_role("group", name="I agree to share").get_by_role("checkbox").all():
        box.check()
    see(page)
    button(page, "Show all").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    examine(page)
