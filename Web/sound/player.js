// The audio thread: renders what Player.wasm plays, and posts what sounded and the load.
// It decides nothing. The other side of each line is Sources/Worklet.

// The C library in the program imports these; it has no files here.
const nothing = () => 8;
const system = { fd_close: nothing, fd_seek: nothing, fd_write: nothing };

// Without a fine clock, a coarse one is accurate over many blocks.
const clock = globalThis.performance ?? Date;

// The load is posted after this many blocks.
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
        // After a crash, playing stops.
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
    // The context's frame for the first sample. A browser may skip blocks while it starts.
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
