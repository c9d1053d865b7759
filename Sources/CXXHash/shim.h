// XXH3: tells whether a file's content was read before, and whether a stored row is as it was written, at the speed of
// memory.
#include <xxhash.h>
