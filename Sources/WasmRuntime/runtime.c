// The few functions that Embedded Swift expects of its platform and that wasi-libc does not have.
#if defined(__wasm__)
#include <stdlib.h>

// Parses a number independently of any locale; wasi-libc has only the "C" locale.
const char *_swift_stdlib_strtod_clocale(const char *text, double *result) {
  char *end;
  *result = strtod(text, &end);
  return end;
}

// Its header refuses any platform but WASI itself.
int getentropy(void *bytes, size_t count);

// Chance from the browser itself; wasi-libc's own comes with a cipher, `printf` and files.
void arc4random_buf(void *bytes, size_t count) {
  char *next = bytes;
  while (count > 0) {
    // `getentropy` gives no more at once.
    size_t part = count < 256 ? count : 256;
    if (getentropy(next, part) != 0) abort();
    next += part;
    count -= part;
  }
}
#endif
