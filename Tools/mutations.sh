#!/bin/bash
# Applies each mutation in Tests/Mutations to a copy of the sources and checks that the simulation finds it.
#
# Usage: Tools/mutations.sh [SCHEDULES] [NAME…]    prints: mistake, found after how many schedules
# The first line of a patch says what it breaks. A patch that no longer applies, or is not found, is an error; but a
# line that starts with "Rare:" says why this many schedules need not find it.
set -eu -o pipefail
cd "$(dirname "$0")/.."
schedules=${1:-20000}
shift || true
root=$PWD
work=$root/.build/mutations
mkdir -p "$work"
rm -rf "$work/tree" "$work/clean" && mkdir "$work/tree" "$work/clean"
# Timestamps are kept, so that each build compiles only what changed.
cp -a Package.swift Sources Tests Benchmarks "$work/clean/"
cp -a "$work/clean/." "$work/tree/"
cd "$work/tree"

build() {
  swift build --quiet -c release --product "$1" \
    --scratch-path "$work/build" >"$work/log" 2>&1
}

# Prints "found N: why", "not found" or "does not build". SQLite comes last: it takes ten times as long to run and to
# build.
judge() {
  local said
  build Judge || { echo "does not build"; return; }
  for codec in "" codec; do
    if ! said=$(timeout 600 "$work/build/release/Judge" "$schedules" $codec 2>/dev/null); then
      echo "found 0: the run itself ended"
      return
    fi
    case $said in found*) echo "$said"; return ;; esac
  done
  build woodshed || { echo "does not build"; return; }
  if said=$(timeout 600 "$work/build/release/woodshed" simulate --seed 1 --store sqlite \
    --schedules $(((schedules + 9) / 10)) 2>&1 >/dev/null); then
    echo "not found"
    return
  fi
  case $said in
    *"Schedule "*) sed -E 's/.*Schedule ([0-9]+): ([^.]*)\..*/found \1 on SQLite: \2/' <<<"$said" ;;
    *) echo "found 0: the run itself ended" ;;
  esac
}

# A simulation that fails on the unchanged sources would find anything.
verdict=$(judge)
if [ "$verdict" != "not found" ]; then
  echo "The simulation fails without any planted mistake: $verdict"
  cat "$work/log"
  exit 1
fi
tried=0
found=0
rare=0
for patch in "$work"/clean/Tests/Mutations/*.patch; do
  name=$(basename "$patch" .patch)
  if [ $# -gt 0 ] && [[ " $* " != *" $name "* ]]; then continue; fi
  file=$(sed -n 's|^+++ b/||p' "$patch")
  if ! patch -s -p1 -F0 <"$patch" >"$work/log" 2>&1; then
    verdict="does not apply"
    cp "$work/clean/$file" "$file"
  else
    verdict=$(judge)
    cp "$work/clean/$file" "$file"
  fi
  tried=$((tried + 1))
  case $verdict in
    found*) found=$((found + 1)) ;;
    "not found") if grep -q '^Rare:' "$patch"; then rare=$((rare + 1)) verdict="not found, which is rare"; fi ;;
  esac
  printf '%-28s %s\n' "$name" "$verdict"
done
echo "found $found of $tried planted mistakes, $rare rare, in $((SECONDS / 60)) minutes"
[ $((found + rare)) = "$tried" ]
