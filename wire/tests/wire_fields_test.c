/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of wire_fields.c: every limit, one below it, at it and one above it, in
 * both directions. The numbers of wire/PROTOCOL.md are written out here once
 * more, so that a wrong limit in the table shows. */

#include "wire_fields.h"

#include "samples.h"
#include "tap.h"

static const struct limit {
    wire_kind_t kind;
    const char *field;
    uint64_t low, high;
} limits[] = {
    {WIRE_OPEN, "version", 0, 4294967295},
    {WIRE_OPEN, "role", 0, 1},
    {WIRE_OPEN, "features", 0, 4294967295},
    {WIRE_OPEN, "unit", 0, 4294967295},
    {WIRE_REQUEST, "seq", 0, UINT32_MAX},
    {WIRE_REQUEST, "variables", 0, 1048576},
    {WIRE_REQUEST, "body_mode", 0, 2},
    {WIRE_REQUEST, "body", 0, 65536},
    {WIRE_REQUEST, "soft_ms", 0, 1099511627776},
    {WIRE_REQUEST, "request_id", 0, 64},
    {WIRE_BODY, "bytes", 0, 262144},
    {WIRE_BODY, "mark", 0, 2},
    {WIRE_INFO, "seq", 0, UINT32_MAX},
    {WIRE_INFO, "status", 102, 103},
    {WIRE_RESPONSE, "seq", 0, UINT32_MAX},
    {WIRE_RESPONSE, "status", 200, 599},
    {WIRE_RESPONSE, "body", 0, 262144},
    {WIRE_RESPONSE, "flags", 0, 7},
    {WIRE_FILE, "offset", 0, INT64_MAX},
    {WIRE_FILE, "length", 0, INT64_MAX},
    {WIRE_WANT, "bytes", 1, 1048576},
    {WIRE_LOG, "level", 0, 7},
    {WIRE_LOG, "text", 0, 65536},
    {WIRE_END, "ok", 0, 1},
    {WIRE_END, "after", 0, 1},
    {WIRE_DEADLINE, "request_id", 0, 64},
    {WIRE_PROBE, "unit", 0, 4294967295},
    {WIRE_READY, "version", 0, 4294967295},
    {WIRE_READY, "sdk", 0, 255},
    {WIRE_READY, "features", 0, 4294967295},
    {WIRE_READY, "capacity", 1, 4294967295},
    {WIRE_READY, "signal", 0, 64},
    {WIRE_IDLE, "unit", 0, 4294967295},
    {WIRE_CLONED, "refused", 0, 1},
    {WIRE_CHILD, "pid", 1, 2147483647},
    {WIRE_CHILD, "status", 0, 4294967295},
    {WIRE_SETTINGS, "token", 1, 255},
    {WIRE_SETTINGS, "max_workers", 1, 4294967295},
    {WIRE_SETTINGS, "stop_ms", 0, 1099511627776},
    {WIRE_SETTINGS, "owner_share", 1, 4294967295},
    {WIRE_SETTINGS, "debug", 0, 1},
    {WIRE_SETTINGS, "umask", 0, 0777},
    {WIRE_UP, "fault", 0, 9999},
    {WIRE_UP, "text", 0, 65536},
    {WIRE_HELLO, "token", 0, 255},
    {WIRE_HELLO, "role", 0, 2},
    {WIRE_HELLO, "owner", 0, 65535},
    {WIRE_ENSURE, "key_high", 0, UINT64_MAX},
    {WIRE_ENSURE, "key_low", 0, UINT64_MAX},
    {WIRE_ENSURE, "seen", 0, UINT64_MAX},
    {WIRE_ENSURE, "script", 1, 4095},
/* These limits are not repeated here: they stand once, in their rows. */
#define POOL_NUMBER(name, low, high, fallback, ceiling)                        \
    {WIRE_ENSURE, #name, low, high},
#include "wire_pool_settings.h"
    {WIRE_ENSURED, "fault", 0, 9999},
    {WIRE_ENSURED, "pool", 0, 4294967295},
    {WIRE_ENSURED, "generation", 0, UINT64_MAX},
    {WIRE_ENSURED, "retry_ms", 0, 1099511627776},
    {WIRE_ENSURED, "text", 0, 65536},
    {WIRE_NUDGE, "pool", 0, 4294967295},
    {WIRE_STATUS, "format", 0, 5},
    {WIRE_STATUS, "path", 0, 4095},
    {WIRE_STATUS, "after", 0, UINT64_MAX},
    {WIRE_STATUS, "lines", 0, 100},
    {WIRE_STATUS, "whose", 0, 4294967295},
    {WIRE_REPORT, "bytes", 0, 262144},
    {WIRE_REPORT, "last", 0, 1},
    {WIRE_ORDER, "verb", 0, 4},
    {WIRE_ORDER, "script", 1, 4095},
    {WIRE_ORDERED, "result", 0, 3},
    {WIRE_ORDERED, "fault", 0, 9999},
    {WIRE_ORDERED, "text", 0, 65536},
    {WIRE_LATE, "slot", 0, 4294967295},
    {WIRE_LATE, "incarnation", 1, 4294967295},
    {WIRE_LATE, "request_id", 0, 64},
    {WIRE_SAID, "kind", 0, 1},
    {WIRE_SAID, "pid", 0, 4294967295},
    {WIRE_SAID, "script", 1, 4095},
    {WIRE_SAID, "request_id", 0, 64},
    {WIRE_SAID, "text", 0, 16384},
    {WIRE_WORKER, "slot", 0, 4294967295},
    {WIRE_WORKER, "incarnation", 1, 4294967295},
    {WIRE_WORKER, "key_high", 0, UINT64_MAX},
    {WIRE_WORKER, "key_low", 0, UINT64_MAX},
    {WIRE_WORKER, "pid", 1, 2147483647},
    {WIRE_WORKER, "started", 0, UINT64_MAX},
    {WIRE_WORKER, "version", 0, UINT64_MAX},
    {WIRE_WORKER, "signal", 0, 64},
};

static sample_t sample;
static msgpack_sbuffer out;
static wire_message_t message;

/* Returns the result of encoding and decoding the sample; 1 if they differ. */
static int verdict(wire_kind_t kind)
{
    wire_bytes_t frame = sample_frame(&out, kind, &sample);
    int decoded = wire_decode(frame, &message);
    out.size = 0;
    int encoded = wire_encode(&out, kind, sample.fields, NULL);
    if (decoded != encoded)
        printf("# decoded %d, encoded %d\n", decoded, encoded);
    return decoded == encoded ? decoded : 1;
}

static int verdict_on(const struct limit *limit, uint64_t value)
{
    sample_fill(&sample, limit->kind, 0);
    sample_set(&sample, sample_field(limit->kind, limit->field), value);
    return verdict(limit->kind);
}

static int keeps(const struct limit *limit)
{
    int good = verdict_on(limit, limit->low) == 0 &&
               verdict_on(limit, limit->low + 1) == 0 &&
               verdict_on(limit, limit->high - 1) == 0 &&
               verdict_on(limit, limit->high) == 0;
    if (limit->low > 0)
        good &= verdict_on(limit, limit->low - 1) == WIRE_ERR_RANGE;
    if (limit->high < UINT64_MAX)
        good &= verdict_on(limit, limit->high + 1) == WIRE_ERR_RANGE;
    return good;
}

static void test_limits(void)
{
    char name[80];
    for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
        snprintf(name, sizeof(name), "%s %s: %" PRIu64 " to %" PRIu64,
                 wire_kind_name(limits[i].kind), limits[i].field, limits[i].low,
                 limits[i].high);
        ok(keeps(&limits[i]), name);
    }
}

