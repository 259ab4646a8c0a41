/* SPDX-License-Identifier: Apache-2.0 */
/* A pool's key: everything that shapes its processes tells pools apart. */

#include "persist_key.h"
#include "tap.h"

#include <apr_general.h>

static apr_pool_t *p;
static const wire_bytes_t token = {(const uint8_t *)"0123456789abcdef", 16};
static const persist_key_place_t place = {33, 33, "/etc/apache2"};

static wire_bytes_t text(const char *s)
{
    return (wire_bytes_t){(const uint8_t *)s, strlen(s)};
}

static wire_bytes_t arguments[] = {{(const uint8_t *)"ab", 2},
                                   {(const uint8_t *)"c", 1}};

static wire_ensure_t definition(void)
{
    return (wire_ensure_t){
        .script = text("/srv/www/hello.py"),
        .interpreter = {arguments, 2},
        .workers_min = 0,
        .workers_max = 4,
        .idle_ms = 60000,
        .boot_ms = 10000,
        .hard_ms = 30000,
    };
}

static int differs(const wire_ensure_t *other)
{
    wire_ensure_t one = definition(), two = *other;
    persist_key_set(&place, token, &one, p);
    persist_key_set(&place, token, &two, p);
    return one.key_high != two.key_high && one.key_low != two.key_low;
}

#define TEST_FIELD(field, value)                                               \
    do {                                                                       \
        wire_ensure_t other = definition();                                    \
        other.field = value;                                                   \
        ok(differs(&other), #field " tells pools apart");                      \
    } while (0)

static void test_fields(void)
{
    TEST_FIELD(script, text("/srv/www/hello.pyc"));
    TEST_FIELD(mode, 1);
    TEST_FIELD(workers_min, 1);
    TEST_FIELD(workers_max, 5);
    TEST_FIELD(idle_ms, 1);
    TEST_FIELD(boot_ms, 1);
    TEST_FIELD(hard_ms, 1);
    TEST_FIELD(debug, 1);
    TEST_FIELD(concurrency, 1);
    TEST_FIELD(max_requests, 1);
    TEST_FIELD(max_age_ms, 1);
    TEST_FIELD(memory_soft, 1);
    TEST_FIELD(memory_hard, 1);
    TEST_FIELD(reload, 1);
    wire_ensure_t same = definition();
    ok(!differs(&same), "the same definition has the same key");
    same.seen = 42;
    ok(!differs(&same), "the script's version is not in the key");
}

static void test_lists(void)
{
    wire_bytes_t shifted[] = {text("a"), text("bc")};
    wire_ensure_t other = definition();
    other.interpreter = (wire_list_t){shifted, 2};
    ok(differs(&other), "where one argument ends tells pools apart");
    other = definition();
    other.environment = other.interpreter;
    other.interpreter = (wire_list_t){NULL, 0};
    ok(differs(&other), "arguments are not taken for environment");
}

static void test_place(void)
{
    wire_ensure_t one = definition(), two = definition();
    persist_key_place_t other = place;
    other.uid = 34;
    persist_key_set(&place, token, &one, p);
    persist_key_set(&other, token, &two, p);
    ok(one.key_high != two.key_high, "uid tells pools apart");
    other = place;
    other.server_root = "/etc/apache";
    persist_key_set(&other, token, &two, p);
    ok(one.key_high != two.key_high, "server root tells pools apart");
    persist_key_set(&place, text("0123456789abcdeF"), &two, p);
    ok(one.key_high != two.key_high, "the secret changes the key");
    ok(one.key_high != one.key_low, "the halves are two hashes");
}

int main(void)
{
    if (apr_initialize() != APR_SUCCESS ||
        apr_pool_create(&p, NULL) != APR_SUCCESS)
        bail_out("no APR");
    test_fields();
    test_lists();
    test_place();
    apr_terminate();
    return done_testing();
}
