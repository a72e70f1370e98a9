#!/bin/sh
# Woodshed's server beside Node's http, which sends the very same bytes and headers, by wrk.
#
#   Benchmarks/http/run.sh [ROUNDS] [SECONDS]
#
# Rounds alternate, so that both meet the same moods of the machine; what is printed are medians.
set -eu
cd "$(dirname "$0")/../.."
rounds=${1:-5}
seconds=${2:-2}
for program in wrk node swift; do
  command -v "$program" >/dev/null || { echo "bench: $program is missing; install it first" >&2; exit 1; }
done

work=$(mktemp -d)
started=
trap 'for pid in $started; do kill "$pid" 2>/dev/null || true; done; rm -rf "$work"' EXIT

swift build -c release --product ServerBench >"$work/build" || {
  cat "$work/build" >&2
  exit 1
}

first_line() { # waits until a server has said where it is
  tries=0
  while [ ! -s "$1" ]; do
    tries=$((tries + 1))
    [ "$tries" -lt 100 ] || { echo "bench: a server did not start" >&2; exit 1; }
    sleep 0.1
  done
  head -n 1 "$1"
}

"$(swift build -c release --show-bin-path)/ServerBench" >"$work/ours" 2>/dev/null &
pid=$!
started=$pid
ours=http://127.0.0.1:$(first_line "$work/ours")
paths="/healthz /v1/small /assets/bench-0123456789abcdef.js"
# shellcheck disable=SC2086
node Benchmarks/http/rival.js "$ours" $paths >"$work/node" &
started="$started $!"
node=http://127.0.0.1:$(first_line "$work/node")

rate() { wrk -t1 -c"$1" -d"${seconds}s" "$2" | awk '/Requests\/sec/ { print int($2) }'; }
median() { sort -n "$1" | awk '{ v[NR] = $1 } END { print (NR % 2) ? v[(NR + 1) / 2] : int((v[NR / 2] + v[NR / 2 + 1]) / 2) }'; }

printf '%-36s %5s %10s %10s %7s\n' path conns woodshed/s node/s ratio
for path in $paths; do
  for connections in 16 64 256; do
    : >"$work/a"; : >"$work/b"
    round=0
    while [ "$round" -lt "$rounds" ]; do
      rate "$connections" "$ours$path" >>"$work/a"
      rate "$connections" "$node$path" >>"$work/b"
      round=$((round + 1))
    done
    a=$(median "$work/a"); b=$(median "$work/b")
    printf '%-36s %5s %10s %10s %7s\n' "$path" "$connections" "$a" "$b" \
      "$(awk "BEGIN { printf \"%.2f\", $a / $b }")"
  done
done

echo
echo "Small requests on 4 connections while eight handlers block for 130 ms each:"
wrk -t1 -c8 -d"$((seconds + 2))s" "$ours/v1/block" >/dev/null &
blocking=$!
sleep 0.5
wrk -t1 -c4 -d"${seconds}s" --latency "$ours/v1/small" | awk '/50%|99%|Requests\/sec/'
wait "$blocking"
echo "Resident memory of Woodshed: $(awk '/VmRSS/ { print $2, $3 }' "/proc/$pid/status")"
