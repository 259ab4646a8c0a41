/* SPDX-License-Identifier: Apache-2.0 */
/* door_value_test.c: words of directives as numbers. */

#include "door_value.h"
#include "tap.h"
#include "wire_message.h"

/* Returns the value, or -1. */
static int64_t read_as(enum door_value_kind kind, const char *word)
{
    uint64_t value = 7;
    int result = door_value_read(kind, word, 1, UINT64_C(1) << 40, &value);
    if (result != 0 && value != 7)
        return -2;
    return result == 0 ? (int64_t)value : -1;
}

static void test_numbers(void)
{
    is_int(read_as(DOOR_NUMBER, "12"), 12, "a number");
    is_int(read_as(DOOR_NUMBER, "0"), -1, "one below the least");
    is_int(read_as(DOOR_NUMBER, "-1"), -1, "a sign is none");
    is_int(read_as(DOOR_NUMBER, "12x"), -1, "nor is more behind it");
    is_int(read_as(DOOR_NUMBER, ""), -1, "nor nothing");
    is_int(read_as(DOOR_NUMBER, "99999999999999999999"), -1, "nor too much");
    is_int(read_as(DOOR_NUMBER, "off"), -1, "off is no number");
    is_int(read_as(DOOR_COUNT, "off"), 0, "but may be a count");
    is_int(read_as(DOOR_COUNT, "5"), 5, "as a number may");
}

static void test_spans(void)
{
    is_int(read_as(DOOR_SPAN, "3"), 3000, "seconds");
    is_int(read_as(DOOR_SPAN, "3s"), 3000, "seconds by name");
    is_int(read_as(DOOR_SPAN, "250ms"), 250, "milliseconds");
    is_int(read_as(DOOR_SPAN, "2mi"), 120000, "minutes");
    is_int(read_as(DOOR_SPAN, "2min"), 120000, "minutes, longer");
    is_int(read_as(DOOR_SPAN, "168h"), 604800000, "hours");
    is_int(read_as(DOOR_SPAN, "2m"), -1, "m means nothing, as with httpd");
    is_int(read_as(DOOR_SPAN, "s"), -1, "a unit alone");
    is_int(read_as(DOOR_SPAN, "1234567890s"), -1, "too many digits");
    is_int(read_as(DOOR_SPAN, "off"), -1, "off is no span");
    is_int(read_as(DOOR_LIMIT, "OFF"), 0, "but may be a limit");
}

static void test_others(void)
{
    is_int(read_as(DOOR_SIZE, "10M"), 10 << 20, "a size");
    is_int(read_as(DOOR_FLAG, "On"), 1, "a flag");
    is_int(read_as(DOOR_FLAG, "yes"), -1, "yes is none");
    is_int(read_as(DOOR_RELOAD, "rolling"), WIRE_RELOAD_ROLLING, "a reload");
    is_int(read_as(DOOR_MODE, "cgi"), WIRE_MODE_CGI, "a mode");
    is_int(read_as(DOOR_MODE, "rolling"), -1, "each has its own words");
}

int main(void)
{
    test_numbers();
    test_spans();
    test_others();
    return done_testing();
}
