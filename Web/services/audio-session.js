// What the device is told of all our sound as one: an open microphone goes before a loudspeaker.

const open = { listening: false, playing: false };

export const tellSession = (what, isOpen) => {
  open[what] = isOpen;
  if (!navigator.audioSession) return;
  // What plays is heard also where the device is set to silent.
  navigator.audioSession.type =
    open.listening ? "play-and-record" : open.playing ? "playback" : "auto";
};
