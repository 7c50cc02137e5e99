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

#include <malloc.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static _Thread_local int64_t allocations = 0;

// The blocks of all threads are counted only once somebody has asked, so that a benchmark pays no atomic operation.
static atomic_int counts_blocks = 0;
static _Atomic int64_t blocks = 0;

static void count_blocks(int64_t change) {
  if (atomic_load_explicit(&counts_blocks, memory_order_relaxed)) {
    atomic_fetch_add_explicit(&blocks, change, memory_order_relaxed);
  }
}

static void *counted(void *pointer) {
  allocations++;
  if (pointer != NULL) count_blocks(1);
  return pointer;
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }

void *calloc(size_t count, size_t size) { return counted(__libc_calloc(count, size)); }

void *realloc(void *pointer, size_t size) {
  if (pointer == NULL) return counted(__libc_realloc(pointer, size));
  allocations++;
  if (size == 0) count_blocks(-1);  // glibc releases the block
  return __libc_realloc(pointer, size);
}

int posix_memalign(void **pointer, size_t alignment, size_t size) {
  void *memory = counted(__libc_memalign(alignment, size));
  if (memory == NULL) return 12;  // ENOMEM
  *pointer = memory;
  return 0;
}

void *aligned_alloc(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

void free(void *pointer) {
  if (pointer != NULL) count_blocks(-1);
  __libc_free(pointer);
}

int64_t colmeia_allocations_of_this_thread(void) { return allocations; }

int64_t colmeia_live_blocks(void) {
  atomic_store_explicit(&counts_blocks, 1, memory_order_relaxed);
  return atomic_load_explicit(&blocks, memory_order_relaxed);
}

int64_t colmeia_resident_bytes(void) {
  malloc_trim(0);
  long total = 0, resident = -1;
  FILE *file = fopen("/proc/self/statm", "r");
  if (file == NULL) return -1;
  if (fscanf(file, "%ld %ld", &total, &resident) != 2) resident = -1;
  fclose(file);
  return resident < 0 ? -1 : (int64_t)resident * sysconf(_SC_PAGESIZE);
}

#else

int64_t colmeia_allocations_of_this_thread(void) { return -1; }
int64_t colmeia_live_blocks(void) { return -1; }
int64_t colmeia_resident_bytes(void) { return -1; }

#endif
