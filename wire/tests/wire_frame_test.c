/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of wire_frame.c: however the bytes arrive, the frames are the same,
 * and no prefix makes the buffer larger than the limit. */

#include "wire_frame.h"

#include "wire_error.h"
#include "wire_limits.h"

#include "tap.h"

#define FIRST ((size_t)16 << 10)
#define LARGEST ((size_t)WIRE_PREFIX_LEN + WIRE_FRAME_MAX)

/* What came out of a reader: one frame after the other, each after its length,
 * so that equal logs mean equal frames. */
typedef struct record {
    uint8_t *data;
    size_t len, frames;
} record_t;

static uint8_t *stream;
static size_t stream_len;

static void *allocate(size_t size)
{
    void *memory = malloc(size);
    if (!memory)
        bail_out("no memory");
    return memory;
}

/* Appends a frame with n bytes to the stream; they need not be msgpack. */
static void add_frame(size_t n)
{
    uint8_t *p = stream + stream_len;
    p[0] = 0xce;
    p[1] = (uint8_t)(n >> 24);
    p[2] = (uint8_t)(n >> 16);
    p[3] = (uint8_t)(n >> 8);
    p[4] = (uint8_t)n;
    for (size_t i = 0; i < n; i++)
        p[WIRE_PREFIX_LEN + i] = (uint8_t)(i * 31 + n);
    stream_len += WIRE_PREFIX_LEN + n;
}

static void start_stream(const size_t *sizes, size_t count)
{
    stream_len = 0;
    for (size_t i = 0; i < count; i++)
        add_frame(sizes[i]);
}

/* Takes out all frames, as a caller does after each read. */
static int drain(wire_reader_t *reader, record_t *record)
{
    wire_bytes_t frame;
    int got;
    while ((got = wire_reader_next(reader, &frame)) == 1) {
        memcpy(record->data + record->len, &frame.len, sizeof(frame.len));
        record->len += sizeof(frame.len);
        memcpy(record->data + record->len, frame.data, frame.len);
        record->len += frame.len;
        record->frames++;
    }
    return got;
}

/* Puts the bytes in, as many at a time as there is room for. */
static int feed(wire_reader_t *reader, const uint8_t *data, size_t len,
                record_t *record)
{
    int got = 0;
    while (len > 0 && got == 0) {
        size_t room = 0;
        uint8_t *space = wire_reader_space(reader, &room);
        if (!space || room == 0)
            bail_out("no space");
        size_t n = len < room ? len : room;
        memcpy(space, data, n);
        wire_reader_commit(reader, n);
        got = drain(reader, record);
        data += n;
        len -= n;
    }
    return got;
}

/* Feeds the stream in pieces: the first of `first` bytes, then of `piece`. */
static record_t read_stream(size_t first, size_t piece)
{
    record_t record = {allocate(2 * LARGEST + 4096), 0, 0};
    wire_reader_t reader;
    wire_reader_init(&reader);
    size_t at = 0;
    for (size_t n = first; at < stream_len; at += n, n = piece) {
        n = n < stream_len - at ? n : stream_len - at;
        if (feed(&reader, stream + at, n, &record) != 0)
            bail_out("a good stream is refused");
    }
    if (wire_reader_pending(&reader) != 0)
        bail_out("bytes are left over");
    wire_reader_destroy(&reader);
    return record;
}

static int same_records(const record_t *a, const record_t *b)
{
    return a->len == b->len && memcmp(a->data, b->data, a->len) == 0;
}

static int same_as_whole(const record_t *whole, size_t first, size_t piece)
{
    record_t record = read_stream(first, piece);
    int same = same_records(whole, &record);
    free(record.data);
    return same;
}

