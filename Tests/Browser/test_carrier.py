"""Takes go to the server in the background and come to other devices, also over a line that is cut."""

import base64
import random
import re

import pytest
from playwright.sync_api import expect

from app import PHONE, finish_saving, go_offline, heading, show, turn_to, until
from ledger import is_synced
from microphone import fake, write_wave
from test_takes import download, files, is_finished, record, recorded, stop


@pytest.fixture(scope="module")
def noise(tmp_path_factory):
    """Noise, which cannot be made small: ten seconds of it are about a megabyte."""
    chance = random.Random(7)
    samples = [chance.randint(-12_000, 12_000) for _ in range(5 * 48_000)]
    return write_wave(tmp_path_factory.mktemp("noise") / "noise.wav", samples, 48_000)


def sounds(page):
    return {name: size for name, size in files(page).items() if name.endswith(".flac")}


def place(page):
    """What the list says of the first take: its day, and where its sound is."""
    return page.locator(".take-link .quiet").first


def is_sent(page):
    """Waits until every sound that lies here is on the server, and the rows say so there."""
    until(page, lambda: all(page.request.get(f"/v1/b/{name[33:97]}").ok for name in sounds(page)))
    expect(page.get_by_role("progressbar")).to_have_count(0)
    expect(place(page)).not_to_contain_text("not uploaded yet")
    expect(place(page)).not_to_contain_text("uploading")
    is_synced(page)


def record_here(page, length):
    record(page)
    recorded(page, length)
    stop(page)
    is_finished(page)


def test_an_upload_that_is_cut_goes_on_where_it_was(with_microphone, noise, allow):
    allow(r"net::ERR_FAILED")
    page = with_microphone(*fake(noise), at="/journal/takes")
    pieces, cut, isCut = [], [], [True]

    def carry(route):
        offset = int(route.request.headers["upload-offset"])
        pieces.append((offset, len(route.request.post_data_buffer)))
        if offset > 0 and isCut[0]:
            cut.append(pieces[-1][1])
            route.abort()
        else:
            route.continue_()

    page.route("**/v1/uploads/*", carry)
    record_here(page, 14)
    [(name, size)] = sounds(page).items()
    until(page, lambda: any(offset > 0 for offset, _ in pieces))
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(place(page)).to_contain_text("uploading")
    # The page is closed and opened again, and the line is good.
    finish_saving(page)
    page.reload()
    isCut[0] = False
    is_sent(page)
    again = sum(count for _, count in pieces) - size
    # The page tries again by itself: each time, one piece was sent for nothing.
    assert 0 < again <= sum(cut)
    assert sum(offset == 0 for offset, _ in pieces) == 1
    answer = page.request.get(f"/v1/b/{name[33:97]}")
    assert answer.ok and len(answer.body()) == size
    print(f"\n  {size} bytes in {len(pieces)} pieces over a cut and a restart: {again} were sent again")


@pytest.mark.kept_offline
def test_another_device_fetches_keeps_and_lets_go(with_microphone, noise, new_context):
    page = with_microphone(*fake(noise), at="/journal/takes")
    record_here(page, 3)
    is_sent(page)
    [(name, size)] = sounds(page).items()
    path = page.locator(".take-link").first.get_attribute("href")

    other = new_context(viewport=PHONE).new_page()
    show(other, "/journal/takes")
    expect(other.locator(f'a.take-link[href="{path}"] .quiet')).to_contain_text("on the server")
    assert sounds(other) == {}
    show(other, path)
    expect(heading(other)).to_be_visible()
    expect(other.get_by_text("Audio is on the server.")).to_be_visible()
    fetch = other.get_by_role("button", name="Download ·")
    fetch.focus()
    other.keyboard.press("Enter")
    expect(other.get_by_role("button", name="Play", exact=True)).to_be_visible()
    assert sounds(other) == {name: size}
    # It stays over a restart, and goes when it is not wanted here any more.
    other.reload()
    expect(other.get_by_role("button", name="Play", exact=True)).to_be_visible()
    # The box goes together with the sound, so nothing may look at it after the click.
    other.get_by_label("Keep on this device").click()
    expect(fetch).to_be_visible()
    until(other, lambda: sounds(other) == {})
    # Offline it cannot be fetched, and the page says so.
    go_offline(other)
    expect(other.get_by_text("Go online to download it.")).to_be_visible()
    other.context.set_offline(False)
    show(other, "/journal/takes")
    other.get_by_label("Keep all takes and pictures on this device").check()
    until(other, lambda: name in sounds(other))
    other.get_by_label("Keep all takes and pictures on this device").uncheck()
    finish_saving(other)


def test_a_page_for_a_teacher_downloads_the_sound_it_lacks(with_microphone, noise, new_context):
    page = with_microphone(*fake(noise), at="/journal/takes")
    record_here(page, 2)
    is_sent(page)
    [(name, size)] = sounds(page).items()

    other = new_context(viewport=PHONE, accept_downloads=True).new_page()
    show(other, "/journal/takes")
    expect(place(other)).to_contain_text("on the server")
    go_offline(other)
    turn_to(other, "/journal")
    other.get_by_role("button", name="Export").click()
    sheet = other.get_by_role("dialog")
    # Without a network the page says what it will lack, and can be made nevertheless.
    expect(sheet).to_contain_text("The page won’t include 1 take: the audio is on another device or the server.")
    assert "data:audio" not in download(other, "Page for a teacher").path().read_text()
    other.context.set_offline(False)
    expect(sheet).to_contain_text("The audio of 1 take is on the server, not on this device.")
    sheet.get_by_role("button", name="Download ·").click()
    expect(sheet.get_by_label("Include audio of 1 take in the page")).to_be_checked()
    expect(sheet).not_to_contain_text("on the server")
    html = download(other, "Page for a teacher").path().read_text()
    sound = re.search(r'src="data:audio/flac;base64,([^"]+)"', html)[1]
    assert len(base64.b64decode(sound)) == size == sounds(other)[name]


def test_who_does_not_want_takes_sent_keeps_them_here(with_microphone, noise):
    page = with_microphone(*fake(noise), at="/journal/takes")
    sent = []
    page.on("request", lambda request: sent.append(request.url) if "/v1/uploads" in request.url else None)
    record_here(page, 1)
    is_sent(page)
    page.get_by_label("Upload takes and pictures to the server").uncheck()
    count = len(sent)
    record(page)
    recorded(page, 1)
    stop(page)
    is_finished(page, 2)
    expect(place(page)).to_contain_text("not uploaded yet")
    is_synced(page)
    assert len(sent) == count
    page.get_by_label("Upload takes and pictures to the server").check()
    is_sent(page)
