#!/usr/bin/env bash
# Builds programs for the browser: wasm.sh page|sound|dev PRODUCT…
# What is on the page is then made smaller: PRODUCT.small.wasm is what is shipped (Docs/Decisions/0033).
# Each toolset has a folder of its own, .build/<toolset>, so that none throws another's work away.
set -euo pipefail
cd "$(dirname "$0")/.."
toolset=$1
shift
mkdir -p .build
Tools/toolset.sh "$toolset" >".build/$toolset.new"
# SwiftPM keeps its plan, with the old options, while no file of the package comes or goes.
cmp -s ".build/$toolset.new" ".build/$toolset.json" || {
  cp ".build/$toolset.new" ".build/$toolset.json"
  rm -f ".build/$toolset/release.yaml"
}
shrink() {
  # Removes unused arguments and duplicate functions. The first kilobyte of memory is the far end of the stack: no data is there.
  wasm-opt --enable-bulk-memory --enable-sign-ext --enable-mutable-globals --enable-nontrapping-float-to-int \
    --low-memory-unused --duplicate-function-elimination --dae-optimizing -O1 --rse --reorder-locals --vacuum \
    "$1.wasm" -o "$1.new.wasm"
  mv "$1.new.wasm" "$1.small.wasm"
}

for product in "$@"; do
  swift build --quiet --triple wasm32-unknown-none-wasm -c release --toolset ".build/$toolset.json" \
    --scratch-path ".build/$toolset" --product "$product"
  built=.build/$toolset/wasm32-unknown-none-wasm/release/$product
  # Other passes make another program of the same build.
  if [ "$toolset" = page ] && { [ ! "$built.small.wasm" -nt "$built.wasm" ] || [ Tools/wasm.sh -nt "$built.small.wasm" ]; }; then
    shrink "$built"
  fi
done
