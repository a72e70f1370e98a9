"""Records, locks and the last moment of a page, on the workbench's pad."""

import re
import subprocess
from statistics import quantiles

import pytest
from playwright.sync_api import expect

from server import VECTORS
from webkit import Screen, WebKit

# Types a line, presses the button and waits for the answer; says how long that took.
DO = """(line) => new Promise((done) => {
  const field = document.getElementById("records-line");
  const answer = document.getElementById("records-answer");
  field.value = line;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  const start = performance.now();
  new MutationObserver((_, observer) => {
    observer.disconnect();
    done([answer.textContent.replace(/^#\\d+ /, ""), performance.now() - start]);
  }).observe(answer, { subtree: true, childList: true, characterData: true });
  document.getElementById("records-do").click();
})"""

# The same for what has no answer of its own.
TELL = """(line) => {
  const field = document.getElementById("records-line");
  field.value = line;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  document.getElementById("records-do").click();
}"""

# Keeps how long each transaction that writes takes.
TIMED = """
const make = IDBDatabase.prototype.transaction;
globalThis.times = [];
IDBDatabase.prototype.transaction = function (stores, mode, options) {
  const start = performance.now();
  const transaction = make.call(this, stores, mode, options);
  if (mode === "readwrite") {
    transaction.addEventListener("complete", () => times.push(performance.now() - start));
  }
  return transaction;
};
"""


@pytest.fixture
def context(new_context, workbench):
    return new_context(base_url=workbench.url)


def open_bench(context):
    page = context.new_page()
    page.goto("/")
    page.get_by_role("heading", name="Workbench").wait_for()
    return page


@pytest.fixture
def bench(context):
    return open_bench(context)


def do(page, line):
    return page.evaluate(DO, line)[0]


def tell(page, line):
    page.evaluate(TELL, line)


def heard(page):
    return page.locator("#records-heard")


def reads_nothing(answer):
    return re.fullmatch(r"\d+:", answer)


def commit(page, space, revision, writes, word="commit"):
    """Commits and says at which revision the space is."""
    answer = do(page, f"{word} {space} {revision} {writes}")
    assert answer.startswith("committed "), answer
    return int(answer.split()[1])


def test_what_was_committed_is_loaded_also_by_a_new_page(context, bench):
    assert do(bench, "load reeds") == "0:"
    first = commit(bench, "reeds", 0, "a=3 b=20000 c=0")
    assert do(bench, "load reeds") == f"{first}: a=3 b=20000 c=0"
    second = commit(bench, "reeds", first, "a=4", "relax")
    assert second == first + 1
    assert do(open_bench(context), "load reeds") == f"{second}: a=4 b=20000 c=0"


def test_a_commit_that_expects_another_revision_writes_nothing(bench):
    first = commit(bench, "reeds", 0, "a=1")
    for wrong in (0, first - 1, first + 1):
        assert do(bench, f"commit reeds {wrong} a=2 -a b=5") == f"moved {first}"
    assert do(bench, f"commit new {first} a=2") == "moved 0"
    assert do(bench, "load reeds") == f"{first}: a=1"


def test_a_later_load_reads_only_what_changed(bench):
    first = commit(bench, "reeds", 0, "a=1 b=2")
    second = commit(bench, "reeds", first, "b=3 c=4")
    assert do(bench, f"load reeds {first}") == f"{second}: b=3 c=4"
    assert do(bench, f"load reeds {second}") == f"{second}:"
    third = commit(bench, "reeds", second, "-a d=5")
    assert do(bench, f"load reeds {second}") == f"{third}: d=5"
    fourth = commit(bench, "reeds", third, "e=6")
    assert do(bench, f"load reeds {third}") == f"{fourth}: e=6"
    assert do(bench, "load reeds") == f"{fourth}: b=3 c=4 d=5 e=6"


