#!/usr/bin/env bash
# Builds programs for the browser: wasm.sh page|sound|dev PRODUCT…
# Nothing in them is for tests or a debugger. Programs of the page are then shrunk: PRODUCT.small.wasm is what is released
# (Docs/Decisions/0033). Each toolset has its own folder, .build/<toolset>, so that they do not discard each other's work.
set -euo pipefail
cd "$(dirname "$0")/.."
toolset=$1
shift
# As in the Makefile: the compiler gets its memory more quickly from here.
quicker=(env LD_PRELOAD=libjemalloc.so.2)
mkdir -p .build
Tools/toolset.sh "$toolset" >".build/$toolset.new"
# SwiftPM keeps its plan with the old options as long as no file of the package is added or removed.
cmp -s ".build/$toolset.new" ".build/$toolset.json" || {
  cp ".build/$toolset.new" ".build/$toolset.json"
  rm -f ".build/$toolset/release.yaml"
}
shrink() {
  # Removes unused arguments and duplicate functions. The first kilobyte of memory is the far end of the stack: there is
  # no data.
  "${quicker[@]}" wasm-opt --enable-bulk-memory --enable-sign-ext --enable-mutable-globals --enable-nontrapping-float-to-int \
    --low-memory-unused --duplicate-function-elimination --dae-optimizing -O1 --rse --reorder-locals --vacuum \
    "$1.wasm" -o "$1.new.wasm"
  mv "$1.new.wasm" "$1.small.wasm"
}

shrinking=()
for product in "$@"; do
  "${quicker[@]}" swift build --quiet --triple wasm32-unknown-none-wasm -c release --toolset ".build/$toolset.json" \
    --scratch-path ".build/$toolset" --disable-default-traits -debug-info-format none --product "$product"
  built=.build/$toolset/wasm32-unknown-none-wasm/release/$product
  # Changed passes also require shrinking the same build again.
  if [ "$toolset" = page ] && { [ ! "$built.small.wasm" -nt "$built.wasm" ] || [ Tools/wasm.sh -nt "$built.small.wasm" ]; }; then
    shrink "$built" &
    shrinking+=($!)
  fi
done
for one in "${shrinking[@]}"; do wait "$one"; done
