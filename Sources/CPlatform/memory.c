#include "CPlatform.h"

#include <stdlib.h>

#if defined(__GLIBC__)

#include <malloc.h>

void freshness_keep_large_arrays_apart(void) {
    // Left alone, glibc takes the first large array that is freed for a sign that more will come, and keeps the room.
    mallopt(M_MMAP_THRESHOLD, 128 << 10);
}

void freshness_give_back_memory(void) {
    malloc_trim(0);
}

#else

void freshness_keep_large_arrays_apart(void) {}

void freshness_give_back_memory(void) {}

#endif
