// One audio session for all our sound: an open microphone takes priority over output.

const open = { listening: false, playing: false, replaying: false };

export const tellSession = (what, isOpen) => {
  open[what] = isOpen;
  if (!navigator.audioSession) return;
  // Playback is heard even if the device is set to silent.
  navigator.audioSession.type =
    open.listening ? "play-and-record" : open.playing || open.replaying ? "playback" : "auto";
};
