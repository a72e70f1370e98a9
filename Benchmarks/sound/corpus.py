"""Sounds of known pitch: sampled instruments, and tones made from their spectra.

Everything follows from fixed seeds and is made once, under .build/sound.
"""

import struct
import subprocess
from pathlib import Path

import numpy as np

RATE = 48_000
FOLDER = Path(__file__).resolve().parents[2] / ".build" / "sound"
FONT = "/usr/share/sounds/sf2/FluidR3_GM.sf2"

# Name: program of the font, lowest and highest note, whether its notes die away.
INSTRUMENTS = {
    "piccolo": (72, 74, 102, False), "flute": (73, 60, 96, False), "oboe": (68, 58, 91, False),
    "cor anglais": (69, 52, 81, False), "clarinet": (71, 50, 94, False),
    "bassoon": (70, 34, 75, False), "soprano sax": (64, 56, 87, False),
    "alto sax": (65, 49, 80, False), "tenor sax": (66, 44, 75, False),
    "baritone sax": (67, 36, 69, False), "trumpet": (56, 54, 84, False),
    "horn": (60, 41, 77, False), "trombone": (57, 40, 72, False), "tuba": (58, 28, 60, False),
    "violin": (40, 55, 100, False), "viola": (41, 48, 88, False), "cello": (42, 36, 76, False),
    "double bass": (43, 28, 60, False), "nylon guitar": (24, 40, 83, True),
    "steel guitar": (25, 40, 83, True), "bass guitar": (33, 28, 60, True),
    "piano": (0, 21, 108, True), "harp": (46, 24, 103, True), "recorder": (74, 72, 98, False),
    "choir": (52, 40, 79, False),
}
# Thresholds are set with these alone; all others are for testing.
TUNING_SET = ("oboe", "bassoon", "clarinet", "violin")

# In the instrument files: seconds from one note to the next, and how long a note is held.
FIRST, STEP, HELD = 0.5, 3.0, 2.0


def hertz(note):
    return 440.0 * 2 ** ((np.asarray(note) - 69) / 12)


def cents(frequency, reference):
    return 1200 * np.log2(np.asarray(frequency) / reference)


def _variable(number):
    data = [number & 0x7F]
    while number := number >> 7:
        data.insert(0, number & 0x7F | 0x80)
    return bytes(data)


def _midi(program, notes, held=HELD):
    """One track, 960 ticks to a beat, 120 beats a minute."""
    track = bytearray(b"\x00\xff\x51\x03\x07\xa1\x20" + b"\x00" + bytes([0xC0, program]))
    wait = int(FIRST * 1920)
    for note in notes:
        track += _variable(wait) + bytes([0x90, note, 96])
        track += _variable(int(held * 1920)) + bytes([0x80, note, 0])
        wait = int((STEP - HELD) * 1920)
    track += _variable(1920) + b"\xff\x2f\x00"
    return (b"MThd" + struct.pack(">IHHH", 6, 0, 1, 960)
            + b"MTrk" + struct.pack(">I", len(track)) + bytes(track))


def held_note(program, note, seconds):
    """A MIDI file with one note of so many seconds."""
    return _midi(program, [note], seconds)


def read_wave(path):
    """The first channel of a 16-bit file or of a 32-bit float one."""
    data = Path(path).read_bytes()
    place, form, sound = 12, None, None
    while place + 8 <= len(data):
        name, size = data[place:place + 4], struct.unpack("<I", data[place + 4:place + 8])[0]
        body = data[place + 8:place + 8 + size]
        if name == b"fmt ":
            form = struct.unpack("<HHIIHH", body[:16])
        elif name == b"data":
            sound = body
        place += 8 + size + size % 2
    tag, channels, _, _, _, bits = form
    if (tag, bits) == (1, 16):
        samples = np.frombuffer(sound, "<i2") / 32768
    elif bits == 24:
        raw = np.frombuffer(sound, np.uint8).reshape(-1, 3).astype(np.int32)
        samples = ((raw[:, 0] << 8 | raw[:, 1] << 16 | raw[:, 2] << 24) >> 8) / 8388608
    else:
        samples = np.frombuffer(sound, "<f4")
    return samples.reshape(-1, channels)[:, 0].astype(np.float64)


def write_wave(path, samples, rate=RATE):
    data = np.asarray(samples, "<f4").tobytes()
    header = struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + len(data), b"WAVE", b"fmt ", 16, 3, 1,
                         rate, rate * 4, 4, 32, b"data", len(data))
    Path(path).write_bytes(header + data)


def instrument(name):
    """The file of an instrument, with every note of its range."""
    program, low, high, _ = INSTRUMENTS[name]
    path = FOLDER / "instruments" / f"{name.replace(' ', '-')}.wav"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        score = path.with_suffix(".mid")
        score.write_bytes(_midi(program, range(low, high + 1)))
        raw = path.with_suffix(".raw.wav")
        subprocess.run(["fluidsynth", "-ni", "-q", "-R", "0", "-C", "0", "-g", "0.6", "-r", str(RATE),
                        "-F", str(raw), FONT, str(score)], check=True, capture_output=True)
        write_wave(path, read_wave(raw))
        raw.unlink()
    return path


