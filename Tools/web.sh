#!/usr/bin/env bash
# Puts the web build together: web.sh <build-web> <output folder> <name>=<file.wasm> …
# Each file that shrinks gets a brotli and a gzip copy beside it, which the server sends as they are.
set -euo pipefail
build_web=$1 output=$2
shift 2
cd "$(dirname "$0")/.."

fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
"$build_web" Web "$fresh" "$@"
find "$fresh" -type f ! -name '*.png' ! -name routes -print0 |
  xargs -0 -P "$(nproc)" -I{} sh -c 'brotli -q 11 -w 24 -k -o "$1.br" "$1" && gzip -9nk "$1"' sh {}
mkdir -p "$output"
rm -rf "${output:?}"/*
cp -R "$fresh"/. "$output"
