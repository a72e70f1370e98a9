"""A browser erases what the app keeps while the app is open: by a person's order, or to make room."""

import pytest
from playwright.sync_api import expect

from app import show
from ledger import add_row, field, is_synced, look, make_kind, reads, saving, write

# As "Delete data" of the browser's settings does, and as another program on the same address can.
ERASE = """() => new Promise((done, fail) => {
  const request = indexedDB.deleteDatabase("woodshed");
  request.onsuccess = () => done();
  request.onblocked = () => fail(new Error("the page keeps the database from being erased"));
})"""

# Waits until the app keeps something again. To open a database that is not there would make it.
IS_WRITTEN = """async () => {
  for (;;) {
    const known = await indexedDB.databases();
    if (known.some(({ name }) => name === "woodshed")) {
      const count = await new Promise((done) => {
        indexedDB.open("woodshed").onsuccess = ({ target: { result: database } }) => {
          const request = database.transaction("records").objectStore("records").count();
          request.onsuccess = () => (database.close(), done(request.result));
        };
      });
      if (count > 0) return;
    }
    await new Promise(requestAnimationFrame);
  }
}"""

# Loses records of the person's own space: those whose names begin like that.
LOSE = """(start) => new Promise((done) => {
  const request = indexedDB.open("woodshed");
  request.onsuccess = ({ target: { result: database } }) => {
    const transaction = database.transaction(["records"], "readwrite");
    const records = transaction.objectStore("records");
    records.getAllKeys().onsuccess = ({ target }) => {
      for (const [space, name] of target.result) {
        if (space === "own" && name.startsWith(start)) records.delete([space, name]);
      }
    };
    transaction.oncomplete = () => (database.close(), done());
  };
})"""


def erase(page, how, url):
    if how == "settings":
        devtools = page.context.new_cdp_session(page)
        devtools.send(
            "Storage.clearDataForOrigin", {"origin": url, "storageTypes": "indexeddb"})
    else:
        page.evaluate(ERASE)


def add_another(page, text):
    """Adds a row from the page of one, without loading a page anew: that would forget what it has."""
    page.go_back()
    expect(page.locator("#add-row")).to_be_visible()
    return add_row(page, text)


def add_at_last(page, text):
    """The same where the browser cut off what was just being kept: the page says so, and one tries again."""
    page.go_back()
    page.locator("#add-row").click()
    refusal = page.get_by_text("Nothing was changed")
    expect(field(page).or_(refusal).first).to_be_visible()
    if refusal.count():
        expect(saving(page)).to_contain_text("Saved here")
        return add_another(page, text)
    write(page, text)
    return page.evaluate("() => location.pathname")


@pytest.fixture
def alone(new_context):
    """A page of somebody who is not signed in."""
    return new_context(is_signed_in=False).new_page()


@pytest.mark.parametrize("how", ["settings", "program"])
def test_edits_that_wait_survive(alone, server, how):
    make_kind(alone)
    paths = [add_row(alone, "First"), add_another(alone, "Second")]
    expect(saving(alone)).to_contain_text("Saved here")
    erase(alone, how, server.url)
    paths.append(add_at_last(alone, "Third"))
    expect(saving(alone)).to_contain_text("Saved here")
    alone.reload()
    for path, text in zip(paths, ("First", "Second", "Third")):
        show(alone, path)
        reads(alone, text)


@pytest.mark.parametrize("how", ["settings", "program"])
def test_rows_of_the_server_survive(page, server, how):
    make_kind(page)
    paths = [add_row(page, "First"), add_another(page, "Second")]
    is_synced(page)
    erase(page, how, server.url)
    write(page, "Second, changed")
    is_synced(page)
    page.reload()
    is_synced(page)
    for path, text in zip(paths, ("First", "Second, changed")):
        show(page, path)
        reads(page, text)
        is_synced(page)


def test_nothing_was_typed_since(alone, server):
    """The page hears that its database was closed, or looks, and writes everything anew."""
    make_kind(alone)
    path = add_row(alone, "First")
    expect(saving(alone)).to_contain_text("Saved here")
    erase(alone, "program", server.url)
    look(alone)
    alone.evaluate(IS_WRITTEN)
    alone.reload()
    reads(alone, "First")


@pytest.mark.parametrize("part", ["page/", "action/", "head", ""])
def test_a_lost_part_comes_back(page, part):
    make_kind(page)
    paths = [add_row(page, "First"), add_another(page, "Second")]
    is_synced(page)
    page.evaluate(LOSE, part)
    write(page, "Second, changed")
    expect(saving(page)).to_contain_text("Saved here")
    page.reload()
    for path, text in zip(paths, ("First", "Second, changed")):
        show(page, path)
        reads(page, text)
    is_synced(page)


def test_a_page_that_remembers_nothing_has_it_from_the_server(page, allow):
    # The browser asks for an icon of a page that is none of the app's.
    allow("favicon.ico")
    make_kind(page)
    path = add_row(page, "First")
    is_synced(page)
    page.goto("/healthz")
    page.evaluate(LOSE, "page/")
    show(page, path)
    is_synced(page)
    reads(page, "First")


def test_two_tabs_each_bring_back_what_they_had(new_context, allow):
    allow("/v1/", "ERR_FAILED")
    context = new_context()
    first, second = context.new_page(), context.new_page()
    make_kind(first)
    one = add_row(first, "One")
    is_synced(first)
    show(second, one)
    reads(second, "One")
    context.route("**/v1/**", lambda route: route.abort())
    write(first, "Changed offline")
    reads(second, "Changed offline")
    second.evaluate(ERASE)
    write(second, "Changed after that")
    reads(first, "Changed after that")
    expect(saving(second)).to_contain_text("Saved here")
    first.close()
    second.close()
    context.unroute_all()
    third = context.new_page()
    show(third, one)
    reads(third, "Changed after that")
    is_synced(third)
    other = new_context().new_page()
    show(other, one)
    reads(other, "Changed after that")
