#!/usr/bin/env bash
# How long grades, fits and suggestions take, natively and in WebAssembly.
#
#   Benchmarks/training/run.sh
#
# What is printed are medians, in milliseconds. `woodshed train simulate` says how good the suggestions are.
set -euo pipefail
cd "$(dirname "$0")/../.."
fail() { echo "bench: $*" >&2; exit 1; }
for program in node swift; do command -v "$program" >/dev/null || fail "$program is missing; install it first"; done

work=$(mktemp -d /tmp/woodshed-bench-XXXXXX)
trap 'rm -rf "$work"' EXIT
swift build --quiet -c release --static-swift-stdlib --product TrainingBench >"$work/build" || { cat "$work/build" >&2; exit 1; }
Tools/wasm.sh page WasmVectors
"$(swift build -c release --show-bin-path)/TrainingBench" >"$work/native"
node Benchmarks/training/wasm.mjs .build/page/wasm32-unknown-none-wasm/release/WasmVectors.small.wasm >"$work/wasm"

value() { awk -v name="$2" '$1 == name { print $2 }' "$work/$1"; }
line() { printf '%-34s %9s %12s   %s\n' "$1" "$(value native "$2")" "$(value wasm "$2")" "${3:-}"; }
printf '%-34s %9s %12s   %s\n' "milliseconds" native WebAssembly goal
line "fit a log of 5,000 tries" fit-5000 "50 ms"
line "fit a log of 50,000 tries" fit-50000
line "suggest from 10,000 items" suggest-10000 "50 ms in WebAssembly"
line "suggest from 573,000 items" suggest-573000 "500 ms"
line "read 10,000 grades" read-10000
