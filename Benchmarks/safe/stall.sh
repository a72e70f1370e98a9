#!/usr/bin/env bash
# What another account feels of one that pushes as much as it can: how long its pushes of one cell take, alone and beside four
# connections that push 4,999 cells each time.
#
#   Benchmarks/safe/stall.sh [SECONDS] [--database URL]
#
# With the address of an empty PostgreSQL database, the data is kept there.
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-20}
shift || true
source Benchmarks/served.sh "$@"
"$bin/SyncBench" "$port" stall "$seconds"
