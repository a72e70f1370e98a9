"""The front door: an account keeps what a device has, brings it to others, and lets go of it again."""

import re
import subprocess

import pytest
from playwright.sync_api import expect

from app import PHONE, WIDE, go_offline, heading, show, toast
from ledger import DATA, add_row, count, is_synced, make_kind, make_row, reads, saving
from server import WOODSHED, Server
from test_accessibility import AXE, examine

PASSWORD = "a clear low reed"


@pytest.fixture
def shed():
    """A server where anybody may make an account."""
    server = Server(options=("--sign-up", "open"))
    yield server
    server.stop()


@pytest.fixture
def device(shed, new_context):
    """Makes a device where nobody is signed in."""
    return lambda **options: new_context(
        base_url=shed.url, is_signed_in=False, **options).new_page()


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def fill(page, name, password):
    page.get_by_label("Name or email", exact=True).fill(name)
    page.get_by_label("Password", exact=True).fill(password)


def sign_up(page, name="Anna", password=PASSWORD):
    show(page, "/account")
    page.get_by_role("radio", name="I’m new").check()
    fill(page, name, password)
    button(page, "Create account").click()


def sign_in(page, name="Anna", password=PASSWORD):
    show(page, "/account")
    page.get_by_role("radio", name="I have an account").check()
    fill(page, name, password)
    button(page, "Sign in").click()


def card(page, name):
    """A card of the page, by the id of its heading."""
    return page.locator(".card").filter(has=page.locator(f"#{name}"))


def sign_out(page):
    """Signs out, and leaves on the device what is there."""
    button(page, "Sign out").click()
    button(page, "Sign out, keep it here").click()
    expect(toast(page, "Signed out. Your data stays on this device.")).to_be_visible()


def is_signed_in(page, name="Anna"):
    expect(card(page, "signed-in")).to_contain_text(name)


def is_refused(page):
    """What was typed does not open, and the field says so."""
    field = page.get_by_label("Password", exact=True)
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_be_focused()
    expect(page.get_by_text("The name or the password is wrong.")).to_be_visible()


def is_paused(page):
    expect(saving(page).locator("..")).to_contain_text("sync is paused")


def account(shed, *words):
    """What whoever keeps the server is told."""
    done = subprocess.run(
        [WOODSHED, "account", "--data", shed.data, "--origin", shed.url, *words],
        capture_output=True, text=True, check=True)
    return done.stdout


def link(text):
    return re.search(r"(/\w+#\w+)", text)[1]


@pytest.mark.kept_offline
def test_an_account_takes_what_the_device_has_and_brings_it_to_another(device):
    phone, laptop = device(), device()
    path = make_row(phone, "Britten")
    expect(saving(phone)).to_have_text("Saved here")
    sign_up(phone)
    is_signed_in(phone)
    is_synced(phone)
    # What the other device had before is added.
    make_kind(laptop, "Reed")
    add_row(laptop, "Number 12")
    expect(saving(laptop)).to_have_text("Saved here")
    sign_in(laptop)
    is_signed_in(laptop)
    is_synced(laptop)
    show(laptop, path)
    reads(laptop, "Britten")
    phone.reload()
    is_synced(phone)
    show(phone, DATA)
    count(phone, "6 items")
    show(laptop, DATA)
    count(laptop, "6 items")
    # It is all there without a network as well.
    go_offline(laptop)
    show(laptop, path)
    reads(laptop, "Britten")


def test_a_wrong_password_says_so_and_keeps_what_was_typed(device, allow):
    allow("401", "/v1/signin")
    page = device()
    sign_up(page)
    is_signed_in(page)
    other = device()
    for name, password in (("Anna", "not this one"), ("Nobody", PASSWORD)):
        sign_in(other, name, password)
        is_refused(other)
        expect(other.get_by_label("Name or email", exact=True)).to_have_value(name)
    fill(other, "  ánna ", PASSWORD)
    button(other, "Sign in").click()
    is_signed_in(other)


@pytest.mark.parametrize("name, password, words", [
    ("Anna", "short", "8"), ("Anna", "password1", "guess"), ("", PASSWORD, "name")])
def test_a_login_that_cannot_be_says_what_to_do(device, allow, name, password, words):
    allow("422", "/v1/signin/new")
    page = device()
    sign_up(page, name, password)
    field = page.get_by_label("Name or email" if not name else "Password", exact=True)
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_be_focused()
    note = page.locator(f"#{field.get_attribute('aria-describedby')}")
    expect(note).to_contain_text(re.compile(words, re.IGNORECASE))


