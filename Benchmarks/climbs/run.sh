#!/usr/bin/env bash
# A gym's climbs, read as the climbing app reads them: Woodshed beside Express and MariaDB with the same climbs.
#
#   Benchmarks/climbs/run.sh [ROUNDS] [SECONDS] [CLIMBS]
#
# It needs `apt-get install mariadb-server nodejs node-express node-mysql wrk curl`. MariaDB runs in a folder that is removed
# afterwards and listens on a socket there alone. Rounds alternate; what is printed are medians.
set -euo pipefail
cd "$(dirname "$0")/../.."
rounds=${1:-3} seconds=${2:-5} climbs=${3:-10000}
for program in mariadbd mariadb-install-db mariadb node wrk curl swift; do
  PATH=$PATH:/usr/sbin command -v "$program" >/dev/null || {
    echo "bench: $program is missing; see the head of Benchmarks/climbs/run.sh" >&2
    exit 1
  }
done
export PATH=$PATH:/usr/sbin NODE_PATH=/usr/share/nodejs

work=$(mktemp -d)
started=()
finish() {
  for pid in "${started[@]}"; do kill "$pid" 2>/dev/null || true; done
  for pid in "${started[@]}"; do wait "$pid" 2>/dev/null || true; done
  rm -rf "$work"
}
trap finish EXIT

swift build -c release --product woodshed >"$work/build" || { cat "$work/build" >&2; exit 1; }
woodshed=$(swift build -c release --show-bin-path)/woodshed

# The same tables for both.
awk -v count="$climbs" 'BEGIN {
  print "CREATE TABLE Colors (ColorID int PRIMARY KEY, ColorName varchar(255));"
  print "CREATE TABLE Locations (LocationID int PRIMARY KEY, LocationName varchar(255));"
  print "CREATE TABLE Climbs (ClimbID int PRIMARY KEY, ClimbName varchar(255), ColorID int, LocationID int, Grade int,"
  print "  IsActive boolean, FOREIGN KEY (ColorID) REFERENCES Colors (ColorID),"
  print "  FOREIGN KEY (LocationID) REFERENCES Locations (LocationID));"
  split("Blue Red Green Yellow Black White Orange Purple Pink Grey", colours, " ")
  for (i = 1; i <= 10; i++) printf "INSERT INTO Colors VALUES (%d, '\''%s'\'');\n", i, colours[i]
  for (i = 1; i <= 24; i++) printf "INSERT INTO Locations VALUES (%d, '\''Wall %d'\'');\n", i, i
  for (i = 1; i <= count; i++) {
    if (i % 500 == 1) printf "INSERT INTO Climbs VALUES\n"
    printf "(%d, '\''Balance and footwork %d'\'', %d, %d, %d, %d)%s\n", i, i, i % 10 + 1, i % 24 + 1, i * 7 % 11,
      (i % 3 > 0), (i % 500 == 0 || i == count) ? ";" : ","
  }
}' >"$work/climbs.sql"

as=()
mkdir "$work/maria"
# MariaDB refuses to run as root.
if [ "$(id -u)" -eq 0 ]; then
  chown mysql "$work/maria"
  chmod 755 "$work"
  as=(setpriv --reuid=mysql --regid="$(id -g mysql)" --clear-groups)
fi
"${as[@]}" mariadb-install-db --no-defaults --datadir="$work/maria/data" --auth-root-authentication-method=normal \
  --skip-test-db >"$work/install" 2>&1 || { cat "$work/install" >&2; exit 1; }
"${as[@]}" mariadbd --no-defaults --datadir="$work/maria/data" --socket="$work/maria/socket" --skip-networking \
  --pid-file="$work/maria/pid" >"$work/maria.log" 2>&1 &
started+=($!)
sql() { mariadb --no-defaults --socket="$work/maria/socket" -u root "$@"; }
for _ in $(seq 100); do sql -e "SELECT 1" >/dev/null 2>&1 && break; sleep 0.1; done
sql -e "CREATE DATABASE climbs; CREATE USER climbs@localhost IDENTIFIED BY 'climbs'; GRANT ALL ON climbs.* TO climbs@localhost"
sql climbs <"$work/climbs.sql"

# Waits until a file has what a program said, and gives the last number of its first line.
port_in() {
  for _ in $(seq 100); do [ -s "$1" ] && break; sleep 0.1; done
  head -n 1 "$1" | grep -o '[0-9]*' | tail -1
}
node Benchmarks/climbs/rival.js "$work/maria/socket" >"$work/node" &
started+=($!)
mkdir "$work/web"
echo '<!doctype html>' >"$work/web/index.html"
"$woodshed" catalogue import --data "$work/data" "$work/climbs.sql"
"$woodshed" catalogue publish --data "$work/data" >/dev/null
"$woodshed" serve --data "$work/data" --web "$work/web" --port 0 >"$work/ours" 2>/dev/null &
ours_pid=$!
started+=("$ours_pid")
theirs="http://127.0.0.1:$(port_in "$work/node")/climbDetails"
ours="http://127.0.0.1:$(port_in "$work/ours")/climbDetails"
node Benchmarks/climbs/same.js "$ours" "$theirs"

# Requests a second and the median of the time in milliseconds.
measure() { # address header
  wrk -t1 -c16 -d"${seconds}s" --latency -H "$2" "$1" | awk '
    / 50%/ { time = $2; if (time ~ /us$/) time = time / 1000; else if (time ~ /ms$/) time += 0; else time *= 1000 }
    /Non-2xx/ { print "bench: " $0 > "/dev/stderr" }
    /Requests\/sec/ { printf "%.1f %.2f\n", $2, time }'
}
median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
size() { curl -s -H "$2" -o /dev/null -w '%{size_download}' "$1"; }
tag() { curl -s -D - -o /dev/null "$1" | tr -d '\r' | awk 'tolower($1) == "etag:" { print substr($0, 7) }'; }

printf '%-24s %12s %9s %10s %12s %9s %10s %8s\n' "16 connections" ours/s p50-ms bytes rival/s p50-ms bytes ratio
row() { # name, bytes of ours and of the rival
  local a b
  a=$(cut -d' ' -f1 "$work/a" | median) b=$(cut -d' ' -f1 "$work/b" | median)
  printf '%-24s %12s %9s %10s %12s %9s %10s %8s\n' "$1" "$a" "$(cut -d' ' -f2 "$work/a" | median)" "$2" \
    "$b" "$(cut -d' ' -f2 "$work/b" | median)" "$3" "$(awk "BEGIN { printf \"%.1f\", $a / $b }")"
}
compare() { # name, header
  : >"$work/a"; : >"$work/b"
  for _ in $(seq "$rounds"); do
    measure "$ours" "$2" >>"$work/a"
    measure "$theirs" "$2" >>"$work/b"
  done
  row "$1" "$(size "$ours" "$2")" "$(size "$theirs" "$2")"
}
compare "plain" "Accept: */*"
compare "gzip where asked" "Accept-Encoding: gzip"
: >"$work/a"; : >"$work/b"
for _ in $(seq "$rounds"); do
  node Benchmarks/climbs/known.js "$ours" "$(tag "$ours")" "$seconds" >>"$work/a"
  node Benchmarks/climbs/known.js "$theirs" "$(tag "$theirs")" "$seconds" >>"$work/b"
done
row "known already (304)" 0 0
echo "Resident memory of Woodshed: $(awk '/VmRSS/ { print $2, $3 }' "/proc/$ours_pid/status")"
