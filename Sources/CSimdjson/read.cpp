// Parses one export with simdjson's On-Demand interface.
//
// On-Demand does not check what it skips, so unknown fields are read and checked too. Numbers are passed on as written:
// an id of forty digits and a time in nanoseconds keep every digit.

#include "CSimdjson.h"

#include <cstring>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <new>
#include <string_view>

#include <simdjson.h>

using namespace simdjson;

static_assert(FJ_PADDING >= SIMDJSON_PADDING, "texts need simdjson's padding");

struct fj_reader {
    ondemand::parser parser;
};

namespace {

fj_result result_of(error_code error) {
    switch (error) {
        case SUCCESS: return FJ_OK;
        case UTF8_ERROR: return FJ_NOT_UTF8;
        case STRING_ERROR: return FJ_BAD_TEXT;
        case MEMALLOC: return FJ_NO_MEMORY;
        case DEPTH_ERROR: return FJ_TOO_DEEP;
        default: return FJ_NOT_JSON;
    }
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Whether this is a number in JSON's grammar (RFC 8259, section 6).
bool is_number(std::string_view text) {
    size_t i = 0;
    const auto digits = [&] {
        const size_t start = i;
        while (i < text.size() && is_digit(text[i])) i++;
        return i > start;
    };
    if (i < text.size() && text[i] == '-') i++;
    if (i < text.size() && text[i] == '0') {
        i++;
    } else if (!digits()) {
        return false;
    }
    if (i < text.size() && text[i] == '.') {
        i++;
        if (!digits()) return false;
    }
    if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
        i++;
        if (i < text.size() && (text[i] == '+' || text[i] == '-')) i++;
        if (!digits()) return false;
    }
    return i == text.size();
}

std::string_view trimmed(std::string_view text) {
    const size_t end = text.find_last_not_of(" \t\r\n");
    return end == std::string_view::npos ? std::string_view() : text.substr(0, end + 1);
}

void set(fj_token &token, fj_kind kind, std::string_view text = {}) {
    token = {reinterpret_cast<const uint8_t *>(text.data()), static_cast<uint32_t>(text.size()),
             static_cast<uint8_t>(kind)};
}

/// A field's name: as written if it has no escapes, which is nearly always.
fj_result name_of(ondemand::field &field, std::string_view &name) {
    const char *start = field.key().raw();
    const char *end = start;
    while (*end != '"' && *end != '\\') end++;
    if (*end == '"') {
        name = std::string_view(start, static_cast<size_t>(end - start));
        return FJ_OK;
    }
    return result_of(field.unescaped_key().get(name));
}

/// Calls `body` with each member's name and value; stops at the first error.
template <typename Body>
fj_result for_each_member(ondemand::object &object, Body body) {
    for (auto member : object) {
        ondemand::field field;
        if (const auto error = std::move(member).get(field)) return result_of(error);
        std::string_view name;
        if (const auto result = name_of(field, name)) return result;
        if (const auto result = body(name, field.value())) return result;
    }
    return FJ_OK;
}

/// The same for a text that must be one object.
template <typename Body>
fj_result for_each_member(fj_reader *reader, const uint8_t *text, size_t length, Body body) {
    const padded_string_view padded(reinterpret_cast<const char *>(text), length, length + FJ_PADDING);
    ondemand::document document;
    if (const auto error = reader->parser.iterate(padded).get(document)) return result_of(error);
    ondemand::object object;
    if (const auto error = document.get_object().get(object)) {
        return error == INCORRECT_TYPE ? FJ_NO_OBJECT : result_of(error);
    }
    if (const auto result = for_each_member(object, body)) return result;
    return document.current_location().error() == OUT_OF_BOUNDS ? FJ_OK : FJ_NOT_JSON;
}

fj_result take(ondemand::value value, int depth, fj_token &token);

/// Checks a value that is not used.
fj_result check(ondemand::value value, int depth) {
    fj_token ignored;
    return take(value, depth, ignored);
}

fj_result check_object(ondemand::value value, int depth) {
    ondemand::object object;
    if (const auto error = value.get_object().get(object)) return result_of(error);
    return for_each_member(object, [&](std::string_view, ondemand::value inner) { return check(inner, depth + 1); });
}

fj_result check_array(ondemand::value value, int depth) {
    ondemand::array array;
    if (const auto error = value.get_array().get(array)) return result_of(error);
    for (auto element : array) {
        ondemand::value inner;
        if (const auto error = std::move(element).get(inner)) return result_of(error);
        if (const auto result = check(inner, depth + 1)) return result;
    }
    return FJ_OK;
}

/// Checks a value completely, and returns it if it is a scalar.
fj_result take(ondemand::value value, int depth, fj_token &token) {
    if (depth > FJ_DEPTH) return FJ_TOO_DEEP;
    ondemand::json_type type;
    if (const auto error = value.type().get(type)) return result_of(error);
    switch (type) {
        case ondemand::json_type::object:
            set(token, FJ_OBJECT);
            return check_object(value, depth);
        case ondemand::json_type::array:
            set(token, FJ_ARRAY);
            return check_array(value, depth);
        case ondemand::json_type::string: {
            std::string_view text;
            if (const auto error = value.get_string().get(text)) return result_of(error);
            set(token, FJ_TEXT, text);
            return FJ_OK;
        }
        case ondemand::json_type::number: {
            const std::string_view text = trimmed(value.raw_json_token());
            set(token, FJ_NUMBER, text);
            return is_number(text) ? FJ_OK : FJ_NOT_JSON;
        }
        case ondemand::json_type::boolean: {
            bool truth = false;
            if (const auto error = value.get_bool().get(truth)) return result_of(error);
            set(token, truth ? FJ_TRUE : FJ_FALSE);
            return FJ_OK;
        }
        case ondemand::json_type::null: {
            bool null = false;
            if (const auto error = value.is_null().get(null)) return result_of(error);
            set(token, FJ_NULL);
            return null ? FJ_OK : FJ_NOT_JSON;
        }
    }
    return FJ_NOT_JSON;
}

struct Name {
    std::string_view text;
    int field;
};

constexpr Name export_names[] = {
    {"device", FJ_DEVICE}, {"app", FJ_APP}, {"platform", FJ_PLATFORM}, {"exportedAt", FJ_EXPORTED_AT},
    {"bucket", FJ_BUCKET}, {"lastScheduledAt", FJ_LAST_SCHEDULED_AT}, {"installedAt", FJ_INSTALLED_AT},
    {"historyLimit", FJ_HISTORY_LIMIT}, {"lastRunAt", FJ_LAST_RUN_AT}, {"lastBucket", FJ_LAST_BUCKET},
    {"history", FJ_HISTORY}, {"devices", FJ_DEVICES}, {"version", FJ_VERSION}, {"arm", FJ_ARM},
};

constexpr Name entry_names[] = {
    {"at", FJ_AT}, {"scheduledAt", FJ_SCHEDULED_AT}, {"success", FJ_SUCCESS}, {"lowPower", FJ_LOW_POWER},
    {"bucket", FJ_ENTRY_BUCKET}, {"outcome", FJ_OUTCOME}, {"task", FJ_TASK}, {"reason", FJ_REASON},
};

template <size_t N>
int field_named(const Name (&names)[N], std::string_view name) {
    for (const Name &known : names) {
        if (known.text == name) return known.field;
    }
    return -1;
}

bool is_run_field(std::string_view name) {
    const int field = field_named(entry_names, name);
    return field == FJ_AT || field == FJ_SUCCESS || field == FJ_OUTCOME;
}

void report_unknown(const fj_listener &listener, bool of_entry, std::string_view name) {
    listener.unknown_field(listener.context, of_entry, reinterpret_cast<const uint8_t *>(name.data()), name.size());
}

fj_result read_entry(ondemand::value value, const fj_listener &listener) {
    fj_entry entry = {};
    ondemand::json_type type;
    if (const auto error = value.type().get(type)) return result_of(error);
    if (type != ondemand::json_type::object) {
        fj_token token = {};
        if (const auto result = take(value, 3, token)) return result;
        entry.kind = token.kind;
        return listener.entry(listener.context, &entry) ? FJ_OK : FJ_STOPPED;
    }
    entry.kind = FJ_OBJECT;
    ondemand::object object;
    if (const auto error = value.get_object().get(object)) return result_of(error);
    const auto result = for_each_member(object, [&](std::string_view name, ondemand::value inner) {
        const int known = field_named(entry_names, name);
        if (known < 0) report_unknown(listener, true, name);
        fj_token unknown;
        return take(inner, 4, known < 0 ? unknown : entry.field[known]);
    });
    if (result != FJ_OK) return result;
    return listener.entry(listener.context, &entry) ? FJ_OK : FJ_STOPPED;
}

fj_result read_history(ondemand::value value, const fj_listener &listener, fj_token &token) {
    ondemand::json_type type;
    if (const auto error = value.type().get(type)) return result_of(error);
    if (type != ondemand::json_type::array) return take(value, 2, token);
    set(token, FJ_ARRAY);
    listener.begin_history(listener.context);
    ondemand::array array;
    if (const auto error = value.get_array().get(array)) return result_of(error);
    for (auto element : array) {
        ondemand::value entry;
        if (const auto error = std::move(element).get(entry)) return result_of(error);
        if (const auto result = read_entry(entry, listener)) return result;
    }
    return FJ_OK;
}

}  // namespace

