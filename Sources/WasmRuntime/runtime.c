// The few functions that Embedded Swift expects of its platform and that wasi-libc does not have.
#if defined(__wasm__)
#include <stdlib.h>

// Parses a number independently of any locale; wasi-libc has only the "C" locale.
const char *_swift_stdlib_strtod_clocale(const char *text, double *result) {
  char *end;
  *result = strtod(text, &end);
  return end;
}
#endif
