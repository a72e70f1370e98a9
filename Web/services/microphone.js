// The microphone: asked for by a tap, listened to by a worker, and told of once for each picture.

import { scriptURL } from "../glue.js";
import { onStop } from "./watch.js";

// What browsers do to make speech clear bends notes.
const PLAIN = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
const LONGEST = 5_000; // numbers that wait while the page is hidden

let current = null;

const close = () => {
  const old = current;
  current = null;
  if (!old) return;
  old.node?.port.postMessage(null);
  old.worker?.terminate();
  for (const track of old.stream?.getTracks() ?? []) {
    track.onended = null;
    track.stop();
  }
  if (old.context) {
    old.context.onstatechange = null;
    old.context.close().catch(() => {});
  }
  if (navigator.audioSession) navigator.audioSession.type = "auto";
};

export const microphone = (page) => {
  const fail = (number, name, reason = "") => {
    close();
    page.answer(number, 0, 0, 0, name, reason);
  };

  const open = async (number, request) => {
    const session = (current = {});
    const isOver = () => current !== session;
    if (!navigator.mediaDevices?.getUserMedia) return fail(number, "insecure");
    if (navigator.audioSession) navigator.audioSession.type = "play-and-record";
    // The context is made at the tap, before anything is waited for, or it would sleep.
    const context = (session.context = new AudioContext({ latencyHint: "interactive" }));
    const { capture, listener, listenerProgram } = document.documentElement.dataset;
    const [stream, module] = await Promise.all([
      navigator.mediaDevices.getUserMedia({ audio: PLAIN }),
      WebAssembly.compileStreaming(fetch(listenerProgram)),
      context.audioWorklet.addModule(scriptURL(capture)),
    ]);
    if (isOver()) {
      for (const track of stream.getTracks()) track.stop();
      return;
    }
    session.stream = stream;
    const [track] = stream.getAudioTracks();
    track.onended = () => fail(number, "lost");
    const settings = track.getSettings();
    const isBent = Object.keys(PLAIN).some((name) => settings[name] === true);

    let heard = [];
    const tell = () => {
      session.frame = 0;
      if (heard.length) page.answer(number, 1, ...heard);
      heard = [];
    };
    const worker = (session.worker = new Worker(scriptURL(listener), { type: "module" }));
    worker.onerror = () => fail(number, "failed", "the listener ended");
    worker.onmessage = ({ data }) => {
      if (isOver()) return;
      if (data.unheard) fail(number, "failed", `${data.unheard} samples a second`);
      if (data.load !== undefined) page.answer(number, 2, data.load, data.lost);
      if (!data.heard) return;
      heard.push(...data.heard);
      if (heard.length > LONGEST) tell();
      session.frame ||= requestAnimationFrame(tell);
    };
    const { port1, port2 } = new MessageChannel();
    worker.postMessage(
      { module, sampleRate: context.sampleRate, first: request, port: port1 }, [port1]);
    const node = (session.node = new AudioWorkletNode(context, "woodshed-capture", {
      outputChannelCount: [1], channelCount: 1, channelCountMode: "explicit",
    }));
    node.port.postMessage(port2, [port2]);
    context.createMediaStreamSource(stream).connect(node);
    // What leads nowhere is not run: the node is silent.
    node.connect(context.destination);
    const state = () => page.answer(
      number, 0, context.sampleRate, isBent ? 1 : 0, context.state, track.label);
    context.onstatechange = state;
    await context.resume();
    if (!isOver()) state();
  };

  return {
    listen(number, address, size) {
      const request = page.unpack(address, size, "n".repeat(size / 8));
      close();
      onStop(number, close);
      open(number, request).catch((error) => fail(number, error.name, error.message));
    },
    listenOtherwise(address, size) {
      const request = page.unpack(address, size, "n".repeat(size / 8));
      current?.worker?.postMessage({ request });
    },
    wakeListening: () => void current?.context?.resume().catch(() => {}),
  };
};
