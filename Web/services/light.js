// Light: a worker that plays and draws on a canvas of the page, and input from the page's controls.

import { scriptURL } from "../glue.js";
import { holdAwake } from "./device.js";
import { compile } from "./prepared.js";
import { onStop } from "./watch.js";

const { stage: script, stageProgram } = document.documentElement.dataset;
const DEVICES = { touch: 0, pen: 1, mouse: 2 };

let worker = null;
let spare = null; // a worker that was started before the room opened
let isStarted = false; // whether the worker has its program
let waiting = []; // messages for it until then
let early = []; // what was tapped before the stage was ready
let isReady = false; // whether the stage has what the page prepares it with
let keys = new Set();
let current = null; // the number of the order that opened the stage
let canvas = null; // the last one shown
let taken = null; // the one the worker draws on, for good
let lastPicture = 0;
const pictures = new Map(); // small canvases by request number

const tell = (message) => {
  if (isStarted) worker.postMessage(message);
  else waiting.push(message);
};

// What is tapped while the stage loads is played once it is there, after the page has restored what was in the hand.
const play = (message) => {
  if (isReady) tell(message);
  else if (current !== null) early.push(message);
};

// MARK: The stage

const observer = new ResizeObserver(([entry]) => {
  const { width, height } = entry.contentRect;
  if (!width || !height) return;
  const dots = Math.min(devicePixelRatio, Math.sqrt((1920 * 1080) / (width * height)));
  tell({ what: "size", width: Math.round(width * dots), height: Math.round(height * dots) });
});

const show = (element) => {
  canvas = element;
  observer.disconnect();
  observer.observe(element);
};

// Fetches and compiles the program and starts the worker's scripts while the page does something else.
const makeReady = () => {
  compile(stageProgram);
  if (worker || spare) return;
  spare = new Worker(scriptURL(script), { type: "module" });
  // The room makes another, and says what fails.
  spare.onerror = () => (spare = null);
};

// Whoever opens the app in the room, or points at its tab, is about to need them.
const willOpen = (event) => event.target.closest?.('a[href="/light"]') && makeReady();
if (/^\/light(\/|$)/.test(location.pathname)) makeReady();
addEventListener("pointerover", willOpen);
addEventListener("focusin", willOpen);

const open = async (number, page) => {
  current = number;
  onStop(number, close);
  holdAwake("stage", true);
  watchPads();
  const answer = (text) => number === current && page.answer(number, text);
  const fail = ({ message }) => {
    if (number !== current) return;
    worker?.terminate();
    current = null;
    page.answer(number, `failed\x1F${message ?? ""}`);
    // The window that plays hears of a second screen without a picture, unless the room has started another stage.
    if (current === null && canvas?.dataset.stage === "follows") tellOthers("failed");
  };
  try {
    const program = compile(stageProgram);
    while (number === current && !(canvas?.isConnected && canvas !== taken)) await new Promise(requestAnimationFrame);
    if (number !== current) return;
    taken = canvas;
    const drawn = canvas.transferControlToOffscreen();
    worker = spare ?? new Worker(scriptURL(script), { type: "module" });
    spare = null;
    worker.onmessage = ({ data }) => hear(data, answer);
    worker.onerror = fail;
    worker.postMessage({
      what: "equip", canvas: drawn, follows: canvas.dataset.stage === "follows",
      isWide: matchMedia("(color-gamut: p3)").matches,
    }, [drawn]);
    const module = await program;
    if (number !== current) return;
    worker.postMessage({
      what: "start", module, seed: crypto.getRandomValues(new Uint32Array(1))[0], origin: performance.timeOrigin,
    });
    isStarted = true;
    for (const message of waiting.splice(0)) tell(message);
  } catch (error) {
    fail(error);
  }
};

// The window that plays hears of a second screen without a picture.
const tellOthers = (text) => {
  const channel = new BroadcastChannel("woodshed.light");
  channel.postMessage(text);
  channel.close();
};

const close = () => {
  holdAwake("stage", false);
  worker?.terminate();
  worker = current = null;
  // If another opens at once, its canvas is already shown.
  if (canvas === taken) {
    canvas = null;
    observer.disconnect();
  }
  waiting = [];
  early = [];
  isStarted = isReady = false;
  keys = new Set();
  pictures.clear();
};

const hear = (data, answer) => {
  if (data.news) for (const text of data.news) answer(text);
  if (data.keys) {
    // A stage that only follows takes no input.
    keys = new Set(taken.dataset.stage === "follows" ? ["KeyF", "KeyH"] : data.keys);
    isReady = true;
    answer(`painter\x1F${data.painter}`);
    for (const message of early.splice(0)) tell(message);
  }
  if (data.pixels) {
    const picture = pictures.get(data.number);
    pictures.delete(data.number);
    picture?.getContext("2d").putImageData(
      new ImageData(new Uint8ClampedArray(data.pixels), data.width, data.height), 0, 0);
  }
};

// MARK: Hands

// When something happened, in milliseconds since 1970, as on the worker's clock.
const moment = (event) => performance.timeOrigin + event.timeStamp;
const now = () => performance.timeOrigin + performance.now();

