// Media keys: on a keyboard, a headset, a locked screen. Browsers send them to a page that plays a file, so a silent
// one plays while something sounds.

import { onStop } from "./watch.js";

const SECONDS = 10; // shorter ones do not count as music
const RATE = 8_000;

let silence = null;

const makeSilence = () => {
  const size = SECONDS * RATE;
  const file = new DataView(new ArrayBuffer(44 + size));
  [0x52494646, 36 + size, 0x57415645, 0x666d7420, 16, 0x10001, RATE, RATE, 0x80001, 0x64617461, size]
    .forEach((word, index) => file.setUint32(index * 4, word, ![0, 2, 3, 9].includes(index)));
  new Uint8Array(file.buffer, 44).fill(0x80);
  const audio = new Audio(URL.createObjectURL(new Blob([file], { type: "audio/wav" })));
  audio.loop = true;
  return audio;
};

const KEYS = ["play", "pause", "stop", "nexttrack", "previoustrack"];

export const mediaKeys = (page) => ({
  nowPlaying(address, size, isPlaying) {
    const session = navigator.mediaSession;
    if (!session) return;
    const title = page.text(address, size);
    session.metadata = title ? new MediaMetadata({ title, artist: "Woodshed" }) : null;
    session.playbackState = !title ? "none" : isPlaying ? "playing" : "paused";
    if (isPlaying) (silence ??= makeSilence()).play().catch(() => {});
    else silence?.pause();
  },
  watchMediaKeys(number) {
    const set = (make) => KEYS.forEach((key, index) => {
      try {
        navigator.mediaSession?.setActionHandler(key, make(index));
      } catch {
        // A key that this browser does not know.
      }
    });
    set((index) => () => page.answer(number, index));
    onStop(number, () => set(() => null));
  },
});
