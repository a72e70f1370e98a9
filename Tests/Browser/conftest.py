import contextlib
import os
import shutil
import signal
import sys
import tempfile
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol
from playwright.sync_api import Error, expect, sync_playwright

import failures
from app import WIDE, processes_of, show
from server import ROOT, Server, sign_in
from watch import PATIENCE, Watch
from webkit import WebKit

expect.set_options(timeout=PATIENCE)

MEMORY = Path("/dev/shm")
# The engine without the windows, menus and tabs round it, which a test that opens a page does not see: such a page is open in
# half the time. Only the browser as people have it asks for permission.
ENGINE, BROWSER = "/usr/bin/chromium-headless-shell", "/usr/bin/chromium"
NOTHING_IS_KEPT = "delete Navigator.prototype.serviceWorker;"
# Why a walk in WebKit begins again, once.
FAULT = pytest.StashKey()


def pytest_configure(config):
    # Once, and not in each process that runs a part of the tests.
    if hasattr(config, "workerinput"):
        return
    failures.forget()
    # What tests write is soon gone. Where memory holds files, and has room for these, none of it waits for a disk.
    if "TMPDIR" not in os.environ and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > 4 << 30:
        folder = tempfile.mkdtemp(prefix="woodshed-tests-", dir=MEMORY)
        os.environ["TMPDIR"], tempfile.tempdir = folder, None
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    """WebKit may fail without a fault of ours (`WebKit.fault`). Such a walk begins again, once, with a new browser and a new server:
    a page of ours that is at fault is so again."""
    with failures.watched(item):
        item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        reports = runtestprotocol(item, nextitem=nextitem, log=False)
        if fault := item.stash.get(FAULT, None):
            print(f"\n  {fault}: {item.name} begins again", file=sys.__stderr__)
            item.stash[FAULT] = None
            item._initrequest()
            reports = runtestprotocol(item, nextitem=nextitem, log=False)
        for report in reports:
            item.ihook.pytest_runtest_logreport(report=report)
        item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if not report.failed:
        return report
    webkit = next((each for each in item.funcargs.values() if isinstance(each, WebKit)), None)
    if webkit and FAULT not in item.stash and (fault := webkit.fault):
        item.stash[FAULT] = fault
        webkit.restart()
    else:
        for words in failures.leave(item, report.longreprtext):
            report.sections.append(("A page when it failed", words))
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown(item):
    """What a browser reported fails a test when its browsers are closed already: this is the moment to look."""
    watch = item.funcargs.get("watch")
    if watch and watch.unexpected:
        failures.leave(item, "\n".join(watch.unexpected))


@pytest.fixture
def server():
    """A server that nobody has used; its owner is signed in, and finds the same in every browser."""
    server = Server()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def chromium(playwright):
    browser = playwright.chromium.launch(executable_path=ENGINE, args=["--no-sandbox"])
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def started_with(playwright):
    """A browser that was started with options. It serves until it is wanted with others."""
    browsers = {}

    def end():
        while browsers:
            browsers.popitem()[1].close()

    def start(*options):
        if options not in browsers:
            end()
            asks = "--deny-permission-prompts" in options
            browsers[options] = playwright.chromium.launch(
                executable_path=BROWSER if asks else ENGINE, args=["--no-sandbox", *options])
        return browsers[options]

    yield start
    end()


@pytest.fixture
def prepare(request, watch):
    """Prepares a new context. Only tests with the mark `kept_offline` have the app kept for use without a network."""
    is_kept = request.node.get_closest_marker("kept_offline") is not None

    def prepare(context, url, is_signed_in=True):
        if is_signed_in:
            sign_in(context, url)
        if not is_kept:
            context.add_init_script(NOTHING_IS_KEPT)
        watch.attach(context)
        return context

    return prepare


@pytest.fixture
def with_microphone(started_with, server, prepare):
    """Opens a page in a browser that was started with options, which say what its microphone hears."""
    contexts = []

    def open_page(*options, at, script="", **context_options):
        context_options.setdefault("reduced_motion", "reduce")
        context = started_with(*options).new_context(base_url=server.url, **context_options)
        contexts.append(context)
        page = prepare(context, server.url).new_page()
        page.add_init_script(script)
        show(page, at)
        return page

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture(autouse=True)
def watch():
    watch = Watch()
    yield watch
    watch.check()


@pytest.fixture
def allow(watch):
    """Declares, as patterns, which reports of the browser a test expects."""
    return watch.allow


@pytest.fixture
def new_context(chromium, prepare, server):
    """Makes a browser that has never been here and is signed in; takes Playwright's context options."""
    contexts = []

    def make(base_url=server.url, viewport=WIDE, is_signed_in=True, **options):
        # Animations say nothing here and keep a machine without a graphics card busy.
        options.setdefault("reduced_motion", "reduce")
        context = chromium.new_context(base_url=base_url, viewport=viewport, **options)
        contexts.append(context)
        return prepare(context, base_url, is_signed_in)

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def lasting(chromium, server, prepare):
    """Opens a browser whose folder stays when its process is killed: answers its page, and what kills it."""
    with tempfile.TemporaryDirectory(prefix="woodshed-browser-", ignore_cleanup_errors=True) as folder:
        contexts = []

        def launch(*options):
            context = chromium.browser_type.launch_persistent_context(
                folder, executable_path=ENGINE, args=["--no-sandbox", *options],
                base_url=server.url, viewport=WIDE, reduced_motion="reduce")
            contexts.append(prepare(context, server.url))
            return context.pages[0], lambda: [
                os.kill(each, signal.SIGKILL) for each in processes_of(folder)]

        yield launch
        for context in contexts:
            with contextlib.suppress(Error):
                context.close()


@pytest.fixture
def new_page(new_context):
    return lambda **options: new_context(**options).new_page()


@pytest.fixture
def page(new_page):
    return new_page()


@pytest.fixture(scope="session")
def screenshots():
    folder = ROOT / ".build/screenshots"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def workbench():
    """The program that only tests and benchmarks run."""
    server = Server(ROOT / ".build/workbench")
    yield server
    server.stop()
