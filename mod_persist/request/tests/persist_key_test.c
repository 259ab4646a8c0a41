/* SPDX-License-Identifier: Apache-2.0 */
/* A pool's key: everything that shapes its processes tells pools apart. */

#include "request/persist_key.h"
#include "tap.h"

#include <apr_general.h>

static apr_pool_t *p;
static const persist_key_place_t place = {
    {(const uint8_t *)"0123456789abcdef", 16}, 33, 33, "/etc/apache2"};

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

static int differs_at(const persist_key_place_t *there,
                      const wire_ensure_t *other)
{
    wire_ensure_t one = definition(), two = *other;
    persist_key_secret_t here_secret, there_secret;
    persist_key_draw(&place, p, &here_secret);
    persist_key_draw(there, p, &there_secret);
    persist_key_set(&here_secret, &one, p);
    persist_key_set(&there_secret, &two, p);
    return one.key_high != two.key_high && one.key_low != two.key_low;
}

static int differs(const wire_ensure_t *other)
{
    return differs_at(&place, other);
}

static uint64_t key_high(wire_ensure_t *one)
{
    persist_key_secret_t secret;
    persist_key_draw(&place, p, &secret);
    persist_key_set(&secret, one, p);
    return one->key_high;
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

/* Their bytes: 1, 81 01; 81 01, 1; and ten of them. */
static void test_numbers(void)
{
    wire_ensure_t one = definition(), other = definition();
    one.idle_ms = other.boot_ms = 1;
    one.boot_ms = other.idle_ms = 0x81;
    ok(key_high(&one) != key_high(&other), "where one number ends tells");
    one = other = definition();
    one.max_requests = UINT64_MAX;
    other.max_requests = UINT64_MAX >> 1;
    ok(key_high(&one) != key_high(&other), "the highest bit of a number tells");
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

#define TEST_PLACE(field, value, name)                                         \
    do {                                                                       \
        persist_key_place_t other = place;                                     \
        wire_ensure_t same = definition();                                     \
        other.field = value;                                                   \
        ok(differs_at(&other, &same), name " tells pools apart");              \
    } while (0)

static void test_place(void)
{
    TEST_PLACE(uid, 34, "uid");
    TEST_PLACE(gid, 34, "gid");
    TEST_PLACE(server_root, "/etc/apache", "server root");
    TEST_PLACE(token, text("0123456789abcdeF"), "the secret");
}

static void test_halves(void)
{
    wire_ensure_t one = definition();
    persist_key_secret_t secret;
    persist_key_draw(&place, p, &secret);
    ok(memcmp(secret.high, secret.low, sizeof(secret.high)) != 0 &&
           memcmp(secret.high, secret.high + 8, 8) != 0,
       "the words of the secret differ");
    persist_key_set(&secret, &one, p);
    ok(one.key_high != one.key_low, "the halves are two hashes");
}

int main(void)
{
    if (apr_initialize() != APR_SUCCESS ||
        apr_pool_create(&p, NULL) != APR_SUCCESS)
        bail_out("no APR");
    test_fields();
    test_numbers();
    test_lists();
    test_place();
    test_halves();
    apr_terminate();
    return done_testing();
}
