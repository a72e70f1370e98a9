// Loudspeakers and microphones that come and go.

const devices = navigator.mediaDevices;

// The devices of a kind, or undefined if the browser does not tell them apart.
const known = async (kind) => {
  const all = (await devices.enumerateDevices()).filter((device) => device.kind === kind);
  if (all.every(({ deviceId }) => deviceId)) {
    return all.map(({ deviceId, groupId }) => deviceId + groupId).sort().join();
  }
};

// Calls `tell` when the devices of a kind change, until the returned function is called.
export const watchDevices = (kind, tell) => {
  if (!devices) return () => {};
  let isOver = false;
  let before = known(kind);
  const look = async () => {
    const old = await before;
    const now = await (before = known(kind));
    if (!isOver && (now === undefined || now !== old)) tell();
  };
  devices.addEventListener("devicechange", look);
  return () => {
    isOver = true;
    devices.removeEventListener("devicechange", look);
  };
};
