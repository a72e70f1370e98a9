# What benchmarks that run natively and in WebAssembly share; sourced: both.sh PRODUCT SCRIPT
# Runs the native product and the script for Node, each of which prints lines of a name and milliseconds. Afterwards
# `line WORDS NAME [GOAL]` prints what both took.
cd "$(dirname "${BASH_SOURCE[0]}")/.."
fail() { echo "bench: $*" >&2; exit 1; }
for program in node swift; do command -v "$program" >/dev/null || fail "$program is missing; install it first"; done

work=$(mktemp -d /tmp/woodshed-bench-XXXXXX)
trap 'rm -rf "$work"' EXIT
swift build --quiet -c release --product "$1" >"$work/build" || { cat "$work/build" >&2; exit 1; }
Tools/wasm.sh page WasmVectors
"$(swift build -c release --show-bin-path)/$1" >"$work/native"
node "$2" .build/page/wasm32-unknown-none-wasm/release/WasmVectors.small.wasm >"$work/wasm"

value() { awk -v name="$2" '$1 == name { print $2 }' "$work/$1"; }
line() { printf '%-34s %9s %12s   %s\n' "$1" "$(value native "$2")" "$(value wasm "$2")" "${3:-}"; }
printf '%-34s %9s %12s   %s\n' "milliseconds" native WebAssembly goal
