import pytest
from playwright.sync_api import expect

from app import first_day, show, toast, week

LIGHT, DARK = "rgb(247, 243, 234)", "rgb(22, 19, 15)"

# Notes the theme and the background each time something of the page appears.
RECORD_THEME = """
window.themes = [];
new MutationObserver(() => {
  // Nothing is painted before the styles are there.
  if (!document.body || !document.styleSheets.length) return;
  const { theme } = document.documentElement.dataset;
  window.themes.push(`${theme} ${getComputedStyle(document.body).backgroundColor}`);
}).observe(document, { attributes: true, childList: true, subtree: true });
"""


def choose(page, name):
    # While the data is loaded, the page shows the choice once that is done.
    radio = page.get_by_role("radio", name=name, exact=True)
    radio.click()
    expect(radio).to_be_checked()
    expect(page.locator("#saving")).to_contain_text("Saved here")


def choose_first_day(page, day):
    week(page).select_option(day)
    expect(page.locator("#saving")).to_contain_text("Saved here")


def background(page):
    return page.evaluate("() => getComputedStyle(document.body).backgroundColor")


@pytest.mark.parametrize("system", ["light", "dark"])
def test_the_theme_follows_the_device_until_one_is_chosen(new_page, system):
    page = new_page(color_scheme=system)
    show(page, "/settings")
    expect(page.locator("body")).to_have_css("background-color", {"light": LIGHT, "dark": DARK}[system])
    page.emulate_media(color_scheme="dark")
    expect(page.locator("body")).to_have_css("background-color", DARK)
    choose(page, "Light")
    expect(page.locator("body")).to_have_css("background-color", LIGHT)
    choose(page, "Dark")
    expect(page.locator("body")).to_have_css("background-color", DARK)
    page.emulate_media(color_scheme="light")
    expect(page.locator("body")).to_have_css("background-color", DARK)
    choose(page, "System")
    expect(page.locator("body")).to_have_css("background-color", LIGHT)


def test_the_theme_stands_before_the_first_paint(page):
    page.add_init_script(RECORD_THEME)
    show(page, "/settings")
    choose(page, "Dark")
    page.reload()
    expect(page.get_by_role("radio", name="Dark")).to_be_checked()
    seen = page.evaluate("() => window.themes")
    assert set(seen) == {f"dark {DARK}"}


def test_the_browsers_bar_has_the_colour_of_the_theme(page):
    show(page, "/settings")
    choose(page, "Dark")
    page.reload()
    expect(page.get_by_role("radio", name="Dark")).to_be_checked()
    for meta in page.locator("meta[name=theme-color]").all():
        expect(meta).to_have_attribute("content", "#16130f")


def test_choices_survive_reload(page):
    show(page, "/settings")
    choose(page, "Light")
    choose_first_day(page, "Sunday")
    page.get_by_label("A4 reference", exact=True).fill("415")
    page.get_by_label("A4 reference", exact=True).press("Enter")
    page.get_by_label("Single-key shortcuts").uncheck()
    expect(page.locator("#saving")).to_contain_text("Saved here")
    page.reload()
    expect(page.get_by_role("radio", name="Light")).to_be_checked()
    expect(first_day(page)).to_have_text("Sunday")
    expect(page.get_by_label("A4 reference", exact=True)).to_have_value("415.0")
    expect(page.get_by_label("Single-key shortcuts")).not_to_be_checked()


def test_reset_can_be_undone(page):
    show(page, "/settings")
    choose(page, "Dark")
    choose_first_day(page, "Saturday")
    page.get_by_role("button", name="Reset all settings").click()
    expect(page.get_by_role("radio", name="System")).to_be_checked()
    expect(first_day(page)).to_have_text("Monday")
    said = toast(page, "All settings were reset.")
    said.get_by_role("button", name="Undo").click()
    expect(said).to_have_count(0)
    expect(page.locator("#saving")).to_contain_text("Saved here")
    page.reload()
    expect(page.get_by_role("radio", name="Dark")).to_be_checked()
    expect(first_day(page)).to_have_text("Saturday")


# What version 0.1 kept, before there was a ledger.
EARLIER = """if (!sessionStorage.visited) localStorage.setItem("woodshed.settings", "%s");
sessionStorage.visited = "yes";"""


def test_the_settings_of_an_earlier_version_are_taken_over_once(page):
    page.add_init_script(EARLIER % "theme dark\\na4 442.5\\nfirst-day-of-week sunday\\nshortcuts off")
    show(page, "/settings")
    expect(page.get_by_role("radio", name="Dark")).to_be_checked()
    expect(first_day(page)).to_have_text("Sunday")
    expect(page.get_by_label("A4 reference", exact=True)).to_have_value("442.5")
    expect(page.get_by_label("Single-key shortcuts")).not_to_be_checked()
    expect(page.locator("#saving")).to_contain_text("Saved here")
    assert page.evaluate("""() => localStorage.getItem("woodshed.settings")""") is None
    choose(page, "Light")
    page.reload()
    expect(page.get_by_role("radio", name="Light")).to_be_checked()
    expect(first_day(page)).to_have_text("Sunday")


def test_damaged_settings_do_not_keep_the_app_from_opening(page):
    page.add_init_script(
        EARLIER % "theme purple\\na4 \\u0000\\ud800 9e99\\n\\n \\nshortcuts off\\nfuture 7")
    show(page, "/settings")
    expect(page.get_by_role("radio", name="System")).to_be_checked()
    expect(page.get_by_label("A4 reference", exact=True)).to_have_value("440.0")
    expect(page.get_by_label("Single-key shortcuts")).not_to_be_checked()
    choose_first_day(page, "Sunday")
    page.reload()
    expect(first_day(page)).to_have_text("Sunday")
    expect(page.get_by_label("Single-key shortcuts")).not_to_be_checked()


def test_it_opens_where_nothing_can_be_kept(page):
    page.add_init_script("""Object.defineProperty(window, "localStorage", {
      get() { throw new DOMException("closed", "SecurityError"); } })""")
    show(page, "/settings")
    choose(page, "Dark")
    expect(page.locator("body")).to_have_css("background-color", DARK)
