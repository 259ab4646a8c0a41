/* SPDX-License-Identifier: Apache-2.0 */
/* persist_env_block_test.c: in the block names are adapted for scripts, and
 * values are not changed. */

#include "request/persist_env_block.h"
#include "tap.h"

#include <apr_general.h>
#include <ctype.h>

#define MOST 4096

static apr_pool_t *p;

/* The table's block is this text (with the NUL that C adds). */
#define IS(table, text, name)                                                  \
    do {                                                                       \
        wire_bytes_t block = {NULL, 0};                                        \
        size_t size = persist_env_block_make(table, MOST, p, &block);          \
        ok(size == sizeof(text) && block.len == size &&                        \
               memcmp(block.data, text, size) == 0,                            \
           name);                                                              \
    } while (0)

static void test_order(void)
{
    apr_table_t *table = apr_table_make(p, 1);
    apr_table_addn(table, "REQUEST_METHOD", "GET");
    apr_table_addn(table, "QUERY_STRING", "");
    apr_table_addn(table, "QUERY_STRING", "a-b&\303\244");
    IS(table, "QUERY_STRING\0a-b&\303\244\0QUERY_STRING\0\0REQUEST_METHOD\0GET",
       "all entries come, the last ones first, values as they are");
}

/* A value of NULL becomes "NAME=". */
static void test_no_value(void)
{
    apr_table_t *table = apr_table_make(p, 1);
    apr_table_addn(table, "SET_BY_A_MODULE", NULL);
    apr_table_addn(table, "NEXT", "1");
    IS(table, "NEXT\0001\0SET_BY_A_MODULE\0", "no value is an empty one");
}

static void test_names(void)
{
    apr_table_t *table = apr_table_make(p, 1);
    apr_table_addn(table, "HTTP-X.Y z", "1");
    apr_table_addn(table, "7Up7", "2");
    apr_table_addn(table, "9", "3");
    apr_table_addn(table, "", "nameless");
    apr_table_addn(table, "\303\244", "4");
    IS(table, "__\0004\0_\0003\0_Up7\0002\0HTTP_X_Y_z\0001",
       "names have letters, digits and _ only, and no digit in front");
}

static void test_bytes(void)
{
    int wrong = 0;
    for (int c = 1; c < 256; c++) {
        const char name[] = {'A', (char)c, '\0'};
        apr_table_t *table = apr_table_make(p, 1);
        wire_bytes_t block = {NULL, 0};
        apr_table_addn(table, name, "");
        persist_env_block_make(table, MOST, p, &block);
        wrong += block.len != 4 || block.data[1] != (isalnum(c) ? c : '_');
    }
    ok(wrong == 0,
       "each byte of a name is as isalnum() in the C locale has it");
}

static void test_limit(void)
{
    apr_table_t *table = apr_table_make(p, 1);
    wire_bytes_t block = {NULL, 0};
    ok(persist_env_block_make(table, 0, p, &block) == 0 && block.len == 0,
       "an empty table takes no byte");
    apr_table_addn(table, "NAME", "value");
    block.data = NULL;
    ok(persist_env_block_make(table, 10, p, &block) == 11 && !block.data,
       "one byte too many, and nothing is laid out");
    ok(persist_env_block_make(table, 11, p, &block) == 11 && block.len == 11,
       "the limit itself may be reached");
}

int main(void)
{
    if (apr_initialize() != APR_SUCCESS ||
        apr_pool_create(&p, NULL) != APR_SUCCESS)
        bail_out("no APR");
    test_order();
    test_no_value();
    test_names();
    test_bytes();
    test_limit();
    apr_terminate();
    return done_testing();
}
