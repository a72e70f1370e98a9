"""What other tools say of a sound: rows of (time, frequency), 0 where they say nothing.

A row's time is when the last sample that it needs was in, after each hop of 512. Readings are kept by what was
heard and by the tool's version, because some take long.
"""

import hashlib
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np

import csound
from corpus import FOLDER, RATE, read_wave, write_wave

HOP = 512
# What a sound takes: processor seconds by tool, and seconds of sound.
cost = {}

def _run(command):
    began = time.process_time(), _children()
    done = subprocess.run(command, capture_output=True, check=True)
    return done.stdout, _children() - began[1]


def _children():
    import resource
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _version(tool):
    if tool.startswith("librosa"):
        import librosa
        return librosa.__version__
    package = {"aubio": "aubio-tools", "csound": "csound"}[tool.split()[0]]
    return subprocess.run(["dpkg-query", "-W", "-f=${Version}", package], capture_output=True,
                          text=True, check=True).stdout


def _aubio(path, method, size):
    text, seconds = _run(["aubiopitch", "-i", str(path), "-p", method, "-B", str(size),
                          "-H", str(HOP), "-u", "freq", "-r", str(RATE)])
    values = np.array([float(line.split()[1]) for line in text.decode().splitlines() if line.strip()])
    return values, seconds


def _csound(path, size):
    samples = read_wave(path)
    spent = []
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "in.wav"
        write_wave(plain, samples)
        code = f'asig diskin2 "{plain}", 1\nkcps, kamp ptrack asig, {size}, 20\naout = a(kcps)'
        sound = csound.play(code, len(samples) / RATE, block=HOP,
                            run=lambda command: spent.append(_run(command)[1]))
        rows = sound[HOP - 1::HOP]
    return np.where(rows > 0, rows, 0.0), spent[0]


def _librosa(path, method):
    import librosa
    samples = read_wave(path).astype(np.float32)
    began = time.process_time()
    if method == "pyin":
        pitch, voiced, _ = librosa.pyin(samples, fmin=27.5, fmax=4400, sr=RATE, frame_length=8192,
                                        hop_length=HOP, center=False)
        values = np.where(voiced, np.nan_to_num(pitch), 0.0)
    else:
        values = librosa.yin(samples, fmin=27.5, fmax=4400, sr=RATE, frame_length=8192,
                             hop_length=HOP, center=False)
    return values, time.process_time() - began


# Name: how it is asked, and how many samples pass before its first row.
TOOLS = {
    "aubio yinfft 2048": (lambda path: _aubio(path, "yinfft", 2048), HOP),
    "aubio yinfft 4096": (lambda path: _aubio(path, "yinfft", 4096), HOP),
    "aubio yinfast 4096": (lambda path: _aubio(path, "yinfast", 4096), HOP),
    "csound ptrack 4096": (lambda path: _csound(path, 4096), HOP),
    "librosa yin 8192": (lambda path: _librosa(path, "yin"), 8192),
    "librosa pyin 8192": (lambda path: _librosa(path, "pyin"), 8192),
}


def rows(tool, path):
    """What a tool says of a file at 48 kHz."""
    ask, first = TOOLS[tool]
    key = hashlib.sha256(Path(path).read_bytes() + tool.encode() + _version(tool).encode())
    kept = FOLDER / "readings" / f"{key.hexdigest()[:24]}.npz"
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        values, seconds = ask(path)
        np.savez_compressed(kept, values=values, seconds=seconds,
                            length=Path(path).stat().st_size / 4 / RATE)
    found = np.load(kept)
    spent = cost.setdefault(tool, [0.0, 0.0])
    spent[0] += float(found["seconds"])
    spent[1] += float(found["length"])
    values = found["values"]
    times = (np.arange(len(values)) * HOP + first) / RATE
    return np.column_stack([times, values])


def woodshed(program, path, mode="raw", options=()):
    """What our own program says, with clarity as a third column."""
    text, seconds = _run([program, "pitch", "--format", "csv", "--mode", mode, *options, str(path)])
    lines = text.decode().splitlines()
    assert lines[0] == "time,frequency,note,cents,clarity,level", lines[0]
    cells = [line.split(",") for line in lines[1:]]
    spent = cost.setdefault("woodshed " + mode, [0.0, 0.0])
    spent[0] += seconds
    spent[1] += Path(path).stat().st_size / 4 / RATE
    return np.array([[float(c[0]), float(c[1] or 0), float(c[4] or 0)] for c in cells])
