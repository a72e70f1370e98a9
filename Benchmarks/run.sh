#!/usr/bin/env bash
# Measures everything beside its rivals and prints the figures; Benchmarks/RESULTS.md keeps them.
set -euo pipefail
cd "$(dirname "$0")/.."

echo "== What a visit weighs and how long it takes"
Tools/sizes.sh .build/release/web
.build/venv/bin/python Tests/Browser/figures.py

echo "== Changes of the page, beside plain DOM code"
.build/venv/bin/python Benchmarks/browser/bench.py

echo "== The server, beside Node's http"
Benchmarks/http/run.sh

echo "== Sync, beside a plain Node server"
Benchmarks/sync/run.sh

echo "== A thousand devices"
Benchmarks/sync/devices.sh 5

echo "== A page that nobody touches"
.build/venv/bin/python Benchmarks/sync/idle.py

echo "== One account next to another"
Benchmarks/safe/stall.sh
Benchmarks/safe/history.sh
Benchmarks/safe/connections.sh

echo "== Ten thousand rows in the browser"
.build/venv/bin/python Benchmarks/ledger/bench.py

echo "== Reeds in and out, beside Node"
Benchmarks/reeds/run.sh

echo "== The room Reeds in the browser"
.build/venv/bin/python Benchmarks/reeds/browser.py

echo "== Light in the browser, beside eight rectangles"
.build/venv/bin/python Benchmarks/light/stage.py

echo "== The first Start of a sound in the browser"
.build/venv/bin/python Benchmarks/sound/first_start.py

echo "== Training: fits and suggestions"
Benchmarks/training/run.sh

echo "== What goes with what, natively and in WebAssembly"
Benchmarks/statistics/run.sh
.build/venv/bin/python Benchmarks/statistics/browser.py

echo "== A gym's climbs, beside Express and MariaDB"
Benchmarks/climbs/run.sh
