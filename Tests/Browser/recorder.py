"""Writes down on which samples sounds begin, of all that goes to the loudspeaker."""

# Notes where silence ends.
RECORDER = """
  const source = `registerProcessor("recorder", class extends AudioWorkletProcessor {
    constructor() {
      super();
      this.silence = Infinity;
      this.onsets = [];
      this.frames = 0;
      this.port.onmessage = () => this.port.postMessage([this.frames, ...this.onsets]);
    }
    process([[input]]) {
      if (!input) return true;
      for (let index = 0; index < input.length; index++) {
        if (input[index] === 0) { this.silence += 1; continue; }
        if (this.silence > 96) this.onsets.push(currentFrame + index);
        this.silence = 0;
      }
      this.frames += input.length;
      return true;
    }
  })`;
  const connect = AudioNode.prototype.connect;
  AudioNode.prototype.connect = function (target, ...rest) {
    if (this instanceof AudioWorkletNode && target instanceof AudioDestinationNode) {
      const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
      window.context = this.context;
      window.recording = this.context.audioWorklet.addModule(url).then(() => {
        const recorder = new AudioWorkletNode(this.context, "recorder");
        connect.call(this, recorder);
        return recorder;
      });
    }
    return connect.call(this, target, ...rest);
  };
  window.onsets = async () => {
    const recorder = await window.recording;
    return new Promise((done) => {
      recorder.port.onmessage = ({ data }) => done(data);
      recorder.port.postMessage(null);
    });
  };
"""


def is_recorded(page):
    """Waits until sound has opened and all of it is written down."""
    page.wait_for_function("() => window.recording?.then(() => true)")


def have_sounded(page, count):
    """Waits until so many sounds have begun since the recorder is there. A busy machine may take longer than they do."""
    page.evaluate("""async (count) => {
      const end = performance.now() + 120_000;
      while ((await window.onsets()).length <= count) {
        if (performance.now() > end) throw new Error("not so many sounds came");
        await new Promise((done) => setTimeout(done, 100));
      }
    }""", count)
