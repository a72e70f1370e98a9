#ifndef WOODSHED_ZLIB_SHIM_H
#define WOODSHED_ZLIB_SHIM_H

// What Swift cannot say to zlib directly: its start function is a macro.

#include <zlib.h>

/// Begins a stream in gzip's form.
static inline int woodshed_gzip_begin(z_stream *stream, int level) {
  return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

#endif
