/* SPDX-License-Identifier: Apache-2.0 */
/* strv_test.c: arguments and environments for exec. */

#include "base/strv.h"
#include "tap.h"

#define BYTES(text) ((wire_bytes_t){(const uint8_t *)(text), sizeof(text) - 1})

/* The strings with a comma behind each. */
static const char *joined(char *const *texts)
{
    static char all[256];
    all[0] = '\0';
    for (; texts && *texts; texts++) {
        strcat(all, *texts);
        strcat(all, ",");
    }
    return all;
}

static void test_list(void)
{
    const wire_bytes_t items[] = {BYTES("python3"), BYTES(""), BYTES("-B")};
    const char *why = NULL;
    char **texts = strv_from_list(&(wire_list_t){items, 3}, &why);
    is_str(joined(texts), "python3,,-B,", "a list is copied");
    is_int(strv_count(texts), 3, "and counted");
    strv_free(texts);
    const wire_bytes_t bad[] = {BYTES("a"), BYTES("b\0c")};
    ok(!strv_from_list(&(wire_list_t){bad, 2}, &why) && why,
       "a NUL byte is refused");
}

static void refuse(wire_bytes_t name, wire_bytes_t value, const char *what)
{
    const wire_bytes_t items[] = {name, value};
    const char *why = NULL;
    ok(!strv_from_pairs(&(wire_list_t){items, 2}, &why) && why, what);
}

static void test_pairs(void)
{
    const wire_bytes_t items[] = {BYTES("A"), BYTES("1=2"), BYTES("B"),
                                  BYTES("")};
    const char *why = NULL;
    char **texts = strv_from_pairs(&(wire_list_t){items, 4}, &why);
    is_str(joined(texts), "A=1=2,B=,", "pairs become NAME=value");
    strv_free(texts);
    ok(!strv_from_pairs(&(wire_list_t){items, 3}, &why), "an odd count");
    refuse(BYTES(""), BYTES("x"), "an empty name");
    refuse(BYTES("A=B"), BYTES("x"), "a name with '='");
    refuse(BYTES("A\0B"), BYTES("x"), "a name with a NUL byte");
    refuse(BYTES("A"), BYTES("x\0y"), "a value with a NUL byte");
}

static void test_overlay(void)
{
    char *base[] = {"PATH=/bin", "LANG=C", NULL};
    char *over[] = {"PATHS=x", "PATH=/usr/bin", "NEW=", NULL};
    char **both = strv_overlay(base, over);
    is_str(joined(both), "PATH=/usr/bin,LANG=C,PATHS=x,NEW=,",
           "the same name is replaced, others are added");
    free(both);
    both = strv_overlay(NULL, over);
    is_int(strv_count(both), 3, "a missing layer is an empty one");
    free(both);
}

int main(void)
{
    test_list();
    test_pairs();
    test_overlay();
    return done_testing();
}
