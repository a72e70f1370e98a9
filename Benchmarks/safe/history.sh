#!/usr/bin/env bash
# What memory a server takes for a row with a long history that is read eight times at once, in whole.
#
#   Benchmarks/safe/history.sh [MEGABYTES] [--store URL]
#
# With a PostgreSQL server's URL the store is there.
set -euo pipefail
cd "$(dirname "$0")/../.."
amount=${1:-200}
shift || true
work=$(mktemp -d "${TMPDIR:-/var/tmp}/woodshed-safe-XXXXXX")
server=
finish() {
  if [ -n "$server" ]; then kill -TERM "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; fi
  rm -rf "$work"
}
trap finish EXIT
bin=${BIN:-} # where the programs lie, if they are built already
if [ -z "$bin" ]; then
  for product in woodshed SyncBench; do
    swift build -c release --static-swift-stdlib --product $product >"$work/build" || { cat "$work/build" >&2; exit 1; }
  done
  bin=$(swift build -c release --show-bin-path)
fi
mkdir "$work/web" "$work/data"
echo page >"$work/web/index.html"
"$bin/woodshed" serve --port 0 --sign-up open --push-limit 1000000 --web "$work/web" --data "$work/data" "$@" \
  >"$work/said" 2>"$work/log" &
server=$!
for _ in $(seq 100); do [ -s "$work/said" ] && break; sleep 0.1; done
port=$(sed -n '1s/[^0-9]*\([0-9][0-9]*\)\/*$/\1/p' "$work/said")
[ -n "$port" ] || { echo "bench: the server did not start" >&2; cat "$work/log" >&2; exit 1; }
resident() { awk -v what="$1" '$1 == what { print int($2 / 1024) }' "/proc/$server/status"; }
mkfifo "$work/ask"
"$bin/SyncBench" "$port" remember "$amount" <"$work/ask" >"$work/told" & bench=$!
exec 3>"$work/ask"
answers() { # waits for so many lines
  while [ "$(wc -l <"$work/told")" -lt "$1" ]; do kill -0 "$bench" 2>/dev/null || exit 1; sleep 0.1; done
}
answers 1
lines=1
for way in history at pull; do
  echo 5 >"/proc/$server/clear_refs" # the most that was resident counts anew
  before=$(resident VmRSS:)
  echo "$way" >&3
  lines=$((lines + 1))
  answers "$lines"
  echo "eight at once, $(tail -1 "$work/told"): resident $before MB before, at most $(resident VmHWM:) MB"
done
exec 3>&-
wait "$bench"
