# Sourced by benches that need a server: starts one in a folder of its own, where anybody may create an account, and stops it at
# the end. Sets `work`, `bin`, `server` and `port`; arguments are passed on to `woodshed serve`.
work=$(mktemp -d "${TMPDIR:-/var/tmp}/woodshed-bench-XXXXXX")
server=
finish() {
  if [ -n "$server" ]; then kill -TERM "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; fi
  rm -rf "$work"
}
trap finish EXIT
bin=${BIN:-} # where the programs are, if they are built already
if [ -z "$bin" ]; then
  for product in woodshed SyncBench; do
    swift build -c release --product $product >"$work/build" || { cat "$work/build" >&2; exit 1; }
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
