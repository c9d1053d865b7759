// The system's zlib. inflateInit2 is a macro, which Swift does not import.
#include <zlib.h>

/// Starts reading a gzip member; returns zlib's code.
static inline int freshness_inflate_gzip(z_stream *stream) { return inflateInit2(stream, 15 + 16); }
