// Sound: one audio context with one player on its thread, created on a tap.

import { scriptURL } from "../glue.js";
import { tellSession } from "./audio-session.js";
import { watchDevices } from "./devices.js";
import { compile, prepare } from "./prepared.js";
import { onStop } from "./watch.js";

let current = null; // the open session: its order, context and player

const send = (command) => {
  if (current?.player) current.player.port.postMessage(command);
  else current?.waiting.push(command);
};

// Ends a session; one that was replaced has already ended.
const close = (session) => {
  if (!session || session !== current) return;
  current = null;
  tellSession("playing", false);
  session.leave?.();
  session.player?.port.postMessage(null);
  session.player?.disconnect();
  if (session.context) {
    session.context.onstatechange = session.context.onerror = null;
    session.context.close().catch(() => {});
  }
};

// How far the page's clock is ahead of the context's audible time, in milliseconds. Devices report their time in
// steps: the median of the last readings is right where a single one is not.
const READINGS = 15;
const aheadOf = (session) => {
  const { context, readings } = session;
  const { contextTime, performanceTime } = context.getOutputTimestamp();
  const ahead = performanceTime > 0
    ? performanceTime - contextTime * 1_000
    : performance.now() - (context.currentTime - (context.outputLatency || 0)) * 1_000;
  // After sleep or on another device, start again.
  if (Math.abs(ahead - readings.at(-1)) > 100) readings.length = 0;
  readings.push(ahead);
  if (readings.length > READINGS) readings.shift();
  return readings.toSorted((one, other) => one - other)[readings.length >> 1];
};

const CUE = 8; // the numbers of one cue, as in Sources/Sound/Playing/PlayerCommand.swift

export const sound = (page) => {
  const tell = ({ number, context }) => {
    const delay = (context.baseLatency || 0) + (context.outputLatency || 0);
    page.answer(number, 0, context.sampleRate, delay, context.state, "");
  };

  const fail = (session, name, reason) => {
    if (session !== current) return;
    close(session);
    page.answer(session.number, 0, 0, 0, name, reason);
  };

  const hear = (session, { told, begin, load, refused, failed }) => {
    if (session !== current) return;
    if (failed) fail(session, "failed", failed);
    if (refused) console.warn("The player knows no such command:", refused);
    if (load !== undefined) {
      const { underrunEvents = -1 } = session.context.playbackStats ?? {};
      page.answer(session.number, 2, load, underrunEvents);
    }
    const ahead = aheadOf(session);
    for (let at = 0; told && at < told.length; at += CUE) {
      const moment = ahead + (begin + told[at]) / session.context.sampleRate * 1_000;
      page.answer(session.number, 1, moment, ...told.subarray(at, at + CUE));
    }
  };

  const open = async (session) => {
    const { player: script, playerProgram } = document.documentElement.dataset;
    const context = (session.context = new AudioContext({ latencyHint: "interactive" }));
    if (!context.audioWorklet) return fail(session, "insecure", "");
    context.onerror = () => fail(session, "lost", "");
    tellSession("playing", true);
    // At the tap itself: later it may not be allowed.
    context.resume().catch(() => {});
    const [module] = await Promise.all([
      compile(playerProgram),
      context.audioWorklet.addModule(scriptURL(script)),
    ]);
    if (session !== current) return;
    const node = new AudioWorkletNode(context, "woodshed-player", {
      numberOfInputs: 0,
      outputChannelCount: [1],
      processorOptions: { module, blockLength: context.renderQuantumSize ?? 128 },
    });
    node.onprocessorerror = () => fail(session, "failed", "the player ended");
    node.port.onmessage = ({ data }) => hear(session, data);
    node.connect(context.destination);
    session.player = node;
    for (const command of session.waiting) send(command);
    context.onstatechange = () => tell(session);
    // Another loudspeaker may have another delay.
    session.leave = watchDevices("audiooutput", () => {
      tell(session);
      page.answer(session.number, 3);
    });
    tell(session);
  };

  page.attend("data-sounds", () => {
    const { player, playerProgram, capture, listener, listenerProgram } = document.documentElement.dataset;
    prepare(playerProgram, player);
    prepare(listenerProgram, capture, listener);
  });

  return {
    openSound(number) {
      close(current);
      const session = (current = { number, waiting: [], readings: [] });
      onStop(number, () => close(session));
      open(session).catch((error) => fail(session, "failed", error.message || error.name));
    },
    playSound(address, size) {
      const numbers = page.unpack(address, size, "n".repeat(size / 8));
      send(Float64Array.from(numbers));
    },
    wakeSound: () => void current?.context?.resume().catch(() => {}),
  };
};
