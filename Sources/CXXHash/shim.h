// XXH3, 128 bits: tells whether a file's content was read before, at the speed of memory.
#include <xxhash.h>
