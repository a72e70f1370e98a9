"""Where clicks fall, beside other metronomes: metronome.py <woodshed>

Onsets are told from the samples alone, and compared with exact fractions.
"""

import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path

import numpy as np

import chromium
import corpus
import csound
from goals import finish, goal
from onsets import onsets

PROGRAM = sys.argv[1]


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


def cues(*options):
    """The samples on which clicks fall, those of one moment once."""
    text = subprocess.run([PROGRAM, "click", "--cues", *options], check=True, capture_output=True,
                          text=True).stdout
    return sorted({int(line.split(",")[0]) for line in text.splitlines()[1:]})


def voices():
    worst = 0.0
    for poly in ("3:2", "4:3", "5:4", "7:5", "11:8", "3:5:7:4"):
        *others, beats = map(int, poly.split(":"))
        for tempo in ("20", "97.31", "240"):
            bar = Fraction(6_000 * 48_000, round(float(tempo) * 100)) * beats
            exact = sorted({(index + Fraction(part, count)) * bar for index in range(20)
                            for count in (*others, beats) for part in range(count)})
            found = cues("--poly", poly, "--tempo", tempo, "--bars", "20")
            assert len(found) == len(exact), (poly, tempo, len(found), len(exact))
            worst = max(worst, *(abs(float(at - place)) for at, place in zip(found, exact)))
    goal("M1 polyrhythms", worst <= 0.5, f"two to four voices, at most {worst:.3f} samples away")


def ramps():
    """Tempos that change, beside the tempo summed up over time in a million steps for each beat."""
    worst = 0.0
    for kind, start, end, bars in (("linear", 60, 180, 16), ("linear", 200, 40, 8), ("exp", 50, 300, 12)):
        beats = 4 * bars
        # Beats by time: the tempo goes evenly, or by an even factor, from one to the other.
        if kind == "linear":
            length = beats * 120 / (start + end)
            def tempo(time): return start + (end - start) * time / length
        else:
            length = beats * 60 * np.log(end / start) / (end - start)
            def tempo(time): return start * (end / start) ** (time / length)
        time = np.linspace(0, length, 4_000_001)
        speed = tempo(time) / 60
        passed = np.concatenate([[0], np.cumsum((speed[1:] + speed[:-1]) / 2 * np.diff(time))])
        exact = np.interp(np.arange(beats), passed, time) * 48_000
        found = cues("--tempo", str(start), "--ramp", f"{kind}:{end}:{bars}", "--bars", str(bars))
        worst = max(worst, np.abs(np.array(found) - exact).max())
    goal("M1 ramps", worst <= 0.5001, f"at most {worst:.3f} samples away")


def taps():
    """Eight taps at 120 that scatter by 15 ms: told by our line through them, and by their mean distance."""
    random = np.random.default_rng(9)

    def told(times):
        text = subprocess.run([PROGRAM, "tap"], check=True, capture_output=True, text=True,
                              input="\n".join(f"{time:.6f}" for time in times)).stdout
        return float(text.split()[0])

    scattered = [np.arange(8) * 0.5 + random.normal(0, 0.015, 8) for _ in range(400)]
    ours = np.std([told(times) for times in scattered])
    mean = np.std([60 / np.mean(np.diff(times)) for times in scattered])
    goal("M6 eight taps", ours <= 0.6,
         f"± {ours:.3f} beats a minute; by the mean distance ± {mean:.3f}, {mean / ours:.2f} times as much")
    even = np.arange(12) * 0.5
    harm = max(abs(told(times) - 120) for times in (
        np.delete(even, 5), np.sort(np.append(even, 2.6)), np.delete(even, [3, 7])))
    goal("M6 missed and double taps", harm <= 1, f"at most {harm:.2f} beats a minute away")
    slow, fast = told(np.arange(6) * 3.0), told(np.arange(12) * 0.2)
    goal("M6 slow and fast", abs(slow - 20) < 0.01 and abs(fast - 300) < 0.01, f"{slow} and {fast}")


def klick(folder, tempo):
    path = Path(folder) / "klick.wav"
    subprocess.run(["klick", "-W", str(path), "-r", "48000", "150", tempo], check=True,
                   capture_output=True)
    return onsets(corpus.read_wave(path))


def metro(tempo):
    return onsets(csound.play(f"kbeat metro {float(tempo) / 60}\naout = a(kbeat) * 0.9", 60, block=1))


def timers(tempos):
    """A phone's way: a repeating timer, and a note at each call; 30 seconds of Chromium for real."""
    def one(tempo):
        times = chromium.run(f"""() => new Promise((done) => {{
          const began = performance.now(), times = [];
          const timer = setInterval(() => {{
            times.push(performance.now() - began);
            if (times.at(-1) < 30_000) return;
            clearInterval(timer);
            done(times);
          }}, {60_000 / float(tempo)});
        }})""")
        return np.array(times) * 48
    with ThreadPoolExecutor(len(tempos)) as pool:
        return dict(zip(tempos, pool.map(one, tempos)))


def tack(tempo):
    """Its published rule: whole milliseconds from beat to beat."""
    return np.arange(int(float(tempo))) * np.floor(60_000 / float(tempo)) * 48


with tempfile.TemporaryDirectory() as folder:
    print("Onsets against exact places, in samples of 48 kHz: largest error, and drift in an hour")
    print(f"  {'':10} {'woodshed':>18} {'klick':>18} {'csound metro':>18} {'timer':>18} {'Tack':>18}")
    tempos = ("90", "130", "140", "176.5", "250")
    timed = timers(tempos)
    for tempo in tempos:
        interval = Fraction(6_000 * 48_000, round(float(tempo) * 100))
        line = f"  {tempo:10}"
        for found in (onsets(ours(folder, 48_000, tempo, 1, 60)), klick(folder, tempo),
                      metro(tempo), timed[tempo], tack(tempo)):
            error = errors(np.asarray(found, float), interval)
            drift = np.polyfit(np.arange(len(error)), error, 1)[0] * float(tempo) * 60
            line += f" {np.abs(error).max():9.1f} {drift:8.0f}"
        print(line)
    grid(folder)
    hour()
    voices()
    ramps()
taps()
print("  M3, hidden and blocked: Tests/Browser/test_sound_hidden.py, at the end; M4, tempos that change: "
      "TransportTests and Tests/Browser/test_sound.py; M7, native and WebAssembly: `make test-wasm`")
finish()
