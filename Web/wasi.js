// The few system calls that the C library inside the program still names. It has no files here.

const BAD_FILE = 8;

export const wasi = (memory) => ({
  fd_close: () => BAD_FILE,
  fd_fdstat_get: () => BAD_FILE, // the build that `make dev` makes
  fd_seek: () => BAD_FILE,
  fd_write: () => BAD_FILE,
  random_get(address, size) {
    crypto.getRandomValues(new Uint8Array(memory().buffer, address >>> 0, size));
    return 0;
  },
});