def test_spaces_are_listed_and_erased_apart(bench):
    reeds = commit(bench, "reeds", 0, "a=1")
    scores = commit(bench, "scores", 0, "a=2")
    assert do(bench, "spaces") == f"reeds {reeds}, scores {scores}"
    assert do(bench, "erase reeds") == "erased"
    assert do(bench, "spaces") == f"scores {scores}"
    assert reads_nothing(do(bench, "load reeds"))
    assert do(bench, "load scores") == f"{scores}: a=2"


def test_a_page_that_missed_an_erasure_finds_out(bench):
    old = commit(bench, "reeds", 0, "a=1 b=2")
    do(bench, "erase reeds")
    gone = int(do(bench, "load reeds").rstrip(":"))
    assert gone > old
    assert do(bench, f"load reeds {old}") == f"{gone}: removed"
    assert do(bench, f"commit reeds {old} c=1") == f"moved {gone}"
    new = commit(bench, "reeds", gone, "b=3")
    assert do(bench, f"load reeds {old}") == f"{new}: b=3 removed"
    assert do(bench, f"load reeds {gone}") == f"{new}: b=3"
    assert do(bench, f"commit reeds {old} c=1") == f"moved {new}"


# Takes records away as no program of ours does: those whose names end like that.
LOSE = """(end) => new Promise((done) => {
  const request = indexedDB.open("woodshed");
  request.onsuccess = ({ target: { result: database } }) => {
    const transaction = database.transaction(["heads", "records"], "readwrite");
    const records = transaction.objectStore("records");
    records.getAllKeys().onsuccess = ({ target }) => {
      for (const key of target.result) if (key[1].endsWith(end)) records.delete(key);
    };
    transaction.oncomplete = () => (database.close(), done());
  };
})"""


def test_a_space_that_lost_a_part_is_not_what_anybody_knew(bench):
    first = commit(bench, "reeds", 0, "a=1 b=2 c=3")
    bench.evaluate(LOSE, "b")
    assert do(bench, f"load reeds {first}") == f"{first}: a=1 c=3 erased"
    assert do(bench, "load reeds") == f"{first}: a=1 c=3 erased"
    assert do(bench, f"commit reeds {first} d=4") == f"moved {first + 1}"
    assert do(bench, f"load reeds {first}") == f"{first + 1}: a=1 c=3 erased"
    second = commit(bench, "reeds", first + 1, "b=2")
    assert do(bench, f"load reeds {first + 1}") == f"{second}: b=2"
    bench.evaluate(LOSE, "")
    assert do(bench, f"load reeds {second}") == "0: erased"
    assert do(bench, f"commit reeds {second} d=4") == "moved 0"
    commit(bench, "reeds", 0, "d=4")


# The time of day as a test sets it.
CLOCK = "(now) => (Date.now = () => now)"
NOON = 1_800_000_000_000


def test_no_revision_of_an_erased_space_comes_again(bench):
    # Commits may come faster than milliseconds pass.
    bench.evaluate(CLOCK, NOON)
    known = commit(bench, "reeds", 0, "a=1")
    for number in range(3):
        known = commit(bench, "reeds", known, f"a={number}")
    # The head goes with the records: as where somebody deletes the database.
    bench.evaluate(LOSE, "")
    bench.evaluate(CLOCK, NOON + 1)
    new = commit(bench, "reeds", 0, "b=1")
    for number in range(5):
        new = commit(bench, "reeds", new, f"b={number}")
    assert do(bench, f"load reeds {known}") == f"{new}: b=4 erased"


def test_a_removal_counts_also_where_the_clock_was_set_back(bench):
    bench.evaluate(CLOCK, NOON)
    known = commit(bench, "reeds", 0, "a=1")
    bench.evaluate(CLOCK, NOON - 86_400_000)
    assert do(bench, "erase reeds") == "erased"
    answer = do(bench, f"load reeds {known}")
    assert answer.endswith(": removed"), answer


