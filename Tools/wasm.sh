#!/usr/bin/env bash
# Builds programs for the browser: wasm.sh page|sound|dev PRODUCT…
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
for product in "$@"; do
  swift build --quiet --triple wasm32-unknown-none-wasm -c release --toolset ".build/$toolset.json" \
    --scratch-path ".build/$toolset" --product "$product"
done
