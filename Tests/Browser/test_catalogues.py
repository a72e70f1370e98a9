"""Catalogues that go round: published and subscribed to, in files, large ones, and kept in order on the page."""

import json
import re

import pytest
from playwright.sync_api import expect

from app import PHONE, go_offline, heading, show, toast, until
from ledger import is_synced
from test_sessions import SESSIONS, begin, button, items, send

GYM = re.compile("^Climbing gym")


def open_gym(page):
    show(page, f"{SESSIONS}/catalogues")
    page.get_by_role("link", name=GYM).click()
    expect(heading(page)).to_have_text("Climbing gym (sample)")


def publish(page):
    """Publishes the gym; says its address, as it is shared."""
    begin(page)
    open_gym(page)
    is_synced(page)
    button(page, "Publish").click()
    expect(page.get_by_role("img", name="QR code with the address")).to_be_visible()
    return page.locator(".publication-address").text_content()


def subscribe(page, address):
    page.goto(address)
    expect(heading(page)).to_have_text("Climbing gym (sample)")
    expect(page.locator("main")).to_contain_text("72 climbs")
    button(page, "Subscribe").click()
    expect(page).to_have_url(SESSIONS)
    button(page, "Skip").click()


@pytest.mark.parametrize("milliseconds", [0, 40, 80, 120])
def test_a_page_that_is_left_meanwhile_has_added_a_whole_catalogue_or_none(page, milliseconds):
    show(page, SESSIONS)
    is_synced(page)
    page.evaluate("""([name, path, milliseconds]) => {
      [...document.querySelectorAll("button")].find((each) => each.textContent.includes(name)).click();
      setTimeout(() => { location.href = path; }, milliseconds);
    }""", ["Climbing gym (sample)", f"{SESSIONS}/catalogues", milliseconds])
    page.wait_for_url(f"**{SESSIONS}/catalogues")
    expect(heading(page)).to_have_text("Catalogues")
    is_synced(page)
    gym = page.get_by_role("link", name=GYM)
    expect(gym.or_(page.get_by_text("Nothing to train on yet"))).to_be_visible()
    if gym.is_visible():
        expect(gym).to_contain_text("72 climbs, 48 removed")


@pytest.mark.kept_offline
def test_a_link_leads_from_the_owner_to_the_first_send_on_another_device(new_context):
    staff = new_context().new_page()
    address = publish(staff)
    # Somebody without an account, who has never been here.
    context = new_context(is_signed_in=False, viewport=PHONE)
    member = context.new_page()
    subscribe(member, address)
    go_offline(member)
    button(member, "Start").click()
    name = send(member)
    # The walls are set anew while the member is in a session.
    button(staff, "Reset a wall").click()
    sheet = staff.get_by_role("dialog")
    sheet.get_by_label("Wall").select_option(label="All walls")
    sheet.get_by_role("button", name="Remove 72 climbs").click()
    is_synced(staff)
    context.set_offline(False)
    show(member, f"{SESSIONS}/catalogues")
    member.get_by_role("link", name=GYM).click()
    expect(member.get_by_text(re.compile("^Updated "))).to_be_visible()
    button(member, "Update").click()
    expect(member.locator("main")).to_contain_text("0 climbs, 120 removed")
    # However early the page is left: the app asks again when it opens.
    show(member, f"{SESSIONS}/now")
    expect(items(member)).to_have_count(0)
    expect(member.locator(".try").filter(has_text=name)).to_be_visible()
    button(member, "End").click()
    expect(heading(member)).to_contain_text("Workout 1")
    # Its owner sees how often it was read, and can end it.
    staff.reload()
    expect(staff.locator("main")).to_contain_text(re.compile(r"Loaded [2-9] times"))
    button(staff, "Stop publishing").click()
    button(staff, "Stop").click()
    expect(button(staff, "Publish")).to_be_visible()


def test_an_ended_catalogue_and_a_broken_server_leave_what_was_read(new_context, allow):
    allow("404: .*/v1/catalogues/", "500: .*/v1/catalogues/", "Failed to load resource")
    staff = new_context().new_page()
    address = publish(staff)
    context = new_context(is_signed_in=False)
    member = context.new_page()
    subscribe(member, address)
    button(staff, "Stop publishing").click()
    button(staff, "Stop").click()
    expect(button(staff, "Publish")).to_be_visible()
    show(member, f"{SESSIONS}/catalogues")
    member.get_by_role("link", name=GYM).click()
    button(member, "Update").click()
    expect(member.locator("main")).to_contain_text("Its owner may have stopped publishing it. Showing the saved copy.")
    context.route("**/v1/catalogues/*", lambda route: route.fulfill(status=500, body="no"))
    button(member, "Update").click()
    expect(member.locator("main")).to_contain_text("(error 500). Showing the saved copy.")
    member.reload()
    expect(member.locator(".list-row .figure").first).to_be_visible()
    # A stranger who has the old link is told.
    stranger = new_context(is_signed_in=False).new_page()
    stranger.goto(address)
    expect(stranger.locator("main")).to_contain_text("There is no catalogue at this address.")


