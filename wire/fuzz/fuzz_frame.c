/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_frame.c: checks that a stream of any bytes gives the same frames, and
 * the same error, however it is cut into reads. */

#include "wire_error.h"
#include "wire_frame.h"
#include "wire_limits.h"

#include <stdlib.h>
#include <string.h>

#define HASH_START 0xcbf29ce484222325u

/* Everything that a caller can see of a reader. */
typedef struct outcome {
    size_t frames, pending;
    uint64_t hash; /* over lengths and bytes of all frames */
    int error;
} outcome_t;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t len)
{
    const uint8_t *p = bytes;
    for (size_t i = 0; i < len; i++)
        hash = (hash ^ p[i]) * 0x100000001b3u;
    return hash;
}

static void drain(wire_reader_t *reader, outcome_t *outcome)
{
    wire_bytes_t frame;
    while ((outcome->error = wire_reader_next(reader, &frame)) == 1) {
        outcome->frames++;
        outcome->hash =
            hash_bytes(outcome->hash, &frame.len, sizeof(frame.len));
        outcome->hash = hash_bytes(outcome->hash, frame.data, frame.len);
    }
}

/* Does one read of at most n bytes. Returns how many there was room for. */
static size_t read_once(wire_reader_t *reader, const uint8_t *data, size_t n)
{
    size_t room = 0;
    uint8_t *space = wire_reader_space(reader, &room);
    if (!space || room == 0)
        abort();
    n = n < room ? n : room;
    memcpy(space, data, n);
    wire_reader_commit(reader, n);
    if (reader->size > WIRE_PREFIX_LEN + WIRE_FRAME_MAX)
        abort();
    return n;
}

/* Does reads of 1…most bytes, in an order that depends on the input. */
static outcome_t read_all(const uint8_t *data, size_t size, size_t most)
{
    outcome_t outcome = {.hash = HASH_START};
    uint64_t dice = hash_bytes(HASH_START, data, size);
    wire_reader_t reader;
    wire_reader_init(&reader);
    for (size_t at = 0; at < size && outcome.error == 0;) {
        dice = dice * 6364136223846793005u + 1442695040888963407u;
        size_t n = 1 + (size_t)(dice >> 33) % most;
        at += read_once(&reader, data + at, n < size - at ? n : size - at);
        drain(&reader, &outcome);
    }
    if (outcome.error == 0)
        outcome.pending = wire_reader_pending(&reader);
    wire_reader_destroy(&reader);
    return outcome;
}

static int same(const outcome_t *a, const outcome_t *b)
{
    return a->frames == b->frames && a->pending == b->pending &&
           a->hash == b->hash && a->error == b->error;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    outcome_t whole = read_all(data, size, SIZE_MAX);
    outcome_t bytes = read_all(data, size, 1);
    outcome_t split = read_all(data, size, 64);
    if (!same(&whole, &bytes) || !same(&whole, &split))
        abort();
    return 0;
}
