"""Pictures of reeds, tools and notes: made small on the device, kept without a network, and seen on another device."""

import base64
import re

import pytest
from playwright.sync_api import expect

from app import PHONE, finish_saving, go_offline, heading, show, toast, until
from ledger import is_synced
from test_reeds import button, log, sheet
from test_takes import files

# What a camera writes beside a picture: here the place, in words that can be found again.
PLACE = b"PLACE 48.2082 N 16.3738 E"

# Noise, which cannot be made small, as wide as a camera makes it.
NOISE = """async ([width, height]) => {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  const picture = context.createImageData(width, height);
  let seed = 7;
  for (let at = 0; at < picture.data.length; at += 1) {
    seed = (seed * 1664525 + 1013904223) >>> 0;
    picture.data[at] = at % 4 === 3 ? 255 : seed >>> 24;
  }
  context.putImageData(picture, 0, 0);
  const blob = await new Promise((done) => canvas.toBlob(done, 'image/jpeg', 0.95));
  const reader = new FileReader();
  reader.readAsDataURL(blob);
  await new Promise((done) => { reader.onload = done; });
  return reader.result.split(',')[1];
}"""

# The bytes of the one file with an ending.
BYTES = """async (ending) => {
  const takes = await (await navigator.storage.getDirectory()).getDirectoryHandle('takes');
  for await (const folder of takes.values()) {
    for await (const [name, handle] of folder.entries()) {
      if (!name.endsWith(ending)) continue;
      const reader = new FileReader();
      reader.readAsDataURL(await handle.getFile());
      await new Promise((done) => { reader.onload = done; });
      return reader.result.split(',')[1];
    }
  }
}"""


def photograph(page, width=3_000, height=2_000):
    """A picture as it comes from a camera, with the place in it."""
    bytes = base64.b64decode(page.evaluate(NOISE, [width, height]))
    segment = b"Exif\0\0" + PLACE
    return bytes[:2] + b"\xff\xe1" + (len(segment) + 2).to_bytes(2, "big") + segment + bytes[2:]


def pictures(page):
    return {name: size for name, size in files(page).items() if name.endswith(".jpg")}


def add(page, opener, *bytes, name="IMG_1.jpg", type="image/jpeg"):
    with page.expect_file_chooser() as chooser:
        opener.click()
    chooser.value.set_files(
        [{"name": name, "mimeType": type, "buffer": each} for each in bytes])


def is_seen(image):
    """Waits until a picture can be seen, and says how wide it is."""
    expect(image).to_be_visible()
    until(image.page, lambda: image.evaluate("(image) => image.complete && image.naturalWidth > 0"))
    return image.evaluate("(image) => image.naturalWidth")


def test_a_picture_is_made_small_and_says_nothing_of_the_place(new_page, allow):
    page = new_page(viewport=PHONE)
    show(page, "/reeds")
    log(page, Name="A-001")
    photo = photograph(page)
    assert len(photo) > 2_000_000 and PLACE in photo
    add(page, button(page, "Add pictures"), photo)
    image = page.locator(".thumbnail img")
    assert is_seen(image) <= 2_048
    [size] = pictures(page).values()
    kept = base64.b64decode(page.evaluate(BYTES, ".jpg"))
    assert len(kept) == size <= 400_000 and PLACE not in kept
    print(f"\n  a picture of {len(photo)} bytes is kept in {size}")

    # Seen large, with a caption that its life shows.
    page.locator(".thumbnail").click()
    large = sheet(page, "Picture")
    assert is_seen(large.locator("img")) <= 2_048
    expect(large.get_by_text("×")).to_be_visible()
    large.get_by_label("Caption").fill("Tip, against the light")
    large.get_by_role("button", name="Close").click()
    expect(large).to_have_count(0)
    expect(page.locator(".thumbnail")).to_be_focused()
    expect(page.locator(".reed-event").filter(has_text="Tip, against the light")).to_be_visible()

    # What the browser cannot read is refused by name, and the others are added.
    add(page, button(page, "Add pictures"), b"no picture", photograph(page, 300, 200), name="IMG_2.heic")
    expect(toast(page, "This browser can’t read “IMG_2.heic”.")).to_be_visible()
    expect(page.locator(".thumbnail")).to_have_count(2)
    page.locator(".thumbnail").last.click()
    expect(large.get_by_text("2 of 2")).to_be_visible()
    large.get_by_role("button", name="Previous picture").click()
    expect(large.get_by_label("Caption")).to_have_value("Tip, against the light")
    large.get_by_role("button", name="Delete").click()
    expect(page.locator(".thumbnail")).to_have_count(1)
    toast(page, "in the trash").get_by_role("button", name="Undo").click()
    expect(page.locator(".thumbnail")).to_have_count(2)
    finish_saving(page)


@pytest.mark.kept_offline
def test_a_picture_taken_offline_is_seen_on_another_device(new_page, new_context):
    page = new_page(viewport=PHONE)
    show(page, "/reeds")
    log(page, Name="A-001")
    is_synced(page)
    photo = photograph(page, 800, 600)
    go_offline(page)
    add(page, button(page, "Add pictures"), photo)
    assert is_seen(page.locator(".thumbnail img")) == 800
    path = page.evaluate("location.pathname")
    [name] = pictures(page)
    page.context.set_offline(False)
    until(page, lambda: page.request.get(f"/v1/b/{name[33:97]}").ok)
    is_synced(page)

    other = new_context().new_page()
    show(other, path)
    assert is_seen(other.locator(".thumbnail img")) == 800
    assert pictures(other) == {}
    other.locator(".thumbnail").click()
    keep = sheet(other, "Picture").get_by_label("Keep it on this device")
    expect(keep).not_to_be_checked()
    keep.check()
    expect(other.get_by_text("Downloading …")).to_have_count(0)
    until(other, lambda: pictures(other).keys() == {name})
    sheet(other, "Picture").get_by_role("button", name="Close").click()
    finish_saving(other)
    go_offline(other)
    other.reload()
    assert is_seen(other.locator(".thumbnail img")) == 800
    other.locator(".thumbnail").click()
    with other.expect_download() as download:
        sheet(other, "Picture").get_by_role("button", name="Download").click()
    assert re.fullmatch(r"picture \d{4}-\d\d-\d\d\.jpg", download.value.suggested_filename)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_tools_and_notes_have_pictures(new_page, screenshots, theme):
    page = new_page(viewport=PHONE, color_scheme=theme)
    show(page, "/reeds/tools")
    page.get_by_label("New gouger").fill("Innoledy")
    page.get_by_label("New gouger").press("Enter")
    photo = photograph(page, 640, 480)
    add(page, button(page, "Add pictures to “Innoledy”"), photo)
    is_seen(page.locator(".thumbnail img"))
    page.screenshot(path=screenshots / f"pictures-tool-{theme}.png")
    show(page, "/journal")
    page.locator("#add-note").click()
    page.get_by_label("Note", exact=True).get_by_label("Note", exact=True).fill("The blade, before grinding")
    page.get_by_role("button", name="Done").click()
    add(page, page.get_by_role("button", name="Add pictures to “The blade, before grinding”"), photo)
    is_seen(page.locator(".thumbnail img"))
    page.screenshot(path=screenshots / f"pictures-note-{theme}.png")
    page.locator(".thumbnail").click()
    is_seen(sheet(page, "Picture").locator("img"))
    page.screenshot(path=screenshots / f"pictures-large-{theme}.png")
    finish_saving(page)
