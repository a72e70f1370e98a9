#!/usr/bin/env bash
# Prints what the web build weighs, and fails where it is over its limit: sizes.sh <web folder>
set -euo pipefail
cd "$1"
failed=0
limit() { # what, bytes, limit
  printf '  %-44s %8d of %8d bytes\n' "$1" "$2" "$3"
  [ "$2" -le "$3" ] || { echo "sizes: $1 is over its limit" >&2; failed=1; }
}

sum() { cat "$@" | wc -c; }
glue=$(sum assets/glue-*.js)
services=$(sum assets/services-*.js)
program=$(sum assets/program-*.wasm.br)
trials=$(sum assets/trials-*.wasm.br)
player=$(sum assets/player-*.wasm.br)
listener=$(sum assets/listener-*.wasm.br)
clerk=$(sum assets/clerk-*.wasm.br)
stage=$(sum assets/stage-*.wasm.br)
# The first visit: the page, its styles and scripts, the programs but that of the trial pages, the icon and the manifest.
visit=$(($(sum index.html.br assets/*.js.br assets/*.css.br assets/*.wasm.br assets/icon-*.svg.br \
  manifest.webmanifest.br service-worker.js.br) - trials))
limit "patch and event glue, as written" "$glue" 15360
# 1,200 bytes more than before: a store that tells what the browser erased (Docs/Decisions/0021); then 400 for links to the trial pages,
# 500 for a page that is left in WebKit (0026), 900 for the clerk (0034), 2,400 that make pictures small and show them (0036), and
# 900 that share a drawing as a picture (0039) and let nobody miss a file that is being renamed, and 200 by which no revision of an
# erased store comes again (0006). 7,800 hand fingers, keys and gamepads to the stage of Light, and a canvas and small pictures, and 500 the sticks of a
# gamepad and what a wide screen shows (0042).
limit "browser services, as written" "$services" 61000
# 189,000 bytes less than at first: one untyped tree beneath all views, one sort, other options, functions in order, the trial pages
# in a program of their own (Docs/Decisions/0028), each field said once (0027), and passes over the finished program (0033). 20,000 of
# it are lessons, and the forms, lists and names of the kit, which later rooms use as they are (0029). 3,000 were added by the numbers
# of setups that are stated once (0029) and by stamps that are known by their cells (0008). 121,000 are the room Reeds: 110 fields as a
# table, its pages, forms, the batch, the workshop and fields of one's own (0035), 42 reeds of the studio, and which reed after practice;
# then 14,000 its page Files with what the clerk is asked and answers (0034), and 13,000 the crow, kept filters, cane and boxes. 17,000 are
# pictures of any row, which later rooms have for two lines each, and dated saves (0036, 0034). 105,000 are the room Sessions with the
# engine that rates and suggests, and the catalogues that come with the app (0039, 0037); then 33,000 what a room costs beyond the 110,000
# that were set for one: publishing and subscribing, the page Files, a gym kept in order, rests, the picture, and a year of the studio's training.
# 24,000 are the room Light: the list of sets, the sheet, and what it says to its stage and hears of it (0042), and 2,400
# more the second screen, which is fitted to its wall; 800 import what was agreed to though something else changed meanwhile.
limit "program, brotli" "$program" 1028000
limit "program with the trial pages, brotli" "$trials" 1040500
limit "player of the audio thread, brotli" "$player" 36000
# 2,000 bytes more than before: what it is asked for and answers has types, read with care on both sides (0013). 8,800 measure the crow
# of a reed.
limit "listener, brotli" "$listener" 107800
# What reads and writes files of reeds: no page waits for it (0034). 83,000 are logs of training from four sources, and tables and dumps of
# catalogues (0040).
limit "clerk, brotli" "$clerk" 279500
# The instrument Light: hands, performance, limiter, reference picture, texts and twelve sets; fetched when the room opens (0042).
# 1,200 of it fit the picture to a wall and to the primaries of a wide screen, and 1,700 count a field's phases as the standards do (0041).
limit "stage, brotli" "$stage" 86500
# 115,000 bytes more than before are Light with its stage, which comes after all that the first page needs (0042).
# 278,000 bytes more than before are the clerk, which comes after all that the first page needs, so that files work without a network, too.
limit "first visit, brotli" "$visit" 1591500
exit "$failed"
