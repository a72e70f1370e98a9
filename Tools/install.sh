#!/usr/bin/env bash
# Installs the Debian packages that are missing: install.sh run|test|sound
# Names them; needs root or sudo only if there is something to install.
set -euo pipefail

fail() { echo "woodshed: $*" >&2; exit 1; }

# Swift 6.3 or later.
command -v swift >/dev/null ||
  fail "Swift is missing. Install Swift 6.3 or later from https://swift.org/install and try again."
version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\)\.\([0-9]*\).*/\1 \2/p')
read -r major minor <<<"$version"
[ "${major:-0}" -gt 6 ] || { [ "${major:-0}" -eq 6 ] && [ "${minor:-0}" -ge 3 ]; } ||
  fail "Swift ${major:-?}.${minor:-?} is too old. Install Swift 6.3 or later from https://swift.org/install and try again."

packages=(libmicrohttpd-dev libsqlite3-dev libpq-dev zlib1g-dev libsodium-dev libcrack2-dev cracklib-runtime
  wasi-libc libclang-rt-14-dev-wasm32 binaryen brotli libjemalloc2)
if [ "${1:-run}" = test ]; then
  packages+=(postgresql nodejs python3-venv chromium chromium-driver chromium-headless-shell webkit2gtk-driver xvfb wrk curl
    flac sox ffmpeg zbar-tools)
fi
# The programs our sounds are compared with.
if [ "${1:-run}" = sound ]; then
  packages+=(python3-venv nodejs aubio-tools chromium csound klick fluidsynth fluid-soundfont-gm
    espeak-ng ffmpeg lame flac sox rubberband-cli)
fi

missing=()
for package in "${packages[@]}"; do
  # A Node other than Debian's will do as well.
  [ "$package" = nodejs ] && command -v node >/dev/null && continue
  dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

echo "Installing from Debian: ${missing[*]}"
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || fail "These need root to install: ${missing[*]}. Run as root: apt-get install ${missing[*]}"
  as_root=(sudo)
fi
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null ||
  fail "The packages could not be installed. Woodshed was not changed; see the messages above."