def test_a_clock_far_ahead_leaves_revisions_that_can_be_counted_on(bench):
    bench.evaluate(CLOCK, 8_640_000_000_000_000)
    first = commit(bench, "reeds", 0, "a=1")
    second = commit(bench, "reeds", first, "a=2")
    assert second == first + 1
    assert do(bench, f"load reeds {first}") == f"{second}: a=2"


def test_orders_are_carried_out_in_their_order(bench):
    # Also at once after the start, while the database is being opened.
    tell(bench, "both reeds 0")
    expect(bench.locator("#records-answer")).to_contain_text(": both=1")


def test_what_was_ordered_just_before_leaving_is_kept_whole_or_not_at_all(context, bench, allow):
    # A page that is left cannot wait for a commit: how far it came is the browser's to say.
    allow("favicon")
    do(bench, "load reeds")
    bench.evaluate(f"() => {{ ({TELL})('commit reeds 0 a=50 b=60'); location.href = '/healthz'; }}")
    bench.wait_for_url("**/healthz")
    page = open_bench(context)
    revision, _, kept = do(page, "load reeds").partition(":")
    assert kept in ("", " a=50 b=60")
    # Nothing of it stands in the way of what comes after.
    commit(page, "reeds", revision, "c=70")
    assert do(page, "load reeds").endswith(f":{kept} c=70")


def test_two_pages_lose_nothing_to_each_other(context):
    context.add_init_script(TIMED)
    pages = [open_bench(context) for _ in range(2)]
    for prefix, page in zip("ab", pages):
        page.evaluate(TELL, f"race reeds 300 {prefix}")
    times = []
    for page in pages:
        answer = page.locator("#records-answer")
        expect(answer).to_contain_text("made 300", timeout=60_000)
        print("\n ", answer.text_content(), end="")
        times += page.evaluate("() => times")
    hundredths = quantiles(times, n=100)
    print(f"\n  commits of two pages: p50 {hundredths[49]:.1f} ms, p99 {hundredths[98]:.1f} ms")
    loaded = do(pages[0], "load reeds")
    assert loaded.endswith(": 600 records, 120000 bytes"), loaded
    [[_, last]] = [line.split() for line in do(pages[0], "spaces").split(", ")]
    revisions = pages[0].evaluate("""() => new Promise((done) => {
      indexedDB.open("woodshed").onsuccess = ({ target }) => {
        const database = target.result;
        database.transaction("records").objectStore("records").getAll().onsuccess = ({ target }) => {
          done(target.result.map(({ revision }) => revision).sort((a, b) => a - b));
          database.close();
        };
      };
    })""")
    assert revisions == list(range(int(last) - 599, int(last) + 1)), "a revision came twice or never"


def test_another_page_hears_of_a_commit(context, bench):
    other = open_bench(context)
    revision = commit(bench, "reeds", 0, "a=1")
    expect(heard(other)).to_have_text(f"changed reeds {revision}")
    assert do(other, "commit reeds 0 a=1") == f"moved {revision}"
    do(other, "erase reeds")
    expect(heard(bench)).to_have_text("changed reeds 0")
    expect(heard(other)).to_have_text(f"changed reeds {revision}")


def test_a_full_device_loses_nothing(context, bench, workbench):
    # The browser asks for its room at the first commit, and then only when that seems used up.
    device = context.new_cdp_session(bench)
    device.send("Storage.overrideQuotaForOrigin", {"origin": workbench.url, "quotaSize": 1_000_000})
    first = commit(bench, "reeds", 0, "a=100000")
    assert do(bench, f"commit reeds {first} b=3000000 -a") == "failed QuotaExceededError"
    assert do(bench, "load reeds") == f"{first}: a=100000"
    device.send("Storage.overrideQuotaForOrigin", {"origin": workbench.url})
    second = commit(bench, "reeds", first, "b=3000000")
    assert do(bench, "load reeds") == f"{second}: a=100000 b=3000000"


