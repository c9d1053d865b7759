#include "CPlatform.h"

#include <stdlib.h>

#if defined(__GLIBC__)

#include <malloc.h>

void freshness_keep_large_arrays_apart(void) {
    // By default glibc raises this threshold when a large array is freed, and then keeps such memory.
    mallopt(M_MMAP_THRESHOLD, 128 << 10);
}

void freshness_give_back_memory(void) {
    malloc_trim(0);
}

#else

void freshness_keep_large_arrays_apart(void) {}

void freshness_give_back_memory(void) {}

#endif
