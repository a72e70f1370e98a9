#include "CAllocations.h"

#include <stddef.h>

// The C library's own, under the names that stay when a program has functions of the usual ones.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);

static __thread long allocations;
static __thread long bytes;

long allocations_of_this_thread(void) { return allocations; }

long bytes_allocated_by_this_thread(void) { return bytes; }

void *malloc(size_t size) {
  allocations += 1;
  bytes += size;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  allocations += 1;
  bytes += count * size;
  return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
  allocations += 1;
  bytes += size;
  return __libc_realloc(memory, size);
}
