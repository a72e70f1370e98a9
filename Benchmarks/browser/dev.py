"""Prints how long it takes from a change of a source or a style until the page of `make dev` shows it.

Run by `make bench-dev`, on a copy of the sources. It fails only when the change does not arrive.
"""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[2]
PORT = 9377
ROOM = "Sources/Rooms/Tools/MetronomePanel+View.swift"
STYLE = "Web/styles/tokens.css"
MINUTES = 60_000


def copy(tree: Path) -> None:
    """Puts the sources there, beside what `make build` has built of the rest."""
    folders = ["Sources", "Web", "Tools", "Tests", "Benchmarks", "Package.swift"]
    listed = subprocess.run(["git", "ls-files", "-coz", "--exclude-standard", *folders],
                            cwd=ROOT, capture_output=True, check=True)
    for name in listed.stdout.decode().split("\0"):
        if name and (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name)
    (tree / ".build").mkdir()
    for name in ("release", "page", "sound"):
        (tree / ".build" / name).symlink_to(ROOT / ".build" / name)


def ending(tree: Path) -> str:
    """How Tools/dev.sh says that its last build ended: built, failed, or nothing yet."""
    ended = tree / ".build/dev-ended"
    return ended.read_text().strip() if ended.exists() else ""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        tree, log = Path(folder) / "tree", Path(folder) / "log"
        tree.mkdir()
        copy(tree)
        began = time.monotonic()
        with log.open("w") as output:
            work = subprocess.Popen(["Tools/dev.sh", str(PORT), f"{folder}/data"], cwd=tree, stdout=output,
                                    stderr=subprocess.STDOUT, start_new_session=True)
        try:
            while not ending(tree) and work.poll() is None and time.monotonic() - began < 900:
                time.sleep(0.2)
            if ending(tree) != "built":
                raise SystemExit(f"The first build did not end well:\n{log.read_text()[-2_000:]}")
            print(f"the first build, with everything else built: {time.monotonic() - began:.1f} s")
            with sync_playwright() as playwright:
                walk(playwright, tree)
        finally:
            if work.poll() is None:
                os.killpg(work.pid, signal.SIGTERM)
                work.wait()


def walk(playwright, tree: Path) -> None:
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    page = browser.new_page()
    page.goto(f"http://localhost:{PORT}/tools/metronome")
    page.get_by_text("Ready", exact=True).first.wait_for()
    room, style = tree / ROOM, tree / STYLE
    source = room.read_text()
    for words in ("Ready when you are", "Ready again"):
        began = time.monotonic()
        changed = source.replace('return "Ready"', f'return "{words}"')
        assert changed != source, "the words of the metronome are others now"
        room.write_text(changed)
        page.get_by_text(words, exact=True).first.wait_for(timeout=10 * MINUTES)
        print(f"from a change of a room to the page: {time.monotonic() - began:.1f} s")
    began = time.monotonic()
    style.write_text(style.read_text() + "\n:root { --seen: yes; }\n")
    page.wait_for_function(
        "() => getComputedStyle(document.documentElement).getPropertyValue('--seen').trim() === 'yes'",
        timeout=10 * MINUTES)
    print(f"from a change of a style to the page: {time.monotonic() - began:.1f} s")
    browser.close()


if __name__ == "__main__":
    main()
