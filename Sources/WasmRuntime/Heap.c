// Free blocks are listed by size, eight sizes for each power of two, so that taking and giving back always cost the same few
// steps (M. Masmano and others, TLSF, 2004). Neighbours that are both free become one at once.
#include "Heap.h"

// A block begins with its size, a multiple of 16, and these. A free one ends with its size, too.
enum { USED = 1, BEFORE_IS_USED = 2, FLAGS = 15 };

// The word at a place. A free block's second and third are its neighbours in the list, or 0.
static uint32_t *word(struct Heap *heap, uint32_t place) { return (uint32_t *)(void *)(heap->base + place); }

static unsigned list_of(uint32_t size) {
  uint32_t units = size / 16;
  if (units < 8) return units;
  unsigned power = 31 - __builtin_clz(units);
  return (power - 2) * 8 + (units >> (power - 3) & 7);
}

static void insert(struct Heap *heap, uint32_t block, uint32_t size) {
  unsigned list = list_of(size);
  uint32_t next = heap->first[list];
  word(heap, block)[0] = size | BEFORE_IS_USED;
  word(heap, block)[1] = next;
  word(heap, block)[2] = 0;
  word(heap, block + size)[-1] = size;
  word(heap, block + size)[0] &= ~BEFORE_IS_USED;
  if (next) word(heap, next)[2] = block;
  heap->first[list] = block;
  heap->has[list / 32] |= 1u << list % 32;
}

static void remove_free(struct Heap *heap, uint32_t block) {
  unsigned list = list_of(word(heap, block)[0]);
  uint32_t next = word(heap, block)[1], before = word(heap, block)[2];
  if (next) word(heap, next)[2] = before;
  if (before) {
    word(heap, before)[1] = next;
  } else {
    heap->first[list] = next;
    if (!next) heap->has[list / 32] &= ~(1u << list % 32);
  }
}

// Removes a free block that is large enough from its list; 0 if there is none.
static uint32_t find(struct Heap *heap, uint32_t size) {
  uint32_t units = size / 16;
  // Each block of the list from which on it is searched is large enough.
  if (units >= 8) units += (1u << (28 - __builtin_clz(units))) - 1;
  unsigned list = list_of(units * 16);
  uint32_t has = heap->has[list / 32] & ~0u << list % 32;
  for (unsigned part = list / 32;; has = heap->has[part]) {
    if (has) {
      uint32_t block = heap->first[part * 32 + __builtin_ctz(has)];
      remove_free(heap, block);
      return block;
    }
    if (++part == 7) return 0;
  }
}

// Makes a free block of the last one, if that is free, and of new memory; 0 if there is no more.
static uint32_t grown(struct Heap *heap, uint32_t size) {
  uint32_t *end = word(heap, heap->end);
  uint32_t spare = *end & BEFORE_IS_USED ? 0 : end[-1];
  uint32_t more = 0;
  // It may be large enough, and in a list with smaller ones.
  if (spare < size && !(more = heap->grow(heap, size - spare))) return 0;
  uint32_t block = heap->end - spare;
  if (spare) remove_free(heap, block);
  heap->end += more;
  *word(heap, heap->end) = USED;
  *word(heap, block) = (spare + more) | BEFORE_IS_USED;
  return block;
}

void heap_begin(struct Heap *heap, uint32_t place) {
  heap->end = place;
  *word(heap, place) = USED | BEFORE_IS_USED;
}

void *heap_take(struct Heap *heap, size_t size) {
  if (size > UINT32_MAX / 2) return NULL;
  uint32_t wanted = ((uint32_t)size + 4 + 15) & ~(uint32_t)15;
  uint32_t block = find(heap, wanted);
  if (!block) block = grown(heap, wanted);
  if (!block) return NULL;
  uint32_t rest = (*word(heap, block) & ~FLAGS) - wanted;
  *word(heap, block) = wanted | USED | BEFORE_IS_USED;
  if (rest) {
    insert(heap, block + wanted, rest);
  } else {
    *word(heap, block + wanted) |= BEFORE_IS_USED;
  }
  return word(heap, block + 4);
}

void *heap_take_aligned(struct Heap *heap, size_t alignment, size_t size) {
  if (alignment <= 16) return heap_take(heap, size);
  if (size > UINT32_MAX / 2 || alignment > UINT32_MAX / 4) return NULL;
  unsigned char *bytes = heap_take(heap, size + alignment);
  if (!bytes) return NULL;
  uint32_t gap = (uint32_t)(-(uintptr_t)bytes & (alignment - 1));
  if (!gap) return bytes;
  uint32_t block = (uint32_t)(bytes - heap->base) - 4;
  uint32_t start = *word(heap, block);
  *word(heap, block) = gap | (start & FLAGS);
  *word(heap, block + gap) = ((start & ~FLAGS) - gap) | USED | BEFORE_IS_USED;
  heap_give(heap, bytes);
  return bytes + gap;
}

void heap_give(struct Heap *heap, void *bytes) {
  if (!bytes) return;
  uint32_t block = (uint32_t)((unsigned char *)bytes - heap->base) - 4;
  uint32_t start = *word(heap, block), size = start & ~FLAGS;
  uint32_t next = *word(heap, block + size);
  if (!(next & USED)) {
    remove_free(heap, block + size);
    size += next & ~FLAGS;
  }
  if (!(start & BEFORE_IS_USED)) {
    uint32_t before = word(heap, block)[-1];
    block -= before;
    remove_free(heap, block);
    size += before;
  }
  insert(heap, block, size);
}
