"""What is told of made crows: crow.py <woodshed> [quick]

They are made otherwise than those of the tests: each C is a sine with a faint second partial, and the noise is white.
"""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import corpus
from goals import finish, goal

PROGRAM = sys.argv[1]
COUNT = 20 if "quick" in sys.argv[2:] else 100
KINDS = ("none", "one", "two", "three", "rattle")
SECONDS = 3


def made(random, kind):
    """A crow and the frequency of its lowest C."""
    times = np.arange(SECONDS * corpus.RATE) / corpus.RATE
    lowest = 523.25 * 2 ** random.uniform(-1, 0.5)

    def sine(frequency):
        return np.sin(2 * np.pi * (frequency * times + random.uniform()))

    def cs(count, apart=0.0):
        levels = 10 ** (-random.uniform(0, 12, count) / 20)
        sound = np.zeros_like(times)
        for octave, level in enumerate(levels / levels.max()):
            frequency = (lowest + apart) * 2 ** octave
            sound += level * (sine(frequency) + (0.02 * sine(2 * frequency) if octave == count - 1 else 0))
        return sound

    if kind == "none":
        noise = random.normal(0, 1, len(times)) * random.choice([0, 0.001, 0.05])
        return noise, None
    count = KINDS.index(kind) if kind != "rattle" else random.integers(1, 4)
    sound = cs(count)
    loss = random.uniform(10, 40)
    if kind == "rattle":
        way = random.integers(3)
        if way == 0:
            loss = random.uniform(-8, -2)
        elif way == 1:
            sound *= 1 + random.uniform(0.8, 1) * np.sin(2 * np.pi * random.uniform(12, 60) * times)
        else:
            apart = random.uniform(10, 30)
            state = random.bit_generator.state
            other = cs(count, apart)
            random.bit_generator.state = state
            # The same Cs again, higher and softer.
            sound = cs(count) + 0.75 * other
    power = np.mean(sound ** 2)
    sound = sound + random.normal(0, np.sqrt(power * 10 ** (-loss / 10)), len(times))
    edge = np.clip(np.minimum(times, SECONDS - times) / 0.05, 0, 1)
    return sound * edge * random.uniform(0.05, 0.5) / np.abs(sound).max(), lowest


with tempfile.TemporaryDirectory() as folder:
    print("Crows")
    path = Path(folder) / "crow.wav"
    errors, right, took = [], dict.fromkeys(KINDS, 0), []
    for seed in range(COUNT):
        for kind in KINDS:
            sound, lowest = made(np.random.default_rng([seed, KINDS.index(kind)]), kind)
            corpus.write_wave(path, sound, corpus.RATE)
            began = time.monotonic()
            text = subprocess.run([PROGRAM, "crow", "--format", "json", str(path)], check=True,
                                  capture_output=True, text=True).stdout
            took.append(time.monotonic() - began)
            told = json.loads(text)
            right[kind] += told["kind"] == kind
            if lowest:
                errors.append(abs(float(corpus.cents(told["hertz"] or 1, lowest))))
    print("  kind right of", COUNT, "each:", ", ".join(f"{kind} {count}" for kind, count in right.items()))
    print(f"  {SECONDS} s of sound take {np.median(took) * 1_000:.0f} ms from file to answer")
    share = 100 * sum(right.values()) / COUNT / len(KINDS)
    goal("kind", share >= 95, f"right in {share:.1f} of 100")
    goal("pitch", max(errors) <= 2, f"median {np.median(errors):.4f}, 95 of 100 within {np.percentile(errors, 95):.3f}, "
         f"at most {max(errors):.3f} cents")
finish()
