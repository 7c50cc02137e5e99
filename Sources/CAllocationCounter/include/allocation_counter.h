#ifndef COLMEIA_ALLOCATION_COUNTER_H
#define COLMEIA_ALLOCATION_COUNTER_H

#include <stdint.h>

/// Returns the number of heap allocations that the calling thread has made, or -1 if they can't be counted.
int64_t colmeia_allocations_of_this_thread(void);

#endif
