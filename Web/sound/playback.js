// The output end of a take that is playing: requests blocks ahead of time, and reports the place in the take.

const LENGTH = 2_048;
const AHEAD = 8; // blocks, a third of a second

registerProcessor("woodshed-playback", class extends AudioWorkletProcessor {
  constructor() {
    super();
    this.queue = [];
    this.spare = [];
    this.asked = 0; // blocks on their way
    this.at = 0;
    this.isOver = false;
    this.port.onmessage = ({ data }) => {
      if (data === null) this.isOver = true;
      else this.fetchFrom(data);
    };
  }

  fetchFrom(source) {
    this.source = source;
    source.onmessage = ({ data }) => {
      if (data.again) this.begin();
      else this.take(data);
      this.ask();
    };
  }

  take(part) {
    this.asked -= 1;
    this.queue.push(part);
  }

  // Drops blocks rendered before a change, except the one that is sounding. Those still on their way are rendered after it.
  begin() {
    this.queue = this.queue.slice(0, 1);
  }

  ask() {
    while (this.asked + this.queue.length < AHEAD) {
      this.asked += 1;
      const block = this.spare.pop() ?? new Float32Array(LENGTH);
      this.source.postMessage(block, [block.buffer]);
    }
  }

  process(inputs, [[output]]) {
    if (this.isOver) return false;
    for (let filled = 0; filled < output.length && this.queue.length;) {
      const { block, place } = this.queue[0];
      if (this.at === 0) this.port.postMessage({ place, frame: currentFrame + filled });
      const part = block.subarray(this.at, this.at + output.length - filled);
      output.set(part, filled);
      filled += part.length;
      this.at += part.length;
      if (this.at < LENGTH) continue;
      this.at = 0;
      this.spare.push(this.queue.shift().block);
      this.ask();
    }
    return true;
  }
});
