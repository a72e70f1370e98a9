"""A new version is offered, never mixed with the old one, and changed to as a whole."""

from types import SimpleNamespace

import pytest
from playwright.sync_api import expect

from app import go_to, heading, show, until, worker_is_ready
from server import Server, build_version, files_of

pytestmark = pytest.mark.kept_offline

# Which of some files are kept on the device.
KEPT = """async (paths) => {
  const found = await Promise.all(paths.map((path) => caches.match(path)));
  return paths.filter((_, place) => found[place]);
}"""
OFFER = "A new version of Woodshed is ready."


@pytest.fixture(scope="module")
def versions(tmp_path_factory):
    folder = tmp_path_factory.mktemp("versions")
    return [build_version(folder, mark) for mark in ("first", "second", "third")]


@pytest.fixture
def place(versions, new_context, allow, tmp_path):
    """A server whose version can be changed, and a browser that has kept the first."""
    # Between two versions there is no server for whoever asks just then: the page that syncs, the worker that fetches.
    allow("ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE)")
    place = SimpleNamespace(server=Server(versions[0], data=tmp_path), paths=set(), versions=versions, allow=allow)

    def serve(web):
        port = place.server.port
        place.server.stop()
        place.server = Server(web, port, tmp_path)

    place.serve = serve
    place.context = new_context(base_url=place.server.url)
    place.context.on("request", lambda request: request.service_worker is None
                     and place.paths.add("/" + request.url.split("/", 3)[3]))
    page = place.context.new_page()
    show(page, "/journal")
    worker_is_ready(page)
    page.reload()
    expect(heading(page)).to_have_text("Journal")
    place.page = page
    yield place
    place.context.close()
    place.server.stop()


def marks(page):
    """Which version the script and the style belong to."""
    return page.evaluate("""() => [document.documentElement.dataset.mark,
      getComputedStyle(document.documentElement).getPropertyValue("--mark").trim()]""")


def take_offer(place, page, version):
    """Taps Reload and waits for the new version; only what its page requests is left in the paths. Chromium may have to
    open the old version once more before it."""
    only_new = files_of(version).difference(*(files_of(each) for each in place.versions if each != version))
    page.on("framenavigated", lambda frame: place.paths.clear())
    page.get_by_role("button", name="Reload").click()
    for _ in range(3):
        try:
            until(page, lambda: place.paths & only_new, seconds=15)
            break
        except AssertionError:
            # Sometimes Chromium changes workers without telling the page that waits for the change, probably because a worker
            # with an inspector, such as Playwright, never rests: that page never comes, and the one before answers nothing.
            place.allow("ERR_ABORTED")
            page.goto(page.url)
    page.wait_for_function("mark => document.documentElement.dataset.mark === mark", arg=version.name)


def assets(paths):
    return {path for path in paths if path.startswith("/assets/")}


def test_the_old_version_runs_whole_until_the_person_reloads(place, versions):
    first, second = versions[:2]
    page = place.page
    assert marks(page) == ["first", "first"]
    place.paths.clear()
    place.serve(second)
    page.reload()
    expect(page.get_by_text(OFFER)).to_be_visible()
    assert marks(page) == ["first", "first"]
    go_to(page, "Tools", "/tools")
    show(page, "/settings")
    expect(page.get_by_text(OFFER)).to_be_visible()
    assert marks(page) == ["first", "first"]
    assert place.paths and assets(place.paths) <= files_of(first)

    take_offer(place, page, second)
    expect(heading(page)).to_have_text("Settings")
    assert marks(page) == ["second", "second"]
    assert assets(place.paths) <= files_of(second)
    expect(page.get_by_text(OFFER)).to_have_count(0)


def test_the_new_version_works_without_a_server(place, versions):
    page = place.page
    place.serve(versions[1])
    page.reload()
    take_offer(place, page, versions[1])
    expect(heading(page)).to_have_text("Journal")
    place.server.stop()
    lost = []
    page.on("requestfailed", lambda request: "/assets/" in request.url and "ABORTED" not in (request.failure or "")
            and lost.append(request.url))
    try:
        page.reload()
        expect(heading(page)).to_have_text("Journal")
        assert marks(page) == ["second", "second"]
        assert lost == []
    finally:
        place.server = Server(versions[1])


def test_the_other_tab_is_offered_the_reload_too(place, versions):
    page, other = place.page, place.context.new_page()
    show(other, "/settings")
    other.get_by_label("A4 reference", exact=True).fill("44")
    place.serve(versions[1])
    page.reload()
    take_offer(place, page, versions[1])
    expect(heading(page)).to_have_text("Journal")
    assert marks(page) == ["second", "second"]

    expect(other.get_by_text(OFFER)).to_be_visible()
    assert marks(other) == ["first", "first"]
    expect(other.get_by_label("A4 reference", exact=True)).to_have_value("44")
    take_offer(place, other, versions[1])
    expect(heading(other)).to_have_text("Settings")
    assert marks(other) == ["second", "second"]
    assert assets(place.paths) <= files_of(versions[1])


def test_a_version_may_be_left_out(place, versions):
    page, other = place.page, place.context.new_page()
    show(other, "/settings")
    place.serve(versions[1])
    page.reload()
    expect(page.get_by_text(OFFER)).to_be_visible()
    place.serve(versions[2])
    page.reload()
    expect(page.get_by_text(OFFER)).to_be_visible()
    page.evaluate("""async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration.update();
      const worker = registration.installing;
      if (worker) await new Promise((done) => worker.addEventListener("statechange", done));
    }""")
    take_offer(place, page, versions[2])
    expect(heading(page)).to_have_text("Journal")
    assert marks(page) == ["third", "third"]
    # What another tab runs is still there, not the version that nobody ran.
    assert marks(other) == ["first", "first"]
    changed = sorted(files_of(versions[0]) - files_of(versions[2]))
    assert changed and other.evaluate(KEPT, changed) == changed
    left_out = sorted(files_of(versions[1]) - files_of(versions[0]) - files_of(versions[2]))
    assert left_out and page.evaluate(KEPT, left_out) == []


def test_a_torn_update_is_not_taken(place, versions, tmp_path, allow):
    """The server changes versions while the worker fetches its files."""
    allow("404", "ERR_ABORTED", "ServiceWorker")
    torn = tmp_path / "torn"
    torn.mkdir()
    for file in versions[0].rglob("*"):
        if file.is_file():
            target = torn / file.relative_to(versions[0])
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file.read_bytes())
    (torn / "service-worker.js").write_bytes((versions[1] / "service-worker.js").read_bytes())
    page = place.page
    place.serve(torn)
    page.reload()
    expect(heading(page)).to_have_text("Journal")
    page.evaluate("""async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration.update().catch(() => {});
      const worker = registration.installing;
      if (worker) await new Promise((done) => worker.addEventListener("statechange", done));
    }""")
    expect(page.get_by_text(OFFER)).to_have_count(0)
    assert marks(page) == ["first", "first"]
    place.serve(versions[1])
    page.reload()
    expect(page.get_by_text(OFFER)).to_be_visible()
