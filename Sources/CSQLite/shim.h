// The system's SQLite, and the one thing of it that Swift cannot import.
#include <sqlite3.h>

/// Tells SQLite to copy a bound value: SQLITE_TRANSIENT is a cast that Swift does not import.
static inline sqlite3_destructor_type freshness_sqlite_transient(void) { return SQLITE_TRANSIENT; }
