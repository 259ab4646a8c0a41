/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of wire_message.c: a message of any kind is the same after encoding and
 * decoding, and the legal variations of a frame are read. Limits are tested in
 * wire_fields.c. */

#include "wire_message.h"

#include "compare.h"
#include "samples.h"
#include "tap.h"

static wire_message_t message;
static msgpack_sbuffer out;

static wire_bytes_t frame_at(size_t start)
{
    return (wire_bytes_t){(uint8_t *)out.data + start + WIRE_PREFIX_LEN,
                          out.size - start - WIRE_PREFIX_LEN};
}

static int round_trip(wire_kind_t kind, int high)
{
    static sample_t sample;
    sample_fill(&sample, kind, high);
    out.size = 0;
    if (wire_encode(&out, kind, sample.fields, NULL) != 0)
        return 0;
    if (wire_decode(frame_at(0), &message) != 0 || message.kind != kind)
        return 0;
    return compare_messages(kind, sample.fields, &message.as);
}

static void test_round_trips(void)
{
    int kinds = 0;
    for (int kind = 0; kind < SAMPLES_KINDS; kind++) {
        if (!wire_fields_of((uint64_t)kind))
            continue;
        kinds++;
        ok(round_trip(kind, 0), wire_kind_name(kind));
        ok(round_trip(kind, 1), "… with every field at its upper limit");
    }
    is_int(kinds, 34, "all kinds were tried");
}

/* A message with a payload is encoded whole and split. */
static void test_split_of(wire_kind_t kind, const char *payload)
{
    static sample_t sample;
    msgpack_sbuffer whole;
    msgpack_sbuffer_init(&whole);
    sample_fill(&sample, kind, 1);
    const wire_bytes_t *bytes =
        (const void *)(sample.fields + sample_field(kind, payload)->offset);
    size_t split = 0;
    out.size = 0;
    ok(wire_encode(&whole, kind, sample.fields, NULL) == 0 &&
           wire_encode(&out, kind, sample.fields, &split) == 0,
       wire_kind_name(kind));
    is_int(out.size + bytes->len, whole.size, "the payload alone is left out");
    ok(memcmp(out.data, whole.data, split) == 0 &&
           memcmp(bytes->data, whole.data + split, bytes->len) == 0 &&
           memcmp(out.data + split, whole.data + split + bytes->len,
                  out.size - split) == 0,
       "split and whole encoding are the same bytes");
    msgpack_sbuffer_destroy(&whole);
}

static void test_split(void)
{
    test_split_of(WIRE_REQUEST, "body");
    test_split_of(WIRE_RESPONSE, "body");
    test_split_of(WIRE_BODY, "bytes");
    size_t split = 0;
    wire_want_t want = {1};
    out.size = 0;
    wire_encode(&out, WIRE_WANT, &want, &split);
    is_int(split, out.size, "a message without a payload splits at its end");
}

static void test_append(void)
{
    wire_open_t open = {WIRE_VERSION, WIRE_ROLE_DATA, 0, 3};
    wire_want_t want = {1000};
    wire_want_t bad = {0};
    out.size = 0;
    wire_encode(&out, WIRE_OPEN, &open, NULL);
    size_t second = out.size;
    is_int(wire_encode(&out, WIRE_WANT, &want, NULL), 0,
           "a frame is appended to what is there");
    ok(wire_decode(frame_at(second), &message) == 0 &&
           message.as.want.bytes == 1000,
       "… and is whole");
    size_t size = out.size, split = 12345;
    is_int(wire_encode(&out, WIRE_WANT, &bad, &split), WIRE_ERR_RANGE,
           "a bad field is refused");
    is_int(out.size, size, "… and leaves what is there as it was");
    is_int(split, 12345, "… and *split too");
    is_int(wire_encode(&out, (wire_kind_t)32, &bad, NULL), WIRE_ERR_KIND,
           "a reserved kind can't be encoded");
    is_int(out.size, size, "… and leaves what is there as it was");
}

static int decode(const void *data, size_t len)
{
    return wire_decode((wire_bytes_t){data, len}, &message);
}

#define DECODE(bytes) decode(bytes, sizeof(bytes) - 1)

