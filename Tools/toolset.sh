#!/usr/bin/env bash
# Prints the toolset for a WebAssembly build, with this machine's paths: toolset.sh page|sound|dev
# Programs of the page are optimised for size, those that play and listen for speed, and development builds for build time.
set -euo pipefail

fail() { echo "toolset: $*" >&2; exit 1; }

info=$(swift -print-target-info) || fail "Swift is missing; see README.md."
resources=$(printf '%s' "$info" | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
tables="$resources/embedded/wasm32-unknown-none-wasm/libswiftUnicodeDataTables.a"
[ -f "$tables" ] || fail "this Swift toolchain has no Embedded Swift for WebAssembly."
libc=/usr/lib/wasm32-wasi
[ -f "$libc/libc.a" ] || fail "wasi-libc is missing; run: apt-get install wasi-libc"
builtins=$(ls /usr/lib/llvm-*/lib/clang/*/lib/wasi/libclang_rt.builtins-wasm32.a 2>/dev/null | tail -n 1)
[ -n "$builtins" ] || fail "compiler-rt is missing; run: apt-get install libclang-rt-14-dev-wasm32"

optimise=-Osize
smaller=
case ${1:-page} in
  page)
    # Code that is the same for all types, or not inlined, exists once; and no pass duplicates code for speed.
    smaller='"-Xfrontend", "-enable-lexical-lifetimes=false", "-Xcc", "-mno-bulk-memory",
      "-Xllvm", "-sil-disable-pass=closure-specialize", "-Xllvm", "-sil-inline-never-functions=Sa6append",
      "-Xllvm", "-sil-inline-overall-caller-block-limit=20",
      "-Xllvm", "-sil-disable-pass=array-property-opt", "-Xllvm", "-sil-disable-pass=loop-unroll",
      "-Xllvm", "-sil-disable-pass=jumpthread-simplify-cfg",'
    ;;
  sound) ;;
  dev) optimise=-Onone ;;
  *) fail "toolsets are page, sound and dev" ;;
esac

cat <<EOF
{
  "schemaVersion": "1.0",
  "swiftCompiler": {
    "extraCLIOptions": [
      "-enable-experimental-feature", "Embedded", "-wmo", "$optimise",
      "-enable-experimental-feature", "DeferredCodeGen",
      "-Xfrontend", "-disable-stack-protector", "-Xclang-linker", "-nostdlib",
      "-Xclang-linker", "--no-wasm-opt",
      $smaller
      "-Xllvm", "-sil-disable-pass=object-outliner"
    ]
  },
  "cCompiler": { "extraCLIOptions": ["-I/usr/include/wasm32-wasi"] },
  "linker": {
    "extraCLIOptions": [
      "--no-entry", "--gc-sections", "--strip-all", "--compress-relocations", "--stack-first",
      "-z", "stack-size=1048576",
      "-L$libc", "-lc", "$builtins", "$tables"
    ]
  }
}
EOF
