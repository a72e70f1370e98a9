"""Five thousand notes and two thousand takes: they open, and are found. Figures are printed and never fail."""

import random
from datetime import date, timedelta

import pytest
from playwright.sync_api import expect

from app import PHONE, WIDE, show
from ledger import DATA, file_of, line, take_in

NOTES, TAKES = 5_000, 2_000
WORDS = ["dark", "étude", "loose", "staple", "Lorée", "slow", "bright", "attack", "low C", "long tones"]

# Follows a link of the page; says after how many milliseconds what is looked for stands in it and is laid out.
OPEN = """([link, wanted]) => {
  const start = performance.now();
  document.querySelector(link).click();
  const found = document.querySelectorAll(wanted).length;
  document.body.getBoundingClientRect();
  return [performance.now() - start, found];
}"""

# Types into a field; says after how many milliseconds what is found stands in the page and is laid out.
ENTRIES = ".days-list .list > li"

FIND = """([id, text, wanted]) => {
  const field = document.getElementById(id);
  field.focus();
  const start = performance.now();
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  const found = document.querySelectorAll(wanted).length;
  document.body.getBoundingClientRect();
  return [performance.now() - start, found];
}"""


def figure(name, text):
    print(f"  {name:<40} {text}")


def lines():
    choose = random.Random(11)
    today = date.today()

    def day():
        return {"day": (today - timedelta(days=choose.randrange(1_500))).isoformat()}

    def words(count):
        return " ".join(choose.choices(WORDS, k=count))

    moment = {"instant": 1_760_000_000_000, "zone": 60}
    yield from (line(number + 1, "note", {
        "day": day(), "made": moment, "text": f"{words(4)} {number}\n{words(20)}",
        "tags": choose.choice(["reeds", "air", "lesson", ""])}) for number in range(NOTES))
    yield from (line((1 << 40) + number, "take", {
        "name": f"{words(2)} take {number}", "day": day(), "began": moment,
        "frames": 48_000 * choose.randrange(10, 900), "sample-rate": 48_000, "state": 2,
    }) for number in range(TAKES))


@pytest.mark.parametrize("viewport", [PHONE, WIDE], ids=["phone", "wide"])
def test_years_of_practice(new_context, viewport):
    print()
    page = new_context(viewport=viewport).new_page()
    show(page, DATA)
    take_in(page, "years.jsonl", file_of(lines()))
    expect(page.locator("#row-count")).to_have_text(f"{NOTES + TAKES} items")
    expect(page.locator("#saving")).to_contain_text("Saved here", timeout=60_000)
    for turn in ("first", "second"):
        took, found = page.evaluate(OPEN, ['.rooms a[href="/journal"]', ENTRIES])
        figure(f"journal, the {turn} time", f"{took:.0f} ms")
        assert found == 50
        took, found = page.evaluate(OPEN, ['.panels a[href="/journal/takes"]', ".take-link"])
        figure(f"takes, the {turn} time", f"{took:.0f} ms")
        assert found == 50
    for text in ("é", "low", "long dark", "étude 99", "nothing of the kind"):
        took, found = page.evaluate(FIND, ["takes-find", text, ".take-link"])
        figure(f"takes with “{text}”", f"{took:.0f} ms, {found} shown")
    assert found == 0
    page.evaluate(FIND, ["takes-find", "", ".take-link"])
    page.evaluate(OPEN, ['.panels a[href="/journal"]', ENTRIES])
    for text in ("é", "low", "long dark", "étude 99", "nothing of the kind"):
        took, found = page.evaluate(FIND, ["journal-search", text, ENTRIES])
        figure(f"days with “{text}”", f"{took:.0f} ms, {found} shown")
    assert found == 0
    took, found = page.evaluate(FIND, ["journal-search", "4999", ENTRIES])
    assert found == 1
    page.reload()
    expect(page.locator(ENTRIES)).to_have_count(50)
    figure("cold start to the list", f"{page.evaluate('() => performance.now()'):.0f} ms, seen from outside")
    page.locator("#add-note").click()
    expect(page.locator("#note-text")).to_be_focused()
    times = [page.evaluate(FIND, ["note-text", "a" * (number + 1), "#note-text"])[0] for number in range(9)]
    figure("a key in a note", f"{sorted(times)[4]:.1f} ms (the median of 9; the longest {max(times):.1f} ms)")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
