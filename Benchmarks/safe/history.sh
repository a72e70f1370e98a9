#!/usr/bin/env bash
# What memory a server takes for a space with a long history and large rows that is read eight times at once, to the end: a
# row's history, the state at a moment, a pull, the pull and the digest of a guest who does not see most rows, and a watch. The
# shelf of published catalogues is not measured: it is one for the whole server (Docs/Decisions/0022-nobody-slows-another.md).
#
#   Benchmarks/safe/history.sh [MEGABYTES] [--database URL]
#
# With the address of an empty PostgreSQL database, the data is kept there.
set -euo pipefail
cd "$(dirname "$0")/../.."
amount=${1:-200}
shift || true
source Benchmarks/served.sh "$@"
resident() { awk -v what="$1" '$1 == what { print int($2 / 1024) }' "/proc/$server/status"; }
mkfifo "$work/ask"
"$bin/SyncBench" "$port" remember "$amount" <"$work/ask" >"$work/told" & bench=$!
exec 3>"$work/ask"
answers() { # waits for so many lines
  while [ "$(wc -l <"$work/told")" -lt "$1" ]; do kill -0 "$bench" 2>/dev/null || exit 1; sleep 0.1; done
}
answers 1
lines=1
for way in history at pull guest digest watch; do
  echo 5 >"/proc/$server/clear_refs" # the most that was resident counts anew
  before=$(resident VmRSS:)
  echo "$way" >&3
  lines=$((lines + 1))
  answers "$lines"
  echo "eight at once, $(tail -1 "$work/told"): resident $before MB before, at most $(resident VmHWM:) MB"
done
exec 3>&-
wait "$bench"
