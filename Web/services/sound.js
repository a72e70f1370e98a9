// Sound: one audio context with one player on its thread, made by the first tap that wants them.

import { scriptURL } from "../glue.js";
import { onStop } from "./watch.js";

let context = null;
let player = null;
let waiting = []; // commands from before the player was there

const send = (command) => (player ? player.port.postMessage(command) : waiting.push(command));

const close = () => {
  const old = context;
  player?.port.postMessage(null);
  player?.disconnect();
  if (old) {
    old.onstatechange = null;
    old.close().catch(() => {});
  }
  context = player = null;
  waiting = [];
};

// When a frame of the context is heard, by the clock of the page, in milliseconds.
const heardAt = (frame) => {
  const { contextTime, performanceTime } = context.getOutputTimestamp();
  const time = frame / context.sampleRate;
  return performanceTime > 0
    ? performanceTime + (time - contextTime) * 1_000
    : performance.now() + (time - context.currentTime + (context.outputLatency || 0)) * 1_000;
};

const CUE = 7; // the numbers of one cue, as in Sources/Sound/Playing/PlayerCommand.swift

export const sound = (page) => {
  const hear = (number, { told, begin, load, refused }) => {
    if (!context) return;
    if (refused) console.warn("The player knows no such command:", refused);
    if (load !== undefined) {
      const { underrunEvents = -1 } = context.playbackStats ?? {};
      page.answer(number, 2, load, underrunEvents);
    }
    for (let at = 0; told && at < told.length; at += CUE) {
      page.answer(number, 1, heardAt(begin + told[at]), ...told.subarray(at, at + CUE));
    }
  };

  const open = async (number) => {
    const { player: script, playerProgram } = document.documentElement.dataset;
    // A session that plays is heard also where the device is set to silent.
    if (navigator.audioSession) navigator.audioSession.type = "playback";
    const opened = new AudioContext({ latencyHint: "interactive" });
    context = opened;
    const tell = () => {
      const delay = (opened.baseLatency || 0) + (opened.outputLatency || 0);
      page.answer(number, 0, opened.sampleRate, delay, opened.state, "");
    };
    const [module] = await Promise.all([
      WebAssembly.compileStreaming(fetch(playerProgram)),
      opened.audioWorklet.addModule(scriptURL(script)),
    ]);
    if (context !== opened) return;
    const node = new AudioWorkletNode(opened, "woodshed-player", {
      numberOfInputs: 0,
      outputChannelCount: [1],
      processorOptions: { module, blockLength: opened.renderQuantumSize ?? 128 },
    });
    node.onprocessorerror = () => fail(number, new Error("the player ended"));
    node.port.onmessage = ({ data }) => hear(number, data);
    node.connect(opened.destination);
    player = node;
    for (const command of waiting) send(command);
    waiting = [];
    opened.onstatechange = tell;
    await opened.resume();
    tell();
  };

  const fail = (number, error) => {
    close();
    page.answer(number, 0, 0, 0, "failed", error.message || error.name);
  };

  return {
    openSound(number) {
      close();
      onStop(number, close);
      open(number).catch((error) => fail(number, error));
    },
    playSound(address, size) {
      const numbers = page.unpack(address, size, "n".repeat(size / 8));
      send(Float64Array.from(numbers));
    },
    wakeSound: () => void context?.resume().catch(() => {}),
  };
};
