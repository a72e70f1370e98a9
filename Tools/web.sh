#!/usr/bin/env bash
# Assembles the web build: web.sh <build-web> <output folder> <name>[+<rest>]=<file.wasm> …
# Each compressible file gets a brotli and a gzip copy beside it, which the server sends directly.
set -euo pipefail
build_web=$1 output=$2
shift 2
cd "$(dirname "$0")/.."

fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
"$build_web" Web "$fresh" "$@"
# Assets are named by their content, so copies from the last build can be reused.
for file in "$fresh"/assets/*; do
  old=$output/assets/${file##*/}
  if [ -f "$old.br" ] && [ -f "$old.gz" ]; then cp "$old.br" "$old.gz" "$fresh/assets"; fi
done
# The largest first, so that no processor waits for one that started last.
find "$fresh" -type f ! -name '*.png' ! -name routes ! -name '*.br' ! -name '*.gz' -printf '%s %p\0' | sort -zrn | sed -z 's/^[0-9]* //' |
  xargs -0 -P "$(nproc)" -I{} sh -c '[ -f "$1.br" ] || { brotli -q 11 -w 24 -k -o "$1.br" "$1" && gzip -9nk "$1"; }' sh {}
mkdir -p "$output"
rm -rf "${output:?}"/*
cp -R "$fresh"/. "$output"
