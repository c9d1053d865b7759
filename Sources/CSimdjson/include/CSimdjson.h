// simdjson behind plain C: the only place that knows C++.
//
// Two services. fj_scan finds where one JSON value ends in a text that is read in pieces. fj_read takes one export
// apart, whole and strictly: every byte of it is checked, also in fields that nobody asks for.

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

/// Where a scan stands, so that it goes on when more of the text is there. All zero to begin.
typedef struct {
    /// Bytes looked at so far, and line breaks among them.
    size_t position;
    size_t lines;
    /// Brackets open at that place.
    int64_t depth;
    /// Whether that place is inside a string, and right behind a backslash.
    bool in_string;
    bool escaped;
} fj_scan_state;

typedef enum {
    /// The value ends at state.position.
    FJ_SCAN_COMPLETE,
    /// The text ends before the value does.
    FJ_SCAN_MORE,
    /// A raw line break inside a string at state.position: no JSON value goes on from there.
    FJ_SCAN_BROKEN,
} fj_scan_result;

/// Goes on with a scan that began at an opening bracket at text[0].
fj_scan_result fj_scan(const uint8_t *text, size_t length, fj_scan_state *state);

/// Line breaks in a text.
size_t fj_count_lines(const uint8_t *text, size_t length);

// MARK: Reading an export

typedef enum { FJ_ABSENT, FJ_NULL, FJ_TRUE, FJ_FALSE, FJ_NUMBER, FJ_TEXT, FJ_OBJECT, FJ_ARRAY } fj_kind;

/// One value: a number as it is written, a text unescaped; other kinds have no bytes.
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

/// An export's own fields. They point into the text and into the reader, and last until its next call.
typedef struct {
    fj_token field[FJ_EXPORT_FIELDS];
    /// Members that no field is named like, and how many of them are objects or lists: an object keyed by device id
    /// shows in these.
    uint32_t unknown_members;
    uint32_t unknown_containers;
    /// Whether a member is named like what only a run has: its time, its success or its outcome.
    bool has_run_fields;
} fj_export;

/// One element of the history; `kind` tells what it is, and only an object has fields.
typedef struct {
    fj_token field[FJ_ENTRY_FIELDS];
    uint8_t kind;
} fj_entry;

/// What is told while an export is read. A key that stands twice counts at its last place, so `begin_history` may come
/// again: what was told of the history before it does not count.
typedef struct {
    void *context;
    void (*begin_history)(void *context);
    /// False where no more are wanted.
    bool (*entry)(void *context, const fj_entry *entry);
    /// A field nobody knows, of the export or of an entry, by its name.
    void (*unknown_field)(void *context, bool of_entry, const uint8_t *name, size_t length);
} fj_listener;

typedef enum {
    FJ_OK,
    /// The text is not JSON.
    FJ_NOT_JSON,
    /// Bytes that are not UTF-8.
    FJ_NOT_UTF8,
    /// Half of a surrogate pair, or another escape that stands for no text.
    FJ_BAD_TEXT,
    /// Deeper than FJ_DEPTH.
    FJ_TOO_DEEP,
    /// The value is no object.
    FJ_NO_OBJECT,
    FJ_NO_MEMORY,
    /// The listener wanted no more entries.
    FJ_STOPPED,
} fj_result;

typedef struct fj_reader fj_reader;

/// A reader, or NULL where there is no memory. Every one made is given back to fj_reader_destroy.
fj_reader *fj_reader_create(void);
void fj_reader_destroy(fj_reader *reader);

/// Gives back what the reader took for the largest text so far; it takes it anew for the next one.
void fj_reader_give_back(fj_reader *reader);

/// Has the process give large memory that was freed back to the system, and not keep it for later.
void fj_keep_little_memory(void);

/// Reads the one export that text[0 ..< length] is; FJ_PADDING bytes behind it can be read.
fj_result fj_read(fj_reader *reader, const uint8_t *text, size_t length, const fj_listener *listener, fj_export *result);

/// Reads any one object and tells its members one after the other, as often as they stand there. A member that is an
/// object has its own text as its bytes.
fj_result fj_read_object(fj_reader *reader, const uint8_t *text, size_t length, void *context,
                         void (*member)(void *context, const uint8_t *name, size_t name_length, const fj_token *value));

#ifdef __cplusplus
}
#endif