def test_signing_out_everywhere_else_pauses_the_others(device, allow):
    allow("401", "/v1/")
    phone, laptop = device(), device()
    path = make_row(phone, "Britten")
    sign_up(phone)
    is_signed_in(phone)
    is_synced(phone)
    sign_in(laptop)
    is_signed_in(laptop)
    is_synced(laptop)
    phone.reload()
    button(phone, "Sign out everywhere else").click()
    expect(toast(phone, "Signed out there.")).to_be_visible()
    show(laptop, path)
    reads(laptop, "Britten")
    is_paused(laptop)
    # What is written meanwhile is kept, and goes on its way after signing in again.
    laptop.get_by_label("Text", exact=True).fill("Bridge")
    heading(laptop).click()
    expect(saving(laptop)).to_contain_text("Saved here")
    sign_in(laptop)
    is_synced(laptop)
    show(phone, path)
    reads(phone, "Bridge")


def test_signing_out_can_leave_nothing_on_the_device(device, allow):
    allow("401", "/v1/", "net::ERR_ABORTED")
    page = device()
    path = make_row(page, "Britten")
    sign_up(page)
    is_signed_in(page)
    is_synced(page)
    sign_out(page)
    show(page, path)
    reads(page, "Britten")
    sign_in(page)
    is_signed_in(page)
    is_synced(page)
    button(page, "Sign out").click()
    button(page, "Sign out and remove it from this device").click()
    expect(button(page, "Sign in").or_(button(page, "Create account"))).to_be_visible()
    show(page, DATA)
    count(page, "0 items")
    sign_in(page)
    is_synced(page)
    show(page, path)
    reads(page, "Britten")


# Leaves the page before a space that is being erased is gone: what was asked of the browser is lost.
LEAVE = """
if (location.pathname === "/account") {
  const erasing = new WeakSet();
  const erase = IDBObjectStore.prototype.delete;
  IDBObjectStore.prototype.delete = function (what) {
    if (what instanceof IDBKeyRange) erasing.add(this.transaction);
    return erase.call(this, what);
  };
  const commit = IDBTransaction.prototype.commit;
  IDBTransaction.prototype.commit = function () {
    if (!erasing.has(this)) return commit.call(this);
    this.abort();
    location.href = "/about/data";
  };
}
"""


def test_who_leaves_at_once_leaves_nothing_on_the_device(device, allow):
    allow("401", "/v1/", "net::ERR_ABORTED")
    page = device()
    path = make_row(page, "Britten")
    sign_up(page)
    is_signed_in(page)
    is_synced(page)
    page.add_init_script(LEAVE)
    page.reload()
    is_signed_in(page)
    is_synced(page)
    button(page, "Sign out").click()
    button(page, "Sign out and remove it from this device").click()
    expect(page).to_have_url(re.compile(DATA))
    expect(toast(page, "Removed from this device.")).to_be_visible()
    count(page, "0 items")
    sign_in(page)
    is_synced(page)
    show(page, path)
    reads(page, "Britten")


def test_another_person_on_the_device_finds_nothing_of_the_first(device, allow):
    allow("401", "/v1/")
    page = device()
    path = make_row(page, "Anna's")
    sign_up(page)
    is_signed_in(page)
    is_synced(page)
    sign_out(page)
    sign_up(page, "Bela")
    is_signed_in(page, "Bela")
    is_synced(page)
    show(page, DATA)
    count(page, "0 items")
    make_row(page, "Bela's")
    is_synced(page)
    show(page, "/account")
    sign_out(page)
    sign_in(page)
    is_signed_in(page)
    is_synced(page)
    show(page, path)
    reads(page, "Anna's")
    other = device()
    sign_in(other, "Bela")
    is_synced(other)
    show(other, DATA)
    count(other, "3 items")


def test_a_deleted_account_is_gone_and_what_is_here_stays(device, allow):
    allow("401", "/v1/")
    page = device()
    path = make_row(page, "Britten")
    sign_up(page)
    is_signed_in(page)
    is_synced(page)
    button(page, "Delete account …").click()
    page.get_by_label("Your password", exact=True).fill("not this one")
    button(page, "Delete account for good").click()
    secret = page.get_by_label("Your password", exact=True)
    expect(secret).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_role("dialog")).to_contain_text("is wrong")
    secret.fill(PASSWORD)
    button(page, "Delete account for good").click()
    expect(toast(page, "Account deleted. Your data stays on this device.")).to_be_visible()
    expect(page.get_by_text("on this device and nowhere else")).to_be_visible()
    expect(page.locator("#saving")).to_have_text("Saved here")
    show(page, path)
    reads(page, "Britten")
    other = device()
    sign_in(other)
    is_refused(other)
    # The name is free, and what is here can be kept safe again.
    sign_up(page)
    is_signed_in(page)
    is_synced(page)
    sign_in(other)
    is_synced(other)
    show(other, path)
    reads(other, "Britten")


