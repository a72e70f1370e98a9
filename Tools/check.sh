#!/usr/bin/env bash
# Checks besides the tests: check.sh <web folder> <program for the browser> …
# Warnings are errors in every build, so a build that passed has none.
set -euo pipefail
web=$1
shift
cd "$(dirname "$0")/.."
failed=0
fail() { echo "check: $*" >&2; failed=1; }

echo "Format"
swift format lint --strict -r Sources Tests Package.swift || fail "run make format, and fix the rest by hand"

echo "Imports and exports of the browser's programs"
for program in "$@"; do
  echo "# $(basename "$program" .wasm)"
  node Tools/wasm-interface.mjs "$program"
done > .build/wasm-interface.txt
diff -u Tools/wasm-interface.txt .build/wasm-interface.txt ||
  fail "imports or exports changed; if intended: cp .build/wasm-interface.txt Tools/wasm-interface.txt"

echo "Sources"
if git grep -nE '(try!|as!|\bfatalError\(|@unchecked Sendable)' -- Sources ':!Sources/Page/CarryOut.swift'; then
  fail "these crash the process or hide a race; return an error, or guard the state with a Mutex"
fi
if git grep -nE 'innerHTML|outerHTML|insertAdjacentHTML|\beval\(|new Function' -- Web; then
  fail "the page must build nodes and never run text"
fi
swift package dump-package | node Tools/imports.mjs || fail "add the dependency to Package.swift, or remove the import"
for target in Ledger Sound Training Recordings Statistics Light Stage Domain Markup Program Reports Analysis Rooms; do
  if grep -rnE 'import (Foundation|Glibc|Darwin|WASILibc)' "Sources/$target"; then
    fail "$target is portable and must not import a platform module"
  fi
done

echo "Words"
# Phrases that no musician or engineer would say. One word for one thing: trash, Cancel, Create, archive, resume, random.
stilted='stands? here|lies? here|(latest|earliest) first|\btaken in\b|\bby itself\b|\bso many\b|as it stands|in its order'
stilted+='|\bthe bin\b|"Leave it"|"Add one"|"Make it"|\banew\b|it does not say|\bla(y|id) aside\b|\bgo(es)? on\b|is to be (heard|seen)|\bby chance\b'
if git grep -niE "$stilted" -- Sources/{Rooms,Commands,Analysis,Domain,Server,Reports} Web ':!Web/icons' Docs/Decisions README.md; then
  fail "say it as you would to a friend who plays"
fi

echo "Sizes"
Tools/sizes.sh "$web" || failed=1

[ "$failed" = 0 ] && echo "All checks passed."
exit "$failed"
