// Finds the end of a JSON value, 64 bytes at a time.
//
// simdjson reads only whole texts, and its index takes up to four times the text's size. A night's file is one array of
// many exports; passing them on one by one limits memory to the largest. The method (bit masks of quotes and brackets,
// the inside of strings by a running parity) is from Langdale and Lemire, "Parsing Gigabytes of JSON per Second", VLDB
// Journal 28 (2019).

#include "CSimdjson.h"

#include <algorithm>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace {

/// One bit for each byte of a block, the first byte lowest.
struct Masks {
    uint64_t quote = 0, backslash = 0, open = 0, close = 0, line = 0;
};

#if defined(__SSE2__)
uint64_t bits(__m128i bytes, int shift) {
    return static_cast<uint64_t>(static_cast<uint32_t>(_mm_movemask_epi8(bytes))) << shift;
}

Masks masks_of(const uint8_t *block) {
    Masks masks;
    for (int i = 0; i < 4; i++) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i *>(block + 16 * i));
        // Square and curly brackets differ in one bit: 0x20 set makes both the curly one.
        const __m128i folded = _mm_or_si128(bytes, _mm_set1_epi8(0x20));
        masks.quote |= bits(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')), 16 * i);
        masks.backslash |= bits(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')), 16 * i);
        masks.open |= bits(_mm_cmpeq_epi8(folded, _mm_set1_epi8('{')), 16 * i);
        masks.close |= bits(_mm_cmpeq_epi8(folded, _mm_set1_epi8('}')), 16 * i);
        masks.line |= bits(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\n')), 16 * i);
    }
    return masks;
}
#else
Masks masks_of(const uint8_t *block) {
    Masks masks;
    for (int i = 0; i < 64; i++) {
        const uint64_t bit = uint64_t(1) << i;
        const uint8_t byte = block[i];
        masks.quote |= byte == '"' ? bit : 0;
        masks.backslash |= byte == '\\' ? bit : 0;
        masks.open |= (byte | 0x20) == '{' ? bit : 0;
        masks.close |= (byte | 0x20) == '}' ? bit : 0;
        masks.line |= byte == '\n' ? bit : 0;
    }
    return masks;
}
#endif

/// Each bit is the parity of all bits up to it, which turns quotes into the inside of strings.
uint64_t running_parity(uint64_t mask) {
    for (int shift = 1; shift < 64; shift *= 2) mask ^= mask << shift;
    return mask;
}

/// The bytes escaped by a backslash before them. Backslashes are rare, so they are handled one by one.
uint64_t escaped_by(uint64_t backslash, bool &carry) {
    uint64_t escaped = carry ? 1 : 0;
    carry = false;
    backslash &= ~escaped;
    while (backslash != 0) {
        const int position = __builtin_ctzll(backslash);
        backslash &= backslash - 1;
        if (position == 63) {
            carry = true;
        } else {
            escaped |= uint64_t(1) << (position + 1);
            backslash &= ~(uint64_t(1) << (position + 1));
        }
    }
    return escaped;
}

/// Scans one byte; used at the end of a text, where no whole block is left.
bool step(uint8_t byte, fj_scan_state *state, fj_scan_result &result) {
    if (state->escaped) {
        state->escaped = false;
    } else if (byte == '\\') {
        // Outside a string this is no JSON; it is read as masks_of and escaped_by read it.
        state->escaped = true;
    } else if (byte == '"') {
        state->in_string = !state->in_string;
    } else if (state->in_string) {
        // Brackets in a text are text.
    } else if ((byte | 0x20) == '{') {
        state->depth++;
    } else if ((byte | 0x20) == '}') {
        state->depth--;
    }
    if (byte == '\n' && state->in_string) {
        result = FJ_SCAN_BROKEN;
        return true;
    }
    state->position++;
    if (byte == '\n') state->lines++;
    if (state->depth == 0) {
        result = FJ_SCAN_COMPLETE;
        return true;
    }
    return false;
}

}  // namespace

fj_scan_result fj_scan(const uint8_t *text, size_t length, fj_scan_state *state) {
    fj_scan_result result = FJ_SCAN_MORE;
    while (length - state->position >= 64) {
        const Masks masks = masks_of(text + state->position);
        bool carry = state->escaped;
        const uint64_t escaped = masks.backslash != 0 || carry ? escaped_by(masks.backslash, carry) : 0;
        const uint64_t inside = running_parity(masks.quote & ~escaped) ^ (state->in_string ? ~uint64_t(0) : 0);
        const uint64_t open = masks.open & ~inside & ~escaped;
        const uint64_t close = masks.close & ~inside & ~escaped;
        const int64_t closed = __builtin_popcountll(close);
        if (state->depth <= closed || (masks.line & inside) != 0) {
            // The value may end here: byte by byte.
            for (int i = 0; i < 64; i++) {
                if (step(text[state->position], state, result)) return result;
            }
            continue;
        }
        state->depth += __builtin_popcountll(open) - closed;
        state->in_string = (inside >> 63) != 0;
        state->escaped = carry;
        state->lines += static_cast<size_t>(__builtin_popcountll(masks.line));
        state->position += 64;
    }
    while (state->position < length) {
        if (step(text[state->position], state, result)) return result;
    }
    return result;
}

size_t fj_count_lines(const uint8_t *text, size_t length) {
    return static_cast<size_t>(std::count(text, text + length, static_cast<uint8_t>('\n')));
}