const controlUnder = (event, own) => {
  if (own.dataset.light > 7) return own;
  // A finger slides from one selector to the next.
  const element = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-light]");
  return element && element.dataset.light < 8 ? element : null;
};

const touch = (event, own, phase) => {
  const element = controlUnder(event, own);
  const box = (element ?? own).getBoundingClientRect();
  play({
    what: "touch", phase, device: DEVICES[event.pointerType] ?? 2, pointer: event.pointerId,
    control: element ? Number(element.dataset.light) : -1,
    x: (event.clientX - box.left) / box.width, y: 1 - (event.clientY - box.top) / box.height,
    isFine: event.altKey ? 1 : 0, time: moment(event),
  });
};

const attend = (element) => {
  if (element.isAttended) return;
  element.isAttended = true;
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    touch(event, element, 0);
  });
  element.addEventListener("pointermove", (event) => {
    if (element.hasPointerCapture(event.pointerId)) touch(event, element, 1);
  });
  element.addEventListener("pointerup", (event) => touch(event, element, 2));
  element.addEventListener("pointercancel", (event) => touch(event, element, 3));
  element.addEventListener("contextmenu", (event) => event.preventDefault());
};

// A touch has already played when its click comes; a click by key or screen reader plays now.
addEventListener("click", (event) => {
  if (event.detail > 0 && event.target.closest?.("[data-light]")) event.stopImmediatePropagation();
}, true);

// The key that freezes the picture works whenever it types nothing: over a sheet, and before the stage is there.
const FREEZE = "KeyP";

const isTyping = ({ target, code }) => {
  if (target.matches?.("input:not([type=range], [type=checkbox]), textarea, select, [contenteditable]")) return true;
  if (code !== FREEZE && document.querySelector("dialog:modal")) return true;
  return code === "Space" && target.matches?.("button, a, summary");
};

// On a focused ribbon, the arrows move that one.
const codeOf = ({ target, code }) => {
  const place = code.startsWith("Arrow") && target.matches?.("[data-light] input") && target.parentNode.dataset.light - 16;
  if (!Number.isInteger(place)) return code;
  return `${code === "ArrowRight" || code === "ArrowUp" ? "More" : "Less"}${place}`;
};

const press = (event) => {
  const plays = isReady ? keys.has(event.code) : event.code === FREEZE && current !== null && canvas?.dataset.stage !== "follows";
  if (!plays || event.ctrlKey || event.metaKey) return;
  const isDown = event.type === "keydown";
  if (isDown && isTyping(event)) return;
  play({
    what: "press", code: codeOf(event), flags: isDown + 2 * event.repeat + 4 * event.altKey, time: moment(event),
  });
  if (!isDown || event.key === "Shift") return;
  event.preventDefault();
  event.stopImmediatePropagation();
};
addEventListener("keydown", press, true);
addEventListener("keyup", press, true);

// Gamepads fire no events for buttons and sticks: while there is one, it is polled before each frame. A stick moves the ribbons:
// sideways the first, up and down the second.
const down = new Set();
let isWatchingPads = false;
let lastLook = 0;
const watchPads = () => {
  const pads = navigator.getGamepads?.().filter(Boolean) ?? [];
  isWatchingPads = current !== null && pads.length > 0;
  if (!isWatchingPads) return void down.clear();
  const time = now();
  const passed = Math.round(time - lastLook);
  lastLook = time;
  for (const { buttons, axes } of pads.slice(0, 1)) {
    for (const [place, way] of axes.slice(0, 4).entries()) {
      if (!isReady || Math.abs(way) < 0.1) continue;
      const lean = (place % 2 ? -way : way).toFixed(4);
      tell({ what: "order", text: ["lean", place % 2, lean, passed].join("\x1F"), time });
    }
    for (const [place, { pressed }] of buttons.entries()) {
      const code = `Pad${place}`;
      if (!keys.has(code) || (!pressed && !down.has(code))) continue;
      tell({ what: "press", code, flags: pressed + 2 * down.has(code), time });
      if (pressed) down.add(code);
      else down.delete(code);
    }
  }
  requestAnimationFrame(watchPads);
};
addEventListener("gamepadconnected", () => isWatchingPads || watchPads());
addEventListener("gamepaddisconnected", () => letGo());

const letGo = () => play({ what: "letGo" });
addEventListener("blur", letGo);
addEventListener("pagehide", letGo);
document.addEventListener("visibilitychange", () => document.hidden && letGo());

export const light = (page) => {
  page.attend("data-stage", show);
  page.attend("data-light", attend);
  // The text has the set's key, the chord's number, and a mark that differs after a change.
  page.attend("data-chord", (element, text) => {
    const [key, chord] = text.split(" ");
    pictures.set(++lastPicture, element);
    tell({ what: "picture", number: lastPicture, key, chord: Number(chord), width: element.width, height: element.height });
  });
  return {
    openStage: (number) => void open(number, page),
    tellStage: (address, size) => play({ what: "order", text: page.text(address, size), time: now() }),
  };
};
