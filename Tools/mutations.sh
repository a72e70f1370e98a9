#!/bin/bash
# Plants each mistake of Tests/Mutations in a copy of the sources and sees that the simulation finds it.
#
# Usage: Tools/mutations.sh [SCHEDULES] [NAME…]    prints: mistake, found after how many schedules
# The first line of a patch says what it breaks. One that no longer applies, or is not found, is an error.
set -eu -o pipefail
cd "$(dirname "$0")/.."
schedules=${1:-20000}
shift || true
root=$PWD
work=$root/.build/mutations
mkdir -p "$work"
rm -rf "$work/tree" "$work/clean" && mkdir "$work/tree" "$work/clean"
# Times are kept, so that each build compiles only what changed.
cp -a Package.swift Sources Tests Benchmarks "$work/clean/"
cp -a "$work/clean/." "$work/tree/"
cd "$work/tree"

build() {
  swift build --quiet -c release --static-swift-stdlib --product woodshed \
    --scratch-path "$work/build" >"$work/log" 2>&1
}

# What the simulation says of this build: "found N: why", "not found", or nothing where it does not build.
judge() {
  local store said count
  for store in memory codec sqlite; do
    # A database takes its time.
    count=$schedules
    if [ "$store" = sqlite ]; then count=$(((schedules + 9) / 10)); fi
    if ! said=$(timeout 300 "$work/build/release/woodshed" simulate --schedules "$count" \
      --seed 1 --store "$store" 2>&1 >/dev/null); then
      case $said in
        *"Schedule "*) sed -E 's/.*Schedule ([0-9]+): ([^.]*)\..*/found \1: \2/' <<<"$said" ;;
        *) echo "found 0: the run itself ended" ;;
      esac
      return
    fi
  done
  echo "not found"
}

# A simulation that complains of the sources as they are would find anything.
build || { cat "$work/log"; exit 1; }
verdict=$(judge)
if [ "$verdict" != "not found" ]; then
  echo "Without any planted mistake the simulation says: $verdict"
  exit 1
fi
failed=0
for patch in "$work"/clean/Tests/Mutations/*.patch; do
  name=$(basename "$patch" .patch)
  if [ $# -gt 0 ] && [[ " $* " != *" $name "* ]]; then continue; fi
  file=$(sed -n 's|^+++ b/||p' "$patch")
  if ! patch -s -p1 -F0 <"$patch" >"$work/log" 2>&1; then
    verdict="does not apply"
    failed=1
    cp "$work/clean/$file" "$file"
  else
    if build; then verdict=$(judge); else verdict="does not build"; fi
    case $verdict in found*) ;; *) failed=1 ;; esac
    cp "$work/clean/$file" "$file"
  fi
  printf '%-28s %s\n' "$name" "$verdict"
done
exit $failed
