// The system's SQLite, with the one function that Swift cannot import.
#include <sqlite3.h>

/// SQLITE_TRANSIENT, which makes SQLite copy a bound value; Swift does not import the macro because it is a cast.
static inline sqlite3_destructor_type freshness_sqlite_transient(void) { return SQLITE_TRANSIENT; }
