#!/usr/bin/env bash
# How long grades, fits and suggestions take, natively and in WebAssembly.
#
#   Benchmarks/training/run.sh
#
# What is printed are medians, in milliseconds. `woodshed train simulate` says how good the suggestions are.
set -euo pipefail
source "$(dirname "$0")/../both.sh" TrainingBench Benchmarks/training/wasm.mjs
line "fit a log of 5,000 tries" fit-5000 "50 ms"
line "fit a log of 50,000 tries" fit-50000
line "suggest from 10,000 items" suggest-10000 "50 ms in WebAssembly"
line "suggest from 573,000 items" suggest-573000 "500 ms"
line "read 10,000 grades" read-10000
