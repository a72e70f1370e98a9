#!/usr/bin/env bash
# Exports and imports reeds with 60 values and 8 events, beside Node making the same JSON and storing it in the same PostgreSQL.
#
#   Benchmarks/reeds/run.sh
#
# What is printed are medians, in milliseconds.
set -euo pipefail
cd "$(dirname "$0")/../.."
fail() { echo "bench: $*" >&2; exit 1; }
for program in node swift; do command -v "$program" >/dev/null || fail "$program is missing; install it first"; done
. Benchmarks/postgres.sh
find_postgres

work=$(mktemp -d /tmp/woodshed-bench-XXXXXX)
pid=
finish() {
  [ -z "$pid" ] || { kill -INT "$pid" 2>/dev/null || true; wait "$pid" 2>/dev/null || true; }
  rm -rf "$work"
}
trap finish EXIT

swift build --quiet -c release --product ReedBench >"$work/build" || { cat "$work/build" >&2; exit 1; }
bin=$(swift build -c release --show-bin-path)

mkdir "$work/pg" "$work/files"
start_postgres "$work/pg"
pid=$postgres_pid

"$bin/ReedBench" "$work/files" "postgres:///postgres?host=$work/pg&user=woodshed" >"$work/ours"
node Benchmarks/reeds/rival.js "$work/files" "$work/pg" postgres woodshed >"$work/theirs"

median() { awk -v name="$2" '$1 == name { print $2 }' "$work/$1" | sort -n | awk '{ value[NR] = $1 } END { print value[int((NR + 1) / 2)] }'; }
line() { # label, ours, theirs, goal
  printf '%-38s %11s %9s %7s   %s\n' "$1" "$2" "$3" "$(awk "BEGIN { printf \"%.2f\", $2 / $3 }")" "${4:-}"
}
printf '%-38s %11s %9s %7s   %s\n' "milliseconds" woodshed node ratio goal
line "export 1,000 reeds" "$(median ours export-1000)" "$(median theirs export-1000)" "100 ms"
line "export 10,000 reeds" "$(median ours export-10000)" "$(median theirs export-10000)" "1000 ms"
line "read 1,000 reeds (ours: with the plan)" "$(median ours read-1000)" "$(median theirs read-1000)"
line "store 1,000 reeds, SQLite" "$(median ours sqlite)" "$(median theirs postgres)" "250 ms"
line "store 1,000 reeds, PostgreSQL" "$(median ours postgres)" "$(median theirs postgres)" "250 ms"
echo "Bytes of JSON a reed: $(median ours bytes-1000) (goal 2048); values stored: $(median ours cells-1000)"
