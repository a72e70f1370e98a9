"""What is in a drone that should not be, beside other generators: drone.py <woodshed>"""

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

import corpus
import csound

PROGRAM = sys.argv[1]
QUICK = "quick" in sys.argv[2:]
failed = []


def goal(name, holds, words):
    print(f"  {'reached' if holds else 'MISSED '}  {name}: {words}")
    if not holds:
        failed.append(name)


def spectrum(samples):
    """Power by frequency, under a window whose sidelobes are below −180 dB."""
    size = len(samples)
    window = np.kaiser(size, 26)
    return np.abs(np.fft.rfft(samples * window)) ** 2


def spurious(samples, frequency, rate):
    """The strongest line that is no harmonic, in dB below the strongest that is."""
    power = spectrum(samples)
    step = rate / len(samples)
    places = np.arange(len(power)) * step
    # Half harmonics belong to an organ's 16′.
    base = frequency / 2
    distance = np.abs(places / base - np.round(places / base)) * base
    harmonic = (distance < 12 * step) & (np.round(places / base) >= 1)
    rest = power[~harmonic & (places > 12 * step)]
    return 10 * np.log10(max(rest.max(), 1e-40) / power[harmonic].max())


def ours(folder, *options):
    path = Path(folder) / "drone.wav"
    subprocess.run([PROGRAM, "drone", "--bits", "32f", "-o", str(path), *options], check=True)
    return corpus.read_wave(path)


def steady(samples, rate, seconds=1.0):
    start = int(0.5 * rate)
    return samples[start:start + int(seconds * rate)]


def aliases(folder):
    worst = (-300.0, "")
    timbres = ["pure", "organ", "reed", "string", "shruti", "800000888"]
    for rate in (48_000,) if QUICK else (44_100, 48_000, 96_000):
        for timbre in timbres:
            for note in range(24, 97, 12 if QUICK else 1):
                name = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"][note % 12]
                sound = ours(folder, "--note", f"{name}{note // 12 - 1}", "--timbre", timbre, "--rate",
                             str(rate), "--seconds", "2")
                found = spurious(steady(sound, rate), float(corpus.hertz(note)), rate)
                worst = max(worst, (found, f"{timbre} {name}{note // 12 - 1} at {rate}"))
    goal("D aliases", worst[0] <= -100, f"worst {worst[0]:.1f} dBc, {worst[1]}")


def purity(folder):
    sound = ours(folder, "--note", "A4", "--timbre", "pure", "--seconds", "3")
    part = steady(sound, 48_000, 2)
    power = spectrum(part)
    places = np.arange(len(power)) * 24_000 / (len(power) - 1)
    near = np.abs(places - 440) < 12
    thd = 10 * np.log10(power[~near].sum() / power[near].sum())
    goal("D THD+N", thd <= -100, f"{thd:.1f} dB")


def frequency(folder):
    sound = ours(folder, "--note", "B4", "--a4", "442", "--timbre", "pure", "--seconds", "61")
    exact = 442 * 2 ** (2 / 12)
    time = np.arange(24_000) / 48_000
    window = np.hanning(24_000)

    def phase(start):
        part = sound[start:start + 24_000] * window
        return np.angle(np.sum(part * np.exp(-2j * np.pi * exact * (time + start / 48_000)))) / 2 / np.pi

    turned = phase(48_000 * 59) - phase(48_000)
    turned -= np.round(turned)
    cents = abs(turned / 58 / exact) * 1731
    goal("D frequency", cents <= 0.001, f"{cents:.2e} cents over a minute")


def just(folder):
    sound = ours(folder, "--note", "A3", "--timbre", "pure", "--chord", "1,3/2", "--seconds", "61")
    time = np.arange(24_000) / 48_000
    window = np.hanning(24_000)

    def phase(start, exact):
        part = sound[start:start + 24_000] * window
        return np.angle(np.sum(part * np.exp(-2j * np.pi * exact * (time + start / 48_000)))) / 2 / np.pi

    def found(exact):
        turned = phase(48_000 * 59, exact) - phase(48_000, exact)
        return exact + (turned - np.round(turned)) / 58

    beat = abs(3 * found(220.0) - 2 * found(330.0))
    goal("D just", beat < 1e-4, f"the beat of a fifth on 220 Hz is {beat:.1e} Hz")


def fades(folder):
    """Energy away from the tone in frames of 5 ms, while it begins and ends."""
    worst = -300.0
    for timbre in ("pure", "reed"):
        sound = ours(folder, "--note", "A3", "--timbre", timbre, "--seconds", "2")
        highest = 220 if timbre == "pure" else 220 * 20
        size = 240
        window = np.blackman(size)
        for start in range(0, len(sound) - size, size // 2):
            power = np.abs(np.fft.rfft(sound[start:start + size] * window)) ** 2 / window.sum() ** 2 * 4
            places = np.arange(len(power)) * 48_000 / size
            outside = power[places > highest + 1_200].sum()
            worst = max(worst, 10 * np.log10(outside + 1e-20))
    goal("D fades", worst <= -80, f"{worst:.1f} dBFS above the partials in the worst 5 ms")


def long(folder):
    sound = ours(folder, "--note", "A3", "--timbre", "organ", "--seconds", "60" if QUICK else "600")
    middle = sound[48_000:-48_000]
    offset = 20 * np.log10(abs(middle.mean()) + 1e-20)
    blocks = middle[:len(middle) // 4_800 * 4_800].reshape(-1, 4_800)
    level = np.sqrt((blocks ** 2).mean(axis=1))
    spread = 20 * np.log10(level.max() / level.min())
    goal("D ten minutes", offset <= -90 and spread < 0.1,
         f"offset {offset:.0f} dBFS, level within {spread:.3f} dB")


def rivals(folder):
    print("  the strongest line that is no harmonic, dBc, of a bright tone at 110, 441 and 1761 Hz:")
    rows = {"woodshed string": [], "csound gbuzz": [], "csound vco2": [], "naive saw": []}
    for exact, note in ((110.0, "A2"), (440.0, "A4"), (1760.0, "A6")):
        sound = ours(folder, "--note", note, "--timbre", "string", "--seconds", "2")
        rows["woodshed string"].append(spurious(steady(sound, 48_000), exact, 48_000))
        for name, code in (("csound gbuzz", f"gbuzz 0.3, {exact}, {int(20_000 / exact)}, 1, 0.8, 1"),
                           ("csound vco2", f"vco2 0.3, {exact}")):
            sound = csound.play(f"aout {code}", 2)
            rows[name].append(spurious(steady(sound, 48_000), exact, 48_000))
        time = np.arange(96_000) / 48_000
        rows["naive saw"].append(spurious(steady((time * exact) % 1 - 0.5, 48_000), exact, 48_000))
    for name, found in rows.items():
        print(f"  {name:18}" + "".join(f" {value:8.1f}" for value in found))


with tempfile.TemporaryDirectory() as folder:
    print("Drones")
    rivals(folder)
    purity(folder)
    frequency(folder)
    just(folder)
    fades(folder)
    long(folder)
    aliases(folder)
print(f"{len(failed)} goals missed")
sys.exit(1 if failed else 0)