def download(page, name):
    with page.expect_download() as download:
        button(page, name).click()
    return download.value.path().read_bytes()


def choose(page, name, body):
    with page.expect_file_chooser() as chooser:
        page.locator("#files-choose").click()
    chooser.value.set_files({"name": name, "mimeType": "application/octet-stream", "buffer": body})


def test_the_log_goes_out_and_comes_in_on_another_device_as_it_was(new_context):
    page = new_context().new_page()
    begin(page)
    button(page, "Start").click()
    for number in range(3):
        send(page, number)
        expect(page.locator(".try")).to_have_count(number + 1)
    button(page, "End").click()
    show(page, f"{SESSIONS}/files")
    table, whole = download(page, "Tries as CSV"), download(page, "All as JSON")
    assert len(table.splitlines()) == 4
    assert len(json.loads(whole)["tries"]) == 3

    other = new_context(is_signed_in=False).new_page()
    show(other, f"{SESSIONS}/files")
    choose(other, "log.csv", table)
    expect(other.locator("main")).to_contain_text("3 new tries")
    button(other, "Import").click()
    expect(other.get_by_text(re.compile("^Import log.csv|Imported"))).to_be_visible()
    assert download(other, "Tries as CSV") == table
    # A second time nothing is new; a file that is none is told from one.
    choose(other, "log.csv", table)
    expect(other.locator("main")).to_contain_text("Nothing new")
    button(other, "Cancel").click()
    choose(other, "picture.png", b"\x89PNG\r\n\x1a\n\0\0\0")
    expect(other.get_by_role("alert")).to_contain_text("Nothing was changed")
    show(other, f"{SESSIONS}/history")
    expect(other.locator("main")).to_contain_text("1 session")


def test_a_session_as_a_picture(page):
    begin(page)
    button(page, "Start").click()
    send(page)
    button(page, "End").click()
    with page.expect_download() as download:
        button(page, "As a picture").click()
    assert download.value.suggested_filename.endswith(".png")
    picture = download.value.path().read_bytes()
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    size = [int.from_bytes(picture[at:at + 4], "big") for at in (16, 20)]
    assert size == [1080, 1350]
    assert len(picture) > 10_000, "nothing is drawn on it"


def test_several_climbs_move_and_a_colour_changes(page):
    begin(page)
    open_gym(page)
    button(page, "Select").click()
    boxes = page.locator(".list-box input")
    for number in range(3):
        boxes.nth(number).check()
    page.get_by_label("Move to").select_option(label="Island")
    expect(toast(page, "3 climbs moved")).to_be_visible()
    # They stay selected for whatever comes next.
    expect(page.get_by_text("3 selected", exact=True)).to_be_visible()
    expect(page.get_by_label("Move to")).to_have_value("0")
    page.keyboard.press("Escape")
    expect(page.locator(".list-box")).to_have_count(0)
    expect(button(page, "Select")).to_be_focused()
    toast(page, "3 climbs moved").get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Edit blue").click()
    sheet = page.get_by_role("dialog", name="Edit colour")
    sheet.get_by_label("Name").fill("navy")
    sheet.get_by_label("Colour").fill("#1b2a5a")
    sheet.get_by_role("button", name="Done").click()
    expect(page.get_by_role("button", name="Edit navy")).to_be_visible()


def test_ten_thousand_climbs_are_found_and_logged_at_once(new_page):
    page = new_page(viewport=PHONE)
    begin(page)
    open_gym(page)
    button(page, "Add several").click()
    lines = "".join(
        f"Problem {number}\tV{number % 11}\tHall {number % 40}\tblue\tslab\n" for number in range(10_000))
    choose(page, "climbs.tsv", lines.encode())
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("10000 new climbs")
    dialog.get_by_role("button", name="Import", exact=True).click()
    expect(page.locator(".page-head .caps")).to_contain_text("10072 climbs", timeout=120_000)
    show(page, SESSIONS)
    button(page, "Start").click()
    expect(items(page)).to_have_count(40)
    search = page.get_by_label("Search")
    search.focus()
    # From the key to the picture in which its answer shows.
    measure = """async ([what, change]) => {
      const start = performance.now();
      const element = document.querySelector(what);
      if (change === null) element.click();
      else { element.value = change; element.dispatchEvent(new InputEvent("input", { bubbles: true })); }
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      return performance.now() - start;
    }"""
    keys = [page.evaluate(measure, ["#items-find", "problem 77"[:end]]) for end in range(1, 11)]
    expect(items(page).first).to_contain_text("Problem 77")
    page.evaluate(measure, ["#items-find", ""])
    sends = []
    for number in range(5):
        tap = f".going-item:nth-child({number + 1}) button[aria-label^='Sent']"
        sends.append(page.evaluate(measure, [tap, None]))
        until(page, lambda: page.locator(".try").count() == number + 1)
    print(f"\n  10,000 items: a key {sorted(keys)[len(keys) // 2]:.0f} ms (most {max(keys):.0f}), "
          f"a send {sorted(sends)[2]:.0f} ms (most {max(sends):.0f})")
