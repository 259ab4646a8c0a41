/* SPDX-License-Identifier: Apache-2.0 */
/* cgi_chunks.c: bytes of a chunk are moved as a whole, all others go through a
 * state machine. */

#include "cgi_chunks.h"

#include <stdint.h>
#include <string.h>

enum chunks_state {
    CHUNKS_SIZE,
    CHUNKS_EXTENSION, /* the rest of the size's line */
    CHUNKS_DATA,
    CHUNKS_AFTER,        /* the line end behind the bytes of a chunk */
    CHUNKS_TRAILER,      /* at the beginning of a line */
    CHUNKS_TRAILER_LINE, /* inside of one */
    CHUNKS_ENDED,
    CHUNKS_WRONG
};

static int digit_of(char byte)
{
    if (byte >= '0' && byte <= '9')
        return byte - '0';
    if (byte >= 'a' && byte <= 'f')
        return byte - 'a' + 10;
    return byte >= 'A' && byte <= 'F' ? byte - 'A' + 10 : -1;
}

static int after_size(cgi_chunks_t *chunks)
{
    chunks->digits = 0;
    return chunks->left ? CHUNKS_DATA : CHUNKS_TRAILER;
}

static int in_size(cgi_chunks_t *chunks, char byte)
{
    int digit = digit_of(byte);
    if (digit >= 0 && chunks->left <= SIZE_MAX >> 4) {
        chunks->left = chunks->left << 4 | (size_t)digit;
        chunks->digits = 1;
        return CHUNKS_SIZE;
    }
    if (digit >= 0 || !chunks->digits)
        return CHUNKS_WRONG;
    if (byte == '\n')
        return after_size(chunks);
    return strchr("; \t\r", byte) && byte ? CHUNKS_EXTENSION : CHUNKS_WRONG;
}

static int next_state(cgi_chunks_t *chunks, char byte)
{
    switch (chunks->state) {
    case CHUNKS_SIZE:
        return in_size(chunks, byte);
    case CHUNKS_EXTENSION:
        return byte == '\n' ? after_size(chunks) : CHUNKS_EXTENSION;
    case CHUNKS_AFTER:
        if (byte == '\r')
            return CHUNKS_AFTER;
        return byte == '\n' ? CHUNKS_SIZE : CHUNKS_WRONG;
    case CHUNKS_TRAILER:
        if (byte == '\r')
            return CHUNKS_TRAILER;
        return byte == '\n' ? CHUNKS_ENDED : CHUNKS_TRAILER_LINE;
    case CHUNKS_TRAILER_LINE:
        return byte == '\n' ? CHUNKS_TRAILER : CHUNKS_TRAILER_LINE;
    default:
        return chunks->state;
    }
}

/* Moves what `from` has of the chunk to `to`. Returns how much that is. */
static size_t move(cgi_chunks_t *chunks, char *to, const char *from, size_t n)
{
    size_t piece = chunks->left < n ? chunks->left : n;
    memmove(to, from, piece);
    chunks->left -= piece;
    if (chunks->left == 0)
        chunks->state = CHUNKS_AFTER;
    return piece;
}

long cgi_chunks_take(cgi_chunks_t *chunks, char *bytes, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n && chunks->state != CHUNKS_WRONG;) {
        if (chunks->state == CHUNKS_DATA) {
            size_t piece = move(chunks, bytes + kept, bytes + i, n - i);
            kept += piece;
            i += piece;
        } else {
            chunks->state = next_state(chunks, bytes[i++]);
        }
    }
    return chunks->state == CHUNKS_WRONG ? -1 : (long)kept;
}

int cgi_chunks_begun(const cgi_chunks_t *chunks)
{
    return chunks->state != CHUNKS_SIZE || chunks->digits;
}

int cgi_chunks_ended(const cgi_chunks_t *chunks)
{
    return chunks->state == CHUNKS_ENDED;
}
