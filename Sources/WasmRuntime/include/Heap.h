// Memory that is given out in blocks and grows at its end: what `malloc` is made of where there is no system below.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Places are bytes from `base`; a block's size includes the word before what it holds.
struct Heap {
  unsigned char *base;
  // The place behind the last block: 12 more than a multiple of 16.
  uint32_t end;
  // Adds at least so many bytes behind `end` and the word there; returns how many in multiples of 16, or 0.
  uint32_t (*grow)(struct Heap *heap, uint32_t count);
  // The first free block of each size, and which sizes have any.
  uint32_t first[208];
  uint32_t has[7];
};

// Begins without any block at a place that is 12 more than a multiple of 16; `first` and `has` are zero.
void heap_begin(struct Heap *heap, uint32_t place);

// Returns `size` bytes at a multiple of 16, or of a larger power of two; `NULL` if there are no more.
void *heap_take(struct Heap *heap, size_t size);
void *heap_take_aligned(struct Heap *heap, size_t alignment, size_t size);

// Takes bytes back, or `NULL`.
void heap_give(struct Heap *heap, void *bytes);
