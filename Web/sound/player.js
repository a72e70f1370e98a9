// The audio thread: renders what Player.wasm plays, and posts what sounded and how busy it was.
// It decides nothing. The other side of each line is Sources/Worklet.

// The C library inside the program names them; it has no files here.
const nothing = () => 8;
const system = { fd_close: nothing, fd_seek: nothing, fd_write: nothing };

// Where there is no fine clock, a coarse one is right over many blocks.
const clock = globalThis.performance ?? Date;

// After so many blocks it is told how busy the thread was.
const REPORT = 375;

registerProcessor("woodshed-player", class extends AudioWorkletProcessor {
  constructor({ processorOptions: { module, blockLength } }) {
    super();
    this.isOver = false;
    this.length = blockLength;
    this.rendered = 0; // how many samples have been played
    this.blocks = 0;
    this.busy = 0;
    this.program = new WebAssembly.Instance(module, { wasi_snapshot_preview1: system }).exports;
    if (!this.program.start(sampleRate, blockLength)) {
      throw new Error(`${sampleRate} samples a second cannot be played`);
    }
    this.port.onmessage = ({ data }) => {
      try {
        this.take(data);
      } catch (error) {
        // What ended in the middle is not played on.
        this.isOver = true;
        this.port.postMessage({ failed: error.message });
      }
    };
  }

  take(command) {
    if (command === null) {
      this.isOver = true;
      return;
    }
    const start = this.program.room(command.length) >>> 0;
    new Float64Array(this.program.memory.buffer, start, command.length).set(command);
    if (!this.program.take(command.length)) this.port.postMessage({ refused: command });
  }

  process(inputs, [[output]]) {
    if (this.isOver) return false;
    const before = clock.now();
    // The context's frame on which the first sample would have fallen. A browser may leave blocks out while it starts.
    const begin = currentFrame - this.rendered;
    const samples = this.program.render() >>> 0;
    output.set(new Float32Array(this.program.memory.buffer, samples, this.length));
    this.rendered += this.length;
    const count = this.program.tell();
    if (count > 0) {
      const told = new Float64Array(this.program.memory.buffer, this.program.room(count) >>> 0, count);
      this.port.postMessage({ told: told.slice(), begin });
    }
    this.busy += clock.now() - before;
    this.blocks += 1;
    if (this.blocks === REPORT) {
      const load = this.busy / (1_000 * REPORT * this.length / sampleRate);
      this.port.postMessage({ load });
      this.blocks = 0;
      this.busy = 0;
    }
    return true;
  }
});
