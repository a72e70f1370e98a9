#!/usr/bin/env bash
# Builds the app quickly, serves it, and repeats both whenever a source or a style changes: dev.sh PORT DATA
# The page reloads automatically. The program is not optimised: it is larger and several times slower than the released one.
# The server, player, listener, stage, clerk and analyst come from the last `make build`. Every page runs the program with the trial pages.
set -euo pipefail
port=$1 data=$2
cd "$(dirname "$0")/.."
native=.build/release
program=.build/dev/wasm32-unknown-none-wasm/release/Trials.wasm
sound=.build/sound/wasm32-unknown-none-wasm/release
page=.build/page/wasm32-unknown-none-wasm/release
sources=.build/dev-sources web=.build/dev-web
server=
stop() { [ -z "$server" ] || { kill -TERM "$server" 2>/dev/null && wait "$server" || true; }; }
trap 'stop; exit 0' INT TERM
trap stop EXIT

assemble() {
  rm -rf "$sources" "$web"
  cp -R Web "$sources"
  cp Tools/dev.js "$sources/dev.js"
  printf 'import { watchBuild } from "./dev.js";\nwatchBuild();\n' >>"$sources/start.js"
  "$native/build-web" "$sources" "$web" program="$program" trials="$program" player="$sound/Worklet.wasm" \
    listener="$sound/Listener.wasm" stage="$page/Stage.small.wasm" clerk="$page/Clerk.small.wasm" \
    analyst="$page/Analyst.small.wasm"
}

serve() {
  stop
  "$native/woodshed" serve --port "$port" --web "$web" ${data:+--data "$data"} &
  server=$!
}

stamp=.build/dev-stamp
# Says how the last build ended: built or failed. The benchmark reads it.
ended=.build/dev-ended
rm -f "$ended"
while :; do
  touch "$stamp"
  began=$SECONDS
  if Tools/wasm.sh dev Trials && assemble; then
    serve
    echo built >"$ended"
    echo "Built in $((SECONDS - began)) s. Waiting for a change …"
  else
    echo failed >"$ended"
    echo "Still running the last good build. Waiting for a change …"
  fi
  while [ -z "$(find Sources Web Tools/dev.js Package.swift -newer "$stamp" -type f -print -quit)" ]; do sleep 0.3; done
done
