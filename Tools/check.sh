#!/usr/bin/env bash
# What must hold besides the tests: check.sh <web folder> <program for the browser> …
# Warnings are errors in every build, so a build that passed has none.
set -euo pipefail
web=$1
shift
cd "$(dirname "$0")/.."
failed=0
fail() { echo "check: $*" >&2; failed=1; }

echo "Format"
swift format lint --strict -r Sources Tests Package.swift || fail "run make format, and mend what it leaves"

echo "Imports and exports of the browser's programs"
for program in "$@"; do
  echo "# $(basename "$program" .wasm)"
  node Tools/wasm-interface.mjs "$program"
done > .build/wasm-interface.txt
diff -u Tools/wasm-interface.txt .build/wasm-interface.txt ||
  fail "imports or exports changed; if that is meant: cp .build/wasm-interface.txt Tools/wasm-interface.txt"

echo "Sources"
if git grep -nE '(try!|as!|\bfatalError\(|@unchecked Sendable)' -- Sources ':!Sources/Page/CarryOut.swift'; then
  fail "these end the process or hide a race; return an error value, or guard the state with a Mutex"
fi
if git grep -nE 'innerHTML|outerHTML|insertAdjacentHTML|\beval\(|new Function' -- Web; then
  fail "the page builds nodes and runs no text"
fi
swift package dump-package | node Tools/imports.mjs || fail "name the target among its dependencies, or import less"
for target in Ledger Sound Training Recordings Light Stage Domain Markup Program Rooms; do
  if grep -rnE 'import (Foundation|Glibc|Darwin|WASILibc)' "Sources/$target"; then
    fail "$target is portable and knows no platform"
  fi
done

echo "Sizes"
Tools/sizes.sh "$web" || failed=1

[ "$failed" = 0 ] && echo "All checks passed."
exit "$failed"
