"""What is in a drone that should not be, beside other generators: drone.py <woodshed>"""

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

import chromium
import corpus
import csound
from goals import finish, goal

PROGRAM = sys.argv[1]
QUICK = "quick" in sys.argv[2:]


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
    harmonic = (distance < 9 * step) & (np.round(places / base) >= 1)
    rest = power[~harmonic & (places > 9 * step)]
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
                # Long enough to tell neighbours of half a note's frequency apart.
                seconds = max(1, 80 / float(corpus.hertz(note)))
                sound = ours(folder, "--note", f"{name}{note // 12 - 1}", "--timbre", timbre, "--rate",
                             str(rate), "--seconds", f"{seconds + 1:.3f}")
                found = spurious(steady(sound, rate, seconds), float(corpus.hertz(note)), rate)
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
        # Its lines are 1.1 kHz wide, and nothing beside them is above −100 dB.
        window = np.kaiser(size, 14)
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


def pitch_of(samples, rate, near):
    """The frequency of the strongest line near one, from how its phase advances in a second."""
    count = rate // 2
    window, time = np.hanning(count), np.arange(count) / rate

    def phase(start):
        part = samples[start:start + count] * window
        return np.angle(np.sum(part * np.exp(-2j * np.pi * near * (time + start / rate)))) / 2 / np.pi

    turned = phase(rate) - phase(0)
    return near + turned - np.round(turned)


def oscillator(frequency, kind="sawtooth"):
    """Web Audio's own oscillator, as Chromium renders it."""
    samples = chromium.run(f"""async () => {{
      const context = new OfflineAudioContext(1, 48_000 * 2, 48_000);
      const source = new OscillatorNode(context, {{ type: "{kind}", frequency: {frequency} }});
      source.connect(new GainNode(context, {{ gain: 0.3 }})).connect(context.destination);
      source.start();
      return Array.from((await context.startRendering()).getChannelData(0));
    }}""")
    return np.array(samples)


def organ(folder, note):
    """The drawbar organ of a sound font, held."""
    midi, out = Path(folder) / "organ.mid", Path(folder) / "organ.wav"
    midi.write_bytes(corpus.held_note(16, note, 5))
    subprocess.run(["fluidsynth", "-ni", "-q", "-R", "0", "-C", "0", "-g", "0.6", "-r", "48000", "-F",
                    str(out), corpus.FONT, str(midi)], check=True, capture_output=True)
    return corpus.read_wave(out)[24_000:]


def looped(folder):
    """A note kept as an MP3 and played over and over, as a phone app does: its silence at the seam."""
    plain, coded, back = (Path(folder) / name for name in ("loop.wav", "loop.mp3", "back.wav"))
    time = np.arange(48_000 * 2) / 48_000
    corpus.write_wave(plain, 0.3 * np.sin(2 * np.pi * 441 * time))
    subprocess.run(["lame", "--quiet", "-b", "128", str(plain), str(coded)], check=True)
    # Decoded as a player does that knows nothing of what the encoder has put before and behind.
    subprocess.run(["ffmpeg", "-loglevel", "error", "-y", "-flags2", "+skip_manual", "-i", str(coded),
                    str(back)], check=True)
    sound = corpus.read_wave(back)
    extra = len(sound) - len(time)
    frames = sound[:len(sound) // 48 * 48].reshape(-1, 48)
    quiet = (np.abs(frames).max(axis=1) < 0.03).sum()
    return extra / 48, float(quiet)


def rivals(folder):
    print("  the strongest line that is no harmonic, dBc, of a bright tone at 110, 440 and 1760 Hz, and how "
          "far the pitch is off, in cents:")
    rows = {}
    for exact, note, number in ((110.0, "A2", 45), (440.0, "A4", 69), (1760.0, "A6", 93)):
        time = np.arange(96_000) / 48_000
        sounds = {
            "woodshed string": ours(folder, "--note", note, "--timbre", "string", "--seconds", "4"),
            "Web Audio sawtooth": oscillator(exact),
            "fluidsynth organ": organ(folder, number),
            "csound gbuzz": csound.play(
                f"aout gbuzz 0.3, {exact}, {int(20_000 / exact)}, 1, 0.8, 1", 3),
            "csound vco2": csound.play(f"aout vco2 0.3, {exact}", 3),
            "csound oscili": csound.play(f"aout oscili 0.3, {exact}, 1", 3),
            "naive saw": (time * exact) % 1 - 0.5,
        }
        for name, sound in sounds.items():
            part = sound[24_000:]
            off = abs(corpus.cents(pitch_of(part, 48_000, exact), exact))
            rows.setdefault(name, []).append((spurious(part[:48_000], exact, 48_000), off))
    for name, found in rows.items():
        print(f"  {name:20}" + "".join(f" {line:8.1f}" for line, _ in found)
              + "    " + "".join(f" {off:10.6f}" for _, off in found))
    extra, quiet = looped(folder)
    print(f"  an MP3 of two seconds, looped: {extra:.0f} ms longer, {quiet:.0f} ms of it silent at the seam")


def load(folder):
    """Eight voices of twenty partials, as often as a second of them is made in a second."""
    import resource
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    ours(folder, "--note", "C3", "--timbre", "reed", "--chord", "1,9/8,5/4,4/3,3/2,5/3,15/8,2",
         "--seconds", "120")
    share = (resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before) / 120
    goal("D eight voices", share <= 0.1, f"{100 * share:.2f} % of a core, the writing of the file included")


with tempfile.TemporaryDirectory() as folder:
    print("Drones")
    rivals(folder)
    purity(folder)
    frequency(folder)
    just(folder)
    fades(folder)
    long(folder)
    load(folder)
    aliases(folder)
finish()
