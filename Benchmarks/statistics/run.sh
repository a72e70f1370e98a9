#!/usr/bin/env bash
# How long a map of 20 × 6 relations with 10,000 draws takes, natively and in WebAssembly.
#
#   Benchmarks/statistics/run.sh
#
# What is printed are medians, in milliseconds. Benchmarks/statistics/rival.py compares single methods with SciPy.
set -euo pipefail
source "$(dirname "$0")/../both.sh" AnalysisBench Benchmarks/statistics/wasm.mjs
line "map of 20 × 6, 100 reeds" relations-100 "2,000 ms in the browser"
line "map of 20 × 6, 1,000 reeds" relations-1000
