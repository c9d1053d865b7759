// The system's zlib. inflateInit2 is a macro, which Swift does not import.
#include <zlib.h>

/// Begins reading a gzip member; the result is zlib's own code.
static inline int freshness_inflate_gzip(z_stream *stream) { return inflateInit2(stream, 15 + 16); }