/* A new field needs a row above: this test fails without one. */
static void test_complete(void)
{
    size_t fields = 0;
    for (uint64_t kind = 0; kind < SAMPLES_KINDS; kind++) {
        const wire_fields_t *of = wire_fields_of(kind);
        for (size_t i = 0; of && i < of->count; i++)
            fields += of->rows[i].type < WIRE_FIELD_LIST;
    }
    is_int(sizeof(limits) / sizeof(limits[0]), fields,
           "every field that has limits was tried");
}

static void test_lists(void)
{
    static const struct {
        wire_kind_t kind;
        const char *field;
        int pairs;
    } rows[] = {
        {WIRE_INFO, "headers", 1},       {WIRE_RESPONSE, "headers", 1},
        {WIRE_END, "trailers", 1},       {WIRE_READY, "files", 0},
        {WIRE_FILES, "files", 0},        {WIRE_SETTINGS, "environment", 1},
        {WIRE_ENSURE, "interpreter", 0}, {WIRE_ENSURE, "environment", 1},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct limit list = {rows[i].kind, rows[i].field, 0, 0};
        /* The kind and each field are elements, too. */
        size_t most =
            WIRE_ELEMENTS_MAX - 1 - wire_fields_of(rows[i].kind)->count;
        int odd = rows[i].pairs ? WIRE_ERR_PAIRS : WIRE_OK;
        is_int(verdict_on(&list, 3), odd, rows[i].field);
        is_int(verdict_on(&list, 4), WIRE_OK, "… of an even count is good");
        most -= rows[i].pairs ? most % 2 : 0;
        is_int(verdict_on(&list, most), WIRE_OK, "… as long as it may be");
        is_int(verdict_on(&list, most + 1 + rows[i].pairs), WIRE_ERR_ELEMENTS,
               "… and no longer");
    }
}

