/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of wire_scan.c: which msgpack is read, and what is refused. */

#include "wire_scan.h"

#include "tap.h"

static wire_value_t values[WIRE_SCAN_VALUES];
static wire_bytes_t elements[WIRE_ELEMENTS_MAX];

/* Copies the bytes to memory of exactly their size, so that a sanitizer sees
 * each read beyond the end. */
static uint8_t *copy;

static int scan(const void *data, size_t len)
{
    free(copy);
    copy = malloc(len ? len : 1);
    if (!copy)
        bail_out("no memory");
    memcpy(copy, data, len);
    return wire_scan((wire_bytes_t){copy, len}, values, elements);
}

#define SCAN(bytes) scan(bytes, sizeof(bytes) - 1)

static void test_integers(void)
{
    static const struct {
        const char *bytes;
        size_t len;
        uint64_t want;
        const char *name;
    } rows[] = {
        {"\x91\x00", 2, 0, "fixint 0"},
        {"\x91\x7f", 2, 127, "fixint 127"},
        {"\x91\xcc\x05", 3, 5, "uint8 need not be minimal"},
        {"\x91\xcd\x01\x02", 4, 0x102, "uint16"},
        {"\x91\xce\x01\x02\x03\x04", 6, 0x1020304, "uint32"},
        {"\x91\xcf\xff\xff\xff\xff\xff\xff\xff\xff", 10, UINT64_MAX, "uint64"},
        {"\x91\xd0\x05", 3, 5, "int8 that is not negative"},
        {"\x91\xd1\x01\x02", 4, 0x102, "int16 that is not negative"},
        {"\x91\xd2\x01\x02\x03\x04", 6, 0x1020304, "int32, not negative"},
        {"\x91\xd3\x7f\xff\xff\xff\xff\xff\xff\xff", 10, INT64_MAX,
         "int64, not negative"},
        {"\x91\xc2", 2, 0, "false is 0"},
        {"\x91\xc3", 2, 1, "true is 1"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        int count = scan(rows[i].bytes, rows[i].len);
        ok(count == 1 && values[0].type == WIRE_VALUE_NUMBER &&
               values[0].number == rows[i].want,
           rows[i].name);
    }
}

static void test_negative(void)
{
    ok(SCAN("\x91\xff") == 1 && values[0].type == WIRE_VALUE_NEGATIVE,
       "a negative fixint is told apart");
    ok(SCAN("\x91\xd0\x80") == 1 && values[0].type == WIRE_VALUE_NEGATIVE,
       "a negative int8 too");
    ok(SCAN("\x91\xd3\x80\0\0\0\0\0\0\0") == 1 &&
           values[0].type == WIRE_VALUE_NEGATIVE,
       "and the least int64");
}

static int is_bytes(const wire_value_t *value, const char *want)
{
    return value->type == WIRE_VALUE_BYTES && value->number == strlen(want) &&
           memcmp(value->data, want, strlen(want)) == 0;
}

static void test_bytes(void)
{
    ok(SCAN("\x92\xa3"
            "abc\xa0") == 2 &&
           is_bytes(&values[0], "abc") && is_bytes(&values[1], ""),
       "fixstr is bytes");
    ok(SCAN("\x92\xd9\x03"
            "abc\xd9\x00") == 2 &&
           is_bytes(&values[0], "abc") && is_bytes(&values[1], ""),
       "str8 is bytes");
    ok(SCAN("\x92\xda\x00\x03"
            "abc\xdb\x00\x00\x00\x01x") == 2 &&
           is_bytes(&values[0], "abc") && is_bytes(&values[1], "x"),
       "str16 and str32 are bytes");
    ok(SCAN("\x92\xc4\x03"
            "abc\xc4\x00") == 2 &&
           is_bytes(&values[0], "abc") && is_bytes(&values[1], ""),
       "bin8 is bytes");
    ok(SCAN("\x92\xc5\x00\x03"
            "abc\xc6\x00\x00\x00\x01x") == 2 &&
           is_bytes(&values[0], "abc") && is_bytes(&values[1], "x"),
       "bin16 and bin32 are bytes");
    ok((const uint8_t *)values[1].data >= copy, "bytes point into the frame");
    SCAN("\x91\xa0");
    ok(values[0].data != NULL, "empty bytes have an address");
}

static const wire_bytes_t *items_of(size_t value)
{
    return values[value].data;
}

static void test_lists(void)
{
    ok(SCAN("\x93\x92\xa1"
            "a\xa1"
            "b\x91\xa1"
            "c\x90") == 3,
       "three lists are three values");
    ok(values[0].type == WIRE_VALUE_LIST && values[0].number == 2 &&
           items_of(0)[1].data[0] == 'b',
       "the first has its two items");
    ok(values[1].number == 1 && items_of(1)[0].data[0] == 'c',
       "the second has its one");
    ok(values[2].type == WIRE_VALUE_LIST && values[2].number == 0,
       "the third is empty");
    ok(SCAN("\x91\x92\xa1"
            "a\x01") == 1 &&
           values[0].type == WIRE_VALUE_MIXED,
       "a list with an integer is told apart");
    is_int(SCAN("\x90"), 0, "an empty array has no values");
    is_int(SCAN("\xdc\x00\x1c\1\2\3\4\5\6\7\1\2\3\4\5\6\7\1\2\3\4\5\6\7\1\2\3\4"
                "\5\6\7"),
           WIRE_SCAN_VALUES, "more values than are kept are passed by");
}

static void test_refused(void)
{
    static const struct {
        const char *bytes;
        size_t len;
        int want;
        const char *name;
    } rows[] = {
        {"", 0, WIRE_ERR_MSGPACK, "nothing at all"},
        {"\xc1", 1, WIRE_ERR_MSGPACK, "0xc1"},
        {"\x91\xc1", 2, WIRE_ERR_MSGPACK, "0xc1 inside"},
        {"\x92\x01", 2, WIRE_ERR_MSGPACK, "an object shorter than declared"},
        {"\x91\xcd\x01", 3, WIRE_ERR_MSGPACK, "an integer cut short"},
        {"\x91\xc4\x02x", 4, WIRE_ERR_MSGPACK, "bytes cut short"},
        {"\x91\xc6\xff\xff\xff\xff", 6, WIRE_ERR_MSGPACK, "bin32 of 2^32-1"},
        {"\x91\xdb\xff\xff\xff\xff", 6, WIRE_ERR_MSGPACK, "str32 of 2^32-1"},
        {"\xdc\x00", 2, WIRE_ERR_MSGPACK, "an array header cut short"},
        {"\x01", 1, WIRE_ERR_TYPE, "an integer instead of an array"},
        {"\xa1x", 2, WIRE_ERR_TYPE, "bytes instead of an array"},
        {"\x80", 1, WIRE_ERR_TYPE, "a map instead of an array"},
        {"\x91\x80", 2, WIRE_ERR_TYPE, "an empty map"},
        {"\x91\x81\x01\x02", 4, WIRE_ERR_TYPE, "a map"},
        {"\x91\xde\x00\x01\x01\x02", 6, WIRE_ERR_TYPE, "a map16"},
        {"\x91\xdf\xff\xff\xff\xff", 6, WIRE_ERR_TYPE, "a map32 of 2^32-1"},
        {"\x91\xc0", 2, WIRE_ERR_TYPE, "nil"},
        {"\x91\xca\0\0\0\0", 6, WIRE_ERR_TYPE, "a float"},
        {"\x91\xcb\0\0\0\0\0\0\0\0", 10, WIRE_ERR_TYPE, "a double"},
        {"\x91\xd4\x01\x02", 4, WIRE_ERR_TYPE, "a fixext"},
        {"\x91\xc7\x01\x01\x02", 5, WIRE_ERR_TYPE, "an ext8"},
        {"\x91\xc9\xff\xff\xff\xff\x01", 7, WIRE_ERR_TYPE,
         "an ext32 of 2^32-1, whose length and type wrap to 0"},
        {"\x91\x91\xc0", 3, WIRE_ERR_TYPE, "nil in a list"},
        {"\x91\x91\x91\x01", 4, WIRE_ERR_NESTING, "a list in a list"},
        {"\x91\x91\x90", 3, WIRE_ERR_NESTING, "an empty list in a list"},
        {"\x91\x01\x01", 3, WIRE_ERR_EXCESS, "a byte behind the array"},
        {"\x90\xc1", 2, WIRE_ERR_EXCESS, "rubbish behind the array"},
        {"\xdd\xff\xff\xff\xff", 5, WIRE_ERR_ELEMENTS, "array32 of 2^32-1"},
        {"\x91\xdd\xff\xff\xff\xff", 6, WIRE_ERR_ELEMENTS, "a list of 2^32-1"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        is_int(scan(rows[i].bytes, rows[i].len), rows[i].want, rows[i].name);
}

/* Makes an array of a fixint and a list of n empty strings: n + 2 elements. */
static int scan_list(size_t n)
{
    static uint8_t frame[5000];
    memset(frame, 0xa0, sizeof(frame));
    memcpy(frame, "\x92\x01\xdc", 3);
    frame[3] = (uint8_t)(n >> 8);
    frame[4] = (uint8_t)n;
    return scan(frame, 5 + n);
}

static void test_elements(void)
{
    is_int(scan_list(WIRE_ELEMENTS_MAX - 3), 2, "1023 elements are read");
    is_int(scan_list(WIRE_ELEMENTS_MAX - 2), 2, "1024 elements are read");
    is_int(values[1].number, WIRE_ELEMENTS_MAX - 2, "… all of them");
    is_int(scan_list(WIRE_ELEMENTS_MAX - 1), WIRE_ERR_ELEMENTS,
           "1025 elements are refused");
    is_int(SCAN("\xdc\x04\x00"), WIRE_ERR_MSGPACK,
           "a count that can't fit is refused before its elements are read");
    is_int(SCAN("\xdc\x04\x00\xc0\xc0"), WIRE_ERR_MSGPACK,
           "… so that what is wrong in them does not show");
    is_int(SCAN("\x92\x93\x01"), WIRE_ERR_MSGPACK,
           "counts of lists and message together must fit");
}

int main(void)
{
    test_integers();
    test_negative();
    test_bytes();
    test_lists();
    test_refused();
    test_elements();
    free(copy);
    return done_testing();
}
