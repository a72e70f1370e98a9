"""Starts the built server on a free port for the length of a `with` block."""

import contextlib
import signal
import subprocess
import tempfile
from collections.abc import Iterator

PREFIX = "Woodshed is open at "


@contextlib.contextmanager
def serve(web: str, executable: str = ".build/release/woodshed") -> Iterator[str]:
    with tempfile.TemporaryDirectory() as data:
        process = subprocess.Popen(
            [executable, "serve", "--port", "0", "--data", data, "--web", web],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            line = process.stdout.readline()
            if not line.startswith(PREFIX):
                raise RuntimeError(f"the server did not start: {line!r}")
            yield line.removeprefix(PREFIX).strip()
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=15)