static void test_every_split(void)
{
    static const size_t sizes[] = {1, 40, 2, 1, 90, 3};
    start_stream(sizes, sizeof(sizes) / sizeof(sizes[0]));
    record_t whole = read_stream(stream_len, stream_len);
    is_int(whole.frames, 6, "six coalesced frames come out of one read");
    int same = 1;
    for (size_t cut = 1; cut < stream_len; cut++)
        same &= same_as_whole(&whole, cut, stream_len);
    ok(same, "a split at any byte gives the same frames");
    ok(same_as_whole(&whole, 1, 1), "reads of one byte give the same frames");
    free(whole.data);
}

static void test_pieces(void)
{
    static const size_t sizes[] = {FIRST - WIRE_PREFIX_LEN,
                                   FIRST - WIRE_PREFIX_LEN + 1,
                                   3,
                                   70000,
                                   1,
                                   FIRST - WIRE_PREFIX_LEN - 1,
                                   200000};
    static const size_t pieces[] = {1, 2, 3, 7, 4096, FIRST, 65536, 300000};
    start_stream(sizes, sizeof(sizes) / sizeof(sizes[0]));
    record_t whole = read_stream(stream_len, stream_len);
    is_int(whole.frames, 7, "frames around the buffer's sizes come out");
    int same = 1;
    for (size_t i = 0; i < sizeof(pieces) / sizeof(pieces[0]); i++)
        same &= same_as_whole(&whole, pieces[i], pieces[i]);
    ok(same, "pieces of any size give the same frames");
    free(whole.data);
}

static void test_largest(void)
{
    static const size_t sizes[] = {WIRE_FRAME_MAX};
    static const size_t below[] = {WIRE_FRAME_MAX - 1};
    start_stream(sizes, 1);
    record_t record = read_stream(stream_len, stream_len);
    is_int(record.len, sizeof(size_t) + WIRE_FRAME_MAX,
           "a frame at the limit comes out whole");
    free(record.data);
    start_stream(below, 1);
    record = read_stream(7, 100000);
    is_int(record.len, sizeof(size_t) + WIRE_FRAME_MAX - 1,
           "a frame below the limit comes out whole");
    free(record.data);
}

/* Returns the result for these bytes, all at once or one at a time. */
static int result_of(const uint8_t *data, size_t len, size_t piece)
{
    uint8_t room[64];
    record_t record = {room, 0, 0};
    wire_reader_t reader;
    wire_reader_init(&reader);
    int got = 0;
    for (size_t at = 0; at < len && got == 0; at += piece)
        got = feed(&reader, data + at, piece, &record);
    wire_reader_destroy(&reader);
    return got;
}

