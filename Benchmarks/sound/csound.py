"""Runs an instrument of csound."""

import subprocess
import tempfile
from pathlib import Path

import corpus

SCRIPT = """<CsoundSynthesizer>
<CsOptions>
-n -d -m0 -o null
</CsOptions>
<CsInstruments>
sr = {rate}
ksmps = {block}
nchnls = 1
0dbfs = 1
gi1 ftgen 1, 0, 16384, 11, 1
instr 1
{code}
fout "{out}", 6, aout
endin
</CsInstruments>
<CsScore>
i1 0 {seconds}
</CsScore>
</CsoundSynthesizer>
"""


def play(code, seconds, block=16, run=None):
    """The samples that `code` leaves in `aout`, in so many seconds; `run` starts the command instead of us."""
    with tempfile.TemporaryDirectory() as folder:
        script, out = Path(folder) / "script.csd", Path(folder) / "out.wav"
        script.write_text(SCRIPT.format(
            rate=corpus.RATE, block=block, code=code, out=out, seconds=seconds))
        (run or start)(["csound", str(script)])
        return corpus.read_wave(out)


def start(command):
    subprocess.run(command, check=True, capture_output=True)
