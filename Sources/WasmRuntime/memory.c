// The memory of a program in the browser. wasi-libc's own allocator is ten times as long.
#if defined(__wasm__)
#include "Heap.h"

enum { PAGE = 65536, NO_MEMORY = 48 };

extern unsigned char __heap_base;

static uint32_t grow(struct Heap *heap, uint32_t count) {
  uint32_t pages = (uint32_t)__builtin_wasm_memory_size(0);
  uint32_t left = pages * PAGE - (uint32_t)(uintptr_t)(heap->base + heap->end) - 4;
  if (left < count) {
    uint32_t more = (count - left + PAGE - 1) / PAGE;
    if (pages + more >= PAGE || __builtin_wasm_memory_grow(0, more) == (size_t)-1) return 0;
    left += more * PAGE;
  }
  return left & ~(uint32_t)15;
}

static struct Heap *memory(void) {
  static struct Heap heap = {.grow = grow};
  if (!heap.base) {
    // Behind the program's data and its stack; the first words may be on a page that is not there yet.
    uintptr_t start = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
    if (start + 16 > __builtin_wasm_memory_size(0) * PAGE) __builtin_wasm_memory_grow(0, 1);
    heap.base = (unsigned char *)start;
    heap_begin(&heap, 12);
  }
  return &heap;
}

void *malloc(size_t size) { return heap_take(memory(), size); }

int posix_memalign(void **bytes, size_t alignment, size_t size) {
  *bytes = heap_take_aligned(memory(), alignment, size);
  return *bytes ? 0 : NO_MEMORY;
}

void free(void *bytes) { heap_give(memory(), bytes); }
#endif