def test_a_browser_that_keeps_nothing_says_so(context):
    context.add_init_script("""indexedDB.open = () => {
      throw new DOMException("private", "SecurityError");
    };""")
    page = open_bench(context)
    for line in ("load reeds", "commit reeds 0 a=1", "spaces", "erase reeds"):
        assert do(page, line) == "failed SecurityError"


def test_a_newer_version_in_another_page_does_not_hang(context, bench):
    commit(bench, "reeds", 0, "a=1")
    upgraded = open_bench(context).evaluate("""() => new Promise((done) => {
      const request = indexedDB.open("woodshed", 2);
      request.onsuccess = () => { request.result.close(); done("upgraded"); };
      request.onblocked = () => done("blocked");
    })""")
    assert upgraded == "upgraded"
    assert do(bench, "load reeds") == "failed VersionError"


def test_a_blocked_database_is_an_error_until_it_is_free(context, allow):
    allow("favicon")
    page = context.new_page()
    page.goto("/manifest.webmanifest")
    # A page of another build that keeps hold of its database, in a version before ours.
    page.evaluate("""() => new Promise((done) => {
      const request = indexedDB.open("woodshed", 1);
      request.onsuccess = () => { globalThis.kept = request.result; done(); };
    })""")
    context.add_init_script("""
      const open = indexedDB.open.bind(indexedDB);
      indexedDB.open = (name, version) => open(name, version + 1);
    """)
    bench = open_bench(context)
    assert do(bench, "load reeds") == "failed BlockedError"
    page.evaluate("() => kept.close()")
    commit(bench, "reeds", 0, "a=1")


def test_a_database_that_was_closed_is_opened_again(bench):
    first = commit(bench, "reeds", 0, "a=1")
    assert bench.evaluate("""() => new Promise((done) => {
      const request = indexedDB.deleteDatabase("woodshed");
      request.onsuccess = () => done("gone");
      request.onblocked = () => done("blocked");
    })""") == "gone"
    assert do(bench, f"load reeds {first}") == "0: erased"
    commit(bench, "reeds", 0, "b=1")


def test_one_page_holds_a_lock(context, bench):
    other = open_bench(context)
    tell(bench, "lock sync")
    expect(heard(bench)).to_have_text("held")
    tell(other, "lock sync")
    other.evaluate("""async () => {
      while (!(await navigator.locks.query()).pending.length) await new Promise((done) => setTimeout(done, 10));
    }""")
    expect(heard(other)).to_have_text("")
    tell(bench, "release")
    expect(heard(other)).to_have_text("held")
    tell(bench, "steal sync")
    expect(heard(bench)).to_have_text("held; held")
    expect(heard(other)).to_have_text("held; lost")
    tell(bench, "release")
    tell(other, "lock sync")
    expect(heard(other)).to_have_text("held; lost; held")
    other.close()
    tell(bench, "lock sync")
    expect(heard(bench)).to_have_text("held; held; held")


def test_who_stops_waiting_for_a_lock_does_not_get_it(context, bench):
    other = open_bench(context)
    tell(bench, "lock sync")
    expect(heard(bench)).to_have_text("held")
    tell(other, "lock sync")
    tell(other, "release")
    tell(bench, "release")
    tell(bench, "lock sync")
    expect(heard(bench)).to_have_text("held; held")
    expect(heard(other)).to_have_text("")


def test_without_locks_the_lock_is_held(context):
    context.add_init_script(
        "Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });")
    page = open_bench(context)
    tell(page, "lock sync")
    expect(heard(page)).to_have_text("held")


def test_room_is_asked_for(bench):
    assert re.fullmatch(r"(not )?kept \d+ \d{6,}", do(bench, "persist"))
    bench.evaluate("() => Object.defineProperty(navigator, 'storage', { value: undefined })")
    assert do(bench, "persist") == "not kept 0 0"


@pytest.mark.parametrize("event, target", [
    ("pagehide", "globalThis"), ("visibilitychange", "document")])