def notes_of(name):
    """Of each note its number and when it is struck, in seconds; the font leaves some out."""
    _, low, high, _ = INSTRUMENTS[name]
    samples = read_wave(instrument(name))
    notes = [(note, FIRST + STEP * index) for index, note in enumerate(range(low, high + 1))]
    return [(note, start) for note, start in notes
            if np.abs(samples[int(start * RATE):int((start + HELD) * RATE)]).max() > 1e-4]


def partials(samples, near, count=40):
    """Frequency near `near` and the amplitudes of its partials, from a long window."""
    window = np.hanning(len(samples))
    size = 1 << (len(samples) * 4 - 1).bit_length()
    spectrum = np.abs(np.fft.rfft(samples * window, size)) / window.sum() * 2
    step = RATE / size

    def peak(frequency, reach):
        low = max(1, int((frequency - reach) / step))
        high = min(len(spectrum) - 2, int((frequency + reach) / step) + 1)
        if high <= low:
            return frequency, 0.0
        top = low + int(np.argmax(spectrum[low:high]))
        a, b, c = np.log(spectrum[top - 1:top + 2] + 1e-15)
        bend = a - 2 * b + c
        shift = 0.5 * (a - c) / bend if bend < 0 else 0.0
        return (top + np.clip(shift, -1, 1)) * step, float(np.exp(b))

    # The place within 60 cents at which the most partials lie.
    grid = near * 2 ** (np.arange(-60, 60.5, 0.5) / 1200)
    orders = np.arange(1, min(12, int(9000 / near)) + 1)
    places = np.clip(np.round(np.outer(grid, orders) / step).astype(int), 0, len(spectrum) - 1)
    best = grid[int(np.argmax((np.sqrt(spectrum[places])).sum(axis=1)))]
    said = [(order, *peak(best * order, best * 0.03 * min(order, 4) + 3 * RATE / len(samples)))
            for order in orders]
    weights = np.array([(order * amplitude) ** 2 for order, _, amplitude in said])
    values = np.array([frequency / order for order, frequency, _ in said])
    order = np.argsort(values)
    middle = values[order][np.searchsorted(np.cumsum(weights[order]), weights.sum() / 2)]
    near_middle = np.abs(cents(values, middle)) < 8
    found = float(np.average(values[near_middle], weights=weights[near_middle]))
    amplitudes = []
    for number in range(1, count + 1):
        if found * number > RATE * 0.45:
            break
        amplitudes.append(peak(found * number, min(found * 0.4, found * 0.02 * number + 6))[1])
    return found, np.array(amplitudes)


def mean_pitch(samples, near):
    """The pitch of a note that may sway: the middle of its power around the first partials."""
    found, amplitudes = partials(samples, near, 3)
    window = np.hanning(len(samples))
    power = np.abs(np.fft.rfft(samples * window)) ** 2
    frequencies = np.fft.rfftfreq(len(samples), 1 / RATE)
    order = 1 + int(np.argmax(amplitudes))
    for _ in range(8):
        inside = np.abs(cents(np.maximum(frequencies, 1e-3), found * order)) < 70
        if power[inside].sum() == 0:
            break
        found = float(np.average(frequencies[inside], weights=power[inside])) / order
    return found


def tone(frequency, amplitudes, seconds, random, level=0.25):
    """Partials of exactly known frequency, with phases from `random`, faded in 10 ms."""
    time = np.arange(int(seconds * RATE)) / RATE
    sound = np.zeros(len(time))
    for number, amplitude in enumerate(amplitudes, 1):
        if frequency * number < RATE * 0.45:
            sound += amplitude * np.sin(
                2 * np.pi * (frequency * number * time + random.random()))
    sound *= level / max(np.sqrt(np.mean(sound ** 2)), 1e-9)
    ramp = np.minimum(1, np.arange(len(sound)) / (0.01 * RATE))
    return sound * ramp * ramp[::-1]


def exact_tones():
    """(name, frequency, samples) of tones whose pitch is known by their making."""
    random = np.random.default_rng(20)
    tones = []
    chosen = ["flute", "oboe", "clarinet", "bassoon", "alto sax", "trumpet", "horn", "trombone",
              "tuba", "violin", "cello", "double bass", "piano", "recorder"]
    for name in chosen:
        samples = read_wave(instrument(name))
        notes = notes_of(name)
        for note, start in notes[::max(1, len(notes) // 9)]:
            part = samples[int((start + 0.5) * RATE):int((start + 1.3) * RATE)]
            _, amplitudes = partials(part, hertz(note))
            frequency = float(hertz(note + random.uniform(-0.4, 0.4)))
            tones.append((name, frequency, tone(frequency, amplitudes, 1.2, random)))
    for note in range(21, 106, 4):
        frequency = float(hertz(note + random.uniform(-0.4, 0.4)))
        tones.append(("sine", frequency, tone(frequency, [1.0], 1.2, random)))
    return tones


def with_noise(samples, decibels, random):
    """White noise, so strong against the sound's own power."""
    power = np.mean(samples ** 2) / 10 ** (decibels / 10)
    return samples + random.normal(0, np.sqrt(power), len(samples))
