#!/usr/bin/env bash
# Pushes at Woodshed with SQLite and with PostgreSQL, beside a plain Node server on the same PostgreSQL.
#
#   Benchmarks/sync/run.sh [ROUNDS]
#
# Rounds alternate, so that all meet the same moods of the machine; what is printed are medians. Every push
# is durable before it is answered, in all three.
set -euo pipefail
cd "$(dirname "$0")/../.."
rounds=${1:-3}
fail() { echo "bench: $*" >&2; exit 1; }
for program in node swift; do command -v "$program" >/dev/null || fail "$program is missing; install it first"; done
. Benchmarks/postgres.sh
find_postgres

work=$(mktemp -d /tmp/woodshed-bench-XXXXXX)
pids=()
finish() {
  for pid in "${pids[@]}"; do kill -INT "$pid" 2>/dev/null || true; done
  for pid in "${pids[@]}"; do wait "$pid" 2>/dev/null || true; done
  rm -rf "$work"
}
trap finish EXIT

swift build -c release --product woodshed >"$work/build" &&
  swift build -c release --product SyncBench >"$work/build" || { cat "$work/build" >&2; exit 1; }
bin=$(swift build -c release --show-bin-path)

mkdir "$work/pg" "$work/web" "$work/sqlite" "$work/other"
echo page >"$work/web/index.html"
start_postgres "$work/pg"
pids+=($postgres_pid)
ask() { "$postgres/psql" -h "$work/pg" -U woodshed -d postgres -qAt -c "$1"; }

# The owner's cookie, by the link that a server prints.
cookie_in() {
  curl -s -o /dev/null -D - -H 'Sec-Fetch-Site: same-origin' -H 'Content-Type: application/json' \
    -d "{\"token\":\"$(sed -n 's/.*#//p' "$1")\",\"device\":\"Bench\"}" "http://localhost:$2/v1/signin/launch" |
    sed -n 's/^[Ss]et-[Cc]ookie: \([^;]*\);.*/\1/p'
}
port_in() { # waits until a server has said where it is
  for _ in $(seq 100); do
    if [ -s "$1" ]; then sed -n '1s/[^0-9]*\([0-9][0-9]*\)\/*$/\1/p' "$1"; return; fi
    sleep 0.1
  done
  fail "a server did not start"
}
url="postgres:///postgres?host=$work/pg&user=woodshed"
"$bin/woodshed" serve --port 0 --push-limit 1000000 --web "$work/web" --data "$work/sqlite" >"$work/a" 2>/dev/null & pids+=($!)
"$bin/woodshed" serve --port 0 --push-limit 1000000 --web "$work/web" --data "$work/other" --database "$url" >"$work/b" 2>/dev/null & pids+=($!)
node Benchmarks/sync/rival.js "$work/pg" postgres woodshed >"$work/c" & pids+=($!)
sqlite=$(port_in "$work/a") other=$(port_in "$work/b") rival=$(port_in "$work/c")
own_a=$(cookie_in "$work/a" "$sqlite") own_b=$(cookie_in "$work/b" "$other")

median() { sort -n | awk '{ value[NR] = $1 } END { print value[int((NR + 1) / 2)] }'; }
seed=0
printf '%-34s %-22s %10s %9s %9s %7s\n' pushes server changes/s p50-ms p99-ms ratio
compare() { # label clients pushes size
  for round in $(seq "$rounds"); do
    seed=$((seed + 1))
    COOKIE=$own_a "$bin/SyncBench" "$sqlite" frames "$2" "$3" "$4" "$seed" >>"$work/sqlite-$4-$2"
    COOKIE=$own_b "$bin/SyncBench" "$other" frames "$2" "$3" "$4" "$seed" >>"$work/postgres-$4-$2"
    "$bin/SyncBench" "$rival" json "$2" "$3" "$4" "$seed" >>"$work/node-$4-$2"
  done
  base=$(awk '{ print $1 }' "$work/node-$4-$2" | median)
  for name in sqlite postgres node; do
    file="$work/$name-$4-$2"
    rate=$(awk '{ print $1 }' "$file" | median)
    case $name in sqlite) label="Woodshed, SQLite" ;; postgres) label="Woodshed, PostgreSQL" ;; *) label="Node, PostgreSQL" ;; esac
    printf '%-34s %-22s %10s %9s %9s %7s\n' "$1" "$label" "$rate" "$(awk '{ print $2 }' "$file" | median)" \
      "$(awk '{ print $3 }' "$file" | median)" "$(awk "BEGIN { printf \"%.2f\", $rate / $base }")"
  done
}
compare "100 changes, 8 clients" 8 100 100
compare "1 change, 8 clients" 8 500 1
compare "1 change, 1 client" 1 500 1

cells=$(awk '{ sum += $4 } END { print sum }' "$work"/sqlite-*)
kill -TERM "${pids[1]}"; wait "${pids[1]}" 2>/dev/null || true
echo
echo "Cells of rows with ten fields: $cells"
echo "Bytes a cell in SQLite:     $(($(stat -c %s "$work/sqlite/woodshed.db") / cells))"
echo "Bytes a cell in PostgreSQL: $(($(ask "SELECT pg_total_relation_size('cell')") / cells))"
echo "Resident memory of Woodshed with PostgreSQL: $(awk '/VmRSS/ { print $2, $3 }' "/proc/${pids[2]}/status")"