def test_hiding_is_said_at_once(bench, event, target):
    bench.evaluate(f"""() => {{
      const isPage = {event == "pagehide" and "true" or "false"};
      if (!isPage) Object.defineProperty(document, "hidden", {{ value: true, configurable: true }});
      {target}.dispatchEvent(new Event("{event}", {{ bubbles: true }}));
    }}""")
    expect(heard(bench)).to_have_text("hidden")


def test_showing_is_not_hiding(bench):
    bench.evaluate("() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
    expect(heard(bench)).to_have_text("")


def test_random_bits_are_new_for_each_message(bench):
    drawn = {half for _ in range(5) for half in do(bench, "random").split()}
    assert len(drawn) == 10


def test_bytes_and_their_type_reach_the_server_whole(bench):
    requests = []

    def answer(route):
        requests.append(route.request)
        route.fulfill(status=201, content_type="application/vnd.woodshed.sync", body=bytes(range(7)))

    bench.route("**/slow", answer)
    assert do(bench, "fetch 30000") == "status 201 7"
    [request] = requests
    assert request.post_data_buffer == bytes(range(256))
    assert request.headers["content-type"] == "application/vnd.woodshed.sync"


def test_a_request_without_an_answer_ends(bench, allow):
    allow("/slow")
    bench.route("**/slow", lambda route: None)
    assert do(bench, "fetch 100") == "status 0 0"


def test_a_big_space_is_loaded_quickly(context, bench):
    revision = 0
    for part in range(4):
        pages = " ".join(f"page-{part}-{each}=20000" for each in range(16))
        small = " ".join(f"change-{part}-{each}=150" for each in range(75))
        revision = commit(bench, "reeds", revision, f"{pages} {small}")
    fresh = open_bench(context)
    print()
    for name in ("first", "second", "third"):
        answer, milliseconds = fresh.evaluate(DO, "load reeds")
        assert answer == f"{revision}: 364 records, 1325000 bytes"
        print(f"  load of 1.3 MB in 364 records, {name}: {milliseconds:.1f} ms")
    _, milliseconds = fresh.evaluate(DO, f"load reeds {revision - 1}")
    print(f"  load of a quarter of it since a revision: {milliseconds:.1f} ms")
    _, milliseconds = fresh.evaluate(DO, f"load reeds {revision}")
    print(f"  load of nothing new: {milliseconds:.1f} ms")


@pytest.fixture
def webkit(workbench):
    screen = Screen()
    browser = WebKit(screen, workbench.url)
    yield browser
    browser.close()
    screen.close()


def do_in_webkit(webkit, line):
    script = f"const [line, done] = arguments; ({DO})(line).then(done)"
    return webkit.driver.execute_async_script(script, line)[0]


def test_webkit_keeps_records_too(webkit):
    def do(line):
        return do_in_webkit(webkit, line)

    webkit.show("/")
    first = int(do("commit reeds 0 a=3 b=20000").split()[1])
    assert do("commit reeds 0 c=1") == f"moved {first}"
    second = int(do(f"commit reeds {first} -a c=4").split()[1])
    assert do(f"load reeds {first}") == f"{second}: c=4"
    webkit.show("/")
    assert do("load reeds") == f"{second}: b=20000 c=4"
    assert do("spaces") == f"reeds {second}"
    assert re.fullmatch(r"(not )?kept \d+ \d+", do("persist"))
    assert do("erase reeds") == "erased"
    assert reads_nothing(do("load reeds"))
    assert do(f"load reeds {second}").endswith("removed")
    webkit.run(f"({TELL})(arguments[0])", "lock sync")
    webkit.find("#records-heard", "held")


def test_the_same_events_give_the_same_light_everywhere(bench, webkit):
    """A log of Light, played a hundred times natively and in each browser, ends in one state."""
    state = subprocess.run([VECTORS, "light", "100"], capture_output=True, text=True, check=True).stdout.strip()
    assert re.fullmatch(r"\d+", state)
    assert do(bench, "light 100") == state
    webkit.show("/")
    assert do_in_webkit(webkit, "light 100") == state