def test_the_owners_link_opens_once(new_context, server, allow):
    allow("403", "/v1/signin/launch")
    page = new_context(is_signed_in=False).new_page()
    path = make_row(page, "Britten")
    token = server.link.split("/open")[1]
    page.goto("/open" + token)
    expect(page).to_have_url(re.compile("/journal$"))
    is_synced(page)
    [cookie] = page.context.cookies()
    assert cookie["httpOnly"] and cookie["sameSite"] == "Strict"
    other = new_context(is_signed_in=False).new_page()
    other.goto("/open" + token)
    expect(other.get_by_role("alert")).to_be_visible()
    assert "#" not in other.url
    # With a name and a password the owner comes in from elsewhere.
    show(page, "/account")
    page.get_by_label("Name or email", exact=True).fill("Owner")
    page.get_by_label("New password", exact=True).fill(PASSWORD)
    button(page, "Set name and password").click()
    is_signed_in(page, "Owner")
    sign_in(other, "Owner")
    is_synced(other)
    show(other, path)
    reads(other, "Britten")


def test_an_invitation_and_a_new_password_by_link(new_context, server, allow):
    allow("401", "403", "/v1/signin")
    page = new_context(is_signed_in=False).new_page()
    show(page, "/account")
    page.get_by_role("radio", name="I’m new").check()
    expect(page.get_by_role("main")).to_contain_text("by invitation")
    invitation = link(account(server, "invite"))
    page.goto(invitation)
    fill(page, "Anna", PASSWORD)
    button(page, "Create account").click()
    expect(saving(page)).to_contain_text("saved on the server")
    other = new_context(is_signed_in=False).new_page()
    other.goto(link(account(server, "reset", "anna")))
    other.get_by_label("New password", exact=True).fill("another low reed")
    button(other, "Set password").click()
    expect(saving(other)).to_contain_text("saved on the server")
    page.reload()
    is_paused(page)
    sign_in(page, password=PASSWORD)
    is_refused(page)
    fill(page, "Anna", "another low reed")
    button(page, "Sign in").click()
    is_signed_in(page)


def test_devices_are_named_and_signed_out_one_by_one(device, allow):
    allow("401", "/v1/")
    phone, laptop = device(), device()
    sign_up(phone)
    is_signed_in(phone)
    sign_in(laptop)
    is_signed_in(laptop)
    row = card(laptop, "devices").locator("li").filter(has_text="This device")
    row.get_by_role("button", name=re.compile("^Rename")).click()
    laptop.get_by_label("Device name").fill("Laptop in the shed")
    button(laptop, "Rename").click()
    expect(row).to_contain_text("Laptop in the shed")
    phone.reload()
    button(phone, "Sign out Laptop in the shed").click()
    expect(card(phone, "devices").locator("li")).to_have_count(1)
    laptop.reload()
    expect(laptop.get_by_label("Name or email", exact=True)).to_be_visible()


def test_everything_by_keyboard(device):
    page = device()
    show(page, "/account")
    page.get_by_role("radio", name="I’m new").focus()
    page.keyboard.press("Tab")
    expect(page.get_by_label("Name or email", exact=True)).to_be_focused()
    page.keyboard.type("Anna")
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    is_signed_in(page)
    button(page, "Sign out").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(button(page, "Sign out")).to_be_focused()


@pytest.mark.parametrize("viewport", [PHONE, WIDE], ids=["phone", "wide"])
def test_axe_finds_nothing(device, allow, viewport, screenshots):
    allow("401", "/v1/signin")
    page = device(viewport=viewport)
    page.add_init_script(AXE)

    def look(what):
        examine(page, lambda theme: screenshots / f"account-{what}-{theme}-{viewport['width']}.png")

    sign_in(page, "Anna", "not this one")
    is_refused(page)
    look("wrong")
    sign_up(page)
    is_signed_in(page)
    look("signed-in")
    button(page, "Change name or password").click()
    look("change")
    button(page, "Delete account …").click()
    look("delete")
    page.keyboard.press("Escape")
    button(page, "Sign out").click()
    look("sign-out")


def test_a_page_of_another_origin_can_do_nothing(device, shed, new_context, allow):
    """Another port of this machine is another origin of the same site: cookies travel, changes do not count."""
    allow("403", "CORS", "ERR_FAILED", "blocked", "/v1/", "Policy", "favicon")
    page = device(bypass_csp=True)
    sign_up(page)
    is_signed_in(page)
    other = Server()
    try:
        page.goto(other.url + "/healthz")
        asked = page.evaluate("""async (url) => {
          const send = async (path, options) => {
            try {
              return (await fetch(url + path, { credentials: "include", ...options })).status;
            } catch { return "refused"; }
          };
          const body = JSON.stringify({ which: "all" });
          return [
            await send("/v1/account/signout", { method: "POST", body, mode: "no-cors" }),
            await send("/v1/account/signout", { method: "POST", body,
              headers: { "Content-Type": "application/json" } }),
            await send("/v1/account", {}),
          ];
        }""", shed.url)
        assert asked[0] in (0, "refused") and asked[1:] == ["refused", "refused"]
    finally:
        other.stop()
    show(page, shed.url + "/account")
    is_signed_in(page)
