// Loads the program and starts it.

import { showFailure } from "./failure.js";
import { apply, page, run } from "./glue.js";
import { begin, load, loadRest, loadRestNow, needsRest, requestRest } from "./programs.js";
import { wasi } from "./wasi.js";
import { address, here } from "./services/address.js";
import { analyst } from "./services/analyst.js";
import { clerk } from "./services/clerk.js";
import { clock } from "./services/clock.js";
import { device } from "./services/device.js";
import { files } from "./services/files.js";
import { ledger } from "./services/ledger.js";
import { light } from "./services/light.js";
import { mediaKeys } from "./services/media-keys.js";
import { microphone } from "./services/microphone.js";
import { network } from "./services/network.js";
import { pictures } from "./services/pictures.js";
import { sound } from "./services/sound.js";
import { speech } from "./services/speech.js";
import { storage } from "./services/storage.js";
import { takes } from "./services/takes.js";
import { update } from "./services/update.js";
import { watch } from "./services/watch.js";

// First of all: a secret is removed from the address bar.
let path = here();
// Whoever goes back while the program is loading wants to start there.
const follow = () => (path = here());
addEventListener("popstate", follow);
let memory;
const imports = {
  page: {
    apply,
    ...address(page), ...analyst(page), ...clerk(page), ...clock(page), ...device(page), ...files(page), ...ledger(page),
    ...light(page), ...mediaKeys(page), ...microphone(page), ...network(page), ...pictures(page), ...sound(page), ...speech(page),
    ...storage(page), ...takes(page), ...update(page), ...watch(page),
  },
  rest: { load: loadRestNow },
  wasi_snapshot_preview1: wasi(() => memory),
};
const startsWhole = needsRest();
const loadRestLater = () => loadRest().catch(() => setTimeout(loadRestLater, 10_000));

try {
  startsWhole.then((starts) => starts && requestRest());
  const { instance } = await WebAssembly.instantiateStreaming(load(), imports);
  memory = instance.exports.memory;
  begin(instance, imports);
  if (await startsWhole) await loadRest().catch(() => {}); // The first part runs without it.
  const build = document.documentElement.dataset.build;
  removeEventListener("popstate", follow);
  run(instance.exports, document.getElementById("app"), path, build, navigator.userAgent);
  performance.mark("woodshed-ready");
  loadRestLater();
} catch (error) {
  showFailure(error, navigator.onLine
    ? "The app could not be loaded. Your data is safe on this device. Reload to try again. "
      + "Woodshed needs Safari 17.5, Chrome 123, Firefox 128 or later."
    : "The app could not be loaded because you are offline. Your data is safe on this device. "
      + "Reload when you are online.");
}
