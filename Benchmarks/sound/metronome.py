"""Where clicks fall, beside other metronomes: metronome.py <woodshed>

Onsets are told from the samples alone, and compared with exact fractions.
"""

import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

import numpy as np

import corpus
import csound

PROGRAM = sys.argv[1]
failed = []


def goal(name, holds, words):
    print(f"  {'reached' if holds else 'MISSED '}  {name}: {words}")
    if not holds:
        failed.append(name)


def onsets(samples, share=0.05, quiet=0.002, rate=48_000):
    """Each first sample that is heard after silence of two milliseconds."""
    loud = np.flatnonzero(np.abs(samples) > share * np.abs(samples).max())
    if len(loud) == 0:
        return loud
    return loud[np.concatenate([[True], np.diff(loud) > quiet * rate])]


def errors(found, interval):
    """Samples from where each onset should be; the first is where counting begins."""
    exact = np.array([float(Fraction(index) * interval) for index in range(len(found))])
    return found - found[0] - exact


def ours(folder, rate, tempo, sub, seconds, *options):
    path = Path(folder) / "click.wav"
    subprocess.run([PROGRAM, "click", "--tempo", tempo, "--subdivision", str(sub), "--rate", str(rate),
                    "--seconds", f"{seconds:.3f}", "-o", str(path), *options], check=True)
    return corpus.read_wave(path)


def grid(folder):
    worst = 0.0
    for rate in (44_100, 48_000, 96_000):
        for tempo in ("10", "20", "33.33", "60", "90", "131.37", "176.5", "250", "333.33", "600"):
            for sub in (1, 2, 3, 5, 7, 12):
                # Clicks closer than 9 ms leave silences of less than 2 ms: there the cues are asked.
                interval = Fraction(6_000 * rate, round(float(tempo) * 100) * sub)
                seconds = min(30, max(2, 40 * float(interval) / rate))
                if interval > 0.012 * rate:
                    found = onsets(ours(folder, rate, tempo, sub, seconds), rate=rate)
                else:
                    text = subprocess.run([PROGRAM, "click", "--cues", "--tempo", tempo, "--subdivision",
                                           str(sub), "--rate", str(rate), "--seconds", f"{seconds:.3f}"],
                                          check=True, capture_output=True, text=True).stdout
                    found = np.array([int(line.split(",")[0]) for line in text.splitlines()[1:]])
                worst = max(worst, np.abs(errors(found, interval)).max())
    goal("M1", worst <= 0.5, f"the furthest of all onsets is {worst:.3f} samples from its place")


def hour():
    text = subprocess.run([PROGRAM, "click", "--cues", "--tempo", "131.37", "--subdivision", "7",
                           "--seconds", "3600"], check=True, capture_output=True, text=True).stdout
    found = np.array([int(line.split(",")[0]) for line in text.splitlines()[1:]])
    last = float(errors(found, Fraction(6_000 * 48_000, 13_137 * 7))[-1])
    goal("M2", abs(last) <= 0.5, f"after {len(found)} clicks of an hour: {last:+.3f} samples")


def klick(folder, tempo):
    path = Path(folder) / "klick.wav"
    subprocess.run(["klick", "-W", str(path), "-r", "48000", "150", tempo], check=True,
                   capture_output=True)
    return onsets(corpus.read_wave(path))


def metro(tempo):
    return onsets(csound.play(f"kbeat metro {float(tempo) / 60}\naout = a(kbeat) * 0.9", 60, block=1))


def timer(tempo):
    """A phone's way: a repeating timer of whole milliseconds, and a note at each call; 30 seconds, for real."""
    script = (f"const began = performance.now(), times = []; let next = setInterval(() => {{ "
              f"times.push(performance.now() - began); if (times.at(-1) > 30000) {{ clearInterval(next); "
              f"console.log(times.join(' ')); }} }}, {60_000 / float(tempo)});")
    text = subprocess.run(["node", "-e", script], check=True, capture_output=True, text=True).stdout
    return np.array([float(word) * 48 for word in text.split()])


def tack(tempo):
    """Its published rule: whole milliseconds from beat to beat."""
    return np.arange(int(float(tempo))) * np.floor(60_000 / float(tempo)) * 48


with tempfile.TemporaryDirectory() as folder:
    print("Onsets against exact places, in samples of 48 kHz: largest error, and drift in an hour")
    print(f"  {'':10} {'woodshed':>18} {'klick':>18} {'csound metro':>18} {'timer':>18} {'Tack':>18}")
    for tempo in ("90", "130", "140", "176.5", "250"):
        interval = Fraction(6_000 * 48_000, round(float(tempo) * 100))
        line = f"  {tempo:10}"
        for found in (onsets(ours(folder, 48_000, tempo, 1, 60)), klick(folder, tempo),
                      metro(tempo), timer(tempo), tack(tempo)):
            error = errors(np.asarray(found, float), interval)
            drift = np.polyfit(np.arange(len(error)), error, 1)[0] * float(tempo) * 60
            line += f" {np.abs(error).max():9.1f} {drift:8.0f}"
        print(line)
    grid(folder)
    hour()
print(f"{len(failed)} goals missed")
sys.exit(1 if failed else 0)
