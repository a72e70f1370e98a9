// The stage: a worker that runs Stage.wasm, passes it all input, and draws what it says. It decides nothing. The other side is
// Sources/Stage/Exports.swift; the page's is services/light.js.

import { wasi } from "./wasi.js";
import { painterOf } from "./painter.js";

const SLOW = 24; // milliseconds from one picture to the next
const SCENE = 104; // numbers that the shader reads
const FRAME = 9; // numbers that place the picture on the screen
const encoder = new TextEncoder();
const decoder = new TextDecoder();

let program = null;
let painter = null;
let canvas = null;
let full = { width: 1, height: 1 }; // pixels of the canvas on the screen
let scale = 1; // the share of them drawn while the picture changes
let drawn = 0; // the share of them the last picture had
let isDue = false;
let last = 0; // when the last picture was due
let late = 0;
let good = 0;
let pictureCount = 0;
// For measurements: each frame's work in milliseconds.
const works = (self.works = []);

// Times are in microseconds since the page started.
const now = () => (performance.timeOrigin + performance.now()) * 1000 - began;
let began = 0;
const moment = (time) => time * 1000 - began;

const leave = (text) => {
  const bytes = encoder.encode(text);
  const start = program.room(bytes.length) >>> 0;
  new Uint8Array(program.memory.buffer, start, bytes.length).set(bytes);
  return bytes.length;
};
const bytesOf = (count) => new Uint8Array(program.memory.buffer, program.paper() >>> 0, count);
const textOf = (count) => decoder.decode(bytesOf(count));
// The address comes first: to find it may take memory, and then there is another buffer.
const numbersAt = (address, count) => new Float32Array(program.memory.buffer, address >>> 0, count);

const tell = () => {
  const count = program.news();
  if (count > 0) postMessage({ news: textOf(count).split("\x1E") });
};

// Stages that only follow show the same picture, each at its own size.
const channel = new BroadcastChannel("woodshed.light");
let isFollowing = false;
const broadcast = () => {
  if (isFollowing || !program) return;
  channel.postMessage(numbersAt(program.scene(), SCENE).slice());
};
channel.onmessage = ({ data }) => {
  if (data === "hello") return broadcast();
  if (data === "failed") return void (isFollowing || !program || postMessage({ news: ["screenFailed"] }));
  if (!isFollowing || !program) return;
  const start = program.room(data.byteLength) >>> 0;
  new Uint8Array(program.memory.buffer, start, data.byteLength).set(new Uint8Array(data.buffer));
  program.follow(data.length);
  due();
};

const paint = () => {
  broadcast();
  if (painter.drawPixels) {
    return painter.drawPixels(
      new Uint8ClampedArray(bytesOf(program.pixels())), program.width(), program.height());
  }
  if (canvas.width !== full.width || canvas.height !== full.height) Object.assign(canvas, full);
  const part = program.part();
  const frame = numbersAt(program.frame(), FRAME).slice();
  painter.draw(numbersAt(program.scene(), SCENE), part, frame, drawn);
};

// If frames are late repeatedly, they are drawn smaller, and larger again after some good seconds. The canvas keeps its size:
// another one would make the next frame wait for the graphics card.
const keepPace = (time) => {
  const away = time - last;
  last = time;
  if (!painter.draw || away <= 0 || away > 500) return;
  late = away > SLOW ? late + 1 : Math.max(0, late - 0.25);
  good = away > SLOW ? 0 : good + away;
  const wanted = late > 8 ? scale - 0.125 : good > 8000 ? scale + 0.125 : scale;
  if (wanted === scale || wanted < 0.5 || wanted > 1) return;
  scale = wanted;
  late = good = 0;
};

const frame = (time) => {
  isDue = false;
  const before = performance.now();
  keepPace(time);
  const state = program.draw(now());
  // The page updates while the graphics card draws.
  tell();
  // A picture at rest has full resolution.
  const share = state & 2 ? scale : 1;
  if ((state & 1 || (painter.draw && drawn !== share)) && !painter.isLost) {
    drawn = share;
    paint();
  }
  works[pictureCount++ % 4096] = performance.now() - before;
  if (state & 2) due();
  else last = 0;
};

const due = () => {
  if (isDue || !program) return;
  isDue = true;
  requestAnimationFrame(frame);
};

// What was lost is visible again.
const again = () => {
  program?.forget();
  due();
};

const equip = ({ canvas: given, isWide, follows }) => {
  isFollowing = follows;
  canvas = given;
  painter = painterOf(canvas, isWide);
  painter.whenBack?.(again);
};

const start = ({ module, seed, origin }) => {
  const imports = { wasi_snapshot_preview1: wasi(() => program.memory) };
  program = new WebAssembly.Instance(module, imports).exports;
  began = origin * 1000;
  program.start(seed, painter.isWide ? 1 : 0);
  if (isFollowing) channel.postMessage("hello");
  postMessage({ keys: textOf(program.keys()).split(" "), painter: painter.name });
};

// Small pictures are drawn one by one: what is played meanwhile comes between.
const wanted = [];
const turn = new MessageChannel();
turn.port1.onmessage = () => {
  const { number, key, chord, width, height } = wanted.shift();
  const count = program.picture(leave(key), chord, width, height);
  postMessage({ number, pixels: bytesOf(count).slice(), width, height });
  if (wanted.length) turn.port2.postMessage(0);
};

const answers = {
  equip,
  start,
  order: ({ text, time }) => program.take(leave(text), moment(time)),
  touch: ({ phase, device, pointer, control, x, y, isFine, time }) =>
    program.touch(phase, device, pointer, control, x, y, isFine, moment(time)),
  press: ({ code, flags, time }) => program.press(leave(code), flags, moment(time)),
  letGo() {
    program.letGo(now());
    // A hidden page gets no frame to tell it with.
    tell();
  },
  size({ width, height }) {
    full = { width: Math.max(1, width), height: Math.max(1, height) };
    program.reshape(width, height);
    drawn = 0;
  },
  picture(data) {
    if (wanted.push(data) === 1) turn.port2.postMessage(0);
  },
};

self.onmessage = ({ data }) => {
  answers[data.what](data);
  due();
};