/* Makes a RESPONSE whose one header makes the frame `length` bytes long. */
static int encode_of_length(size_t length, size_t *split)
{
    /* array, kind, seq, status (2), list, empty name, two bin32 heads, flags */
    const size_t others = 1 + 1 + 1 + 2 + 1 + 2 + 5 + 5 + 1;
    wire_bytes_t body = sample_bytes(WIRE_BODY_MAX);
    wire_bytes_t pair[] = {{sample_memory, 0},
                           sample_bytes(length - others - body.len)};
    wire_response_t response = {0, 200, {pair, 2}, body, 0};
    out.size = 0;
    return wire_encode(&out, WIRE_RESPONSE, &response, split);
}

static void test_frame(void)
{
    size_t split = 0;
    is_int(encode_of_length(WIRE_FRAME_MAX - 1, NULL), 0, "below the limit");
    is_int(encode_of_length(WIRE_FRAME_MAX, NULL), 0, "a frame at the limit");
    is_int(out.size, WIRE_PREFIX_LEN + WIRE_FRAME_MAX, "… has that length");
    is_int(encode_of_length(WIRE_FRAME_MAX, &split), 0, "… also split");
    is_int(encode_of_length(WIRE_FRAME_MAX + 1, NULL), WIRE_ERR_LENGTH,
           "a frame above the limit is refused");
    is_int(out.size, 0, "… and nothing of it is left");
    is_int(encode_of_length(WIRE_FRAME_MAX + 1, &split), WIRE_ERR_LENGTH,
           "… also split");
    wire_bytes_t huge = {sample_memory, SIZE_MAX};
    wire_files_t files = {{&huge, 1}};
    is_int(wire_encode(&out, WIRE_FILES, &files, NULL), WIRE_ERR_LENGTH,
           "an item that no frame can hold is not touched");
    wire_bytes_t many[100];
    for (size_t i = 0; i < 100; i++)
        many[i] = (wire_bytes_t){sample_memory, WIRE_FRAME_MAX};
    files.files = (wire_list_t){many, 100};
    is_int(wire_encode(&out, WIRE_FILES, &files, NULL), WIRE_ERR_LENGTH,
           "items that together are too long are refused");
    ok(out.alloc < 8 * WIRE_FRAME_MAX, "… before all of them are copied");
}

int main(void)
{
    msgpack_sbuffer_init(&out);
    test_limits();
    test_complete();
    test_lists();
    test_frame();
    msgpack_sbuffer_destroy(&out);
    return done_testing();
}
