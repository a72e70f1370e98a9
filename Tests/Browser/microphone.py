"""A microphone that plays a file: the browser takes it for a real one."""

import math
import struct
import wave


def fake(path):
    """What a browser is started with so that its microphone plays a file over and over."""
    return [
        "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-audio-capture={path}"]


def write_wave(path, samples, rate):
    """Writes samples as a file, whole numbers of 16 bits."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(struct.pack(f"<{len(samples)}h", *samples))
    return path


def write_tone(path, frequency, seconds=20, rate=48_000):
    """A steady tone with five partials. It has a whole number of turns, so that it goes on without a seam."""
    turns = round(frequency * seconds)
    count = round(turns / frequency * rate)
    # After a part of its turns the samples are the same again.
    times = math.gcd(turns, count)
    step = 2 * math.pi * frequency / rate
    return write_wave(path, times * [
        round(7_000 * sum(math.sin(step * index * partial) / partial for partial in range(1, 6)))
        for index in range(count // times)], rate)
