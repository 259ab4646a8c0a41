/* SPDX-License-Identifier: Apache-2.0 */
/* persist_config_value_test.c: words of directives at their limits. */

#include "config/persist_config_value.h"

#include "tap.h"

static void test_numbers(void)
{
    static const char *const wrong[] = {
        "", "-1", "+1", " 1", "1 ", "1k", "0x1", "129", "99999999999999999999"};
    int number = 42;
    is_int(persist_config_value_number("0", 0, 128, &number), 0, "least");
    is_int(number, 0, "the least number is read");
    is_int(persist_config_value_number("128", 0, 128, &number), 0, "most");
    is_int(number, 128, "the greatest number is read");
    is_int(persist_config_value_number("007", 1, 128, &number), 0, "zeros");
    is_int(number, 7, "leading zeros are no octal");
    is_int(persist_config_value_number("0", 1, 128, &number), -1,
           "below the least is refused");
    is_int(persist_config_value_number("5", 0, 4, &number), -1,
           "one digit above the most is refused");
    for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++)
        is_int(persist_config_value_number(wrong[i], 0, 128, &number), -1,
               wrong[i]);
    is_int(number, 7, "a refused word leaves the number alone");
}

static void test_sizes(void)
{
    static const char *const wrong[] = {
        "",    "k",  "1kb", "1 k",         "-1",
        "1.5", "1T", "1kk", "8589934592g", "9223372036854775808"};
    int64_t bytes = 42;
    is_int(persist_config_value_size("0", &bytes), 0, "none");
    is_int(bytes, 0, "zero is read");
    is_int(persist_config_value_size("3k", &bytes), 0, "k");
    is_int(bytes, 3072, "k is 1024");
    is_int(persist_config_value_size("2M", &bytes), 0, "M");
    is_int(bytes, 2 << 20, "M is 1024 k");
    is_int(persist_config_value_size("8589934591G", &bytes), 0, "G");
    ok(bytes == INT64_C(8589934591) << 30, "the greatest size fits");
    is_int(persist_config_value_size("9223372036854775807", &bytes), 0, "max");
    ok(bytes == INT64_MAX, "INT64_MAX fits");
    for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++)
        is_int(persist_config_value_size(wrong[i], &bytes), -1, wrong[i]);
    ok(bytes == INT64_MAX, "a refused word leaves the size alone");
}

static void test_names(void)
{
    ok(persist_config_value_is_name("A"), "a letter is a name");
    ok(persist_config_value_is_name("_a9_"), "underscores and digits follow");
    ok(!persist_config_value_is_name(""), "nothing is no name");
    ok(!persist_config_value_is_name("9a"), "a digit does not begin a name");
    ok(!persist_config_value_is_name("A=B"), "= is in no name");
    ok(!persist_config_value_is_name("A-B"), "- is in no name");
    ok(!persist_config_value_is_name("\xc3\xa4"), "names are ASCII");
}

int main(void)
{
    test_numbers();
    test_sizes();
    test_names();
    return done_testing();
}
