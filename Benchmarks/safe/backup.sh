#!/usr/bin/env bash
# Backs a store up while it serves, and prints how long that takes and what pushes feel of it.
#
#   Benchmarks/safe/backup.sh [MEGABYTES]
#
# It fills a store through the server until it has that size (1000), pushes one change at a time at a steady
# rate from four connections for 20 s, then again with a backup under way, and checks and restores the copy.
set -euo pipefail
cd "$(dirname "$0")/../.."
size=${1:-1000}
fail() { echo "bench: $*" >&2; exit 1; }
work=$(mktemp -d "${TMPDIR:-/var/tmp}/woodshed-safe-XXXXXX")
pid=
finish() {
  [ -z "$pid" ] || { kill -INT "$pid" 2>/dev/null || true; wait "$pid" 2>/dev/null || true; }
  rm -rf "$work"
}
trap finish EXIT

bin=${BIN:-} # where the programs lie, if they are built already
if [ -z "$bin" ]; then
  swift build --quiet -c release --product woodshed >"$work/build" &&
    swift build --quiet -c release --product SyncBench >"$work/build" || { cat "$work/build" >&2; exit 1; }
  bin=$(swift build -c release --show-bin-path)
fi
mkdir "$work/web" "$work/data" "$work/backups"
echo page >"$work/web/index.html"
"$bin/woodshed" serve --port 0 --push-limit 1000000 --web "$work/web" --data "$work/data" >"$work/said" 2>/dev/null & pid=$!
for _ in $(seq 100); do [ "$(wc -l <"$work/said")" -ge 2 ] && break; sleep 0.1; done
port=$(sed -n '1s/[^0-9]*\([0-9][0-9]*\)\/*$/\1/p' "$work/said")
[ -n "$port" ] || fail "the server did not start"
COOKIE=$(curl -s -o /dev/null -D - -H 'Sec-Fetch-Site: same-origin' -H 'Content-Type: application/json' \
  -d "{\"token\":\"$(sed -n 's/.*#//p' "$work/said")\",\"device\":\"Bench\"}" "http://localhost:$port/v1/signin/launch" |
  sed -n 's/^[Ss]et-[Cc]ookie: \([^;]*\);.*/\1/p')
export COOKIE

seed=0
megabytes() { echo $(($(stat -c %s "$work/data/woodshed.db") / 1000000)); }
echo "filling the store …" >&2
while [ "$(megabytes)" -lt "$size" ]; do
  seed=$((seed + 1))
  "$bin/SyncBench" "$port" frames 4 50 1000 "$seed" >/dev/null
done
echo "store: $(megabytes) MB"

seconds=${BENCH_SECONDS:-20}
push() { # from four connections, 25 a second each
  seed=$((seed + 1))
  RATE=25 "$bin/SyncBench" "$port" frames 4 $((25 * seconds)) 1 "$seed" | awk '{ print "p50 " $2 " ms, p99 " $3 " ms" }'
}
sync
sleep 2
echo "pushes alone:          $(push)"
(sleep 1; "$bin/woodshed" backup --data "$work/data" "$work/backups/one" >"$work/backup") & backup=$!
echo "pushes with a backup:  $(push)"
wait "$backup"
sed 's/^[^ ]* /backup: /' "$work/backup"
echo "pushes alone again:    $(push)"
start=$(date +%s.%N)
"$bin/woodshed" check --data "$work/data" >/dev/null
echo "check: $(echo "$(date +%s.%N) - $start" | bc | cut -c1-5) s"
start=$(date +%s.%N)
"$bin/woodshed" restore --data "$work/new" "$work/backups/one" >/dev/null
echo "restore: $(echo "$(date +%s.%N) - $start" | bc | cut -c1-5) s"