fj_reader *fj_reader_create(void) { return new (std::nothrow) fj_reader; }

void fj_reader_destroy(fj_reader *reader) { delete reader; }

void fj_reader_release_memory(fj_reader *reader) { reader->parser = ondemand::parser(); }

void fj_return_freed_memory(void) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 4 << 20);
    mallopt(M_TRIM_THRESHOLD, 8 << 20);
#endif
}

fj_result fj_read(fj_reader *reader, const uint8_t *text, size_t length, const fj_listener *listener, fj_export *result) {
    std::memset(result, 0, sizeof *result);
    return for_each_member(reader, text, length, [&](std::string_view name, ondemand::value value) {
        const int known = field_named(export_names, name);
        if (known == FJ_HISTORY) return read_history(value, *listener, result->field[FJ_HISTORY]);
        if (known >= 0) return take(value, 2, result->field[known]);
        report_unknown(*listener, false, name);
        fj_token unknown;
        if (const auto problem = take(value, 2, unknown)) return problem;
        result->unknown_members++;
        if (is_run_field(name)) result->has_run_fields = true;
        if (unknown.kind == FJ_OBJECT || unknown.kind == FJ_ARRAY) result->unknown_containers++;
        return FJ_OK;
    });
}

fj_result fj_read_object(fj_reader *reader, const uint8_t *text, size_t length, void *context,
                         void (*member)(void *context, const uint8_t *name, size_t name_length, const fj_token *value)) {
    return for_each_member(reader, text, length, [&](std::string_view name, ondemand::value value) {
        const auto start = reinterpret_cast<const uint8_t *>(value.raw_json_token().data());
        fj_token token;
        if (const auto problem = take(value, 2, token)) return problem;
        if (token.kind == FJ_OBJECT) {
            // It was read to its end, so the scan finds it.
            fj_scan_state state = {};
            fj_scan(start, static_cast<size_t>(text + length - start), &state);
            token.start = start;
            token.length = static_cast<uint32_t>(state.position);
        }
        member(context, reinterpret_cast<const uint8_t *>(name.data()), name.size(), &token);
        return FJ_OK;
    });
}
