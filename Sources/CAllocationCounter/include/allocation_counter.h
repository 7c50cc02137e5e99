#ifndef COLMEIA_ALLOCATION_COUNTER_H
#define COLMEIA_ALLOCATION_COUNTER_H

#include <stdint.h>

/// How many times the calling thread has allocated heap memory; -1 where that cannot be counted.
int64_t colmeia_allocations_of_this_thread(void);

#endif
