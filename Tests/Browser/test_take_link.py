"""A take shared by a link: heard without an account, on any device, until the link is ended."""

import pytest
from playwright.sync_api import expect

from app import PHONE, go_offline, heading, show, toast, until, worker_is_ready
from ledger import is_synced, undo
from microphone import fake
from test_carrier import is_sent, noise, record_here  # noqa: F401

GONE = "This link doesn’t work"


def button(page, name):
    return page.locator("main").get_by_role("button", name=name, exact=True)


def open_take(page):
    """Opens the first take of the list; says its path."""
    path = page.locator(".take-link").first.get_attribute("href")
    show(page, path)
    return path


def share(page):
    """Shares the take on the page; says the address."""
    button(page, "Share by link").click()
    expect(button(page, "Stop sharing")).to_be_visible()
    expect(page.locator(".take-address")).to_be_visible()
    return page.locator(".take-address").text_content()


@pytest.mark.kept_offline
def test_anybody_hears_a_shared_take_until_its_link_ends(with_microphone, noise, new_context, allow):  # noqa: F811
    allow("404: .*/t/", "Failed to load resource.*404", r"/t/\S+ net::ERR_ABORTED")
    page = with_microphone(*fake(noise), at="/journal/takes")
    record_here(page, 3)
    is_sent(page)
    path = open_take(page)
    address = share(page)
    name = heading(page).text_content()
    assert "/t/" in address and "Shared since" in page.locator("main").text_content()

    # Somebody without an account, on a phone.
    stranger = new_context(is_signed_in=False, viewport=PHONE).new_page()
    parts = []
    stranger.on("response", lambda answer: parts.append(answer.status) if answer.url.endswith("/sound") else None)
    stranger.goto(address)
    expect(heading(stranger)).to_have_text(name)
    until(stranger, lambda: stranger.evaluate("document.querySelector('audio').readyState > 0"))
    assert stranger.evaluate("document.querySelector('audio').duration") > 2
    # Without a tap, browsers play only what is muted.
    stranger.evaluate("const sound = document.querySelector('audio'); sound.muted = true; sound.play()")
    until(stranger, lambda: stranger.evaluate("document.querySelector('audio').currentTime > 0.2"))
    assert parts and set(parts) <= {200, 206}
    assert stranger.evaluate("document.scripts.length") == 0
    assert stranger.evaluate("document.documentElement.scrollWidth <= innerWidth")
    with stranger.expect_download() as download:
        stranger.get_by_role("link", name="Download").click()
    assert download.value.path().read_bytes().startswith(b"fLaC")

    # A browser that has the app is shown the server's page, too.
    other = new_context(viewport=PHONE).new_page()
    show(other, path)
    expect(button(other, "Stop sharing")).to_be_visible()
    expect(other.locator(".take-address")).to_have_text(address)
    worker_is_ready(other)
    other.goto(address)
    expect(heading(other)).to_have_text(name)
    expect(other.locator("audio")).to_be_visible()

    # Without a network the link is shown and cannot be ended.
    go_offline(page)
    expect(page.get_by_text("Go online to stop sharing.")).to_be_visible()
    expect(page.locator(".take-address")).to_have_text(address)
    page.context.set_offline(False)

    button(page, "Stop sharing").click()
    button(page, "Cancel").click()
    button(page, "Stop sharing").click()
    button(page, "Stop sharing").click()
    expect(toast(page, "No longer shared.")).to_be_visible()
    expect(button(page, "Share by link")).to_be_focused()
    stranger.goto(address)
    expect(heading(stranger)).to_have_text(GONE)
    assert stranger.request.get(f"{address}/sound").status == 404
    show(other, path)
    expect(button(other, "Share by link")).to_be_visible()

    go_offline(page)
    expect(page.get_by_text("Sharing by a link needs the internet.")).to_be_visible()
    page.context.set_offline(False)
    assert share(page) != address


def test_a_link_opens_once_the_take_is_on_the_server(with_microphone, noise, new_context, allow):  # noqa: F811
    allow("404: .*/t/", "Failed to load resource.*404", r"/t/\S+ net::ERR_ABORTED")
    page = with_microphone(*fake(noise), at="/journal/takes")
    page.get_by_label("Upload takes and pictures to the server").uncheck()
    record_here(page, 1)
    is_synced(page)
    open_take(page)
    expect(page.get_by_text("The link works once the take is on the server.")).to_be_visible()
    address = share(page)
    expect(page.get_by_text("The link works once the take is on the server.")).to_be_visible()
    stranger = new_context(is_signed_in=False).new_page()
    stranger.goto(address)
    expect(heading(stranger)).to_have_text(GONE)

    show(page, "/journal/takes")
    page.get_by_label("Upload takes and pictures to the server").check()
    is_sent(page)
    stranger.reload()
    expect(stranger.locator("audio")).to_be_visible()
    open_take(page)
    expect(page.locator(".take-address")).to_have_text(address)
    expect(page.get_by_text("The link works once")).to_have_count(0)
    # In the trash it is silent, and it comes back with the take.
    page.get_by_role("button", name="Delete", exact=True).click()
    is_synced(page)
    stranger.reload()
    expect(heading(stranger)).to_have_text(GONE)
    undo(page).click()
    is_synced(page)
    stranger.reload()
    expect(stranger.locator("audio")).to_be_visible()


def test_a_link_plays_only_what_a_cut_left(with_microphone, noise, new_context, allow):  # noqa: F811
    # The player stops asking once it is left.
    allow(r"/t/\S+ net::ERR_ABORTED")
    page = with_microphone(*fake(noise), at="/journal/takes")
    record_here(page, 4)
    is_sent(page)
    path = open_take(page)
    length = float(page.locator(".take-time").text_content().rsplit(":", 1)[1])
    box = page.locator(".wave").bounding_box()
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] * 0.25, middle)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.5, middle, steps=5)
    page.mouse.up()
    button(page, "Trim to selection").click()
    expect(page.get_by_text("recording is unchanged").first).to_be_visible()
    is_synced(page)
    address = share(page)

    stranger = new_context(is_signed_in=False, viewport=PHONE).new_page()
    stranger.goto(address)
    until(stranger, lambda: stranger.evaluate("document.querySelector('audio').readyState > 0"))
    cut = stranger.evaluate("document.querySelector('audio').duration")
    assert abs(cut - length / 4) < 0.5
    sound = stranger.request.get(f"{address}/sound").body()
    assert sound.startswith(b"fLaC")

    show(page, path)
    page.get_by_role("button", name="Restore the original").click()

    def is_whole():
        stranger.reload()
        until(stranger, lambda: stranger.evaluate("document.querySelector('audio').readyState > 0"))
        return stranger.evaluate("document.querySelector('audio').duration > 3")

    # Once the server knows.
    until(stranger, is_whole)
    assert len(stranger.request.get(f"{address}/sound").body()) > len(sound)
