#ifndef COLMEIA_ALLOCATION_COUNTER_H
#define COLMEIA_ALLOCATION_COUNTER_H

#include <stdint.h>

/// Returns the number of heap allocations that the calling thread has made, or -1 if they can't be counted.
int64_t colmeia_allocations_of_this_thread(void);

/// Returns how many more blocks all threads together have allocated than released since the first call, which begins the
/// count, or -1 if they can't be counted.
int64_t colmeia_live_blocks(void);

/// Returns the resident memory of the process, in bytes, after what the allocator holds unused was given back to the
/// system, or -1 if it is unknown.
int64_t colmeia_resident_bytes(void);

#endif