static void test_variants(void)
{
    is_int(DECODE("\x93\x08\x06\xa2hi"), 0, "str is accepted for bytes");
    ok(message.as.log.text.len == 2 &&
           memcmp(message.as.log.text.data, "hi", 2) == 0,
       "… and is what was sent");
    is_int(DECODE("\x94\x09\xc3\xc2\x90"), 0, "booleans are integers");
    ok(message.as.end.ok == 1 && message.as.end.after == 0, "… 1 and 0");
    is_int(DECODE("\x92\x07\xcf\0\0\0\0\0\0\0\x05"), 0,
           "an integer may be longer than it need be");
    is_int(message.as.want.bytes, 5, "… and has its value");
    is_int(DECODE("\x92\x07\xd0\x05"), 0, "an integer may be a signed one");
    is_int(DECODE("\xdc\x00\x02\x07\x05"), 0, "so may the array's header");
    is_int(DECODE("\xdd\x00\x00\x00\x02\x07\x05"), 0, "… even array32");
    is_int(DECODE("\x95\x07\x05\xa1x\x92\x01\xa1y\x01"), 0,
           "extra fields of any legal type are ignored");
    is_int(message.as.want.bytes, 5, "… and change nothing");
    is_int(DECODE("\x92\x10\xff"), 0, "also behind a message without fields");
    is_int(message.kind, WIRE_STOP, "… which is STOP");
}

static void test_refused(void)
{
    static const struct {
        const char *bytes;
        size_t len;
        int want;
        const char *name;
    } rows[] = {
        {"\x90", 1, WIRE_ERR_KIND, "no kind"},
        {"\x91\x00", 2, WIRE_ERR_KIND, "kind 0"},
        {"\x91\x0a", 2, WIRE_ERR_KIND, "kind 10"},
        {"\x91\x20", 2, WIRE_ERR_KIND, "kind 32, reserved"},
        {"\x91\x51", 2, WIRE_ERR_KIND, "a kind behind the last"},
        {"\x91\xff", 2, WIRE_ERR_KIND, "a negative kind"},
        {"\x91\xcf\xff\xff\xff\xff\xff\xff\xff\xff", 10, WIRE_ERR_KIND,
         "kind 2^64-1"},
        {"\x91\xcf\0\0\0\1\0\0\0\7", 10, WIRE_ERR_KIND,
         "a kind that is WANT in its low 32 bits"},
        {"\x92\xa1\x07\x05", 4, WIRE_ERR_TYPE, "bytes as the kind"},
        {"\x91\x07", 2, WIRE_ERR_FIELDS, "WANT without its field"},
        {"\x93\x09\x01\x00", 4, WIRE_ERR_FIELDS, "END without trailers"},
        {"\x92\x07\xff", 3, WIRE_ERR_RANGE, "WANT -1"},
        {"\x92\x07\xa1\x05", 4, WIRE_ERR_TYPE, "bytes instead of a number"},
        {"\x92\x07\x90", 3, WIRE_ERR_TYPE, "a list instead of a number"},
        {"\x93\x08\x06\x05", 4, WIRE_ERR_TYPE, "a number instead of bytes"},
        {"\x93\x08\x06\x90", 4, WIRE_ERR_TYPE, "a list instead of bytes"},
        {"\x94\x09\x01\x00\x05", 5, WIRE_ERR_TYPE, "a number for a list"},
        {"\x94\x09\x01\x00\xa0", 5, WIRE_ERR_TYPE, "bytes for a list"},
        {"\x94\x09\x01\x00\x92\xa0\x01", 7, WIRE_ERR_TYPE,
         "a number in a list"},
        {"\x94\x09\x01\x00\x91\xa0", 6, WIRE_ERR_PAIRS, "half a pair"},
        {"\x92\x07\x05\x05", 4, WIRE_ERR_EXCESS, "a byte too many"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        is_int(decode(rows[i].bytes, rows[i].len), rows[i].want, rows[i].name);
}

static void test_names(void)
{
    is_str(wire_kind_name(WIRE_REQUEST), "REQUEST", "a kind has its name");
    is_str(wire_kind_name((wire_kind_t)32), "unknown", "32 is no kind yet");
    is_str(wire_kind_name((wire_kind_t)0), "unknown", "0 is no kind");
    is_str(wire_kind_name((wire_kind_t)-1), "unknown", "-1 is no kind");
}

int main(void)
{
    msgpack_sbuffer_init(&out);
    test_round_trips();
    test_split();
    test_append();
    test_variants();
    test_refused();
    test_names();
    msgpack_sbuffer_destroy(&out);
    return done_testing();
}
