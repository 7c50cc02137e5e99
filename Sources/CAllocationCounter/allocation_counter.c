// Counts heap allocations by interposing the C library's allocator. Only the benchmark and the counting tests link it.
// It is disabled with the thread and address sanitizers, which interpose the allocator themselves.

#include "allocation_counter.h"

#include <stddef.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define COLMEIA_SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(COLMEIA_SANITIZED)

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static _Thread_local int64_t allocations = 0;

void *malloc(size_t size) {
  allocations++;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  allocations++;
  return __libc_calloc(count, size);
}

void *realloc(void *pointer, size_t size) {
  allocations++;
  return __libc_realloc(pointer, size);
}

int posix_memalign(void **pointer, size_t alignment, size_t size) {
  allocations++;
  void *memory = __libc_memalign(alignment, size);
  if (memory == NULL) return 12;  // ENOMEM
  *pointer = memory;
  return 0;
}

void *aligned_alloc(size_t alignment, size_t size) {
  allocations++;
  return __libc_memalign(alignment, size);
}

int64_t colmeia_allocations_of_this_thread(void) { return allocations; }

#else

int64_t colmeia_allocations_of_this_thread(void) { return -1; }

#endif
