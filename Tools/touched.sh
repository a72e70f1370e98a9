#!/usr/bin/env bash
# Prints the tests that a change affects: touched.sh tests | touched.sh browser | touched.sh trials FILE
# A change is everything on this branch that is not in main, plus uncommitted files; on main with a clean tree, the last commit.
set -euo pipefail
cd "$(dirname "$0")/.."

base=$(git merge-base HEAD main 2>/dev/null || git rev-parse HEAD)
changed() { git diff --name-only "$1"; git ls-files --others --exclude-standard; }
files=$(changed "$base")
[ -n "$files" ] || files=$(changed HEAD~1)

# The test targets that cover a file.
tests_of() {
  case $1 in
    Tests/Wasm/*|Tests/Browser/*|Tests/Mutations/*) ;;
    Tests/*Tests/*) cut -d/ -f2 <<<"$1" ;;
    Sources/Simulation/*) echo LedgerTests ;;
    Sources/Listener/*|Sources/Worklet/*) echo SoundTests ;;
    Sources/Clerk/*) echo LedgerTests ;;
    Sources/Analyst/*) echo AnalysisTests ;;
    Sources/Stage/*) echo LightTests ;;
    Sources/RoomVectors/*) echo VectorsTests ;;
    Sources/Page/*|Sources/Browser/*|Sources/Trials/*) echo ProgramTests ;;
    Sources/Platform/*) echo StorageTests ;;
    Sources/SQLiteStorage/*|Sources/PostgresStorage/*) echo StorageTests ;;
    Sources/Commands/*|Sources/woodshed/*) echo WoodshedTests ;;
    Sources/*/*)
      module=$(cut -d/ -f2 <<<"$1")
      # Modules without tests of their own are covered by those of the rooms.
      if [ -d "Tests/${module}Tests" ]; then echo "${module}Tests"; else echo RoomsTests; fi ;;
  esac
}

# The file of browser tests that covers a file.
browser_of() {
  case $1 in
    Tests/Browser/test_*.py) basename "$1" .py ;;
    Sources/*Practice*) echo test_practice ;;
    Sources/*Light/*|Sources/Stage/*|Web/light/*|Web/services/light.js|Web/styles/light.css) echo test_light ;;
    Sources/*Stats/*|Sources/Analyst/*|Sources/Analysis/*|Web/analyst.js|Web/services/analyst.js) echo test_stats ;;
    Sources/*Reed*|Sources/*Clerk*|Web/clerk.js|Web/services/clerk.js) echo test_reeds ;;
    Sources/*Takes/*|Web/services/takes.js|Web/sound/take*|Web/sound/shelf.js) echo test_takes ;;
    Sources/*Journal/*|Sources/Domain/Calendar/*) echo test_journal ;;
    Sources/*Tuner*|Sources/*Ear.swift) echo test_tuner ;;
    Sources/*Tools/*) echo test_tools ;;
    Sources/Listener/*|Web/sound/listener.js|Web/services/microphone.js) echo test_listening ;;
    Sources/Sound/*|Sources/Worklet/*|Sources/*Sound*|Web/sound/*|Web/services/sound.js) echo test_sound ;;
    Sources/*Account/*) echo test_account ;;
    Sources/*Safekeeping/*) echo test_points ;;
    Sources/*Data/*) echo test_ledger_files ;;
    Sources/*Settings/*) echo test_settings ;;
    Sources/*NumberField*) echo test_number_field ;;
    Sources/*Toast*) echo test_toasts ;;
    Sources/*Components/*|Sources/*About/*|Sources/*Trial*) echo test_components ;;
    Sources/*Shell/*|Web/services/address.js) echo test_rooms ;;
    Sources/Markup/*|Web/glue.js) echo test_patches ;;
    Web/services/storage.js|Web/services/ledger.js) echo test_records ;;
    Web/service-worker.js|Web/services/update.js) echo test_update ;;
    Sources/BuildWeb/*|Web/programs.js) echo test_rest ;;
    Web/failure.js|Web/start.js|Web/early.js) echo test_failure ;;
    Web/styles/*) echo test_layout ;;
    Web/services/*) echo test_device ;;
    Sources/Server/*|Sources/HTTP/*|Sources/MicroHTTPD/*) echo test_security ;;
    Sources/Ledger/*|Sources/Domain/*|Sources/*Storage/*) echo test_ledger_sync ;;
    Sources/*|Web/*|Tests/Browser/*) echo test_rooms ;;
  esac
}

case ${1:-} in
  tests) for file in $files; do tests_of "$file"; done | sort -u | paste -sd'|' ;;
  # One file: the one that most of the change points to.
  browser) for file in $files; do browser_of "$file"; done | sort | uniq -c | sort -rn | awk 'NR == 1 { print $2 }' ;;
  # The program with the trial pages, if a file of browser tests uses them.
  trials) ! grep -qE 'PAGES|TRIALS|about/(sound|components)' "Tests/Browser/${2:-none}.py" 2>/dev/null || echo Trials ;;
  *) echo "usage: touched.sh tests|browser|trials FILE" >&2; exit 2 ;;
esac
