// Speech: a voice of this device says numbers in time. Voices that need a server are never used.

import { onStop } from "./watch.js";

const KEY = "woodshed.speech-lag";
const MOST = 400; // the longest lag to allow for, in milliseconds: the least gap between two numbers
const speaker = globalThis.speechSynthesis;

const bounded = (lag) => Math.min(Math.max(lag, 0), MOST);

const remembered = () => {
  try {
    return bounded(Number(localStorage.getItem(KEY) ?? 150) || 0);
  } catch {
    return 150;
  }
};

const findVoice = () => {
  const { lang } = document.documentElement;
  const voices = speaker?.getVoices().filter((voice) => voice.localService && voice.lang.startsWith(lang)) ?? [];
  return voices.find((voice) => voice.default) ?? voices[0];
};

let lag; // from asking for a word until it begins, in milliseconds
let timer;
let spoken = null; // a reference: without one, a browser may forget to tell that it began

const hush = () => {
  clearTimeout(timer);
  if (!spoken) return;
  spoken = null;
  speaker.cancel();
};

export const speech = (page) => {
  let watcher;

  const tell = () => {
    lag ??= remembered();
    if (watcher !== undefined) page.answer(watcher, !speaker ? 1 : findVoice() ? 0 : 2, lag);
  };

  const learn = (measured) => {
    // One slow word does not delay the next ones much.
    lag = (lag + bounded(measured)) / 2;
    try {
      localStorage.setItem(KEY, Math.round(lag));
    } catch {
      // Full or forbidden: it is measured again next time.
    }
    tell();
  };

  const say = (number, moment, gap) => {
    const voice = findVoice();
    const asked = performance.now();
    const due = moment || asked + lag;
    // A timer of a busy page may be late; a number that is late is worse than none.
    if (!voice || document.hidden || asked > due + gap / 2) return;
    if (spoken) hush();
    const words = (spoken = new SpeechSynthesisUtterance(number));
    Object.assign(words, { voice, lang: voice.lang, rate: Math.min(Math.max(600 / gap, 1), 1.6) });
    words.onstart = () => {
      if (words !== spoken) return;
      const began = performance.now();
      if (began > due + gap / 2) {
        // Only this one: the next number may be waiting already.
        spoken = null;
        speaker.cancel();
      }
      learn(began - asked);
    };
    words.onend = words.onerror = () => {
      if (words === spoken) spoken = null;
    };
    speaker.speak(words);
  };

  return {
    watchSpeech(number) {
      watcher = number;
      const hide = () => document.hidden && hush();
      // Some browsers find their voices later.
      speaker?.addEventListener?.("voiceschanged", tell);
      document.addEventListener("visibilitychange", hide);
      onStop(number, () => {
        watcher = undefined;
        speaker?.removeEventListener?.("voiceschanged", tell);
        document.removeEventListener("visibilitychange", hide);
      });
      tell();
    },
    speak(number, moment, gap) {
      clearTimeout(timer);
      if (document.hidden) return;
      lag ??= remembered();
      if (moment === 0) return say(number, 0, gap);
      timer = setTimeout(say, moment - lag - performance.now(), number, moment, gap);
    },
    hush,
  };
};
