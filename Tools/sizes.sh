#!/usr/bin/env bash
# Prints the sizes of the web build, and fails if one is over its limit: sizes.sh <web folder>
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
rest=$(sum assets/rest-*.wasm.br)
trials=$(sum assets/trials-*.wasm.br)
player=$(sum assets/player-*.wasm.br)
listener=$(sum assets/listener-*.wasm.br)
clerk=$(sum assets/clerk-*.wasm.br)
analyst=$(sum assets/analyst-*.wasm.br)
stage=$(sum assets/stage-*.wasm.br)
# The first visit: the page, its styles and scripts, all programs except the one with the trial pages, the icon and the
# manifest.
visit=$(($(sum index.html.br assets/*.js.br assets/*.css.br assets/*.wasm.br assets/icon-*.svg.br \
  manifest.webmanifest.br service-worker.js.br) - trials))
# 1,000 bytes continue a list in a note with Enter, and 150 keep the page still when a tap removes what had the focus.
limit "patch and event glue, as written" "$glue" 16450
# The functions that a first visit runs, all data, and stubs for what those functions call of the rest (0066); the goal is 450,000.
limit "program of a first visit, brotli" "$program" 442000
# Includes 1,200 bytes for a store that reports what the browser erased (Docs/Decisions/0021), 400 for links to the
# trial pages, 500 for a page that is closed in WebKit (0026), 900 for the clerk (0034), 2,400 to shrink and show
# pictures (0036), 900 to share a drawing as a picture (0039) and to find a file while it is being renamed, and 200 so
# that no revision of an erased store is reused (0006). 7,800 pass fingers, keys and gamepads to the stage of Light,
# with a canvas and small pictures, and 500 are for the sticks of a gamepad and for wide-gamut screens (0042). 700 make
# the programs of sound ready on entering Tools (0052), and 2,500 have the browser decode what becomes a take (0050).
# 3,300 have the device's voice count in (0054), 1,200 read what other tabs play and record (0055), and 400 remove a
# space on the next page if this one is closed meanwhile. 2,000 start and end the analyst (0057). 1,700 keep a tap for the
# stage of Light while it loads, tell of one that failed (0042), and load a new version that Chromium holds back (0003). 400 let P freeze the picture at
# any time, and give a tap by keyboard the moment at which it was made (0042).
# 1,050 keep the page's main button and the first question clear of toasts (0030), and 750 make the stage of Light ready as soon as it is
# pointed at (0042). 400 leave the line to the rest of the program before the files for use offline, and have
# the server's answers wait for it (0066). 650 answer for a worker that ends in the middle of a take, hold on to the field that
# asks for files, and request one screen lock at a time. 250 wait until a new version is active (0003). 300 let a file that took
# too long for the share sheet wait for another tap (0013).
limit "browser services, as written" "$services" 75900
# What keeps it small: one untyped tree for all views, one sort, compiler options, functions in order, the trial pages
# in their own program (Docs/Decisions/0028), each field declared once (0027), and passes over the finished program
# (0033); together 189,000 bytes. It includes 20,000 bytes for lessons, and for forms, lists and names of the kit that
# all rooms share (0029); 3,000 for numbers of setups that are declared once (0029) and for stamps that are known by
# their cells (0008). The room Reeds takes 121,000: 110 fields as a table, its pages, forms, the batch, the workshop and
# custom fields (0035), 42 reeds in the studio, and the choice of a reed after practice; 14,000 more are its page Files
# with the clerk's requests and answers (0034), and 13,000 the crow, saved filters, cane and boxes. 17,000 are pictures
# of any row, at two lines per room, and dated saves (0036, 0034). The room Sessions takes 105,000 with the engine that
# rates and suggests, and the catalogues that come with the app (0039, 0037); it exceeds the 110,000 set for a room by
# 33,000: publishing and subscribing, the page Files, looking after a gym, rests, the picture, and a year of training in
# the studio. The room Light takes 24,000: the list of sets, the sheet, and the messages to and from its stage (0042),
# plus 2,400 for the second screen, which is fitted to its wall; 800 import what was agreed to even if something else
# changed meanwhile. 38,000 are what a musician missed in Journal and Tools: the doors of an empty shed and a line for
# each room (0051), the tempo trainer (0045), plans that lead through practice, the year and streaks (0048), links and
# tags in notes and days with addresses (0049), takes that play where they are listed, with handles, names and imports
# (0050), recent tunings (0047), scores that fit a phone (0046), and tools that fit a low screen (0052). 12,000 share a take by a link (0053), count
# in with a voice (0054), and show what sounds or records in another tab, with buttons to stop or take it over (0055).
# 69,000 are the statistics of reeds, whose methods, sentences and layouts are in the analyst's program (0057): how plots are
# drawn and read by hover and keys (0056), the pages of reports with their choices, experiments from the plan to the
# rating by code (0058, 19,000), and studies (0059). 600 tell other tabs of a take that plays (0055). 3,500 set panes, colours and tempo of
# Light on screen and begin calm where motion is reduced (0042), name a staple that is in two reeds, find reeds by what was
# written about them (0035), and tune, click and log in one tap (0051). 9,000 fold the month to a week on a phone and open practice
# from its day (0049), suggest studies for the player's instrument (0039), name what is wrong in a score's form, warn of
# unusual measurements, and draw the gouge with its ends. 17,000 tag, set and convert many reeds at once, draw bassoon
# reeds and inches, let fields change groups (0035), find any tool to merge with, count overlapping practice once (0039), lead from a toast
# to the trash, keep a room's line until it is left (0051), latch Light's Shift and keep its glide and brightness (0042).
# 20,000 are single reeds with their form, box and drawing (0065), choices, words and stages of custom fields, defaults with
# such fields, and arrow keys for numbers (0035). 8,000 are what three trials missed: a selection stays for the next step, a
# form that is only closed says what it saved, slips stay out of the figures, earlier answers stay in sight, plans say
# where nothing easier is, scores and spaces are not replaced without a word, and meters are named. 4,500 are what two more
# missed: numbers in files that other programs read (0056), the gouge's points in rows, events of one day side by side, a reed beside its
# session, studies of other woodwinds (0039), and words where nothing could be done. Two builds of the same sources differ by up to 1,200 bytes, since the
# compiler's modules are not the same twice; each limit leaves room for that.
# 76,000 are what splitting it costs: stubs, names between the parts, and code that compresses worse apart (0066). 1,500 filter reeds
# by a tool, add unknown tools on Save, and hold the file that plays (0035).
limit "program and rest, brotli" "$((program + rest))" 1283000
# Chromium refuses to compile more in the middle of a call (0066).
limit "rest, unpacked" "$(sum assets/rest-*.wasm)" 8000000
limit "program with the trial pages, brotli" "$trials" 1219000
limit "player of the audio thread, brotli" "$player" 33700
# Includes 2,000 bytes for typed requests and answers, checked on both sides (0013), and 8,800 to measure the crow of a
# reed. 3,300 bytes turn audio files into takes (0050).
limit "listener, brotli" "$listener" 106500
# Reads and writes files of reeds: no page waits for it (0034). 83,000 are training logs from four sources, and tables
# and dumps of catalogues (0040), and 12,000 the files of studies (0059). 10,000 are experiments in files of reeds (0058), and
# the table of a weather station (0061). 11,000 are the fields of single reeds (0065), and
# everything that a file says about a custom field (0034).
limit "clerk, brotli" "$clerk" 308000
# Answers questions about reeds: loaded with the first of them, kept for use offline (0057). The methods, the reading of
# rows, eleven pages with their sentences, and thirteen rules of suggestions. 17,000 are measurements that differ between
# compared groups, gouges measured twice, suggestions that an experiment has answered (0060), and what counts as a look
# at an experiment (0058). 2,500 say wherever it is too early to tell how many more reeds it takes, and until when.
# 4,000 compare shares: how often a verdict is Concert, or a reed would be made again (0057). 2,700 give fading, shrunk
# means and shares of changes their intervals, and say how often luck alone alarms in the chart that is shown. 5,000 find where a
# gouger began to drift, and name the groups that are too close to call (0057). 15,500 rank, draw and follow choices over the months, say
# what each pace counts, see where first and latest tests contradict each other, and choose the arms of a suggested
# experiment.
# 10,000 are Cohen's kappa with its sentences, arms for numbers, the fields of single reeds and advice for those who buy
# them (0065). 4,000 take choices into the model (0057) and leave out slips.
# 1,200 say what the latest tests alone say of the pitch, what a difference this small takes, and of a middle third only
# what is more than luck.
limit "analyst, brotli" "$analyst" 375500
# The instrument Light: hands, performance, limiter, reference picture, texts and twelve sets; downloaded when the room
# opens (0042). With its shaders, the goal is 80,000. 1,200 of it fit the picture to a wall and to the primaries of a wide-gamut screen, and 1,700 count a
# field's phases as the standards do (0041). 3,000 look for stripes in what panes make together and fade them (0041), and
# set panes, colours and tempo.
limit "stage, brotli" "$stage" 78000
# Includes 101,000 bytes for Light with its stage, 306,000 for the clerk, and 374,000 for the analyst, so that
# files and statistics work offline, too. They load after everything that the first page needs (0042, 0057).
limit "first visit, brotli" "$visit" 2252000
exit "$failed"
