// XXH3, to recognise a file's content and to verify stored rows, at the speed of memory.
#include <xxhash.h>