static void test_lengths(void)
{
    static const struct {
        uint32_t length;
        int want;
        const char *name;
    } rows[] = {
        {0, WIRE_ERR_LENGTH, "length 0 is refused"},
        {1, 0, "length 1 waits for its byte"},
        {WIRE_FRAME_MAX - 1, 0, "a length below the limit waits"},
        {WIRE_FRAME_MAX, 0, "a length at the limit waits"},
        {WIRE_FRAME_MAX + 1, WIRE_ERR_LENGTH,
         "a length above the limit is refused"},
        {UINT32_MAX, WIRE_ERR_LENGTH, "length 2^32 - 1 is refused"},
        {0x80000000u, WIRE_ERR_LENGTH, "length 2^31 is refused"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        uint32_t n = rows[i].length;
        const uint8_t prefix[] = {0xce, (uint8_t)(n >> 24), (uint8_t)(n >> 16),
                                  (uint8_t)(n >> 8), (uint8_t)n};
        is_int(result_of(prefix, sizeof(prefix), sizeof(prefix)), rows[i].want,
               rows[i].name);
        is_int(result_of(prefix, sizeof(prefix), 1), rows[i].want,
               "… also byte by byte");
    }
}

static void test_marks(void)
{
    int refused = 0;
    for (int mark = 0; mark < 256; mark++) {
        uint8_t byte = (uint8_t)mark;
        refused += result_of(&byte, 1, 1) == WIRE_ERR_PREFIX;
    }
    is_int(refused, 255, "every first byte but 0xce is refused at once");
}

static void test_memory(void)
{
    static const uint8_t small[] = {0xce, 0, 0, 0, 1, 7};
    static const size_t sizes[] = {100000};
    uint8_t room[200000];
    record_t record = {room, 0, 0};
    wire_reader_t reader;
    wire_reader_init(&reader);
    feed(&reader, small, sizeof(small), &record);
    is_int(reader.size, FIRST, "the first buffer has 16 KiB");
    start_stream(sizes, 1);
    feed(&reader, stream, stream_len - 1, &record);
    is_int(reader.size, WIRE_PREFIX_LEN + 100000,
           "it grows to what the prefix announced");
    is_int(wire_reader_pending(&reader), stream_len - 1,
           "what is not given out is pending");
    feed(&reader, stream + stream_len - 1, 1, &record);
    feed(&reader, small, sizeof(small), &record);
    is_int(reader.size, WIRE_PREFIX_LEN + 100000,
           "it stays so for the frames behind");
    wire_reader_destroy(&reader);
}

/* Between requests a connection keeps no more than the first buffer. */
static void test_shrink(void)
{
    static const size_t sizes[] = {100000, 20000};
    uint8_t room[200000];
    record_t record = {room, 0, 0};
    wire_reader_t reader;
    wire_reader_init(&reader);
    start_stream(sizes, 2);
    size_t first = WIRE_PREFIX_LEN + sizes[0];
    feed(&reader, stream, 1, &record);
    wire_reader_shrink(&reader);
    is_int(wire_reader_pending(&reader), 1, "what is pending stays");
    feed(&reader, stream + 1, first - 1, &record);
    is_int(reader.size, first, "a large frame has made the buffer large");
    wire_reader_shrink(&reader);
    is_int(reader.size, 0, "which is given back when nothing is pending");
    feed(&reader, stream + first, stream_len - first, &record);
    is_int(record.frames, 2, "the next frame comes whole");
    wire_reader_destroy(&reader);
    feed(&reader, (const uint8_t[]){0xce, 0, 0, 0, 1, 7}, 6, &record);
    wire_reader_shrink(&reader);
    is_int(reader.size, FIRST, "a small buffer is kept");
    feed(&reader, stream, first - 1, &record);
    wire_reader_reset(&reader);
    is_int(reader.size, 0, "for another stream a large one is given back");
    feed(&reader, (const uint8_t[]){0xce}, 1, &record);
    wire_reader_reset(&reader);
    is_int(wire_reader_pending(&reader), 0, "and what was pending is dropped");
    is_int(reader.size, FIRST, "with a small buffer kept");
    wire_reader_destroy(&reader);
}

/* A caller that only waits for the end of file takes no frame out. */
static void test_hoard(void)
{
    wire_reader_t reader;
    wire_reader_init(&reader);
    size_t room = 0, total = 0;
    uint8_t *space;
    while ((space = wire_reader_space(&reader, &room)) != NULL) {
        static const uint8_t small[] = {0xce, 0, 0, 0, 1, 7};
        for (size_t i = 0; i < room; i++)
            space[i] = small[(total + i) % sizeof(small)];
        wire_reader_commit(&reader, room);
        total += room;
    }
    is_int(total, LARGEST, "a hoarded buffer ends at the limit");
    wire_bytes_t frame;
    size_t frames = 0;
    while (wire_reader_next(&reader, &frame) == 1)
        frames += frame.len == 1 && frame.data[0] == 7;
    is_int(frames, LARGEST / 6, "and every frame in it is still good");
    wire_reader_destroy(&reader);
}

int main(void)
{
    stream = allocate(2 * LARGEST);
    test_every_split();
    test_pieces();
    test_largest();
    test_lengths();
    test_marks();
    test_memory();
    test_shrink();
    test_hoard();
    free(stream);
    return done_testing();
}
