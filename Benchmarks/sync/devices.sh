#!/usr/bin/env bash
# A thousand people, each with an account and a device that pushes once a minute; then what they push in an hour, without
# a rest.
#
#   Benchmarks/sync/devices.sh [MINUTES] [PEOPLE]
#
# Every push is durable before it is answered. The times are those of the devices, from when a push was due.
set -euo pipefail
cd "$(dirname "$0")/../.."
minutes=${1:-5}
people=${2:-1000}
ulimit -n "$(ulimit -Hn)"
work=$(mktemp -d /tmp/woodshed-bench-XXXXXX)
server=
finish() {
  if [ -n "$server" ]; then kill -TERM "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; fi
  rm -rf "$work"
}
trap finish EXIT
for product in woodshed SyncBench; do
  swift build -c release --static-swift-stdlib --product $product >"$work/build" || { cat "$work/build" >&2; exit 1; }
done
bin=$(swift build -c release --show-bin-path)
mkdir "$work/web" "$work/data"
echo page >"$work/web/index.html"
"$bin/woodshed" serve --port 0 --sign-up open --push-limit 1000000 --web "$work/web" --data "$work/data" \
  >"$work/said" 2>/dev/null &
server=$!
for _ in $(seq 100); do [ -s "$work/said" ] && break; sleep 0.1; done
port=$(sed -n '1s/[^0-9]*\([0-9][0-9]*\)\/*$/\1/p' "$work/said")
[ -n "$port" ] || { echo "bench: the server did not start" >&2; exit 1; }
used() { awk '{ print $14 + $15 }' "/proc/$server/stat"; }
resident() { awk '/^VmRSS/ { print $2 }' "/proc/$server/status"; }
most() { awk '/^VmHWM/ { print $2 }' "/proc/$server/status"; }
# Two more are listened on.
connections() { echo $(($({ find "/proc/$server/fd" -lname 'socket:*' 2>/dev/null || true; } | wc -l) - 2)); }
echo "Resident before anybody comes: $(resident) KB"
mark=$(used) since=$(date +%s)
"$bin/SyncBench" "$port" devices "$people" "$minutes" 1 | while read -r line; do
  seconds=$(($(date +%s) - since))
  ticks=$(($(used) - mark))
  echo "$line"
  echo "  server: $((ticks * 100 / $(getconf CLK_TCK) / (seconds > 0 ? seconds : 1))) % of a core, resident $(resident) KB (the most so far $(most)), $(connections) connections"
  mark=$(used) since=$(date +%s)
done
