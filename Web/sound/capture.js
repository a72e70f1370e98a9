// The microphone's end of the audio thread: passes blocks of samples to the listener, and gets the buffers
// back. Nothing passes through the page.

const LENGTH = 512;
const SPARE = 256; // a slow write may block the listener this long: 2.7 s

registerProcessor("woodshed-capture", class extends AudioWorkletProcessor {
  constructor() {
    super();
    this.spare = Array.from({ length: SPARE }, () => new Float32Array(LENGTH));
    this.block = this.spare.pop();
    this.filled = 0;
    this.lost = 0;
    this.frame = 0; // the context's frame at which the block started
    this.isOver = false;
    this.port.onmessage = ({ data }) => {
      if (data === null) this.isOver = true;
      else this.listenFor(data);
    };
  }

  listenFor(listener) {
    this.listener = listener;
    listener.onmessage = ({ data }) => this.spare.push(data);
  }

  process([[input]]) {
    if (this.isOver) return false;
    if (!input || !this.listener) return true;
    for (let at = 0; at < input.length;) {
      if (this.filled === 0) this.frame = currentFrame + at;
      const part = input.subarray(at, at + LENGTH - this.filled);
      this.block.set(part, this.filled);
      this.filled += part.length;
      at += part.length;
      if (this.filled === LENGTH) this.hand();
    }
    return true;
  }

  hand() {
    this.filled = 0;
    // A slow listener misses samples, and is told how many.
    if (this.spare.length === 0) {
      this.lost += LENGTH;
      return;
    }
    const { block, lost, frame } = this;
    this.listener.postMessage({ block, lost, frame }, [block.buffer]);
    this.lost = 0;
    this.block = this.spare.pop();
  }
});
