#!/usr/bin/env bash
# Runs the browser tests again and again beside a busy loop on each processor, except those that must run alone, and says how many
# runs failed: browser_runs.sh COUNT [FILE…]. What a run leaves when it fails is in .build/failures-<its number>.
set -euo pipefail
cd "$(dirname "$0")/.."
count=$1
shift
[ $# -gt 0 ] || set -- Tests/Browser
for _ in $(seq "$(nproc)"); do
  # Each loop ends with this script, however that ends.
  while kill -0 $$ 2>/dev/null; do :; done &
done
failed=0
for run in $(seq "$count"); do
  rm -rf ".build/failures-$run"
  if .build/venv/bin/python -m pytest -q -n "${JOBS:-3}" --dist worksteal -m "not alone" "$@"; then
    echo "Run $run of $count passed."
  else
    echo "Run $run of $count failed."
    failed=$((failed + 1))
    [ ! -d .build/failures ] || mv .build/failures ".build/failures-$run"
  fi
done
echo "$failed of $count runs failed."
[ "$failed" = 0 ]
