#!/usr/bin/env bash
# How long a map of 20 × 6 relations with 10,000 draws takes, natively and in WebAssembly.
#
#   Benchmarks/statistics/run.sh
#
# What is printed are medians, in milliseconds. Benchmarks/statistics/rival.py compares single methods with SciPy.
set -euo pipefail
cd "$(dirname "$0")/../.."
fail() { echo "bench: $*" >&2; exit 1; }
for program in node swift; do command -v "$program" >/dev/null || fail "$program is missing; install it first"; done

work=$(mktemp -d /tmp/woodshed-bench-XXXXXX)
trap 'rm -rf "$work"' EXIT
swift build --quiet -c release --static-swift-stdlib --product AnalysisBench >"$work/build" || { cat "$work/build" >&2; exit 1; }
Tools/wasm.sh page WasmVectors
"$(swift build -c release --show-bin-path)/AnalysisBench" >"$work/native"
node Benchmarks/statistics/wasm.mjs .build/page/wasm32-unknown-none-wasm/release/WasmVectors.small.wasm >"$work/wasm"

value() { awk -v name="$2" '$1 == name { print $2 }' "$work/$1"; }
line() { printf '%-34s %9s %12s   %s\n' "$1" "$(value native "$2")" "$(value wasm "$2")" "${3:-}"; }
printf '%-34s %9s %12s   %s\n' "milliseconds" native WebAssembly goal
line "map of 20 × 6, 100 reeds" relations-100 "2,000 ms in the browser"
line "map of 20 × 6, 1,000 reeds" relations-1000
