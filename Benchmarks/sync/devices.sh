#!/usr/bin/env bash
# A thousand people, each with an account and a device that pushes once a minute; then what they push in an hour, without
# a rest; then a second device of each that waits for news.
#
#   Benchmarks/sync/devices.sh [MINUTES] [PEOPLE]
#
# Every push is durable before it is answered. The times are those of the devices, from when a push was due.
set -euo pipefail
cd "$(dirname "$0")/../.."
minutes=${1:-5}
people=${2:-1000}
ulimit -n "$(ulimit -Hn)"
shift $#
source Benchmarks/served.sh
used() { awk '{ print $14 + $15 }' "/proc/$server/stat"; }
resident() { awk '/^VmRSS/ { print $2 }' "/proc/$server/status"; }
most() { awk '/^VmHWM/ { print $2 }' "/proc/$server/status"; }
# Two more are listened on.
connections() { echo $(($({ find "/proc/$server/fd" -lname 'socket:*' 2>/dev/null || true; } | wc -l) - 2)); }
echo "Resident before anybody comes: $(resident) KB"
mark=$(used) since=$(date +%s)
"$bin/SyncBench" "$port" devices "$people" "$minutes" 1 | while read -r line; do
  seconds=$(($(date +%s) - since))
  ticks=$(($(used) - mark))
  echo "$line"
  echo "  server: $((ticks * 100 / $(getconf CLK_TCK) / (seconds > 0 ? seconds : 1))) % of a core, resident $(resident) KB (the most so far $(most)), $(connections) connections"
  mark=$(used) since=$(date +%s)
done
