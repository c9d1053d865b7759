// simdjson behind a plain C interface.
//
// fj_scan finds the end of one JSON value in a text that is read in pieces. fj_read parses one export completely and
// strictly: every byte is checked, also in unknown fields.

#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Bytes that must be readable after every text handed to fj_read.
enum { FJ_PADDING = 64 };

/// How deep values may nest in an export.
enum { FJ_DEPTH = 64 };

// MARK: Scanning

/// The state of a scan, to continue it when more of the text is available. All zero at the start.
typedef struct {
    /// Bytes scanned so far, and line breaks among them.
    size_t position;
    size_t lines;
    /// Open brackets at that position.
    int64_t depth;
    /// Whether that position is inside a string, and right after a backslash.
    bool in_string;
    bool escaped;
} fj_scan_state;

typedef enum {
    /// The value ends at state.position.
    FJ_SCAN_COMPLETE,
    /// The text ends before the value does.
    FJ_SCAN_MORE,
    /// A raw line break inside a string at state.position, which is invalid JSON.
    FJ_SCAN_BROKEN,
} fj_scan_result;

/// Continues a scan that began at an opening bracket at text[0].
fj_scan_result fj_scan(const uint8_t *text, size_t length, fj_scan_state *state);

/// The number of line breaks in a text.
size_t fj_count_lines(const uint8_t *text, size_t length);

// MARK: Reading an export

typedef enum { FJ_ABSENT, FJ_NULL, FJ_TRUE, FJ_FALSE, FJ_NUMBER, FJ_TEXT, FJ_OBJECT, FJ_ARRAY } fj_kind;

/// One value: a number as written, or an unescaped text; other kinds have no bytes.
typedef struct {
    const uint8_t *start;
    uint32_t length;
    uint8_t kind;
} fj_token;

typedef enum {
    FJ_DEVICE, FJ_APP, FJ_PLATFORM, FJ_EXPORTED_AT, FJ_BUCKET, FJ_LAST_SCHEDULED_AT, FJ_INSTALLED_AT,
    FJ_HISTORY_LIMIT, FJ_LAST_RUN_AT, FJ_LAST_BUCKET, FJ_HISTORY, FJ_DEVICES, FJ_VERSION, FJ_ARM, FJ_EXPORT_FIELDS
} fj_export_field;

typedef enum {
    FJ_AT, FJ_SCHEDULED_AT, FJ_SUCCESS, FJ_OUTCOME, FJ_LOW_POWER, FJ_ENTRY_BUCKET, FJ_TASK, FJ_REASON, FJ_ENTRY_FIELDS
} fj_entry_field;

/// An export's own fields. They point into the text and the reader, and are valid until its next call.
typedef struct {
    fj_token field[FJ_EXPORT_FIELDS];
    /// Unknown members, and how many of them are objects or lists, to recognise an object keyed by device id.
    uint32_t unknown_members;
    uint32_t unknown_containers;
    /// Whether a member has a name that only a run has: its time, success or outcome.
    bool has_run_fields;
} fj_export;

/// One element of the history; only an object has fields.
typedef struct {
    fj_token field[FJ_ENTRY_FIELDS];
    uint8_t kind;
} fj_entry;

/// The callbacks while an export is read. The last of a repeated key counts, so `begin_history` may be called again: the
/// history before it does not count.
typedef struct {
    void *context;
    void (*begin_history)(void *context);
    /// Returns false to stop.
    bool (*entry)(void *context, const fj_entry *entry);
    /// An unknown field of the export or of an entry.
    void (*unknown_field)(void *context, bool of_entry, const uint8_t *name, size_t length);
} fj_listener;

typedef enum {
    FJ_OK,
    /// The text is not JSON.
    FJ_NOT_JSON,
    /// Bytes that are not UTF-8.
    FJ_NOT_UTF8,
    /// An invalid escape, such as half of a surrogate pair.
    FJ_BAD_TEXT,
    /// Nested deeper than FJ_DEPTH.
    FJ_TOO_DEEP,
    /// The value is not an object.
    FJ_NO_OBJECT,
    FJ_NO_MEMORY,
    /// The listener stopped reading.
    FJ_STOPPED,
} fj_result;

typedef struct fj_reader fj_reader;

/// A reader, to be destroyed by fj_reader_destroy; NULL if there is no memory.
fj_reader *fj_reader_create(void);
void fj_reader_destroy(fj_reader *reader);

/// Releases the reader's memory, which it needs for the largest text so far.
void fj_reader_release_memory(fj_reader *reader);

/// Makes the process return large freed memory to the system instead of keeping it.
void fj_return_freed_memory(void);

/// Reads the export in text[0 ..< length]; FJ_PADDING bytes after it must be readable.
fj_result fj_read(fj_reader *reader, const uint8_t *text, size_t length, const fj_listener *listener, fj_export *result);

/// Reads any object and calls `member` for each of its members, including repeated ones. The bytes of a member that is an
/// object are its text.
fj_result fj_read_object(fj_reader *reader, const uint8_t *text, size_t length, void *context,
                         void (*member)(void *context, const uint8_t *name, size_t name_length, const fj_token *value));

#ifdef __cplusplus
}
#endif
