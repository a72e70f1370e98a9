// The microphone: requested by a tap, heard by a worker, reported once per frame.

import { scriptURL } from "../glue.js";
import { tellSession } from "./audio-session.js";
import { watchDevices } from "./devices.js";
import { compile } from "./prepared.js";
import { onStop } from "./watch.js";

// What browsers do to clarify speech distorts notes.
const PLAIN = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
const LONGEST = 5_000; // numbers that wait while the page is hidden

let current = null; // the open session: its order, request, context, stream, worker and take

const letGo = (stream) => {
  for (const track of stream?.getTracks() ?? []) {
    track.onended = null;
    track.stop();
  }
};

// Ends a session; one that was replaced has already ended.
const close = (session) => {
  if (!session || session !== current) return;
  current = null;
  tellSession("listening", false);
  session.leave?.();
  session.node?.port.postMessage(null);
  // A take being recorded is ended first.
  if (session.take) session.worker?.postMessage({ otherwise: 2 });
  else session.worker?.terminate();
  letGo(session.stream);
  if (session.context) {
    session.context.onstatechange = null;
    session.context.close().catch(() => {});
  }
};

export const microphone = (page) => {
  const fail = (session, name, reason = "") => {
    if (session !== current) return;
    close(session);
    page.answer(session.number, 0, 0, 0, name, reason);
  };

  // Requests the microphone.
  const ask = async (session) => {
    try {
      const audio = session.device ? { ...PLAIN, deviceId: { exact: session.device } } : PLAIN;
      const stream = await navigator.mediaDevices.getUserMedia({ audio });
      // If it is allowed too late, it is closed again.
      if (session !== current) letGo(stream);
      else session.stream = stream;
    } catch (error) {
      fail(session, error.name, error.message);
    }
  };

  // A take sends news even after its microphone is gone.
  const tellTake = (session, { number, news, began, failure }) => {
    const isOver = news[0] > 1;
    session.frames = news[1];
    if (isOver) session.take = null;
    const isGone = session !== current;
    if (isOver && isGone) session.worker.terminate();
    const { contextTime = 0, performanceTime = 0 } = isGone ? {} : session.context.getOutputTimestamp();
    const moment = performanceTime && began !== null
      ? performanceTime + (began / session.context.sampleRate - contextTime) * 1_000 : 0;
    const reason = failure || (isOver && isGone && !session.isStopped ? "lost" : "");
    page.answer(number, reason, ...news, moment);
  };

  // A worker that hears what comes through `port`, and reports to the page.
  const startWorker = (session, script, module, port) => {
    let heard = [];
    let picture = 0;
    const tell = () => {
      picture = 0;
      if (session === current && heard.length) page.answer(session.number, 1, ...heard);
      heard = [];
    };
    const worker = new Worker(scriptURL(script), { type: "module" });
    worker.onerror = () => {
      worker.terminate();
      const { take } = session;
      session.take = null;
      fail(session, "failed", "the listener ended");
      // Its file has what the take said last.
      if (take) page.answer(take.number, "WorkerError", 3, session.frames ?? 0, 0, 0, 0, 0);
    };
    worker.onmessage = ({ data }) => {
      if (data.news) return tellTake(session, data);
      if (session !== current) return;
      if (data.unheard) fail(session, "failed", `${data.unheard} samples a second`);
      if (data.load !== undefined) page.answer(session.number, 2, data.load, data.lost);
      if (!data.heard) return;
      heard.push(...data.heard);
      if (heard.length > LONGEST) tell();
      picture ||= requestAnimationFrame(tell);
    };
    const { sampleRate } = session.context;
    worker.postMessage({ module, sampleRate, first: session.request, port }, [port]);
    if (session.take) worker.postMessage({ record: session.take });
    return worker;
  };

  const open = async (session) => {
    if (!navigator.mediaDevices?.getUserMedia) return fail(session, "insecure");
    // At the tap itself: later it may not be allowed.
    const context = (session.context = new AudioContext({ latencyHint: "interactive" }));
    context.resume().catch(() => {});
    tellSession("listening", true);
    const { capture, listener, listenerProgram } = document.documentElement.dataset;
    const [module] = await Promise.all([
      compile(listenerProgram),
      context.audioWorklet.addModule(scriptURL(capture)),
      ask(session),
    ]);
    if (session !== current) return;
    const [track] = session.stream.getAudioTracks();
    if (track.readyState === "ended") return fail(session, "lost");
    track.onended = () => fail(session, "lost");
    const settings = track.getSettings();
    const isBent = Object.keys(PLAIN).some((name) => settings[name] === true);

    const { port1, port2 } = new MessageChannel();
    session.worker = startWorker(session, listener, module, port1);
    session.node = new AudioWorkletNode(context, "woodshed-capture", {
      outputChannelCount: [1], channelCount: 1, channelCountMode: "explicit",
    });
    session.node.port.postMessage(port2, [port2]);
    context.createMediaStreamSource(session.stream).connect(session.node);
    // Unconnected nodes do not run; this one is silent.
    session.node.connect(context.destination);
    const tell = () => page.answer(
      session.number, 0, context.sampleRate, isBent ? 1 : 0, context.state, track.label);
    context.onstatechange = tell;
    session.leave = watchDevices("audioinput", () => page.answer(session.number, 3));
    tell();
  };

  const requestOf = (address, size) => page.unpack(address, size, "n".repeat(size / 8));

  return {
    listen(number, address, size, count) {
      close(current);
      const [device, ...request] = page.unpack(address, size, "t" + "n".repeat(count));
      const session = (current = { number, device, request });
      onStop(number, () => {
        session.isStopped = true;
        close(session);
      });
      open(session).catch((error) => fail(session, "failed", error.message || error.name));
    },
    listenOtherwise(address, size) {
      if (!current) return;
      current.request = requestOf(address, size);
      current.worker?.postMessage({ request: current.request });
    },
    record(number, address, size) {
      const [space, name, ...numbers] = page.unpack(address, size, "ttnn");
      const session = current;
      if (!session) return page.answer(number, "lost", 3, 0, 0, 0, 0);
      // The worker is told as soon as there is one.
      session.take = { number, space, name, numbers };
      session.worker?.postMessage({ record: session.take });
      onStop(number, () => {
        if (session.worker) session.worker.postMessage({ otherwise: 2 });
        else session.take = null;
      });
    },
    recordOtherwise: (what) => void current?.worker?.postMessage({ otherwise: what }),
    async inputs(number) {
      const all = await navigator.mediaDevices?.enumerateDevices().catch(() => []) ?? [];
      const inputs = all.filter(({ kind, deviceId }) => kind === "audioinput" && deviceId);
      page.answer(number, inputs.length, ...inputs.flatMap(({ deviceId, label }) => [deviceId, label]));
    },
    wakeListening: () => void current?.context?.resume().catch(() => {}),
  };
};
