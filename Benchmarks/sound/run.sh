#!/usr/bin/env bash
# Measures what is heard and what sounds, beside the rivals: run.sh <woodshed> [quick]
# A goal that is missed makes it end with 1. `quick` leaves the slow rivals and most instruments out.
set -euo pipefail
program=$(realpath "$1")
shift
cd "$(dirname "$0")"
venv=../../.build/sound/venv
if [ ! -e "$venv/ready" ]; then
  echo "Installing NumPy, librosa and Playwright from PyPI …"
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check -r requirements.txt
  touch "$venv/ready"
fi
failed=0
for part in metronome drone scores takes crow pitch; do
  "$venv/bin/python" "$part.py" "$program" "$@" || failed=1
done
echo "In the browser: what goes to the loudspeaker, and what the microphone hears"
../../.build/venv/bin/python -m pytest -q -s ../../Tests/Browser/test_sound_hidden.py \
  ../../Tests/Browser/test_listening.py || failed=1
exit $failed
